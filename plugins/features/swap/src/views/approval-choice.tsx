import { allDigits } from '@portico/kernel/contracts'
import { Facts, Note, Segmented, Stack, TokenAmount, useText } from '@portico/ui'
import { approvalWords } from '../text/approval-words.js'
import { More } from './more.js'
import { routeNameOf, symbolOf } from './read.js'
import { useQuote, useSwap } from './use-swap.js'

/** Only this once, or for good: only the person's choice (decision 25). */
export default function ApprovalChoice() {
  const t = useText(approvalWords)
  const { swap, state, call } = useSwap()
  const { quote } = useQuote()
  const { source } = state
  if (!quote || !source) return null
  const names = { route: routeNameOf(quote.route), symbol: symbolOf(source) }
  return (
    <Stack>
      <Facts>
        <More
          name={t('swap.allow', names)}
          says={
            state.unlimited ? (
              <span className="swap-warn">{t('swap.unlimited')}</span>
            ) : (
              <TokenAmount amount={quote.sold} decimals={source.decimals} symbol={names.symbol} digits={allDigits} />
            )
          }
        >
          <Segmented
            label={t('swap.allow', names)}
            options={(['exact', 'unlimited'] as const).map(id => ({ id, label: t(`swap.${id}`) }))}
            value={state.unlimited ? 'unlimited' : 'exact'}
            onChange={next => call(swap.setUnlimited(next === 'unlimited'))}
          />
        </More>
      </Facts>
      {state.unlimited && <Note kind="warn">{t('swap.unlimitedRisk', names)}</Note>}
    </Stack>
  )
}
