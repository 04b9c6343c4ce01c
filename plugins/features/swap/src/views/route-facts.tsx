import { displayText, type Token } from '@portico/kernel/contracts'
import { Icon, TokenAmount, useSay, useText } from '@portico/ui'
import { type ReactNode, useId, useState } from 'react'
import type { Quoted, RouteOffer, RouteRefusal } from '../swap.js'
import { quoteWords } from '../text/quote-words.js'
import { reviewWords } from '../text/review-words.js'
import { symbolOf } from './read.js'

const isOffer = (route: RouteOffer | RouteRefusal): route is RouteOffer => 'net' in route
const named = (name: string) => displayText(name, 40) ?? '?'

/** Which route, why this one, and what the others said. */
export function RouteFacts({ quote, target }: { readonly quote: Quoted; readonly target: Token }) {
  const t = useText(quoteWords)
  const words = useText(reviewWords)
  const say = useSay()
  const [isOpen, open] = useState(false)
  const id = useId()
  const { route, routes } = quote
  const offers = routes.filter(isOffer)
  const reason = offers.length > 1 ? words('swap.best', { count: offers.length }) : routes.length > 1 ? words('swap.onlyPrice') : words('swap.only')
  return (
    <>
      <dt>{t('swap.route')}</dt>
      <dd>
        <button type="button" className="swap-open" aria-expanded={isOpen} aria-controls={id} onClick={() => open(!isOpen)}>
          <span className="p-hidden">{t('swap.route')} </span>
          <bdi>{named(route.name)}</bdi>
          <Icon name={isOpen ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'} size={14} />
        </button>
      </dd>
      {isOpen && (
        <dd className="swap-wide" id={id}>
          <span className="swap-muted">{reason}</span>
          {routes.length > 0 && (
            <dl className="swap-routes" aria-label={words('swap.others')}>
              {routes.map(one => (
                <RouteOf key={one.id} name={named(one.name)}>
                  {isOffer(one) ? <TokenAmount amount={one.net} decimals={target.decimals} symbol={symbolOf(target)} digits={6} /> : say(one.problem)}
                </RouteOf>
              ))}
            </dl>
          )}
        </dd>
      )}
    </>
  )
}

function RouteOf({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </>
  )
}
