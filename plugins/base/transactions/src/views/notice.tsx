import type { Read } from '@portico/kernel'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import {
  displayText,
  type Message,
  shortenAddress,
  textSlice,
  withValues,
} from '@portico/kernel/text'
import {
  type OutboxEntry,
  outboxEntries,
  outboxRequests,
  receiptView,
  type TransactionState,
  transactionState,
} from '@portico/kernel/transactions'
import {
  checkWalletMessage,
  Icon,
  List,
  NoticeRow,
  outcomeMessage,
  spenderMessage,
  useHidesAmounts,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useTranslate,
  wentToMessage,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import type { OutboxContext } from '../refs.js'
import { restore } from '../restore.js'
import { kindOf, loadWording, wordingOf } from '../wording.js'

/** At most this many open requests, and this many transactions. */
const shown = 2
const icons: { readonly [State in TransactionState]?: 'up' | 'check' } = {
  pending: 'up',
  waiting: 'up',
  sent: 'up',
  bridged: 'up',
  confirmed: 'check',
  arrived: 'check',
}
const looks: { readonly [State in TransactionState]?: 'warn' | 'bad' } = {
  unknown: 'warn',
  absent: 'warn',
  unread: 'warn',
  replaced: 'warn',
  different: 'bad',
}

/** The notice, once the outbox that it shows is restored. */
export async function open(context: OutboxContext) {
  await restore(context)
  return { default: TransactionsNotice }
}
const unseen = (read: Read): readonly OutboxEntry[] =>
  outboxEntries(read).filter(
    ({ seen, isAllowance, differs, isWaiting }) => !seen && (!isAllowance || differs || isWaiting),
  )

/**
 * What the account shows of transactions: which may have been sent, which are pending, and the
 * outcomes that the person has not seen.
 */
function TransactionsNotice() {
  const t = useTranslate()
  const kernel = useKernel()
  const { views } = kernel
  const preload = usePreload()
  // The words depend on both.
  useHidesAmounts()
  useSlice(textSlice, state => state.language)
  const requests = useRead(outboxRequests).slice(0, shown)
  const entries = useRead(unseen).slice(0, shown)
  const place = useRead(read => [activeNetwork(read), activeAccount(read)?.address])
  useWordings([...requests.map(({ subject }) => subject.kind), ...entries.map(({ kind }) => kind)])
  const nameOf = (network: NetworkId) => displayText(networkOf(kernel, network)?.name) ?? network
  return (
    <List>
      {requests.map(({ open: id, wallet, subject, network, from }) => {
        const form =
          network === place[0] && from === place[1] ? kindOf(kernel, subject.kind)?.form : undefined
        return (
          <NoticeRow
            key={id}
            kind="warn"
            icon={<Icon name="warn" />}
            title={t(wordingOf(kernel, subject).title(kernel, 'open', subject))}
            detail={<bdi dir="auto">{t(checkWalletMessage, { wallet })}</bdi>}
            // A form says more of the requests of its own account and network only.
            {...(form
              ? { onClick: () => views.push(form), preload: () => preload(form) }
              : { tag: <bdi>{nameOf(network)}</bdi> })}
          />
        )
      })}
      {entries.map(entry => {
        const { hash, network } = entry
        const state = transactionState(entry)
        return (
          <NoticeRow
            key={`${network} ${hash}`}
            kind={looks[state]}
            icon={<Icon name={icons[state] ?? 'warn'} />}
            title={t(wordingOf(kernel, entry).title(kernel, state, entry))}
            detail={<bdi dir="auto">{t(detailOf(kernel, entry))}</bdi>}
            onClick={() => views.push(receiptView, { hash, network })}
            preload={() => preload(receiptView)}
          />
        )
      })}
    </List>
  )
}

function detailOf(read: Read, entry: OutboxEntry): Message {
  const { differs } = entry
  const wording = wordingOf(read, entry)
  if (!differs || differs.isCancel) return wording.detail(read, entry) ?? outcomeMessage
  if (differs.spender !== undefined)
    return withValues(spenderMessage, { spender: shortenAddress(differs.spender) })
  const to = differs.to ?? wording.activity(entry).to
  const isPayment = [differs.to, differs.from, differs.amount].some(one => one !== undefined)
  return isPayment && to !== undefined
    ? withValues(wentToMessage, { recipient: shortenAddress(to) })
    : outcomeMessage
}

/** Loads the texts of transactions that another tab has submitted. */
function useWordings(kinds: readonly string[]): void {
  const kernel = useKernel()
  const [, render] = useState<object>()
  const wanted = [...new Set(kinds)].join(' ')
  useEffect(() => {
    const loads = wanted
      .split(' ')
      .map(kind => loadWording(kernel, kind, error => kernel.report(error, 'base/transactions')))
    void Promise.all(loads).then(() => render({}))
  }, [kernel, wanted])
}
