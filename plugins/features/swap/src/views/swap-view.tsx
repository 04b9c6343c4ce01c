import { connectView } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  connectMessage,
  LazyComponent,
  retryMessage,
  Skeleton,
  Stack,
  useKernel,
  useOnline,
  usePreload,
  useRead,
  useStyles,
  useTranslate,
  ViewFooter,
} from '@portico/ui'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { riskOf } from '../quoting/risk.js'
import { swapPreviewView } from '../refs.js'
import { placeOf, routesOf, shortage } from '../select.js'
import type { Quoted } from '../swap.js'
import { AmountCards } from './amount-cards.js'
import { NetworkLine } from './network-line.js'
import { Line, QuoteFacts } from './quote-facts.js'
import { routeMessage } from './route-facts.js'
import { SlippageChoice } from './slippage-choice.js'
import styles from './swap.css?inline'
import { Problems } from './swap-problems.js'
import { isAlike, routeNameOf } from './swap-texts.js'
import { useAsking, useSwap } from './use-swap.js'

const unsupported = () => import('./unsupported.js')

/** @public The kernel calls it before it shows the view. */
export { restoreSwaps as prepare } from '../refs.js'

/** How much of what for what, and what the market says to that. */
export default function SwapView() {
  const t = useTranslate()
  const place = useRead(placeOf)
  const canSwap = useRead(read => routesOf(read).length > 0)
  const kernel = useKernel()
  if (!place)
    return (
      <Stack gap={16} align="center">
        <Caption>{t(message('swap.nobody', 'Connect a wallet to swap.'))}</Caption>
        {kernel.views.has(connectView) && (
          <Button onClick={() => kernel.views.reset(connectView)}>{t(connectMessage)}</Button>
        )}
      </Stack>
    )
  if (!canSwap) return <LazyComponent load={unsupported} />
  return <Market key={`${place.network}:${place.account.address}`} />
}

/** Finds out what has to be known first; the form, once it is. */
function Market() {
  useStyles(styles)
  const t = useTranslate()
  const { swap, state, call } = useSwap()
  const { name } = state.phase
  const [hasFailed, setFailed] = useState(false)
  const begin = () => {
    setFailed(false)
    call(swap.initialize().then(() => setFailed(true)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is there already is only asked for its price anew, when the form comes.
  useEffect(() => {
    if (name === 'idle') begin()
    else call(swap.refresh())
  }, [])
  if (name !== 'idle' && name !== 'initializing') return <Form />
  if (name === 'idle' && hasFailed)
    return (
      <Stack gap={16} align="center">
        <Caption>
          {t(message('swap.failed', 'The tokens that you can swap could not be loaded.'))}
        </Caption>
        <Button onClick={begin}>{t(retryMessage)}</Button>
      </Stack>
    )
  return (
    <div className="swap-form" role="status">
      <div className="swap-cards">
        <Skeleton height={100} />
        <Skeleton height={100} />
      </div>
      <Button busy>{t(message('swap.preparing', 'Loading tokens and prices …'))}</Button>
    </div>
  )
}

function Form() {
  const { state } = useSwap()
  const { phase, target } = state
  const id = useId()
  const quote = 'quote' in phase ? phase.quote : undefined
  const isAsking = useAsking()
  /** Enter does what the button does. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.parentElement?.querySelector<HTMLElement>('.p-foot>button')?.click()
  }
  return (
    <div className="swap-form">
      {/* Around the amounts alone: a choice below has a form of its own. */}
      <form noValidate onSubmit={submit}>
        <AmountCards describedBy={id} />
      </form>
      {target && (quote || isAsking) && (
        <QuoteFacts quote={quote}>
          <RouteLine quote={quote} />
          <SlippageChoice />
          <NetworkLine canChoose />
        </QuoteFacts>
      )}
      <ViewFooter>
        <div id={id} className="swap-form">
          <Problems />
        </div>
        <Next />
      </ViewFooter>
    </div>
  )
}

/** The one action: to the preview, or what is missing on the way there. */
function Next() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const isOnline = useOnline()
  const missing = useRead(shortage, isAlike)
  const { swap, state, call } = useSwap()
  const { phase, target, sourceAmount } = state
  const isUnderWay = phase.name === 'executing'
  const isAsking = useAsking()
  const canReview = phase.name === 'quoted' && !missing && riskOf(state) !== 'refused' && isOnline
  const words = (() => {
    if (isUnderWay) return t(message('swap.underWay', 'View progress'))
    if (isAsking) return t(message('swap.quoting', 'Finding the best price …'))
    if (!target) return t(message('swap.pickTarget', 'Choose what you want to get'))
    return sourceAmount
      ? t(message('swap.review', 'Preview swap'))
      : t(message('swap.enter', 'Enter an amount'))
  })()
  const prepare = () => preload(swapPreviewView)
  const hasFailed = !missing && phase.name === 'editing' && phase.problem !== undefined
  return (
    <Button
      busy={isAsking}
      disabled={!isAsking && !canReview && !isUnderWay && !hasFailed}
      onClick={() => (hasFailed ? call(swap.refresh()) : views.push(swapPreviewView))}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {hasFailed ? t(retryMessage) : words}
    </Button>
  )
}

function RouteLine({ quote }: { readonly quote: Quoted | undefined }) {
  const t = useTranslate()
  return <Line name={t(routeMessage)}>{quote && <bdi>{routeNameOf(quote.route)}</bdi>}</Line>
}
