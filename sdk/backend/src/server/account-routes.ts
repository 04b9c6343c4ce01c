import * as v from 'valibot'
import type { BalanceBoard } from '../balances.js'
import type { Chains } from '../chains/open-chains.js'
import { type Currency, currencies } from '../configuration.js'
import { readHistoryPage } from '../history/history-pages.js'
import { assetOf, type Prices } from '../prices.js'
import type { Store } from '../store/open-store.js'
import type { WireHistory } from '../wire.js'
import { readAccount, readAsset, readCurrency } from './asked-chains.js'
import { Refusal } from './refusal.js'
import {
  JsonText,
  list,
  listIn,
  maybeText,
  number,
  object,
  type Route,
  text,
  yesNo,
} from './route.js'

const priceAsk = v.object({
  currency: v.string(),
  addresses: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100)),
})

const namedToken = object({
  name: text,
  symbol: text,
  icon: { oneOf: [object({ url: text }), { type: 'null' }] },
})

const nftInfo = object({
  name: maybeText,
  content: { type: 'null' },
  flags: object({ is_spam: yesNo }),
})

const historyAnswer = object({
  data: list(
    object({
      id: text,
      metadata: object({
        operationType: text,
        hash: text,
        minedAt: { type: 'string', format: 'date-time' },
        sentFrom: text,
        sentTo: text,
        status: { type: 'string', enum: ['confirmed', 'failed', 'pending'] },
        nonce: number,
        application: { type: 'null' },
        chain: text,
      }),
      transfers: list(
        object({
          fungible_info: { oneOf: [namedToken, { type: 'null' }] },
          nft_info: { oneOf: [nftInfo, { type: 'null' }] },
          direction: { type: 'string', enum: ['in', 'out', 'self'] },
          quantity: object({ numeric: text }),
          value: { type: ['number', 'null'] },
          price: { type: ['number', 'null'] },
        }),
      ),
    }),
  ),
  next: maybeText,
})

/** What belongs to an account or to a chain: balances, history, prices. */
export function accountRoutes({
  chains,
  store,
  balances,
  prices,
}: {
  chains: Chains
  store: Store
  balances: BalanceBoard
  prices: Prices
}): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/supported-chains',
      summary: 'The chains that this server answers for, by their CAIP-2 ids',
      answer: object({ http: list(text), ws: list(text) }),
      keepSeconds: 300,
      handle: () => ({ http: chains.all.map(({ id }) => id), ws: [] }),
    },
    {
      method: 'get',
      path: '/v1/account/:address/balance',
      summary:
        'What an account holds; the native coin has no address. A price that is not known is absent',
      query: {
        currency: { description: `One of ${currencies.join(', ')}`, required: true },
        chainId: { description: 'CAIP-2; without it every chain on which this is an address' },
        forceUpdate: { description: 'CAIP-10 ids of tokens, by commas, that are read again now' },
      },
      answer: object({
        balances: list(
          object(
            {
              name: text,
              symbol: text,
              chainId: text,
              address: text,
              value: number,
              price: number,
              quantity: object({ decimals: text, numeric: text }),
              iconUrl: text,
            },
            ['address', 'value', 'price'],
          ),
        ),
      }),
      async handle({ path, query }) {
        const currency = readCurrency(query('currency'))
        const { address, on } = readAccount(chains, path('address'), query('chainId'))
        const moved = listIn(query('forceUpdate')).slice(0, 20).map(readAsset)
        const tokens = moved.flatMap(({ chain, asset }) =>
          on.some(({ id }) => id === chain) && asset !== 'native' ? [asset] : [],
        )
        const isForced = moved.length > 0
        return new JsonText(await balances.read(on, address, currency, { isForced, tokens }))
      },
    },
    {
      method: 'get',
      path: '/v1/account/:address/history',
      summary: 'Past transactions of an account, newest first, page by page',
      query: {
        chainId: {
          description: 'CAIP-2, or the number of an EVM chain; without it every EVM chain',
        },
        cursor: { description: 'The `next` of the page before' },
        currency: { description: `One of ${currencies.join(', ')}` },
        onramp: { description: '`coinbase`: purchases, of which this server has none' },
        sent: {
          description:
            '`true`: of an EVM chain only what the account signed, and what left it of what is vouched for: nothing that others sent it',
        },
      },
      answer: historyAnswer,
      async handle({ path, query }): Promise<WireHistory> {
        if (query('currency') !== undefined) readCurrency(query('currency'))
        const { address, on } = readAccount(chains, path('address'), query('chainId'))
        const onramp = query('onramp')
        if (onramp !== undefined) {
          if (onramp !== 'coinbase')
            throw new Refusal(
              400,
              'provider',
              'The only on-ramp whose history can be asked for is coinbase.',
            )
          if (on.some(({ history }) => history))
            throw new Refusal(400, 'chainId', 'Purchases are asked for on EVM chains.')
          return { data: [], next: null }
        }
        const [first] = on
        const page = first?.history
          ? await first.history(address, query('cursor'))
          : await readHistoryPage(
              store.database,
              on,
              address,
              query('cursor'),
              query('sent') === 'true',
            )
        if (!page) throw new Refusal(400, 'cursor', 'This cursor is none of this server.')
        return { data: page.entries, next: page.next ?? null }
      },
    },
    {
      method: 'post',
      path: '/v1/fungible/price',
      summary:
        'Prices of tokens, in the order in which they were asked for; one whose price is not known is left out',
      body: object({ projectId: text, currency: text, addresses: list(text) }, ['projectId']),
      answer: object({
        fungibles: list(
          object({
            address: text,
            name: text,
            symbol: text,
            iconUrl: text,
            price: number,
            decimals: number,
          }),
        ),
      }),
      async handle({ body }) {
        const { success, output } = v.safeParse(priceAsk, await body())
        if (!success)
          throw new Refusal(
            422,
            'addresses',
            'The body holds `currency` and up to 100 `addresses`.',
          )
        const currency = readCurrency(output.currency)
        const found = await Promise.all(
          output.addresses.map(address => priced(chains, prices, address, currency)),
        )
        return { fungibles: found.filter(one => one !== undefined) }
      },
    },
  ]
}

async function priced(chains: Chains, prices: Prices, address: string, currency: Currency) {
  const { chain: id, asset } = readAsset(address)
  const chain = chains.find(id)
  const facts =
    asset === 'native'
      ? chain?.native
      : chain?.configuration.tokens.find(token => assetOf(token.address) === asset)
  const price = facts && (await prices.of(id, asset, currency))
  return facts && price !== undefined
    ? {
        address,
        name: facts.name,
        symbol: facts.symbol,
        iconUrl: facts.logoURI ?? '',
        price: Number(price),
        decimals: facts.decimals,
      }
    : undefined
}
