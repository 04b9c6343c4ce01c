/** Discovers the wallets of Solana, including late ones (decision 14). */
import { walletStandardConnectors } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { browserWallets } from './browser-wallets.js'
import type { WalletAppContext } from './mobile-app/app-connector.js'
import { listWalletApp } from './mobile-app/app-row.js'

/**
 * Lists the injected wallets, which register by the Wallet Standard, and the apps that open the
 * page themselves.
 */
export async function discoverWallets(
  context: WalletAppContext,
  setup: SolanaSetup,
  page = globalThis.window,
): Promise<void> {
  if (!page || context.signal.aborted) return
  const apps = browserWallets(context, page)
  if (setup.mobileWalletAdapter) listWalletApp(context, setup, page)
  await walletStandardConnectors(
    context,
    {
      namespace,
      open: async wallet =>
        (await import('./standard-connector.js')).createSolanaConnector(wallet, setup),
      listed: ({ name }) => apps.withdraw(name),
    },
    page,
  )
}
