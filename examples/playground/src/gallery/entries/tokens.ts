import { override } from '@portico/kernel'
import { type Holding, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { balances, currencyView, importTokenView } from '@portico/plugin-balances'
import { mainnet } from '@portico/plugin-eip155'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { hiding } from '../hiding.js'
import { longNames } from '../names.js'
import { type Setting, shadow } from '../stage.js'

const network = mainnet.caipNetworkId
const addressOf = (at: number) => `0x${String(at).padStart(2, '0').repeat(20)}`
const known: Readonly<Record<string, string>> = {
  USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  UNI: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
}
const tokenOf = (at: number, symbol: string, name: string, decimals = 6): Token => ({
  asset: `${network}/erc20:${known[symbol] ?? addressOf(at)}`,
  network,
  name,
  symbol,
  decimals,
})
const ether: Holding = {
  token: { asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 },
  amount: 1_204_000_000_000_000_000n,
  price: '2512.4',
  value: '3024.92',
}
const held = (token: Token, amount: bigint, value?: string): Holding => ({
  token,
  amount,
  ...(value && { value }),
})
const usual: readonly Holding[] = [
  ether,
  held(tokenOf(1, 'USDC', 'USD Coin'), 1_250_990_000n, '1250.99'),
  held(tokenOf(2, 'UNI', 'Uniswap', 18), 12_345_000_000_000_000_000n, '98.71'),
  held(tokenOf(3, 'PEPPER', 'Pepper', 18), 5_000_000_000_000_000_000n),
  held(tokenOf(4, 'DUST', 'Dust'), 3n, '0.0002'),
  held(tokenOf(5, 'CLAIM', 'Visit free-ether.com to claim'), 1_000_000n),
]
const never = () => new Promise<never>(() => undefined)
const answering = (list: readonly Holding[]): Setting => ({
  plugins: chain => [chain, balances()],
  options: { endpoints: [override(tokenBalancesEndpoint, async () => list)] },
})
/** A chain that knows one token by its address, in the place of what nodes say. */
const knowing = (find: () => Promise<Token>): Plugin =>
  definePlugin({
    id: 'gallery/tokens',
    setup: context =>
      void context.offer(balancesCapability, network, { native: async () => ether, token: find }),
  })
const finding = (find: () => Promise<Token>): Setting => ({
  ...answering(usual),
  plugins: chain => [chain, knowing(find), balances()],
})
const account = 'Account'
const view = importTokenView.id

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [balances()],
  cannot: {
    [view]: {
      empty:
        'It is a field to type into: empty is how it begins, and that is its full state without an answer.',
    },
    [currencyView.id]: {
      loading: 'it shows what is known',
      empty: 'without a choice there is no way to it',
      error: 'it sends no request',
    },
  },
  entries: [
    {
      id: 'tokens/loading',
      view: account,
      kind: 'step',
      title: 'Tokens are on their way',
      setting: {
        plugins: chain => [chain, balances()],
        options: { endpoints: [override(tokenBalancesEndpoint, never)] },
      },
      async prepare({ connect, see }) {
        await connect()
        await see('Loading tokens')
      },
    },
    {
      id: 'tokens/full',
      view: account,
      kind: 'step',
      title: 'Tokens, what they are worth, and what is hidden',
      setting: answering(usual),
      async prepare({ connect, see }) {
        await connect()
        await see('USD Coin')
        await see('Show hidden tokens (2)')
      },
    },
    {
      id: 'tokens/amounts-hidden',
      view: account,
      kind: 'step',
      title: 'Only the network reports the balances',
      setting: { ...answering(usual), plugins: chain => [chain, balances(), hiding()] },
      async prepare({ connect, see }) {
        await connect()
        await see('USD Coin')
        await see('••••')
      },
    },
    {
      id: 'tokens/currency',
      view: currencyView.id,
      kind: 'full',
      title: 'What values are reckoned in',
      setting: {
        ...answering(usual),
        plugins: chain => [chain, balances({ currencies: ['usd', 'eur', 'gbp', 'jpy'] })],
      },
      async prepare({ connect, press, see }) {
        await connect()
        await press('Settings')
        await press('Currency')
        await see('Euro')
      },
    },
    {
      id: 'tokens/currency-long',
      view: currencyView.id,
      kind: 'long',
      title: 'Many of them, and one that only the host knows',
      setting: {
        ...answering(usual),
        plugins: chain => [
          chain,
          balances({ currencies: ['usd', 'bam', 'xof', 'aed', 'cdf', 'inr', 'jpy', 'xyz'] }),
        ],
      },
      async prepare({ connect, press, see }) {
        await connect()
        await press('Settings')
        await press('Currency')
        await see('XYZ')
      },
    },
    {
      id: 'tokens/hidden-shown',
      view: account,
      kind: 'step',
      title: 'Small and suspicious tokens',
      setting: answering(usual),
      async prepare({ connect, press, see, answered }) {
        await connect()
        await press('Show hidden tokens (2)')
        await see('Suspicious')
        answered()
      },
    },
    {
      id: 'tokens/unavailable',
      view: account,
      kind: 'step',
      title: 'No source reports the balances',
      setting: {
        plugins: chain => [chain, balances()],
        options: {
          endpoints: [
            override(tokenBalancesEndpoint, () => Promise.reject(new RangeError('down'))),
          ],
        },
      },
      async prepare({ connect, see }) {
        await connect()
        await see('Try again in')
      },
    },
    {
      id: 'tokens/none',
      view: account,
      kind: 'step',
      title: 'No price is known: the native coin alone',
      setting: answering([{ token: ether.token, amount: 0n }]),
      async prepare({ connect, see }) {
        await connect()
        await see('Add a token')
      },
    },
    {
      id: 'tokens/long',
      view: account,
      kind: 'step',
      title: 'Long names, huge amounts',
      setting: answering([
        { ...ether, amount: 10n ** 40n, value: `${10n ** 30n}` },
        held(tokenOf(1, 'EXTRAORDINARYTOKEN', longNames[0]), 10n ** 30n, `${10n ** 20n}.99`),
        ...Array.from({ length: 60 }, (_, at) =>
          held(tokenOf(at + 2, `T${at}`, `Token ${at}`), 1_000_000n, '1'),
        ),
      ]),
      async prepare({ connect, see }) {
        await connect()
        await see('Show 12 more')
      },
    },
    {
      id: 'import-token/full',
      view,
      kind: 'full',
      title: 'A token that was found',
      setting: finding(async () => tokenOf(7, 'HRBR', 'Harbor')),
      async prepare({ connect, press, type, see }) {
        await connect()
        await press('Add a token')
        await see('Find token')
        type(addressOf(7))
        await press('Find token')
        await see('Add HRBR')
      },
    },
    {
      id: 'import-token/loading',
      view,
      kind: 'loading',
      title: 'The token is read from the chain',
      setting: finding(never),
      async prepare({ connect, press, type, see, until }) {
        await connect()
        await press('Add a token')
        await see('Find token')
        type(addressOf(7))
        await press('Find token')
        await until(() => shadow()?.querySelector('.p-button[aria-busy]'), 'the button is busy')
      },
    },
    {
      id: 'import-token/error',
      view,
      kind: 'error',
      title: 'What was typed is no address',
      setting: answering(usual),
      async prepare({ connect, press, type, see }) {
        await connect()
        await press('Add a token')
        await see('Find token')
        type('0x1234')
        await press('Find token')
        await see('This is not a valid address.')
      },
    },
    {
      id: 'import-token/long',
      view,
      kind: 'long',
      title: 'A token with a long name',
      setting: finding(async () => tokenOf(7, 'EXTRAORDINARYTOKEN', longNames[0])),
      async prepare({ connect, press, type, see }) {
        await connect()
        await press('Add a token')
        await see('Find token')
        type(addressOf(7))
        await press('Find token')
        await see('Add EXTRAORDINARYTO…')
      },
    },
  ],
}
export default chapter
