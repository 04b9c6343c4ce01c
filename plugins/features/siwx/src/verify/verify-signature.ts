import type { NetworkId } from '@portico/kernel/chain'
import { isSiwxErrorCode, SiwxError } from './error.js'
import type { RpcRequest } from './rpc.js'
import type { Verdict } from './verdict.js'
import { type SignatureDetails, type Verifier, type Verifiers, verifierOf } from './verifiers.js'

export interface SignedText {
  /** CAIP-2. */
  readonly namespace: string
  readonly address: string
  /** The signed text, as it was shown. */
  readonly text: string
  /**
   * In the chain's customary encoding: hex (eip155, polkadot), base58 (solana), base64 (bip122).
   */
  readonly signature: string
  /**
   * The bytes that were signed, where a wallet put the text into an envelope. A string is base64.
   */
  readonly signedBytes?: Uint8Array | string | undefined
  /** The network on which an account's contract is queried. */
  readonly network?: NetworkId | undefined
}

/**
 * Verifies a signature over any text.
 * Resolves with how it was made (`eip191`, `eip1271`, `eip6492`, `ed25519`, `sr25519`, `ecdsa`,
 * `bip322`, or what your verifier says). Throws a SiwxError when it is invalid, and the reason of
 * `signal` when that aborts.
 *
 * Only the code of the given chain is loaded. Without `rpc` contract accounts cannot be verified,
 * without a verifier in `verifiers` no chain that is not built in.
 */
export async function verifySignature(
  { namespace, address, text, signature, signedBytes, network }: SignedText,
  {
    rpc,
    signal,
    verifiers,
  }: {
    readonly rpc?: RpcRequest | undefined
    readonly signal?: AbortSignal | undefined
    readonly verifiers?: Verifiers | undefined
  } = {},
): Promise<{ readonly scheme: string }> {
  const verifier = verifierOf(namespace, verifiers)
  if (typeof signature !== 'string' || typeof text !== 'string')
    throw new SiwxError('SIGNATURE_MALFORMED')
  const ask: SignatureDetails['ask'] =
    rpc && network && ((method, params) => rpc({ network, method, params, signal }))
  signal?.throwIfAborted()
  const details = { network, signedBytes, ask, signal }
  const isOwn = verifiers !== undefined && Object.hasOwn(verifiers, namespace)
  const verdict = await judge(verifier, isOwn, address, text, signature, details)
  if (verdict === true) return { scheme: namespace }
  if (isSiwxErrorCode(verdict)) throw new SiwxError(verdict)
  if (typeof verdict !== 'object' || typeof verdict.scheme !== 'string')
    throw new SiwxError('SIGNATURE_WRONG')
  return { scheme: verdict.scheme }
}

/** Calls the verifier. `isOwn`: it is the caller's own, and may throw anything. */
async function judge(
  verifier: Verifier,
  isOwn: boolean,
  address: string,
  text: string,
  signature: string,
  details: SignatureDetails,
): Promise<boolean | Verdict> {
  try {
    return await verifier.verify(address, text, signature, details)
  } catch (thrown) {
    // A caller that aborted gets its own reason, not a failure of the node.
    details.signal?.throwIfAborted()
    if (thrown instanceof SiwxError || !isOwn) throw thrown
    // Libraries of chains throw for a signature that is not valid.
    throw new SiwxError('SIGNATURE_WRONG', undefined, thrown)
  }
}
