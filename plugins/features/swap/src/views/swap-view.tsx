import { selectTokenMessage } from '@portico/kernel/chain'
import { connectView } from '@portico/kernel/connect-page'
import { type Message, message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  connectMessage,
  enterAmountMessage,
  LazyComponent,
  retryMessage,
  reviewMessage,
  Skeleton,
  Stack,
  useKernel,
  useOnline,
  usePreload,
  useRead,
  useStyles,
  useTranslate,
  useTypedAmount,
  ViewFooter,
  type ViewProps,
} from '@portico/ui'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { riskOf } from '../quoting/risk.js'
import { swapPreviewView, swapSelectTokenView, type swapView } from '../refs.js'
import { placeOf, routesOf, shortage, sourceUnits } from '../select.js'
import type { Quoted } from '../swap.js'
import { AmountCards } from './amount-cards.js'
import { NetworkLine } from './network-line.js'
import { Line, QuoteFacts } from './quote-facts.js'
import { routeMessage } from './route-facts.js'
import { SlippageChoice } from './slippage-choice.js'
import styles from './swap.css?inline'
import { Problems } from './swap-problems.js'
import { isAlike, routeNameOf, typedProblem } from './swap-texts.js'
import { useAsking, useSwap } from './use-swap.js'

const unsupported = () => import('./unsupported.js')

/** @public The kernel calls it before it shows the view. */
export { restoreSwaps as prepare } from '../refs.js'

/** The form: both tokens, the amount, and the quote. */
export default function SwapView({ params }: ViewProps<typeof swapView>) {
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
  return <Market key={`${place.network}:${place.account.address}`} params={params} />
}

/** Loads the data that the form needs, then shows the form. */
function Market({ params }: ViewProps<typeof swapView>) {
  useStyles(styles)
  const t = useTranslate()
  const { swap, state, call } = useSwap()
  const { name } = state.phase
  const [hasFailed, setFailed] = useState(false)
  const begin = () => {
    setFailed(false)
    call(swap.begin(params).then(() => setFailed(true)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the params count once, when the form comes or when it is opened again.
  useEffect(begin, [params])
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
  const { swap, state, call } = useSwap()
  const { phase, source, sourceAmount, target } = state
  const typed = useTypedAmount(sourceAmount, text => call(swap.setAmount(text)), source?.decimals)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const quote = 'quote' in phase ? phase.quote : undefined
  const isAsking = useAsking()
  /** Enter is the same as a click on the button. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.parentElement?.querySelector<HTMLElement>('.p-foot>button')?.click()
  }
  return (
    <div className="swap-form">
      {/* Wraps the amounts only: a choice below has another form. */}
      <form ref={form} noValidate onSubmit={submit}>
        <AmountCards typed={typed} describedBy={id} />
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
          <Problems isCut={typed.isCut} />
        </div>
        <Next focusAmount={() => form.current?.querySelector('input')?.focus()} />
      </ViewFooter>
    </div>
  )
}

interface Step {
  readonly label: Message
  readonly isOff?: boolean
  press(): unknown
  /** Loads the next view. */
  readonly prepare?: () => unknown
}
/** The only button: it names the next step, and leads to it. */
function Next({ focusAmount }: { readonly focusAmount: () => void }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const isOnline = useOnline()
  const missing = useRead(shortage, isAlike)
  const { swap, state, call } = useSwap()
  const { phase, source, target } = state
  const isAsking = useAsking()
  const canReview = phase.name === 'quoted' && !missing && riskOf(state) !== 'refused' && isOnline
  const hasFailed = !missing && phase.name === 'editing' && phase.problem !== undefined
  const choose = (side: 'source' | 'target') => ({
    prepare: () => preload(swapSelectTokenView),
    press: () => views.push(swapSelectTokenView, { side }),
  })
  const review = {
    prepare: () => preload(swapPreviewView),
    press: () => views.push(swapPreviewView),
  }
  const step = ((): Step => {
    if (hasFailed) return { label: retryMessage, press: () => call(swap.refresh()) }
    if (phase.name === 'executing')
      return { label: message('swap.underWay', 'View progress'), ...review }
    if (isAsking) return { label: message('swap.quoting', 'Finding the best price …'), ...review }
    if (!source) return { label: selectTokenMessage, ...choose('source') }
    if (sourceUnits(state) === undefined && !typedProblem(state))
      return { label: enterAmountMessage, press: focusAmount }
    if (!target)
      return {
        label: message('swap.pickTarget', 'Choose what you want to get'),
        ...choose('target'),
      }
    return { label: reviewMessage, isOff: !canReview, ...review }
  })()
  return (
    <Button
      busy={isAsking}
      disabled={step.isOff ?? false}
      onClick={step.press}
      {...(step.prepare && { onPointerEnter: step.prepare, onFocus: step.prepare })}
    >
      {t(step.label)}
    </Button>
  )
}

function RouteLine({ quote }: { readonly quote: Quoted | undefined }) {
  const t = useTranslate()
  return <Line name={t(routeMessage)}>{quote && <bdi>{routeNameOf(quote.route)}</bdi>}</Line>
}
