/** The Jupiter route over a service and a node whose answers a test writes. */
import { createKernel, definePlugin, type Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type SwapQuoteRequest, swapQuotesCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { api } from '@portico/plugin-api'
import { afterEach, beforeEach, expect } from 'vitest'
import { jupiterQuotes } from '../src/routes/jupiter/jupiter-quotes.js'
import { type Question, startService } from './desk.js'
import {
  ada,
  assetOf,
  bonk,
  decimalsOf,
  type Exchange,
  genesis,
  instructionsOf,
  isTokenAccount,
  type Ledger,
  mintState,
  network,
  sol,
  tokenAccount,
  tokenAccountOf,
  transaction,
  usd,
  wallet,
} from './jupiter-service.js'

/** What a test may change before the quote. Reset before each test. */
export const scene = {} as {
  service: Awaited<ReturnType<typeof startService>>
  node: Awaited<ReturnType<typeof startService>>
  answers: (question: Question) => unknown
  before: Ledger
  after: Ledger
  failure: unknown
  held: (owner: string, mint: string) => unknown
}
const kernels: Kernel[] = []
export const start = () => {
  const listed = definePlugin({
    id: 'test/solana',
    setup: context =>
      context.contribute(chainsSlot, {
        id: 'solana',
        name: 'Solana',
        networks: [
          {
            id: 1,
            caipNetworkId: network,
            name: 'Solana',
            rpcUrls: [scene.node.url],
            nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
          },
        ] as never,
      }),
  })
  const kernel = createKernel({
    plugins: [api(), listed, jupiterQuotes({ url: scene.service.url })],
    onError: error => expect.unreachable(String(error)),
  })
  kernels.push(kernel)
  return kernel.capabilities(swapQuotesCapability, network)[0]?.value ?? expect.unreachable()
}
const account: Account = {
  namespace: 'solana',
  address: ada,
  type: 'eoa',
  connection: 'solana/test',
}
export const ask = (
  { from, to, amount }: Exchange,
  more: Partial<SwapQuoteRequest> = {},
): SwapQuoteRequest => ({
  account,
  network,
  from: assetOf(from),
  to: assetOf(to),
  amount,
  decimals: { from: decimalsOf(from), to: decimalsOf(to) },
  slippageBasisPoints: 100,
  ...more,
})
/** The service and the ledger, both honest. */
export const honest = (
  trade: Exchange,
  wire = transaction(instructionsOf(trade)),
  out = trade.out,
) => {
  const mints = { [sol]: mintState(9), [usd]: mintState(6), [bonk]: mintState(6) }
  scene.before = {
    ...mints,
    [ada]: wallet(50_000_000_000),
    ...(trade.from !== sol && {
      [tokenAccountOf(ada, trade.from)]: tokenAccount(trade.from, ada, 1_000_000_000n),
    }),
    [tokenAccountOf(ada, bonk)]: tokenAccount(bonk, ada, 77n),
  }
  const spent =
    5_000 +
    300 +
    (trade.from === sol ? Number(trade.amount) : 0) +
    (trade.to === sol || scene.before[tokenAccountOf(ada, trade.to)] ? 0 : 2_039_280)
  scene.after = {
    ...scene.before,
    [ada]: wallet(50_000_000_000 - spent + (trade.to === sol ? Number(trade.out) : 0)),
  }
  if (trade.from !== sol)
    scene.after[tokenAccountOf(ada, trade.from)] = tokenAccount(
      trade.from,
      ada,
      1_000_000_000n - trade.amount,
    )
  if (trade.to !== sol)
    scene.after[tokenAccountOf(ada, trade.to)] = tokenAccount(
      trade.to,
      ada,
      trade.out + (trade.to === bonk ? 77n : 0n),
    )
  scene.answers = ({ path }) =>
    path.endsWith('/quote')
      ? {
          inAmount: String(trade.amount),
          outAmount: String(out),
          otherAmountThreshold: '1',
          priceImpactPct: '0',
          routePlan: [],
        }
      : { swapTransaction: Buffer.from(wire).toString('base64'), lastValidBlockHeight: 250 }
}
export const toUsd: Exchange = { from: sol, to: usd, amount: 1_000_000_000n, out: 150_000_007n }
export const toSol: Exchange = { from: usd, to: sol, amount: 150_000_000n, out: 990_000_000n }
export const toBonk: Exchange = { from: usd, to: bonk, amount: 1_000_000n, out: 43_000_000n }

/** Each test of the file that calls this starts with an honest service and node. */
export function setUpJupiter(): void {
  beforeEach(async () => {
    scene.failure = null
    scene.held = (owner, mint) =>
      Object.entries(scene.before).flatMap(([pubkey, account]) =>
        isTokenAccount(account, mint, owner) ? [{ pubkey, account }] : [],
      )
    scene.service = await startService(question => scene.answers(question))
    const answer = ({
      id,
      method,
      params,
    }: {
      readonly id: number
      readonly method: string
      readonly params: readonly unknown[]
    }) => {
      const look = (ledger: Ledger, addresses: readonly string[]) =>
        addresses.map(address => ledger[address] ?? null)
      const at = (value: unknown) => ({ context: { slot: 1 }, value })
      const results: Readonly<Record<string, () => unknown>> = {
        getGenesisHash: () => genesis,
        getBlockHeight: () => 100,
        getMultipleAccounts: () => at(look(scene.before, params[0] as string[])),
        getTokenAccountsByOwner: () =>
          at(scene.held(params[0] as string, (params[1] as { mint: string }).mint)),
        simulateTransaction: () => {
          const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
          return at({
            err: scene.failure,
            logs: ['Program failed: slippage'],
            accounts: scene.failure ? null : look(scene.after, addresses),
          })
        },
      }
      const result = results[method]?.() ?? expect.unreachable(method)
      return { jsonrpc: '2.0', id, result }
    }
    scene.node = await startService(({ body }) =>
      Array.isArray(body) ? body.map(answer) : answer(body as Parameters<typeof answer>[0]),
    )
  })
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    await Promise.all([scene.service.close(), scene.node.close()])
  })
}
