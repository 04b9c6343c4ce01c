import { defineView, type ViewRef } from '@portico/kernel'
import type { Token } from '@portico/kernel/chain'

/** Shows the address of the active account, to be paid at. */
export const receiveView: ViewRef<ReceiveParams | undefined> = /* @__PURE__ */ defineView<
  ReceiveParams | undefined
>('Receive')
export interface ReceiveParams {
  /** The requested token. Default: the native coin. */
  readonly token?: Token
  /** As typed: decimal text with a point. */
  readonly amount?: string
}
