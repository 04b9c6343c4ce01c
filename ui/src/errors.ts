/** Misuse by a developer, and what was not shown: an image from outside, a part whose code did not arrive. */
export type UiErrorCode = 'NO_PROVIDER' | 'IMAGE_REFUSED' | 'PART_UNLOADED' | 'PAGE_UPDATED'
export class UiError extends Error {
  readonly code: UiErrorCode
  constructor(code: UiErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    // Not the class's own name: bundlers shorten that.
    this.name = 'UiError'
    this.code = code
  }
}
