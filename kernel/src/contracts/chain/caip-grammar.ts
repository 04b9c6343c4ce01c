/**
 * Reads the names of networks, accounts and assets by the grammars of CAIP-2, CAIP-10 and CAIP-19.
 * Apart from the names: only what comes from outside is read.
 */
import { type AccountId, type NetworkId, networkId } from './caip.js'

const network = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/
const account = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const asset =
  /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Reads a network id by the grammar of CAIP-2; undefined when it is none. */
export function parseNetworkId(text: string): { namespace: string; reference: string } | undefined {
  const [, namespace, reference] = network.exec(text) ?? []
  return namespace && reference ? { namespace, reference } : undefined
}
export function isNetworkId(text: unknown): text is NetworkId {
  return typeof text === 'string' && network.test(text)
}

/**
 * Reads an account id: three non-empty parts by the grammar of CAIP-10, which has no underscore in
 * the address.
 *
 * With `known`, a namespace that is not among them is refused: pass the namespaces that have a
 * chain plugin.
 */
export function parseAccountId(
  text: string,
  known?: readonly string[],
): { namespace: string; reference: string; network: NetworkId; address: string } | undefined {
  const [, namespace, reference, address] = account.exec(text) ?? []
  if (!namespace || !reference || !address || known?.includes(namespace) === false) return undefined
  return { namespace, reference, network: networkId(namespace, reference), address }
}

/**
 * The approved networks on which a remote wallet named an account. An account of one network is
 * never taken for one of another (threats S18, S24). Not beside the capability `remoteSessions`,
 * which every page loads.
 */
export function networksWithAccounts({
  approved,
  accounts,
}: {
  readonly approved: readonly NetworkId[]
  readonly accounts: readonly AccountId[]
}): readonly NetworkId[] {
  const named = accounts.map(account => parseAccountId(account)?.network)
  return approved.filter(network => named.includes(network))
}

/**
 * Reads an asset id by the grammar of CAIP-19; undefined when it is none. `tokenId` names one of a
 * collection.
 */
export function parseAssetId(
  text: string,
):
  | { network: NetworkId; assetNamespace: string; assetReference: string; tokenId?: string }
  | undefined {
  const [, network, assetNamespace, assetReference, tokenId] = asset.exec(text) ?? []
  if (!network || !assetNamespace || !assetReference) return undefined
  return {
    network: network as NetworkId,
    assetNamespace,
    assetReference,
    ...(tokenId && { tokenId }),
  }
}
