/** Markets for the states of Swap, and a network, as they would answer. */
import {
  gasPriceEndpoint,
  type Holding,
  type TokenPrice,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import {
  balancesCapability,
  type Fee,
  type SwapQuote,
  type SwapQuoteRequest,
  type SwapStep,
  swapQuotesCapability,
  type TransactionComparison,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { mainnet } from '@portico/plugin-eip155'
import { SwapError, swap } from '@portico/plugin-swap'
import { transactions as transactionsPlugin } from '@portico/plugin-transactions'
import { definePlugin, type Plugin } from '@portico/sdk'
import { longNames } from './names.js'
import type { Setting } from './stage.js'

const network = mainnet.caipNetworkId
const dialect = `${mainnet.namespace}/transaction`
export const never = () => new Promise<never>(() => undefined)
export const unit = 10n ** 18n
const spender = `0x${'68'.repeat(20)}`

export const tokenOf = (symbol: string, name: string, decimals = 18): Token => ({
  asset:
    symbol === 'ETH'
      ? 'native'
      : `${network}/erc20:0x${[...symbol]
          .map(letter => letter.charCodeAt(0).toString(16))
          .join('')
          .padEnd(40, '0')
          .slice(0, 40)}`,
  network,
  name,
  symbol,
  decimals,
})
export const ether = tokenOf('ETH', 'Ether')
export const usdc = tokenOf('USDC', 'USD Coin', 6)
export const dai = tokenOf('DAI', 'Dai')
const rest = [
  ['WBTC', 'Wrapped Bitcoin'],
  ['UNI', 'Uniswap'],
  ['ARB', 'Arbitrum'],
  ['FOX', 'Fox'],
  ['SNX', 'Synthetix'],
  ['PEPPER', 'Pepper'],
  ['ORBIT', 'Orbit'],
].map(([symbol = '', name = '']) => tokenOf(symbol, name))
/** Unverified. */
const stray: Token = {
  ...tokenOf('USDC', 'USD Coin (new)', 6),
  asset: `${network}/erc20:0x${'ab'.repeat(20)}`,
}
export const held = (token: Token, amount: bigint): Holding => ({ token, amount })
const usual = [held(ether, 1_204n * 10n ** 15n), held(usdc, 310_500_000n), held(dai, 25n * unit)]
const prices: Readonly<Record<string, string>> = {
  [ether.asset]: '3224.30',
  [usdc.asset]: '1',
  [dai.asset]: '0.999',
}

export interface World {
  readonly holdings?: () => Promise<readonly Holding[]>
  readonly tokens?: readonly Token[]
  readonly isUnpriced?: boolean
  /** Hundredths of a percent of its worth that the best route loses. */
  readonly loss?: bigint
  readonly quote?: (quoteRequest: SwapQuoteRequest, quote: SwapQuote) => Promise<SwapQuote>
  /** What has to be signed before the swap, until it was. */
  readonly before?: 'approve' | 'permit'
  readonly cost?: Fee
  readonly expiresInMs?: number
  readonly hasOthers?: boolean
  readonly send?: (count: number) => Promise<{ readonly hash: string }>
  readonly outcome?: (hash: string) => Promise<TransactionOutcome>
  readonly comparison?: () => Promise<TransactionComparison>
}
/** What every wallet can sign. */
const typedOf = (to: string) => ({
  types: {
    EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
    Permit: [{ name: 'spender', type: 'address' }],
  },
  primaryType: 'Permit',
  domain: { chainId: 1 },
  message: { spender: to },
})
export const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '5e')}`
export const declined = () =>
  Promise.reject(Object.assign(new TypeError('User rejected'), { code: 4001 }))

/** What a wallet says that may have sent it all the same. */
export const broken = () =>
  Promise.reject(Object.assign(new TypeError('Internal JSON-RPC error.'), { code: -32603 }))

/** Markets and a network as they would answer: what is sent there is kept nowhere. */
const market = (world: World): Plugin =>
  definePlugin({
    id: 'gallery/market',
    setup(context) {
      const {
        holdings = async () => usual,
        tokens = [usdc, dai, ...rest],
        loss = 4n,
        before,
        hasOthers = true,
      } = world
      let count = 0
      const outputOf = ({ from, to, amount }: SwapQuoteRequest) => {
        const [one, other] = [from, to].map(
          asset => [ether, usdc, dai, ...tokens].find(token => token.asset === asset) ?? ether,
        )
        const cents = (token = ether) =>
          BigInt(Math.round(Number(prices[token.asset] ?? '2') * 1_000))
        return (
          (amount * cents(one) * 10n ** BigInt(other?.decimals ?? 0) * (10_000n - loss)) /
          (cents(other) * 10n ** BigInt(one?.decimals ?? 0) * 10_000n)
        )
      }
      const draft = { dialect, network, body: {} }
      const stepsOf = (quoteRequest: SwapQuoteRequest): readonly [SwapStep, ...SwapStep[]] => {
        const last = { kind: 'swap', draft } as const
        if (!before || quoteRequest.from === 'native' || count > 0 || quoteRequest.permit)
          return [last]
        const approval = {
          token: quoteRequest.from,
          spender,
          amount: quoteRequest.unlimited ? ('unlimited' as const) : quoteRequest.amount,
        }
        if (before === 'permit')
          return [
            { kind: 'permit', typed: typedOf(spender), approval, deadline: Date.now() + 600_000 },
            last,
          ]
        return [{ kind: 'approve', draft, approval }, last]
      }
      const quote = async (quoteRequest: SwapQuoteRequest): Promise<SwapQuote> => {
        const toAmount = outputOf(quoteRequest)
        return {
          toAmount,
          minimumReceived:
            toAmount - (toAmount * BigInt(quoteRequest.slippageBasisPoints)) / 10_000n,
          steps: stepsOf(quoteRequest),
          cost: world.cost ?? { kind: 'native', amount: 747_000_000_000_000n },
          simulated: true,
          expiresAt: Date.now() + (world.expiresInMs ?? 30_000),
        }
      }
      const best = async (quoteRequest: SwapQuoteRequest) => {
        const answer = await quote(quoteRequest)
        return (await world.quote?.(quoteRequest, answer)) ?? answer
      }
      context.offer(
        swapQuotesCapability,
        network,
        {
          name: 'Uniswap',
          dialect,
          quote: best,
          tokens: async () => tokens,
          revoke: async () => draft,
        },
        { id: 'uniswap' },
      )
      if (hasOthers) {
        const less = async (quoteRequest: SwapQuoteRequest) => {
          const answer = await (world.quote ? best(quoteRequest) : quote(quoteRequest))
          const providerFee = (quoteRequest.amount * 85n) / 10_000n
          const toAmount = answer.toAmount - (answer.toAmount * 85n) / 10_000n
          return {
            ...answer,
            toAmount,
            minimumReceived:
              toAmount - (toAmount * BigInt(quoteRequest.slippageBasisPoints)) / 10_000n,
            providerFee,
          }
        }
        context.offer(
          swapQuotesCapability,
          network,
          { name: 'Portico API', dialect, quote: less },
          { id: 'api' },
        )
        context.offer(
          swapQuotesCapability,
          network,
          {
            name: 'Kettle',
            dialect,
            quote: () => Promise.reject(new SwapError('SWAP_UNAVAILABLE')),
          },
          { id: 'kettle' },
        )
      }
      context.offer(balancesCapability, network, {
        native: async () => held(ether, unit),
        token: async () => stray,
        tokens: async () => [],
      })
      context.handle(tokenBalancesEndpoint, holdings, { id: 'gallery', rank: 'first' })
      context.handle(gasPriceEndpoint, async () => ({ standard: 1n, fast: 2n, instant: 3n }))
      context.handle(tokenPricesEndpoint, async ({ assets }): Promise<readonly TokenPrice[]> => {
        // Delays the answer as a network does, because a view must not move when it arrives.
        await new Promise(resolve => setTimeout(resolve, 60))
        return world.isUnpriced
          ? []
          : assets.flatMap(asset =>
              prices[asset] ? [{ asset, symbol: '', price: prices[asset] }] : [],
            )
      })
      context.offer(transactionsCapability, network, {
        dialects: [dialect],
        estimate: never,
        send: async () => {
          const answer = await (world.send?.(count) ?? { hash: hashOf(count) })
          count++
          return answer
        },
        confirm: world.outcome ?? never,
        describe: async () => 'gallery',
        find: async () => ({ status: 'open' }),
        ...(world.comparison && { compare: world.comparison }),
      })
    },
  })
/** A page with Swap, in this market. */
export const on = (world: World = {}): Setting => ({
  plugins: chain => [chain, market(world), transactionsPlugin(), swap()],
})
/** A token of a long name, and much of it. */
export const long = tokenOf('EXTRAORDINARYTOKEN', longNames[0])
export const longWorld: World = {
  tokens: [long, usdc],
  holdings: async () => [held(ether, 123_456_789n * unit), held(long, 123_456_789n * unit)],
}
/** The approval is given, the swap after it is not. */
export const halfWay: World = {
  before: 'approve',
  send: async count => (count ? declined() : { hash: hashOf(count) }),
  outcome: async () => ({ status: 'confirmed' }),
}
