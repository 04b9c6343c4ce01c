import { Icon, installedMessage, LongList, type Stop, useStyles, useTranslate, WalletIcon } from '@portico/ui'
import { type CSSProperties, useCallback } from 'react'
import type { WalletTile } from '../tiles.js'
import styles from './all-wallets.css?inline'

export interface WalletGridProps {
  readonly label: string
  readonly tiles: readonly WalletTile[]
  /** What the tiles are the answer to: another one begins at its top. */
  readonly question: string
  readonly onPick: (tile: WalletTile) => void
  /** The last tiles are about to be seen. */
  readonly onEnd: () => void
}

/** Pixels. */
const rowHeight = 104
/** Pixels that are visible at once: four rows, and enough of the fifth to show that there are more. */
const shownHeight = rowHeight * 4 + 24
/** For what takes the place of the grid: both heights as custom properties. */
export const gridHeights = { '--row-high': `${rowHeight}px`, '--seen': `${shownHeight}px` } as CSSProperties

/** Characters that fit into two lines whatever they are. What need not be cut off is not: each edge that cuts costs every frame, also that of a letter typed above. */
const fitting = 12

/** Tiles in four columns. */
export function WalletGrid({ label, tiles, question, onPick, onEnd }: WalletGridProps) {
  useStyles(styles)
  const installed = useTranslate()(installedMessage)
  const draw = useCallback(
    (tile: WalletTile, stop: Stop) => (
      <button type="button" className="p-wallet-tile" {...stop} onClick={() => onPick(tile)}>
        <WalletIcon name={tile.name} src={tile.imageUrl} size={56} />
        <span className={tile.name.length > fitting ? 'p-cut p-wallet-tile-name p-wallet-tile-long' : 'p-wallet-tile-name'} dir="auto">
          {tile.name}
        </span>
        {tile.installed && (
          <>
            <Icon name="check" />
            <span className="p-hidden">{installed}</span>
          </>
        )}
      </button>
    ),
    [installed, onPick],
  )
  return <LongList label={label} entries={tiles} question={question} columns={4} rowHeight={rowHeight} height={shownHeight} draw={draw} onEnd={onEnd} />
}
