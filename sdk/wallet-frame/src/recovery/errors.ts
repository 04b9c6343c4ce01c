export type PasskeyFailure =
  /** The person closed the browser's dialog, or has no passkey here. */
  | 'PASSKEY_UNUSED'
  /** The passkey or the browser gives no secret (WebAuthn PRF). */
  | 'PASSKEY_UNSUITABLE'

/** A passkey gave no secret. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyFailure
  constructor(code: PasskeyFailure, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
