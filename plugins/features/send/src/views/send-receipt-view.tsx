import { allDigits, displayText, explorerPage, type Message, message, networkOf, shell, textSlice } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  Caption,
  closeMessage,
  copyTransactionMessage,
  doneMessage,
  explorerMessage,
  Fact,
  fromMessage,
  networkMessage,
  Receipt,
  receiptDetails,
  receiptStates,
  Stack,
  Sum,
  sentFromMessage,
  sentMessage,
  sentToMessage,
  TokenAmount,
  toMessage,
  transactionMessage,
  useCalls,
  useRead,
  useService,
  useSlice,
  useTranslate,
  type ViewProps,
  WalletIcon,
  whenMessage,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { type sendReceiptView, sendService } from '../refs.js'
import type { SentTransfer } from '../send.js'
import { isOf, type SentState, sentTransfers, stateOf } from '../sent-log.js'

const slowMs = 60_000
const notCarriedOutMessage = message('send.status.failed', 'Not carried out')
const states: Readonly<Record<SentState, Message>> = {
  ...receiptStates,
  confirmed: sentMessage,
  unread: message('send.status.unread', 'Sent, not compared'),
  failed: notCarriedOutMessage,
  expired: notCarriedOutMessage,
}
const details: Readonly<Record<SentState, Message>> = {
  ...receiptDetails,
  unknown: message(
    'send.detail.unknown',
    'The network has said nothing of it for a while. It may have arrived: look into your wallet before you send it again. It is asked again whenever you open this.',
  ),
  absent: message('send.detail.absent', 'Your wallet reported a transaction that the network does not know. Check your wallet before you send again.'),
  failed: message('send.detail.failed', 'The network refused it. The amount is still yours; the fee is spent.'),
  expired: message('send.detail.expired', 'The network never took it in. Nothing was spent.'),
  replaced: message('send.detail.replaced', 'Another transaction of yours took its place and may have paid the same. Look at it before you send again.'),
  cancelled: message('send.detail.cancelled', 'Your wallet cancelled it. Nothing was sent; the fee of the cancellation is spent.'),
}
const isUnderWay = ({ status }: SentTransfer): boolean => status === 'pending' || status === 'unknown'

/** How far a transfer is; once its end is known, its receipt. */
export default function SendReceiptView({ params }: ViewProps<typeof sendReceiptView>) {
  const t = useTranslate()
  const call = useCalls('feature/send')
  const { back } = useService(shell)
  const { acknowledge } = useService(sendService)
  const transfer = useRead(read => sentTransfers(read).find(sent => isOf(sent, params)))
  const isOver = transfer !== undefined && !isUnderWay(transfer) && !transfer.seen
  useEffect(() => {
    if (isOver) call(acknowledge(params))
  }, [isOver, acknowledge, call, params])
  return (
    <Stack gap={16}>
      {transfer ? (
        <Transfer transfer={transfer} />
      ) : (
        <Stack align="center">
          <Caption>{t(message('send.forgotten', 'This transfer is not remembered here any more.'))}</Caption>
        </Stack>
      )}
      <Button onClick={back}>{transfer && isUnderWay(transfer) ? t(closeMessage) : t(doneMessage)}</Button>
    </Stack>
  )
}

function Transfer({ transfer }: { readonly transfer: SentTransfer }) {
  const t = useTranslate()
  const { status, symbol, amount, decimals, to, name, from, at, hash, by, differs, network: id } = transfer
  const state = stateOf(transfer)
  const network = useRead(read => networkOf(read, id))
  const language = useSlice(textSlice, state => state.language)
  const isSlow = useIsSlow(state === 'pending' ? at : undefined)
  // What a wallet named by its own order is not in an explorer.
  const page = state === 'waiting' ? undefined : explorerPage(network, { hash: (status === 'replaced' && by) || hash })
  const ring = differs || state === 'absent' ? 'failed' : isUnderWay(transfer) ? 'waiting' : status === 'confirmed' ? 'done' : 'failed'
  return (
    <Receipt
      state={ring}
      icon={<WalletIcon name={symbol} size={88} />}
      title={t(states[state])}
      sum={
        <Sum>
          <TokenAmount amount={amount} decimals={decimals} symbol={symbol} digits={allDigits} />
        </Sum>
      }
      detail={isSlow ? t(message('send.slowPending', 'This takes longer than usual. Nothing is lost: it stays here until it is known.')) : t(details[state])}
      page={page ? { href: page, words: t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' }) } : undefined}
    >
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
        <Fact name={t(message('send.realAmount', 'Amount in fact sent'))}>
          <TokenAmount amount={differs.amount} decimals={decimals} symbol={symbol} digits={allDigits} />
        </Fact>
      )}
      <Fact name={t(fromMessage)}>
        <Address value={from} />
      </Fact>
      {differs?.from !== undefined && (
        <Fact name={t(sentFromMessage)}>
          <Address full value={differs.from} />
        </Fact>
      )}
      <Fact name={t(networkMessage)}>
        <bdi>{displayText(network?.name) ?? id}</bdi>
      </Fact>
      <Fact name={t(whenMessage)}>{new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</Fact>
      <Fact name={t(transactionMessage)} copy={{ value: hash, label: t(copyTransactionMessage) }}>
        <Address value={hash} />
      </Fact>
    </Receipt>
  )
}

/** Whether something that began then takes longer than people are used to. */
function useIsSlow(since: number | undefined): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (since === undefined) return
    const timer = setTimeout(setSlow, Math.min(slowMs, Math.max(0, since + slowMs - Date.now())), true)
    return () => clearTimeout(timer)
  }, [since])
  return isSlow
}
