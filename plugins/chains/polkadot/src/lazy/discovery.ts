/** Finds the Polkadot wallets in the page, also those that come late, and notices those that leave. Decision 14. */
import { type ContextOf, type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { type Connector, connectors, deferred } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { type InjectedWallet, readAnnouncements } from './announcements.js'

interface Change {
  readonly came: readonly InjectedWallet[]
  /** By their keys. */
  readonly left: readonly string[]
}
/** One event for all that changed at once, hence one change of the list. */
const polkadotWalletsChanged: EventRef<Change> = /* @__PURE__ */ defineEvent('polkadotWalletsChanged')

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64
// An object tells nobody that it changed, so it is read again: after the first look less and less often, when the page is ready, and when the person comes back to it.
const looksInMs = [200, 600, 1_400, 3_000, 6_000, 12_000]

/** Lists every wallet in `injectedWeb3` as long as it stands there. The first object under a key stays the one that is asked. */
export function discoverWallets(context: ContextOf<Record<never, never>>, setup: PolkadotSetup, page = globalThis.window): void {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const open = (wallet: InjectedWallet): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./injected-connector.js')).createInjectedConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const listed = new Map<string, Dispose | undefined>()

  const list = (wallet: InjectedWallet) => {
    try {
      const { key, name, provider } = wallet
      return contribute(connectors, { id: `${namespace}:${key}`, name, type: 'ANNOUNCED', chain: namespace, provider, ...open(wallet) })
    } catch (error) {
      report(error)
    }
  }
  const look = () => {
    const here = readAnnouncements(page, mostWallets)
    if (!here) return
    const left = [...listed.keys()].filter(key => !here.some(wallet => wallet.key === key))
    const came = here.filter(({ key }) => !listed.has(key)).slice(0, mostWallets - listed.size + left.length)
    if (left.length || came.length) context.emit(polkadotWalletsChanged, { came, left })
  }

  context.on(polkadotWalletsChanged, ({ came, left }) => {
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
