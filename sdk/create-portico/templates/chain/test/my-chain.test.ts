import { testChainPlugin } from '@portico/kernel/testing'
import { myChain } from '../src/index.js'
import { myChainVerifier } from '../src/verify.js'
import { scriptedWallet } from './scripted-wallet.js'

testChainPlugin('my-chain', () => {
  const wallet = scriptedWallet()
  return {
    plugin: () => myChain({ balanceOf: async () => 100n, find: () => wallet.provider }),
    namespace: 'my-chain',
    network: 'my-chain:main',
    otherNetwork: 'my-chain:test',
    addresses: { good: ['c-ada', 'c-bob'], bad: ['bob', '', 'c-Ada', 'c-ada '] },
    verifier: myChainVerifier,
    balance: 100n,
    transfer: { to: 'c-bob', amount: 5n },
    wallet,
  }
})
