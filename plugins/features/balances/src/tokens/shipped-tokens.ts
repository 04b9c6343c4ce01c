import type { ListedToken } from '../options.js'

type Row = readonly [
  chainId: number,
  symbol: string,
  name: string,
  decimals: number,
  address: string,
]

/**
 * The most common tokens, so that a chain can be queried without a backend.
 * Hosts bring longer lists. A test checks the checksum of each address.
 */
const rows: readonly Row[] = [
  [1, 'USDC', 'USD Coin', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  [1, 'USDT', 'Tether USD', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  [1, 'DAI', 'Dai Stablecoin', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  [1, 'WETH', 'Wrapped Ether', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  [1, 'WBTC', 'Wrapped BTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
  [1, 'LINK', 'ChainLink Token', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA'],
  [1, 'UNI', 'Uniswap', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'],
  [1, 'AAVE', 'Aave Token', 18, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'],
  [10, 'USDC', 'USD Coin', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  [10, 'WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'],
  [137, 'USDC', 'USD Coin', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  [137, 'USDT', 'Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  [8453, 'USDC', 'USD Coin', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  [8453, 'WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'],
  [42161, 'USDC', 'USD Coin', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  [42161, 'USDT', 'Tether USD', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  [42161, 'WETH', 'Wrapped Ether', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
]
export const shippedTokens: readonly ListedToken[] = rows.map(
  ([chainId, symbol, name, decimals, address]) => ({ chainId, symbol, name, decimals, address }),
)
