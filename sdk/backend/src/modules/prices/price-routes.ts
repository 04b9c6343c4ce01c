import * as v from 'valibot'
import { assetOf } from '../../assets.js'
import type { Chains } from '../../chains/open-chains.js'
import { type Currency, currencies } from '../../option-schemas.js'
import { Refusal } from '../../server/refusal.js'
import { readAsset, readCurrency } from '../../server/requested-chains.js'
import { list, number, object, type Route, text } from '../../server/route.js'
import { type Period, type PriceHistory, periods } from './price-history.js'
import type { Prices } from './prices.js'

const priceAsk = v.object({
  currency: v.string(),
  addresses: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100)),
})

/** What tokens are worth, now and in the past. */
export function priceRoutes({
  chains,
  prices,
  history,
}: {
  readonly chains: Chains
  readonly prices: Prices
  readonly history: PriceHistory
}): readonly Route[] {
  return [
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
    {
      method: 'get',
      path: '/v1/fungible/price-history',
      summary:
        'The stored prices of a token, oldest first, at most 300; none of a token whose price is not configured',
      query: {
        address: { description: 'CAIP-10 of the token', required: true },
        currency: { description: `One of ${currencies.join(', ')}`, required: true },
        period: { description: `One of ${periods.join(', ')}`, required: true },
      },
      answer: object({ points: list(object({ time: number, price: text })) }),
      keepSeconds: 30,
      async handle({ query }) {
        const { chain, asset } = readAsset(query('address') ?? '')
        const currency = readCurrency(query('currency'))
        const points = await history.read({
          chain,
          asset,
          currency,
          period: readPeriod(query('period')),
        })
        return { points }
      },
    },
  ]
}

/** @throws Refusal 400 */
function readPeriod(text: string | undefined): Period {
  const found = periods.find(period => period === text)
  if (!found) throw new Refusal(400, 'period', `The period is one of ${periods.join(', ')}.`)
  return found
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
