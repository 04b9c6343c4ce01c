import { override } from '@portico/kernel'
import {
  type Holding,
  type PricePoint,
  priceHistoryEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import { balances, tokenView } from '@portico/plugin-balances'
import { mainnet } from '@portico/plugin-eip155'
import { receive } from '@portico/plugin-receive'
import { send } from '@portico/plugin-send'
import { swap } from '@portico/plugin-swap'
import { transactions } from '@portico/plugin-transactions'
import type { Chapter } from '../entry.js'
import { hiding } from '../hiding.js'
import { longNames } from '../names.js'
import { type Setting, type Stage, shadow } from '../stage.js'

const network = mainnet.caipNetworkId
const minute = 60_000
const tokenOf = (digit: string, symbol: string, name: string, decimals = 6): Token => ({
  asset: `${network}/erc20:0x${digit.repeat(40)}`,
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
const uniswap: Holding = {
  token: {
    ...tokenOf('1', 'UNI', 'Uniswap', 18),
    asset: `${network}/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984`,
  },
  amount: 12_345_000_000_000_000_000n,
  price: '7.996',
  value: '98.71',
}
const copy: Holding = {
  token: tokenOf('2', 'UNI', 'Uniswap', 18),
  amount: 5_000_000_000_000_000_000n,
}
const long: Holding = {
  token: tokenOf('3', `${'LONGSYMBOL'.repeat(10)}`, `${longNames[0]} 🚀 \u202e${longNames[1]}`),
  amount: 10n ** 30n,
  price: '0.00001234',
  value: '12340000000000000000.99',
}

/** A day of prices, one in five minutes, and with the gap of an hour. The last one is 2,512.40. */
const day = (hasGap: boolean): readonly PricePoint[] =>
  Array.from({ length: 288 }, (_, at) => {
    const wave = Math.round(4_000 * Math.sin(at / 31) + 2_500 * Math.sin(at / 9))
    const last = Math.round(4_000 * Math.sin(287 / 31) + 2_500 * Math.sin(287 / 9))
    const cents = String(251_240 + wave - last)
    return {
      at: Date.now() - (287 - at) * 5 * minute,
      price: `${cents.slice(0, -2)}.${cents.slice(-2)}`,
    }
  }).filter((_, at) => !hasGap || at < 120 || at > 150)

type Prices = () => Promise<readonly PricePoint[]>
const never = () => new Promise<never>(() => undefined)
const setting = (prices?: Prices, holdings: readonly Holding[] = [ether, uniswap]): Setting => ({
  plugins: chain => [chain, balances(), transactions(), send(), swap(), receive()],
  options: {
    endpoints: [
      override(tokenBalancesEndpoint, async () => holdings),
      ...(prices ? [override(priceHistoryEndpoint, prices)] : []),
    ],
  },
})
/** Opens the page of the first token with this name. */
const open =
  (name: string, seen: string) =>
  async ({ connect, press, see }: Stage) => {
    await connect()
    await see(name)
    await press(name)
    await see(seen)
  }
const view = tokenView.id

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [balances()],
  entries: [
    {
      id: 'token/full',
      view,
      kind: 'full',
      title: 'A coin with its price of a day',
      setting: setting(async () => day(false)),
      prepare: open('Ether', 'Price from'),
    },
    {
      id: 'token/loading',
      view,
      kind: 'loading',
      title: 'Its past prices are on their way',
      setting: setting(never),
      prepare: open('Ether', 'Loading price history'),
    },
    {
      id: 'token/empty',
      view,
      kind: 'empty',
      title: 'No source has past prices',
      setting: setting(),
      prepare: open('Uniswap', 'No price history for this period'),
    },
    {
      id: 'token/error',
      view,
      kind: 'error',
      title: 'Its past prices cannot be loaded',
      setting: setting(() => Promise.reject(new RangeError('down'))),
      prepare: open('Uniswap', 'The price history cannot be loaded right now.'),
    },
    {
      id: 'token/gap',
      view,
      kind: 'step',
      title: 'Prices of an hour are missing, and one price is read by keyboard',
      setting: setting(async () => day(true)),
      async prepare(stage) {
        await open('Ether', 'Price from')(stage)
        await stage.see('%')
        for (const key of ['Home', 'PageUp', 'PageUp', 'PageUp'])
          shadow()
            ?.querySelector('[role=slider]')
            ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await stage.see(' · ')
      },
    },
    {
      id: 'token/unverified',
      view,
      kind: 'step',
      title: 'A token that copies the name of a listed one',
      setting: setting(undefined, [ether, copy]),
      prepare: open('Uniswap', 'Unverified'),
    },
    {
      id: 'token/amounts-hidden',
      view,
      kind: 'step',
      title: 'The amounts are hidden',
      setting: {
        ...setting(async () => day(false)),
        plugins: chain => [chain, balances(), transactions(), send(), receive(), hiding()],
      },
      prepare: open('Ether', '••••'),
    },
    {
      id: 'token/long',
      view,
      kind: 'long',
      title: 'A long name, an emoji, a mark that reverses text, and a tiny price',
      setting: setting(
        async () =>
          day(false).map(({ at, price }) => ({ at, price: `0.0000${price.replace('.', '')}` })),
        [ether, long],
      ),
      prepare: open(displayText(long.token.name) ?? '', 'Contract'),
    },
  ],
}
export default chapter
