import type { Token } from '@portico/kernel/chain'
import {
  displayDecimalIn,
  displaySymbol,
  formatAmount,
  message,
  textSlice,
  worth,
} from '@portico/kernel/text'
import {
  Fact,
  Facts,
  sponsoredMessage,
  TokenAmount,
  useFiat,
  useRead,
  useSlice,
  useTranslate,
} from '@portico/ui'
import type { ReactNode } from 'react'
import { nativeCost, placeOf } from '../select.js'
import type { Quoted } from '../swap.js'
import { Changed } from './changed-quote.js'
import { rateOf } from './swap-texts.js'
import { useImpact } from './use-impact.js'
import { useSwap } from './use-swap.js'

const tones = {
  usual: 'swap-good',
  high: 'swap-warn',
  severe: 'swap-bad',
  refused: 'swap-bad',
} as const

interface QuoteFactsProps {
  readonly quote: Quoted | undefined
  /** The previous quote: figures that differ are marked. */
  readonly before?: Quoted | undefined
  /** Further rows. */
  readonly children?: ReactNode
}
/** Shows the facts of the quote; each row keeps its place while the quote is loading. */
export function QuoteFacts({ quote, before, children }: QuoteFactsProps) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const { source, target } = useSwap().state
  const impact = useImpact()
  const isThere = quote && source && target
  return (
    <Facts>
      <Line name={t(message('swap.rate', 'Rate'))}>
        {isThere && (
          <bdi dir="ltr" className="p-num">
            {rateOf(quote, source, target, language)}
          </bdi>
        )}
      </Line>
      <Line name={t(message('swap.impact', 'Price impact'))}>
        {isThere && (
          <bdi dir="ltr" className={`p-num ${tones[impact.risk]}`}>
            {impact.percent ?? t(message('swap.impactUnknown', 'Unknown'))}
          </bdi>
        )}
      </Line>
      <Line name={t(message('swap.minimum', 'At least'))}>
        {isThere && (
          <Changed from={before?.minimumReceived} to={quote.minimumReceived}>
            <TokenAmount
              amount={quote.minimumReceived}
              decimals={target.decimals}
              symbol={displaySymbol(target.symbol)}
              digits={6}
            />
          </Changed>
        )}
      </Line>
      <Line name={t(message('swap.cost', 'Network cost'))}>
        {isThere && (
          <Changed from={before && nativeCost(before.cost)} to={nativeCost(quote.cost)}>
            <Cost quote={quote} />
          </Changed>
        )}
      </Line>
      <Line name={t(message('swap.fee', 'Provider fee'))}>
        {isThere && (
          <Changed from={before && (before.providerFee ?? 0n)} to={quote.providerFee ?? 0n}>
            <ProviderFee quote={quote} source={source} />
          </Changed>
        )}
      </Line>
      {children}
    </Facts>
  )
}

/** A row of facts, which keeps its place while its value is loading. */
export const Line = ({
  name,
  children,
}: {
  readonly name: ReactNode
  readonly children: ReactNode
}) => <Fact name={name}>{children || <span className="swap-wait">{'\u00a0'}</span>}</Fact>

function Cost({ quote: { cost } }: { readonly quote: Quoted }) {
  const t = useTranslate()
  const fiat = useFiat()
  const native = useRead(read => placeOf(read)?.native)
  const price = useSwap().state.prices.native
  if (cost?.kind === 'sponsored') return <>{t(sponsoredMessage)}</>
  if (!cost || !native) return <>{t(message('swap.costUnknown', 'Shown in your wallet'))}</>
  const value =
    price === undefined ? undefined : fiat(worth(cost.amount, native.decimals, price), true)
  return (
    <span>
      <TokenAmount
        amount={cost.amount}
        decimals={native.decimals}
        symbol={native.symbol}
        digits={8}
        up
      />
      {value && (
        <>
          {' ·\u00a0'}
          <bdi className="p-num">{value}</bdi>
        </>
      )}
    </span>
  )
}

/** The provider's fee: its amount, its share of the sold amount, and its value. */
function ProviderFee({
  quote: { providerFee, sold },
  source,
}: {
  readonly quote: Quoted
  readonly source: Token
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  if (!providerFee) return <>{t(message('swap.noFee', 'None'))}</>
  const share = displayDecimalIn(language, 2)(
    formatAmount((providerFee * 10n ** 8n + sold - 1n) / sold, 6),
    true,
  )
  return (
    <span>
      <TokenAmount
        amount={providerFee}
        decimals={source.decimals}
        symbol={displaySymbol(source.symbol)}
        digits={6}
        up
      />
      {' ·\u00a0'}
      <bdi dir="ltr" className="p-num">
        {share} %
      </bdi>
    </span>
  )
}
