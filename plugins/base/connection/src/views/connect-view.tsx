import type { Read } from '@portico/kernel'
import { connectMethodsSlot, connectPartsSlot, noWalletPartsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService, liveConnections, sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import { Caption, LazyComponent, Panes, Skeleton, SlotOutlet, Stack, useHasRoom, useRead, useService, useSlot, useTranslate } from '@portico/ui'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { isDiscovered, listedConnectors, listsWallets } from '../discovery/discover-wallets.js'
import { hasLost, loadLost, Wallets } from './wallets.js'

/** @public Discovery takes the rows from the loaded module of this view. */
export { loadPictures } from './wallet-list.js'
/** @public */
export { Wallets }

/** The same `import()` as in the service, for which a bundler may emit a file of its own. */
const loadDiscovery = async () => ({ default: await import('../discovery/discover-wallets.js') })

/** The ways to connect, once the wallets are discovered. */
export default function ConnectView() {
  return (
    <Discovered>
      <Ways />
    </Discovered>
  )
}

/** The connect methods, inside the frame of the host if it has one, and the parts at the foot. People without a wallet have a second pane. */
function Ways() {
  const frame = useSlot(connectPartsSlot).find(({ around }) => around)
  const beside = useSlot(noWalletPartsSlot).find(({ place }) => place === 'beside')
  const hasRoom = useHasRoom()
  // Both keep their first value, so that nothing moves (decision 47).
  const [isAlone] = useState(useRead(isOwnPage))
  const [hadWallets] = useState(useRead(listsWallets))
  const ways = (
    <Stack gap={12}>
      {frame ? <LazyComponent load={frame.load} /> : <Methods />}
      <SlotOutlet of={connectPartsSlot} only={({ around }) => !around} />
    </Stack>
  )
  // What the host requires first stands before every way to connect.
  if (!beside || !hasRoom || !isAlone || hadWallets || frame) return ways
  return <Panes beside={<LazyComponent load={beside.load} />}>{ways}</Panes>
}
/** True on a desktop, before a connection. The wallets of an embedded page may be around it. */
const isOwnPage = (read: Read) => {
  const { kind, iframe } = read.state(environmentSlice)
  return kind === 'desktop' && !iframe && !liveConnections(read).length
}

const noWalletLists = (read: Read) => read.items(noWalletPartsSlot).flatMap(({ place, load }) => (place === 'list' ? load : []))

/** Once the wallets are discovered: the code of the blocks and the images of the first rows, so that the view appears whole. */
ConnectView.needs = (read: Read) =>
  isDiscovered(read)
    ? [
        ...[...read.items(connectMethodsSlot), ...read.items(connectPartsSlot)].flatMap(({ id, load }) =>
          id === 'wallet' && !listedConnectors(read).length ? [] : load,
        ),
        ...(listsWallets(read) ? [] : noWalletLists(read)),
        ...(hasLost(read.state(sessionSlice)) ? [loadLost] : []),
      ]
    : undefined

/** Before discovery: the code of all blocks that may be shown, and of the discovery. */
ConnectView.likely = (read: Read) => [
  loadDiscovery,
  ...noWalletLists(read),
  ...[...read.items(connectMethodsSlot), ...read.items(connectPartsSlot), ...read.items(discoveriesSlot)].flatMap(({ load }) => load ?? []),
]

/** Shows its content once the wallets are discovered: from then on nothing moves (decision 47). */
export function Discovered({ children }: { readonly children: ReactNode }) {
  const isReady = useRead(isDiscovered)
  const { discover } = useService(connectionService)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // Without discovery the other connect methods still work.
    discover().catch(() => setBroken(true))
  }, [discover])
  return isReady || isBroken ? <Stack gap={12}>{children}</Stack> : <Skeleton rows={3} />
}

/** One block under the other. `wallet` replaces the list of wallets. */
export function Methods({ wallet }: { readonly wallet?: ReactNode }) {
  const methods = useSlot(connectMethodsSlot)
  const [opened] = useState(() => methods.map(({ id }) => id))
  const ids = [...opened, ...methods.map(({ id }) => id).filter(id => !opened.includes(id))]
  const t = useTranslate()
  return (
    <Stack gap={12}>
      {ids.map((shown, i) => (
        <Fragment key={shown}>
          {i > 0 && (
            <Stack align="center">
              <Caption>{t(message('connection.or', 'or'))}</Caption>
            </Stack>
          )}
          <SlotOutlet of={connectMethodsSlot} only={({ id }) => id === shown}>
            {({ id, load }) => (id === 'wallet' ? (wallet ?? <Wallets />) : <LazyComponent load={load} />)}
          </SlotOutlet>
        </Fragment>
      ))}
    </Stack>
  )
}
