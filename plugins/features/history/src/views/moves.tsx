import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { allDigits, displayQuantityIn, displayText, message, textSlice } from '@portico/kernel/text'
import { hiddenAmount, useHidesAmounts, useSlice, useTranslate } from '@portico/ui'
import { type CSSProperties, useMemo } from 'react'
import { isSpam, signOf } from '../rules.js'

/** What moved, each with its sign. `most`: so many of them. */
export function Moves({
  entry,
  most = 2,
}: {
  readonly entry: ActivityEntry
  readonly most?: number
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
  // Spam beside other transfers is noise; an entry that is only spam is shown on request.
  const moves = (
    isSpam(entry)
      ? entry.transfers
      : entry.transfers.filter(({ nft_info }) => !nft_info?.flags.is_spam)
  ).slice(0, most)
  const words = ({
    nft_info,
    fungible_info,
    quantity: { numeric },
    direction,
  }: ActivityTransfer) => {
    const name = nft_info
      ? (displayText(nft_info.name) ?? t(message('history.collectible', 'Collectible')))
      : (displayText(fungible_info?.symbol, 24) ?? '')
    return `${signOf(operationType, direction)}${hides ? hiddenAmount : quantity(numeric)} ${name}`
  }
  return (
    <>
      {moves.map((move, at) => {
        const said = words(move)
        return (
          <bdi
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            key={at}
            className={signOf(operationType, move.direction) === '+' ? 'p-num p-move-in' : 'p-num'}
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
