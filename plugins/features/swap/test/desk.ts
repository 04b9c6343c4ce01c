/**
 * The test bench of the routes: a local chain with Uniswap's published contracts, a person with
 * keys, and services with scripted answers.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import { createKernel, type Kernel, type Plugin } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import {
  type SwapQuote,
  type SwapQuoteRequest,
  type SwapStep,
  swapQuotesCapability,
} from '@portico/kernel/capabilities'
import { type AssetId, eip155Transaction, type Hex } from '@portico/kernel/chain'
import { createPublicClient, createWalletClient, formatUnits, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

export type TokenName = keyof typeof swapTokens
export type Asset = TokenName | 'native'

export const network = 'eip155:31337'
export const coin: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const assetOf = (asset: Asset): AssetId | 'native' =>
  asset === 'native' ? asset : `${network}/erc20:${swapTokens[asset].address}`
export const addressOf = (asset: Asset): Hex =>
  asset === 'native' ? coin : swapTokens[asset].address
const decimalsOf = (asset: Asset): number => (asset === 'native' ? 18 : swapTokens[asset].decimals)
export const deployment = {
  router: uniswap.router,
  quoter: uniswap.quoter,
  factory: uniswap.factory,
  wrapped: swapTokens.wrapped.address,
  stables: [swapTokens.dollar.address],
}
export const never = (): AbortSignal => new AbortController().signal

/** A person of the devnet at a chain: what they ask, sign and have. */
export function personAt(devnet: () => Devnet, index: number) {
  const signer = privateKeyToAccount((devAccounts[index] as (typeof devAccounts)[0]).privateKey)
  const account: Account = {
    namespace: 'eip155',
    address: signer.address,
    type: 'eoa',
    connection: 'eip155/test',
  }
  const chain = () => devnet().chain(31337)
  const node = () =>
    createPublicClient({ chain: anvil, transport: http(chain().url), pollingInterval: 20 })
  const wallet = () =>
    createWalletClient({ account: signer, chain: anvil, transport: http(chain().url) })
  return {
    signer,
    account,
    ask: (
      from: Asset,
      to: Asset,
      amount: bigint,
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
    }),
    balanceOf: (asset: Asset) =>
      chain().balanceOf(signer.address, asset === 'native' ? undefined : swapTokens[asset].address),
    /** Sends what a step says; answers what it cost in the native coin. */
    async send(step: SwapStep | undefined) {
      const { to, data, value = 0n } = bodyOf(step)
      const hash = await wallet().sendTransaction({ to, data, value, gas: 1_500_000n })
      const { status, gasUsed, effectiveGasPrice } = await node().waitForTransactionReceipt({
        hash,
      })
      return { status, cost: gasUsed * effectiveGasPrice }
    },
    /** Runs, and leaves the chain as it was. */
    async inSandbox(run: () => Promise<void>) {
      const before = await devnet().snapshot()
      try {
        await run()
      } finally {
        await devnet().revert(before)
      }
    },
  }
}
export function bodyOf(step: SwapStep | undefined): {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
} {
  const {
    to,
    data,
    value = 0n,
  } = (step && step.kind !== 'permit' && eip155Transaction.read(step.draft)) || {}
  if (!to || !data) expect.unreachable('a step without a transaction')
  return { to, data, value }
}
export const kinds = ({ steps }: SwapQuote) => steps.map(({ kind }) => kind)

/** A kernel with routes, without a wallet. */
const kernelWith = (...plugins: readonly Plugin[]): Kernel =>
  createKernel({ plugins, onError: error => expect.unreachable(String(error)) })
const routeOf = (kernel: Kernel, id: string) => {
  const found = kernel.capabilities(swapQuotesCapability, network).find(one => one.id === id)
  return found?.value ?? expect.unreachable(`no route ${id}`)
}

/**
 * What the ledger says of each try, written down when all are done: `afterAll(table.write)`.
 * Without what the work cost.
 */
export function ledgerTable(route: string) {
  const lines: string[] = []
  const units = (amount: bigint, asset: Asset) =>
    `${amount > 0n ? '+' : ''}${formatUnits(amount, decimalsOf(asset))} ${asset === 'native' ? 'ETH' : swapTokens[asset].symbol}`
  return {
    add: (from: Asset, to: Asset, steps: readonly string[], sold: bigint, bought: bigint) =>
      void lines.push(
        `| ${route} | ${units(-sold, from)} | ${units(bought, to)} | ${steps.join(', ')} | swapped |`,
      ),
    write: () =>
      void process.stdout.write(
        `\n| Route | Ledger: sold | Ledger: bought | Steps | Outcome |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
      ),
  }
}

/**
 * A local chain with Uniswap's published contracts for all tests of a file, and routes on it whose
 * kernels end with their test. `beside`: the plugins that they want, by the address of its node.
 */
export function chainForAll(
  beside: (url: string) => readonly Plugin[],
  more: { readonly backend?: true } = {},
) {
  let devnet: Devnet
  const kernels: Kernel[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31337], uniswap: true, ...more })
    // A market's first exchange of a second writes its price down, which the estimate of the second
    // before left out.
    await devnet.chain(31337).request('evm_increaseTime', [2])
    await devnet.chain(31337).request('evm_mine', [])
  }, 60_000)
  afterAll(() => devnet.stop())
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
  })
  return {
    devnet: () => devnet,
    routeBy(plugin: Plugin, id: string) {
      const kernel = kernelWith(...beside(devnet.chain(31337).url), plugin)
      kernels.push(kernel)
      return routeOf(kernel, id)
    },
  }
}
/** A service on this machine for each test, that answers what the test wants. */
export function serviceForEach(
  first: (question: Question) => unknown = () => new Refused(500, {}),
) {
  let service: Awaited<ReturnType<typeof startService>>
  let answer = first
  beforeEach(async () => {
    answer = first
    service = await startService(question => answer(question))
  })
  afterEach(() => service.close())
  return {
    url: () => service.url,
    requests: () => service.requests,
    answers(next: typeof answer) {
      answer = next
    },
  }
}

export interface Question {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}
/**
 * A service on this machine. `answer` gives JSON, or a status with a body; what throws is no answer
 * at all.
 */
export async function startService(answer: (question: Question) => Promise<unknown> | unknown) {
  const requests: Question[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://service')
    const text = Buffer.concat(chunks).toString()
    const question = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
    }
    requests.push(question)
    try {
      const answered = await answer(question)
      const [status, body] =
        answered instanceof Refused ? [answered.status, answered.body] : [200, answered]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export class Refused {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}
