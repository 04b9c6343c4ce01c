import { defineView, type ViewRef } from '@portico/kernel'
import type { Token } from '@portico/kernel/contracts'

/** The address of the active account, to be paid at. */
export const receiveView: ViewRef<ReceiveParams | undefined> = /* @__PURE__ */ defineView<ReceiveParams | undefined>('Receive')
export interface ReceiveParams {
  /** What is asked for. Default: the native coin. */
  readonly token?: Token
  /** As typed: decimal text with a point. */
  readonly amount?: string
}
