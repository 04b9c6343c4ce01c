import type { RpcRequest } from '../src/verify/rpc.js'
import { verifySignature } from '../src/verify/verify-signature.js'
import type { Namespace } from './accounts.js'
import { accounts, codeOf } from './accounts.js'

/** Resolves with the scheme of a valid signature, or with the code of its error. */
export const judge = async (
  namespace: Namespace,
  address: string,
  text: string,
  signature: string,
  rpc?: RpcRequest,
) => {
  const network = accounts[namespace].network
  const verdict = verifySignature({ namespace, address, text, signature, network }, { rpc })
  return (await codeOf(verdict)) ?? (await verdict).scheme
}
