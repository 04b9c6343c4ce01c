/** The parts of a receipt that only Swap adds. */
import { message } from '@portico/kernel/text'
import { type OutboxEntry, type ReceiptParts, transactionState } from '@portico/kernel/transactions'
import {
  Address,
  Fact,
  Icon as Glyph,
  sentToMessage,
  swappedMessage,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { swapOf } from '../execution/sent-swaps.js'
import { failureOf } from '../execution/transaction-wording.js'
import styles from './swap.css?inline'

const notSwappedMessage = message('swap.state.failed', 'Not swapped')
const states: ReceiptParts['states'] = {
  confirmed: swappedMessage,
  unread: message('swap.state.unread', 'Swapped, not compared'),
  failed: notSwappedMessage,
  expired: notSwappedMessage,
}
const details: ReceiptParts['details'] = {
  absent: message(
    'swap.tells.absent',
    'Your wallet reported a transaction that the network does not know. Check your wallet before you swap again.',
  ),
  failed: message(
    'swap.tells.failed',
    'The price moved too far, so the network did not carry out the swap. You still have your tokens; the fee is spent.',
  ),
  expired: message(
    'swap.tells.expired',
    'The network did not include the swap. You still have your tokens.',
  ),
  replaced: message(
    'swap.tells.replaced',
    'Another transaction of yours replaced this one and may have swapped the same. Check it before you swap again.',
  ),
  cancelled: message(
    'swap.tells.cancelled',
    'Your wallet cancelled the swap. You still have your tokens; the cancellation fee is spent.',
  ),
}

const forgottenMessage = message(
  'swap.tells.unknown',
  'Your wallet no longer knows this swap. Check your wallet before you swap again.',
)
const togetherMessage = message(
  'swap.tells.together',
  'Your wallet is sending the swap. You can close this.',
)
const failures = {
  late: message(
    'swap.tells.late',
    'The swap reached the network too late and was not carried out. You still have your tokens; the fee is spent.',
  ),
  held: message(
    'swap.tells.held',
    'One of the tokens could not be moved and may be paused, so the swap was not carried out. You still have your tokens; the fee is spent.',
  ),
}

interface PartProps {
  readonly entry: OutboxEntry
}
function Icon() {
  useStyles(styles)
  return (
    <span className="swap-picture">
      <Glyph name="swap" size={40} />
    </span>
  )
}
function Facts({ entry }: PartProps) {
  const t = useTranslate()
  const swap = swapOf(entry)
  if (!swap) return null
  const { sold, bought, differs } = swap
  return (
    <>
      <Fact name={t(message('swap.fact.sold', 'Paid'))}>
        <bdi>{sold}</bdi>
      </Fact>
      <Fact name={t(message('swap.fact.bought', 'Received, about'))}>
        <bdi>{bought}</bdi>
      </Fact>
      {differs?.to !== undefined && (
        <Fact name={t(sentToMessage)}>
          <Address full value={differs.to} />
        </Fact>
      )}
    </>
  )
}

export const parts: ReceiptParts = {
  title: message('swap.receipt', 'Your swap'),
  states,
  details,
  detail(entry) {
    const state = transactionState(entry)
    const failure = state === 'failed' ? failureOf(entry) : undefined
    if (failure) return failures[failure]
    if (!entry.isBundle) return undefined
    return state === 'unknown'
      ? forgottenMessage
      : state === 'pending'
        ? togetherMessage
        : undefined
  },
  Icon,
  Amount: () => null,
  Facts,
}
