/** What a chain's author gives the suite: the plugin, and what stands around it. */
import type { NetworkId } from '../contracts/index.js'
import type { Plugin } from '../plugin.js'

/** What a wallet may claim when a page asks to connect. */
export type WalletLie = 'no-accounts' | 'malformed' | 'other-network'

/** A wallet under remote control. `tallyWallet` is one; a chain's own mock wallet is easily made one. */
export interface WalletRig {
  /** How the next requests are answered. */
  policy: 'approve' | 'decline' | 'hang'
  /** It lets in every page that it shows: there is nothing to decline. */
  readonly asksNobody?: boolean
  /** How many requests a person would have seen. */
  readonly prompts: number
  /** Listeners that pages hold on it. */
  readonly listeners: number
  /** What the wallet shows a page that it approved, the selected one first. */
  addresses?(): readonly string[]
  /** From now on a connect is answered with this lie, or with the truth again. False: this wallet cannot tell it. */
  lie?(lie: WalletLie | undefined): boolean
  /** Makes another account the selected one, and says so. Answers its address. */
  switchAccount?(): Promise<string> | string
  /** The wallet hangs up on the page, and forgets it. */
  hangUp?(): Promise<void> | void
  dispose?(): Promise<void> | void
}
export interface ChainRig {
  /** A fresh plugin, wired to the rig's wallet and ledger. */
  plugin(): Plugin
  readonly namespace: string
  readonly network: NetworkId
  /** Another network of the plugin, for switching. A plugin that lists more than one needs it, unless its line says that the wallet does not support `networks`. */
  readonly otherNetwork?: NetworkId
  readonly addresses: { readonly good: readonly string[]; readonly bad: readonly string[] }
  /** Absent: the chain has no wallet to connect yet, and what needs one is unsupported. */
  readonly wallet?: WalletRig
  /** What the wallet's first account owns of the native coin, in base units, by another word than the plugin's. */
  readonly balance?: bigint
  /**
   * An amount of the native coin that the wallet's account can send, and to whom. A chain that offers transfers needs it. The suite sends it: where the chain
   * offers `confirm`, the ledger behind the rig has to carry it out, for the suite waits for `confirmed`.
   */
  readonly transfer?: { readonly to: string; readonly amount: bigint }
}

/** Rigs over one world of ledgers that is started once: a fresh one for each check. */
export interface ChainRigs {
  next(): ChainRig | Promise<ChainRig>
  stop(): Promise<void> | void
}

export type CheckResult = 'pass' | 'unsupported'
export interface ChainCheck {
  /** One word or two, for tables. */
  readonly id: string
  /** What holds, as a sentence about the chain. */
  readonly name: string
  /** Rejects when it does not hold. */
  run(rig: ChainRig): Promise<CheckResult>
}
