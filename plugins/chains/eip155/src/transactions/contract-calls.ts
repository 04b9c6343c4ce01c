import type { Hex } from '@portico/kernel/chain'
import { readCallResult, readWord } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'

export interface ContractCall {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
}
/**
 * Calls a contract without a transaction. Returns `0x` where there is no contract. Throws an
 * RpcRefusal when the call reverts.
 */
export const callContract = (rpc: Rpc, call: ContractCall, signal: AbortSignal): Promise<Hex> =>
  rpc.request('eth_call', [call, 'latest'], readCallResult, signal)

/**
 * Calls a contract that returns a number. Undefined for any other result, which is the contract's
 * fault and not the node's.
 */
export async function readContractNumber(
  rpc: Rpc,
  call: ContractCall,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  return readWord(await callContract(rpc, call, signal))
}
