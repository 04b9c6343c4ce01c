/**
 * Verifies signatures of Ethereum accounts.
 * They are made by a key (EIP-191), or by a contract (ERC-1271, ERC-6492), which needs a node.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesOfHex, bytesOfText, hexOf } from '../bytes.js'
import type { Verdict } from '../verdict.js'
import type { Ask } from './contract-account.js'
import { canonicalAddress, checksumAddress } from './ethereum-address.js'

// Far more than any contract needs; a longer one only fills requests.
const longestSignature = 65_538

/** Returns the hash that `personal_sign` signs (EIP-191). */
export function hashText(text: string): Uint8Array {
  const bytes = bytesOfText(text)
  return keccak_256(
    concatBytes(bytesOfText(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes),
  )
}

/** Verifies a signature in hex. Without `ask` only keys can sign. */
export async function judge(
  address: string,
  text: string,
  signature: string,
  ask?: Ask,
): Promise<Verdict> {
  const account = canonicalAddress(address)
  if (!account) return 'ADDRESS_MALFORMED'
  const bytes = signature.length <= longestSignature ? bytesOfHex(signature) : undefined
  if (!bytes?.length) return 'SIGNATURE_MALFORMED'
  const hash = hashText(text)
  const signer = bytes.length === 65 ? recoverSigner(hash, bytes) : undefined
  if (signer?.address === account)
    return signer.malleable ? 'SIGNATURE_MALLEABLE' : { scheme: 'eip191' }
  if (ask) return (await import('./contract-account.js')).judgeContract(account, hash, bytes, ask)
  if (bytes.length === 65) return 'SIGNATURE_WRONG'
  return bytes.length < 65 ? 'SIGNATURE_MALFORMED' : 'RPC_MISSING'
}

/**
 * Returns the signer of 65 bytes; undefined for an impossible signature.
 * The last byte is 27 or 28 (some hardware writes 0 or 1).
 */
function recoverSigner(
  hash: Uint8Array,
  signature: Uint8Array,
): { readonly address: string; readonly malleable: boolean } | undefined {
  const last = signature[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return undefined
  try {
    const parsed = secp256k1.Signature.fromCompact(signature.subarray(0, 64)).addRecoveryBit(
      recovery,
    )
    const key = parsed.recoverPublicKey(hash).toRawBytes(false)
    return {
      address: checksumAddress(hexOf(keccak_256(key.subarray(1)).subarray(12)).slice(2)),
      malleable: parsed.hasHighS(),
    }
  } catch {
    // The numbers are not on the curve.
    return undefined
  }
}
