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
/** The same wallet on two other chains, by the ways of those chains. */
const spread = (name: string) => {
  mockBitcoinWallet({ namespace: 'bip122', name, accounts: [key] })
  mockPolkadotWallet({ namespace: 'polkadot', name, accounts: [key] })
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
      setting: { plugins: chain => [chain, ...others()] },
      async prepare({ open, press, see }) {
        spread('Fox Wallet')
        open()
        await press('Fox Wallet')
        await see('Which one first?')
      },
    },
    {
      id: 'select-chain/connected',
      view,
      kind: 'step',
      title: 'One of its chains is connected',
      setting: { plugins: chain => [chain, ...others()] },
      async prepare({ open, press, see }) {
        spread('Fox Wallet')
        open()
        await press('Fox Wallet')
        await press('Ethereum')
        await see('1.204')
        await press('Switch wallet or account')
        await press('Connect another wallet')
        await press('Fox Wallet')
        await see('Which one first?')
      },
    },
    {
      id: 'select-chain/long',
      view,
      kind: 'long',
      title: 'A long name',
      setting: { wallets: [{ name: 'long', info: { name: longNames[1] } }], plugins: chain => [chain, ...others()] },
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
