import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import { isNamespace, type Namespace } from './namespaces.js'
import type { RpcRequest } from './rpc.js'
import type { Verdict } from './verdict.js'

export interface SignedText {
  readonly namespace: Namespace
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
 * `bip322`). Throws a SiwxError when it is invalid, and the reason of `signal` when that aborts.
 *
 * Only the code of the given chain is loaded. Without `rpc` contract accounts cannot be verified.
 */
export async function verifySignature(
  { namespace, address, text, signature, signedBytes, network }: SignedText,
  {
    rpc,
    signal,
  }: { readonly rpc?: RpcRequest | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly scheme: string }> {
  if (!isNamespace(namespace)) throw new SiwxError('NAMESPACE_UNKNOWN')
  if (typeof signature !== 'string' || typeof text !== 'string')
    throw new SiwxError('SIGNATURE_MALFORMED')
  const ask: Ask | undefined =
    rpc && network && ((method, params) => rpc({ network, method, params, signal }))
  signal?.throwIfAborted()
  const verdict = await judge({ namespace, address, text, signature, signedBytes }, ask).catch(
    (thrown: unknown) => {
      // A caller that aborted gets its own reason, not a failure of the node.
      signal?.throwIfAborted()
      throw thrown
    },
  )
  if (typeof verdict === 'string') throw new SiwxError(verdict)
  return verdict
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>
async function judge(
  { namespace, address, text, signature, signedBytes }: SignedText,
  ask: Ask | undefined,
): Promise<Verdict> {
  switch (namespace) {
    case 'eip155':
      return (await import('./chains/ethereum.js')).judge(address, text, signature, ask)
    case 'solana':
      return (await import('@portico/signatures/solana')).judge(
        address,
        text,
        signature,
        signedBytes,
      )
    case 'bip122':
      return (await import('@portico/signatures/bitcoin')).judge(address, text, signature)
    case 'polkadot':
      return (await import('@portico/signatures/substrate')).judge(address, text, signature)
  }
}
