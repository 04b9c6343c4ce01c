import { discoveriesSlot } from '@portico/kernel/connector-kit'
import type { MockWallet } from '@portico/mock-wallets'
import { directory } from '@portico/plugin-directory'
import { pairingSlice, walletconnect } from '@portico/plugin-walletconnect'
import { connectionService, definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames, manyWallets } from '../names.js'
import { type PairedLibrary, pairedLibrary } from '../paired-library.js'
import { sampleFeatures } from '../sample-features.js'
import { type Stage, shadow } from '../stage.js'

const view = 'Connect'
/** A chain that never says which wallets it has. */
const endlessSearch = definePlugin({
  id: 'gallery/endless-search',
  setup: context =>
    void context.contribute(discoveriesSlot, {
      id: 'endless',
      start: () => new Promise(() => undefined),
    }),
})

/** How many `eth_accounts` requests the wallet received. */
const requestCount = ({ calls }: MockWallet) =>
  calls.filter(({ method }) => method === 'eth_accounts').length

const longWallets = longNames.map((name, at) => ({
  id: `long-${at}`,
  name,
  namespaces: ['eip155'],
  homepage: `https://long-${at}.example/`,
}))
/** Connect of a person without a wallet in this browser, over a fake library. */
function known(
  entry: Pick<Entry, 'id' | 'kind' | 'title'>,
  act: (stage: Stage, library: PairedLibrary) => Promise<void>,
  others: readonly Plugin[] = [],
): Entry {
  const library = pairedLibrary()
  return {
    ...entry,
    view,
    setting: {
      wallets: [],
      phone: true,
      plugins: chain => [
        chain,
        directory(),
        walletconnect({ relayUrl: 'wss://relay.example', load: library.load }),
        ...others,
      ],
    },
    async prepare(stage) {
      stage.open()
      await act(stage, library)
    },
  }
}

const chapter: Chapter = {
  entries: [
    {
      id: 'connect/loading',
      view,
      kind: 'loading',
      title: 'Looking for wallets',
      setting: { plugins: chain => [chain, endlessSearch] },
      async prepare({ open, until }) {
        open()
        await until(() => shadow()?.querySelector('.p-view .p-skeleton'), 'a skeleton is there')
      },
    },
    {
      id: 'connect/none',
      view,
      kind: 'empty',
      title: 'No wallet in this browser',
      setting: { wallets: [] },
      async prepare({ open, see }) {
        open()
        await see('No wallet found')
      },
    },
    {
      id: 'connect/none-framed',
      view,
      kind: 'step',
      title: 'No wallet in a page within another page',
      setting: { wallets: [], framed: true },
      async prepare({ open, see }) {
        open()
        await see('embedded in another site')
      },
    },
    {
      id: 'connect/none-but-entries',
      view,
      kind: 'step',
      title: 'No wallet, but other ways',
      setting: { wallets: [], plugins: chain => [chain, sampleFeatures({ connect: true })] },
      async prepare({ open, see }) {
        open()
        await see('No wallet found')
        await see('All wallets')
        await see('E-mail')
      },
    },
    known(
      {
        id: 'connect/known',
        kind: 'full',
        title: 'Known wallets, beside a code to scan; on a phone their icons',
      },
      async ({ see, until }) => {
        await see('MetaMask')
        await until(
          () => shadow()?.querySelector('.p-suggested-grid, .p-qr svg[role=img]'),
          'the code or the icons are there',
        )
      },
    ),
    known(
      {
        id: 'connect/known-email',
        kind: 'full',
        title: 'A login by e-mail above the known wallets',
      },
      async ({ see, until }) => {
        await see('E-mail')
        await until(
          () => shadow()?.querySelector('.p-suggested-grid, .p-qr svg[role=img]'),
          'the code or the icons are there',
        )
      },
      [sampleFeatures({ email: true })],
    ),
    {
      id: 'connect/own-wallet',
      view,
      kind: 'full',
      title: 'The browser of a wallet app: that wallet',
      setting: {
        wallets: [{ name: 'Fox Wallet' }],
        walletBrowser: true,
        plugins: chain => [chain, directory()],
      },
      async prepare({ open, see }) {
        open()
        await see('More ways to connect')
      },
    },
    known(
      {
        id: 'connect/known-unreachable',
        kind: 'error',
        title: 'Known wallets, while the relay cannot be reached',
      },
      async ({ see, until, clock, portico }, library) => {
        library.fallSilent()
        await see('MetaMask')
        await until(() => library.isRequested, 'a link is requested')
        clock.forward(10_000)
        await until(
          () => portico.kernel.state(pairingSlice).phase.name !== 'preparing',
          'the pairing has ended',
        )
      },
    ),
    {
      id: 'connect/known-late',
      view,
      kind: 'step',
      title: 'A wallet comes in the place of the last known one',
      setting: {
        wallets: [{ name: 'Fox Wallet', announce: false }],
        plugins: chain => [chain, directory()],
      },
      async prepare({ open, see, wallet }) {
        open()
        await see('MetaMask')
        wallet('Fox Wallet').announce()
        await see('Fox Wallet')
      },
    },
    {
      id: 'connect/known-long',
      view,
      kind: 'long',
      title: 'Known wallets with long names, beside what a wallet is',
      setting: {
        wallets: [],
        phone: true,
        plugins: chain => [
          chain,
          directory({ custom: longWallets, include: longWallets.map(({ id }) => id) }),
        ],
      },
      async prepare({ open, see }) {
        open()
        await see('All wallets')
      },
    },
    {
      id: 'connect/late-first',
      view,
      kind: 'step',
      title: 'A wallet comes where there was none',
      setting: { wallets: [{ name: 'Fox Wallet', announce: false }] },
      async prepare({ open, see, wallet }) {
        open()
        await see('No wallet found')
        wallet('Fox Wallet').announce()
        await see('Fox Wallet')
      },
    },
    {
      id: 'connect/full',
      view,
      kind: 'full',
      title: 'Three wallets, one of them recent',
      setting: { wallets: [{ name: 'Harbor' }, { name: 'Fox Wallet' }, { name: 'Specter' }] },
      async prepare({ open, see, connect, portico }) {
        await connect('Specter')
        portico.close()
        await portico.kernel.use(connectionService).disconnect()
        open()
        await see('Recent')
      },
    },
    {
      id: 'connect/ways',
      view,
      kind: 'step',
      title: 'Every block: wallets, other ways, e-mail, help',
      setting: { plugins: chain => [chain, sampleFeatures({ connect: true })] },
      async prepare({ open, see }) {
        open()
        await see('Specter')
        await see('All wallets')
        await see('E-mail')
      },
    },
    {
      id: 'connect/many',
      view,
      kind: 'step',
      title: 'Sixty wallets',
      setting: { wallets: manyWallets(60) },
      async prepare({ open, see }) {
        open()
        await see('Wallet 60')
      },
    },
    {
      id: 'connect/long',
      view,
      kind: 'long',
      title: 'Long names, and a wallet that looks like another',
      setting: {
        wallets: [
          ...longNames.map((name, at) => ({ name: `${at}`, info: { name } })),
          { name: 'a', info: { name: 'Fox Wallet', rdns: 'dev.portico.fox' } },
          {
            name: 'b',
            info: {
              name: 'Fox Wallet',
              rdns: 'dev.portico.an-extraordinarily-long-reverse-domain-name.of-a-wallet',
            },
          },
        ],
      },
      async prepare({ open, see }) {
        open()
        await see('May imitate another wallet')
      },
    },
    {
      id: 'connect/late',
      view,
      kind: 'step',
      title: 'A wallet appears after the list was shown',
      setting: { wallets: [{ name: 'Fox Wallet' }, { name: 'Specter', announce: false }] },
      async prepare({ open, see, wallet }) {
        open()
        await see('Don’t see your wallet?')
        wallet('Specter').announce()
        await see('Specter')
      },
    },
    {
      id: 'connect/late-several',
      view,
      kind: 'step',
      title: 'Several wallets appear after the list was shown',
      setting: {
        wallets: [
          { name: 'Fox Wallet' },
          { name: 'Specter', announce: false },
          { name: 'Harbor', announce: false },
        ],
      },
      async prepare({ open, see, wallet }) {
        open()
        await see('Don’t see your wallet?')
        wallet('Specter').announce()
        wallet('Harbor').announce()
        await see('2 more wallets')
      },
    },
    {
      id: 'connect/reconnecting',
      view,
      kind: 'step',
      title: 'An earlier connection is being restored',
      setting: { wallets: [{ name: 'Fox Wallet' }, { name: 'Specter' }] },
      async prepare({ connect, open, see, reload, wallet }) {
        await connect()
        wallet('Fox Wallet').policy = { eth_accounts: 'hang' }
        reload()
        open()
        await see('Reconnecting')
      },
    },
    {
      id: 'connect/lost',
      view,
      kind: 'error',
      title: 'An earlier connection did not reconnect',
      setting: { wallets: [{ name: 'Fox Wallet' }, { name: 'Specter' }] },
      async prepare({ connect, open, see, reload, wallet, clock, until }) {
        await connect()
        wallet('Fox Wallet').policy = { eth_accounts: 'hang' }
        const before = requestCount(wallet('Fox Wallet'))
        reload()
        await until(
          () => document.querySelector('[data-buttons] [aria-busy]'),
          'the page is reconnecting',
        )
        await until(() => requestCount(wallet('Fox Wallet')) > before, 'the wallet has the request')
        clock.forward(10_000)
        await until(() => !document.querySelector('[data-buttons] [aria-busy]'), 'it was given up')
        open()
        await see('Forget Fox Wallet')
      },
    },
    {
      id: 'connect/lost-late',
      view,
      kind: 'step',
      title: 'An earlier connection is given up while the list is open',
      setting: { wallets: [{ name: 'Fox Wallet' }, { name: 'Specter' }] },
      async prepare({ connect, open, see, reload, wallet, clock, until }) {
        await connect()
        wallet('Fox Wallet').policy = { eth_accounts: 'hang' }
        const before = requestCount(wallet('Fox Wallet'))
        reload()
        open()
        await see('Reconnecting')
        await until(() => requestCount(wallet('Fox Wallet')) > before, 'the wallet has the request')
        clock.forward(10_000)
        await see('Forget Fox Wallet')
      },
    },
    {
      id: 'connect/embedded',
      view,
      kind: 'step',
      title: 'Inside the page',
      setting: { embedded: true },
      prepare: ({ see }) => see('Specter'),
    },
  ],
}
export default chapter
