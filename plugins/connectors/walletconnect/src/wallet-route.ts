import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import type { WalletRoute } from '@portico/kernel/wallet'
import { connectingWalletConnectView } from './refs.js'

/** Opens a pairing for a directory wallet that has an app and supports a chain of this page. */
export const walletRoute: WalletRoute = {
  id: 'walletconnect',
  view: connectingWalletConnectView,
  leads: ({ namespaces, mobile, desktop }, read) =>
    (mobile ?? desktop) !== undefined &&
    read
      .items(chainsSlot)
      .some(({ id }) => namespaces.includes(id) && read.capability(remoteSessionsCapability, id)),
}
