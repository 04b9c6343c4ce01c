import { testChainPlugin } from '@portico/kernel/testing'
import { myChain } from '../src/index.js'
import { scriptedWallet } from './scripted-wallet.js'

testChainPlugin('my-chain', () => {
  const wallet = scriptedWallet()
  return {
    plugin: () => myChain({ balanceOf: async () => 100n, find: () => wallet.provider }),
    namespace: 'my-chain',
    network: 'my-chain:main',
    otherNetwork: 'my-chain:test',
    addresses: { good: ['c_ada', 'c_bob'], bad: ['bob', '', 'c_Ada', 'c_ada '] },
    balance: 100n,
    transfer: { to: 'c_bob', amount: 5n },
    wallet,
  }
})
