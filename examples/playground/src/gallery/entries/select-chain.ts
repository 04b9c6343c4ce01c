import { mockBitcoinWallet, mockPolkadotWallet } from '@portico/mock-wallets'
import { bip122 } from '@portico/plugin-bip122'
import { polkadot } from '@portico/plugin-polkadot'
import type { Plugin } from '@portico/sdk'
import { world } from '../../world.js'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'

const view = 'ConnectingMultiChain'
const [key = '0x'] = world.keys
const others = (): readonly Plugin[] => [bip122(), polkadot()]
/** Of several chains, and one row: its rdns is known to belong to its name. */
const known = { name: 'Talisman', rdns: 'xyz.talisman' }
/** The same wallet on two other chains, by their protocols. */
const spread = (name: string) => {
  mockBitcoinWallet({ namespace: 'bip122', name, accounts: [key] })
  mockPolkadotWallet({ namespace: 'polkadot', name, key: name, accounts: [key] })
}

const chapter: Chapter = {
  plugins: others,
  cannot: {
    [view]: {
      loading: 'the wallet is in the list already',
      empty: 'a wallet of one chain leads to no choice',
      error: 'what fails is said where the wallet is waited for',
    },
  },
  entries: [
    {
      id: 'select-chain/full',
      view,
      kind: 'full',
      title: 'A wallet of three chains',
      setting: { wallets: [known], plugins: chain => [chain, ...others()] },
      async prepare({ open, press, see }) {
        spread(known.name)
        open()
        await press(known.name)
        await see('Which one first?')
      },
    },
    {
      id: 'select-chain/connected',
      view,
      kind: 'step',
      title: 'One of its chains is connected',
      setting: { wallets: [known], plugins: chain => [chain, ...others()] },
      async prepare({ open, press, see }) {
        spread(known.name)
        open()
        await press(known.name)
        await press('Ethereum')
        await see('1.204')
        await press('Switch wallet or account')
        await press('Connect another wallet')
        await press(known.name)
        await see('Which one first?')
      },
    },
    {
      id: 'select-chain/long',
      view,
      kind: 'long',
      title: 'A wallet of two chains with a long name',
      setting: { plugins: chain => [chain, ...others()] },
      async prepare({ open, press, see }) {
        spread(longNames[1])
        open()
        await press(longNames[1])
        await see('Which one first?')
      },
    },
  ],
}
export default chapter
