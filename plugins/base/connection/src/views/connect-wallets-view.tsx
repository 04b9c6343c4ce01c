import type { Read } from '@portico/kernel'
import { connectMethods } from '@portico/kernel/contracts'
import { useSlot } from '@portico/ui'
import { listedConnectors } from '../discovery.js'
import { Discovered } from './connect-view.js'
import { Wallets } from './wallets.js'

/** The wallets, where they are one row of the Connect view. */
export default function ConnectWalletsView() {
  const wallets = useSlot(connectMethods).find(({ id }) => id === 'wallet')
  return <Discovered>{wallets && <Wallets load={wallets.load} />}</Discovered>
}

ConnectWalletsView.needs = (read: Read) =>
  listedConnectors(read).length ? read.items(connectMethods).flatMap(({ id, load }) => (id === 'wallet' ? load : [])) : []
