import { displayDecimalIn, formatAmount, textSlice } from '@portico/kernel/text'
import { LazyComponent, Skeleton, useSlice, useTranslate } from '@portico/ui'
import { slippageRisk } from '../quoting/slippage.js'
import { More } from './expandable-fact.js'
import { slippageMessage } from './swap-texts.js'
import { useSwap } from './use-swap.js'

const load = () => import('./slippage-editor.js')

/**
 * How much of the quoted output may get lost until the network has the swap: a line of facts that
 * opens into a choice.
 */
export function SlippageChoice() {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const { slippageBasisPoints: chosen } = useSwap().state
  return (
    <More
      name={t(slippageMessage)}
      says={
        <bdi dir="ltr" className={slippageRisk(chosen) === 'severe' ? 'p-num swap-bad' : 'p-num'}>
          {displayDecimalIn(language, 2)(formatAmount(BigInt(chosen), 2))} %
        </bdi>
      }
    >
      <LazyComponent load={load} waiting={<Skeleton height={134} />} />
    </More>
  )
}
