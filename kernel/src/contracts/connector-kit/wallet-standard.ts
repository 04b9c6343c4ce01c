/** For chains whose wallets register themselves: discovers the wallets of the Wallet Standard. */
import { once } from '../../async.js'
import { type Dispose, defineEvent, type EventRef } from '../../refs.js'
import type { ChainContext } from '../chain/chain-context.js'
import { lazyMethods } from '../chain/lazy-methods.js'
import { ModalError } from '../text/errors.js'
import { message } from '../text/text.js'
import { type Connector, connectorsSlot } from './connector.js'
import {
  readStandardWallet,
  type StandardFeature,
  type StandardWallet,
  standardChains,
  standardFeature,
} from './standard-wallet.js'
import { whyUnlisted } from './unlisted-wallet.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** A wallet of the chain, as long as it is registered. */
export interface FoundStandardWallet extends StandardWallet {
  /** Aborts when the wallet withdraws its registration. */
  readonly removed: AbortSignal
}

export interface StandardWalletFilter {
  /** What the chains of the wallets begin with: `solana` for `solana:mainnet`. */
  readonly prefix: string
  /** The features of which a wallet needs one to be connected. Default: `standard:connect`. */
  readonly connect?: readonly StandardFeature[]
}

/** The page's side of the standard: what wallets register with. */
type Register = (...wallets: readonly unknown[]) => Dispose

/** Wallets of a chain registered. One event for a burst, so the list changes once. */
const standardWalletsFoundEvent: EventRef<{
  readonly by: object
  readonly wallets: readonly FoundStandardWallet[]
}> = /* @__PURE__ */ defineEvent('standardWalletsFound')

// More than any person has installed. The cap stops a script that floods the page.
const mostWallets = 64

/**
 * Calls `found` with the wallets of a chain that are in the page, and later with those that come.
 * Each object comes once, however often it registers; again only after it was withdrawn. Reports
 * what is no wallet. Resolves when the wallets that are there already were found. Does nothing in a
 * page without a window.
 */
export async function watchStandardWallets(
  context: ChainContext,
  filter: StandardWalletFilter,
  found: (wallets: readonly FoundStandardWallet[]) => void,
  page: EventTarget | undefined = globalThis.window,
): Promise<void> {
  const { report, signal } = context
  if (!page || signal.aborted) return
  const known = new Map<object, AbortController>()
  let waiting: unknown[] = []
  let refusedBefore = 0
  let isFloodReported = false
  const by = {}
  context.on(standardWalletsFoundEvent, event => {
    if (event.by === by) found(event.wallets)
  })

  const readWaiting = () => {
    let refused = 0
    const wallets = waiting.flatMap(one => {
      const wallet = readStandardWallet(one)
      if (!wallet || known.size >= mostWallets) refused++
      if (!wallet || known.size >= mostWallets || known.has(wallet.provider)) return []
      if (!isOf(wallet.provider, filter)) {
        if (process.env.NODE_ENV !== 'production') warn(wallet.provider, filter)
        return []
      }
      const controller = new AbortController()
      known.set(wallet.provider, controller)
      return { ...wallet, removed: controller.signal }
    })
    waiting = []
    if (refused && !isFloodReported)
      report(
        new ModalError('WALLET_ANNOUNCEMENT', {
          userMessage: message(
            'wallet.registrations',
            '{refused} wallet registrations were refused.',
            { refused },
          ),
        }),
      )
    refusedBefore += refused
    // Beyond the limit a flood is reported once, not per burst.
    isFloodReported ||= refused > 0 && Math.max(known.size, refusedBefore) >= mostWallets
    if (wallets.length) context.emit(standardWalletsFoundEvent, { by, wallets })
  }
  const register: Register = (...wallets) => {
    if (signal.aborted) return () => undefined
    if (!waiting.length) queueMicrotask(readWaiting)
    waiting.push(...wallets.slice(0, mostWallets))
    return () => {
      waiting = waiting.filter(one => !wallets.includes(one))
      for (const wallet of wallets as readonly object[]) {
        known.get(wallet)?.abort()
        known.delete(wallet)
      }
    }
  }
  offerRegistration(page, register, context)
  // Wallets register synchronously. Their registrations are read in the next microtask.
  await null
}

export interface WalletStandardOptions extends Partial<StandardWalletFilter> {
  /** The chain's namespace, and the default of `prefix`. */
  readonly namespace: string
  /**
   * Loads the code that connects this wallet, at the first use: `import()` the file that calls
   * `createStandardConnector`.
   */
  open(wallet: FoundStandardWallet): Promise<Pick<Connector, 'connect' | 'restore'>>
  /** Called when a wallet got its row. */
  listed?(wallet: FoundStandardWallet): void
}

/**
 * Lists the wallets of the Wallet Standard, one row for each wallet object. Call it in
 * `discoveriesSlot`. A row is removed when the wallet withdraws its registration.
 *
 * The id of a row is the namespace and the wallet's name, so it stays over reloads. A second wallet
 * with the same name gets a separate id, never the row of the first (threat S5).
 */
export async function walletStandardConnectors(
  context: ChainContext,
  { namespace, open, listed, prefix = namespace, connect = [] }: WalletStandardOptions,
  page: EventTarget | undefined = globalThis.window,
): Promise<void> {
  const ids = new Set<string>()
  const list = (wallet: FoundStandardWallet) => {
    const { provider, name, icon, removed } = wallet
    let id = `${namespace}:${name}`
    for (let count = 2; ids.has(id); count++) id = `${namespace}:${name}#${count}`
    try {
      const withdraw = context.contribute(connectorsSlot, {
        id,
        name,
        type: 'ANNOUNCED',
        namespace,
        provider,
        approval: provider,
        ...(icon && { imageUrl: icon }),
        ...lazyMethods(
          once(() => open(wallet)),
          'connect',
          'restore',
        ),
      })
      ids.add(id)
      removed.addEventListener('abort', () => {
        ids.delete(id)
        withdraw()
      })
      listed?.(wallet)
    } catch (error) {
      context.report(error)
    }
  }
  await watchStandardWallets(
    context,
    { prefix, ...(connect.length && { connect }) },
    wallets => wallets.forEach(list),
    page,
  )
}

function isOf(
  provider: object,
  { prefix, connect = ['standard:connect'] }: StandardWalletFilter,
): boolean {
  return (
    standardChains(provider, prefix).length > 0 &&
    connect.some(feature => standardFeature(provider, feature)) &&
    // A bridge shows our own session as a wallet, which must not be listed beside its source.
    !standardFeature(provider, 'portico:session')
  )
}

/** Says in development why the author's own wallet has no row. */
function warn(provider: object, { prefix, connect = ['standard:connect'] }: StandardWalletFilter) {
  const why = whyUnlisted(provider, prefix, connect)
  // biome-ignore lint/suspicious/noConsole: for the author of a chain, in development only
  if (why) console.warn(why)
}

/** Hands `register` to the wallets in the page, which answer at once, and to those that come. */
function offerRegistration(
  page: EventTarget,
  register: Register,
  { signal, report }: Pick<ChainContext, 'signal' | 'report'>,
): void {
  const api = Object.freeze({ register })
  const offer = (event: Event) => {
    try {
      const { detail } = event as CustomEvent<unknown>
      if (typeof detail === 'function') detail(api)
    } catch (error) {
      report(error)
    }
  }
  page.addEventListener('wallet-standard:register-wallet', offer, { signal })
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}
