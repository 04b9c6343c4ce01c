import {
  Icon,
  installedMessage,
  LongList,
  type TabStop,
  useStyles,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { type CSSProperties, useCallback } from 'react'
import type { WalletTile } from '../tiles.js'
import styles from './all-wallets.css?inline'

export interface WalletGridProps {
  readonly label: string
  readonly tiles: readonly WalletTile[]
  /** The search that the tiles answer: another search scrolls to the top. */
  readonly query: string
  readonly onPick: (tile: WalletTile) => void
  /** Called when the last tiles are about to be visible. */
  readonly onEnd: () => void
}

/** Pixels. */
const rowHeight = 104
/**
 * Pixels that are visible at once: four rows, and enough of the fifth to show that there are more.
 */
const shownHeight = rowHeight * 4 + 24
/** Both heights as custom properties, for elements that replace the grid. */
export const gridHeights = {
  '--row-high': `${rowHeight}px`,
  '--seen': `${shownHeight}px`,
} as CSSProperties

/**
 * Characters that always fit into two lines. Clipping is used only for longer names: each clipped
 * edge costs time in every frame, also while a letter is typed above.
 */
const fitting = 12

/** Shows the tiles in four columns. */
export function WalletGrid({ label, tiles, query, onPick, onEnd }: WalletGridProps) {
  useStyles(styles)
  const installed = useTranslate()(installedMessage)
  const draw = useCallback(
    (tile: WalletTile, tabStop: TabStop) => (
      <button type="button" className="p-wallet-tile" {...tabStop} onClick={() => onPick(tile)}>
        <WalletIcon name={tile.name} image={tile} size={56} />
        <span
          className={
            tile.name.length > fitting
              ? 'p-cut p-wallet-tile-name p-wallet-tile-long'
              : 'p-wallet-tile-name'
          }
          dir="auto"
        >
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
  return (
    <LongList
      label={label}
      entries={tiles}
      query={query}
      columns={4}
      rowHeight={rowHeight}
      height={shownHeight}
      draw={draw}
      onEnd={onEnd}
    />
  )
}
