import { override } from '@portico/kernel'
import { historyPageEndpoint, priceHistoryEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import type { AssetId } from '@portico/kernel/chain'
import { mainnet } from '@portico/plugin-eip155'
import {
  activityNetworksView,
  history,
  historyService,
  pastOf,
  transactionView,
} from '@portico/plugin-history'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import type { Setting, Stage } from '../stage.js'

const account = 'Account'
const view = transactionView.id
const other = '0x52908400098527886E0F7030069857D2E4169EE7'
const assets: Readonly<Record<string, AssetId | 'native'>> = {
  ETH: 'native',
  USDC: `${mainnet.caipNetworkId}/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`,
  UNI: `${mainnet.caipNetworkId}/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984`,
}
const move = (symbol: string, numeric: string, direction: 'in' | 'out'): ActivityTransfer => ({
  direction,
  fungible_info: { symbol, name: symbol, ...(assets[symbol] && { asset: assets[symbol] }) },
  quantity: { numeric },
})
type Metadata = ActivityEntry['metadata']
const entry = (
  at: number,
  minedAt: string,
  operationType: string,
  transfers: readonly ActivityTransfer[],
  more: Partial<Metadata> = {},
): ActivityEntry => ({
  id: `0x${String(at).padStart(64, '0')}`,
  metadata: {
    minedAt,
    chain: mainnet.caipNetworkId,
    operationType,
    status: 'confirmed',
    sentFrom: operationType === 'receive' ? other : '0xde709f2102306220921060314715629080e2fb77',
    sentTo: operationType === 'receive' ? '0xde709f2102306220921060314715629080e2fb77' : other,
    hash: `0x${String(at).padStart(64, '0')}`,
    ...more,
  },
  transfers,
})
const usual: readonly ActivityEntry[] = [
  entry(9, '2026-11-20T09:00:00Z', 'send', [move('ETH', '0.25', 'out')], { status: 'pending' }),
  entry(8, '2026-11-19T09:00:00Z', 'receive', [move('USDC', '1250.5', 'in')]),
  entry(7, '2026-11-12T09:00:00Z', 'trade', [
    move('ETH', '1', 'out'),
    move('USDC', '2512.4', 'in'),
  ]),
  entry(6, '2026-10-30T09:00:00Z', 'send', [move('UNI', '3.14159', 'out')], { status: 'failed' }),
  { ...entry(5, '2026-10-02T09:00:00Z', 'approve', []), approved: '250 USDC' },
  entry(4, '2025-12-24T09:00:00Z', 'mint', [
    {
      direction: 'in',
      nft_info: { name: 'Harbor at dawn', flags: { is_spam: false } },
      quantity: { numeric: '1' },
    },
  ]),
]
const cancelled: ActivityEntry = {
  ...entry(13, '2026-11-20T10:00:00Z', 'send', [move('ETH', '1', 'out')], { status: 'failed' }),
  ending: 'cancelled',
}
const replaced: ActivityEntry = {
  ...entry(12, '2026-11-20T09:00:00Z', 'send', [move('ETH', '2', 'out')], { status: 'failed' }),
  ending: 'replaced',
}
const spam = entry(2, '2026-11-18T09:00:00Z', 'receive', [
  {
    direction: 'in',
    nft_info: { name: 'A prize for you', flags: { is_spam: true } },
    quantity: { numeric: '1' },
  },
])
/** On all networks, one of which may not answer. */
const everywhere = (isDown: boolean): Setting => ({
  plugins: chain => [chain, history()],
  options: {
    endpoints: [
      override(historyPageEndpoint, async ({ network }) => {
        if (network === mainnet.caipNetworkId) return { entries: usual }
        if (isDown) throw new RangeError('down')
        return {
          entries: [
            entry(11, '2026-11-19T12:00:00Z', 'claim', [move('OP', '42', 'in')], {
              chain: network,
            }),
          ],
        }
      }),
    ],
  },
})
/** An hour ago, with prices of that hour; of one token no price is known. */
const valued = (): Setting => {
  const at = Date.now() - 3_600_000
  const minedAt = new Date(at).toISOString()
  const list = [
    entry(21, minedAt, 'receive', [move('ETH', '0.4', 'in')]),
    entry(22, minedAt, 'trade', [move('ETH', '1', 'out'), move('USDC', '2990', 'in')]),
    entry(23, minedAt, 'send', [move('UNKNOWN', '12', 'out')]),
  ]
  return {
    plugins: chain => [chain, history()],
    options: {
      endpoints: [
        override(historyPageEndpoint, async () => ({ entries: list })),
        override(priceHistoryEndpoint, async ({ asset }) => [
          { at, price: asset === 'native' ? '2989.5' : '1.0002' },
        ]),
      ],
    },
  }
}
const choosesAll = async ({ connect, portico }: Stage) => {
  await connect()
  await portico.kernel.use(historyService).filter('all')
}
const never = () => new Promise<never>(() => undefined)
const answering = (list: readonly ActivityEntry[]): Setting => ({
  plugins: chain => [chain, history()],
  options: { endpoints: [override(historyPageEndpoint, async () => ({ entries: list }))] },
})
const opening = (
  list: readonly ActivityEntry[],
  said: string,
): { setting: Setting; prepare: (stage: Stage) => Promise<void> } => ({
  setting: answering(list),
  async prepare({ connect, see, portico }) {
    await connect()
    const [first] = list
    if (first) portico.kernel.views.push(transactionView, { entry: first })
    await see(said)
  },
})

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [history()],
  cannot: {
    [view]: {
      loading: 'It is opened with all that is known.',
      empty: 'It is opened with a transaction.',
    },
    [activityNetworksView.id]: {
      loading: 'The networks are those of the page.',
      empty: 'The active network is always there.',
      error: 'It requests nothing.',
    },
  },
  entries: [
    {
      id: 'activity/loading',
      view: account,
      kind: 'step',
      title: 'The activity is on its way',
      setting: {
        plugins: chain => [chain, history()],
        options: { endpoints: [override(historyPageEndpoint, never)] },
      },
      async prepare({ connect, see }) {
        await connect()
        await see('Loading activity')
      },
    },
    {
      id: 'activity/full',
      view: account,
      kind: 'step',
      title: 'By month, what is pending on top',
      setting: answering(usual),
      async prepare({ connect, see }) {
        await connect()
        await see('November 2026')
        await see('Pending')
      },
    },
    {
      id: 'activity/spam',
      view: account,
      kind: 'step',
      title: 'Spam is hidden and can be shown',
      setting: answering([...usual.slice(0, 3), spam]),
      async prepare({ connect, see }) {
        await connect()
        await see('Show spam (1)')
      },
    },
    {
      id: 'activity/all-networks',
      view: account,
      kind: 'step',
      title: 'Every network in one list',
      setting: everywhere(false),
      async prepare(stage) {
        await choosesAll(stage)
        await stage.see('Claimed')
        stage.answered()
      },
    },
    {
      id: 'activity/network-down',
      view: account,
      kind: 'step',
      title: 'One network does not answer, the others do',
      setting: everywhere(true),
      async prepare(stage) {
        await choosesAll(stage)
        await stage.see('The activity on Base cannot be loaded right now.')
        stage.answered()
      },
    },
    {
      id: 'activity/values',
      view: account,
      kind: 'step',
      title: 'What each transaction was worth when it happened, where that is known',
      setting: valued(),
      async prepare({ connect, see }) {
        await connect()
        await see('$1,195.80')
      },
    },
    {
      id: 'activity/cancelled',
      view: account,
      kind: 'step',
      title: 'Cancelled, and replaced by another transaction',
      setting: answering([cancelled, replaced, ...usual.slice(2, 4)]),
      async prepare({ connect, see }) {
        await connect()
        await see('Cancelled')
      },
    },
    {
      id: 'activity-networks/full',
      view: activityNetworksView.id,
      kind: 'full',
      title: 'The networks to choose from',
      setting: answering(usual),
      async prepare({ connect, portico, see }) {
        await connect()
        portico.kernel.views.push(activityNetworksView)
        await see('All networks')
      },
    },
    {
      id: 'activity-networks/long',
      view: activityNetworksView.id,
      kind: 'long',
      title: 'Long names of networks',
      setting: {
        ...answering(usual),
        networks: longNames.map((name, at) => ({ chainId: at + 1, name })),
      },
      async prepare({ connect, portico, see }) {
        await connect()
        portico.kernel.views.push(activityNetworksView)
        await see('All networks')
      },
    },
    {
      id: 'activity/empty',
      view: account,
      kind: 'step',
      title: 'Nothing happened yet',
      setting: answering([]),
      async prepare({ connect, see }) {
        await connect()
        await see('No activity on Ethereum yet')
      },
    },
    {
      id: 'activity/error',
      view: account,
      kind: 'step',
      title: 'No source reports what happened',
      setting: {
        plugins: chain => [chain, history()],
        options: {
          endpoints: [override(historyPageEndpoint, () => Promise.reject(new RangeError('down')))],
        },
      },
      async prepare({ connect, see }) {
        await connect()
        await see('The activity cannot be loaded right now.')
      },
    },
    {
      id: 'activity/own-only',
      view: account,
      kind: 'step',
      title: 'A network that keeps no list',
      setting: { plugins: chain => [chain, history()] },
      async prepare({ connect, see }) {
        await connect()
        await see('This network offers no list')
      },
    },
    {
      id: 'transaction/full',
      view,
      kind: 'full',
      title: 'A swap',
      ...opening(usual.slice(2), 'Swapped'),
    },
    {
      id: 'transaction/error',
      view,
      kind: 'error',
      title: 'One that failed',
      ...opening(usual.slice(3), 'Failed'),
    },
    {
      id: 'transaction/pending',
      view,
      kind: 'step',
      title: 'One that is under way',
      ...opening(usual, 'Pending'),
    },
    {
      id: 'transaction/value',
      view,
      kind: 'step',
      title: 'What it was worth when it happened',
      setting: valued(),
      async prepare({ connect, portico, see }) {
        await connect()
        await see('$1,195.80')
        const [first] = pastOf(portico.kernel).entries
        if (first) portico.kernel.views.push(transactionView, { entry: first })
        await see('Value at the time')
      },
    },
    {
      id: 'transaction/cancelled',
      view,
      kind: 'step',
      title: 'One that was cancelled',
      ...opening([cancelled], 'You cancelled this transaction'),
    },
    {
      id: 'transaction/long',
      view,
      kind: 'long',
      title: 'Long names, huge amounts',
      ...opening(
        [
          entry(3, '2026-11-01T09:00:00Z', 'receive', [
            move('EXTRAORDINARYTOKEN', `${10n ** 40n}.123456`, 'in'),
            move(longNames[0], '1', 'in'),
          ]),
        ],
        'Received',
      ),
    },
  ],
}
export default chapter
