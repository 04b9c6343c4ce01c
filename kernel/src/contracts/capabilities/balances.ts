import { defineCapability, type Read } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'
import type { Token } from '../chain/token.js'

/** Offered by every chain whose RPC can serve it. Used by balances, send and swap. */
export interface Balances {
  native(account: Account, network: NetworkId, signal: AbortSignal): Promise<Balance>
  /**
   * The tokens that the chain itself can list. `known`: those to ask about where a chain cannot
   * list by itself.
   */
  tokens?(
    account: Account,
    network: NetworkId,
    known: readonly Token[],
    signal: AbortSignal,
  ): Promise<readonly Balance[]>
  /**
   * What the chain itself knows of a token, by its address. Throws an AddressError for what is no
   * address here, a ChainError where no token stands behind it.
   */
  token?(address: string, network: NetworkId, signal: AbortSignal): Promise<Token>
  /**
   * The asset namespace (CAIP-19) of the tokens that have an address: `erc20`. Without it the chain
   * has none.
   */
  readonly tokenNamespace?: string
  /**
   * What stands for the native coin at the border of an API that wants an address.
   * Without it: `0x`.
   */
  readonly nativeAddress?: string
}
export interface Balance {
  readonly token: Token
  /** All that the account owns, in base units. */
  readonly amount: bigint
  /** What can be sent now, where that is less: reserved, frozen, unconfirmed. Base units. */
  readonly spendable?: bigint
  /**
   * Named parts of the amount, for the detail view: `reserved`, `frozen`, `unconfirmed`. Base
   * units.
   */
  readonly parts?: Readonly<Record<string, bigint>>
}
export const balancesCapability = /* @__PURE__ */ defineCapability<Balances>('balances@1')

/**
 * What stands for the native coin at the border of an API that wants an address:
 * what the chain plugin says, else `0x`.
 */
export function nativeAddress(read: Read, network: NetworkId): string {
  return read.capability(balancesCapability, network)?.nativeAddress ?? '0x'
}
