/** Transactions that features carry and only chains understand. */
import type { NetworkId } from './caip.js'

/** A transaction in one chain's own words. Only a plugin that knows the dialect looks inside. */
export interface Draft {
  readonly dialect: string
  readonly network: NetworkId
  readonly body: unknown
}
export interface Dialect<Body> {
  readonly id: string
  draft(network: NetworkId, body: Body): Draft
  /** The body, or undefined for a draft of another dialect. */
  read(draft: Draft): Body | undefined
}
/** Names a dialect: `namespace/what it describes`. */
export function defineDialect<Body>(id: string): Dialect<Body> {
  return {
    id,
    draft: (network, body) => ({ dialect: id, network, body }),
    read: draft => (draft.dialect === id ? (draft.body as Body) : undefined),
  }
}

export type Hex = `0x${string}`
/** One call. Fees and nonce are the wallet's to choose unless given. Values in wei. */
export interface Eip155Transaction {
  readonly to?: Hex
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  /** Replaces the pending transaction that has this nonce. */
  readonly nonce?: bigint
}
export const eip155Transaction: Dialect<Eip155Transaction> =
  /* @__PURE__ */ defineDialect('eip155/transaction')

/** A compiled, unsigned message in wire format; it dies after `lastValidBlockHeight`. */
export interface SolanaTransaction {
  readonly wire: Uint8Array
  readonly lastValidBlockHeight: bigint
}
export const solanaTransaction: Dialect<SolanaTransaction> =
  /* @__PURE__ */ defineDialect('solana/transaction')

/** A SCALE-encoded call; era and nonce are filled in when it is signed. */
export interface PolkadotCall {
  readonly call: Hex
  /** Pallet and function, for people: `balances.transferKeepAlive`. */
  readonly method: string
  /**
   * What a transfer pays, and to whom: the account's id, base units. The chain refuses a `call`
   * that says something else by the metadata that is signed.
   */
  readonly transfer?: { readonly to: Hex; readonly amount: bigint }
  /** Paid to who makes the block besides the fee, so that it goes first; base units. Default 0. */
  readonly tip?: bigint
}
export const polkadotCall: Dialect<PolkadotCall> = /* @__PURE__ */ defineDialect('polkadot/call')

/**
 * A partially signed transaction (BIP-174) with what a person has to know of it. Amounts in
 * satoshi.
 */
export interface Bip122Psbt {
  /** Base64. */
  readonly psbt: string
  /** Which inputs this account signs. */
  readonly inputs: readonly { readonly index: number; readonly address: string }[]
  readonly fee: bigint
  /** Satoshi per virtual byte, decimal text: endpoints answer fractions. */
  readonly feeRate: string
  /** What is returned to the sender. 0n: nothing. */
  readonly change: bigint
}
export const bip122Psbt: Dialect<Bip122Psbt> = /* @__PURE__ */ defineDialect('bip122/psbt')
