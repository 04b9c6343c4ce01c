/** The networks that every build of the frame knows. */
import type { FrameNetwork, FrameToken, PolkadotNetwork } from './frame-network.js'

const dollar = (address: string): FrameToken => ({ address, symbol: 'USDC', decimals: 6 })
const evm = (
  id: number,
  name: string,
  symbol: string,
  tokens: readonly FrameToken[] = [],
): FrameNetwork => ({ id: `eip155:${id}`, name, symbol, decimals: 18, tokens: [...tokens] })

const bitcoin = (
  reference: string,
  name: string,
  format: NonNullable<FrameNetwork['bitcoin']>,
): FrameNetwork => ({
  id: `bip122:${reference}`,
  name,
  symbol: format === 'mainnet' ? 'BTC' : 'tBTC',
  decimals: 8,
  bitcoin: format,
})

/**
 * The places of calls never change on a live network, because earlier signatures would get another
 * meaning; they are those that the plugin of the chain checks a node's metadata against.
 */
const substrate = (
  genesis: string,
  name: string,
  [symbol, decimals]: readonly [string, number],
  places: Pick<PolkadotNetwork, 'prefix' | 'balances' | 'hasFeeAsset'>,
): FrameNetwork => ({
  id: `polkadot:${genesis.slice(0, 32)}`,
  name,
  symbol,
  decimals,
  polkadot: {
    genesisHash: `0x${genesis}`,
    transferKeepAlive: 3,
    transferAllowDeath: 0,
    checksMetadata: true,
    ...places,
  },
})
const relay = { hasFeeAsset: false }
const hub = { balances: 10, hasFeeAsset: true }

export const builtInNetworks: readonly FrameNetwork[] = [
  evm(1, 'Ethereum', 'ETH', [
    dollar('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'),
    { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', symbol: 'USDT', decimals: 6 },
    { address: '0x6b175474e89094c44da98b954eedeac495271d0f', symbol: 'DAI', decimals: 18 },
    { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH', decimals: 18 },
  ]),
  evm(10, 'OP Mainnet', 'ETH', [dollar('0x0b2c639c533813f4aa9d7837caf62653d097ff85')]),
  evm(56, 'BNB Smart Chain', 'BNB'),
  evm(100, 'Gnosis', 'XDAI'),
  evm(137, 'Polygon', 'POL', [dollar('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')]),
  evm(8453, 'Base', 'ETH', [dollar('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')]),
  evm(42161, 'Arbitrum One', 'ETH', [dollar('0xaf88d065e77c8cc2239327c5edb3a432268e5831')]),
  evm(43114, 'Avalanche', 'AVAX'),
  evm(11155111, 'Sepolia', 'ETH'),
  {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    symbol: 'SOL',
    decimals: 9,
    tokens: [dollar('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')],
  },
  {
    id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    name: 'Solana Devnet',
    symbol: 'SOL',
    decimals: 9,
  },
  bitcoin('000000000019d6689c085ae165831e93', 'Bitcoin', 'mainnet'),
  bitcoin('000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet', 'testnet'),
  bitcoin('00000008819873e925422c1ff0f99f7c', 'Bitcoin Signet', 'testnet'),
  substrate(
    '91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
    'Polkadot',
    ['DOT', 10],
    { ...relay, prefix: 0, balances: 5 },
  ),
  substrate(
    '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
    'Polkadot Asset Hub',
    ['DOT', 10],
    { ...hub, prefix: 0 },
  ),
  substrate(
    'b0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
    'Kusama',
    ['KSM', 12],
    { ...relay, prefix: 2, balances: 4 },
  ),
  substrate(
    '48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
    'Kusama Asset Hub',
    ['KSM', 12],
    { ...hub, prefix: 2 },
  ),
  substrate(
    'e143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e',
    'Westend',
    ['WND', 12],
    { ...relay, prefix: 42, balances: 4 },
  ),
]
