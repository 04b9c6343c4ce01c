/** The sentences of failed requests, fixed by the specification (S8.44 to S8.54). */
import { type Message, message, withValues } from '@portico/kernel/text'
import type { ErrorCode } from './error-codes.js'

/** Returns the sentence that a person reads. `seconds`: how long a cool-down still lasts. */
export function sentenceOfCode(code: ErrorCode, seconds = 0): Message {
  if (code === 'COOL_DOWN') return withValues(coolDownMessage, { n: seconds })
  if (code === 'DEVICE_TOO_NEW')
    return withValues(deviceTooNewMessage, { n: Math.max(1, Math.ceil(seconds / 3_600)) })
  return sentences[code]
}

const coolDownMessage = /* @__PURE__ */ message(
  'embedded.error.COOL_DOWN',
  'Please try again after {n} seconds',
)
const deviceTooNewMessage = /* @__PURE__ */ message(
  'embedded.error.DEVICE_TOO_NEW',
  'This device is new. For your safety, try again in {n} h, or use an older device.',
)
const sentences: Readonly<Record<Exclude<ErrorCode, 'COOL_DOWN' | 'DEVICE_TOO_NEW'>, Message>> = {
  WRONG_CODE: /* @__PURE__ */ message(
    'embedded.error.WRONG_CODE',
    'This code is wrong. Check the newest mail, then type it again.',
  ),
  CODE_EXPIRED: /* @__PURE__ */ message(
    'embedded.error.CODE_EXPIRED',
    'This code has expired. Press “Send again” to get another.',
  ),
  ABORTED: /* @__PURE__ */ message('embedded.error.ABORTED', 'Request was aborted'),
  DECLINED: /* @__PURE__ */ message(
    'embedded.error.DECLINED',
    'You declined. Nothing was signed or sent.',
  ),
  NOT_ALLOWED: /* @__PURE__ */ message(
    'embedded.error.NOT_ALLOWED',
    'Requested RPC call is not allowed',
  ),
  NETWORK_UNKNOWN: /* @__PURE__ */ message('embedded.error.NETWORK_UNKNOWN', 'Network Not Found'),
  ORIGIN_REFUSED: /* @__PURE__ */ message(
    'embedded.error.ORIGIN_REFUSED',
    'Invalid App Configuration',
  ),
  SESSION_EXPIRED: /* @__PURE__ */ message('embedded.error.SESSION_EXPIRED', 'Session Expired'),
  PROJECT_ID_WRONG: /* @__PURE__ */ message(
    'embedded.error.PROJECT_ID_WRONG',
    'Invalid Project ID - update configuration',
  ),
  PROJECT_ID_MISSING: /* @__PURE__ */ message(
    'embedded.error.PROJECT_ID_MISSING',
    'Project ID Not Configured',
  ),
  RPC_URL_MISSING: /* @__PURE__ */ message(
    'embedded.error.RPC_URL_MISSING',
    'This app has no connection to this network. Nothing was sent.',
  ),
  UNREADABLE: /* @__PURE__ */ message(
    'embedded.error.UNREADABLE',
    'This request cannot be read, so it was not signed.',
  ),
  UNSUPPORTED: /* @__PURE__ */ message(
    'embedded.error.UNSUPPORTED',
    'This wallet cannot do that. Nothing was sent.',
  ),
  INVALID: /* @__PURE__ */ message(
    'embedded.error.INVALID',
    'The app sent an invalid request. Nothing was signed or sent.',
  ),
  STORAGE_BLOCKED: /* @__PURE__ */ message(
    'embedded.error.STORAGE_BLOCKED',
    'This browser does not let the wallet store its key. Allow storage, then try again.',
  ),
  BROWSER_TOO_OLD: /* @__PURE__ */ message(
    'embedded.error.BROWSER_TOO_OLD',
    'This browser is too old for this wallet. Update it, then try again.',
  ),
  WALLET_ELSEWHERE: /* @__PURE__ */ message(
    'embedded.error.WALLET_ELSEWHERE',
    'Your wallet is not in this browser. Recover it, or use the device on which you made it.',
  ),
  WALLET_CHANGED: /* @__PURE__ */ message(
    'embedded.error.WALLET_CHANGED',
    'Your wallet was changed in another tab or on another device. Try again.',
  ),
  WALLET_MISMATCH: /* @__PURE__ */ message(
    'embedded.error.WALLET_MISMATCH',
    'The server answered with a part of another wallet. Nothing was changed. Tell this app about it.',
  ),
  OFFLINE: /* @__PURE__ */ message(
    'embedded.error.OFFLINE',
    'The wallet does not reach its server. Check your connection, then try again.',
  ),
  LOGIN_TOO_OLD: /* @__PURE__ */ message(
    'embedded.error.LOGIN_TOO_OLD',
    'Your login is too old for this. Log in again, then repeat it. Nothing was changed.',
  ),
  EMAIL_TAKEN: /* @__PURE__ */ message(
    'embedded.error.EMAIL_TAKEN',
    'This e-mail address belongs to another wallet. Use another one.',
  ),
  PASSKEY_UNUSED: /* @__PURE__ */ message(
    'embedded.error.PASSKEY_UNUSED',
    'No passkey was used. You cancelled, or this device has none for this wallet.',
  ),
  PASSKEY_UNKNOWN: /* @__PURE__ */ message(
    'embedded.error.PASSKEY_UNKNOWN',
    'This passkey does not open a wallet here any more. Use another passkey or your e-mail.',
  ),
  PASSKEY_SITE: /* @__PURE__ */ message(
    'embedded.error.PASSKEY_SITE',
    'Passkeys do not work at the address of this wallet. Use your e-mail.',
  ),
  FAILED: /* @__PURE__ */ message('embedded.error.FAILED', 'An error occurred'),
}
