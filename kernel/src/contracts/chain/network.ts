import { defineSlot, type Read, type SlotItem, type SlotRef } from '../../refs.js'
import type { NetworkId } from './caip.js'

/** A network that the host lists. A chain plugin may add properties of its own. */
export interface Network {
  /** The reference within its namespace: `1`, `000000000019d6689c085ae165831e93`. */
  readonly id: string
  readonly namespace: string
  /** CAIP-2: `namespace:id`. */
  readonly caipNetworkId: NetworkId
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** Endpoints in order of preference. A network without endpoints gets no requests. */
  readonly rpcUrls: readonly string[]
  /** URLs of the block explorer with the placeholders `{address}` and `{hash}`. */
  readonly explorer?: {
    readonly name: string
    readonly address?: string
    readonly transaction?: string
  }
  /** Its icon: a URL, or an id that `imageIdsService` resolves. */
  readonly assets?: { readonly imageUrl?: string; readonly imageId?: string }
  readonly testnet?: boolean
}

/** A chain that the host includes, with its networks. */
export interface Chain extends SlotItem {
  /** The namespace. */
  readonly id: string
  /** The name for people: Ethereum, Bitcoin. */
  readonly name: string
  /** In the host's order; the first is the default. */
  readonly networks: readonly [Network, ...Network[]]
}
/** *List.* One item per chain plugin. The first chain is the one to start with. */
export const chainsSlot: SlotRef<Chain> = /* @__PURE__ */ defineSlot<Chain>('chains')

/** Returns the chain of a namespace (or of a network), or undefined without its plugin. */
export function chainOf(read: Read, id: string): Chain | undefined {
  const [namespace] = id.split(':', 1)
  return read.items(chainsSlot).find(chain => chain.id === namespace)
}
/** Returns a network that the host lists. Undefined: the network is unsupported. */
export function networkOf(read: Read, id: NetworkId | undefined): Network | undefined {
  return id === undefined
    ? undefined
    : chainOf(read, id)?.networks.find(network => network.caipNetworkId === id)
}
