import { allDigits, displayText, explorerPage, networkOf, shell, textSlice } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  Caption,
  Fact,
  Receipt,
  Stack,
  Sum,
  TokenAmount,
  useCalls,
  useRead,
  useService,
  useSlice,
  useText,
  type ViewProps,
  WalletIcon,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { type sendReceiptView, sendService } from '../refs.js'
import type { SentTransfer } from '../send.js'
import { isOf, sentTransfers, stateOf } from '../sent-log.js'
import { receiptWords } from '../text/receipt-words.js'

const slowMs = 60_000
const isUnderWay = ({ status }: SentTransfer): boolean => status === 'pending' || status === 'unknown'

/** How far a transfer is; once its end is known, its receipt. */
export default function SendReceiptView({ params }: ViewProps<typeof sendReceiptView>) {
  const t = useText(receiptWords)
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
          <Caption>{t('send.forgotten')}</Caption>
        </Stack>
      )}
      <Button onClick={back}>{transfer && isUnderWay(transfer) ? t('send.close') : t('send.done')}</Button>
    </Stack>
  )
}

function Transfer({ transfer }: { readonly transfer: SentTransfer }) {
  const t = useText(receiptWords)
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
      title={t(`send.status.${state}`)}
      sum={
        <Sum>
          <TokenAmount amount={amount} decimals={decimals} symbol={symbol} digits={allDigits} />
        </Sum>
      }
      detail={isSlow ? t('send.slowPending') : t(`send.detail.${state}`)}
      page={page ? { href: page, words: t('send.explorer', { explorer: displayText(network?.explorer?.name) ?? '' }) } : undefined}
    >
      <Fact name={t('send.receiver')}>
        {name && <bdi>{name}</bdi>}
        <Address full value={to} />
      </Fact>
      {differs?.to !== undefined && (
        <Fact name={t('send.realTo')}>
          <Address full value={differs.to} unlike={to} />
        </Fact>
      )}
      {differs?.spender !== undefined && (
        <Fact name={t('send.spender')}>
          <Address full value={differs.spender} />
        </Fact>
      )}
      {differs?.amount !== undefined && (
        <Fact name={t('send.realAmount')}>
          <TokenAmount amount={differs.amount} decimals={decimals} symbol={symbol} digits={allDigits} />
        </Fact>
      )}
      <Fact name={t('send.from')}>
        <Address value={from} />
      </Fact>
      {differs?.from !== undefined && (
        <Fact name={t('send.realFrom')}>
          <Address full value={differs.from} />
        </Fact>
      )}
      <Fact name={t('send.on')}>
        <bdi>{displayText(network?.name) ?? id}</bdi>
      </Fact>
      <Fact name={t('send.when')}>{new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</Fact>
      <Fact name={t('send.hash')} copy={{ value: hash, label: t('send.copyHash') }}>
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
