/** Finds the wallets in the page by the Wallet Standard, also those that come late (decision 14), and the apps that open the page themselves. */
import { type ContextOf, type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { type Connector, connectors, deferred, hearWallets, ModalError, message, type RegisterWallets } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { browserWallets } from './browser-wallets.js'
import { readWallet, type StandardWallet } from './standard-wallet.js'

/** Wallets registered themselves. One event for all that came at once, hence one change of the list. */
const solanaWalletsRegistered: EventRef<readonly StandardWallet[]> = /* @__PURE__ */ defineEvent('solanaWalletsRegistered')

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64

/**
 * Lists every wallet that registers itself and signs for Solana, once, however often it says so; it is withdrawn when it takes its registration back.
 *
 * A second wallet with the name of another is listed under an id of its own, never merged (threat S5).
 */
export async function discoverWallets(context: ContextOf<Record<never, never>>, setup: SolanaSetup, page = globalThis.window): Promise<void> {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const known = new Map<object, Dispose>()
  const ids = new Set<string>()
  const apps = browserWallets(context, page)
  let waiting: unknown[] = []
  let refusedBefore = 0
  let isFloodReported = false

  const open = (wallet: StandardWallet): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./standard-connector.js')).createStandardConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const list = (wallet: StandardWallet) => {
    const { provider, name, icon } = wallet
    let id = `${namespace}:${name}`
    for (let count = 2; ids.has(id); count++) id = `${namespace}:${name}#${count}`
    try {
      const row = { id, name, type: 'ANNOUNCED', chain: namespace, provider, approval: provider, ...(icon && { imageUrl: icon }) } as const
      const withdraw = contribute(connectors, { ...row, ...open(wallet) })
      ids.add(id)
      known.set(provider, () => {
        ids.delete(id)
        withdraw()
      })
      apps.withdraw(name)
    } catch (error) {
      report(error)
    }
  }
  context.on(solanaWalletsRegistered, wallets => wallets.forEach(list))

  const readWaiting = () => {
    let refused = 0
    const wallets = waiting.flatMap(one => {
      const wallet = readWallet(one)
      if (!wallet || known.size >= mostWallets) refused++
      if (!wallet?.isOurs || known.size >= mostWallets || known.has(wallet.provider)) return []
      known.set(wallet.provider, () => undefined)
      return wallet
    })
    waiting = []
    if (refused && !isFloodReported)
      report(
        new ModalError('WALLET_ANNOUNCEMENT', { userMessage: message('solana.announcement', '{refused} wallet registrations were refused.', { refused }) }),
      )
    refusedBefore += refused
    // Beyond the limit a page that floods is reported once, not per burst.
    isFloodReported ||= refused > 0 && Math.max(known.size, refusedBefore) >= mostWallets
    if (wallets.length) context.emit(solanaWalletsRegistered, wallets)
  }
  const register: RegisterWallets = (...wallets) => {
    if (signal.aborted) return () => undefined
    if (!waiting.length) queueMicrotask(readWaiting)
    waiting.push(...wallets.slice(0, mostWallets))
    return () => {
      waiting = waiting.filter(one => !wallets.includes(one))
      for (const wallet of wallets as readonly object[]) {
        known.get(wallet)?.()
        known.delete(wallet)
      }
    }
  }
  hearWallets(page, register, context)
  // Wallets answer at once; what they said is read in the next microtask.
  await null
}
