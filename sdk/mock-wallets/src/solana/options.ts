import type { Hex } from '../evm-options.js'
import type { Policy } from '../policy.js'

/** A cluster as the Wallet Standard calls it. */
export type SolanaChain = `solana:${string}`

/** Behaviour of real wallets that the standard does not describe. */
export interface SolanaQuirks {
  /**
   * Answers nothing, not even a silent connect, until it is unlocked; implies that it starts
   * locked.
   */
  readonly silentUntilUnlocked?: boolean
  /** Refuses a signature request within so many milliseconds after the last one. */
  readonly signatureIntervalMs?: number
  /** Answers everything so many milliseconds late. */
  readonly answersLateMs?: number
  /** Shows the page its active account only. */
  readonly showsActiveAccountOnly?: boolean
  /** Features that it does not have: `solana:signTransaction`. */
  readonly lacks?: readonly string[]
  /** Says no with a bare text, without a code. */
  readonly throwsText?: string
  /** Registers so many times, with the same object. Default 1. */
  readonly registrations?: number
  /** Properties of the wallet that throw when they are looked at. */
  readonly throwsAt?: readonly string[]
  /** Properties of the wallet that say something else. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** The chains that its accounts claim, independent of the configured clusters. */
  readonly accountChains?: readonly string[]
  /** What it does to the keys of its accounts: cuts them, shows those of another, or shows none. */
  readonly keys?: 'cut' | 'swapped' | 'missing'
  /** What it does to its signatures: a wrong bit, 63 bytes, another account's key, or all zero. */
  readonly signatures?: 'flipped' | 'short' | 'foreign' | 'zero'
  /** Signs another text than it was given. */
  readonly rewords?: string
  /**
   * Adds an instruction before the given ones, or changes the amounts in them.
   */
  readonly alters?: 'adds' | 'changes'
}

/** All that can be written as JSON, so that a test can send it into a page. */
export interface SolanaWalletOptions {
  readonly namespace: 'solana'
  /** Shown to people; the name of the remote control in a page. */
  readonly name: string
  /** A data URI. A square in a colour of the name if not given. */
  readonly icon?: string
  /** Seeds of ed25519 keys, 32 bytes each: public test keys, never those of real accounts. */
  readonly accounts: readonly Hex[]
  /**
   * The JSON-RPC endpoint of each cluster that the wallet knows:
   * `{ 'solana:localnet': 'http://127.0.0.1:8899' }`.
   */
  readonly chains: Readonly<Record<SolanaChain, string>>
  /** When it registers: at once, so many milliseconds late, or only on command. Default `now`. */
  readonly announce?: 'now' | number | false
  /** What its owner does. Default: approves everything. */
  readonly policy?: Policy | Readonly<Record<string, Policy>>
  /** Starts locked. */
  readonly locked?: boolean
  /**
   * Knows the page again after a reload: `true` in this tab, `every-tab` in all tabs of the origin.
   */
  readonly remember?: boolean | 'every-tab'
  readonly quirks?: SolanaQuirks
}
