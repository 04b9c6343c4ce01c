import type { TypeOf } from '@portico/kernel'
import { connectEntries, environment, message, session } from '@portico/kernel/contracts'
import { Icon, LazyFace, List, Note, Row, Stack, useKernel, usePreload, useRead, useSlice, useSlot, useTranslate } from '@portico/ui'
import { useState } from 'react'
import { listedConnectors } from '../discovery/discover-wallets.js'
import WalletList, { LateWallets } from './wallet-list.js'

export const loadLost = () => import('./lost-connections.js')
export const hasLost = ({ connections }: TypeOf<typeof session>) => Object.values(connections).some(({ phase }) => phase.name === 'failed')

/** The wallets, and the ways to those that are elsewhere. */
export function Wallets() {
  const count = useRead(read => listedConnectors(read).length)
  const isLost = useSlice(session, hasLost)
  const [opened] = useState(count)
  // One that is lost while somebody looks at the list must not push it down.
  const [wasLost] = useState(isLost)
  const hasEntries = useSlot(connectEntries).length > 0
  return (
    <Stack>
      {isLost && wasLost && <LazyFace load={loadLost} />}
      {opened ? <WalletList /> : <NoWallet isLate={count > 0} />}
      {hasEntries && <Entries />}
      {isLost && !wasLost && <LazyFace load={loadLost} />}
    </Stack>
  )
}

/** Says what to do. A wallet that comes after all takes its place, and its size: what is below stays where it is. */
function NoWallet({ isLate }: { readonly isLate: boolean }) {
  const { kind, iframe } = useSlice(environment)
  const t = useTranslate()
  const way = iframe
    ? message('connection.noneFramed', 'This page is shown inside another one, where wallets may not be seen. Open it in a tab of its own.')
    : kind === 'mobile'
      ? message('connection.noneMobile', 'Open this page in the browser of your wallet app.')
      : message('connection.noneDetail', 'Install a wallet extension and reload this page.')
  return (
    <div style={{ display: 'grid' }}>
      <div style={{ gridArea: '1 / 1', visibility: isLate ? 'hidden' : 'visible' }}>
        <Note>
          <strong>{t(message('connection.none', 'No wallet found in this browser'))}</strong>
          <br />
          {t(way)}
        </Note>
      </div>
      {isLate && (
        <div style={{ gridArea: '1 / 1' }}>
          <LateWallets />
        </div>
      )}
    </div>
  )
}

/** Rows that lead to wallets outside this browser. */
function Entries() {
  const entries = useSlot(connectEntries)
  const kernel = useKernel()
  const preload = usePreload()
  const tags = useRead(read => entries.map(({ tag }) => (typeof tag === 'function' ? tag(read) : undefined)))
  const t = useTranslate()
  return (
    <List label={t(message('connection.more', 'More ways to connect'))}>
      {entries.map(({ id, icon, label, tag, view }, i) => (
        <Row
          key={id}
          icon={<Icon name={icon} />}
          title={t(label)}
          tag={typeof tag === 'object' ? t(tag) : tags[i]}
          preload={() => preload(view)}
          onClick={() => kernel.views.push(view)}
        />
      ))}
    </List>
  )
}
