/** Finds the Polkadot wallets in the page, also those that come late. Decision 14. */
import { type ContextOf, defineEvent, type EventRef, once } from '@portico/kernel'
import { type Connector, connectors, deferred } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { type InjectedWallet, readAnnouncements } from './announcements.js'

/** Wallets in the page were found. One event for all that came at once, hence one change of the list. */
const polkadotWalletsFound: EventRef<readonly InjectedWallet[]> = /* @__PURE__ */ defineEvent('polkadotWalletsFound')

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64
// An object tells nobody that it grew, so it is read again: soon after the first look, when the page is ready, and when the person comes back to it.
const looksInMs = [200, 600, 1_400, 3_000]

/** Lists every wallet in `injectedWeb3`. The first object under a key stays the one that is asked. */
export function discoverWallets(context: ContextOf<Record<never, never>>, setup: PolkadotSetup, page = globalThis.window): void {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const open = (wallet: InjectedWallet): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./injected-connector.js')).createInjectedConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const known = new Set<string>()

  const list = (wallet: InjectedWallet) => {
    try {
      const { key, name, provider } = wallet
      contribute(connectors, { id: `${namespace}:${key}`, name, type: 'ANNOUNCED', chain: namespace, provider, ...open(wallet) })
    } catch (error) {
      report(error)
    }
  }
  const look = () => {
    const wallets = readAnnouncements(page, mostWallets).filter(({ key }) => known.size < mostWallets && !known.has(key) && known.add(key))
    if (wallets.length) context.emit(polkadotWalletsFound, wallets)
  }

  context.on(polkadotWalletsFound, wallets => wallets.forEach(list))
  look()
  const timers = looksInMs.map(ms => setTimeout(look, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  for (const event of ['load', 'focus']) page.addEventListener(event, look, { signal })
}
