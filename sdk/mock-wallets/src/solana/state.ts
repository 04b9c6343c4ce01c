import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { MockWalletError } from '../errors.js'
import type { Hex } from '../evm-options.js'
import type { Memory } from '../memory.js'
import type { SolanaWalletOptions } from './options.js'

export interface SolanaKey {
  readonly address: string
  readonly publicKey: Uint8Array
  sign(bytes: Uint8Array): Uint8Array
}

/** The present state of the wallet. */
export interface SolanaState {
  readonly isConnected: boolean
  readonly isLocked: boolean
  readonly isGone: boolean
  /** All its keys. */
  readonly keys: readonly SolanaKey[]
  /**
   * Those that the page may see, the active one first: none while it is not connected or the wallet
   * is locked.
   */
  readonly visible: readonly SolanaKey[]
  connect(): void
  forget(): void
  lock(): void
  unlock(): void
  /** Resolves when it is unlocked: at once if it is. */
  unlocked(): Promise<void>
  leave(): void
  /** @throws MockWalletError when there is no such account */
  switchAccount(index: number): void
  setAccounts(seeds: readonly Hex[]): void
}

/** The key of a seed of 32 bytes. */
function keyOf(seed: Hex): SolanaKey {
  const secret = Uint8Array.from(seed.slice(2).match(/../g) ?? [], byte =>
    Number.parseInt(byte, 16),
  )
  const publicKey = ed25519.getPublicKey(secret)
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: bytes => ed25519.sign(bytes, secret),
  }
}

/** Calls `notify` after each change, with true when the page sees other accounts now. */
export function createSolanaState(
  options: SolanaWalletOptions,
  memory: Memory,
  notify: (accountsChanged: boolean) => void,
): SolanaState {
  const remembered = readRemembered(memory.read())
  const state = {
    keys: options.accounts.map(keyOf),
    active: remembered?.active ?? 0,
    isConnected: remembered?.isConnected ?? false,
    isLocked: options.locked ?? options.quirks?.silentUntilUnlocked ?? false,
    isGone: false,
  }
  const waiting = new Set<() => void>()

  const visible = (): readonly SolanaKey[] => {
    const active = state.keys[state.active]
    if (!state.isConnected || state.isLocked || state.isGone || !active) return []
    return [
      active,
      ...(options.quirks?.showsActiveAccountOnly ? [] : state.keys.filter(key => key !== active)),
    ]
  }
  const shown = () =>
    visible()
      .map(key => key.address)
      .join()
  const change = (next: Partial<typeof state>, remember = true) => {
    const before = shown()
    Object.assign(state, next)
    if (remember) memory.write({ isConnected: state.isConnected, active: state.active })
    notify(before !== shown())
  }
  memory.follow(() => change(readRemembered(memory.read()) ?? {}, false))

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
    get keys() {
      return state.keys
    },
    get visible() {
      return visible()
    },
    connect: () => change({ isConnected: true }),
    forget: () => change({ isConnected: false }),
    lock: () => change({ isLocked: true }),
    unlock() {
      change({ isLocked: false })
      for (const proceed of waiting) proceed()
      waiting.clear()
    },
    unlocked: () =>
      state.isLocked ? new Promise(resolve => waiting.add(resolve)) : Promise.resolve(),
    leave: () => change({ isGone: true }, false),
    switchAccount(index) {
      if (!state.keys[index])
        throw new MockWalletError(
          `${options.name} has no account ${index}: it has ${state.keys.length}.`,
        )
      change({ active: index })
    },
    setAccounts: seeds => change({ keys: seeds.map(keyOf), active: 0 }),
  }
}

function readRemembered(
  value: unknown,
): { readonly isConnected: boolean; readonly active: number } | undefined {
  const { isConnected, active } = (value ?? {}) as Record<string, unknown>
  return typeof isConnected === 'boolean' && typeof active === 'number'
    ? { isConnected, active }
    : undefined
}
