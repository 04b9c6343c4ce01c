import type { Hex } from '@portico/kernel/contracts'
import { encodeCall } from '@portico/signatures/abi'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { RpcRefusal } from '../errors.js'
import { readCallResult } from './node-answers.js'
import type { Rpc } from './rpc.js'

/**
 * Whether the contract of an account says that a signature is its own: one that stands (ERC-1271), or one that is still to be deployed (ERC-6492).
 *
 * The validator that ERC-6492 publishes is run in a call, without being deployed. Throws a ChainError when the network gives no answer.
 */
export async function isSignatureOfContract(rpc: Rpc, address: Hex, hash: Hex, signature: Hex, signal: AbortSignal): Promise<boolean> {
  // The arguments of the validator's constructor.
  const data = encodeCall(erc6492SignatureValidatorByteCode, ['address', 'word', 'bytes'], [address, BigInt(hash), signature])
  try {
    return BigInt(await rpc.ask('eth_call', [{ data }, 'latest'], readVerdict, signal)) === 1n
  } catch (error) {
    // The validator, or the account's contract, reverts for what is no signature at all.
    if (error instanceof RpcRefusal) return false
    throw error
  }
}

/** One byte, 1 for yes; some nodes fill it up to a word. */
function readVerdict(answer: unknown): Hex | undefined {
  const result = readCallResult(answer)
  return result && result !== '0x' && result.length <= 66 ? result : undefined
}
