import {
  displayDecimalIn,
  formatAmount,
  message,
  parseAmount,
  textSlice,
} from '@portico/kernel/text'
import { Note, Segmented, TextField, useSlice, useTranslate } from '@portico/ui'
import { useEffect, useRef, useState } from 'react'
import { offeredSlippages, slippageRisk } from '../quoting/slippage.js'
import { slippageMessage } from './swap-texts.js'
import { useSwap } from './use-swap.js'

/** The choice of a tolerance: a suggested or a custom one. Loaded when it is opened. */
export default function SlippageEditor() {
  const t = useTranslate()
  const { state, swap, call } = useSwap()
  const { slippageBasisPoints: chosen } = state
  const percent = displayDecimalIn(
    useSlice(textSlice, ({ language }) => language),
    2,
  )
  const [own, setOwn] = useState(() =>
    offeredSlippages.some(one => one === chosen) ? '' : formatAmount(BigInt(chosen), 2),
  )
  const isSevere = slippageRisk(chosen) === 'severe'
  const warning = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSevere) warning.current?.scrollIntoView({ block: 'nearest' })
  }, [isSevere])
  const take = (text: string) => {
    setOwn(text)
    const basisPoints = basisPointsOf(text)
    if (basisPoints !== undefined) call(swap.setSlippage(basisPoints))
  }
  return (
    <>
      <Segmented
        label={t(slippageMessage)}
        options={offeredSlippages.map(one => ({
          id: String(one),
          label: `${percent(formatAmount(BigInt(one), 2))} %`,
        }))}
        value={String(chosen)}
        onChange={next => {
          setOwn('')
          call(swap.setSlippage(Number(next)))
        }}
      />
      <TextField
        label={t(message('swap.slippageOwn', 'Custom, in percent'))}
        inputMode="decimal"
        autoComplete="off"
        maxLength={5}
        value={own}
        onChange={take}
        problem={
          own && basisPointsOf(own) === undefined
            ? t(message('swap.slippageBad', 'Enter a number from 0 to 50, such as 0.5'))
            : undefined
        }
      />
      {isSevere && (
        <div ref={warning}>
          <Note kind="warn">
            {t(
              message(
                'swap.slippageRisk',
                'Above 5 % others can trade ahead of you and keep the difference.',
              ),
            )}
          </Note>
        </div>
      )}
    </>
  )
}

/** Undefined for an invalid tolerance. */
function basisPointsOf(text: string): number | undefined {
  const units = parseAmount(text, 2)
  if (units === undefined || slippageRisk(Number(units)) === 'refused') return undefined
  return Number(units)
}
