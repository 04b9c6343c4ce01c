import type { Kysely } from 'kysely'
import type { Chains } from '../../chains/open-chains.js'
import type { AccountRequests } from '../../history/followed-accounts.js'
import { readHistoryPage } from '../../history/history-pages.js'
import { currencies } from '../../option-schemas.js'
import { Refusal } from '../../server/refusal.js'
import { readAccount, readAsset, readCurrency } from '../../server/requested-chains.js'
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
} from '../../server/route.js'
import type { Tables } from '../../store/schema.js'
import type { WireHistory } from '../../wire.js'
import type { BalanceBoard } from './balances.js'

const namedToken = object(
  {
    name: text,
    symbol: text,
    icon: { oneOf: [object({ url: text }), { type: 'null' }] },
    address: text,
  },
  ['address'],
)

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

/** What belongs to an account or to a chain: balances and history. */
export function accountRoutes({
  chains,
  database,
  accounts,
  balances,
}: {
  chains: Chains
  accounts: Pick<AccountRequests, 'request'>
  database: Kysely<Tables>
  balances: BalanceBoard
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
        for (const { id } of on) accounts.request(id, address)
        const [first] = on
        const page = first?.history
          ? await first.history(address, query('cursor'))
          : await readHistoryPage(database, on, address, query('cursor'), query('sent') === 'true')
        if (!page) throw new Refusal(400, 'cursor', 'This cursor is none of this server.')
        return { data: page.entries, next: page.next ?? null }
      },
    },
  ]
}
