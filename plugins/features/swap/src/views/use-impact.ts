import { displayDecimalIn, formatAmount, textSlice } from '@portico/kernel/text'
import { useSlice } from '@portico/ui'
import { impactOf, impactRisk, percentDecimals } from '../quoting/risk.js'
import { swapSlice } from '../refs.js'
import type { Risk } from '../swap.js'

/**
 * What the exchange loses, as a person reads it: to two digits, a loss never rounded down and a
 * gain never up, and how bad that is. No `percent`: unknown.
 */
export function useImpact(): {
  readonly percent: string | undefined
  readonly risk: Risk
  readonly isGain: boolean
} {
  const impact = useSlice(swapSlice, impactOf)
  const language = useSlice(textSlice, state => state.language)
  const risk = impactRisk(impact)
  if (impact === undefined) return { percent: undefined, risk, isGain: false }
  const isGain = impact < 0n
  const figure = displayDecimalIn(language, 2)(
    formatAmount(isGain ? -impact : impact, percentDecimals),
    !isGain,
  )
  return { percent: `${isGain ? '+' : ''}${figure} %`, risk, isGain }
}
