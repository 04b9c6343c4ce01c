import type { Token } from '@portico/kernel/chain'
import { allDigits, displayAmountIn, displaySymbol, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  backMessage,
  ConfirmButton,
  retryMessage,
  stopWaitingMessage,
  useKernel,
  useOnline,
  useRead,
  useSlice,
  useTranslate,
  ViewFooter,
} from '@portico/ui'
import { useLayoutEffect, useRef } from 'react'
import { riskOf } from '../quoting/risk.js'
import { shortage } from '../select.js'
import type { Quoted } from '../swap.js'
import { Problems } from './swap-problems.js'
import { confirmationOf, figuresOf, isAlike, isGuarded, nextAction } from './swap-texts.js'
import { useSwap } from './use-swap.js'

/** The confirm button, the problem that prevents it, and the button to stop waiting. */
export function Actions({ quote, source }: { readonly quote: Quoted; readonly source: Token }) {
  const t = useTranslate()
  const { views } = useKernel()
  const { swap, state, call } = useSwap()
  const language = useSlice(textSlice, slice => slice.language)
  const isOnline = useOnline()
  const missing = useRead(shortage, isAlike)
  const isOpen = useRead(isGuarded)
  const { phase } = state
  const problem = phase.name === 'quoted' || phase.name === 'editing' ? phase.problem : undefined
  const isUnderWay = phase.name === 'executing'
  // A sent transaction cannot be stopped.
  const canStop = isUnderWay && phase.waitsFor !== 'network'
  const action = nextAction(state, isOpen)
  const foot = useNextAction(action)
  const amount = displayAmountIn(language, allDigits)(quote.sold, source.decimals)
  const canConfirm = !missing && riskOf(state) !== 'refused' && isOnline
  return (
    <ViewFooter footerRef={foot}>
      {!isUnderWay && <Problems />}
      {action === 'again' ? (
        <Button key={action} onClick={() => call(swap.refresh())}>
          {t(retryMessage)}
        </Button>
      ) : (
        <ConfirmButton
          key={action}
          variant={action === 'sure' ? 'danger' : 'primary'}
          busy={isUnderWay || phase.name === 'quoting' || state.pricing}
          disabled={phase.name === 'quoted' ? !canConfirm : phase.name === 'editing'}
          figures={figuresOf(quote)}
          onClick={() =>
            call(swap.confirm({ ...confirmationOf(problem?.id, isOpen), seen: quote }))
          }
        >
          {action === 'sure'
            ? t(message('swap.doSure', 'Swap anyway'))
            : t(message('swap.do', 'Swap {amount} {symbol}'), {
                amount,
                symbol: displaySymbol(source.symbol),
              })}
        </ConfirmButton>
      )}
      {isUnderWay && (
        <Button variant="plain" onClick={() => (canStop ? call(swap.stop()) : void views.back())}>
          {canStop ? t(stopWaitingMessage) : t(backMessage)}
        </Button>
      )}
    </ViewFooter>
  )
}

/**
 * Moves focus to the new action when the focused one is replaced. Returns the ref of their
 * container.
 */
function useNextAction(action: string) {
  const foot = useRef<HTMLDivElement>(null)
  const before = useRef(action)
  useLayoutEffect(() => {
    const isOther = before.current !== action
    before.current = action
    const root = foot.current?.getRootNode() as ShadowRoot | undefined
    if (isOther && !root?.activeElement)
      foot.current?.querySelector<HTMLElement>('.p-button:not(.p-button-plain)')?.focus()
  }, [action])
  return foot
}
