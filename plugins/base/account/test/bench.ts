/** A kernel with the account's page, on fake timers. */
import { definePlugin, type Plugin, type PluginContext } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
  tally,
  tallyWallet,
} from '@portico/kernel/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import { connection as connectionPlugin } from '../../connection/src/index.js'
import { shell } from '../../shell/src/index.js'
import { account } from '../src/plugin.js'
import { accountPageService, accountPageSlice } from '../src/refs.js'

export const main: NetworkId = 'tally:main'
export const side: NetworkId = 'tally:side'
export const kernels: TestKernel[] = []
export const bench = async (
  { plugins = [], ...rest }: Partial<TestKernelOptions> = {},
  wallet = tallyWallet(),
) => {
  const base = [shell(), connectionPlugin(), account()]
  const kernel = await createTestKernel({
    base,
    plugins: [tally({ wallets: [wallet] }), ...plugins],
    connected: main,
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
export const page = (kernel: TestKernel) => kernel.state(accountPageSlice)
export const marks = (amount: bigint, network: NetworkId = main): Balance => ({
  token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 },
  amount,
})
export const chain = (scope: string, native: (account: Account) => Promise<Balance>): Plugin =>
  definePlugin({
    id: `test/${scope}`,
    setup: context => void context.offer(balancesCapability, scope, { native }),
  })
/** Asks an endpoint as a plugin would. */
export let asker: PluginContext
export const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context
  },
})
export const ask = (kernel: TestKernel, network: NetworkId = main) =>
  asker.call(nativeBalanceEndpoint, { account: activeAccount(kernel) as Account, network })
/** Wallets report in bursts; a report counts after a pause. */
export const settle = () => vi.advanceTimersByTimeAsync(100)
export const refresh = async (kernel: TestKernel) => {
  const done = kernel.use(accountPageService).refresh()
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await done
}

/** Each test of the file that calls this starts on a fake clock and ends without a kernel. */
export function setUpBench(): void {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.useRealTimers()
  })
}
