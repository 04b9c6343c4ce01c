/** Misuse by a developer, a refused image, or a part whose code did not arrive. */
export type UiErrorCode = 'NO_PROVIDER' | 'IMAGE_REFUSED' | 'PART_UNLOADED' | 'PAGE_UPDATED'
export class UiError extends Error {
  readonly code: UiErrorCode
  constructor(code: UiErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    // Bundlers shorten the name of the class.
    this.name = 'UiError'
    this.code = code
  }
}
