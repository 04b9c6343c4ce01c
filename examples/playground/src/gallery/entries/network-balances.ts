import { override } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { type Holding, type HoldingsQuery, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { balances, networkBalancesView } from '@portico/plugin-balances'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import type { NetworkSetting, Setting, Stage } from '../stage.js'

const view = networkBalancesView.id
const networks: readonly NetworkSetting[] = [
  { chainId: 1, name: 'Ethereum' },
  { chainId: 8453, name: 'Base' },
  { chainId: 42161, name: 'Arbitrum One' },
  { chainId: 10, name: 'OP Mainnet' },
  { chainId: 137, name: 'Polygon', symbol: 'POL' },
  { chainId: 100, name: 'Gnosis', symbol: 'XDAI' },
]
const values: Readonly<Record<string, string>> = {
  'eip155:1': '3024.92',
  'eip155:8453': '412.5',
  'eip155:42161': '96.03',
  'eip155:10': '18.4',
  'eip155:137': '0.72',
}
const holding = (network: HoldingsQuery['network'], symbol = 'ETH'): Holding => ({
  token: { asset: 'native', network, name: symbol, symbol, decimals: 18 },
  amount: 120_400_000_000_000_000n,
  ...(values[network] && { value: values[network] }),
})
const answer = async ({ network }: HoldingsQuery): Promise<readonly Holding[]> => [
  holding(network, networks.find(({ chainId }) => `eip155:${chainId}` === network)?.symbol),
]
const never = () => new Promise<never>(() => undefined)
const answering = (
  ask: (ask: HoldingsQuery) => Promise<readonly Holding[]>,
  listed = networks,
): Setting => ({
  networks: listed,
  plugins: chain => [chain, balances()],
  options: { endpoints: [override(tokenBalancesEndpoint, ask)] },
})
const show = async ({ connect, portico, see, until }: Stage, first: string) => {
  await connect()
  await see(first)
  portico.kernel.views.push(networkBalancesView)
  await until(() => portico.kernel.views.current?.id === view, 'the list of networks is open')
  await see('Show all networks')
}
const showAll = async (stage: Stage, last: string) => {
  await stage.press('Show all networks')
  await stage.see(last)
  stage.answered()
}

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [balances()],
  entries: [
    {
      id: 'network-balances/first',
      view,
      kind: 'step',
      title: 'Only the networks that were used',
      setting: answering(answer),
      prepare: stage => show(stage, '$3,024.92'),
    },
    {
      id: 'network-balances/full',
      view,
      kind: 'full',
      title: 'Every network, and the total',
      setting: answering(answer),
      async prepare(stage) {
        await show(stage, '$3,024.92')
        await showAll(stage, '$3,552.57')
      },
    },
    {
      id: 'network-balances/loading',
      view,
      kind: 'loading',
      title: 'The other networks have not answered yet',
      setting: answering(ask => (ask.network === 'eip155:1' ? answer(ask) : never())),
      async prepare(stage) {
        await show(stage, '$3,024.92')
        await stage.press('Show all networks')
        await stage.see('Gnosis')
        stage.answered()
      },
    },
    {
      id: 'network-balances/error',
      view,
      kind: 'error',
      title: 'One of six networks does not answer',
      setting: answering(ask =>
        ask.network === 'eip155:10' ? Promise.reject(new RangeError('down')) : answer(ask),
      ),
      async prepare(stage) {
        await show(stage, '$3,024.92')
        await showAll(stage, '$3,534.17')
        await stage.see('Does not answer')
      },
    },
    {
      id: 'network-balances/total-without',
      view: accountView.id,
      kind: 'error',
      title: 'The total of the account leaves out two networks that do not answer',
      setting: answering(ask =>
        ask.network === 'eip155:10' || ask.network === 'eip155:137'
          ? Promise.reject(new RangeError('down'))
          : answer(ask),
      ),
      async prepare(stage) {
        await show(stage, '$3,024.92')
        await showAll(stage, 'Does not answer')
        stage.portico.kernel.views.back()
        await stage.see('Without 2 networks')
      },
    },
    {
      id: 'network-balances/empty',
      view,
      kind: 'empty',
      title: 'No wallet is connected',
      setting: answering(answer),
      async prepare({ open, see }) {
        open({ view: networkBalancesView })
        await see('Connect a wallet')
      },
    },
    {
      id: 'network-balances/long',
      view,
      kind: 'long',
      title: 'Long names, huge amounts',
      setting: answering(
        async ({ network }) => [
          { ...holding(network, 'EXTRAORDINARYTOKEN'), amount: 10n ** 40n, value: `${10n ** 20n}` },
        ],
        [
          { chainId: 1, name: longNames[0], symbol: 'EXTRAORDINARYTOKEN' },
          { chainId: 8453, name: longNames[1], symbol: 'EXTRAORDINARYTOKEN' },
        ],
      ),
      async prepare(stage) {
        await show(stage, '$100,000,000,000,000,000,000.00')
        await showAll(stage, '$200,000,000,000,000,000,000.00')
      },
    },
  ],
}
export default chapter
