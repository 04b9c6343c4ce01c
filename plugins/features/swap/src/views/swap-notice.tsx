import type { Read } from '@portico/kernel'
import { formatAmount, message } from '@portico/kernel/contracts'
import {
  checkWalletMessage,
  Icon,
  List,
  NoticeRow,
  outcomeMessage,
  shortAddress,
  spenderMessage,
  useKernel,
  usePreload,
  useRead,
  useTranslate,
  wentToMessage,
} from '@portico/ui'
import { openSwaps, readLog, stateOf, swappedToMessage, swappingMessage } from '../log.js'
import { swapReceiptView, swapSlice, swapView } from '../refs.js'
import { recordedIn } from '../spoken.js'
import type { LeftApproval, SentSwap } from '../swap.js'
import { leftOf } from './left.js'
import { isAlike } from './read.js'
import { useSwap } from './use-swap.js'

const most = 2

const icons = {
  ...{ pending: 'swap', unknown: 'warn', absent: 'warn', different: 'warn', cancelled: 'warn', waiting: 'swap' },
  ...{ replaced: 'warn', confirmed: 'check', unread: 'warn', failed: 'warn' },
} as const
const kinds: { readonly [State in keyof typeof icons]?: 'warn' | 'bad' } = {
  unknown: 'warn',
  absent: 'warn',
  unread: 'warn',
  replaced: 'warn',
  different: 'bad',
}
const titles = {
  pending: swappingMessage,
  unknown: message('swap.notice.unknown', '{from} for {to}: no answer yet'),
  waiting: message('swap.notice.waiting', '{from}: waiting for other owners'),
  absent: message('swap.notice.absent', '{from} for {to}: not known to the network'),
  confirmed: swappedToMessage,
  unread: message('swap.notice.unread', '{from} for {to}: confirmed, not compared'),
  replaced: message('swap.notice.replaced', '{from} for {to}: replaced by another transaction'),
  cancelled: message('swap.notice.cancelled', '{from} for {to}: cancelled, nothing sent'),
  failed: message('swap.notice.failed', '{from} not swapped'),
}
function kindOf(swapped: SentSwap): keyof typeof icons {
  const state = stateOf(swapped)
  return state === 'expired' ? 'failed' : state
}
const newsOf = (read: Read) => ({
  open: openSwaps(read)
    .filter(({ subject }) => subject.kind !== 'permit')
    .slice(0, most),
  swaps: readLog(read)
    .filter(({ kind, seen, differs, isWaiting }) => (kind === 'swap' || differs || isWaiting) && !seen)
    .slice(0, most),
  left: leftOf(read).slice(0, most),
})

/** What the account has to say of swaps: that one is on its way, how one ended until somebody has looked, and that something was allowed and not used. */
export default function SwapNotice() {
  const t = useTranslate()
  const kernel = useKernel()
  const { views } = kernel
  const { swap, call } = useSwap()
  /** The form with what was allowed in it: that is swapped in one step now. */
  const take = async ({ token, to, units }: LeftApproval) => {
    if (kernel.state(swapSlice).phase.name === 'idle') await swap.initialize()
    const source = kernel.state(swapSlice).tokens.find(({ asset }) => asset === token)
    if (!source) return
    if (/^\d+$/.test(units)) await swap.setAmount(formatAmount(BigInt(units), source.decimals))
    await swap.selectSource(source)
    const target = kernel.state(swapSlice).tokens.find(({ asset }) => asset === to)
    if (target && target.asset !== kernel.state(swapSlice).target?.asset) await swap.selectTarget(target)
  }
  const preload = usePreload()
  const { open, swaps, left } = useRead(newsOf, isAlike)
  const recorded = useRead(recordedIn)
  const titleOf = (swapped: SentSwap) => {
    const [kind, from, to] = [kindOf(swapped), recorded(swapped.sold), recorded(swapped.bought)]
    // An approval buys nothing.
    return kind === 'different'
      ? t(message('swap.notice.different', 'Not what you confirmed: {sold}'), { sold: to ? `${from} → ${to}` : from })
      : t(titles[kind], { from, to })
  }
  const detailOf = (swapped: SentSwap) => {
    const kind = kindOf(swapped)
    const { spender, to } = (kind === 'different' && swapped.differs) || {}
    if (spender !== undefined) return t(spenderMessage, { spender: shortAddress(spender) })
    if (to !== undefined) return t(wentToMessage, { recipient: shortAddress(to) })
    return t(
      kind === 'pending'
        ? message('swap.notice.pendingDetail', 'The network confirms it soon')
        : kind === 'waiting'
          ? message('swap.notice.waitingDetail', 'They have to sign it in your wallet')
          : outcomeMessage,
    )
  }
  if (!open.length && !swaps.length && !left.length) return null
  return (
    <List>
      {open.map(({ open: id, wallet, subject: { kind, sold } }) => (
        <NoticeRow
          key={id}
          kind="warn"
          icon={<Icon name="warn" />}
          title={t(
            kind === 'swap'
              ? message('swap.notice.open', '{from}: may have been swapped')
              : message('swap.notice.openApproval', '{from}: may have been allowed'),
            { from: recorded(sold) },
          )}
          detail={t(checkWalletMessage, { wallet })}
          onClick={() => views.push(swapView)}
          preload={() => preload(swapView)}
        />
      ))}
      {swaps.map(swapped => {
        const { hash, network } = swapped
        const kind = kindOf(swapped)
        return (
          <NoticeRow
            key={hash}
            kind={kinds[kind]}
            icon={<Icon name={icons[kind]} />}
            title={titleOf(swapped)}
            detail={detailOf(swapped)}
            onClick={() => views.push(swapReceiptView, { hash, network })}
            preload={() => preload(swapReceiptView)}
          />
        )
      })}
      {left.map(one => (
        <NoticeRow
          key={`${one.token} ${one.spender}`}
          kind={one.isOther ? 'bad' : 'warn'}
          icon={<Icon name="warn" />}
          title={
            one.isOther
              ? t(message('swap.notice.leftOther', 'An approval that you did not confirm'))
              : t(message('swap.notice.left', '{from} allowed, not swapped'), { from: recorded(one.amount) })
          }
          detail={t(
            one.isOther ? message('swap.notice.leftOtherDetail', 'Open Swap to take it back') : message('swap.notice.leftDetail', 'Swap it, or take it back'),
          )}
          onClick={() => {
            views.push(swapView)
            if (!one.isOther) call(take(one))
          }}
          preload={() => preload(swapView)}
        />
      ))}
    </List>
  )
}
