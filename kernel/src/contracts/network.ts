import { defineSlot, type Read, type SlotItem, type SlotRef } from '../refs.js'
import type { NetworkId } from './caip.js'

/** A chain that the host lists (spec section 3). A chain plugin may extend it with what only that chain has. */
export interface Network {
  /** The reference within its namespace: `1`, `000000000019d6689c085ae165831e93`. */
  readonly id: string
  readonly chainNamespace: string
  /** CAIP-2: `namespace:id`. */
  readonly caipNetworkId: NetworkId
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** In the order of preference. Nothing is asked of a network that has none. */
  readonly rpcUrls: readonly string[]
  /** Addresses of the block explorer's pages; `{address}` and `{hash}` stand for what is looked up. */
  readonly explorer?: { readonly name: string; readonly address?: string; readonly transaction?: string }
  /** Its picture: an URL, or the id of one in a wallet directory. */
  readonly assets?: { readonly imageUrl?: string; readonly imageId?: string }
  readonly testnet?: boolean
}

/** A chain that the host included: who it is and what the host asks for. */
export interface Chain extends SlotItem {
  /** The namespace. */
  readonly id: string
  /** As people call it: Ethereum, Bitcoin. */
  readonly name: string
  /** In the host's order; the first is the default. */
  readonly networks: readonly [Network, ...Network[]]
}
/** *List.* One item per chain plugin. The first chain is the one to start with. */
export const chains: SlotRef<Chain> = /* @__PURE__ */ defineSlot<Chain>('chains')

/** The chain of a namespace (or of a network), or undefined when no plugin brings it. */
export function chainOf(read: Read, id: string): Chain | undefined {
  const [namespace] = id.split(':', 1)
  return read.items(chains).find(chain => chain.id === namespace)
}
/** What the host said of a network, or undefined when it does not list it: it is unsupported then. */
export function networkOf(read: Read, id: NetworkId | undefined): Network | undefined {
  return id === undefined ? undefined : chainOf(read, id)?.networks.find(network => network.caipNetworkId === id)
}
