import type { Chapter } from '../entry.js'
import { longNames, manyNetworks } from '../names.js'
import { shadow } from '../stage.js'

const view = 'Networks'
const chapter: Chapter = {
  hasIcons: true,
  cannot: { [view]: { loading: 'the host lists its networks; nothing is requested' } },
  entries: [
    {
      id: 'networks/full',
      view,
      kind: 'full',
      title: 'Two networks',
      async prepare({ connect, press, see }) {
        await connect()
        await press('Network: Ethereum')
        await see('Base')
      },
    },
    {
      id: 'networks/many',
      view,
      kind: 'step',
      title: 'Twelve networks, with a search',
      setting: { networks: manyNetworks },
      async prepare({ connect, press, see, until }) {
        await connect()
        await press('Network: Ethereum')
        await see('Gnosis')
        await until(() => shadow()?.querySelector('input[type=search]'), 'the search is there')
      },
    },
    {
      id: 'networks/empty',
      view,
      kind: 'empty',
      title: 'Nothing of that name',
      setting: { networks: manyNetworks },
      async prepare({ connect, press, see, type }) {
        await connect()
        await press('Network: Ethereum')
        await see('Gnosis')
        type('no such network')
        await see('No network has this name')
      },
    },
    {
      id: 'networks/switching',
      view,
      kind: 'step',
      title: 'The wallet gets a request to switch',
      async prepare({ connect, press, see, wallet }) {
        await connect()
        wallet('Fox Wallet').policy = { wallet_switchEthereumChain: 'hang' }
        await press('Network: Ethereum')
        await press('Base')
        await see('Open Fox Wallet to switch')
      },
    },
    {
      id: 'networks/error',
      view,
      kind: 'error',
      title: 'The switch was declined',
      async prepare({ connect, press, see, wallet }) {
        await connect()
        wallet('Fox Wallet').policy = { wallet_switchEthereumChain: 'reject' }
        await press('Network: Ethereum')
        await press('Base')
        await see('You declined')
      },
    },
    {
      id: 'networks/long',
      view,
      kind: 'long',
      title: 'Long names',
      setting: { networks: longNames.map((name, at) => ({ chainId: at + 1, name })) },
      async prepare({ connect, press, see }) {
        await connect()
        await press(`Network: ${longNames[0]}`)
        await see(longNames[2])
      },
    },
  ],
}
export default chapter
