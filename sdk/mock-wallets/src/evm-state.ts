import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Emitter } from './emitter.js'
import { MockWalletError, WalletRpcError } from './errors.js'
import type { EvmWalletOptions, Hex } from './evm-options.js'
import type { Memory } from './memory.js'

/** The present state of the wallet, and the events that report it to the page. */
export interface EvmState {
  readonly chainId: number
  readonly hexChainId: Hex
  readonly isConnected: boolean
  readonly isLocked: boolean
  readonly isGone: boolean
  /** The accounts that the page may see: none while it is not connected or the wallet is locked. */
  readonly visible: readonly Hex[]
  readonly active: PrivateKeyAccount | undefined
  urlOf(chainId: number): string | undefined
  knows(chainId: number): boolean
  /**
   * The account that signs for this address.
   * @throws WalletRpcError 4100 when the page may not use it
   */
  signer(address: unknown): PrivateKeyAccount
  connect(): void
  forget(): void
  lock(): void
  unlock(): void
  /** Resolves when it is unlocked: at once if it is. */
  unlocked(): Promise<void>
  leave(): void
  addChain(chainId: number, url: string): void
  switchChain(chainId: number): void
  switchAccount(index: number): void
  setAccounts(keys: readonly Hex[]): void
  /** The payload that an event would have now. */
  payloadOf(event: string): unknown
}

interface Remembered {
  readonly isConnected: boolean
  readonly chainId: number
  readonly active: number
  readonly chains: Readonly<Record<number, string>>
}

export const toHex = (value: number): Hex => `0x${value.toString(16)}`

const disconnectedError = () =>
  new WalletRpcError(4900, 'The wallet is disconnected from all chains.')

export function createEvmState(
  options: EvmWalletOptions,
  emitter: Emitter,
  memory: Memory,
  changed: () => void,
): EvmState {
  const remembered = readRemembered(memory.read())
  const chains = new Map(
    Object.entries({ ...options.chains, ...remembered?.chains }).map(([id, url]) => [
      Number(id),
      url,
    ]),
  )
  const state = {
    accounts: options.accounts.map(key => privateKeyToAccount(key)),
    active: remembered?.active ?? 0,
    chainId: remembered?.chainId ?? options.chainId ?? [...chains.keys()][0] ?? 1,
    isConnected: remembered?.isConnected ?? false,
    isLocked: options.locked ?? options.quirks?.silentUntilUnlocked ?? false,
    isGone: false,
  }
  const waiting = new Set<() => void>()

  const visible = (): readonly Hex[] => {
    if (!state.isConnected || state.isLocked || state.isGone) return []
    const active = state.accounts[state.active]
    if (!active) return []
    const others = options.quirks?.showsActiveAccountOnly
      ? []
      : state.accounts.filter(account => account !== active)
    return [active, ...others].map(account => account.address)
  }

  const payloadOf = (event: string): unknown => {
    if (event === 'accountsChanged') return [...visible()]
    if (event === 'chainChanged') return toHex(state.chainId)
    if (event === 'connect') return { chainId: toHex(state.chainId) }
    if (event === 'disconnect') return disconnectedError()
    return undefined
  }

  const notify = (...events: readonly string[]) => {
    const { isConnected, chainId, active } = state
    memory.write({
      isConnected,
      chainId,
      active,
      chains: Object.fromEntries(chains),
    } satisfies Remembered)
    changed()
    for (const event of events) emitter.emit(event, payloadOf(event))
  }

  /** Applies a change from another tab, and notifies the page here as well. */
  const follow = () => {
    const now = readRemembered(memory.read())
    if (!now) return
    const { isConnected, active, chainId } = state
    for (const [id, url] of Object.entries(now.chains)) chains.set(Number(id), url)
    Object.assign(state, { isConnected: now.isConnected, active: now.active, chainId: now.chainId })
    changed()
    if (now.chainId !== chainId) emitter.emit('chainChanged', payloadOf('chainChanged'))
    if (now.isConnected !== isConnected || (now.isConnected && now.active !== active))
      emitter.emit('accountsChanged', payloadOf('accountsChanged'))
  }
  memory.follow(follow)

  return {
    get chainId() {
      return state.chainId
    },
    get hexChainId() {
      return toHex(state.chainId)
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
    get visible() {
      return visible()
    },
    get active() {
      return state.accounts[state.active]
    },
    urlOf: chainId => chains.get(chainId),
    knows: chainId => chains.has(chainId),
    payloadOf,

    signer(address) {
      const allowed =
        typeof address === 'string'
          ? visible().find(known => known.toLowerCase() === address.toLowerCase())
          : undefined
      const account = state.accounts.find(candidate => candidate.address === allowed)
      if (!account)
        throw new WalletRpcError(
          4100,
          'The requested account and/or method has not been authorized by the user.',
        )
      return account
    },

    connect() {
      if (state.isConnected) return
      state.isConnected = true
      notify('connect', 'accountsChanged')
    },
    forget() {
      if (!state.isConnected) return
      state.isConnected = false
      notify('accountsChanged')
    },
    lock() {
      if (state.isLocked) return
      state.isLocked = true
      notify(...(state.isConnected ? ['accountsChanged'] : []))
    },
    unlock() {
      if (!state.isLocked) return
      state.isLocked = false
      notify(...(state.isConnected ? ['accountsChanged'] : []))
      for (const proceed of waiting) proceed()
      waiting.clear()
    },
    unlocked: () =>
      state.isLocked ? new Promise(resolve => waiting.add(resolve)) : Promise.resolve(),
    leave() {
      if (state.isGone) return
      notify('disconnect')
      state.isGone = true
    },

    addChain(chainId, url) {
      chains.set(chainId, url)
      notify()
    },
    switchChain(chainId) {
      if (state.chainId === chainId) return
      state.chainId = chainId
      notify('chainChanged')
    },
    switchAccount(index) {
      if (!state.accounts[index])
        throw new MockWalletError(
          `${options.name} has no account ${index}: it has ${state.accounts.length}.`,
        )
      if (state.active === index) return
      state.active = index
      notify(...(state.isConnected ? ['accountsChanged'] : []))
    },
    setAccounts(keys) {
      state.accounts = keys.map(key => privateKeyToAccount(key))
      state.active = 0
      notify(...(state.isConnected ? ['accountsChanged'] : []))
    },
  }
}

function readRemembered(value: unknown): Remembered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { isConnected, chainId, active, chains } = value as Partial<
    Record<keyof Remembered, unknown>
  >
  if (typeof isConnected !== 'boolean' || typeof chainId !== 'number' || typeof active !== 'number')
    return undefined
  return {
    isConnected,
    chainId,
    active,
    chains: typeof chains === 'object' && chains !== null ? (chains as Record<number, string>) : {},
  }
}
