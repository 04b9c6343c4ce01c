import type { Read } from '@portico/kernel'
import { formatAmount, message } from '@portico/kernel/text'
import { Icon, List, NoticeRow, useKernel, usePreload, useRead, useTranslate } from '@portico/ui'
import { recordedIn } from '../quoting/format-amount.js'
import { restoreSwaps, type SwapContext, swapSlice, swapView } from '../refs.js'
import type { UnusedApproval } from '../swap.js'
import { isAlike } from './swap-texts.js'
import { leftOf } from './unused-approvals.js'
import { useSwap } from './use-swap.js'

const most = 2

/** Loads the notice once the outbox is restored. */
export async function open(context: Pick<SwapContext, 'use'>) {
  await restoreSwaps(context)
  return { default: LeftNotice }
}
const shownOf = (read: Read): readonly UnusedApproval[] => leftOf(read).slice(0, most)

/** The notice in the account about unused allowances. */
function LeftNotice() {
  const t = useTranslate()
  const kernel = useKernel()
  const { views } = kernel
  const { swap, call } = useSwap()
  /** Opens the form with the approved amount, which can be swapped in one step. */
  const take = async ({ token, to, units }: UnusedApproval) => {
    if (kernel.state(swapSlice).phase.name === 'idle') await swap.initialize()
    const source = kernel.state(swapSlice).tokens.find(({ asset }) => asset === token)
    if (!source) return
    if (/^\d+$/.test(units)) await swap.setAmount(formatAmount(BigInt(units), source.decimals))
    await swap.selectSource(source)
    const target = kernel.state(swapSlice).tokens.find(({ asset }) => asset === to)
    if (target && target.asset !== kernel.state(swapSlice).target?.asset)
      await swap.selectTarget(target)
  }
  const preload = usePreload()
  const left = useRead(shownOf, isAlike)
  const recorded = useRead(recordedIn)
  if (!left.length) return null
  return (
    <List>
      {left.map(one => (
        <NoticeRow
          key={`${one.token} ${one.spender}`}
          kind={one.isOther ? 'bad' : 'warn'}
          icon={<Icon name="warn" />}
          title={
            one.isOther
              ? t(message('swap.notice.leftOther', 'An approval that you did not confirm'))
              : t(message('swap.notice.left', '{from} allowed, not swapped'), {
                  from: recorded(one.amount),
                })
          }
          detail={t(
            one.isOther
              ? message('swap.notice.leftOtherDetail', 'Open Swap to revoke it')
              : message('swap.notice.leftDetail', 'Swap it, or revoke the approval'),
          )}
          onClick={() => {
            views.push(swapView, undefined)
            if (!one.isOther) call(take(one))
          }}
          preload={() => preload(swapView)}
        />
      ))}
    </List>
  )
}
