import { displayText, type Token } from '@portico/kernel/contracts'
import { Fact, TokenAmount, useSay, useText } from '@portico/ui'
import type { Quoted, RouteOffer, RouteRefusal } from '../swap.js'
import { quoteWords } from '../text/quote-words.js'
import { reviewWords } from '../text/review-words.js'
import { More } from './more.js'
import { symbolOf } from './read.js'

const isOffer = (route: RouteOffer | RouteRefusal): route is RouteOffer => 'net' in route
const named = (name: string) => displayText(name, 40) ?? '?'

/** Which route, why this one, and what the others said. */
export function RouteFacts({ quote, target }: { readonly quote: Quoted; readonly target: Token }) {
  const t = useText(quoteWords)
  const words = useText(reviewWords)
  const say = useSay()
  const { route, routes } = quote
  const offers = routes.filter(isOffer)
  const reason = offers.length > 1 ? words('swap.best', { count: offers.length }) : routes.length > 1 ? words('swap.onlyPrice') : words('swap.only')
  return (
    <More name={t('swap.route')} says={<bdi>{named(route.name)}</bdi>}>
      <span className="swap-muted">{reason}</span>
      {routes.length > 0 && (
        <dl className="swap-routes" aria-label={words('swap.others')}>
          {routes.map(one => (
            <Fact key={one.id} name={named(one.name)}>
              {isOffer(one) ? <TokenAmount amount={one.net} decimals={target.decimals} symbol={symbolOf(target)} digits={6} /> : say(one.problem)}
            </Fact>
          ))}
        </dl>
      )}
    </More>
  )
}
