import type { Policy } from '@portico/mock-wallets'
import type { ChainId, Hex, Keyring } from './keyrings/keyring.js'

export interface PocketOptions {
  /** `ws://127.0.0.1:<port>` */
  readonly relayUrl: string
  /**
   * The endpoint of each chain that the wallet knows; empty text where it needs none, as for
   * signing alone.
   */
  readonly chains: Readonly<Record<ChainId, string>>
  /**
   * Private keys of eip155 and bip122, seeds of solana and polkadot, 32 bytes each: public test
   * keys, never those of real accounts.
   */
  readonly keys: Readonly<
    Partial<Record<'eip155' | 'solana' | 'polkadot' | 'bip122', readonly Hex[]>>
  >
  /** By namespace, the keyrings of chains that this wallet does not support by itself. */
  readonly keyrings?: Readonly<Record<string, Keyring>>
  /** Default `Pocket`. */
  readonly name?: string
  /** The picture that it shows of itself. */
  readonly icons?: readonly string[]
  /**
   * What its owner does, by method, with `session_proposal` and `session_authenticate` among them.
   * Default: approves everything.
   */
  readonly policy?: Policy | Readonly<Record<string, Policy>>
  /**
   * The contract that EVM accounts delegate to so that `wallet_sendCalls` is one transaction.
   * Without it, one after the other.
   */
  readonly batchAccount?: Hex
  /**
   * Where sessions are kept: in memory, or in the page's storage, where they outlive it. Default
   * `memory`.
   */
  readonly storage?: 'memory' | 'page'
  /**
   * Separates the storages of several wallets. Default: random, and `pocket` in the page's storage.
   */
  readonly prefix?: string
  /**
   * Sends again after so many milliseconds what the relay did not confirm. Default: after 15 to 20
   * seconds, as all wallets do.
   */
  readonly resendAfterMs?: number
  /**
   * By namespace, the accounts that it shows at the start, as `show` takes them. Places without an
   * account are left out.
   */
  readonly shown?: Readonly<Record<string, readonly number[]>>
  /** The chains that it is on at the start. Those that it does not know are left out. */
  readonly active?: readonly ChainId[]
  /**
   * Answers requests to sign in while pairing; without it, pages fall back to a proposal.
   * `contract`: what it signs is to be judged by the account, as one that is a contract says.
   */
  readonly signsIn?: boolean | 'contract'
}
