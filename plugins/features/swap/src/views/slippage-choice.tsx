import { formatAmount, parseAmount } from '@portico/kernel/contracts'
import { Note, Segmented, TextField, useText } from '@portico/ui'
import { useState } from 'react'
import { slippageRisk } from '../risk.js'
import { formWords } from '../text/form-words.js'
import { More } from './more.js'
import { useSwap } from './use-swap.js'

/** Hundredths of a percent. */
const usual = [50, 100, 300] as const
const percentOf = (basisPoints: number) => `${formatAmount(BigInt(basisPoints), 2)} %`

/** How much of the quoted output may get lost until the network has the swap: a line of facts that opens into a choice. */
export function SlippageChoice() {
  const t = useText(formWords)
  const { state, swap, call } = useSwap()
  const { slippageBasisPoints: chosen } = state
  const [own, setOwn] = useState(() => (usual.some(one => one === chosen) ? '' : formatAmount(BigInt(chosen), 2)))
  const take = (text: string) => {
    setOwn(text)
    const basisPoints = basisPointsOf(text)
    if (basisPoints !== undefined) call(swap.setSlippage(basisPoints))
  }
  const isRisky = slippageRisk(chosen) === 'severe'
  return (
    <More
      name={t('swap.slippage')}
      says={
        <bdi dir="ltr" className={isRisky ? 'p-num swap-bad' : 'p-num'}>
          {percentOf(chosen)}
        </bdi>
      }
    >
      <Segmented
        label={t('swap.slippage')}
        options={usual.map(one => ({ id: String(one), label: percentOf(one) }))}
        value={String(chosen)}
        onChange={next => {
          setOwn('')
          call(swap.setSlippage(Number(next)))
        }}
      />
      <TextField
        label={t('swap.slippageOwn')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={5}
        value={own}
        onChange={take}
        problem={own && basisPointsOf(own) === undefined ? t('swap.slippageBad') : undefined}
      />
      {isRisky && <Note kind="warn">{t('swap.slippageRisk')}</Note>}
    </More>
  )
}

/** Undefined for what is no tolerance. */
function basisPointsOf(text: string): number | undefined {
  const units = parseAmount(text, 2)
  if (units === undefined || units > 5_000n) return undefined
  return Number(units)
}
