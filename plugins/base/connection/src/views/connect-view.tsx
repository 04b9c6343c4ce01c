import type { Read } from '@portico/kernel'
import { connection, connectMethods, connectParts, discoveries, message, session } from '@portico/kernel/contracts'
import { Caption, LazyFace, Skeleton, SlotOutlet, Stack, useService, useSlice, useSlot, useTranslate } from '@portico/ui'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { memorySlice } from '../refs.js'
import { hasLost, loadLost, Wallets } from './wallets.js'

export { loadPictures } from './wallet-list.js'
export { Wallets }

/** The same `import()` as in the service, for which a bundler may emit a file of its own. */
const loadDiscovery = async () => ({ default: await import('../discovery/discover-wallets.js') })

/** The connect methods, inside the frame of the host if it has one, and the parts at the foot. */
export default function ConnectView() {
  const frame = useSlot(connectParts).find(({ around }) => around)
  return (
    <Discovered>
      {frame ? <LazyFace load={frame.load} /> : <Methods />}
      <SlotOutlet of={connectParts} only={({ around }) => !around} />
    </Discovered>
  )
}

/** Once the wallets are discovered: the code of the blocks and the images of the first rows, so that the view appears whole. */
ConnectView.needs = (read: Read) =>
  read.state(memorySlice).isDiscovered
    ? [
        ...[...read.items(connectMethods), ...read.items(connectParts)].flatMap(({ id, load }) =>
          id === 'wallet' && !listedConnectors(read).length ? [] : load,
        ),
        ...(hasLost(read.state(session)) ? [loadLost] : []),
      ]
    : undefined

/** Before discovery: the code of all blocks that may be shown, and of the discovery. */
ConnectView.likely = (read: Read) => [
  loadDiscovery,
  ...[...read.items(connectMethods), ...read.items(connectParts), ...read.items(discoveries)].flatMap(({ load }) => load ?? []),
]

/** Shows its content once the wallets are discovered: from then on nothing moves (decision 47). */
export function Discovered({ children }: { readonly children: ReactNode }) {
  const isDiscovered = useSlice(memorySlice, state => state.isDiscovered)
  const { discover } = useService(connection)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // Without discovery the other connect methods still work.
    discover().catch(() => setBroken(true))
  }, [discover])
  return isDiscovered || isBroken ? <Stack gap={12}>{children}</Stack> : <Skeleton rows={3} />
}

/** One block under the other. `wallet` replaces the list of wallets. */
export function Methods({ wallet }: { readonly wallet?: ReactNode }) {
  const methods = useSlot(connectMethods)
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
          <SlotOutlet of={connectMethods} only={({ id }) => id === shown}>
            {({ id, load }) => (id === 'wallet' ? (wallet ?? <Wallets />) : <LazyFace load={load} />)}
          </SlotOutlet>
        </Fragment>
      ))}
    </Stack>
  )
}
