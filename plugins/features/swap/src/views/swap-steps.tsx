import { allDigits, displayAmountIn, displaySymbol, message, textSlice } from '@portico/kernel/text'
import { Icon, useSlice, useStyles, useTranslate } from '@portico/ui'
import type { Quoted, SwapPhase } from '../swap.js'
import styles from './swap-steps.css?inline'
import { routeNameOf } from './swap-texts.js'
import { useQuote, useSwap } from './use-swap.js'
import { Wait } from './waiting-for-wallet.js'

const stepMessages = {
  reset: message('swap.step.reset', 'Revoke an earlier approval'),
  approve: message('swap.step.approve', 'Allow {route} to take {amount}'),
  permit: message('swap.step.permit', 'Allow {route} to take {amount}, by signature'),
  swap: message('swap.step.swap', 'Swap'),
}

/** Lists the steps to sign in their order, and the progress once the swap has started. */
export default function SwapSteps() {
  useStyles(styles)
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const { state } = useSwap()
  const { quote } = useQuote()
  const { source, phase, unlimited } = state
  if (!quote || !source) return null
  const steps = quote.steps
  const at = phase.name === 'executing' ? placeIn(steps, phase) : -1
  const isNow = (index: number) => index === at || (phase.name === 'executing' && phase.together)
  const amount = unlimited
    ? `∞ ${displaySymbol(source.symbol)}`
    : `${displayAmountIn(language, allDigits)(quote.sold, source.decimals)} ${displaySymbol(source.symbol)}`
  const words = { route: routeNameOf(quote.route), amount }
  const textOf = (kind: Quoted['steps'][number]) => t(stepMessages[kind], words)
  return (
    <>
      <ol className="swap-steps" aria-label={t(message('swap.steps', 'Steps'))}>
        {steps.map((kind, index) => (
          <li
            key={kind}
            className={index < at ? 'swap-done' : undefined}
            aria-current={isNow(index) ? 'step' : undefined}
          >
            <span className="swap-dot" aria-hidden="true">
              {index < at ? <Icon name="check" size={14} /> : index + 1}
            </span>
            <span>
              {textOf(kind)}
              {index < at && <span className="p-hidden"> {t(message('swap.done', '(done)'))}</span>}
            </span>
          </li>
        ))}
      </ol>
      {phase.name === 'executing' && (
        <div className="swap-status" role="status">
          <Wait />
        </div>
      )}
    </>
  )
}

/**
 * Where in the steps that were shown it is: while the price is looked at once more, at the step
 * after.
 */
function placeIn(
  steps: Quoted['steps'],
  { step, waitsFor }: Extract<SwapPhase, { name: 'executing' }>,
): number {
  const index = steps.indexOf(step)
  return waitsFor === 'quote' ? index + 1 : index
}
