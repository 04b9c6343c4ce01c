import type { Policy } from './policy.js'

export type Hex = `0x${string}`

/** Behaviour of real wallets that the standards do not describe. */
export interface EvmQuirks {
  /**
   * Answers nothing, not even `eth_chainId`, until it is unlocked; implies that it starts locked.
   */
  readonly silentUntilUnlocked?: boolean
  /** Refuses a signature request within so many milliseconds after the last one. */
  readonly signatureIntervalMs?: number
  /** Never answers the first request of all, or the first of each named method. */
  readonly dropsFirst?: true | readonly string[]
  /** Answers everything so many milliseconds late. */
  readonly answersLateMs?: number
  /** Hides 4902 in `data.originalError.code` of an internal error. */
  readonly nested4902?: boolean
  /** Does not switch to a chain that was just added. */
  readonly staysAfterAdd?: boolean
  /** Answers a second connect with -32002 while the first is open. */
  readonly oneConnectAtATime?: boolean
  /** Methods that the wallet does not support: answers -32601. */
  readonly lacks?: readonly string[]
  /** Signs transactions that it does not send. Most wallets answer 4200. */
  readonly signsTransactions?: boolean
  /** Ignores the nonce that a page asks for. */
  readonly ownNonces?: boolean
  /** Shows the page its active account only. */
  readonly showsActiveAccountOnly?: boolean
  /** Speaks the first form of EIP-5792: a string for an id, words for a status. */
  readonly callsVersion1?: boolean
  /**
   * Reports that it runs calls as one, but executes only the first so many, one after the other.
   */
  readonly callsCarriedOut?: number
}

/** All that can be written as JSON, so that a test can send it into a page. */
export interface EvmWalletOptions {
  readonly namespace?: 'eip155'
  /** Shown to people; the name of the remote control in a page. */
  readonly name: string
  /** Reverse-DNS id, the same in every session. */
  readonly rdns: string
  /** A data URI. A square in a colour of the name if not given. */
  readonly icon?: string
  /** Stands for this instance of the wallet on this page. Random if not given. */
  readonly uuid?: string
  /** Private keys: public test keys, never those of real accounts. */
  readonly accounts: readonly Hex[]
  /** The JSON-RPC endpoint of each chain that the wallet knows. */
  readonly chains: Readonly<Record<number, string>>
  /** The chain at the start. The first of `chains` if not given. */
  readonly chainId?: number
  /**
   * When it announces itself by EIP-6963: at once, so many milliseconds late, or only on command.
   * Default `now`.
   */
  readonly announce?: 'now' | number | false
  /** Also sets `window.ethereum`, beside what is there already. */
  readonly legacy?: boolean
  /** More properties of the provider, `{ isMetaMask: true }` for example. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** Replaces fields of the announced info, for announcements that break the rules. */
  readonly info?: Readonly<Record<string, unknown>>
  /** What its owner does. Default: approves everything. */
  readonly policy?: Policy | Readonly<Record<string, Policy>>
  /** Starts locked. */
  readonly locked?: boolean
  /**
   * By chain id, the contract that accounts delegate to by EIP-7702 so that `wallet_sendCalls` is
   * one transaction; without it, one after the other.
   */
  readonly batchAccount?: Readonly<Record<number, Hex>>
  /**
   * What `wallet_getAssets` (ERC-7811) answers, by hex chain id. Without it the wallet does not
   * know the method.
   */
  readonly assets?: Readonly<Record<string, readonly unknown[]>>
  /**
   * Knows the page again after a reload: `true` in this tab, `every-tab` in all tabs of the origin.
   */
  readonly remember?: boolean | 'every-tab'
  readonly quirks?: EvmQuirks
}
