import { displayText, explorerPage, networkOf, shell, textSlice } from '@portico/kernel/contracts'
import {
  Address,
  Button,
  Caption,
  CopyButton,
  Link,
  Stack,
  Sum,
  Title,
  TokenAmount,
  useCalls,
  useRead,
  useService,
  useSlice,
  useStyles,
  useText,
  type ViewProps,
  Waiting,
  WalletIcon,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import { type sendReceiptView, sendService } from '../refs.js'
import type { SentTransfer } from '../send.js'
import { isOf, sentTransfers } from '../sent-log.js'
import { receiptWords } from '../text/receipt-words.js'
import { sendStyles } from './send.styles.js'

const slowMs = 60_000

/** How far a transfer is; once its end is known, its receipt. */
export default function SendReceiptView({ params }: ViewProps<typeof sendReceiptView>) {
  useStyles(sendStyles)
  const t = useText(receiptWords)
  const call = useCalls('feature/send')
  const { back } = useService(shell)
  const { acknowledge } = useService(sendService)
  const transfer = useRead(read => sentTransfers(read).find(sent => isOf(sent, params)))
  const isOver = transfer !== undefined && transfer.status !== 'pending' && !transfer.seen
  useEffect(() => {
    if (isOver) call(acknowledge(params))
  }, [isOver, acknowledge, call, params])
  return (
    <Stack gap={16}>
      {transfer ? <Receipt transfer={transfer} /> : <Caption>{t('send.forgotten')}</Caption>}
      <Button onClick={back}>{transfer?.status === 'pending' ? t('send.close') : t('send.done')}</Button>
    </Stack>
  )
}

function Receipt({ transfer }: { readonly transfer: SentTransfer }) {
  const t = useText(receiptWords)
  const { status, symbol, amount, decimals, to, name, from, at, hash, by, network: id } = transfer
  const network = useRead(read => networkOf(read, id))
  const language = useSlice(textSlice, state => state.language)
  const isSlow = useIsSlow(status === 'pending' ? at : undefined)
  const page = explorerPage(network, { hash: (status === 'replaced' && by) || hash })
  const ring = status === 'pending' ? 'waiting' : status === 'confirmed' ? 'done' : 'failed'
  return (
    <>
      <div className="send-status">
        <Waiting state={ring}>
          <WalletIcon name={symbol} size={88} />
        </Waiting>
        <div role="status" className="send-status">
          <Title>{t(`send.status.${status}`)}</Title>
          <Sum>
            <TokenAmount amount={amount} decimals={decimals} symbol={symbol} digits={decimals} />
          </Sum>
          <Caption>{isSlow ? t('send.slowPending') : t(`send.detail.${status}`)}</Caption>
        </div>
      </div>
      <dl className="send-facts">
        <dt>{t('send.receiver')}</dt>
        <dd>
          {name && <bdi>{name}</bdi>}
          <Address full value={to} />
        </dd>
        <dt>{t('send.from')}</dt>
        <dd>
          <Address value={from} />
        </dd>
        <dt>{t('send.on')}</dt>
        <dd>
          <bdi>{network?.name ?? id}</bdi>
        </dd>
        <dt>{t('send.when')}</dt>
        <dd>{new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</dd>
        <dt>{t('send.hash')}</dt>
        <dd>
          <span>
            <Address value={hash} />
            <CopyButton value={hash} label={t('send.copyHash')} />
          </span>
        </dd>
      </dl>
      {page && (
        <Stack align="center">
          <Link href={page}>{t('send.explorer', { explorer: displayText(network?.explorer?.name) ?? '' })}</Link>
        </Stack>
      )}
    </>
  )
}

/** Whether something that began then takes longer than people are used to. */
function useIsSlow(since: number | undefined): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (since === undefined) return
    const timer = setTimeout(setSlow, Math.max(0, since + slowMs - Date.now()), true)
    return () => clearTimeout(timer)
  }, [since])
  return isSlow
}
