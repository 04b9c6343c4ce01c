import type { Read } from '@portico/kernel'
import { connection, connectMethods, connectParts, discoveries, message, session } from '@portico/kernel/contracts'
import { Caption, LazyFace, Skeleton, SlotOutlet, Stack, useService, useSlice, useSlot, useTranslate } from '@portico/ui'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { memorySlice } from '../refs.js'
import { hasLost, loadLost, Wallets } from './wallets.js'

export { loadPictures } from './wallet-list.js'
export { Wallets }

/** As the service imports it: a bundler may make one more file for that. */
const loadDiscovery = async () => ({ default: await import('../discovery/discover-wallets.js') })

/** The ways to get in, in the frame that the host wants around them, if it wants one; and what stands at the foot of the page. */
export default function ConnectView() {
  const frame = useSlot(connectParts).find(({ around }) => around)
  return (
    <Discovered>
      {frame ? <LazyFace load={frame.load} /> : <Methods />}
      <SlotOutlet of={connectParts} only={({ around }) => !around} />
    </Discovered>
  )
}

/** Comes whole: with the code of its blocks and the pictures of its first rows, once it is known which there are. */
ConnectView.needs = (read: Read) =>
  read.state(memorySlice).isDiscovered
    ? [
        ...[...read.items(connectMethods), ...read.items(connectParts)].flatMap(({ id, load }) =>
          id === 'wallet' && !listedConnectors(read).length ? [] : load,
        ),
        ...(hasLost(read.state(session)) ? [loadLost] : []),
      ]
    : undefined

/** Before the wallets of the page have been asked: all that a visitor may need, and the code that asks them. */
ConnectView.likely = (read: Read) => [
  loadDiscovery,
  ...[...read.items(connectMethods), ...read.items(connectParts), ...read.items(discoveries)].flatMap(({ load }) => load ?? []),
]

/** As soon as it is known which wallets are there: from then on nothing moves (decision 47). */
export function Discovered({ children }: { readonly children: ReactNode }) {
  const isDiscovered = useSlice(memorySlice, state => state.isDiscovered)
  const { discover } = useService(connection)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // What was not found can still be reached in other ways: the page is never a dead end.
    discover().catch(() => setBroken(true))
  }, [discover])
  return isDiscovered || isBroken ? <Stack gap={12}>{children}</Stack> : <Skeleton rows={3} />
}

/** One block under the other. `wallet` stands in the place of the wallets. */
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
