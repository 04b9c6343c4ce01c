import { message } from '@portico/kernel/text'
import type { ReactNode } from 'react'
import { Facts } from './facts.js'
import { Link } from './link.js'
import { Caption, Stack, Title } from './text.js'
import { Waiting, type WaitingProps } from './waiting.js'

export const explorerMessage = /* @__PURE__ */ message('ui.receipt.explorer', 'View on {explorer}')
export const fromMessage = /* @__PURE__ */ message('ui.receipt.from', 'From')
export const toMessage = /* @__PURE__ */ message('ui.receipt.to', 'To')
export const whenMessage = /* @__PURE__ */ message('ui.receipt.when', 'When')
export const transactionMessage = /* @__PURE__ */ message('ui.receipt.transaction', 'Transaction')
export const copyTransactionMessage = /* @__PURE__ */ message(
  'ui.receipt.copyTransaction',
  'Copy transaction id',
)
export const sentToMessage = /* @__PURE__ */ message('ui.receipt.sentTo', 'Actually sent to')
export const sentFromMessage = /* @__PURE__ */ message('ui.receipt.sentFrom', 'Actually sent from')
export const doneMessage = /* @__PURE__ */ message('ui.receipt.done', 'Done')
export const managePendingMessage = /* @__PURE__ */ message(
  'ui.managePending',
  'Speed up, cancel or remove',
)
export const sentMessage = /* @__PURE__ */ message('ui.receipt.sent', 'Sent')
export const swappedMessage = /* @__PURE__ */ message('ui.receipt.swapped', 'Swapped')
export const receiptStates = {
  pending: message('ui.receipt.state.pending', 'On its way'),
  unknown: message('ui.receipt.state.unknown', 'No answer yet'),
  waiting: message('ui.receipt.state.waiting', 'Waiting for other owners'),
  absent: message('ui.receipt.state.absent', 'Not known to the network'),
  different: message('ui.receipt.state.different', 'Another transaction'),
  replaced: message('ui.receipt.state.replaced', 'Replaced'),
  cancelled: message('ui.receipt.state.cancelled', 'Cancelled'),
}
export const receiptDetails = {
  pending: message(
    'ui.receipt.detail.pending',
    'The network has it and confirms it soon. You can close this.',
  ),
  waiting: message(
    'ui.receipt.detail.waiting',
    'The other owners of your wallet have to sign it before it is sent. You can close this.',
  ),
  different: message(
    'ui.receipt.detail.different',
    'The network has another transaction than the one you confirmed. Check your wallet: it may not be safe to use.',
  ),
  confirmed: message('ui.receipt.detail.confirmed', 'The network has confirmed it.'),
  unread: message(
    'ui.receipt.detail.unread',
    'The network has confirmed it, but it could not be compared with what you saw. Look at it in the explorer.',
  ),
}

export interface ReceiptProps {
  readonly state: WaitingProps['state']
  /** 88 px: the icon of the token or wallet. */
  readonly icon: ReactNode
  /** The status of the transaction. */
  readonly title: ReactNode
  readonly detail: ReactNode
  /** The amount that was sent. */
  readonly amount?: ReactNode
  /** `Fact` elements. */
  readonly children: ReactNode
  /** The transaction in an explorer. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
}
/** The status and the details of a transaction. Changes of the status are announced. */
export function Receipt({ state, icon, title, detail, amount, children, link }: ReceiptProps) {
  return (
    <Stack gap={16}>
      <Stack align="center" gap={4}>
        <Waiting state={state}>{icon}</Waiting>
        <div role="status">
          <Stack align="center" gap={4}>
            <Title>{title}</Title>
            {amount}
            <Caption>{detail}</Caption>
          </Stack>
        </div>
      </Stack>
      <Facts>{children}</Facts>
      {link && (
        <Stack align="center">
          <Link href={link.href}>{link.label}</Link>
        </Stack>
      )}
    </Stack>
  )
}
