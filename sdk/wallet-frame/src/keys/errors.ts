export type KeyErrorCode =
  | 'KEYS_LOCKED'
  | 'KEYS_TIMED_OUT'
  | 'KEYS_FAILED'
  | 'MESSAGE_INVALID'
  | 'STORAGE_BLOCKED'
  | 'WALLET_EXISTS'
  | 'DEVICE_SHARE_MISSING'
  | 'DEVICE_SHARE_UNREADABLE'
  | 'SHARE_MALFORMED'
  | 'SHARE_OUTDATED'
  | 'SHARE_FOREIGN'
  | 'SHARE_WRONG'
  | 'SEAL_WRONG'
  | 'LOGIN_KEY_MISSING'
  | 'CODE_MISTYPED'
  | 'RECOVERY_WRONG'
  | 'REQUEST_REFUSED'
  | 'BROWSER_TOO_OLD'

/** Everything that the keys of the frame throw. The message never holds a secret. */
export class KeyError extends Error {
  readonly code: KeyErrorCode

  constructor(code: KeyErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'KeyError'
    this.code = code
  }
}
