import { definePlugin } from '@portico/kernel'
import { tally, testConnector } from '@portico/kernel/testing'
import { myWallet } from '../src/index.js'
import { scriptedWallet } from './scripted-wallet.js'

testConnector('my-wallet', () => {
  const wallet = scriptedWallet({
    networks: ['tally:main'],
    methods: ['tally_sign', 'tally_send'],
    addresses: ['t_ada', 't_grace'],
    answer: async method => `${method} is done`,
  })
  // Tally is a chain for tests, and names none that people use.
  const chain = tally()
  const connector = myWallet({ chains: ['tally'], find: () => wallet.transport })
  return {
    plugin: () =>
      definePlugin({
        id: 'test/chain-with-my-wallet',
        setup(context) {
          chain.setup(context)
          connector.setup(context)
        },
      }),
    namespace: 'tally',
    network: 'tally:main',
    wallet,
  }
})
