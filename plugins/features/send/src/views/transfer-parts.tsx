/** The parts of a receipt that only Send adds. */
import { allDigits, message } from '@portico/kernel/text'
import type { OutboxEntry, ReceiptParts } from '@portico/kernel/transactions'
import {
  Address,
  Fact,
  HideableAmount,
  sentMessage,
  sentToMessage,
  TokenAmount,
  toMessage,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { transferOf } from '../sent-transfers.js'

interface PartProps {
  readonly entry: OutboxEntry
}
function Icon({ entry }: PartProps) {
  return <WalletIcon name={transferOf(entry)?.symbol ?? '?'} size={88} />
}
function Amount({ entry }: PartProps) {
  const transfer = transferOf(entry)
  return (
    transfer && (
      <HideableAmount>
        <TokenAmount
          amount={transfer.amount}
          decimals={transfer.decimals}
          symbol={transfer.symbol}
          digits={allDigits}
        />
      </HideableAmount>
    )
  )
}
function Facts({ entry }: PartProps) {
  const t = useTranslate()
  const transfer = transferOf(entry)
  if (!transfer) return null
  const { to, name, symbol, decimals, differs } = transfer
  return (
    <>
      <Fact name={t(toMessage)}>
        {name && <bdi>{name}</bdi>}
        <Address full value={to} />
      </Fact>
      {differs?.to !== undefined && (
        <Fact name={t(sentToMessage)}>
          <Address full value={differs.to} unlike={to} />
        </Fact>
      )}
      {differs?.spender !== undefined && (
        <Fact name={t(message('send.spender', 'May take your tokens'))}>
          <Address full value={differs.spender} />
        </Fact>
      )}
      {differs?.amount !== undefined && (
        <Fact name={t(message('send.realAmount', 'Amount actually sent'))}>
          <TokenAmount
            amount={differs.amount}
            decimals={decimals}
            symbol={symbol}
            digits={allDigits}
          />
        </Fact>
      )}
    </>
  )
}
const notCarriedOutMessage = message('send.status.failed', 'Not carried out')

export const parts: ReceiptParts = {
  title: message('send.receipt', 'Transfer'),
  states: {
    confirmed: sentMessage,
    unread: message('send.status.unread', 'Sent, not compared'),
    failed: notCarriedOutMessage,
    expired: notCarriedOutMessage,
  },
  details: {
    unknown: message(
      'send.detail.unknown',
      'The network has not reported on this transfer for a while. It may have arrived: check your wallet before you send again. Opening this view checks again.',
    ),
    absent: message(
      'send.detail.absent',
      'Your wallet reported a transaction that the network does not know. Check your wallet before you send again.',
    ),
    failed: message(
      'send.detail.failed',
      'The network rejected the transfer. You still have the amount; the fee is spent.',
    ),
    expired: message(
      'send.detail.expired',
      'The network did not include the transfer. Nothing was spent.',
    ),
    replaced: message(
      'send.detail.replaced',
      'Another transaction of yours replaced this one and may have paid the same. Check it before you send again.',
    ),
    cancelled: message(
      'send.detail.cancelled',
      'Your wallet cancelled the transfer. Nothing was sent; the cancellation fee is spent.',
    ),
  },
  Icon,
  Amount,
  Facts,
}
