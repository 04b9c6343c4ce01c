/** Wallets whose apps open the page in a browser of their own: the way to them where they are no extension of this browser. */
import type { ContextOf, Dispose } from '@portico/kernel'
import { type Connector, connectors, walletBrowsers } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'

/** The link that opens a page in a wallet's own browser; undefined for a wallet that has none. `page`: its whole address. */
export function browseLink(wallet: string, page: string): string | undefined {
  const template = Object.hasOwn(walletBrowsers, wallet) ? walletBrowsers[wallet] : undefined
  return template?.replace('{url}', encodeURIComponent(page)).replace('{origin}', encodeURIComponent(new URL(page).origin))
}

/**
 * Lists those wallets on phones, outside of wallets' own browsers (decision 15). Who is found in the page after all is withdrawn by its name.
 *
 * Their `connect` opens the link before it awaits anything (decision 16), and ends there: the wallet connects to the page that it opens.
 */
export function browserWallets({ contribute }: ContextOf<Record<never, never>>, page: Window): { withdraw(wallet: string): void } {
  const rows = new Map<string, Dispose>()
  const connector = (name: string): Connector => ({
    id: `${namespace}:browse:${name}`,
    name,
    type: 'EXTERNAL',
    chain: namespace,
    rank: 'last',
    worksIn: ({ kind, walletBrowser }) => kind === 'mobile' && walletBrowser === undefined,
    async connect() {
      // Our own link, which needs no look at where it leads; and its words come after it, for they are not with what every click needs.
      globalThis.open(browseLink(name, page.location.href), '_blank', 'noopener,noreferrer')
      const { WalletElsewhere } = await import('../errors.js')
      throw new WalletElsewhere(name)
    },
    restore: async () => undefined,
  })
  if (page.location) for (const name of Object.keys(walletBrowsers)) rows.set(name, contribute(connectors, connector(name)))
  return {
    withdraw(wallet) {
      rows.get(wallet)?.()
      rows.delete(wallet)
    },
  }
}
