import type { Token } from '@portico/kernel/chain'
import type { UniswapDeployment } from '@portico/plugin-swap/evm'

/** What the page knows of the devnet, from its build. */
export interface World {
  readonly chains: readonly { readonly id: number; readonly url: string }[]
  /** Where the other ledgers answer, by namespace and protocol. */
  readonly ledgers: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Where the relay of WalletConnect answers. */
  readonly relay?: string
  /** Where the backend answers that knows of prices, activity and NFTs. */
  readonly backend?: string
  /** Where the mails of the login by e-mail can be read. */
  readonly inbox?: string
  /** Public test keys that hold money on the devnet. */
  readonly keys: readonly `0x${string}`[]
  /** The same on the other ledgers, by namespace. */
  readonly seeds: Readonly<Record<string, readonly `0x${string}`[]>>
  /** What can be swapped on the devnet, and where Uniswap is there, by network. */
  readonly market?: {
    readonly tokens: readonly Token[]
    readonly deployments: Readonly<Record<string, UniswapDeployment>>
  }
  /** The first blocks of the ledgers that cannot pretend to be another chain. */
  readonly genesis: { readonly solana?: string; readonly polkadot?: `0x${string}` }
}
declare const __WORLD__: World | undefined
/** Empty outside a build: in a test that needs no chain. */
export const world: World =
  typeof __WORLD__ === 'undefined'
    ? { chains: [], ledgers: {}, keys: [], seeds: {}, genesis: {} }
    : __WORLD__
