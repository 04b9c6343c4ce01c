import { Icon, useStyles, useText, WalletIcon } from '@portico/ui'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { listWords } from '../text/list-words.js'
import type { WalletTile } from '../tiles.js'
import { allWalletsStyles } from './all-wallets.styles.js'
import { columns, poolOf, rowHeight, scrollFor, shownHeight, tileAfter, windowOf } from './wallet-grid-window.js'

export interface WalletGridProps {
  readonly label: string
  readonly tiles: readonly WalletTile[]
  /** What the tiles are the answer to: another one begins at its top. */
  readonly question: string
  readonly onPick: (tile: WalletTile) => void
  /** The last tiles are about to be seen. */
  readonly onEnd: () => void
}

/**
 * Tiles in four columns, of which only those are there that are seen: thousands cost as much as a few. One stop for the tabulator, arrow keys inside.
 */
export function WalletGrid({ label, tiles, question, onPick, onEnd }: WalletGridProps) {
  useStyles(allWalletsStyles)
  const installed = useText(listWords)('directory.installed')
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, see] = useState({ question, top: 0, height: shownHeight })
  const [active, setActive] = useState(0)
  const takesFocus = useRef(false)
  if (seen.question !== question) {
    see({ ...seen, question, top: 0 })
    setActive(0)
  }
  const { top, height } = seen
  const [from, to] = windowOf(tiles.length, top, height)
  const isLast = to >= tiles.length

  const look = useCallback(() => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 }
    // Within a row there is nothing new to see.
    const edge = Math.floor(scrollTop / rowHeight) * rowHeight
    see(before => (before.top === edge && before.height === clientHeight + rowHeight ? before : { ...before, top: edge, height: clientHeight + rowHeight }))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its top.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
    look()
  }, [question, look])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !takesFocus.current) return
    takesFocus.current = false
    box.scrollTop = scrollFor(active, box.scrollTop, box.clientHeight)
    box.querySelector<HTMLElement>(`[data-at="${active}"]`)?.focus({ preventScroll: true })
  }, [active])
  useLayoutEffect(() => {
    if (isLast) onEnd()
  }, [isLast, onEnd])

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).dataset.at)
    const next = tileAfter(event.key, at, tiles.length, scroller.current?.clientHeight ?? 0, event.currentTarget.matches(':dir(rtl)'))
    if (next === undefined) return
    event.preventDefault()
    takesFocus.current = next !== at
    setActive(next)
  }
  // The one that the keys are at stays, also when it is scrolled away, and at one place among its siblings: an element that is moved loses the focus.
  const others = Array.from({ length: to - from }, (_, at) => from + at).filter(at => at !== active)
  const there = active < tiles.length ? [active, ...others] : others
  const pool = poolOf(height)
  return (
    <div className="p-wallet-grid" ref={scroller} onScroll={look}>
      {/* A list without bullets is no list to Safari, unless it is told so. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul role="list" aria-label={label} onKeyDown={move} style={{ '--rows': Math.ceil(tiles.length / columns) } as CSSProperties}>
        {there.map(at => {
          const tile = tiles[at]
          const key = at === active ? `active${at}` : at % pool
          return tile && <Tile key={key} tile={tile} at={at} count={tiles.length} isActive={at === active} installed={installed} onPick={onPick} />
        })}
      </ul>
    </div>
  )
}

interface TileProps {
  readonly tile: WalletTile
  readonly at: number
  readonly count: number
  /** The one that the tabulator comes to. */
  readonly isActive: boolean
  readonly installed: string
  readonly onPick: (tile: WalletTile) => void
}
const Tile = memo(function Tile({ tile, at, count, isActive, installed, onPick }: TileProps) {
  return (
    <li style={{ '--row': Math.floor(at / columns), '--column': at % columns } as CSSProperties} aria-setsize={count} aria-posinset={at + 1}>
      <button type="button" className="p-wallet-tile" data-at={at} tabIndex={isActive ? 0 : -1} onClick={() => onPick(tile)}>
        <WalletIcon name={tile.name} src={tile.imageUrl} size={56} />
        <span className="p-cut p-wallet-tile-name" dir="auto">
          {tile.name}
        </span>
        {tile.installed && (
          <>
            <Icon name="check" />
            <span className="p-hidden">{installed}</span>
          </>
        )}
      </button>
    </li>
  )
})
