import type { Read } from '@portico/kernel'
import {
  activeNamespace,
  type Chain,
  chains,
  connection,
  connectors,
  type DirectoryWallet,
  environment,
  groupWallets,
  message,
  selectChainView,
  session,
  shellSlice,
  type Wallet,
  walletRoutes,
} from '@portico/kernel/contracts'
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
import { getWalletView, walletDirectory } from '../refs.js'
import { search, searchable } from '../search.js'
import { byIdentity, isInstalled } from '../selection.js'
import { approvalsOf, tilesOf, type WalletTile } from '../tiles.js'
import styles from './all-wallets.css?inline'
import { listEmptyMessage, listFailedMessage, useList } from './use-list.js'
import { useMore } from './use-more.js'
import { gridHeights, WalletGrid } from './wallet-grid.js'

/** The whole wallet list: what is in the page and what is elsewhere, searched as one types. */
export default function AllWalletsView() {
  useStyles(styles)
  const only = useRead(read => read.state(shellSlice).namespace ?? read.state(session).filter)
  const all = useSlot(chains)
  const [typed, type] = useState('')
  useSearched(typed)
  const [round, begin] = useState(0)
  const [chosen, choose] = useState('')
  const [list, again] = useList()
  const t = useTranslate()
  const offered = useMemo(() => all.filter(({ id }) => !only || id === only), [all, only])
  const wanted = useMemo(() => offered.filter(({ id }) => !chosen || id === chosen), [offered, chosen])
  const showAll = useCallback(() => {
    begin(round => round + 1)
    type('')
    choose('')
  }, [])
  if (list.state === 'failed')
    return (
      <Stack gap={16}>
        <Note kind="bad">{t(listFailedMessage)}</Note>
        <Button onClick={again}>{t(retryMessage)}</Button>
      </Stack>
    )
  return (
    <Stack gap={12}>
      <SearchField key={round} label={t(message('directory.search', 'Search wallets'))} onChange={type} maxLength={100} autoFocus />
      {offered.length > 1 && (
        <div className="p-wallet-chains">
          <Segmented
            label={t(message('directory.chains', 'Chain'))}
            options={[{ id: '', label: t(message('directory.every', 'All')) }, ...offered.map(({ id, name }) => ({ id, label: name }))]}
            value={chosen}
            onChange={choose}
          />
        </div>
      )}
      {list.state === 'there' ? <Wallets listed={list.wallets} wanted={wanted} typed={typed} showAll={showAll} /> : <Waiting />}
    </Stack>
  )
}

/** Milliseconds without another letter, after which somebody has looked for something. */
const pauseMs = 1_000
function useSearched(typed: string): void {
  const kernel = useKernel()
  const { searched } = useService(walletDirectory)
  useEffect(() => {
    if (!typed.trim()) return
    const timer = setTimeout(() => searched().catch(error => kernel.report(error, 'connector/directory')), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, searched, kernel])
}

/** The place of the tiles, in their size. */
function Waiting() {
  const t = useTranslate()
  return (
    <div className="p-wallet-none p-wallet-waiting" style={gridHeights} role="status">
      <span className="p-hidden">{t(message('directory.loading', 'The wallets are on their way.'))}</span>
      {Array.from({ length: 16 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} width={56} />
      ))}
    </div>
  )
}

/** The wallets that are in the page and work here. */
const installedIn = (read: Read): readonly Wallet[] => {
  const here = read.state(environment)
  return groupWallets(read.items(connectors).filter(({ type, worksIn }) => type !== 'AUTH' && type !== 'EXTERNAL' && worksIn?.(here) !== false))
}

/** Milliseconds after which the list has come to rest: time to make ready for the first letter. */
const restMs = 200

interface WalletsProps {
  readonly listed: readonly DirectoryWallet[]
  /** The chains that are wanted. */
  readonly wanted: readonly Chain[]
  readonly typed: string
  readonly showAll: () => void
}
/** The tiles come a frame after the letter that asks for them: nobody waits for what they type. */
const Wallets = memo(function Wallets({ listed, wanted, typed, showAll }: WalletsProps) {
  const kernel = useKernel()
  const routes = useSlot(walletRoutes)
  const here = useSlice(environment)
  const pick = usePick()
  // Decision 47: a wallet that comes while somebody looks keeps its place among the others; it is found when it is picked.
  const [opened] = useState(() => installedIn(kernel))
  const t = useTranslate()

  const networks = useMemo(() => wanted.flatMap(chain => chain.networks.map(({ caipNetworkId }) => caipNetworkId)), [wanted])
  const more = useMore(typed.trim(), networks)
  const tiles = useMemo(() => tilesOf(opened, listed), [opened, listed])
  const further = useMemo(() => tilesOf([], more.wallets), [more.wallets])
  const works = useCallback(
    ({ installed, listed: wallet, namespaces }: WalletTile) =>
      wanted.some(({ id }) => namespaces.includes(id)) &&
      (installed !== undefined ||
        (wallet !== undefined && (routes.some(route => route.leads(wallet, kernel)) || isFound(wallet, here, globalThis.location.href)))),
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
    // Where there is no list, nobody comes to its end.
    if (isEmpty) ask()
  }, [isEmpty, ask])

  const isSearched = isEmpty && !isOver
  return (
    <>
      <p className="p-hidden" role="status">
        {typed && !isSearched && t(message('directory.found', 'Wallets found: {count}'), { count: shown.length })}
      </p>
      {isSearched && <Waiting />}
      {!isEmpty && <WalletGrid label={t(walletsMessage)} tiles={shown} question={`${networks} ${typed}`} onPick={pick} onEnd={ask} />}
      {more.again && (
        <Stack gap={12}>
          <Note kind="bad">{t(message('directory.moreFailed', 'More wallets could not be loaded.'))}</Note>
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

/** What a click does: connects what is in the page, goes the way that leads to a wallet elsewhere, or says where to get it. */
function usePick(): (tile: WalletTile) => void {
  const kernel = useKernel()
  const { connect } = useService(connection)
  const routes = useSlot(walletRoutes)
  return useCallback(
    ({ installed, listed: wallet }) => {
      const present = installedIn(kernel)
      const same = wallet && byIdentity(present)(wallet)
      const own = present.find(({ id }) => id === installed?.id) ?? (wallet && same && isInstalled(wallet, same) ? same : undefined)
      const only = kernel.state(shellSlice).namespace ?? kernel.state(session).filter
      const connected = Object.values(kernel.state(session).connections).flatMap(({ connector, phase }) => (phase.name === 'connected' ? connector : []))
      const [first, ...others] = approvalsOf(own?.connectors.filter(({ chain }) => !only || chain === only) ?? [], activeNamespace(kernel), ({ id }) =>
        connected.includes(id),
      )
      if (own && others.length) kernel.views.push(selectChainView, { wallet: own.id })
      // Its failure stands in the session, where the waiting view reads it.
      else if (first) connect(first.id).catch(() => undefined)
      else if (wallet) kernel.views.push(routes.find(route => route.leads(wallet, kernel))?.view ?? getWalletView, { wallet })
    },
    [kernel, connect, routes],
  )
}
