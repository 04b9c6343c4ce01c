import type { Hex } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { encodeCall } from '@portico/signatures/abi'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { readCallResult } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'

/**
 * Returns true when the account's contract accepts a signature: a deployed one (ERC-1271), or one
 * still to be deployed (ERC-6492).
 *
 * Runs the validator that ERC-6492 publishes in a call, without deploying it. Throws a ChainError
 * when the network does not respond.
 */
export async function isSignatureOfContract(
  rpc: Rpc,
  address: Hex,
  hash: Hex,
  signature: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  // The validator's constructor arguments.
  const data = encodeCall(
    erc6492SignatureValidatorByteCode,
    ['address', 'word', 'bytes'],
    [address, BigInt(hash), signature],
  )
  try {
    return BigInt(await rpc.request('eth_call', [{ data }, 'latest'], readVerdict, signal)) === 1n
  } catch (error) {
    // The validator, or the account's contract, reverts for a malformed signature.
    if (error instanceof RpcRefusal) return false
    throw error
  }
}

/** One byte, 1 for valid. Some nodes pad it to a word. */
function readVerdict(answer: unknown): Hex | undefined {
  const result = readCallResult(answer)
  return result && result !== '0x' && result.length <= 66 ? result : undefined
}
