import type { Read } from '@portico/kernel'
import { type Chain, chainsSlot } from '@portico/kernel/chain'
import { selectChainView } from '@portico/kernel/connect-page'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeNamespace, connectionService, sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  type DirectoryWallet,
  environmentSlice,
  groupWallets,
  type Wallet,
  walletRoutesSlot,
} from '@portico/kernel/wallet'
import {
  Button,
  Note,
  retryMessage,
  SearchField,
  Segmented,
  Skeleton,
  Stack,
  useKernel,
  useRead,
  useService,
  useSlice,
  useSlot,
  useStyles,
  useTranslate,
  walletsMessage,
} from '@portico/ui'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { isFound } from '../places.js'
import { getWalletView, walletDirectoryService } from '../refs.js'
import { search, searchable } from '../search.js'
import { byIdentity, isInstalled } from '../selection.js'
import { approvalsOf, tilesOf, type WalletTile } from '../tiles.js'
import styles from './all-wallets.css?inline'
import { ListFailure } from './list-failure.js'
import { listEmptyMessage, useList } from './use-list.js'
import { useMore } from './use-more.js'
import { usePreloadedRoutes } from './use-preloaded-routes.js'
import { gridHeights, WalletGrid } from './wallet-grid.js'

/**
 * Shows the whole wallet list, of the page and of directories, filtered by a search.
 */
export default function AllWalletsView() {
  useStyles(styles)
  const only = useRead(read => read.state(shellSlice).namespace ?? read.state(sessionSlice).filter)
  const all = useSlot(chainsSlot)
  const [typed, type] = useState('')
  useSearched(typed)
  const [round, begin] = useState(0)
  const [chosen, choose] = useState('')
  const [list, again] = useList()
  const t = useTranslate()
  const offered = useMemo(() => all.filter(({ id }) => !only || id === only), [all, only])
  const wanted = useMemo(
    () => offered.filter(({ id }) => !chosen || id === chosen),
    [offered, chosen],
  )
  const showAll = useCallback(() => {
    begin(round => round + 1)
    type('')
    choose('')
  }, [])
  if (list.state === 'failed') return <ListFailure error={list.error} again={again} />
  return (
    <Stack gap={12}>
      <SearchField
        key={round}
        label={t(message('directory.search', 'Search wallets'))}
        onChange={type}
        maxLength={100}
        autoFocus
      />
      {offered.length > 1 && (
        <div className="p-wallet-chains">
          <Segmented
            label={t(message('directory.chains', 'Chain'))}
            options={[
              { id: '', label: t(message('directory.every', 'All')) },
              ...offered.map(({ id, name }) => ({ id, label: name })),
            ]}
            value={chosen}
            onChange={choose}
          />
        </div>
      )}
      {list.state === 'there' ? (
        <Wallets listed={list.wallets} wanted={wanted} typed={typed} showAll={showAll} />
      ) : (
        <Waiting />
      )}
    </Stack>
  )
}

/** Milliseconds without another letter, after which a search counts as made. */
const pauseMs = 1_000
function useSearched(typed: string): void {
  const kernel = useKernel()
  const { searched } = useService(walletDirectoryService)
  useEffect(() => {
    if (!typed.trim()) return
    const timer = setTimeout(
      () => searched().catch(error => kernel.report(error, 'connector/directory')),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [typed, searched, kernel])
}

/** Shows placeholders in the size of the tiles. */
function Waiting() {
  const t = useTranslate()
  return (
    <div className="p-wallet-none p-wallet-waiting" style={gridHeights} role="status">
      <span className="p-hidden">{t(message('directory.loading', 'Loading wallets'))}</span>
      {Array.from({ length: 16 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} width={56} />
      ))}
    </div>
  )
}

/** Returns the wallets that are in the page and usable here. */
const installedIn = (read: Read): readonly Wallet[] => {
  const here = read.state(environmentSlice)
  return groupWallets(
    read
      .items(connectorsSlot)
      .filter(
        ({ type, worksIn }) => type !== 'AUTH' && type !== 'EXTERNAL' && worksIn?.(here) !== false,
      ),
  )
}

/** Milliseconds until the list is idle, and the search can be prepared. */
const restMs = 200

interface WalletsProps {
  readonly listed: readonly DirectoryWallet[]
  /** The offered chains. */
  readonly wanted: readonly Chain[]
  readonly typed: string
  readonly showAll: () => void
}
/** Renders the tiles deferred, a frame after the letter, so that typing is never delayed. */
const Wallets = memo(function Wallets({ listed, wanted, typed, showAll }: WalletsProps) {
  const kernel = useKernel()
  const routes = useSlot(walletRoutesSlot)
  const here = useSlice(environmentSlice)
  const pick = usePick()
  usePreloadedRoutes()
  // Decision 47: a wallet that appears while the list is open keeps its place among the others; it
  // is found when it is picked.
  const [opened] = useState(() => installedIn(kernel))
  const t = useTranslate()

  const networks = useMemo(
    () => wanted.flatMap(chain => chain.networks.map(({ caipNetworkId }) => caipNetworkId)),
    [wanted],
  )
  const more = useMore(typed.trim(), networks)
  const tiles = useMemo(() => tilesOf(opened, listed), [opened, listed])
  const further = useMemo(() => tilesOf([], more.wallets), [more.wallets])
  const works = useCallback(
    ({ installed, listed: wallet, namespaces }: WalletTile) =>
      wanted.some(({ id }) => namespaces.includes(id)) &&
      (installed !== undefined ||
        (wallet !== undefined &&
          (routes.some(route => route.leads(wallet, kernel)) ||
            isFound(wallet, here, globalThis.location.href)))),
    [wanted, routes, here, kernel],
  )
  const known = useMemo(() => searchable(tiles.filter(works)), [tiles, works])
  useEffect(() => {
    const timer = setTimeout(known.ready, restMs)
    return () => clearTimeout(timer)
  }, [known])
  const found = useMemo(() => search(known, typed), [known, typed])
  const shown = useMemo(() => [...found, ...further.filter(works)], [found, further, works])
  const isEmpty = shown.length === 0
  const { ask, isOver } = more
  useEffect(() => {
    // Without tiles, no scroll reaches the end, so the next page is requested here.
    if (isEmpty) ask()
  }, [isEmpty, ask])

  const isSearched = isEmpty && !isOver
  return (
    <>
      <p className="p-hidden" role="status">
        {typed &&
          !isSearched &&
          t(message('directory.found', 'Wallets found: {count}'), { count: shown.length })}
      </p>
      {isSearched && <Waiting />}
      {!isEmpty && (
        <WalletGrid
          label={t(walletsMessage)}
          tiles={shown}
          query={`${networks} ${typed}`}
          onPick={pick}
          onEnd={ask}
        />
      )}
      {more.again && (
        <Stack gap={12}>
          <Note kind="bad">
            {t(message('directory.moreFailed', 'More wallets could not be loaded.'))}
          </Note>
          <Button variant="soft" onClick={more.again}>
            {t(retryMessage)}
          </Button>
        </Stack>
      )}
      {isEmpty && isOver && !more.again && (
        <div className="p-wallet-none" style={gridHeights}>
          {typed ? (
            <>
              <Note>
                <strong>{t(message('directory.none', 'No wallet has this name.'))}</strong>
                <br />
                {t(message('directory.noneHint', 'Check the spelling, or show all wallets.'))}
              </Note>
              <Button variant="soft" onClick={showAll}>
                {t(message('directory.showAll', 'Show all wallets'))}
              </Button>
            </>
          ) : (
            <Note>{t(listEmptyMessage)}</Note>
          )}
        </div>
      )}
    </>
  )
})

/**
 * Returns the click handler of a tile.
 * It connects a wallet in the page, opens its route, or says where to get it.
 */
function usePick(): (tile: WalletTile) => void {
  const kernel = useKernel()
  const { connect } = useService(connectionService)
  return useCallback(
    ({ installed, listed: wallet }) => {
      const report = (error: unknown) => kernel.report(error, 'connector/directory')
      const present = installedIn(kernel)
      const same = wallet && byIdentity(present)(wallet)
      const own =
        present.find(({ id }) => id === installed?.id) ??
        (wallet && same && isInstalled(wallet, same) ? same : undefined)
      const only = kernel.state(shellSlice).namespace ?? kernel.state(sessionSlice).filter
      const connected = Object.values(kernel.state(sessionSlice).connections).flatMap(
        ({ connector, phase }) => (phase.name === 'connected' ? connector : []),
      )
      const [first, ...others] = approvalsOf(
        own?.connectors.filter(({ namespace }) => !only || namespace === only) ?? [],
        activeNamespace(kernel),
        ({ id }) => connected.includes(id),
      )
      if (own && others.length) kernel.views.push(selectChainView, { wallet: own.id })
      // The error is in the session slice, where the waiting view reads it.
      else if (first) connect(first.id).catch(() => undefined)
      else if (wallet)
        kernel.views.push(
          walletRoutesSlot.combine(kernel.items(walletRoutesSlot), report, wallet, kernel) ??
            getWalletView,
          { wallet },
        )
    },
    [kernel, connect],
  )
}
