import type { Chapter } from '../entry.js'
import { longNames, manyNetworks } from '../names.js'

const view = 'UnsupportedChain'
const unlistedChain = 31_337
const chapter: Chapter = {
  cannot: {
    [view]: {
      loading: 'it is shown after the wallet has reported its network',
      empty: 'a chain has at least one network; without a connection the modal shows another view',
    },
  },
  entries: [
    {
      id: 'unsupported-chain/full',
      view,
      kind: 'full',
      title: 'The wallet is on another network',
      async prepare({ connect, see, wallet }) {
        await connect()
        wallet('Fox Wallet').switchChain(unlistedChain)
        await see('does not support')
      },
    },
    {
      id: 'unsupported-chain/many',
      view,
      kind: 'step',
      title: 'With twelve networks to go to',
      setting: { networks: manyNetworks },
      async prepare({ connect, see, wallet }) {
        await connect()
        wallet('Fox Wallet').switchChain(unlistedChain)
        await see('does not support')
        await see('Gnosis')
      },
    },
    {
      id: 'unsupported-chain/error',
      view,
      kind: 'error',
      title: 'The switch was declined',
      async prepare({ connect, see, press, wallet }) {
        await connect()
        wallet('Fox Wallet').switchChain(unlistedChain)
        wallet('Fox Wallet').policy = { wallet_switchEthereumChain: 'reject' }
        await see('does not support')
        await press('Base')
        await see('You declined')
      },
    },
    {
      id: 'unsupported-chain/long',
      view,
      kind: 'long',
      title: 'Long names',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[1] } }],
        networks: [
          { chainId: 1, name: longNames[0] },
          { chainId: 8453, name: longNames[1] },
        ],
      },
      async prepare({ connect, see, wallet }) {
        await connect(longNames[1])
        wallet('long').switchChain(9_007_199_254_740_991)
        await see('does not support')
      },
    },
  ],
}
export default chapter
