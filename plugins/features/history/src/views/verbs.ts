import type { ActivityEntry } from '@portico/kernel/capabilities'
import { type Message, message } from '@portico/kernel/text'
import { receiptStates, sentMessage, swappedMessage } from '@portico/ui'

const pendingMessage = /* @__PURE__ */ message('history.pending', 'Pending')
const failedMessage = /* @__PURE__ */ message('history.failedTag', 'Failed')
export const filterMessage = /* @__PURE__ */ message('history.filter', 'Show activity on')
export const allNetworksMessage = /* @__PURE__ */ message('history.allNetworks', 'All networks')
export const spamMessage = /* @__PURE__ */ message('history.spam', 'Spam')

const verbs: Readonly<Record<string, Message>> = {
  approve: message('history.verb.approve', 'Approved'),
  bought: message('history.verb.bought', 'Bought'),
  borrow: message('history.verb.borrow', 'Borrowed'),
  burn: message('history.verb.burn', 'Burnt'),
  cancel: message('history.verb.cancel', 'Canceled'),
  claim: message('history.verb.claim', 'Claimed'),
  deploy: message('history.verb.deploy', 'Deployed'),
  deposit: message('history.verb.deposit', 'Deposited'),
  mint: message('history.verb.mint', 'Minted'),
  receive: message('history.verb.receive', 'Received'),
  repay: message('history.verb.repay', 'Repaid'),
  revoke: message('history.verb.revoke', 'Revoked'),
  send: sentMessage,
  stake: message('history.verb.stake', 'Staked'),
  trade: swappedMessage,
  unstake: message('history.verb.unstake', 'Unstaked'),
  withdraw: message('history.verb.withdraw', 'Withdrawn'),
}

/** What an operation is called; one that has no name here is "Executed". */
export const verbOf = (operationType: string): Message =>
  (Object.hasOwn(verbs, operationType) && verbs[operationType]) ||
  message('history.verb.execute', 'Executed')

const icons: Readonly<Record<string, string>> = {
  send: 'up',
  withdraw: 'up',
  receive: 'down',
  deposit: 'down',
  claim: 'down',
  trade: 'swap',
  bought: 'plus',
  mint: 'plus',
  approve: 'check',
}
/** The drawing where no picture of what moved is known. */
export const iconOf = (operationType: string): string =>
  (Object.hasOwn(icons, operationType) && icons[operationType]) || 'check'

/** Says what became of a transaction. Undefined: it is confirmed. */
export function statusMessageOf({
  ending,
  metadata: { status },
}: ActivityEntry): Message | undefined {
  if (status === 'pending') return pendingMessage
  if (status === 'confirmed') return undefined
  return ending === 'cancelled'
    ? receiptStates.cancelled
    : ending === 'replaced'
      ? receiptStates.replaced
      : failedMessage
}
