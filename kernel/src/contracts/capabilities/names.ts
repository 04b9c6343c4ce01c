import { defineCapability } from '../../refs.js'
import type { NetworkId } from '../chain/caip.js'

/**
 * Names for addresses. Many services may serve one network. Offered by names, used by account,
 * send and names.
 */
export interface Names {
  looksLike(text: string): boolean
  /** Undefined: the name belongs to no account. */
  resolve(name: string, network: NetworkId, signal: AbortSignal): Promise<string | undefined>
  /** A name counts only when its forward record says the same address. */
  reverse?(
    address: string,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly imageUrl?: string } | undefined>
}
export const namesCapability = /* @__PURE__ */ defineCapability<Names>('names@1', { many: true })
