import type { Read } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { selectChainView } from '@portico/kernel/connect-page'
import { activeNamespace, connectionService, sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { walletFindersSlot } from '@portico/kernel/wallet'
import {
  Icon,
  installedMessage,
  LazyComponent,
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
import { useState } from 'react'
import { listedConnectors } from '../discovery/discover-wallets.js'
import {
  isInPage,
  recentMessage,
  settleRows,
  type WalletRow,
  walletRows,
} from '../discovery/wallet-order.js'
import { recentWallets } from '../refs.js'

export const moreOptionsMessage = /* @__PURE__ */ message('connection.more', 'More ways to connect')
export const connectedMessage = /* @__PURE__ */ message('connection.connected', 'Connected')
const tagMessages = {
  installed: installedMessage,
  recent: recentMessage,
  connected: connectedMessage,
  reconnecting: message('connection.reconnecting', 'Reconnecting'),
}

export const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** The code that a click needs. It renders nothing itself. */
const loadConnecting = async () => {
  await Promise.all([
    import('../connection-controller.js'),
    import('./connecting-external-view.js'),
  ])
  return { default: () => null }
}
/** Loads that code before the click. A failure is shown after the click. */
const preload = () => void loadConnecting().catch(() => undefined)

/**
 * Connects on a click. `unloaded` is shown when the code for it did not load, and offers to try
 * again.
 */
export function useConnect() {
  const service = useService(connectionService)
  const [hasFailed, setFailed] = useState(false)
  return {
    // The waiting view reads a failure of the wallet from the session.
    connect: (connector: string) => void service.connect(connector).catch(() => setFailed(true)),
    unloaded: hasFailed && <LazyComponent load={loadConnecting} />,
  }
}

/**
 * Milliseconds that the rows wait for their images, which are rarely slower than the code beside
 * them.
 */
const picturesTimeoutMs = 60
/** Loads the images of the rows that are visible without scrolling. */
export const loadPictures = (read: Read): Promise<unknown> => {
  const sources = listedConnectors(read).flatMap(({ imageUrl }) => imageUrl ?? [])
  return Promise.race([
    // An image that is not a data URI loads with its row.
    Promise.all(sources.slice(0, 8).map(source => loadPicture(document, source))),
    new Promise(resolve => setTimeout(resolve, picturesTimeoutMs)),
  ])
}

/** The present rows. */
export function useWalletRows(): readonly WalletRow[] {
  const connectors = useRead(listedConnectors)
  const connections = useSlice(sessionSlice, state => state.connections)
  const namespace = useRead(activeNamespace)
  const recent = useRead(recentWallets, sameText)
  const order = useSlot(chainsSlot).map(({ id }) => id)
  return walletRows(connectors, recent, connections, namespace, order)
}

const loadRecentWallet = () => import('./recent-wallet.js')
/** The recent wallets that have a row also where they are not in the page. */
export const findableWallets = (read: Read) =>
  recentWallets(read).filter(({ listed }) => listed && read.items(walletFindersSlot).length)
/** The code of the rows of recent wallets that are not in the page, if there are any. */
export const recentParts = (read: Read) => (findableWallets(read).length ? [loadRecentWallet] : [])

export interface WalletListProps {
  /**
   * Where a wallet that is discovered later is shown: in a row that is reserved for it and says
   * what to do, below the others, or not in this list.
   */
  readonly late?: 'reserved' | 'below' | 'elsewhere'
}
/** Wallets as rows, and those that are discovered later. */
export default function WalletList({ late: latePlace = 'reserved' }: WalletListProps) {
  const now = useWalletRows()
  const [opened] = useState(now)
  const recentNow = useRead(recentWallets, sameText)
  const canFind = useSlot(walletFindersSlot).length > 0
  const [recent] = useState(recentNow)
  const { fixed, late } = settleRows(opened, now)
  const { connect, unloaded } = useConnect()
  const rows = fixed.map(row => <WalletRowOf key={row.wallet.id} connect={connect} {...row} />)
  // Recent wallets are on top, also those that are not in the page.
  let place = 0
  for (const wallet of recent) {
    if (opened.some(row => row.wallet.id === wallet.id)) place++
    else if (wallet.listed && canFind)
      rows.splice(
        place++,
        0,
        <LazyComponent key={wallet.id} load={loadRecentWallet} props={wallet} />,
      )
  }
  const t = useTranslate()
  return (
    <>
      <List label={t(walletsMessage)}>
        {rows}
        {latePlace !== 'elsewhere' && late.length ? (
          <LateRows rows={late} connect={connect} />
        ) : (
          latePlace === 'reserved' && (
            <Row
              surface="plain"
              title=""
              detail={t(message('connection.late', 'Don’t see your wallet? Unlock its extension.'))}
            />
          )
        )}
      </List>
      {unloaded}
    </>
  )
}

interface ConnectProps {
  readonly connect: (connector: string) => void
}

export function WalletRowOf({
  wallet,
  approvalGroups,
  tag,
  connect,
  gone = false,
}: WalletRow & ConnectProps & { readonly gone?: boolean }) {
  const { views } = useKernel()
  const t = useTranslate()
  const known = useSlot(chainsSlot)
  const { name, namespaces, lookAlike, sharesName, rdns } = wallet
  const origin = lookAlike
    ? t(message('connection.lookAlike', 'May imitate another wallet'))
    : namespaces.map(id => known.find(chain => chain.id === id)?.name ?? id).join(' · ')
  const tags = [
    tag && t(tagMessages[tag]),
    namespaces.length > 1 &&
      t(message('connection.chains', '{count} chains'), { count: namespaces.length }),
  ].filter(Boolean)
  return (
    <Row
      icon={<WalletIcon name={name} image={wallet} />}
      title={name}
      detail={(lookAlike || sharesName) && [origin, rdns].filter(Boolean).join(' · ')}
      tag={tags.join(' · ')}
      tagKind={tag === 'installed' || tag === 'connected' ? 'good' : 'quiet'}
      disabled={gone}
      preload={preload}
      onClick={() =>
        approvalGroups[1]
          ? views.push(selectChainView, { wallet: wallet.id })
          : connect(approvalGroups[0].connector)
      }
    />
  )
}

/** The list of wallets in the page that were found after the view opened without any. */
export function LateWallets() {
  const rows = useWalletRows().filter(({ wallet }) => wallet.connectors.some(isInPage))
  const { connect, unloaded } = useConnect()
  const t = useTranslate()
  return (
    <>
      <List label={t(walletsMessage)}>
        <LateRows rows={rows} connect={connect} />
      </List>
      {unloaded}
    </>
  )
}

/**
 * Wallets that were discovered after the view opened: a single one takes the reserved row, more
 * wait behind a click, because they move what is below.
 */
function LateRows({ rows, connect }: ConnectProps & { readonly rows: readonly WalletRow[] }) {
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
  return rows.map(row => <WalletRowOf key={row.wallet.id} connect={connect} {...row} />)
}
