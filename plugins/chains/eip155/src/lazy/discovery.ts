/** Finds the wallets in the page, also those that come late. Decision 14. */
import { type ContextOf, type Dispose, once } from '@portico/kernel'
import { type Connector, connectors, deferred } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { walletsAnnounced } from '../refs.js'
import { type InjectedWallet, readAnnouncement, readBrowserWallet } from './announcements.js'

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64
// Wallets that announce themselves answer at once; those that come later take the last resort's place.
const graceInMs = 500

/**
 * Lists every wallet that announces itself, and `window.ethereum` as "Browser wallet" as long as none did.
 *
 * The first announcement of a uuid keeps its provider. A second wallet with the rdns of another is listed under an id of its own, never merged (threat S5).
 */
export async function discoverWallets(context: ContextOf<Record<never, never>>, setup: Eip155Setup, page = globalThis.window): Promise<void> {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const open = (wallet: InjectedWallet): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./injected-connector.js')).createInjectedConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const known = new Map<string, object>()
  const ids = new Set<string>()
  let waiting: Event[] = []
  let refusedBefore = 0
  let isFloodReported = false
  let withdrawLastResort: Dispose | undefined

  const list = (id: string, name: string, wallet: InjectedWallet, rest: Partial<Connector>) => {
    try {
      return contribute(connectors, { id, name, type: 'ANNOUNCED', chain: namespace, provider: wallet.provider, ...rest, ...open(wallet) })
    } catch (error) {
      report(error)
    }
  }

  context.on(walletsAnnounced, wallets => {
    withdrawLastResort?.()
    for (const wallet of wallets) {
      const { uuid, name, icon, rdns } = wallet
      let id = rdns
      for (let count = 2; ids.has(id); count++) id = `${rdns}#${count}`
      ids.add(id)
      list(id, name, wallet, { imageUrl: icon, info: { rdns, uuid } })
    }
  })

  const readWaiting = () => {
    let refused = 0
    const wallets = waiting.flatMap(event => {
      const wallet = known.size < mostWallets && readAnnouncement(event)
      const before = wallet && known.get(wallet.uuid)
      if (!wallet || (before && before !== wallet.provider)) refused++
      if (!wallet || before) return []
      known.set(wallet.uuid, wallet.provider)
      return wallet
    })
    waiting = []
    // Rarely needed: the words are not with what every click loads.
    if (refused && !isFloodReported) import('./refused-announcements.js').then(code => report(code.refusedAnnouncements(refused)), report)
    refusedBefore += refused
    // Beyond the limit a page that floods is reported once, not per burst.
    isFloodReported ||= refused > 0 && Math.max(known.size, refusedBefore) >= mostWallets
    if (wallets.length) context.emit(walletsAnnounced, wallets)
  }
  const hear = (event: Event) => {
    if (waiting.push(event) === 1) queueMicrotask(readWaiting)
  }
  const lastResort = () => {
    if (known.size || withdrawLastResort) return
    const wallet = readBrowserWallet(page)
    if (wallet) withdrawLastResort = list('browser-wallet', 'Browser wallet', wallet, { type: 'INJECTED' })
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal })
  page.addEventListener('ethereum#initialized', lastResort, { signal })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(lastResort, graceInMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  // Wallets answer the request at once; what they said is read in the next microtask.
  await null
}
