/** A page with a chain that Send has no code for, and replacements for that chain's answers. */
import { definePlugin, type Plugin, type StorageDriver } from '@portico/kernel'
import {
  namesCapability,
  type Transactions,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { type SentTransaction, transactionSentEvent } from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TallyEntry,
  type TallyOptions,
  type TallyWallet,
  type TallyWalletOptions,
  tally,
  tallyTransfer,
  tallyWallet,
} from '@portico/kernel/testing'
import { expect, vi } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { send, sendService, sendSlice } from '../src/index.js'

/** Waits for what comes as fast as the machine lets it. */
export const until = <Value>(condition: () => Value) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 5 })

export interface Start {
  readonly wallet?: TallyWalletOptions
  readonly plugins?: readonly Plugin[]
  /** In the place of the test base. */
  readonly base?: readonly Plugin[]
  readonly storage?: StorageDriver
  /** What was written before. */
  readonly ledger?: TallyEntry[]
  readonly networks?: TallyOptions['networks']
}
export async function start({
  wallet: of,
  plugins = [],
  base,
  storage,
  ledger = [],
  networks,
}: Start = {}) {
  const wallet: TallyWallet = tallyWallet(of)
  const kernel = await createTestKernel({
    plugins: [
      transactionsPlugin(),
      tally({ ledger, wallets: [wallet], ...(networks && { networks }) }),
      tally({ namespace: 'other' }),
      ...plugins,
      send(),
    ],
    connected: 'tally:main',
    ...(base && { base }),
    ...(storage && { storage }),
  })
  const events: string[] = []
  const announced: SentTransaction[] = []
  kernel.on(trackedEvent, ({ name }) => events.push(name))
  kernel.on(transactionSentEvent, sent => announced.push(sent))
  const form = kernel.use(sendService)
  const state = () => kernel.state(sendSlice)
  return {
    ledger,
    wallet,
    kernel,
    form,
    state,
    events,
    announced,
    phase: () => state().phase,
    said: () => kernel.said.map(({ id }) => id),
  }
}
/** A form that is ready to be signed: 5 marks for Bob. */
export async function reviewed(options?: Start) {
  const all = await start(options)
  await all.form.begin({ to: 't_bob', amount: '5' })
  await all.form.review()
  expect(all.phase().name).toBe('review')
  return all
}
export const mark = {
  asset: 'native',
  network: 'tally:main',
  name: 'Mark',
  symbol: 'MRK',
  decimals: 0,
} as const
export const walletRequested = (wallet: TallyWallet) =>
  until(() => wallet.requests.includes('send'))

/** What tally does on its main network, but for this. */
export const instead = (change: {
  readonly transfers?: Partial<Transfers>
  readonly transactions?: Partial<Transactions>
}): Plugin =>
  definePlugin({
    id: 'test/instead',
    setup(context) {
      const dialect = tallyTransfer()
      if (change.transfers)
        context.offer(transfersCapability, 'tally:main', {
          prepare: async ({ to, amount }) => ({
            draft: dialect.draft('tally:main', { to, marks: amount === 'max' ? 99n : amount }),
            fee: { kind: 'native', amount: 1n },
            amount: amount === 'max' ? 99n : amount,
          }),
          ...change.transfers,
        })
      if (change.transactions)
        context.offer(transactionsCapability, 'tally:main', {
          dialects: [dialect.id],
          estimate: async () => ({ kind: 'native', amount: 1n }),
          send: async () => ({ hash: 'tally:main#1' }),
          ...change.transactions,
        })
    },
  })
/** What tally does on its main network, its wallets included, but for this. */
export const except = (change: Partial<Transactions>): Plugin =>
  definePlugin({
    id: 'test/except',
    setup(context) {
      const tally = context.capability(transactionsCapability, 'tally:side')
      if (tally) context.offer(transactionsCapability, 'tally:main', { ...tally, ...change })
    },
  })
export const nameService = (resolve: (name: string) => Promise<string | undefined>): Plugin =>
  definePlugin({
    id: 'test/names',
    setup: context =>
      void context.offer(
        namesCapability,
        'tally',
        {
          looksLike: text => text.endsWith('.tally'),
          resolve,
          reverse: async address =>
            address === 't_bob'
              ? { name: 'bob.tally', imageUrl: 'https://names.example/bob.png' }
              : undefined,
        },
        { id: 'test' },
      ),
  })
