import { message } from '@portico/kernel/text'
import { LazyComponent, Skeleton, useTranslate } from '@portico/ui'
import type { Quoted } from '../swap.js'
import { More } from './expandable-fact.js'
import { routeNameOf } from './swap-texts.js'

export const routeMessage = /* @__PURE__ */ message('swap.route', 'Route')

const load = () => import('./route-offers.js')

/** The route of the quote: a row that expands to the reason for this route. */
export function RouteFacts({ quote: { route } }: { readonly quote: Quoted }) {
  const t = useTranslate()
  return (
    <More name={t(routeMessage)} says={<bdi>{routeNameOf(route)}</bdi>}>
      <LazyComponent load={load} waiting={<Skeleton height={100} />} />
    </More>
  )
}
