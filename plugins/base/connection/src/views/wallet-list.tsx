import { activeNamespace, connectEntries, connection, environment, session } from '@portico/kernel/contracts'
import { Caption, Icon, LazyFace, List, Note, Row, Stack, useKernel, useRead, useSay, useService, useSlice, useSlot, useText, WalletIcon } from '@portico/ui'
import { useState } from 'react'
import { recentWallets } from '../recent.js'
import { listedConnectors } from '../select.js'
import { walletWords } from '../text/wallet-words.js'
import { settleRows, type WalletRow, walletRows } from '../wallet-rows.js'

const loadLost = () => import('./lost-connections.js')
const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** The code that a click needs, while the person is about to click. A failure shows when they do. */
const preload = () =>
  void Promise.all([import('../connection-controller.js'), import('../on-demand.js').then(door => door.connectingExternalView())]).catch(() => undefined)

/** Wallets as rows, a place for one that comes late, and the ways to wallets that are elsewhere. */
export function WalletList() {
  const connectors = useRead(listedConnectors)
  const connections = useSlice(session, state => state.connections)
  const namespace = useRead(activeNamespace)
  const recent = useRead(recentWallets, sameText)
  const now = walletRows(connectors, recent, connections, namespace)
  const [opened] = useState(now)
  const { fixed, late } = settleRows(opened, now)
  const t = useText(walletWords)
  return (
    <Stack>
      {Object.values(connections).some(({ phase }) => phase.name === 'failed') && <LazyFace load={loadLost} />}
      {opened.length ? (
        <List label={t('connection.wallets')}>
          {fixed.map(row => (
            <WalletRowOf key={row.wallet.id} {...row} />
          ))}
          {late.length ? <LateRows rows={late} /> : <Row surface="plain" icon={<Icon name="wallet" />} title={<Caption>{t('connection.late')}</Caption>} />}
        </List>
      ) : (
        <NoWallet late={late} />
      )}
      <Entries />
    </Stack>
  )
}

function WalletRowOf({ wallet, connector, tag, gone = false }: WalletRow & { readonly gone?: boolean }) {
  const { connect } = useService(connection)
  const t = useText(walletWords)
  const { name, imageUrl, namespaces, lookAlike, rdns } = wallet
  const words = [tag && t(`connection.${tag}`), namespaces.length > 1 && t('connection.chains', { count: namespaces.length })].filter(Boolean)
  return (
    <Row
      icon={<WalletIcon name={name} src={imageUrl} />}
      title={name}
      detail={lookAlike && [t('connection.lookAlike'), rdns].filter(Boolean).join(' · ')}
      tag={words.join(' · ')}
      tagKind={tag === 'installed' || tag === 'connected' ? 'good' : 'quiet'}
      disabled={gone}
      preload={preload}
      // Its failure stands in the session, where the waiting view reads it.
      onClick={() => void connect(connector).catch(() => undefined)}
    />
  )
}

/** Wallets that announced themselves after the view opened: one has the row that was kept for it, more wait behind a click, because they move what is below. */
function LateRows({ rows }: { readonly rows: readonly WalletRow[] }) {
  const [isOpen, open] = useState(false)
  const t = useText(walletWords)
  if (rows.length > 1 && !isOpen)
    return <Row icon={<Icon name="wallet" />} title={t('connection.moreWallets', { count: rows.length })} onClick={() => open(true)} />
  return rows.map(row => <WalletRowOf key={row.wallet.id} {...row} />)
}

/** Ways to wallets that are elsewhere. */
function Entries() {
  const entries = useSlot(connectEntries)
  const kernel = useKernel()
  const say = useSay()
  const tags = useRead(read => entries.map(({ tag }) => (typeof tag === 'function' ? tag(read) : undefined)))
  const t = useText(walletWords)
  if (!entries.length) return null
  return (
    <List label={t('connection.more')}>
      {entries.map(({ id, icon, label, tag, view }, i) => (
        <Row
          key={id}
          icon={<Icon name={icon} />}
          title={say(label)}
          tag={typeof tag === 'object' ? say(tag) : tags[i]}
          onClick={() => kernel.views.push(view)}
        />
      ))}
    </List>
  )
}

/** Says what to do. A wallet that comes after all takes its place, and its size: what is below stays where it is. */
function NoWallet({ late }: { readonly late: readonly WalletRow[] }) {
  const { kind, iframe } = useSlice(environment)
  const t = useText(walletWords)
  const way = iframe ? 'connection.noneFramed' : kind === 'mobile' ? 'connection.noneMobile' : 'connection.noneDetail'
  return (
    <div style={{ display: 'grid' }}>
      <div style={{ gridArea: '1 / 1', visibility: late.length ? 'hidden' : 'visible' }}>
        <Note>
          <strong>{t('connection.none')}</strong>
          <br />
          {t(way)}
        </Note>
      </div>
      {late.length > 0 && (
        <div style={{ gridArea: '1 / 1' }}>
          <List label={t('connection.wallets')}>
            <LateRows rows={late} />
          </List>
        </div>
      )}
    </div>
  )
}
