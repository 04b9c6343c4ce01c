import { createEmitter, type Listener } from '../emitter.js'
import { MockWalletError, WalletRpcError } from '../errors.js'
import type { Memory } from '../memory.js'
import { type BitcoinAccount, bitcoinAccount } from './keys.js'
import type { BitcoinNetworkName, BitcoinWalletOptions } from './options.js'

/** An account as the wallet shows it, true or not. */
export interface ShownAccount {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals'
  readonly kind: string
  readonly path: string
}
/** The present state of the wallet, and the events that report it to the page. */
export interface BitcoinState {
  readonly network: BitcoinNetworkName
  readonly isConnected: boolean
  readonly isLocked: boolean
  readonly isGone: boolean
  /** Payment first. Empty while the page is not connected or the wallet is locked. */
  readonly shown: readonly ShownAccount[]
  /** The addresses of all keys, the active account first: those that a remote control shows. */
  readonly addresses: readonly string[]
  /** Accounts that sign, whether shown or not: of the active key. */
  readonly own: readonly BitcoinAccount[]
  /** The account of this address. @throws WalletRpcError where the page may not use it */
  signer(address: unknown): BitcoinAccount
  connect(): void
  forget(): void
  lock(): void
  unlock(): void
  unlocked(): Promise<void>
  leave(): void
  switchNetwork(network: BitcoinNetworkName): void
  switchAccount(index: number): void
  setAccounts(keys: readonly `0x${string}`[]): void
  readonly listeners: number
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, ...payload: readonly unknown[]): void
  payloadOf(event: string): readonly unknown[]
}

interface Remembered {
  readonly isConnected: boolean
  readonly active: number
  readonly network: BitcoinNetworkName
}
const networkNames: readonly string[] = [
  'Mainnet',
  'Testnet',
  'Signet',
  'Regtest',
] satisfies readonly BitcoinNetworkName[]
export const isNetworkName = (name: unknown): name is BitcoinNetworkName =>
  typeof name === 'string' && networkNames.includes(name)

export function createBitcoinState(
  options: BitcoinWalletOptions,
  memory: Memory,
  changed: () => void,
): BitcoinState {
  const { quirks = {}, paymentKind = 'p2wpkh' } = options
  const emitter = createEmitter()
  const ears = new Map<string, Set<Listener>>()
  const waiting = new Set<() => void>()
  const remembered = readRemembered(memory.read())
  const state = {
    keys: options.accounts,
    active: remembered?.active ?? 0,
    network: remembered?.network ?? options.network ?? ('Regtest' as BitcoinNetworkName),
    isConnected: remembered?.isConnected ?? false,
    isLocked: options.locked ?? quirks.silentUntilUnlocked ?? false,
    isGone: false,
  }
  const accountsOf = (key: string): readonly BitcoinAccount[] => [
    bitcoinAccount(key, paymentKind, state.network),
    bitcoinAccount(key, 'p2tr', state.network),
  ]
  const own = () => {
    const key = state.keys[state.active]
    return key ? accountsOf(key) : []
  }
  const shown = (): readonly ShownAccount[] => {
    if (!state.isConnected || state.isLocked || state.isGone || quirks.accounts === 'none')
      return []
    return own().map((account, at) => showing(account, at, state.active))
  }
  const showing = (
    { address, publicKey, kind }: BitcoinAccount,
    at: number,
    active: number,
  ): ShownAccount => {
    const other = bitcoinAccount(
      `0x${'51'.repeat(32)}`,
      kind,
      state.network === 'Mainnet' ? 'Testnet' : 'Mainnet',
    )
    const lie = quirks.accounts
    return {
      address:
        lie === 'another-network'
          ? other.address
          : lie === 'malformed-address'
            ? `${address}q`
            : address,
      publicKey:
        lie === 'malformed-key'
          ? `${publicKey}00`
          : lie === 'key-of-another' || lie === 'another-network'
            ? other.publicKey
            : publicKey,
      purpose: at === 0 ? 'payment' : 'ordinals',
      kind,
      path: `m/${kind === 'p2tr' ? 86 : 84}'/${state.network === 'Mainnet' ? 0 : 1}'/${active}'/0/0`,
    }
  }

  const payloadOf = (event: string): readonly unknown[] => {
    const addresses = shown().map(({ address }) => address)
    if (event === 'accountsChanged') return [addresses]
    if (event === 'accountChanged') return [{ address: addresses[0] ?? '' }]
    if (event === 'networkChanged') return [state.network === 'Mainnet' ? 'livenet' : 'testnet']
    if (event === 'accountChange' || event === 'networkChange' || event === 'disconnect')
      return [{ type: event }]
    return []
  }
  const notify = (...events: readonly string[]) => {
    const { isConnected, active, network } = state
    memory.write({ isConnected, active, network } satisfies Remembered)
    changed()
    for (const event of events) emitter.emit(event, ...payloadOf(event))
  }
  const accountEvents = ['accountChange', 'accountsChanged', 'accountChanged', 'change']

  return {
    get network() {
      return state.network
    },
    get isConnected() {
      return state.isConnected
    },
    get isLocked() {
      return state.isLocked
    },
    get isGone() {
      return state.isGone
    },
    get shown() {
      return shown()
    },
    get own() {
      return own()
    },
    get addresses() {
      return shown().map(({ address }) => address)
    },
    signer(address) {
      const account = own().find(one => one.address === address)
      if (!account || !state.isConnected || state.isLocked)
        throw new WalletRpcError(4100, 'The requested account has not been authorized.')
      return account
    },
    connect() {
      state.isConnected = true
      notify()
    },
    forget() {
      state.isConnected = false
      notify()
    },
    lock() {
      state.isLocked = true
      notify(...accountEvents)
    },
    unlock() {
      state.isLocked = false
      for (const resolve of waiting) resolve()
      waiting.clear()
      notify(...accountEvents)
    },
    unlocked: () =>
      state.isLocked ? new Promise(resolve => waiting.add(resolve)) : Promise.resolve(),
    leave() {
      if (state.isConnected) emitter.emit('disconnect', ...payloadOf('disconnect'))
      state.isGone = true
      changed()
    },
    switchNetwork(network) {
      if (quirks.staysOnNetwork || network === state.network) return
      state.network = network
      notify('networkChange', 'networkChanged', ...accountEvents)
    },
    switchAccount(index) {
      if (!state.keys[index]) throw new MockWalletError(`There is no account ${index}.`)
      state.active = index
      notify(...accountEvents)
    },
    setAccounts(keys) {
      state.keys = keys
      state.active = 0
      notify(...accountEvents)
    },
    get listeners() {
      return [...ears.values()].reduce((sum, { size }) => sum + size, 0)
    },
    on(event, listener) {
      const known = ears.get(event) ?? new Set()
      ears.set(event, known.add(listener))
      emitter.on(event, listener)
    },
    off(event, listener) {
      ears.get(event)?.delete(listener)
      emitter.off(event, listener)
    },
    emit: emitter.emit,
    payloadOf,
  }
}

function readRemembered(value: unknown): Remembered | undefined {
  const { isConnected, active, network } = (value ?? {}) as Partial<Remembered>
  return typeof isConnected === 'boolean' && typeof active === 'number' && isNetworkName(network)
    ? { isConnected, active, network }
    : undefined
}
