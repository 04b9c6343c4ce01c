import { ChainError, type Hex, type NetworkId } from '@portico/kernel/chain'
import {
  openUniswap,
  SwapError,
  type UniswapDesk,
  uniswapDeployments,
} from '@portico/plugin-swap/server'
import * as v from 'valibot'
import type { Chain } from '../../chains/chain.js'
import type { Chains } from '../../chains/open-chains.js'
import { Refusal } from '../../server/refusal.js'
import { readAsset, readChain } from '../../server/requested-chains.js'
import { list, maybeText, number, object, type Route, text, yesNo } from '../../server/route.js'
import { defineModule } from '../module.js'

const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const orderAsk = v.object({
  amount: digits,
  from: v.string(),
  to: v.string(),
  userAddress: v.string(),
  eip155: v.object({ slippage: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(50)) }),
})
const names = {
  from: { description: 'CAIP-10 of the token that is sold', required: true },
  to: { description: 'CAIP-10 of the token that is bought', required: true },
}
const user = { description: 'CAIP-10 of the account', required: true }

/** Exchanging tokens on one EVM chain: priced by Uniswap v3 on the chain itself. */
function convertRoutes(chains: Chains): readonly Route[] {
  const desks = new Map<string, UniswapDesk>()
  const deskOf = ({ id, configuration }: Chain): UniswapDesk => {
    const deployment = configuration.uniswap ?? uniswapDeployments[id]
    if (!deployment)
      throw new Refusal(400, 'chainId', 'This server exchanges nothing on this chain.')
    const desk = desks.get(id) ?? openUniswap(configuration.rpc, id as NetworkId, deployment)
    desks.set(id, desk)
    return desk
  }
  const gasPriceOf = async (chain: Chain): Promise<string> =>
    String((await chain.gasPrice?.())?.standard ?? 0n)

  return [
    {
      method: 'get',
      path: '/v1/convert/gas-price',
      summary: 'What a unit of gas costs, in base units',
      query: { chainId: { description: 'CAIP-2', required: true } },
      answer: object({ standard: text, fast: text, instant: text }),
      async handle({ query }) {
        const found = readChain(chains, query('chainId'))
        if (!found.gasPrice) throw new Refusal(400, 'chainId', `There is no gas on ${found.id}.`)
        const { standard, fast, instant } = await found.gasPrice()
        return { standard: String(standard), fast: String(fast), instant: String(instant) }
      },
    },
    {
      method: 'get',
      path: '/v1/convert/tokens',
      summary: 'The native coin and the tokens that this server lists on a chain',
      query: { chainId: { description: 'CAIP-2', required: true } },
      answer: object({
        tokens: list(
          object(
            {
              name: text,
              symbol: text,
              address: text,
              decimals: number,
              logoUri: text,
              eip2612: { type: 'boolean' },
            },
            ['logoUri', 'eip2612'],
          ),
        ),
      }),
      keepSeconds: 300,
      handle({ query }) {
        const { id, native, nativeAddress, configuration } = readChain(chains, query('chainId'))
        const written = ({ name, symbol, decimals, logoURI }: typeof native, address: string) => ({
          name,
          symbol,
          address: `${id}:${address}`,
          decimals,
          ...(logoURI && { logoUri: logoURI }),
        })
        const listed = configuration.tokens.map(token => ({
          ...written(token, token.address),
          ...(token.permit !== undefined && { eip2612: token.permit }),
        }))
        return { tokens: [written(native, nativeAddress), ...listed] }
      },
    },
    {
      method: 'get',
      path: '/v1/convert/quotes',
      summary: 'What an amount of one token buys of another on Uniswap v3',
      query: {
        ...names,
        amount: { description: 'Base units of `from`', required: true },
        gasPrice: { description: 'Not used' },
        userAddress: { description: 'Not used' },
      },
      answer: object({
        quotes: list(
          object({
            id: maybeText,
            fromAmount: text,
            fromAccount: text,
            toAmount: text,
            toAccount: text,
          }),
        ),
      }),
      async handle({ query, request }) {
        const { chain, ...exchange } = readExchange(chains, {
          from: query('from'),
          to: query('to'),
          amount: query('amount'),
        })
        const { toAmount } = await orRefused(deskOf(chain).quote(exchange, request.signal))
        return {
          quotes: [
            {
              id: null,
              fromAmount: String(exchange.amount),
              fromAccount: query('from'),
              toAmount: String(toAmount),
              toAccount: query('to'),
            },
          ],
        }
      },
    },
    {
      method: 'get',
      path: '/v1/convert/allowance',
      summary: 'How much of a token the router may take, in base units',
      query: {
        tokenAddress: { description: 'CAIP-10 of the token', required: true },
        userAddress: user,
      },
      answer: object({ allowance: text }),
      async handle({ query, request }) {
        const { chain, asset } = readToken(chains, query('tokenAddress'))
        return {
          allowance: String(
            await orRefused(
              deskOf(chain).allowance(asset, readUser(chain, query('userAddress')), request.signal),
            ),
          ),
        }
      },
    },
    {
      method: 'get',
      path: '/v1/convert/build-approve',
      summary: 'Lets the router take a token: a transaction to the token that `from` and `to` name',
      query: {
        ...names,
        userAddress: user,
        amount: { description: 'Base units; without it everything' },
      },
      answer: object({
        tx: object({
          from: text,
          to: text,
          data: text,
          value: text,
          eip155: object({ gasPrice: text }),
        }),
      }),
      async handle({ query }) {
        const { chain, asset } = readToken(chains, query('from'))
        readUser(chain, query('userAddress'))
        const amount = query('amount')
        const { to, data } = await deskOf(chain).approval(
          asset,
          amount === undefined ? undefined : readAmount(amount),
        )
        return {
          tx: {
            from: query('from'),
            to: `${chain.id}:${to}`,
            data,
            value: '0',
            eip155: { gasPrice: await gasPriceOf(chain) },
          },
        }
      },
    },
    {
      method: 'post',
      path: '/v1/convert/build-transaction',
      summary:
        'The exchange as a transaction for the account to sign: `amount` is what it buys, and whoever sells the native coin sends it along',
      body: object(
        {
          projectId: text,
          amount: text,
          from: text,
          to: text,
          userAddress: text,
          eip155: object({ slippage: { ...number, description: 'Whole percent' }, permit: text }, [
            'permit',
          ]),
          disableEstimate: yesNo,
        },
        ['projectId', 'disableEstimate'],
      ),
      answer: object({
        tx: object({
          from: text,
          to: text,
          data: text,
          amount: text,
          eip155: object({ gas: text, gasPrice: text }),
        }),
      }),
      async handle({ body, request }) {
        const { success, output } = v.safeParse(orderAsk, await body())
        if (!success)
          throw new Refusal(
            422,
            'body',
            'The body holds `amount`, `from`, `to`, `userAddress` and `eip155.slippage`, whole percent up to 50.',
          )
        const { chain, ...exchange } = readExchange(chains, output)
        const ask = {
          ...exchange,
          account: readUser(chain, output.userAddress),
          slippageBasisPoints: output.eip155.slippage * 100,
        }
        const [order, gasPrice] = await Promise.all([
          orRefused(deskOf(chain).order(ask, request.signal)),
          gasPriceOf(chain),
        ])
        const { to, data, toAmount, gas } = order
        return {
          tx: {
            from: output.userAddress,
            to: `${chain.id}:${to}`,
            data,
            amount: String(toAmount),
            eip155: { gas: String(gas), gasPrice },
          },
        }
      },
    },
  ]
}

/** @throws Refusal for what no market exchanges, in the words that clients look for */
async function orRefused<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SwapError && error.code === 'SWAP_NO_ROUTE')
      throw new Refusal(400, 'amount', 'There is insufficient liquidity for this exchange.')
    if (error instanceof SwapError)
      throw new Refusal(400, 'address', 'This is no token of that chain.')
    if (error instanceof ChainError)
      throw new Refusal(503, 'provider', 'The chain does not answer at the moment.')
    throw error
  }
}

interface ExchangeQuery {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: string | undefined
}
/** @throws Refusal 400 for tokens of two chains, too */
function readExchange(chains: Chains, { from, to, amount }: ExchangeQuery) {
  const sold = readSide(chains, from)
  const bought = readSide(chains, to)
  if (sold.chain !== bought.chain)
    throw new Refusal(400, 'chainId', 'Both tokens are on one chain.')
  return { chain: sold.chain, from: sold.asset, to: bought.asset, amount: readAmount(amount) }
}
/** @throws Refusal 400 */
function readSide(
  chains: Chains,
  text: string | undefined,
): { readonly chain: Chain; readonly asset: Hex | 'native' } {
  const { chain: id, asset } = readAsset(text ?? '')
  const chain = readChain(chains, id)
  const address = asset === 'native' ? asset : chain.readAddress(asset)
  if (address === undefined) throw new Refusal(400, 'address', 'This is no address of that chain.')
  return { chain, asset: address as Hex | 'native' }
}
/** @throws Refusal 400 for the native coin, too: it needs no approval */
function readToken(
  chains: Chains,
  text: string | undefined,
): { readonly chain: Chain; readonly asset: Hex } {
  const { chain, asset } = readSide(chains, text)
  if (asset === 'native') throw new Refusal(400, 'address', 'The native coin needs no approval.')
  return { chain, asset }
}
/** @throws Refusal 400 */
function readUser(chain: Chain, text: string | undefined): Hex {
  const { chain: id, asset } = readAsset(text ?? '')
  const address = id === chain.id ? chain.readAddress(asset) : undefined
  if (address === undefined)
    throw new Refusal(400, 'userAddress', 'The account is on the chain of the tokens.')
  return address as Hex
}
/** @throws Refusal 400 */
function readAmount(text: string | undefined): bigint {
  if (!v.is(digits, text) || BigInt(text) === 0n || BigInt(text) >> 256n)
    throw new Refusal(400, 'amount', 'The amount is a whole number of base units above zero.')
  return BigInt(text)
}

/** Swaps by Uniswap v3 on the chain itself. */
export const convert = defineModule({
  name: 'convert',
  setup: ({ chains }) => ({ routes: convertRoutes(chains) }),
})
