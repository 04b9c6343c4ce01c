import type { Read } from '@portico/kernel'
import {
  connectMethodsSlot,
  connectPartsSlot,
  type NoWalletPart,
  noWalletPartsSlot,
} from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import {
  Caption,
  ErrorBoundary,
  LazyComponent,
  pluginOf,
  Skeleton,
  SlotOutlet,
  Stack,
  useAllLoaded,
  useKernel,
  useRead,
  useService,
  useSlot,
  useTranslate,
} from '@portico/ui'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { isDiscovered, listedConnectors, listsWallets } from '../discovery/discover-wallets.js'
import { neededParts, Wallets } from './wallets.js'

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

/**
 * The connect methods, inside the frame of the host if it has one, and the parts at the foot.
 * People without a wallet have a frame of their own.
 */
function Ways() {
  const kernel = useKernel()
  const frame = useSlot(connectPartsSlot).find(({ around }) => around)
  // The first answer counts, so that nothing moves (decision 47).
  const [pane] = useState(useRead(paneOf))
  const options = (
    <Stack gap={12}>
      {frame ? <LazyComponent load={frame.load} /> : <Methods />}
      <SlotOutlet of={connectPartsSlot} only={({ around }) => !around} />
    </Stack>
  )
  // What the host requires first stands before every way to connect.
  return pane && !frame ? (
    // Without the frame where that does not load or throws.
    <ErrorBoundary kernel={kernel} plugin={pluginOf(kernel, pane)} fallback={options}>
      <LazyComponent
        load={pane.load}
        props={{ children: options }}
        waiting={options}
        failed={options}
      />
    </ErrorBoundary>
  ) : (
    options
  )
}
/** The blocks for people without a wallet: the first of each place. */
const noWalletParts = (read: Read): readonly NoWalletPart[] =>
  read
    .items(noWalletPartsSlot)
    .filter(({ place }, at, all) => all.findIndex(other => other.place === place) === at)
/**
 * The frame for people on a desktop without a wallet. A page that another one embeds may have its
 * wallets around it.
 */
const paneOf = (read: Read): NoWalletPart | undefined => {
  const { kind, iframe } = read.state(environmentSlice)
  return noWalletParts(read).find(
    ({ place }) => place === 'frame' && kind === 'desktop' && !iframe && !listsWallets(read),
  )
}

/**
 * Once the wallets are discovered: the code of the blocks and the images of the first rows, so that
 * the view appears whole.
 */
ConnectView.needs = (read: Read) =>
  isDiscovered(read)
    ? [
        ...[...read.items(connectMethodsSlot), ...read.items(connectPartsSlot)].flatMap(
          ({ id, load }) => (id === 'wallet' && !listedConnectors(read).length ? [] : load),
        ),
        ...(listsWallets(read) ? [] : noWalletParts(read)).map(({ load }) => load),
        ...neededParts(read),
      ]
    : undefined

/** Before discovery: the code of all blocks that may be shown, and of the discovery. */
ConnectView.likely = (read: Read) => [
  loadDiscovery,
  ...[
    ...read.items(connectMethodsSlot),
    ...read.items(connectPartsSlot),
    ...read.items(discoveriesSlot),
    ...noWalletParts(read),
  ].flatMap(({ load }) => load ?? []),
]

/**
 * Shows its content once the wallets are discovered and the blocks are loaded: from then on nothing
 * moves (decision 47).
 */
export function Discovered({ children }: { readonly children: ReactNode }) {
  const isWhole = useAllLoaded(useRead(ConnectView.needs))
  const [isReady, setReady] = useState(false)
  if (isWhole && !isReady) setReady(true)
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
            {({ id, load }) =>
              id === 'wallet' ? (wallet ?? <Wallets />) : <LazyComponent load={load} />
            }
          </SlotOutlet>
        </Fragment>
      ))}
    </Stack>
  )
}
