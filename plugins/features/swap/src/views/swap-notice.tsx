import type { Read } from '@portico/kernel'
import { formatAmount } from '@portico/kernel/contracts'
import { Icon, List, NoticeRow, shortAddress, useKernel, usePreload, useRead, useText } from '@portico/ui'
import { openSwaps, readLog, stateOf } from '../log.js'
import { swapReceiptView, swapSlice, swapView } from '../refs.js'
import { recordedIn } from '../spoken.js'
import type { LeftApproval, SentSwap } from '../swap.js'
import { noticeWords } from '../text/notice-words.js'
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
  const t = useText(noticeWords)
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
    return kind === 'different' ? t('swap.notice.different', { sold: to ? `${from} → ${to}` : from }) : t(`swap.notice.${kind}`, { from, to })
  }
  const detailOf = (swapped: SentSwap) => {
    const kind = kindOf(swapped)
    const { spender, to } = (kind === 'different' && swapped.differs) || {}
    if (spender !== undefined) return t('swap.notice.spender', { spender: shortAddress(spender) })
    if (to !== undefined) return t('swap.notice.went', { recipient: shortAddress(to) })
    return t(kind === 'pending' ? 'swap.notice.pendingDetail' : kind === 'waiting' ? 'swap.notice.waitingDetail' : 'swap.notice.ended')
  }
  if (!open.length && !swaps.length && !left.length) return null
  return (
    <List>
      {open.map(({ open: id, wallet, subject: { kind, sold } }) => (
        <NoticeRow
          key={id}
          kind="warn"
          icon={<Icon name="warn" />}
          title={t(kind === 'swap' ? 'swap.notice.open' : 'swap.notice.openApproval', { from: recorded(sold) })}
          detail={t('swap.notice.check', { wallet })}
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
          title={one.isOther ? t('swap.notice.leftOther') : t('swap.notice.left', { from: recorded(one.amount) })}
          detail={t(one.isOther ? 'swap.notice.leftOtherDetail' : 'swap.notice.leftDetail')}
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
