import { mainnet } from '@portico/plugin-eip155'
import { receive } from '@portico/plugin-receive'
import { accountState, accountView } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import { sampleFeatures } from '../sample-features.js'
import { shadow } from '../stage.js'

const view = 'Account'
const chapter: Chapter = {
  hasIcons: true,
  entries: [
    {
      id: 'account/loading',
      view,
      kind: 'loading',
      title: 'The balance is on its way',
      async prepare({ node, connect, see }) {
        node.mood = 'hangs'
        await connect()
        await see('Loading balance')
      },
    },
    {
      id: 'account/empty',
      view,
      kind: 'empty',
      title: 'No wallet is connected',
      async prepare({ open, see }) {
        open({ view: accountView })
        await see('No wallet is connected')
      },
    },
    {
      id: 'account/bare',
      view,
      kind: 'step',
      title: 'Without any feature',
      async prepare({ connect, see }) {
        await connect()
        await see('1.204')
      },
    },
    {
      id: 'account/full',
      view,
      kind: 'full',
      title: 'With features, and a name',
      setting: {
        plugins: chain => [
          chain,
          sampleFeatures({
            account: true,
            called: { namespace: mainnet.namespace, name: 'ada.eth' },
          }),
        ],
      },
      async prepare({ connect, see }) {
        await connect()
        await see('1.204')
        await see('ada.eth')
        await see('USD Coin')
        await see('passkey')
      },
    },
    {
      id: 'account/whole-address',
      view,
      kind: 'step',
      title: 'The whole address',
      setting: {
        plugins: chain => [
          chain,
          sampleFeatures({ called: { namespace: mainnet.namespace, name: 'ada.eth' } }),
        ],
      },
      async prepare({ connect, see, until, portico }) {
        await connect()
        await see('ada.eth')
        shadow()?.querySelector<HTMLElement>('.p-account-short')?.click()
        const { address = '' } = accountState(portico.kernel)
        await until(
          () =>
            shadow()
              ?.querySelector('.p-account-whole')
              ?.textContent?.replace(/\s/g, '')
              .includes(address),
          'the whole address is there',
        )
      },
    },
    {
      id: 'account/error',
      view,
      kind: 'error',
      title: 'The balance is unavailable',
      async prepare({ node, connect, until, clock }) {
        node.mood = 'fails'
        await connect()
        await until(() => {
          clock.forward(500)
          return shadow()?.textContent?.includes('Balance unavailable')
        }, 'the node gets no more requests')
      },
    },
    {
      id: 'account/long',
      view,
      kind: 'long',
      title: 'Long names, a long symbol, a huge balance',
      setting: {
        wallets: [{ name: 'Fox Wallet', info: { name: longNames[0] } }],
        networks: [
          { chainId: 1, name: longNames[0], symbol: 'EXTRAORDINARYTOKEN', explorer: longNames[0] },
        ],
        plugins: chain => [
          chain,
          sampleFeatures({
            account: true,
            called: {
              namespace: mainnet.namespace,
              name: 'donaudampfschifffahrtsgesellschaftskapitän.wallet.example.eth',
            },
          }),
        ],
      },
      async prepare({ node, connect, see }) {
        node.balance = 123_456_789_012_345_678_901_234_567_890n
        await connect(longNames[0])
        await see('EXTRAORDINARYTO')
        await see('donaudampf')
        await see('USD Coin')
      },
    },
    {
      id: 'account/zero',
      view,
      kind: 'step',
      title: 'Nothing in it: it can receive',
      setting: { plugins: chain => [chain, receive()] },
      async prepare({ node, connect, see }) {
        node.balance = 0n
        await connect()
        await see('Nothing here yet')
      },
    },
    {
      id: 'account/embedded',
      view,
      kind: 'step',
      title: 'Inside the page',
      setting: { embedded: true },
      async prepare({ press, see }) {
        await press('Fox Wallet')
        await see('1.204')
      },
    },
  ],
}
export default chapter
