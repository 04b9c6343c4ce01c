import { LazyFace, Skeleton, useText } from '@portico/ui'
import type { Quoted } from '../swap.js'
import { quoteWords } from '../text/quote-words.js'
import { More } from './more.js'
import { routeNameOf } from './read.js'

const load = () => import('./route-offers.js')

/** Which route: a line of facts that opens into why this one. */
export function RouteFacts({ quote: { route } }: { readonly quote: Quoted }) {
  const t = useText(quoteWords)
  return (
    <More name={t('swap.route')} says={<bdi>{routeNameOf(route)}</bdi>}>
      <LazyFace load={load} waiting={<Skeleton height={100} />} />
    </More>
  )
}
