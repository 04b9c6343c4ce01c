import { MockWalletError } from '../errors.js'
import type { Memory } from '../memory.js'
import { type PolkadotKey, polkadotKey } from './keys.js'
import type { Hex, PolkadotAccountOptions, PolkadotWalletOptions } from './options.js'

/** The present state of the wallet, and the listeners of its accounts. */
export interface PolkadotState {
  readonly isConnected: boolean
  readonly isLocked: boolean
  readonly isGone: boolean
  /**
   * What the page may see, the active account first: nothing while it is not connected or the
   * wallet is locked.
   */
  readonly visible: readonly PolkadotKey[]
  /** The same in the words of the interface. */
  readonly accounts: readonly object[]
  readonly subscribers: Set<(accounts: unknown) => void>
  connect(): void
  forget(): void
  lock(): void
  unlock(): void
  /** Resolves when it is unlocked: at once if it is. */
  unlocked(): Promise<void>
  leave(): void
  switchAccount(index: number): void
  setAccounts(accounts: readonly (Hex | PolkadotAccountOptions)[]): void
  /** Tells the pages this of its accounts. */
  notify(accounts: unknown): void
}

export function createPolkadotState(
  { name, accounts, locked, quirks }: PolkadotWalletOptions,
  memory: Memory,
  changed: () => void,
): PolkadotState {
  const remembered = readRemembered(memory.read())
  const state = {
    keys: accounts.map(polkadotKey),
    active: remembered?.active ?? 0,
    isConnected: remembered?.isConnected ?? false,
    isLocked: locked ?? quirks?.silentUntilUnlocked ?? false,
    isGone: false,
  }
  const subscribers: PolkadotState['subscribers'] = new Set()
  const waiting = new Set<() => void>()

  const visible = (): readonly PolkadotKey[] => {
    const active = state.keys[state.active]
    if (!active || !state.isConnected || state.isLocked || state.isGone) return []
    return [active, ...state.keys.filter(key => key !== active)]
  }
  const words = () =>
    visible().map(({ address, name: label, type, genesisHash }) => ({
      address,
      type,
      ...(label && { name: label }),
      genesisHash: genesisHash ?? null,
    }))
  const notify = (said: unknown) => {
    for (const subscriber of [...subscribers]) subscriber(said)
  }
  const follow = () => {
    memory.write({ isConnected: state.isConnected, active: state.active } satisfies Remembered)
    changed()
    notify(words())
  }
  memory.follow(() => {
    const now = readRemembered(memory.read())
    if (!now) return
    Object.assign(state, now)
    changed()
    notify(words())
  })
  const become = (next: Partial<typeof state>) => {
    Object.assign(state, next)
    follow()
  }

  return {
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
    get accounts() {
      return words()
    },
    subscribers,
    connect() {
      if (!state.isConnected) become({ isConnected: true })
    },
    forget() {
      if (state.isConnected) become({ isConnected: false })
    },
    lock() {
      if (!state.isLocked) become({ isLocked: true })
    },
    unlock() {
      if (!state.isLocked) return
      become({ isLocked: false })
      for (const proceed of waiting) proceed()
      waiting.clear()
    },
    unlocked: () =>
      state.isLocked ? new Promise(resolve => waiting.add(resolve)) : Promise.resolve(),
    leave() {
      if (!state.isGone) become({ isGone: true })
    },
    switchAccount(index) {
      if (!state.keys[index])
        throw new MockWalletError(`${name} has no account ${index}: it has ${state.keys.length}.`)
      if (state.active !== index) become({ active: index })
    },
    setAccounts(next) {
      become({ keys: next.map(polkadotKey), active: 0 })
    },
    notify,
  }
}

interface Remembered {
  readonly isConnected: boolean
  readonly active: number
}
function readRemembered(value: unknown): Remembered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { isConnected, active } = value as Partial<Record<keyof Remembered, unknown>>
  return typeof isConnected === 'boolean' && typeof active === 'number'
    ? { isConnected, active }
    : undefined
}
