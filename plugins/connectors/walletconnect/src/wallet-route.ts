import { chains, remoteSessions, type WalletRoute } from '@portico/kernel/contracts'
import { connectingWalletConnectView } from './refs.js'

/** A wallet of a directory is reached by pairing where it has an app, and one of its chains is this page's. */
export const walletRoute: WalletRoute = {
  id: 'walletconnect',
  view: connectingWalletConnectView,
  leads: ({ namespaces, mobile, desktop }, read) =>
    (mobile ?? desktop) !== undefined && read.items(chains).some(({ id }) => namespaces.includes(id) && read.capability(remoteSessions, id)),
}
