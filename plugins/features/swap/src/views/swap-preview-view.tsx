import type { Token } from '@portico/kernel/chain'
import {
  allDigits,
  displayAmountIn,
  displaySymbol,
  message,
  textSlice,
  worth,
} from '@portico/kernel/text'
import {
  Button,
  backMessage,
  Caption,
  LazyComponent,
  Note,
  Skeleton,
  Stack,
  TokenAmount,
  useFiat,
  useKernel,
  useSlice,
  useStyles,
  useTitle,
  useTranslate,
} from '@portico/ui'
import { useEffect } from 'react'
import { priceOf } from '../select.js'
import type { Quoted } from '../swap.js'
import { Actions } from './actions.js'
import { Changed } from './changed-quote.js'
import { NetworkLine } from './network-line.js'
import { QuoteFacts } from './quote-facts.js'
import { RouteFacts } from './route-facts.js'
import { SlippageChoice } from './slippage-choice.js'
import styles from './swap.css?inline'
import { hasOneSource, receiveMessage, sellMessage } from './swap-texts.js'
import { useImpact } from './use-impact.js'
import { usePrevious, useQuote, useSwap } from './use-swap.js'

const approval = () => import('./approval-choice.js')
const changes = () => import('./balance-changes.js')
const steps = () => import('./swap-steps.js')

/** @public The kernel calls it before it shows the view. */
export { restoreSwaps as prepare } from '../refs.js'

/** Shows what will be signed before the wallet gets a request, and the progress afterwards. */
export default function SwapPreviewView() {
  useStyles(styles)
  const t = useTranslate()
  useTitle(t(message('swap.preview', 'Preview swap')))
  const { views } = useKernel()
  const { swap, state, call } = useSwap()
  const { quote, isOld } = useQuote()
  const { source, target } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price is taken anew when the view comes.
  useEffect(() => call(swap.refresh()), [])
  if (quote && source && target)
    return <Preview quote={quote} isOld={isOld} source={source} target={target} />
  return (
    <Stack gap={16} align="center">
      <Caption>{t(message('swap.gone', 'There is nothing left to preview.'))}</Caption>
      <Button onClick={() => void views.back()}>{t(backMessage)}</Button>
    </Stack>
  )
}

/** All parts appear together, so that nothing moves under a click. */
const parts = [approval, changes, steps]
SwapPreviewView.needs = () => parts

interface PreviewProps {
  readonly quote: Quoted
  /** True while the next quote is in flight. */
  readonly isOld: boolean
  readonly source: Token
  readonly target: Token
}
function Preview({ quote, isOld, source, target }: PreviewProps) {
  const t = useTranslate()
  const { state } = useSwap()
  const isUnderWay = state.phase.name === 'executing'
  const before = usePrevious(quote)
  const language = useSlice(textSlice, slice => slice.language)
  const least = displayAmountIn(language, 6)(quote.minimumReceived, target.decimals)
  return (
    <Stack gap={12}>
      <div className="swap-hero">
        <Side name={t(sellMessage)} amount={quote.sold} token={source} digits={allDigits} />
        <Side
          name={t(receiveMessage)}
          amount={quote.toAmount}
          before={before?.toAmount}
          token={target}
          digits={6}
        />
      </div>
      {isUnderWay ? (
        <LazyComponent load={steps} waiting={<Skeleton height={64} />} />
      ) : (
        <>
          {!isOld && <Warnings />}
          {!isOld &&
            hasOneSource(
              quote,
              [source, target].map(token => priceOf(state, token)),
            ) && (
              <Note>
                {t(
                  message(
                    'swap.oneSource',
                    'This price comes from one source only. Compare it before you swap.',
                  ),
                )}
              </Note>
            )}
          {(quote.steps.includes('approve') || state.unlimited) && (
            <LazyComponent load={approval} waiting={<Skeleton height={52} />} />
          )}
          <QuoteFacts quote={isOld ? undefined : quote} before={before}>
            <SlippageChoice />
            <RouteFacts quote={quote} />
            <NetworkLine />
          </QuoteFacts>
          <LazyComponent load={changes} waiting={<Skeleton height={120} />} />
          {quote.steps.length > 1 && (
            <LazyComponent load={steps} waiting={<Skeleton height={64} />} />
          )}
        </>
      )}
      <span className="p-hidden" role="status">
        {before &&
          quote.minimumReceived < before.minimumReceived &&
          t(
            message(
              'swap.lowered',
              'The price has changed. You get at least {amount} {symbol} now.',
            ),
            { amount: least, symbol: displaySymbol(target.symbol) },
          )}
      </span>
      <Actions quote={quote} source={source} />
    </Stack>
  )
}

/** An amount with its token and its value. */
interface SideProps {
  readonly name: string
  readonly amount: bigint
  /** The amount of the previous quote. */
  readonly before?: bigint | undefined
  readonly token: Token
  readonly digits: number
}
function Side({ name, amount, before, token, digits }: SideProps) {
  const fiat = useFiat()
  const price = priceOf(useSwap().state, token)
  return (
    <>
      <span className="swap-muted">{name}</span>
      <Changed from={before} to={amount}>
        <TokenAmount
          amount={amount}
          decimals={token.decimals}
          symbol={displaySymbol(token.symbol)}
          digits={digits}
          big
        />
      </Changed>
      <span className="swap-muted p-num">
        {price !== undefined && fiat(worth(amount, token.decimals, price))}
      </span>
    </>
  )
}

/** The warnings of a risky swap (decision 26, threats S21 and S22). */
function Warnings() {
  const t = useTranslate()
  const { percent, risk, isGain } = useImpact()
  if (risk === 'usual') return null
  if (percent === undefined)
    return (
      <Note kind="warn">
        {t(
          message(
            'swap.impactBlind',
            'The value of one of these is unknown: compare what you get with what you pay.',
          ),
        )}
      </Note>
    )
  if (isGain)
    return (
      <Note kind="warn">
        {t(
          message(
            'swap.impactGain',
            'You would get far more than you pay: one of the prices is wrong.',
          ),
        )}
      </Note>
    )
  return (
    <Note kind={risk === 'high' ? 'warn' : 'bad'}>
      {t(
        message(
          'swap.impactHigh',
          'You lose {percent} of the value: what you get is worth less than what you pay.',
        ),
        { percent },
      )}
    </Note>
  )
}
