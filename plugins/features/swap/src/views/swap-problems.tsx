import { digitsMessage, notAmountMessage } from '@portico/kernel/capabilities'
import { displaySymbol } from '@portico/kernel/text'
import { Note, offlineFormMessage, useOnline, useRead, useTranslate } from '@portico/ui'
import { riskOf, tooMuchLostMessage } from '../quoting/risk.js'
import { quotedOf, shortage } from '../select.js'
import { isAlike, saysLeft, typedProblem } from './swap-texts.js'
import { LeftSlot } from './unused-approvals-slot.js'
import { useSwap } from './use-swap.js'

/** Shows the problems that prevent a swap, and unused approvals. */
export function Problems({ isCut = false }: { readonly isCut?: boolean }) {
  const t = useTranslate()
  const { state } = useSwap()
  const { source, phase } = state
  const missing = useRead(shortage, isAlike)
  const isOnline = useOnline()
  const typed = typedProblem(state) ?? (isCut ? 'digits' : undefined)
  const isRefused = quotedOf(state) !== undefined && riskOf(state) === 'refused'
  const failure = phase.name === 'editing' || phase.name === 'quoted' ? phase.problem : undefined
  return (
    <>
      {typed && source && (
        <Note kind="warn">
          {typed === 'digits'
            ? t(digitsMessage, { symbol: displaySymbol(source.symbol), digits: source.decimals })
            : t(notAmountMessage)}
        </Note>
      )}
      {missing && <Note kind="warn">{t(missing)}</Note>}
      {isRefused && <Note kind="bad">{t(tooMuchLostMessage)}</Note>}
      {failure && !isRefused && failure.id !== missing?.id && !saysLeft(failure.id) && (
        <Note kind="bad">{t(failure)}</Note>
      )}
      <LeftSlot />
      {!isOnline && <Note kind="warn">{t(offlineFormMessage)}</Note>}
    </>
  )
}
