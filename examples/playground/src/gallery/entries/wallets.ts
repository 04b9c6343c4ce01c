import { defineView } from '@portico/kernel'
import { world } from '../../world.js'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import type { Stage } from '../stage.js'

const view = 'Wallets'
/** The account plugin keeps its ref to itself; views are known by their ids. */
const walletsView = /* @__PURE__ */ defineView(view)
const [first = '0x', second = '0x', third = '0x'] = world.keys
const show = async ({ connect, press, see }: Stage, wallet?: string) => {
  await connect(wallet)
  await press('Switch wallet or account')
  await see('Connect another wallet')
  await see('1.204')
}
/** Keys of accounts that exist only here. */
const many = Array.from(
  { length: 50 },
  (_, at) => `0x${(at + 1).toString(16).padStart(64, '0')}` as const,
)

const chapter: Chapter = {
  cannot: {
    [view]: {
      error: 'a row whose balance is unavailable has no figure',
    },
  },
  entries: [
    {
      id: 'wallets/full',
      view,
      kind: 'full',
      title: 'One wallet with two accounts',
      prepare: stage => show(stage),
    },
    {
      id: 'wallets/loading',
      view,
      kind: 'loading',
      title: 'The balances are on their way',
      async prepare({ node, connect, press, see }) {
        node.mood = 'hangs'
        await connect()
        await press('Switch wallet or account')
        await see('Connect another wallet')
      },
    },
    {
      id: 'wallets/fifty',
      view,
      kind: 'step',
      title: 'Fifty accounts of one wallet',
      setting: { wallets: [{ name: 'Fox Wallet', accounts: many }] },
      prepare: stage => show(stage),
    },
    {
      id: 'wallets/several',
      view,
      kind: 'step',
      title: 'Two wallets',
      async prepare(stage) {
        await show(stage)
        await stage.press('Connect another wallet')
        await stage.press('Specter')
        await stage.see('1.204')
        await stage.press('Switch wallet or account')
        await stage.see('Fox Wallet')
      },
    },
    {
      id: 'wallets/empty',
      view,
      kind: 'empty',
      title: 'No wallet is connected',
      async prepare({ open, see }) {
        open({ view: walletsView })
        await see('Connect another wallet')
      },
    },
    {
      id: 'wallets/long',
      view,
      kind: 'long',
      title: 'Long names, many accounts',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[1] }, accounts: [first, second, third] }],
      },
      prepare: stage => show(stage, longNames[1]),
    },
  ],
}
export default chapter
