import type { NetworkSetting, WalletSetting } from './stage.js'

/** As long as names may be shown, in one word and in many. */
export const longNames = [
  'The Extraordinarily Comprehensive Multi-Chain Wallet of Everyone',
  'Donaudampfschifffahrtsgesellschaftskapitänswalletaufbewahrung',
  'محفظة طويلة الاسم جدًا لكل السلاسل ولكل الناس في كل مكان',
] as const

export const manyWallets = (count: number): readonly WalletSetting[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Wallet ${at + 1}` }))

const known = [
  'Ethereum',
  'Base',
  'Optimism',
  'Polygon',
  'Arbitrum One',
  'Zora',
  'Linea',
  'Scroll',
  'Blast',
  'Mantle',
  'Celo',
  'Gnosis',
]
export const manyNetworks: readonly NetworkSetting[] = known.map((name, at) => ({
  chainId: at === 1 ? 8453 : at + 1,
  name,
}))
