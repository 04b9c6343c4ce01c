import type { Read, TypeOf } from '@portico/kernel'
import { connectEntriesSlot, noWalletPartsSlot } from '@portico/kernel/connect-page'
import { sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import {
  Icon,
  LazyComponent,
  List,
  Note,
  Row,
  Stack,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useSlot,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import { listedConnectors, listsWallets } from '../discovery/discover-wallets.js'
import WalletList, {
  findableWallets,
  LateWallets,
  moreOptionsMessage,
  recentParts,
  sameText,
} from './wallet-list.js'

const loadLost = () => import('./lost-connections.js')
const hasLost = ({ connections }: TypeOf<typeof sessionSlice>) =>
  Object.values(connections).some(({ phase }) => phase.name === 'failed')

const loadOwnWallet = () => import('./own-wallet.js')
/** Whether a wallet that shows the page in its own browser is there. */
const isInOwnWallet = (read: Read) =>
  !!read.state(environmentSlice).walletBrowser && listsWallets(read)
/** What the list loads beside itself: decided as it opens. */
export const neededParts = (read: Read) => [
  ...(hasLost(read.state(sessionSlice)) ? [loadLost] : []),
  ...(isInOwnWallet(read) ? [loadOwnWallet] : []),
  ...recentParts(read),
]

/** The wallets of the page, and rows that lead to other wallets. */
export function Wallets() {
  const [isAlone, setAlone] = useState(useRead(isInOwnWallet))
  return isAlone ? (
    <LazyComponent load={loadOwnWallet} props={{ onOthers: () => setAlone(false) }} />
  ) : (
    <AllWallets />
  )
}
function AllWallets() {
  const { kind, walletBrowser } = useSlice(environmentSlice)
  const count = useRead(read => listedConnectors(read).length)
  const isLost = useSlice(sessionSlice, hasLost)
  const [opened] = useState(count)
  // A connection that is lost while the list is open is shown below: the list does not move.
  const [wasLost] = useState(isLost)
  const lost = isLost && <LazyComponent load={loadLost} />
  const hasWallets = useRead(listsWallets)
  const [hadWallets] = useState(hasWallets)
  const known = useSlot(noWalletPartsSlot).find(({ place }) => place === 'list' && !hadWallets)
  // A phone without a wallet in the page has no extension that could be locked.
  const mayBeLocked = !walletBrowser && (hadWallets || kind === 'desktop')
  // As the view opened: a suggestion keeps its place also when its wallet appears.
  const [listed] = useState(
    useRead(
      // Without a connector there is no list, so no row of a recent wallet either.
      read =>
        (count ? [...listedConnectors(read), ...findableWallets(read)] : []).map(
          ({ name }) => name,
        ),
      sameText,
    ),
  )
  const hasEntries = useSlot(connectEntriesSlot).length > 0
  return (
    <Stack>
      {wasLost && lost}
      {opened ? (
        <WalletList late={known ? 'elsewhere' : mayBeLocked ? 'reserved' : 'below'} />
      ) : (
        !known && <NoWallet isLate={count > 0} />
      )}
      {known && <LazyComponent load={known.load} props={{ listed }} />}
      {/* In the place of the last suggestion, so that nothing below moves. */}
      {known && hasWallets && <LateWallets />}
      {hasEntries && <Entries />}
      {!wasLost && lost}
    </Stack>
  )
}

/**
 * Says what to do without a wallet. A wallet that is discovered later takes the place of the note,
 * so that nothing below moves.
 */
function NoWallet({ isLate }: { readonly isLate: boolean }) {
  const { kind, iframe } = useSlice(environmentSlice)
  const t = useTranslate()
  const advice = iframe
    ? message(
        'connection.noneFramed',
        'This page is embedded in another site, where wallets may be hidden. Open it in its own tab.',
      )
    : kind === 'mobile'
      ? message('connection.noneMobile', 'Open this page in the browser of your wallet app.')
      : message('connection.noneDetail', 'Install a wallet extension and reload this page.')
  return (
    <div style={{ display: 'grid' }}>
      <div style={{ gridArea: '1 / 1', visibility: isLate ? 'hidden' : 'visible' }}>
        <Note>
          <strong>{t(message('connection.none', 'No wallet found in this browser'))}</strong>
          <br />
          {t(advice)}
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
  const entries = useSlot(connectEntriesSlot)
  const kernel = useKernel()
  const preload = usePreload()
  const tags = useRead(read =>
    entries.map(({ tag }) => (typeof tag === 'function' ? tag(read) : undefined)),
  )
  const t = useTranslate()
  return (
    <List label={t(moreOptionsMessage)}>
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
