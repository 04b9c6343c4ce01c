import { defineCapability } from '../../refs.js'
import type { NetworkId } from '../chain/caip.js'
import type { Connection } from '../connector-kit/connector.js'

/** Offered by every chain, for its namespace. Used by connection. */
export interface Networks {
  /** The account type of this chain when a wallet offers several. */
  readonly defaultAccountType: string
  /**
   * Brings the wallet to the network, adding it where the wallet does not know it, and verifies
   * that it is there.
   * Answers when the wallet's own report says so. Rejects with `DECLINED` where the person
   * declined, and rethrows the wallet's other errors.
   *
   * Absent: the person changes the network in the wallet, which reports it. Where only some wallets
   * of a chain are like that, it offers `switch`, and those do not support `networks` (`supports`
   * of their session).
   */
  switch?(via: Connection, network: NetworkId, signal: AbortSignal): Promise<void>
}
export const networksCapability = /* @__PURE__ */ defineCapability<Networks>('networks@1')
