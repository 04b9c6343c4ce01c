import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { allDigits, displayQuantityIn, displayText, textSlice } from '@portico/kernel/text'
import { hiddenAmount, useHidesAmounts, useSlice, useTranslate } from '@portico/ui'
import { type CSSProperties, useMemo } from 'react'
import { shownMoves, signOf } from '../rules.js'
import { collectibleMessage } from './sentences.js'

/** Lists the moved amounts, each with its sign. `most`: how many to show. */
export function Moves({
  entry,
  most = 2,
  isCut = false,
}: {
  readonly entry: ActivityEntry
  readonly most?: number
  /** True to keep each amount on one line, even in a narrow place. */
  readonly isCut?: boolean
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const hides = useHidesAmounts()
  const [quantity, exact] = useMemo(
    () => [
      displayQuantityIn(language),
      displayQuantityIn(language, allDigits, { useGrouping: false }),
    ],
    [language],
  )
  const { operationType } = entry.metadata
  const moves = shownMoves(entry).slice(0, most)
  const words = ({
    nft_info,
    fungible_info,
    quantity: { numeric },
    direction,
  }: ActivityTransfer) => {
    const name = nft_info
      ? (displayText(nft_info.name) ?? t(collectibleMessage))
      : (displayText(fungible_info?.symbol, 24) ?? '')
    return `${signOf(operationType, direction)}${hides ? hiddenAmount : quantity(numeric)} ${name}`
  }
  return (
    <>
      {moves.map((move, at) => {
        const said = words(move)
        const isIn = signOf(operationType, move.direction) === '+'
        return (
          <bdi
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            key={at}
            className={`p-num${isCut ? ' p-cut' : ''}${isIn ? ' p-move-in' : ''}`}
            style={{ '--figures': said.length } as CSSProperties}
            title={hides ? undefined : exact(move.quantity.numeric)}
          >
            {said}
          </bdi>
        )
      })}
    </>
  )
}
