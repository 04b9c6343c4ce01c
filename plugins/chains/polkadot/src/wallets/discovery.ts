/**
 * Discovers Polkadot wallets in the page, including late ones, and notices removed ones. Decision
 * 14.
 */
import { type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { type ChainContext, lazyMethods } from '@portico/kernel/chain'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { type InjectedWallet, readAnnouncements } from './announcements.js'

interface Change {
  readonly came: readonly InjectedWallet[]
  /** The removed wallets, by key. */
  readonly left: readonly string[]
}
/** One event for a burst of changes, so the list changes once. */
const polkadotWalletsChangedEvent: EventRef<Change> =
  /* @__PURE__ */ defineEvent('polkadotWalletsChanged')

// More than any person has installed. The cap stops a script that floods the page.
const mostWallets = 64
// A plain object has no change event, so it is polled: less and less often after the first poll,
// when the page is ready, and when the person returns to it.
const looksInMs = [200, 600, 1_400, 3_000, 6_000, 12_000]

/**
 * Lists every wallet while it is in `injectedWeb3`. The first object under a key is the one that is
 * called.
 */
export function discoverWallets(
  context: ChainContext,
  setup: PolkadotSetup,
  page = globalThis.window,
): void {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const open = (wallet: InjectedWallet): Pick<Connector, 'connect' | 'restore'> =>
    lazyMethods(
      once(async () =>
        (await import('./injected-connector.js')).createInjectedConnector(wallet, setup),
      ),
      'connect',
      'restore',
    )
  const listed = new Map<string, Dispose | undefined>()

  const list = (wallet: InjectedWallet) => {
    try {
      const { key, name, provider } = wallet
      return contribute(connectorsSlot, {
        id: `${namespace}:${key}`,
        name,
        type: 'ANNOUNCED',
        namespace,
        provider,
        ...open(wallet),
      })
    } catch (error) {
      report(error)
    }
  }
  const look = () => {
    const here = readAnnouncements(page, mostWallets)
    if (!here) return
    const left = [...listed.keys()].filter(key => !here.some(wallet => wallet.key === key))
    const came = here
      .filter(({ key }) => !listed.has(key))
      .slice(0, mostWallets - listed.size + left.length)
    if (left.length || came.length) context.emit(polkadotWalletsChangedEvent, { came, left })
  }

  context.on(polkadotWalletsChangedEvent, ({ came, left }) => {
    for (const key of left) {
      listed.get(key)?.()
      listed.delete(key)
    }
    for (const wallet of came) listed.set(wallet.key, list(wallet))
  })
  look()
  const timers = looksInMs.map(ms => setTimeout(look, ms))
  signal.addEventListener('abort', () => timers.forEach(clearTimeout))
  for (const event of ['load', 'focus']) page.addEventListener(event, look, { signal })
}
