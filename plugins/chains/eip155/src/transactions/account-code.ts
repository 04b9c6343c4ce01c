import { readCallResult } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import type { Description } from './sent-description.js'

/**
 * Returns true for a contract account: its connection says so, or its address has code (EIP-7702
 * included).
 */
export const hasCode = async (
  rpc: Rpc,
  description: Description,
  signal: AbortSignal,
): Promise<boolean> => description.isSmart || (await codeOf(rpc, description, signal)) !== undefined
/** Undefined: the address has no code. An account with a delegation (EIP-7702) keeps its key. */
export async function codeOf(
  rpc: Rpc,
  { from }: Description,
  signal: AbortSignal,
): Promise<'contract' | 'delegation' | undefined> {
  const code = await rpc.request('eth_getCode', [from, 'latest'], readCallResult, signal)
  if (code === '0x') return undefined
  return /^0xef0100.{40}$/i.test(code) ? 'delegation' : 'contract'
}
/**
 * Returns true when the hash may identify an order in the wallet (of a Safe, an ERC-4337 operation,
 * a bundle), which no node knows. The wallet of an account with a key reports the transaction
 * itself, also after EIP-7702.
 */
export const mayNameOrder = async (
  rpc: Rpc,
  description: Description,
  signal: AbortSignal,
): Promise<boolean> =>
  description.isSmart ||
  description.calls.length > 1 ||
  (await codeOf(rpc, description, signal)) === 'contract'
