import type { Read } from '@portico/kernel'
import { connectMethods } from '@portico/kernel/contracts'
import { useSlot } from '@portico/ui'
import { listedConnectors } from '../discovery.js'
import { Discovered } from './connect-view.js'
import { Wallets } from './wallets.js'

/** The wallets, where they are one row of the Connect view. */
export default function ConnectWalletsView() {
  const hasWallets = useSlot(connectMethods).some(({ id }) => id === 'wallet')
  return <Discovered>{hasWallets && <Wallets />}</Discovered>
}

ConnectWalletsView.needs = (read: Read) =>
  listedConnectors(read).length ? read.items(connectMethods).flatMap(({ id, load }) => (id === 'wallet' ? load : [])) : []
