/**
 * The networks that this package names, and how a host defines another. Plain data, so unused
 * networks are not bundled.
 */
import type { Hex, Network } from '@portico/kernel/chain'

export const namespace = 'eip155'

/** An EVM network. */
export interface EvmNetwork extends Network {
  /** On the OP stack: the contract that returns the L1 data fee of a transaction. */
  readonly l1FeeOracle?: Hex
}

/** A chain of `viem/chains`, or one that `defineChain` of viem made. */
export interface ViemChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string } }
    | undefined
  readonly contracts?: object | undefined
  readonly testnet?: boolean | undefined
}

/** The definition of a network. */
export interface EvmNetworkSpec
  extends Pick<Network, 'name' | 'rpcUrls'>,
    Partial<Pick<Network, 'nativeCurrency' | 'assets' | 'testnet'>> {
  /** EIP-155 chain id. */
  readonly chainId: number
  /**
   * Block explorer with the usual paths: `https://etherscan.io` has `/address/…` and `/tx/…`. No
   * trailing slash.
   */
  readonly explorer?: { readonly name: string; readonly url: string }
  /** Runs on the OP stack, so the fee includes the L1 data fee. */
  readonly opStack?: boolean
  /** A contract with `getL1Fee(bytes)` at another address than that of the OP stack. */
  readonly l1FeeOracle?: Hex
}

/**
 * Defines a network. The native coin is Ether with 18 decimals unless the spec names another.
 *
 * `rpcUrls` are used in order: the next one when one fails or takes longer than 3 s.
 */
export function defineEvmNetwork({
  chainId,
  explorer,
  opStack,
  ...spec
}: EvmNetworkSpec): EvmNetwork {
  const id = String(chainId)
  return {
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...spec,
    id,
    namespace,
    caipNetworkId: `${namespace}:${id}`,
    ...(explorer && {
      explorer: {
        name: explorer.name,
        address: `${explorer.url}/address/{address}`,
        transaction: `${explorer.url}/tx/{hash}`,
      },
    }),
    ...(opStack && { l1FeeOracle: '0x420000000000000000000000000000000000000F' }),
  }
}

/**
 * Makes a network of a chain of `viem/chains`, for networks that this package does not name. The
 * endpoints are viem's defaults: name your own for production.
 */
export function fromChain({
  id,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
  contracts,
  testnet,
}: ViemChain): EvmNetwork {
  const explorer = blockExplorers?.default
  const { gasPriceOracle } = (contracts ?? {}) as {
    readonly gasPriceOracle?: { readonly address?: Hex }
  }
  return defineEvmNetwork({
    chainId: id,
    name,
    nativeCurrency,
    rpcUrls: [...rpcUrls.default.http],
    ...(explorer && { explorer: { name: explorer.name, url: explorer.url.replace(/\/+$/, '') } }),
    ...(gasPriceOracle?.address && { l1FeeOracle: gasPriceOracle.address }),
    ...(testnet && { testnet }),
  })
}

export const mainnet: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 1,
  name: 'Ethereum',
  rpcUrls: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
  explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
})
export const base: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 8453,
  name: 'Base',
  rpcUrls: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  explorer: { name: 'Basescan', url: 'https://basescan.org' },
  opStack: true,
})
export const optimism: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 10,
  name: 'OP Mainnet',
  rpcUrls: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  explorer: { name: 'OP Mainnet Explorer', url: 'https://optimistic.etherscan.io' },
  opStack: true,
})
export const arbitrum: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 42161,
  name: 'Arbitrum One',
  rpcUrls: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  explorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
})
export const polygon: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://polygon-rpc.com', 'https://polygon-bor-rpc.publicnode.com'],
  explorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
})
export const sepolia: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 11155111,
  name: 'Sepolia',
  rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
  explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
  testnet: true,
})
export const bsc: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 56,
  name: 'BNB Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['https://bsc-rpc.publicnode.com', 'https://bsc-dataseed.bnbchain.org'],
  explorer: { name: 'BscScan', url: 'https://bscscan.com' },
})
export const avalanche: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: [
    'https://api.avax.network/ext/bc/C/rpc',
    'https://avalanche-c-chain-rpc.publicnode.com',
  ],
  explorer: { name: 'Snowtrace', url: 'https://snowtrace.io' },
})
export const gnosis: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrls: ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
  explorer: { name: 'Gnosisscan', url: 'https://gnosisscan.io' },
})
export const linea: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 59144,
  name: 'Linea',
  rpcUrls: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com'],
  explorer: { name: 'LineaScan', url: 'https://lineascan.build' },
})
export const zksync: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 324,
  name: 'ZKsync Era',
  rpcUrls: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org'],
  explorer: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' },
})
export const scroll: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 534352,
  name: 'Scroll',
  rpcUrls: ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com'],
  explorer: { name: 'Scrollscan', url: 'https://scrollscan.com' },
  l1FeeOracle: '0x5300000000000000000000000000000000000002',
})
export const blast: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 81457,
  name: 'Blast',
  rpcUrls: ['https://rpc.blast.io', 'https://blast-rpc.publicnode.com'],
  explorer: { name: 'Blastscan', url: 'https://blastscan.io' },
  opStack: true,
})
export const mantle: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 5000,
  name: 'Mantle',
  nativeCurrency: { name: 'Mantle', symbol: 'MNT', decimals: 18 },
  rpcUrls: ['https://rpc.mantle.xyz', 'https://mantle-rpc.publicnode.com'],
  explorer: { name: 'Mantlescan', url: 'https://mantlescan.xyz' },
})
export const celo: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'Celo', symbol: 'CELO', decimals: 18 },
  rpcUrls: ['https://forno.celo.org', 'https://celo-rpc.publicnode.com'],
  explorer: { name: 'Celoscan', url: 'https://celoscan.io' },
})
export const unichain: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 130,
  name: 'Unichain',
  rpcUrls: ['https://mainnet.unichain.org', 'https://unichain-rpc.publicnode.com'],
  explorer: { name: 'Uniscan', url: 'https://uniscan.xyz' },
  opStack: true,
})
export const worldchain: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 480,
  name: 'World Chain',
  rpcUrls: ['https://worldchain-mainnet.g.alchemy.com/public', 'https://worldchain.drpc.org'],
  explorer: { name: 'Worldscan', url: 'https://worldscan.org' },
  opStack: true,
})
export const ink: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 57073,
  name: 'Ink',
  rpcUrls: ['https://rpc-gel.inkonchain.com', 'https://rpc-qnd.inkonchain.com'],
  explorer: { name: 'Ink Explorer', url: 'https://explorer.inkonchain.com' },
  opStack: true,
})
export const soneium: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 1868,
  name: 'Soneium',
  rpcUrls: ['https://rpc.soneium.org', 'https://soneium-rpc.publicnode.com'],
  explorer: { name: 'Blockscout', url: 'https://soneium.blockscout.com' },
  opStack: true,
})
export const sonic: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 146,
  name: 'Sonic',
  nativeCurrency: { name: 'Sonic', symbol: 'S', decimals: 18 },
  rpcUrls: ['https://rpc.soniclabs.com', 'https://sonic-rpc.publicnode.com'],
  explorer: { name: 'Sonicscan', url: 'https://sonicscan.org' },
})
export const berachain: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 80094,
  name: 'Berachain',
  nativeCurrency: { name: 'Bera', symbol: 'BERA', decimals: 18 },
  rpcUrls: ['https://rpc.berachain.com', 'https://berachain-rpc.publicnode.com'],
  explorer: { name: 'Berascan', url: 'https://berascan.com' },
})
export const hyperEvm: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 999,
  name: 'HyperEVM',
  nativeCurrency: { name: 'HYPE', symbol: 'HYPE', decimals: 18 },
  rpcUrls: ['https://rpc.hyperliquid.xyz/evm', 'https://hyperliquid.drpc.org'],
  explorer: { name: 'HyperEVMScan', url: 'https://hyperevmscan.io' },
})
export const monad: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 143,
  name: 'Monad',
  nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
  rpcUrls: ['https://rpc.monad.xyz', 'https://rpc1.monad.xyz'],
  explorer: { name: 'Monadscan', url: 'https://monadscan.com' },
})
export const ronin: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 2020,
  name: 'Ronin',
  nativeCurrency: { name: 'Ronin', symbol: 'RON', decimals: 18 },
  rpcUrls: ['https://api.roninchain.com/rpc', 'https://ronin.drpc.org'],
  explorer: { name: 'Ronin Explorer', url: 'https://app.roninchain.com' },
})
export const zora: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 7777777,
  name: 'Zora',
  rpcUrls: ['https://rpc.zora.energy', 'https://zora.drpc.org'],
  explorer: { name: 'Zora Explorer', url: 'https://explorer.zora.energy' },
  opStack: true,
})
export const mode: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 34443,
  name: 'Mode',
  rpcUrls: ['https://mainnet.mode.network', 'https://mode.drpc.org'],
  explorer: { name: 'Modescan', url: 'https://modescan.io' },
  opStack: true,
})
export const cronos: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 25,
  name: 'Cronos',
  nativeCurrency: { name: 'Cronos', symbol: 'CRO', decimals: 18 },
  rpcUrls: ['https://evm.cronos.org', 'https://cronos-evm-rpc.publicnode.com'],
  explorer: { name: 'Cronos Explorer', url: 'https://explorer.cronos.org' },
})
export const taiko: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 167000,
  name: 'Taiko',
  rpcUrls: ['https://rpc.mainnet.taiko.xyz', 'https://taiko-rpc.publicnode.com'],
  explorer: { name: 'Taikoscan', url: 'https://taikoscan.io' },
})
export const abstract: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 2741,
  name: 'Abstract',
  rpcUrls: ['https://api.mainnet.abs.xyz', 'https://abstract.drpc.org'],
  explorer: { name: 'Abscan', url: 'https://abscan.org' },
})
export const apeChain: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 33139,
  name: 'ApeChain',
  nativeCurrency: { name: 'ApeCoin', symbol: 'APE', decimals: 18 },
  rpcUrls: ['https://rpc.apechain.com/http', 'https://apechain.drpc.org'],
  explorer: { name: 'Apescan', url: 'https://apescan.io' },
})
export const plasma: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 9745,
  name: 'Plasma',
  nativeCurrency: { name: 'Plasma', symbol: 'XPL', decimals: 18 },
  rpcUrls: ['https://rpc.plasma.to', 'https://plasma.drpc.org'],
  explorer: { name: 'Plasmascan', url: 'https://plasmascan.to' },
})
export const baseSepolia: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 84532,
  name: 'Base Sepolia',
  rpcUrls: ['https://sepolia.base.org', 'https://base-sepolia-rpc.publicnode.com'],
  explorer: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
  opStack: true,
  testnet: true,
})
