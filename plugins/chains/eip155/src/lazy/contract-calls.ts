import type { Hex } from '@portico/kernel/contracts'
import { readCallResult, readWord } from './node-answers.js'
import type { Rpc } from './rpc.js'

export interface ContractCall {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
}
/** What a contract answers, without a transaction. `0x` where there is no contract. Throws an RpcRefusal when it reverts. */
export const askContract = (rpc: Rpc, call: ContractCall, signal: AbortSignal): Promise<Hex> => rpc.ask('eth_call', [call, 'latest'], readCallResult, signal)

/** The number that a contract answers; undefined when that is no number, which says something of the contract and nothing of the node. */
export async function askNumber(rpc: Rpc, call: ContractCall, signal: AbortSignal): Promise<bigint | undefined> {
  return readWord(await askContract(rpc, call, signal))
}
