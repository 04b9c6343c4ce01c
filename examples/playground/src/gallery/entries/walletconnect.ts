import type { DirectoryWallet } from '@portico/kernel/wallet'
import {
  connectingWalletConnectBasicView,
  connectingWalletConnectView,
  pairingSlice,
  walletconnect,
} from '@portico/plugin-walletconnect'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import { type PairedLibrary, pairedLibrary } from '../paired-library.js'
import { type Stage, shadow } from '../stage.js'

const basic = connectingWalletConnectBasicView
const chosen = connectingWalletConnectView

const harbor: DirectoryWallet = {
  id: 'harbor',
  name: 'Harbor',
  namespaces: ['eip155'],
  desktop: { universal: 'https://harbor.example/go', native: 'harbor://' },
  mobile: { universal: 'https://harbor.example/go', native: 'harbor://' },
  web: 'https://web.harbor.example',
}
const withCode = ({ until }: Stage) =>
  until(() => shadow()?.querySelector('.p-qr svg[role=img]'), 'the code is there')
/** A phone begins with the wallet's app, and shows no code. */
const withLink = ({ until }: Stage) =>
  until(
    () => shadow()?.querySelector('.p-qr svg[role=img], .wc-handover button:not([aria-disabled])'),
    'the link is there',
  )

/** A state of a pairing, over a fake library. */
function state(
  {
    isSilent = false,
    ...entry
  }: Pick<Entry, 'id' | 'kind' | 'title'> & { readonly isSilent?: boolean },
  wallet: DirectoryWallet | undefined,
  act: (stage: Stage, library: PairedLibrary) => Promise<void>,
): Entry {
  const library = pairedLibrary()
  const target = wallet
    ? { view: chosen, params: { wallet } }
    : { view: basic, params: { connector: '' } }
  return {
    ...entry,
    view: target.view.id,
    setting: {
      phone: wallet !== undefined,
      plugins: chain => [
        chain,
        walletconnect({ relayUrl: 'wss://relay.example', load: library.load }),
      ],
    },
    async prepare(stage) {
      if (isSilent) library.fallSilent()
      stage.open(target)
      await act(stage, library)
    },
  }
}
const declined = async (stage: Stage, library: PairedLibrary) => {
  await withLink(stage)
  library.refuse()
  await stage.see('You declined')
}
const unreachable = async ({ until, clock, portico }: Stage, library: PairedLibrary) => {
  await until(() => library.isRequested, 'a link is requested')
  clock.forward(10_000)
  await until(
    () => portico.kernel.state(pairingSlice).phase.name === 'failed',
    'the pairing has ended',
  )
}

const chapter: Chapter = {
  plugins: () => [walletconnect({ relayUrl: 'wss://relay.example' })],
  cannot: {
    [basic.id]: {
      empty: 'there is a link, or the reason why there is none',
      long: 'all its words are its own',
    },
    [chosen.id]: { empty: 'it is about one wallet' },
  },
  entries: [
    state(
      { id: 'pairing/loading', kind: 'loading', title: 'The link is on its way', isSilent: true },
      undefined,
      ({ until }, library) => until(() => library.isRequested, 'a link is requested'),
    ),
    state({ id: 'pairing/full', kind: 'full', title: 'A code to scan' }, undefined, withCode),
    state(
      { id: 'pairing/last-minute', kind: 'step', title: 'Before it is renewed' },
      undefined,
      async stage => {
        await withCode(stage)
        stage.clock.forward(180_000)
      },
    ),
    state(
      { id: 'pairing/lost', kind: 'step', title: 'The relay was lost' },
      undefined,
      async (stage, library) => {
        await withCode(stage)
        library.loseRelay()
        await stage.until(
          () => stage.portico.kernel.state(pairingSlice).isRelayLost,
          'the relay is lost',
        )
      },
    ),
    state(
      { id: 'pairing/declined', kind: 'error', title: 'Declined in the wallet' },
      undefined,
      declined,
    ),
    state(
      {
        id: 'pairing/unreachable',
        kind: 'error',
        title: 'The relay cannot be reached',
        isSilent: true,
      },
      undefined,
      unreachable,
    ),
    state(
      {
        id: 'pairing-with/loading',
        kind: 'loading',
        title: 'The link is on its way',
        isSilent: true,
      },
      harbor,
      ({ until }, library) => until(() => library.isRequested, 'a link is requested'),
    ),
    state(
      { id: 'pairing-with/full', kind: 'full', title: 'Its code, its app, its page' },
      harbor,
      withLink,
    ),
    state(
      { id: 'pairing-with/app', kind: 'step', title: 'Its app on this device' },
      harbor,
      async stage => {
        await withLink(stage)
        await stage.press('App')
        await stage.see('Continue in Harbor')
      },
    ),
    state(
      { id: 'pairing-with/declined', kind: 'error', title: 'Declined in the wallet' },
      harbor,
      declined,
    ),
    state(
      { id: 'pairing-with/long', kind: 'long', title: 'A long name' },
      { ...harbor, name: longNames[1] },
      async stage => {
        await withLink(stage)
        await stage.press('App')
        await stage.see('Continue in')
      },
    ),
  ],
}
export default chapter
