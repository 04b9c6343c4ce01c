/**
 * The open wallet: the entropy is here, in the worker's memory, from `open` until `lock`. Each use
 * derives the keys anew and overwrites them.
 */
import type { Bytes } from './bytes.js'
import { KeyError } from './errors.js'
import type { Share } from './share.js'

/** What one open wallet has in memory. */
export interface OpenWallet {
  readonly person: string
  readonly walletId: Bytes
  /** The version whose shares the server has; 0 before the first. */
  readonly version: number
  readonly entropy: Bytes
  /** Of the newest split, which the server may not have yet: new recovery methods wrap it. */
  readonly recovery: Share
}

export interface KeyRing {
  /** Throws KEYS_LOCKED. Prolongs the idle life. */
  wallet(): OpenWallet
  /**
   * Calls `use` with a copy of the entropy, overwritten afterwards: a lock that comes in between
   * must not let it derive the keys of sixteen zeros.
   */
  withEntropy<T>(use: (entropy: Bytes) => T | Promise<T>): Promise<T>
  status(): { readonly wallet: OpenWallet; readonly locksAt: number } | undefined
  /** Opens a wallet in the place of the one that is open. */
  open(wallet: OpenWallet): void
  /** Changes an open wallet; its secrets stay. Throws KEYS_LOCKED. */
  update(change: Partial<Pick<OpenWallet, 'version' | 'recovery'>>): void
  lock(why: 'idle' | 'asked'): void
}

/** Long enough for a session of clicking, short enough for a forgotten tab. */
const idleLifeMs = 15 * 60_000

/** Locks by itself when nothing used the keys for `lifeMs`; `onLocked` tells why. */
export function createKeyRing(
  onLocked: (why: 'idle' | 'asked') => void,
  lifeMs: number = idleLifeMs,
): KeyRing {
  let opened: OpenWallet | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let used = { at: 0, ticks: 0 }

  const forget = () => {
    clearTimeout(timer)
    opened?.entropy.fill(0)
    opened?.recovery.point.fill(0)
    opened = undefined
  }
  const lock = (why: 'idle' | 'asked') => {
    if (!opened) return
    forget()
    onLocked(why)
  }
  const use = () => {
    clearTimeout(timer)
    used = { at: Date.now(), ticks: performance.now() }
    timer = setTimeout(() => lock('idle'), lifeMs)
  }
  /** Timers stand still while a computer sleeps, and clocks can be set back: the longer counts. */
  const idleMs = () => Math.max(Date.now() - used.at, performance.now() - used.ticks)
  const wallet = () => {
    if (opened && idleMs() >= lifeMs) lock('idle')
    if (!opened) throw new KeyError('KEYS_LOCKED', 'The wallet is locked. Log in again.')
    return opened
  }

  return {
    lock,
    wallet() {
      const found = wallet()
      use()
      return found
    },
    async withEntropy(work) {
      const copy = wallet().entropy.slice()
      use()
      try {
        return await work(copy)
      } finally {
        copy.fill(0)
      }
    },
    status() {
      if (opened && idleMs() >= lifeMs) lock('idle')
      return opened && { wallet: opened, locksAt: used.at + lifeMs }
    },
    open(next) {
      forget()
      opened = next
      use()
    },
    update(change) {
      const found = wallet()
      if (change.recovery && change.recovery !== found.recovery) found.recovery.point.fill(0)
      opened = { ...found, ...change }
      use()
    },
  }
}
