import type { Read } from '@portico/kernel'
import { Icon, List, Row, useKernel, usePreload, useRead, useText } from '@portico/ui'
import { readLog } from '../log.js'
import { swapView } from '../refs.js'
import { noticeWords } from '../text/notice-words.js'
import { leftOf } from './left.js'
import { isAlike } from './read.js'

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
  const { views } = useKernel()
  const preload = usePreload()
  const { pending, left } = useRead(newsOf, isAlike)
  if (!pending.length && !left.length) return null
  return (
    <List>
      {pending.map(({ hash, sold, bought }) => (
        <Row key={hash} icon={<Icon name="swap" />} title={t('swap.notice.pending', { from: sold, to: bought })} detail={t('swap.notice.pendingDetail')} />
      ))}
      {left.map(({ token, spender, amount }) => (
        <Row
          key={`${token} ${spender}`}
          icon={<Icon name="warn" />}
          title={t('swap.notice.left', { from: amount })}
          detail={t('swap.notice.leftDetail')}
          onClick={() => views.push(swapView)}
          preload={() => preload(swapView)}
        />
      ))}
    </List>
  )
}
