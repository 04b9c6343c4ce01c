/** Misuse by a developer, and what came from outside and was not shown. */
export type UiErrorCode = 'NO_PROVIDER' | 'IMAGE_REFUSED'
export class UiError extends Error {
  readonly code: UiErrorCode
  constructor(code: UiErrorCode, message: string) {
    super(message)
    // Not the class's own name: bundlers shorten that.
    this.name = 'UiError'
    this.code = code
  }
}
