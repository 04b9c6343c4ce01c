import type { Read } from '@portico/kernel'
import {
  activeNamespace,
  allWalletsView,
  chains,
  connection,
  type FoundWallet,
  message,
  selectChainView,
  session,
  walletFinders,
} from '@portico/kernel/contracts'
import {
  Icon,
  installedMessage,
  LazyFace,
  List,
  loadPicture,
  Row,
  useKernel,
  useRead,
  useService,
  useSlice,
  useSlot,
  useTranslate,
  WalletIcon,
  walletsMessage,
} from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { type RecentWallet, recentWallets } from '../discovery/recent-wallets.js'
import { settleRows, type WalletRow, walletRows } from '../discovery/wallet-rows.js'

const recentMessage = /* @__PURE__ */ message('connection.recent', 'Recent')
export const connectedMessage = /* @__PURE__ */ message('connection.connected', 'Connected')
const tagMessages = {
  installed: installedMessage,
  recent: recentMessage,
  connected: connectedMessage,
  reconnecting: message('connection.reconnecting', 'Reconnecting'),
}

const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** The code that a click needs. It draws nothing itself. */
const loadConnecting = async () => {
  await Promise.all([import('../connection-controller.js'), import('./connecting-external-view.js')])
  return { default: () => null }
}
/** Loads that code while the person is about to click. A failure shows when they do. */
const preload = () => void loadConnecting().catch(() => undefined)

/** Connects by a click. `unloaded` says where the code for that did not arrive, and offers another try. */
function useConnect() {
  const { connect } = useService(connection)
  const [hasFailed, setFailed] = useState(false)
  return {
    // What fails at the wallet stands in the session, where the waiting view reads it.
    ask: (connector: string) => void connect(connector).catch(() => setFailed(true)),
    unloaded: hasFailed && <LazyFace load={loadConnecting} />,
  }
}

/** Pictures are rarely slower than the code beside them; nobody waits for those that are. Milliseconds. */
const picturePatience = 60
/** The pictures of the first rows: those that are seen without scrolling. */
export const loadPictures = (read: Read): Promise<unknown> => {
  const sources = listedConnectors(read).flatMap(({ imageUrl }) => imageUrl ?? [])
  return Promise.race([
    // What is not itself the text comes with the row that shows it.
    Promise.all(sources.slice(0, 8).map(source => loadPicture(document, source))),
    new Promise(resolve => setTimeout(resolve, picturePatience)),
  ])
}

/** The rows of now. */
function useWalletRows(): readonly WalletRow[] {
  const connectors = useRead(listedConnectors)
  const connections = useSlice(session, state => state.connections)
  const namespace = useRead(activeNamespace)
  const recent = useRead(recentWallets, sameText)
  const order = useSlot(chains).map(({ id }) => id)
  return walletRows(connectors, recent, connections, namespace, order)
}

/** Wallets as rows, and a place for one that comes late. */
export default function WalletList() {
  const now = useWalletRows()
  const [opened] = useState(now)
  const lately = useRead(recentWallets, sameText)
  const canFind = useSlot(walletFinders).length > 0
  const [recent] = useState(lately)
  const { fixed, late } = settleRows(opened, now)
  const { ask, unloaded } = useConnect()
  const rows = fixed.map(row => <WalletRowOf key={row.wallet.id} ask={ask} {...row} />)
  // Those connected lately are on top, wherever they are.
  let place = 0
  for (const wallet of recent) {
    if (opened.some(row => row.wallet.id === wallet.id)) place++
    else if (wallet.listed && canFind) rows.splice(place++, 0, <RecentRow key={wallet.id} {...wallet} />)
  }
  const t = useTranslate()
  return (
    <>
      <List label={t(walletsMessage)}>
        {rows}
        {late.length ? (
          <LateRows rows={late} ask={ask} />
        ) : (
          <Row
            surface="plain"
            icon={<Icon name="wallet" />}
            title=""
            detail={t(message('connection.late', 'A wallet that you unlock or enable appears here'))}
          />
        )}
      </List>
      {unloaded}
    </>
  )
}

interface Ask {
  readonly ask: (connector: string) => void
}

function WalletRowOf({ wallet, ways, tag, ask, gone = false }: WalletRow & Ask & { readonly gone?: boolean }) {
  const { views } = useKernel()
  const t = useTranslate()
  const known = useSlot(chains)
  const { name, imageUrl, namespaces, lookAlike, sharesName, rdns } = wallet
  const origin = lookAlike
    ? t(message('connection.lookAlike', 'May imitate another wallet'))
    : namespaces.map(id => known.find(chain => chain.id === id)?.name ?? id).join(' · ')
  const words = [tag && t(tagMessages[tag]), namespaces.length > 1 && t(message('connection.chains', '{count} chains'), { count: namespaces.length })].filter(
    Boolean,
  )
  return (
    <Row
      icon={<WalletIcon name={name} src={imageUrl} />}
      title={name}
      detail={(lookAlike || sharesName) && [origin, rdns].filter(Boolean).join(' · ')}
      tag={words.join(' · ')}
      tagKind={tag === 'installed' || tag === 'connected' ? 'good' : 'quiet'}
      disabled={gone}
      preload={preload}
      onClick={() => (ways[1] ? views.push(selectChainView, { wallet: wallet.id }) : ask(ways[0].connector))}
    />
  )
}

/** The list of wallets that were found after the view opened without any. */
export function LateWallets() {
  const rows = useWalletRows()
  const { ask, unloaded } = useConnect()
  const t = useTranslate()
  return (
    <>
      <List label={t(walletsMessage)}>
        <LateRows rows={rows} ask={ask} />
      </List>
      {unloaded}
    </>
  )
}

/** Milliseconds that a click waits for the finder to answer. */
const findTimeoutMs = 1_000

/** A wallet that is not in the page: opens the way to it, or all wallets where no finder knows it. */
function RecentRow({ id, name }: RecentWallet) {
  const [finder] = useSlot(walletFinders)
  const { views, report } = useKernel()
  /** Null: no finder knows it. */
  const [found, setFound] = useState<FoundWallet | null>()
  const [isClicked, setClicked] = useState(false)
  const t = useTranslate()
  const open = useCallback(() => (found ? found.open() : views.push(allWalletsView)), [found, views])
  useEffect(() => {
    let isGone = false
    finder?.find(id).then(
      wallet => isGone || setFound(wallet ?? null),
      error => {
        report(error, 'base/connection')
        if (!isGone) setFound(null)
      },
    )
    return () => {
      isGone = true
    }
  }, [finder, id, report])
  // The row is shown before the code that finds its wallet has loaded. An early click waits for it, and would open all wallets otherwise.
  useEffect(() => {
    if (!isClicked) return
    const go = () => {
      setClicked(false)
      open()
    }
    if (found !== undefined) return go()
    const timer = setTimeout(go, findTimeoutMs)
    return () => clearTimeout(timer)
  }, [isClicked, found, open])
  return (
    <Row
      icon={<WalletIcon name={name} src={found?.imageUrl} />}
      title={found?.name ?? name}
      tag={t(recentMessage)}
      tagKind="quiet"
      onClick={() => (found === undefined ? setClicked(true) : open())}
    />
  )
}

/** Wallets that announced themselves after the view opened: one has the row that was kept for it, more wait behind a click, because they move what is below. */
function LateRows({ rows, ask }: Ask & { readonly rows: readonly WalletRow[] }) {
  const [isOpen, open] = useState(false)
  const t = useTranslate()
  if (rows.length > 1 && !isOpen)
    return (
      <Row
        icon={<Icon name="wallet" />}
        title={t(message('connection.moreWallets', '{count} more wallets'), { count: rows.length })}
        onClick={() => open(true)}
      />
    )
  return rows.map(row => <WalletRowOf key={row.wallet.id} ask={ask} {...row} />)
}
