/**
 * Links to wallets whose apps open the page in their own browser, for browsers without their
 * extension.
 */
import type { Dispose } from '@portico/kernel'
import type { ChainContext } from '@portico/kernel/chain'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { browserLink, walletBrowsers } from '@portico/kernel/wallet'
import { namespace } from '../networks.js'

/** The icons of those wallets in a directory. */
const imageIds: Readonly<Record<string, string>> = {
  Phantom: 'wallet/phantom',
  Solflare: 'wallet/solflare',
  'Coinbase Wallet': 'wallet/coinbase',
}

/**
 * Lists those wallets on phones, outside wallets' own browsers (decision 15). Removes the row of a
 * wallet that is found in the page, by its name.
 *
 * `connect` opens the link before any await (decision 16) and ends there, because the wallet
 * connects to the page that it opens.
 */
export function browserWallets(
  { contribute }: ChainContext,
  page: Window,
): { withdraw(wallet: string): void } {
  const rows = new Map<string, Dispose>()
  const connector = (name: string, template: string): Connector => ({
    id: `${namespace}:browse:${name}`,
    name,
    ...(imageIds[name] && { imageId: imageIds[name] }),
    type: 'EXTERNAL',
    namespace,
    rank: 'last',
    worksIn: ({ kind, walletBrowser }) => kind === 'mobile' && walletBrowser === undefined,
    async connect() {
      // Our own link, so its target needs no check. The message loads after it, because it is not
      // in the code that every click needs.
      globalThis.open(browserLink(template, page.location.href), '_blank', 'noopener,noreferrer')
      const { OpensInWallet } = await import('./wallet-errors.js')
      throw new OpensInWallet(name)
    },
    restore: async () => undefined,
  })
  if (page.location)
    for (const [name, template] of Object.entries(walletBrowsers))
      rows.set(name, contribute(connectorsSlot, connector(name, template)))
  return {
    withdraw(wallet) {
      rows.get(wallet)?.()
      rows.delete(wallet)
    },
  }
}
