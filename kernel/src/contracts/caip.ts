/** Names of networks, accounts and assets across chains: CAIP-2, CAIP-10, CAIP-19. Parse and format only. */

/** CAIP-2: `namespace:reference`. */
export type NetworkId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type AccountId = `${string}:${string}:${string}`
/** CAIP-19: `namespace:reference/asset namespace:asset reference`, for one of a collection `/token id` after it. */
export type AssetId = `${string}:${string}/${string}:${string}`

const network = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/
const account = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const asset = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Reads a network id by the grammar of CAIP-2; undefined when it is none. */
export function parseNetworkId(text: string): { namespace: string; reference: string } | undefined {
  const [, namespace, reference] = network.exec(text) ?? []
  return namespace && reference ? { namespace, reference } : undefined
}
export function isNetworkId(text: unknown): text is NetworkId {
  return typeof text === 'string' && network.test(text)
}
/** The network of a namespace that has this reference: `networkId('eip155', '1')` is `eip155:1`. */
export function networkId(namespace: string, reference: string): NetworkId {
  return `${namespace}:${reference}`
}
/** The namespace of a network, account or asset id; of a bare namespace, itself. */
export function namespaceOf(id: string): string {
  return id.split(':', 1)[0] ?? id
}

/**
 * Reads an account id: three non-empty parts by the grammar of CAIP-10, which has no underscore in the address.
 *
 * With `known`, a namespace that is not among them is refused: pass the namespaces that have a chain plugin.
 */
export function parseAccountId(
  text: string,
  known?: readonly string[],
): { namespace: string; reference: string; network: NetworkId; address: string } | undefined {
  const [, namespace, reference, address] = account.exec(text) ?? []
  if (!namespace || !reference || !address || known?.includes(namespace) === false) return undefined
  return { namespace, reference, network: networkId(namespace, reference), address }
}
export function accountId(network: NetworkId, address: string): AccountId {
  return `${network}:${address}`
}

/** Reads an asset id by the grammar of CAIP-19; undefined when it is none. `tokenId` names one of a collection. */
export function parseAssetId(text: string): { network: NetworkId; assetNamespace: string; assetReference: string; tokenId?: string } | undefined {
  const [, network, assetNamespace, assetReference, tokenId] = asset.exec(text) ?? []
  if (!network || !assetNamespace || !assetReference) return undefined
  return { network: network as NetworkId, assetNamespace, assetReference, ...(tokenId && { tokenId }) }
}

/** An address for small places: its first 4 and last 6 characters. Never where a person decides by it: money and signatures show all of it. */
export function shortenAddress(address: string): string {
  return address.length > 11 ? `${address.slice(0, 4)}…${address.slice(-6)}` : address
}
