import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'

const said = (text: string) => () =>
  document.querySelector('[data-buttons]')?.textContent?.includes(text)
const page = (
  id: string,
  title: string,
  kind: Entry['kind'],
  rest: Pick<Entry, 'prepare' | 'setting'>,
): Entry => ({
  id: `page/${id}`,
  view: 'page',
  kind,
  title,
  ...rest,
})

const chapter: Chapter = {
  cannot: { page: { empty: 'a page without a chain has no button for networks' } },
  entries: [
    page('disconnected', 'The buttons in the page, no wallet connected', 'full', {
      prepare: ({ until }) => until(said('Connect wallet'), 'the buttons are there'),
    }),
    page('connecting', 'Waiting for a wallet', 'loading', {
      setting: { wallets: [{ name: 'Fox Wallet' }] },
      async prepare({ connect, reload, until, wallet }) {
        await connect()
        wallet('Fox Wallet').policy = { eth_accounts: 'hang' }
        reload()
        await until(said('Connecting'), 'the button waits')
      },
    }),
    page('connected', 'Connected', 'step', {
      async prepare({ connect, portico, until }) {
        await connect()
        portico.close()
        await until(said('…'), 'the address is there')
      },
    }),
    page('unsupported', 'On a network that the app does not list', 'error', {
      setting: { options: { allowUnsupportedChain: true } },
      async prepare({ connect, portico, until, wallet }) {
        await connect()
        wallet('Fox Wallet').switchChain(31_337)
        portico.close()
        await until(said('Unsupported'), 'the button shows "Unsupported"')
      },
    }),
    page('long', 'A long name', 'long', {
      setting: { networks: [{ chainId: 1, name: longNames[0] }] },
      prepare: ({ until }) => until(said(longNames[0]), 'the name is there'),
    }),
  ],
}
export default chapter
