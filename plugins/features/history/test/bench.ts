/** A kernel with the activity, a backend and a chain whose answers a test writes. */
import { definePlugin, type Plugin, type PluginContext } from '@portico/kernel'
import { type HistoryQuery, historyPageEndpoint } from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type ActivityPage,
  activityCapability,
  type OutcomeChanged,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { activeAccount, transactionSentEvent } from '@portico/kernel/session'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
  tally,
  tallyWallet,
} from '@portico/kernel/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import { history, pastOf } from '../src/index.js'

export const main: NetworkId = 'tally:main'
export const entry = (
  id: string,
  chain: NetworkId = main,
  transfers: ActivityEntry['transfers'] = [],
): ActivityEntry => ({
  id,
  metadata: {
    minedAt: '2026-11-15T12:00:00.000Z',
    chain,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 'a',
    sentTo: 'b',
    hash: id,
  },
  transfers,
})
export const spam = (id: string) =>
  entry(id, main, [{ nft_info: { flags: { is_spam: true } }, quantity: { numeric: '1' } }])
export let asker: PluginContext
const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context
  },
})
export type Pages = (cursor: string | undefined) => Promise<ActivityPage>
export const chain = (page: Pages): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context =>
      void context.offer(activityCapability, main, {
        page: (_account, _network, cursor) => page(cursor),
      }),
  })
export const backend = (answer: (ask: HistoryQuery) => Promise<ActivityPage>): Plugin =>
  definePlugin({
    id: 'test/backend',
    setup: context =>
      context.handle(historyPageEndpoint, answer, {
        id: 'backend',
        when: ({ cursor }) => !cursor || cursor.startsWith('backend '),
      }),
  })
export const confirming = (
  confirm: (
    hash: string,
    signal: AbortSignal,
    changed?: OutcomeChanged,
  ) => Promise<TransactionOutcome>,
): Plugin =>
  definePlugin({
    id: 'test/confirming',
    setup: context =>
      void context.offer(transactionsCapability, main, {
        dialects: [],
        estimate: () => Promise.reject(new RangeError('not expected')),
        send: () => Promise.reject(new RangeError('not expected')),
        confirm: (hash, _network, { signal, changed }) => confirm(hash, signal, changed),
      }),
  })
/** A promise that is settled by hand. */
export function byHand<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>(settle => {
    resolve = settle
  })
  return { promise, resolve: (value: Value) => resolve(value) }
}
const kernels: TestKernel[] = []
export async function bench({ plugins = [], ...rest }: Partial<TestKernelOptions> = {}) {
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), curious, ...plugins, history()],
    connected: main,
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
export const settle = async () => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}
export const run = async (work: Promise<void>) => {
  await settle()
  await work
}
export const ids = (kernel: TestKernel) => pastOf(kernel).entries.map(({ id }) => id)
export const send = (kernel: TestKernel, hash: string) => {
  const account = activeAccount(kernel)
  if (account)
    asker.emit(transactionSentEvent, {
      hash,
      network: main,
      account,
      operationType: 'send',
      to: 't_bob',
    })
}

/** Each test of the file that calls this starts on a fake clock and ends without a kernel. */
export function setUpBench(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.useRealTimers()
  })
}
