import { allDigits, displaySymbol, displayText, message } from '@portico/kernel/text'
import { changesMessage, Fact, Facts, TokenAmount, useRead, useTranslate } from '@portico/ui'
import { placeOf } from '../select.js'
import { changesOf } from './swap-texts.js'
import { useQuote, useSwap } from './use-swap.js'

/** Lists the balance changes of the swap, and whether the network has simulated it. */
export default function BalanceChanges() {
  const t = useTranslate()
  const { quote } = useQuote()
  const { source, target } = useSwap().state
  const native = useRead(read => placeOf(read)?.native)
  if (!quote || !source || !target) return null
  return (
    <Facts title={t(changesMessage)}>
      {changesOf(quote, source, target, native).map(({ token, by }) => {
        const isLoss = by < 0n
        // An amount without a cost in it is exact.
        const isExact = -by === quote.sold
        return (
          <Fact key={token.asset} name={displayText(token.name) ?? displaySymbol(token.symbol)}>
            <bdi dir="ltr" className={isLoss ? 'swap-bad' : 'swap-good'}>
              {isLoss ? '−' : '+'}
              <TokenAmount
                amount={isLoss ? -by : by}
                decimals={token.decimals}
                symbol={displaySymbol(token.symbol)}
                digits={isExact ? allDigits : 8}
                up={isLoss && !isExact}
              />
            </bdi>
          </Fact>
        )
      })}
      <dd className="swap-wide swap-muted">
        {quote.simulated
          ? t(message('swap.tried', 'The network has just simulated this swap, with this result.'))
          : t(message('swap.untried', 'This network could not simulate the swap.'))}
      </dd>
    </Facts>
  )
}
