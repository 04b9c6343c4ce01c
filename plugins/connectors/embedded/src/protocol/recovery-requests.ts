/** Requests for the frame's own screens. Nothing of what a person sees there leaves the frame. */
import * as v from 'valibot'

const none = /* @__PURE__ */ v.optional(v.null())
/** The person decides, which no timer may end; the page may abort. */
const screen = { payload: none, result: none, timeoutMs: undefined } as const

export const recoveryRequests = {
  /** Makes the wallet of this browser from its recovery, after `WALLET_ELSEWHERE`. */
  RECOVER_WALLET: screen,
  /** Shows how the wallet can be recovered, and adds ways to. */
  SHOW_RECOVERY: screen,
  /** Shows the words and keys. */
  SHOW_EXPORT: screen,
} as const
