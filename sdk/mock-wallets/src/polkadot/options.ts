import type { Policy } from '../policy.js'

export type Hex = `0x${string}`
export type KeyType = 'sr25519' | 'ed25519' | 'ecdsa'

export interface PolkadotAccountOptions {
  /** 32 bytes: the public test seeds, never those of real accounts. */
  readonly seed: Hex
  /** Default `sr25519`. */
  readonly type?: KeyType
  /** How its owner calls it. */
  readonly name?: string
  /** The one network that it may be used on: the hash of block 0. */
  readonly genesisHash?: Hex
}

/** Behaviour of real wallets that no standard describes. */
export interface PolkadotQuirks {
  /** Answers nothing until it is unlocked; implies that it starts locked. */
  readonly silentUntilUnlocked?: boolean
  /**
   * Refuses a signature request within so many milliseconds after the last one: "Rate limit
   * exceeded".
   */
  readonly signatureIntervalMs?: number
  /** Answers everything so many milliseconds late. */
  readonly answersLateMs?: number
  /**
   * Registers the same object under these keys too: wallets pretend to be `polkadot-js` for pages
   * that know no other.
   */
  readonly alsoAs?: readonly string[]
  /** Connects by `connect`, the newest form of the interface; its `enable` refuses. */
  readonly connectsByConnect?: boolean
  /** Has no `accounts.subscribe`. */
  readonly neverTells?: boolean
  /** Signs other bytes than requested. */
  readonly signsWrongly?: boolean
  /**
   * Signs transactions without the hash of the metadata, as wallets do that do not know
   * `CheckMetadataHash`.
   */
  readonly ignoresMetadataHash?: boolean
  /** Signs text as it is, without `<Bytes>` around it. */
  readonly signsBare?: boolean
  /** Says no with these words, and without an error object around them. */
  readonly refusesWith?: string
}

/** All that can be written as JSON, so that a test can send it into a page. */
export interface PolkadotWalletOptions {
  readonly namespace: 'polkadot'
  /** Shown to people; the name of the remote control in a page. */
  readonly name: string
  /**
   * Where it stands in `injectedWeb3`: `talisman`, `subwallet-js`. The name in lower case if not
   * given.
   */
  readonly key?: string
  /** Default `1.0.0`. */
  readonly version?: string
  /** Seeds, or what else is known of each account. */
  readonly accounts: readonly (Hex | PolkadotAccountOptions)[]
  /**
   * When it puts itself into `injectedWeb3`: at once, so many milliseconds late, or only on
   * command. Default `now`.
   */
  readonly announce?: 'now' | number | false
  /**
   * What its owner does, by method: `enable`, `accounts`, `signRaw`, `signPayload`. Default:
   * approves everything.
   */
  readonly policy?: Policy | Readonly<Record<string, Policy>>
  /** Starts locked: it shows no account, and signs nothing before it is unlocked. */
  readonly locked?: boolean
  /**
   * Knows the page again after a reload: `true` in this tab, `every-tab` in all tabs of the origin.
   */
  readonly remember?: boolean | 'every-tab'
  readonly quirks?: PolkadotQuirks
}
