import { Fact, TokenAmount, useSay, useText } from '@portico/ui'
import type { RouteOffer, RouteRefusal } from '../swap.js'
import { routeWords } from '../text/route-words.js'
import { routeNameOf, symbolOf } from './read.js'
import { useQuote, useSwap } from './use-swap.js'

const isOffer = (route: RouteOffer | RouteRefusal): route is RouteOffer => 'net' in route

/** Why this route, and what the others said. Loaded when somebody asks. */
export default function RouteOffers() {
  const t = useText(routeWords)
  const say = useSay()
  const { target } = useSwap().state
  const routes = useQuote().quote?.routes ?? []
  const offers = routes.filter(isOffer)
  const reason = offers.length > 1 ? t('swap.best', { count: offers.length }) : routes.length > 1 ? t('swap.onlyPrice') : t('swap.only')
  return (
    <>
      <span className="swap-muted">{reason}</span>
      {target && routes.length > 0 && (
        <dl className="swap-routes" aria-label={t('swap.others')}>
          {routes.map(one => (
            <Fact key={one.id} name={routeNameOf(one)}>
              {isOffer(one) ? <TokenAmount amount={one.net} decimals={target.decimals} symbol={symbolOf(target)} digits={6} /> : say(one.problem)}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}
