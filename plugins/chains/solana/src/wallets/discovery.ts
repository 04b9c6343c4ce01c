/**
 * Discovers injected wallets by the Wallet Standard, including late ones (decision 14), and the
 * apps that open the page themselves.
 */
import { type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { lazyMethods } from '@portico/kernel/chain'
import {
  type Connector,
  connectorsSlot,
  type RegisterWallets,
  watchWallets,
} from '@portico/kernel/connector-kit'
import { ModalError, message } from '@portico/kernel/text'
import { namespace } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { browserWallets } from './browser-wallets.js'
import type { WalletAppContext } from './mobile-app/app-connector.js'
import { listWalletApp } from './mobile-app/app-row.js'
import { readWallet, type StandardWallet } from './standard-wallet.js'

/** Wallets registered. One event for a burst, so the list changes once. */
const solanaWalletsRegisteredEvent: EventRef<readonly StandardWallet[]> =
  /* @__PURE__ */ defineEvent('solanaWalletsRegistered')

// More than any person has installed. The cap stops a script that floods the page.
const mostWallets = 64

/**
 * Lists every registered wallet that signs for Solana once, however often it registers. Removes it
 * when it withdraws its registration.
 *
 * A second wallet with the same name is listed with a separate id, never merged (threat S5).
 */
export async function discoverWallets(
  context: WalletAppContext,
  setup: SolanaSetup,
  page = globalThis.window,
): Promise<void> {
  const { contribute, report, signal } = context
  if (!page || signal.aborted) return
  const known = new Map<object, Dispose>()
  const ids = new Set<string>()
  const apps = browserWallets(context, page)
  if (setup.mobileWalletAdapter) listWalletApp(context, setup, page)
  let waiting: unknown[] = []
  let refusedBefore = 0
  let isFloodReported = false

  const open = (wallet: StandardWallet): Pick<Connector, 'connect' | 'restore'> =>
    lazyMethods(
      once(async () =>
        (await import('./standard-connector.js')).createStandardConnector(wallet, setup),
      ),
      'connect',
      'restore',
    )
  const list = (wallet: StandardWallet) => {
    const { provider, name, icon } = wallet
    let id = `${namespace}:${name}`
    for (let count = 2; ids.has(id); count++) id = `${namespace}:${name}#${count}`
    try {
      const row = {
        id,
        name,
        type: 'ANNOUNCED',
        namespace,
        provider,
        approval: provider,
        ...(icon && { imageUrl: icon }),
      } as const
      const withdraw = contribute(connectorsSlot, { ...row, ...open(wallet) })
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
  context.on(solanaWalletsRegisteredEvent, wallets => wallets.forEach(list))

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
        new ModalError('WALLET_ANNOUNCEMENT', {
          userMessage: message(
            'solana.announcement',
            '{refused} wallet registrations were refused.',
            { refused },
          ),
        }),
      )
    refusedBefore += refused
    // Beyond the limit a flood is reported once, not per burst.
    isFloodReported ||= refused > 0 && Math.max(known.size, refusedBefore) >= mostWallets
    if (wallets.length) context.emit(solanaWalletsRegisteredEvent, wallets)
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
  watchWallets(page, register, context)
  // Wallets register synchronously. Their registrations are read in the next microtask.
  await null
}
