import { chainsSlot, type Network } from '@portico/kernel/chain'
import { allWalletsView } from '@portico/kernel/connect-page'
import {
  type CustomWallet,
  directory,
  getWalletsView,
  getWalletView,
  whatIsAWalletView,
} from '@portico/plugin-directory'
import { definePlugin } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import { shadow } from '../stage.js'

const view = allWalletsView.id
const never = () => new Promise<never>(() => undefined)

const walletOf = (name: string, at: number): CustomWallet => ({
  id: `wallet-${at}`,
  name,
  namespaces: ['eip155'],
  homepage: `https://wallet-${at}.example/`,
  mobile: { universal: `https://wallet-${at}.example/go` },
})
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => walletOf(`Wallet ${at + 1}`, at))
const full: CustomWallet = {
  ...walletOf('Harbor', 0),
  web: 'https://web.harbor.example/',
  stores: {
    ios: 'https://apps.apple.com/app/id1000000001',
    android: 'https://play.google.com/store/apps/details?id=example.harbor',
    chrome: 'https://chromewebstore.google.com/detail/abcdefghijklmnopabcdefghijklmnop',
  },
}
/** Only these, in the place of what ships. */
const only = (wallets: readonly CustomWallet[]) =>
  directory({ custom: wallets, include: wallets.map(({ id }) => id) })
const chainsOf = [
  ['solana', 'Solana'],
  ['polkadot', 'Polkadot'],
  ['bip122', 'Bitcoin'],
] as const
const networkOf = (namespace: string, name: string): Network => ({
  id: 'main',
  namespace,
  caipNetworkId: `${namespace}:main`,
  name,
  nativeCurrency: { name, symbol: name, decimals: 9 },
  rpcUrls: [],
})
/** Chains that are there by their names alone. */
const moreChains = definePlugin({
  id: 'gallery/chains',
  setup: context => {
    for (const [id, name] of chainsOf)
      context.contribute(chainsSlot, { id, name, networks: [networkOf(id, name)] })
  },
})

const chapter: Chapter = {
  plugins: () => [directory()],
  entries: [
    {
      id: 'all-wallets/loading',
      view,
      kind: 'loading',
      title: 'The list is on its way',
      setting: { plugins: chain => [chain, directory({ blockedHosts: never })] },
      async prepare({ open, until }) {
        open({ view: allWalletsView })
        await until(() => shadow()?.querySelector('.p-view .p-skeleton'), 'a skeleton is there')
      },
    },
    {
      id: 'all-wallets/empty',
      view,
      kind: 'empty',
      title: 'No wallet works here',
      setting: { wallets: [], plugins: chain => [chain, directory({ include: [] })] },
      async prepare({ open, see }) {
        open({ view: allWalletsView })
        await see('None of these wallets works here')
      },
    },
    {
      id: 'all-wallets/nothing-found',
      view,
      kind: 'step',
      title: 'A name that no wallet has',
      setting: { plugins: chain => [chain, directory()] },
      async prepare({ open, see, type }) {
        open({ view: allWalletsView })
        await see('Rainbow')
        type('Rainbwo')
        await see('No wallet has this name')
      },
    },
    {
      id: 'all-wallets/full',
      view,
      kind: 'full',
      title: 'What ships, two of them in the page',
      setting: { plugins: chain => [chain, directory()] },
      async prepare({ open, see }) {
        open({ view: allWalletsView })
        await see('Specter')
        await see('Phantom')
      },
    },
    {
      id: 'all-wallets/chains',
      view,
      kind: 'step',
      title: 'Those of one chain',
      setting: { plugins: chain => [chain, moreChains, directory()] },
      async prepare({ open, see, until }) {
        open({ view: allWalletsView })
        await see('Specter')
        shadow()?.querySelectorAll<HTMLInputElement>('input[type=radio]')[4]?.click()
        await see('UniSat')
        await until(
          () => !shadow()?.textContent?.includes('Specter'),
          'the wallets of other chains are gone',
        )
      },
    },
    {
      id: 'all-wallets/found',
      view,
      kind: 'step',
      title: 'Found as one types',
      setting: { plugins: chain => [chain, directory()] },
      async prepare({ open, see, type }) {
        open({ view: allWalletsView })
        await see('Phantom')
        type('wallet')
        await see('Trust Wallet')
      },
    },
    {
      id: 'all-wallets/many',
      view,
      kind: 'step',
      title: 'Five thousand wallets',
      setting: { plugins: chain => [chain, only(many(5_000))] },
      async prepare({ open, see }) {
        open({ view: allWalletsView })
        await see('Wallet 12')
      },
    },
    {
      id: 'all-wallets/error',
      view,
      kind: 'error',
      title: 'The list could not be loaded',
      setting: {
        plugins: chain => [
          chain,
          directory({ blockedHosts: () => Promise.reject(new TypeError('gallery')) }),
        ],
      },
      async prepare({ open, see }) {
        open({ view: allWalletsView })
        await see('could not be loaded')
      },
    },
    {
      id: 'all-wallets/long',
      view,
      kind: 'long',
      title: 'Long names',
      setting: {
        wallets: longNames.map(name => ({ name })),
        plugins: chain => [chain, only(longNames.map(name => `2 ${name}`).map(walletOf))],
      },
      async prepare({ open, see }) {
        open({ view: allWalletsView })
        await see('2 The')
      },
    },
    {
      id: 'get-wallet/full',
      view: getWalletView.id,
      kind: 'full',
      title: 'Everywhere where a wallet is',
      setting: { wallets: [], plugins: chain => [chain, only([full])] },
      async prepare({ open, press, see }) {
        open({ view: allWalletsView })
        await press('Harbor')
        await see('App Store')
      },
    },
    {
      id: 'get-wallet/long',
      view: getWalletView.id,
      kind: 'long',
      title: 'A long name',
      setting: { wallets: [], plugins: chain => [chain, only([{ ...full, name: longNames[0] }])] },
      async prepare({ open, press, see }) {
        open({ view: allWalletsView })
        await press(longNames[0])
        await see('App Store')
      },
    },
    {
      id: 'connect/no-wallet',
      view: 'Connect',
      kind: 'step',
      title: 'A way for those who have no wallet',
      setting: { plugins: chain => [chain, directory()] },
      async prepare({ open, see }) {
        open()
        await see('don’t have a wallet')
      },
    },
    {
      id: 'what-is-a-wallet/full',
      view: whatIsAWalletView.id,
      kind: 'full',
      title: 'What a wallet is',
      setting: { plugins: chain => [chain, directory()] },
      async prepare({ open, see }) {
        open({ view: whatIsAWalletView })
        await see('Get a wallet')
      },
    },
    {
      id: 'get-wallets/loading',
      view: getWalletsView.id,
      kind: 'loading',
      title: 'The list is on its way',
      setting: { plugins: chain => [chain, directory({ blockedHosts: never })] },
      async prepare({ open, until }) {
        open({ view: getWalletsView })
        await until(() => shadow()?.querySelector('.p-view .p-skeleton'), 'a skeleton is there')
      },
    },
    {
      id: 'get-wallets/empty',
      view: getWalletsView.id,
      kind: 'empty',
      title: 'None for this device',
      setting: { plugins: chain => [chain, directory({ include: [] })] },
      async prepare({ open, see }) {
        open({ view: getWalletsView })
        await see('None of these wallets works here')
      },
    },
    {
      id: 'get-wallets/full',
      view: getWalletsView.id,
      kind: 'full',
      title: 'Wallets to begin with',
      setting: { plugins: chain => [chain, moreChains, directory()] },
      async prepare({ open, see }) {
        open({ view: getWalletsView })
        await see('All wallets')
      },
    },
    {
      id: 'get-wallets/error',
      view: getWalletsView.id,
      kind: 'error',
      title: 'The list could not be loaded',
      setting: {
        plugins: chain => [
          chain,
          directory({ blockedHosts: () => Promise.reject(new TypeError('gallery')) }),
        ],
      },
      async prepare({ open, see }) {
        open({ view: getWalletsView })
        await see('could not be loaded')
      },
    },
    {
      id: 'get-wallets/long',
      view: getWalletsView.id,
      kind: 'long',
      title: 'Long names',
      setting: {
        plugins: chain => [
          chain,
          only(longNames.map((name, at) => ({ ...full, ...walletOf(name, at) }))),
        ],
      },
      async prepare({ open, see }) {
        open({ view: getWalletsView })
        await see(longNames[1])
      },
    },
  ],
  cannot: {
    [whatIsAWalletView.id]: {
      loading: 'what it shows comes with its code',
      empty: 'its sentences are always there',
      error: 'nothing in it can fail',
      long: 'it has no third-party text',
    },
    [getWalletView.id]: {
      loading: 'what it shows came with the wallet',
      empty: 'a wallet that is nowhere is not in the list',
      error: 'nothing in it can fail',
    },
  },
}
export default chapter
