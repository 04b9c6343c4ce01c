import type { Read } from '@portico/kernel'
import { formatAmount } from '@portico/kernel/contracts'
import { Icon, List, Row, useKernel, usePreload, useRead, useText } from '@portico/ui'
import { readLog } from '../log.js'
import { swapSlice, swapView } from '../refs.js'
import type { LeftApproval } from '../swap.js'
import { noticeWords } from '../text/notice-words.js'
import { leftOf } from './left.js'
import { isAlike } from './read.js'
import { useSwap } from './use-swap.js'

const most = 2

const newsOf = (read: Read) => ({
  pending: readLog(read)
    .filter(({ kind, status }) => kind === 'swap' && status === 'pending')
    .slice(0, most),
  left: leftOf(read).slice(0, most),
})

/** What the account has to say of swaps: that one is on its way, and that something was allowed and not used. */
export default function SwapNotice() {
  const t = useText(noticeWords)
  const kernel = useKernel()
  const { views } = kernel
  const { swap, call } = useSwap()
  /** The form with what was allowed in it: that is swapped in one step now. */
  const take = async ({ token, units }: LeftApproval) => {
    if (kernel.state(swapSlice).phase.name === 'idle') await swap.initialize()
    const source = kernel.state(swapSlice).tokens.find(({ asset }) => asset === token)
    if (!source) return
    if (/^\d+$/.test(units)) await swap.setAmount(formatAmount(BigInt(units), source.decimals))
    await swap.selectSource(source)
  }
  const preload = usePreload()
  const { pending, left } = useRead(newsOf, isAlike)
  if (!pending.length && !left.length) return null
  return (
    <List>
      {pending.map(({ hash, sold, bought }) => (
        <Row key={hash} icon={<Icon name="swap" />} title={t('swap.notice.pending', { from: sold, to: bought })} detail={t('swap.notice.pendingDetail')} />
      ))}
      {left.map(one => (
        <Row
          key={`${one.token} ${one.spender}`}
          icon={<Icon name="warn" />}
          title={t('swap.notice.left', { from: one.amount })}
          detail={t('swap.notice.leftDetail')}
          onClick={() => {
            views.push(swapView)
            call(take(one))
          }}
          preload={() => preload(swapView)}
        />
      ))}
    </List>
  )
}
