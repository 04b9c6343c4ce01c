/**
 * The row of the Solana wallet apps of an Android phone, of which the person chooses one in a
 * dialog of the system.
 */
import { once } from '@portico/kernel'
import { lazyMethods } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { namespace, solanaMainnet } from '../../networks.js'
import type { SolanaSetup } from '../../options.js'
import type { WalletAppContext } from './app-connector.js'

export function listWalletApp(context: WalletAppContext, setup: SolanaSetup, page: Window): void {
  // Other browsers of Android take the link for a page that does not exist.
  if (!/\bChrome\//.test(page.navigator?.userAgent ?? '')) return
  context.contribute(connectorsSlot, {
    id: `${namespace}:app`,
    name: 'Solana wallet app',
    imageId: `network/${solanaMainnet.caipNetworkId}`,
    type: 'EXTERNAL',
    namespace,
    rank: 'last',
    worksIn: ({ system, walletBrowser }) => system === 'android' && walletBrowser === undefined,
    ...lazyMethods(
      once(async () =>
        (await import('./app-connector.js')).createAppConnector(context, setup, page),
      ),
      'connect',
      'restore',
    ),
  })
}
