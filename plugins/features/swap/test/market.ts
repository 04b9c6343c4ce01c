/** Swap on the invented chain Tally, over scripted routes: what its tests start from. */
import { definePlugin, type Plugin, type StorageDriver, view } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import {
  type GasPrice,
  gasPriceEndpoint,
  type Holding,
  type TokenPrice,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import {
  type Messages,
  messagesCapability,
  type SwapQuote,
  type SwapQuoteRequest,
  type SwapQuotes,
  type SwapStep,
  type SwapToken,
  swapQuotesCapability,
  type Transactions,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { type SentTransaction, transactionSentEvent } from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TallyEntry,
  type TallyOptions,
  type TallyWallet,
  tally,
  tallyTransfer,
  tallyWallet,
} from '@portico/kernel/testing'
import { outboxService, outboxSlice } from '@portico/kernel/transactions'
import { expect, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { type SwapPhase, swap, swapService, swapSlice } from '../src/index.js'
import { minimumReceived } from '../src/quoting/slippage.js'

export const network = 'tally:main'
export const dialect = tallyTransfer()
export const marks: Token = { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 }
export const gold: Token = {
  asset: `${network}/coin:gold`,
  network,
  name: 'Gold',
  symbol: 'GLD',
  decimals: 2,
}
export const salt: Token = {
  asset: `${network}/coin:salt`,
  network,
  name: 'Salt',
  symbol: 'SLT',
  decimals: 4,
}
export const hold = (token: Token, amount: bigint): Holding => ({ token, amount })

export const draft = (to: string, units = 1n) => dialect.draft(network, { to, marks: units })
export const swapStep: SwapStep = { kind: 'swap', draft: draft('t_market') }
export const approveStep = (quoteRequest: SwapQuoteRequest): SwapStep => ({
  kind: 'approve',
  draft: draft('t_allow', 0n),
  approval: {
    token: quoteRequest.from as `tally:main/coin:${string}`,
    spender: 't_market',
    amount: quoteRequest.unlimited ? 'unlimited' : quoteRequest.amount,
  },
})
export const quoteOf = (
  quoteRequest: SwapQuoteRequest,
  toAmount: bigint,
  steps: SwapQuote['steps'] = [swapStep],
  more: Partial<SwapQuote> = {},
): SwapQuote => {
  const least = minimumReceived(toAmount, quoteRequest.slippageBasisPoints)
  const promised = quoteRequest.minimumReceived ?? 0n
  return {
    toAmount,
    minimumReceived: promised > least && promised <= toAmount ? promised : least,
    steps,
    cost: { kind: 'native', amount: 2n },
    impact: 0n,
    simulated: true,
    expiresAt: Date.now() + 30_000,
    ...more,
  }
}
export type Quote = SwapQuotes['quote']
const offers = (
  routes: Readonly<Record<string, Quote>>,
  tokens: readonly SwapToken[] = [marks, gold, salt],
): Plugin =>
  definePlugin({
    id: 'test/routes',
    setup(context) {
      for (const [id, quote] of Object.entries(routes))
        context.offer(
          swapQuotesCapability,
          network,
          {
            name: id,
            dialect: dialect.id,
            quote,
            tokens: async () => tokens,
            revoke: async () => draft('t_revoke', 0n),
          },
          { id },
        )
    },
  })
/** A market that wants an approval for what is no coin of the chain, once. */
export function market(rate = 2n) {
  const asks: SwapQuoteRequest[] = []
  const allowed = new Set<string>()
  const quote: Quote = async quoteRequest => {
    asks.push(quoteRequest)
    const isAllowed = quoteRequest.from === 'native' || allowed.has(quoteRequest.from)
    return quoteOf(
      quoteRequest,
      quoteRequest.amount * rate * 100n,
      isAllowed ? [swapStep] : [approveStep(quoteRequest), swapStep],
    )
  }
  return { asks, allowed, quote }
}

export interface Start {
  readonly routes?: Readonly<Record<string, Quote>>
  readonly plugins?: readonly Plugin[]
  /** In the place of the test base. */
  readonly base?: readonly Plugin[]
  readonly storage?: StorageDriver
  readonly balances?: readonly Holding[]
  readonly prices?:
    | Readonly<Record<string, string>>
    | ((assets: readonly string[]) => Promise<readonly TokenPrice[]>)
  readonly gas?: () => Promise<GasPrice>
  readonly wallet?: TallyWallet
  readonly connected?: boolean
  readonly networks?: TallyOptions['networks']
  /** Of the routes. */
  readonly listed?: readonly SwapToken[]
  /** Of the host. */
  readonly tokens?: readonly Token[]
  /** What was written before. */
  readonly ledger?: TallyEntry[]
}
export async function start({
  routes,
  plugins = [],
  base,
  storage,
  balances,
  prices = {},
  gas = async () => ({ standard: 1n, fast: 2n, instant: 3n }),
  wallet = tallyWallet(),
  connected = true,
  networks,
  listed,
  tokens = [],
  ledger = [],
}: Start = {}) {
  const world = definePlugin({
    id: 'test/world',
    views: [
      view(accountView, async () => ({ default: () => null }), { title: { id: 't', en: 't' } }),
    ],
    setup(context) {
      context.handle(
        tokenBalancesEndpoint,
        async () => balances ?? [hold(marks, 100n), hold(gold, 10_000n)],
      )
      context.handle(gasPriceEndpoint, gas)
      context.handle(tokenPricesEndpoint, async ({ assets }) => {
        if (typeof prices === 'function') return prices(assets)
        return assets.flatMap(asset =>
          prices[asset] === undefined ? [] : [{ asset, symbol: '', price: prices[asset] }],
        )
      })
    },
  })
  const one = market()
  const kernel = await createTestKernel({
    plugins: [
      tally({ ledger, wallets: [wallet], ...(networks && { networks }) }),
      world,
      outbox(),
      offers(routes ?? { one: one.quote }, listed),
      ...plugins,
      swap({ tokens }),
    ],
    ...(base && { base }),
    ...(connected && { connected: network }),
    ...(storage && { storage }),
  })
  const events: string[] = []
  const announced: SentTransaction[] = []
  kernel.on(trackedEvent, ({ name }) => events.push(name))
  kernel.on(transactionSentEvent, sent => announced.push(sent))
  await kernel.use(outboxService).restore()
  const form = kernel.use(swapService)
  const state = () => kernel.state(swapSlice)
  return {
    ledger,
    wallet,
    kernel,
    form,
    state,
    one,
    events,
    announced,
    phase: () => state().phase,
    said: () => kernel.said.map(({ id }) => id),
  }
}
/** A form with a quote: one mark for gold, or so much gold for salt. */
export async function quoted(options?: Start, amount?: string) {
  const all = await start(options)
  await all.form.initialize()
  if (amount !== undefined) {
    await all.form.selectSource(gold)
    await all.form.setAmount(amount)
    await all.form.selectTarget(salt)
  } else await all.form.selectTarget(gold)
  expect(all.phase().name).toBe('quoted')
  return all
}
/** Waits until storage has the word, because slices are written asynchronously. */
export const kept = (storage: StorageDriver, word: string) =>
  vi.waitUntil(async () => String(await storage.get(outboxKey)).includes(word))
export const routesShown = (phase: SwapPhase): number =>
  phase.name === 'quoted' ? phase.quote.routes.length : 0
export const outboxKey = `portico.${outboxSlice.id}`
/** The storage key of the log of earlier versions, which moves into the outbox. */
export const earlierKey = 'portico.swap-log'
/** An approval as earlier versions kept it. */
export const approval = ({
  owner = 't_ada',
  route = 'one',
  spender = 't_market',
  units = '1000',
}) => ({
  hash: `tally:main#${owner}-${route}`,
  network,
  kind: 'approve',
  sold: '10 GLD',
  bought: '',
  at: 1,
  status: 'confirmed',
  approval: { owner, token: gold.asset, route, units, spender },
})
/** What tally does on its main network, but for this. */
export const chain = (change: Partial<Transactions>): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup(context) {
      context.offer(transactionsCapability, network, {
        dialects: [dialect.id],
        estimate: async () => ({ kind: 'native', amount: 1n }),
        send: async () => ({ hash: 'tally:main#1' }),
        confirm: async () => ({ status: 'confirmed' }),
        ...change,
      })
    },
  })
/** What tally does on its main network, its wallets included, but for this. */
export const except = (change: Partial<Transactions>): Plugin =>
  definePlugin({
    id: 'test/except',
    setup(context) {
      const tally = context.capability(transactionsCapability, 'tally:side')
      if (tally) context.offer(transactionsCapability, network, { ...tally, ...change })
    },
  })
/** A chain whose wallets sign typed data like this. */
export const signs = (signTyped: NonNullable<Messages['signTyped']>): Plugin =>
  definePlugin({
    id: 'test/signs',
    setup: context =>
      void context.offer(messagesCapability, network, {
        sign: async () => Promise.reject(new TypeError('unused')),
        verify: async () => false,
        signTyped,
      }),
  })
