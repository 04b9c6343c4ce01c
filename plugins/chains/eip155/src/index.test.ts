import { expect, it } from 'vitest'
import * as door from './index.js'

it('the package exports exactly these names', () => {
  expect(Object.keys(door).sort()).toEqual([
    'RpcRefusal',
    'arbitrum',
    'base',
    'defineEvmNetwork',
    'eip155',
    'eip155Wallet',
    'mainnet',
    'optimism',
    'parseChainParameters',
    'polygon',
    'priceFeeds',
    'sepolia',
    'walletsAnnouncedEvent',
  ])
})
