/** A scripted wallet of the Wallet Standard, for the rig of a chain whose wallets register. */
import type { StandardFeature } from '../contracts/connector-kit/index.js'
import type { WalletLie, WalletRig } from './chain-rig.js'
import { TestingError } from './errors.js'
import { type ScriptedAccount, type ScriptedVariant, variantMethods } from './scripted-variant.js'

/** The method of a feature. Runs after the person approved, and answers what the wallet answers. */
export type ScriptedMethod = (...input: readonly never[]) => unknown

export interface ScriptedStandardWalletOptions {
  readonly name?: string
  /** A data URI. */
  readonly icon?: string
  /** `sui:mainnet`. */
  readonly chains: readonly string[]
  /** The selected one first. */
  readonly accounts: readonly [ScriptedAccount, ...ScriptedAccount[]]
  /** The methods of the chain: `'sui:signPersonalMessage': input => …`. */
  readonly methods?: Readonly<Record<StandardFeature, ScriptedMethod>>
  /** The wallet approved this page before, so it is restored without a prompt. */
  readonly remembers?: boolean
  /** Features that the wallet does not have, such as `standard:disconnect`. */
  readonly lacks?: readonly StandardFeature[]
  /** Features of the chain in place of `standard:connect`, `standard:disconnect` and events. */
  readonly variant?: ScriptedVariant
  /** The version of a feature where it is not 1.0.0: `{ 'sui:signTransaction': '2.0.0' }`. */
  readonly versions?: Readonly<Record<StandardFeature, string>>
  /** Features as they are, beside the others or in their place. */
  readonly features?: Readonly<Record<StandardFeature, object>>
  /** The page. Default: `window`. */
  readonly target?: EventTarget
}

/** A scripted wallet and its remote control, which is the `wallet` of a chain's rig. */
export interface ScriptedStandardWallet extends WalletRig {
  /** The object that the wallet registers. */
  readonly provider: object
  /** The features that were requested, in their order. */
  readonly requests: readonly string[]
  /** Whether the page is connected. */
  readonly isConnected: boolean
  /** Approves the requests that `hang` keeps open. */
  approve(): void
  /** Shows these accounts, and tells the page. Empty: locked. */
  setAccounts(accounts: readonly ScriptedAccount[]): void
  /** Registers the same object again. */
  register(): void
  /** Withdraws every registration, as an extension that is turned off. */
  unregister(): void
  addresses(): readonly string[]
  lie(lie: WalletLie | undefined): boolean
  switchAccount(): string
  disconnectByWallet(): void
  dispose(): void
}

type Register = (...wallets: readonly object[]) => () => void

/**
 * Creates a scripted wallet and registers it in the page, now and in a page that loads later. It
 * has `standard:connect`, `standard:disconnect` and `standard:events`, and the methods of the
 * chain. It counts a prompt for each connect that is not silent and for each call of a method.
 * With a `variant` it has the features of that in place of the first three.
 */
export function scriptedStandardWallet(
  options: ScriptedStandardWalletOptions,
): ScriptedStandardWallet {
  const { chains, methods = {}, lacks = [], variant } = options
  const target = options.target ?? globalThis.window
  const requests: string[] = []
  const listeners = new Set<(change: object) => void>()
  const open = new Set<() => void>()
  const unregisters: (() => void)[] = []
  let held = options.accounts as readonly ScriptedAccount[]
  let isKnown = options.remembers ?? false
  let isConnected = false
  let prompts = 0
  let disconnects = 0
  let lie: WalletLie | undefined

  const shown = () => held.map(account => Object.freeze({ chains, features: [], ...account }))
  const claimed = (): readonly object[] => {
    const [first] = shown()
    if (lie === 'no-accounts') return []
    if (lie === 'malformed') return [{ ...first, address: '' }]
    if (lie === 'other-network' && !variant?.network)
      return [{ ...first, chains: ['elsewhere:main'] }]
    return shown()
  }
  const notify = () => {
    for (const listener of [...listeners]) listener({ accounts: isConnected ? shown() : [] })
  }
  const ask = async (what: string) => {
    requests.push(what)
    prompts++
    if (wallet.policy === 'decline')
      throw Object.assign(new TestingError('DECLINED', 'The person said no.'), { code: 4001 })
    if (wallet.policy === 'hang') await new Promise<void>(resolve => open.add(resolve))
  }
  const methodOf = (id: string) => id.slice(id.indexOf(':') + 1)
  const connect = async (input?: { readonly silent?: boolean }) => {
    if (input?.silent && !isKnown) return { accounts: [] }
    if (!input?.silent) await ask(variant?.connect ?? 'standard:connect')
    isKnown = true
    isConnected = true
    return { accounts: claimed() }
  }
  const disconnect = async () => {
    requests.push(variant?.disconnect ?? 'standard:disconnect')
    disconnects++
    isKnown = false
    isConnected = false
  }
  const on = (_event: string, listener: (change: object) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const own =
    variant &&
    variantMethods(variant, {
      connect,
      disconnect,
      ask,
      shown: () => (isConnected ? shown() : []),
      listen: listener => void on('change', listener),
      isLying: () => lie === 'other-network',
    })
  const features: Record<string, object> = own
    ? {}
    : {
        'standard:connect': { version: '1.0.0', connect },
        'standard:disconnect': { version: '1.0.0', disconnect },
        'standard:events': { version: '1.0.0', on },
      }
  for (const [id, method] of Object.entries(own?.methods ?? {}))
    features[id] = { version: '1.0.0', [methodOf(id)]: method }
  for (const [id, method] of Object.entries(methods)) {
    const run = async (...input: readonly never[]) => {
      await ask(id)
      return method(...input)
    }
    const version = options.versions?.[id as StandardFeature] ?? '1.0.0'
    features[id] = { version, [methodOf(id)]: own ? own.envelope(run) : run }
  }
  Object.assign(features, options.features)
  for (const id of lacks) delete features[id]

  const provider = Object.freeze({
    version: '1.0.0',
    name: options.name ?? 'Scripted Wallet',
    icon: options.icon ?? 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    features: Object.freeze(features),
    get accounts() {
      return isConnected ? shown() : []
    },
  })
  const offer = ({ register }: { readonly register: Register }) =>
    void unregisters.push(register(provider))
  const onReady = (event: Event) => offer((event as CustomEvent).detail)

  const wallet: ScriptedStandardWallet = {
    provider,
    policy: 'approve',
    requests,
    get prompts() {
      return prompts
    },
    get listeners() {
      return own ? own.listeners() : listeners.size
    },
    get disconnects() {
      return disconnects
    },
    get isConnected() {
      return isConnected
    },
    approve() {
      for (const resolve of open) resolve()
      open.clear()
    },
    setAccounts(next) {
      held = next
      notify()
    },
    register: () =>
      void target.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', { detail: offer }),
      ),
    unregister() {
      for (const withdraw of unregisters.splice(0)) withdraw()
    },
    announceAgain: () => wallet.register(),
    withdraw: () => wallet.unregister(),
    addresses: () => held.slice(0, own ? 1 : undefined).map(({ address }) => address),
    lie(next) {
      // Accounts of a variant name no chains, so without a network they cannot be of another.
      if (next === 'other-network' && own && !variant?.network) return false
      lie = next
      return true
    },
    switchAccount() {
      const [first, ...others] = held
      wallet.setAccounts(first ? [...others, first] : [])
      return held[0]?.address ?? ''
    },
    disconnectByWallet() {
      isKnown = false
      isConnected = false
      notify()
    },
    dispose() {
      target.removeEventListener('wallet-standard:app-ready', onReady)
      wallet.unregister()
    },
  }
  target.addEventListener('wallet-standard:app-ready', onReady)
  wallet.register()
  return wallet
}
