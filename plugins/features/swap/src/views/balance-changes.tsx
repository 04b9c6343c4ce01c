import { formatAmount, type Token } from '@portico/kernel/contracts'
import { TokenAmount, useRead, useText } from '@portico/ui'
import { Fragment } from 'react'
import { placeOf } from '../select.js'
import type { Quoted } from '../swap.js'
import { reviewWords } from '../text/review-words.js'
import { changesOf, nameOf, symbolOf } from './read.js'

/** What the account has more and less of when all is done, and whether the network has tried it. */
export function BalanceChanges({ quote, source, target }: { readonly quote: Quoted; readonly source: Token; readonly target: Token }) {
  const t = useText(reviewWords)
  const native = useRead(read => placeOf(read)?.native)
  return (
    <dl className="swap-facts">
      <dt className="swap-wide">{t('swap.changes')}</dt>
      {changesOf(quote, source, target, native).map(({ token, by }) => (
        <Fragment key={token.asset}>
          <dt>
            <bdi>{nameOf(token)}</bdi>
          </dt>
          <dd>
            <bdi dir="ltr" className={by < 0n ? 'swap-bad' : 'swap-good'} title={`${formatAmount(by, token.decimals)} ${symbolOf(token)}`}>
              {by < 0n ? '−' : '+'}
              <TokenAmount amount={by < 0n ? -by : by} decimals={token.decimals} symbol={symbolOf(token)} digits={8} />
            </bdi>
          </dd>
        </Fragment>
      ))}
      <dd className="swap-wide swap-muted">{quote.simulated ? t('swap.tried') : t('swap.untried')}</dd>
    </dl>
  )
}
