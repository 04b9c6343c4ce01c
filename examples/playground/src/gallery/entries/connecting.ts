import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import type { Stage } from '../stage.js'

const view = 'ConnectingExternal'
const ask = async ({ open, press, see }: Stage) => {
  open()
  await press('Fox Wallet')
  await see('Open Fox Wallet to approve')
}
const unknown = { code: -32603, message: 'Internal JSON-RPC error.' }

const failure = (id: string, title: string, policy: object | string, said: string): Entry => ({
  id: `connecting/${id}`,
  view,
  kind: 'error',
  title,
  setting: { wallets: [{ name: 'Fox Wallet', policy: policy as 'reject' }] },
  async prepare({ open, press, see }) {
    open()
    await press('Fox Wallet')
    await see(said)
  },
})

const chapter: Chapter = {
  cannot: {
    [view]: {
      loading: 'all that it waits for is the wallet, which is what it says',
      empty: 'it is about one wallet',
    },
  },
  entries: [
    {
      id: 'connecting/waiting',
      view,
      kind: 'full',
      title: 'Waiting for the wallet',
      setting: { wallets: [{ name: 'Fox Wallet', policy: 'ask' }] },
      prepare: ask,
    },
    {
      id: 'connecting/slow',
      view,
      kind: 'step',
      title: 'After 3 seconds',
      setting: { wallets: [{ name: 'Fox Wallet', policy: 'ask' }] },
      async prepare(stage) {
        await ask(stage)
        stage.clock.forward(3_000)
        await stage.see('Taking longer than usual')
      },
    },
    {
      id: 'connecting/retry',
      view,
      kind: 'step',
      title: 'After 5 seconds',
      setting: { wallets: [{ name: 'Fox Wallet', policy: 'ask' }] },
      async prepare(stage) {
        await ask(stage)
        stage.clock.forward(5_000)
        await stage.see('Try again')
      },
    },
    failure('declined', 'Declined in the wallet', 'reject', 'You declined'),
    failure('pending', 'The wallet is asking already', 'pending', 'is already asking'),
    failure('failed', 'The wallet failed', { error: unknown }, 'Something went wrong in'),
    failure(
      'unreachable',
      'The wallet does not know the page',
      { error: { code: 4100, message: 'Unauthorized' } },
      'does not allow this site',
    ),
    failure(
      'nonsense',
      'The wallet sends an invalid answer',
      { answer: { accounts: 12 } },
      'Nothing was',
    ),
    {
      id: 'connecting/gone',
      view,
      kind: 'step',
      title: 'Taken up, and given up by the wallet',
      setting: {
        wallets: [
          { name: 'Fox Wallet', policy: { error: { code: 4900, message: 'Disconnected' } } },
        ],
      },
      async prepare({ open, press, see }) {
        open()
        await press('Fox Wallet')
        await see('Nothing was')
      },
    },
    {
      id: 'connecting/long',
      view,
      kind: 'long',
      title: 'A long name',
      setting: { wallets: [{ name: 'long', info: { name: longNames[1] }, policy: 'ask' }] },
      async prepare({ open, press, see, clock }) {
        open()
        await press(longNames[1])
        await see('to approve')
        clock.forward(5_000)
        await see('Try again')
      },
    },
    {
      id: 'connecting/long-declined',
      view,
      kind: 'long',
      title: 'A long name, declined',
      setting: { wallets: [{ name: 'long', info: { name: longNames[0] }, policy: 'reject' }] },
      async prepare({ open, press, see, answered }) {
        open()
        await press(longNames[0])
        await see('You declined')
        answered()
      },
    },
  ],
}
export default chapter
