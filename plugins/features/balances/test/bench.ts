/** A kernel with balances, a backend and a chain whose answers a test writes, on fake timers. */
import { definePlugin, type Plugin, type PluginContext } from '@portico/kernel'
import {
  backendReachService,
  type Holding,
  nativeBalanceEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { preferencesService, preferencesSlice } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
  tally,
  tallyWallet,
} from '@portico/kernel/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import { type BalancesOptions, balances, portfolioOf, portfolioService } from '../src/index.js'

export const main: NetworkId = 'tally:main'
export const side: NetworkId = 'tally:side'
export const gold: Token = {
  asset: `${main}/coin:gold`,
  network: main,
  name: 'Gold',
  symbol: 'GLD',
  decimals: 6,
}
export const mark = (amount: bigint, network = main): Holding => ({
  token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 },
  amount,
})
export const goldOf = (amount: bigint): Holding => ({
  token: gold,
  amount,
  price: '2',
  value: String(amount / 500_000n),
})

export let asker: PluginContext<
  readonly [],
  readonly [],
  readonly [],
  readonly [typeof backendReachService]
>
const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context as never
    // Like the account's page.
    context.handle(nativeBalanceEndpoint, async ({ account, network }, signal) => {
      const chain = context.capability(balancesCapability, network)
      return chain
        ? chain.native(account, network, signal)
        : Promise.reject(new RangeError('no chain'))
    })
  },
})
/** Creates a backend with the given answer. */
export const backend = (answer: () => Promise<readonly Holding[]>): Plugin =>
  definePlugin({
    id: 'test/backend',
    provides: [backendReachService],
    setup(context) {
      context.provide(backendReachService, { serves: network => network === main })
      context.handle(tokenBalancesEndpoint, answer, { id: 'backend' })
    },
  })
/** Creates a chain that lists tokens. */
export const chain = (
  tokens: (known: readonly Token[]) => Promise<readonly Balance[]>,
  native: () => Promise<Balance> = async () => mark(5n),
): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context =>
      void context.offer(balancesCapability, main, {
        native,
        tokenNamespace: 'coin',
        tokens: (_account, _network, known) => tokens(known),
      }),
  })

/** A plugin that stores the person's choices, like the shell. */
export const openPreferences = definePlugin({
  id: 'test/preferences',
  owns: [preferencesSlice],
  provides: [preferencesService],
  setup: context =>
    context.provide(preferencesService, {
      choose: change =>
        context.update(preferencesSlice, state => void Object.assign(state, change)),
    }),
})
const kernels: TestKernel[] = []
export async function bench({
  options = {},
  plugins = [],
  tally: own = tally({ wallets: [tallyWallet()] }),
  ...rest
}: Partial<TestKernelOptions> & { options?: BalancesOptions; tally?: Plugin } = {}) {
  const kernel = await createTestKernel({
    plugins: [own, curious, ...plugins, balances(options)],
    connected: main,
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
export const refresh = async (kernel: TestKernel) => {
  const done = kernel.use(portfolioService).refresh()
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await done
}
export const amounts = (kernel: TestKernel) =>
  portfolioOf(kernel).known?.holdings.map(({ token, amount }) => `${amount} ${token.symbol}`)

/** Each test of the file that calls this starts on a fake clock and ends without a kernel. */
export function setUpBench(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.useRealTimers()
  })
}
