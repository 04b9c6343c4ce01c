import { message } from '@portico/kernel/text'
import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './waiting.css?inline'

export const openWalletMessage = /* @__PURE__ */ message(
  'ui.openWallet',
  'Open {wallet} to approve',
)
export const requestWaitsMessage = /* @__PURE__ */ message(
  'ui.requestWaits',
  'The request is waiting in your wallet.',
)
export const slowMessage = /* @__PURE__ */ message('ui.slow', 'Taking longer than usual')
export const slowWalletMessage = /* @__PURE__ */ message(
  'ui.slowWallet',
  'This takes longer than usual. Is {wallet} open?',
)
export const stopWaitingMessage = /* @__PURE__ */ message('ui.stopWaiting', 'Stop waiting')
export const cancelMessage = /* @__PURE__ */ message('ui.cancel', 'Cancel')
export const declinedMessage = /* @__PURE__ */ message('ui.declined', 'Declined')
export const notConnectedMessage = /* @__PURE__ */ message('ui.notConnected', 'Not connected')

export interface WaitingProps {
  /** The ring rotates, is red and broken, or is complete. Say beside it what that means. */
  readonly state: 'waiting' | 'failed' | 'done'
  /** The icon inside the ring: `<WalletIcon size={88} … />`. */
  readonly children: ReactNode
}
/** A thin ring around an icon of 88 px that shows the state of a request. */
export function Waiting({ state, children }: WaitingProps) {
  useStyles(styles)
  return (
    <div className={`p-waiting p-waiting-${state}`}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <rect x="6" y="6" width="108" height="108" rx="34" pathLength="100" />
      </svg>
      {children}
    </div>
  )
}
