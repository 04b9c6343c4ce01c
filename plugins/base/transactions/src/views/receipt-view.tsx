import type { Read } from '@portico/kernel'
import { explorerPage, networkOf } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  isEntryOf,
  type OutboxEntry,
  outboxEntries,
  outboxService,
  pendingView,
  type ReceiptParts,
  type receiptView,
  type TransactionKind,
  type TransactionState,
  transactionState,
} from '@portico/kernel/transactions'
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
  managePendingMessage,
  networkMessage,
  Receipt,
  receiptDetails,
  receiptStates,
  Stack,
  sentFromMessage,
  transactionMessage,
  useKernel,
  useRead,
  useReportErrors,
  useService,
  useSlice,
  useTitle,
  useTranslate,
  type ViewProps,
  WalletIcon,
  whenMessage,
} from '@portico/ui'
import { type ComponentType, useEffect, useState } from 'react'
import { isPending } from '../outbox.js'
import type { OutboxContext } from '../refs.js'
import { restore } from '../restore.js'
import { confirmedMessage, failedMessage, isSoundFor, kindOf, unreadMessage } from '../wording.js'

const slowMs = 60_000
/** Of transactions whose kind no plugin describes. */
const general: Pick<ReceiptParts, 'title' | 'states' | 'details'> = {
  title: message('transactions.receipt', 'Transaction'),
  states: {
    confirmed: confirmedMessage,
    unread: unreadMessage,
    failed: failedMessage,
    expired: failedMessage,
  },
  details: {
    unknown: message(
      'transactions.detail.unknown',
      'The network has not reported on this transaction for a while. It may have gone through: check your wallet before you try again. Opening this view checks again.',
    ),
    absent: message(
      'transactions.detail.absent',
      'Your wallet reported a transaction that the network does not know. Check your wallet before you try again.',
    ),
    failed: message(
      'transactions.detail.failed',
      'The network rejected the transaction. The fee is spent.',
    ),
    expired: message(
      'transactions.detail.expired',
      'The network did not include the transaction. Nothing was spent.',
    ),
    replaced: message(
      'transactions.detail.replaced',
      'Another transaction of yours replaced this one and may have done the same. Check it before you try again.',
    ),
    cancelled: message(
      'transactions.detail.cancelled',
      'Your wallet cancelled the transaction. The cancellation fee is spent.',
    ),
  },
}

type Part = ComponentType<{ readonly entry: OutboxEntry }>
/** Undefined where no plugin has the kind, or cannot read what is stored. */
function partsOf(read: Read, entry: OutboxEntry): ReceiptParts | undefined {
  const kind = kindOf(read, entry.kind)
  return kind && isSoundFor(read, entry) ? loaded.get(kind) : undefined
}
const loaded = /* @__PURE__ */ new WeakMap<TransactionKind, ReceiptParts>()
/** @public The kernel calls it before it shows the view. */
export async function prepare(context: OutboxContext): Promise<void> {
  await restore(context)
  const kinds = new Set(outboxEntries(context).map(({ kind }) => kindOf(context, kind)))
  await Promise.all(
    [...kinds].map(async kind => {
      const parts = kind && !loaded.has(kind) && (await kind.parts?.())
      if (parts) loaded.set(kind, parts)
    }),
  )
}

/** The progress of a transaction; its receipt once it has ended. */
export default function ReceiptView({ params }: ViewProps<typeof receiptView>) {
  const t = useTranslate()
  const kernel = useKernel()
  const call = useReportErrors('base/transactions')
  const { back } = useService(shellService)
  const { acknowledge } = useService(outboxService)
  const entry = useRead(read => outboxEntries(read).find(one => isEntryOf(one, params)))
  useTitle(t(((entry && partsOf(kernel, entry)) ?? general).title))
  const isOver = entry !== undefined && !isPending(entry) && !entry.seen
  useEffect(() => {
    if (isOver) call(acknowledge(params))
  }, [isOver, acknowledge, call, params])
  return (
    <Stack gap={16}>
      {entry ? (
        <Transaction entry={entry} />
      ) : (
        <Stack align="center">
          <Caption>
            {t(message('transactions.forgotten', 'This transaction is no longer stored here.'))}
          </Caption>
        </Stack>
      )}
      {entry && isPending(entry) && (
        <Button variant="soft" onClick={() => kernel.views.push(pendingView, params)}>
          {t(managePendingMessage)}
        </Button>
      )}
      <Button onClick={back}>{entry && isPending(entry) ? t(closeMessage) : t(doneMessage)}</Button>
    </Stack>
  )
}

const ringOf = (entry: OutboxEntry, state: TransactionState) =>
  entry.differs || state === 'absent'
    ? 'failed'
    : isPending(entry)
      ? 'waiting'
      : entry.status === 'confirmed' || entry.status === 'arrived'
        ? 'done'
        : 'failed'

function Transaction({ entry }: { readonly entry: OutboxEntry }) {
  const t = useTranslate()
  const kernel = useKernel()
  const { status, from, at, hash, by, differs, isBundle, network: id } = entry
  const state = transactionState(entry)
  const network = useRead(read => networkOf(read, id))
  const language = useSlice(textSlice, state => state.language)
  const isSlow = useIsSlow(state === 'pending' ? at : undefined)
  const parts = partsOf(kernel, entry)
  const { states, details } = parts ?? general
  const title =
    states[state] ?? receiptStates[state as keyof typeof receiptStates] ?? receiptStates.pending
  const detail =
    parts?.detail?.(entry) ??
    details[state] ??
    general.details[state] ??
    receiptDetails[state as keyof typeof receiptDetails] ??
    receiptDetails.pending
  const [Picture, Amount, Facts] = [parts?.Icon, parts?.Amount, parts?.Facts] as (
    | Part
    | undefined
  )[]
  // What a wallet named by its own order is not in an explorer.
  const page =
    isBundle || state === 'waiting'
      ? undefined
      : explorerPage(network, { hash: (status === 'replaced' && by) || hash })
  return (
    <Receipt
      state={ringOf(entry, state)}
      icon={
        Picture ? (
          <Picture entry={entry} />
        ) : (
          <WalletIcon name={displayText(network?.name) ?? id} size={88} />
        )
      }
      title={t(title)}
      {...(Amount && { amount: <Amount entry={entry} /> })}
      detail={t(
        isSlow
          ? message(
              'transactions.slow',
              'This takes longer than usual. Nothing is lost: it stays here until the result is known.',
            )
          : detail,
      )}
      link={
        page
          ? {
              href: page,
              label: t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' }),
            }
          : undefined
      }
    >
      {Facts && <Facts entry={entry} />}
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
      <Fact name={t(whenMessage)}>
        {new Intl.DateTimeFormat(language, {
          dateStyle: 'medium',
          timeStyle: 'short',
          numberingSystem: 'latn',
        }).format(at)}
      </Fact>
      {!isBundle && (
        <Fact name={t(transactionMessage)} copy={{ value: hash, label: t(copyTransactionMessage) }}>
          <Address value={hash} />
        </Fact>
      )}
    </Receipt>
  )
}

/** Whether a transaction that was submitted then takes longer than people are used to. */
function useIsSlow(since: number | undefined): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (since === undefined) return
    const timer = setTimeout(
      setSlow,
      Math.min(slowMs, Math.max(0, since + slowMs - Date.now())),
      true,
    )
    return () => clearTimeout(timer)
  }, [since])
  return isSlow
}
