import type { Token } from '@portico/kernel/contracts'
import { Fact, Facts, TokenAmount, useRead, useText } from '@portico/ui'
import { placeOf } from '../select.js'
import type { Quoted } from '../swap.js'
import { reviewWords } from '../text/review-words.js'
import { changesOf, nameOf, symbolOf } from './read.js'

/** What the account has more and less of when all is done, and whether the network has tried it. */
export function BalanceChanges({ quote, source, target }: { readonly quote: Quoted; readonly source: Token; readonly target: Token }) {
  const t = useText(reviewWords)
  const native = useRead(read => placeOf(read)?.native)
  return (
    <Facts title={t('swap.changes')}>
      {changesOf(quote, source, target, native).map(({ token, by }) => (
        <Fact key={token.asset} name={nameOf(token)}>
          <bdi dir="ltr" className={by < 0n ? 'swap-bad' : 'swap-good'}>
            {by < 0n ? '−' : '+'}
            <TokenAmount amount={by < 0n ? -by : by} decimals={token.decimals} symbol={symbolOf(token)} digits={8} />
          </bdi>
        </Fact>
      ))}
      <dd className="swap-wide swap-muted">{quote.simulated ? t('swap.tried') : t('swap.untried')}</dd>
    </Facts>
  )
}
