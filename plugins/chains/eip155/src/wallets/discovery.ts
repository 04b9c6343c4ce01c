/** Discovers injected wallets, including those that announce themselves late. Decision 14. */
import { type Dispose, once } from '@portico/kernel'
import { type ChainContext, lazyMethods } from '@portico/kernel/chain'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { walletsAnnouncedEvent } from '../refs.js'
import { type InjectedWallet, readAnnouncement, readBrowserWallet } from './announcements.js'

// More than any person has installed. The cap stops a script that floods the page.
const mostWallets = 64
// Announced wallets respond at once. One that comes later replaces "Browser wallet".
const graceInMs = 500

/**
 * Lists every wallet that announces itself, and `window.ethereum` as "Browser wallet" while none
 * does.
 *
 * The first announcement of a uuid keeps its provider. A second wallet with the same rdns is listed
 * under its own id, never merged (threat S5).
 */
export async function discoverWallets(
  context: ChainContext,
  setup: Eip155Setup,
  page = globalThis.window,
): Promise<void> {
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
  const known = new Map<string, object>()
  const ids = new Set<string>()
  let waiting: Event[] = []
  let refusedBefore = 0
  let isFloodReported = false
  let withdrawLastResort: Dispose | undefined

  const list = (id: string, name: string, wallet: InjectedWallet, rest: Partial<Connector>) => {
    try {
      return contribute(connectorsSlot, {
        id,
        name,
        type: 'ANNOUNCED',
        namespace,
        provider: wallet.provider,
        ...rest,
        ...open(wallet),
      })
    } catch (error) {
      report(error)
    }
  }

  context.on(walletsAnnouncedEvent, wallets => {
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
    // Rarely needed, so the message is not in the code that every click loads.
    if (refused && !isFloodReported)
      import('./refused-announcements.js').then(
        code => report(code.refusedAnnouncements(refused)),
        report,
      )
    refusedBefore += refused
    // Beyond the limit a flood is reported once, not per burst.
    isFloodReported ||= refused > 0 && Math.max(known.size, refusedBefore) >= mostWallets
    if (wallets.length) context.emit(walletsAnnouncedEvent, wallets)
  }
  const onAnnouncement = (event: Event) => {
    if (waiting.push(event) === 1) queueMicrotask(readWaiting)
  }
  const lastResort = () => {
    if (known.size || withdrawLastResort) return
    const wallet = readBrowserWallet(page)
    if (wallet)
      withdrawLastResort = list('browser-wallet', 'Browser wallet', wallet, { type: 'INJECTED' })
  }

  page.addEventListener('eip6963:announceProvider', onAnnouncement, { signal })
  page.addEventListener('ethereum#initialized', lastResort, { signal })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(lastResort, graceInMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  // Wallets announce themselves synchronously. Their announcements are read in the next microtask.
  await null
}
