import { displaySymbol, message } from '@portico/kernel/text'
import { Fact, TokenAmount, useTranslate } from '@portico/ui'
import type { RouteOffer, RouteRefusal } from '../swap.js'
import { routeNameOf } from './swap-texts.js'
import { useQuote, useSwap } from './use-swap.js'

const isOffer = (route: RouteOffer | RouteRefusal): route is RouteOffer => 'net' in route

/** Lists the reason for this route, and the quotes of the others. Loaded when it is opened. */
export default function RouteOffers() {
  const t = useTranslate()
  const { target } = useSwap().state
  const routes = useQuote().quote?.routes ?? []
  const offers = routes.filter(isOffer)
  const reason =
    offers.length > 1
      ? t(message('swap.best', 'Best of {count} offers after the network cost.'), {
          count: offers.length,
        })
      : routes.length > 1
        ? t(message('swap.onlyPrice', 'The only price available now.'))
        : t(message('swap.only', 'No other exchange was compared.'))
  return (
    <>
      <span className="swap-muted">{reason}</span>
      {target && routes.length > 0 && (
        <dl
          className="swap-routes"
          aria-label={t(message('swap.others', 'What you get from each, after costs'))}
        >
          {routes.map(one => (
            <Fact key={one.id} name={routeNameOf(one)}>
              {isOffer(one) ? (
                <TokenAmount
                  amount={one.net}
                  decimals={target.decimals}
                  symbol={displaySymbol(target.symbol)}
                  digits={6}
                />
              ) : (
                t(one.problem)
              )}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}
