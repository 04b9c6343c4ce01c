/** What a chain's author gives the suite: the plugin and its environment. */
import type { NetworkId } from '../contracts/chain/index.js'
import type { Plugin } from '../plugin.js'

/**
 * Lies that a wallet may tell when a page connects. It approves, and answers
 * - `no-accounts`: no account;
 * - `malformed`: an account that is none, with an empty address or one that is not of its key;
 * - `other-network`: accounts on no network of the chain, or a network that is none.
 */
export type WalletLie = 'no-accounts' | 'malformed' | 'other-network'

/** A wallet under remote control: `tallyWallet`, or an adapter of a chain's own mock wallet. */
export interface WalletRig {
  /** How the next requests are answered. */
  policy: 'approve' | 'decline' | 'hang'
  /** The wallet approves every page that it shows, so nothing can be rejected. */
  readonly connectsWithoutPrompt?: boolean
  /** Number of prompts that a person would have seen. */
  readonly prompts: number
  /** Listeners that pages have on the wallet. */
  readonly listeners: number
  /** The addresses for an approved page, the selected one first. */
  addresses?(): readonly string[]
  /**
   * Answers the next connects with this lie, or truthfully again. False: this wallet cannot tell
   * the lie.
   */
  lie?(lie: WalletLie | undefined): boolean
  /** Selects another account, and notifies the page. Returns its address. */
  switchAccount?(): Promise<string> | string
  /**
   * The person changes the network in the wallet, which tells the page, or is found there. For a
   * wallet with a network of its own.
   */
  moveTo?(network: NetworkId): Promise<void> | void
  /**
   * The wallet answers the next request for a transaction with another one, signed: another amount,
   * or another recipient. For a wallet that signs while the page submits.
   */
  signOther?(): Promise<void> | void
  /** Disconnects the page from the wallet's side, and forgets it. */
  disconnectByWallet?(): Promise<void> | void
  /** How often pages have told the wallet that they disconnect. */
  readonly disconnects?: number
  /** Announces the same wallet object again, as a script does that runs twice. */
  announceAgain?(): Promise<void> | void
  /** Takes the wallet out of the page, as an extension does that is disabled. */
  withdraw?(): Promise<void> | void
  /**
   * Why no wallet of this kind can do something, for a member that is left out:
   * `{ disconnects: 'these wallets have no request to disconnect' }`. The suite lists it as not
   * applicable, instead of not checked.
   */
  readonly inapplicable?: Readonly<Partial<Record<OptionalRequest, string>>>
  dispose?(): Promise<void> | void
}
export type OptionalRequest =
  | 'switchAccount'
  | 'moveTo'
  | 'signOther'
  | 'disconnectByWallet'
  | 'disconnects'
  | 'announceAgain'
  | 'withdraw'
export interface ChainRig {
  /** A fresh plugin, connected to the rig's wallet and ledger. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  /**
   * Another network of the plugin, for switching. Required for a plugin with more than one, unless
   * its wallet session does not support `networks`.
   */
  readonly otherNetwork?: NetworkId
  readonly addresses: {
    readonly good: readonly string[]
    readonly bad: readonly string[]
    /** Texts that name the same account, by group. Spellings in hex are tried by themselves. */
    readonly same?: readonly (readonly string[])[]
  }
  /** Absent: the chain has no wallet to connect yet, and checks that need one are unsupported. */
  readonly wallet?: WalletRig
  /**
   * The first account's balance of the native coin in base units, from another source than the
   * plugin.
   */
  readonly balance?: bigint
  /**
   * An amount of the native coin that the wallet's account can send, and the recipient. Required
   * for a chain that offers transfers. The suite sends it: where the chain offers `confirm`, the
   * rig's ledger must execute it, because the suite waits for `confirmed`.
   */
  readonly transfer?: { readonly to: string; readonly amount: bigint }
  /**
   * Keeps what is sent from now on pending, until the returned function is called. For a chain that
   * offers `transactions.replacements`.
   */
  holdLedger?(): Promise<() => Promise<void> | void>
  /** The network refuses the next transaction that it gets, with a reason. */
  refuseNext?(): Promise<void> | void
  /**
   * Why all speeds that the plugin offers have one price on the rig's ledger: `'no transaction but
   * ours pays'`.
   */
  readonly equalSpeeds?: string
  /** What the plugin's package exports for the option `verifiers` of a server. */
  readonly verifier?: RigVerifier
  /** For a plugin that offers `names`. */
  readonly names?: {
    /** Names that have an account. */
    readonly known: readonly { readonly name: string; readonly address: string }[]
    /** A name that belongs to no account. */
    readonly unknown: string
    /** Addresses that claim a name which belongs to another account, or to none. */
    readonly claimed?: readonly string[]
  }
  /** The address of a token that the network knows, for `balances.token`. */
  readonly token?: string
  /** Data that the wallet can sign with `messages.signTyped`. */
  readonly typedData?: unknown
}

/** The part of a server's verifier that the suite runs: `Verifier` of `@portico/plugin-siwx`. */
export interface RigVerifier {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: what else a verifier takes comes from a server.
  verify(address: string, text: string, signature: string, details: any): unknown
  canonicalAddress?(address: string): string | undefined | Promise<string | undefined>
}

/** Rigs over ledgers that are started once: a fresh rig for each check. */
export interface ChainRigs {
  next(): ChainRig | Promise<ChainRig>
  stop(): Promise<void> | void
}

/**
 * A skipped result says what is missing: of the plugin (`not offered`), of this kind of wallet
 * (`not applicable`) or of the rig (`not checked`).
 */
export type CheckResult = 'pass' | `${(typeof skippedKinds)[number]}: ${string}`
export const skippedKinds = ['not offered', 'not applicable', 'not checked'] as const
export interface ChainCheck {
  /** One word or two, for tables. */
  readonly id: string
  /** What the check proves, as a predicate of the chain. */
  readonly name: string
  /**
   * What it needs: a connector in the page, or a connected wallet. It is not run after the check
   * `discover`, or `connect`, has failed.
   */
  readonly needs?: 'connector' | 'connection'
  /** Rejects when the check fails. */
  run(rig: ChainRig): Promise<CheckResult>
}
