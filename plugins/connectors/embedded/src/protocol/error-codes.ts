/** What the frame answers instead of a result. The page shows a sentence for each. */
export const errorCodes = [
  /** An e-mail was requested less than 30 s ago; `seconds` says how long to wait. */
  'COOL_DOWN',
  'WRONG_CODE',
  'CODE_EXPIRED',
  /** The page aborted the request. */
  'ABORTED',
  /** The person declined in the frame. */
  'DECLINED',
  /** The method is outside of the frame's list. */
  'NOT_ALLOWED',
  'NETWORK_UNKNOWN',
  /** The frame does not serve this page's origin. */
  'ORIGIN_REFUSED',
  'SESSION_EXPIRED',
  'PROJECT_ID_WRONG',
  'PROJECT_ID_MISSING',
  'RPC_URL_MISSING',
  /** The frame cannot decode what it should sign. */
  'UNREADABLE',
  /** This frame cannot do that. */
  'UNSUPPORTED',
  /** The payload fails its schema. */
  'INVALID',
  /** The browser refuses to store the key, or has no space left. */
  'STORAGE_BLOCKED',
  /** The browser lacks the cryptography of the wallet. */
  'BROWSER_TOO_OLD',
  /** The person has a wallet, whose share is not in this browser. */
  'WALLET_ELSEWHERE',
  /** Another tab or device has changed the wallet since. */
  'WALLET_CHANGED',
  /** The server has shares of another wallet. */
  'WALLET_MISMATCH',
  /** The frame does not reach its server. */
  'OFFLINE',
  /** The login is too old for this: it needs another one first. */
  'LOGIN_TOO_OLD',
  /** The device is too new for this; `seconds` says how long to wait. */
  'DEVICE_TOO_NEW',
  /** The e-mail address belongs to another wallet. */
  'EMAIL_TAKEN',
  /** The browser has no passkey for this wallet, or the person cancelled: it does not tell. */
  'PASSKEY_UNUSED',
  /** The server does not know this passkey. */
  'PASSKEY_UNKNOWN',
  /** The browser refuses passkeys for the address of the frame. */
  'PASSKEY_SITE',
  /** Something failed in the frame, without a more precise code. */
  'FAILED',
] as const
export type ErrorCode = (typeof errorCodes)[number]
