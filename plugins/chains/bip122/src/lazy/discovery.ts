/** Finds the Bitcoin wallets in the page, also those that come late. Decision 14. */
import { type ContextOf, type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { type Connector, connectors, deferred } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { type AnnouncedProvider, readAnnouncements } from './announcements.js'

/** Wallets in the page were found. One event for all that came at once, hence one change of the list. */
const bitcoinWalletsFound: EventRef<readonly AnnouncedProvider[]> = /* @__PURE__ */ defineEvent('bitcoinWalletsFound')

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64
// A list tells nobody that it grew, so it is read again: soon after the first look, when the page is ready, and when the person comes back to it.
const looksInMs = [200, 600, 1_400, 3_000]

/** Lists every wallet in `btc_providers`. The first entry of a path keeps its provider. */
export function discoverWallets(context: ContextOf<Record<never, never>>, setup: Bip122Setup, page = globalThis.window): void {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const open = (wallet: AnnouncedProvider): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./provider-connector.js')).createProviderConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const known = new Set<string>()

  const list = (wallet: AnnouncedProvider): Dispose | undefined => {
    const { path, name, icon, provider } = wallet
    try {
      return contribute(connectors, {
        id: `${namespace}:${path}`,
        name,
        type: 'ANNOUNCED',
        chain: namespace,
        provider,
        ...(icon && { imageUrl: icon }),
        ...open(wallet),
      })
    } catch (error) {
      report(error)
    }
  }
  const look = () => {
    const wallets = readAnnouncements(page, mostWallets).filter(({ path }) => known.size < mostWallets && !known.has(path) && known.add(path))
    if (wallets.length) context.emit(bitcoinWalletsFound, wallets)
  }

  context.on(bitcoinWalletsFound, wallets => wallets.forEach(list))
  look()
  const timers = looksInMs.map(ms => setTimeout(look, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  for (const event of ['load', 'focus']) page.addEventListener(event, look, { signal })
}
