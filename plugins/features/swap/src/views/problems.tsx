import { Note, useOnline, useRead, useSay, useText } from '@portico/ui'
import { riskOf } from '../risk.js'
import { quotedOf, shortage } from '../select.js'
import { formWords } from '../text/form-words.js'
import { LeftSlot } from './left-slot.js'
import { isAlike, saysLeft, symbolOf, typedProblem } from './read.js'
import { useSwap } from './use-swap.js'

/** What keeps this from being swapped, and what was left behind. */
export function Problems() {
  const t = useText(formWords)
  const say = useSay()
  const { state } = useSwap()
  const { source, phase } = state
  const missing = useRead(shortage, isAlike)
  const isOnline = useOnline()
  const typed = typedProblem(state)
  const isRefused = quotedOf(state) !== undefined && riskOf(state) === 'refused'
  const failure = phase.name === 'editing' || phase.name === 'quoted' ? phase.problem : undefined
  return (
    <>
      {typed && source && (
        <Note kind="warn">{typed === 'digits' ? t('swap.digits', { symbol: symbolOf(source), digits: source.decimals }) : t('swap.notAmount')}</Note>
      )}
      {missing && <Note kind="warn">{say(missing)}</Note>}
      {isRefused && <Note kind="bad">{t('swap.problem.refused')}</Note>}
      {failure && !isRefused && failure.id !== missing?.id && !saysLeft(failure.id) && <Note kind="bad">{say(failure)}</Note>}
      <LeftSlot />
      {!isOnline && <Note kind="warn">{t('swap.offline')}</Note>}
    </>
  )
}
