/**
 * Names of networks, accounts and assets across chains: CAIP-2, CAIP-10, CAIP-19. They are read by
 * the grammar in `caip-grammar.ts`.
 */

/** CAIP-2: `namespace:reference`. */
export type NetworkId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type AccountId = `${string}:${string}:${string}`
/**
 * CAIP-19: `namespace:reference/asset namespace:asset reference`, for one of a collection
 * `/token id` after it.
 */
export type AssetId = `${string}:${string}/${string}:${string}`

/** The network of a namespace that has this reference: `networkId('eip155', '1')` is `eip155:1`. */
export function networkId(namespace: string, reference: string): NetworkId {
  return `${namespace}:${reference}`
}
/** The namespace of a network, account or asset id; of a bare namespace, itself. */
export function namespaceOf(id: string): string {
  return id.split(':', 1)[0] ?? id
}
export function accountId(network: NetworkId, address: string): AccountId {
  return `${network}:${address}`
}
