/** Verifies signatures of contract accounts. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { decodeAbi, encodeAbi, encodeCall } from '@portico/signatures/abi'
import { bytesOfHex, hexOf, sameBytes } from '../bytes.js'
import { SiwxError } from '../error.js'
import type { Verdict } from '../verdict.js'
import { checksumAddress } from './ethereum-address.js'
import { validatorCode } from './validator-code.js'

/** Queries a node of the network that the message names. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Verifies a signature over a hash by the account's contract.
 * The contract is deployed (ERC-1271), or still to be deployed (ERC-6492). Throws a SiwxError when
 * the node does not answer.
 */
export async function judgeContract(
  account: string,
  hash: Uint8Array,
  signature: Uint8Array,
  ask: Ask,
): Promise<Verdict> {
  const wrapped = readWrappedSignature(signature)
  if (wrapped === 'malformed') return 'SIGNATURE_MALFORMED'
  if (wrapped) {
    // The validator that ERC-6492 publishes runs in a call, without being deployed.
    const given = encodeAbi(
      ['address', 'word', 'bytes'],
      [account as `0x${string}`, BigInt(hexOf(hash)), hexOf(signature)],
    )
    const answer = await askHex(ask, 'eth_call', [{ data: `0x${validatorCode}${given}` }, 'latest'])
    // One byte, 1 for valid; some nodes pad it to a word.
    return answer.length <= 66 && /^0x0*1$/.test(answer) ? { scheme: 'eip6492' } : 'SIGNATURE_WRONG'
  }
  const code = await askHex(ask, 'eth_getCode', [account, 'latest'])
  if (code === '0x') return 'CONTRACT_NOT_DEPLOYED'
  const data = encodeCall('0x1626ba7e', ['word', 'bytes'], [BigInt(hexOf(hash)), hexOf(signature)])
  const answer = await askHex(ask, 'eth_call', [{ to: account, data }, 'latest'])
  return answer === `0x1626ba7e${'0'.repeat(56)}` ? { scheme: 'eip1271' } : 'SIGNATURE_WRONG'
}

/** Returns hex in lower case; empty when the contract reverted. */
async function askHex(ask: Ask, method: string, params: readonly unknown[]): Promise<string> {
  try {
    const answer = await ask(method, params)
    if (typeof answer === 'string' && bytesOfHex(answer)) return answer.toLowerCase()
  } catch (thrown) {
    if (method === 'eth_call' && isRevert(thrown)) return ''
    throw thrown instanceof SiwxError ? thrown : new SiwxError('RPC_FAILED', undefined, thrown)
  }
  throw new SiwxError('RPC_FAILED')
}

/**
 * True when a contract reverted: code 3 (geth), or the message of another node. Also inside the
 * causes of wrapped errors.
 */
function isRevert(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 5) return false
  const { code, message, cause } = thrown as {
    readonly code?: unknown
    readonly message?: unknown
    readonly cause?: unknown
  }
  return (
    code === 3 ||
    (typeof message === 'string' && /revert|invalid opcode|out of gas/i.test(message)) ||
    isRevert(cause, depth + 1)
  )
}

const magic = bytesOfHex(`0x${'6492'.repeat(16)}`) ?? new Uint8Array()
export interface WrappedSignature {
  /** The factory that deploys the account, and its call data. */
  readonly factory: string
  readonly factoryData: Uint8Array
  readonly signature: Uint8Array
}
/**
 * Parses the signature of an account that is still to be deployed (ERC-6492).
 * Undefined for any other signature; `malformed` for an invalid one.
 */
export function readWrappedSignature(
  bytes: Uint8Array,
): WrappedSignature | 'malformed' | undefined {
  if (bytes.length < 32 || !sameBytes(bytes.subarray(-32), magic)) return undefined
  const { values } = decodeAbi(['address', 'bytes', 'bytes'], hexOf(bytes.subarray(0, -32)), {
    isExact: false,
  })
  if (!values) return 'malformed'
  const [factory, factoryData, signature] = values
  return {
    factory: checksumAddress(factory.slice(2)),
    factoryData: hexToBytes(factoryData.slice(2)),
    signature: hexToBytes(signature.slice(2)),
  }
}
