/** A page on tally with the transactions plugin alone: no feature describes what is submitted. */
import { definePlugin, type Plugin, type StorageDriver } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Transactions, transactionsCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  connectionService,
  transactionSentEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import {
  createTestKernel,
  type TallyEntry,
  tally,
  tallyTransfer,
  tallyWallet,
} from '@portico/kernel/testing'
import {
  type NewSubmission,
  outboxEntries,
  outboxService,
  outboxSlice,
} from '@portico/kernel/transactions'
import { vi } from 'vitest'
import { transactions } from '../src/index.js'

/** Waits for what comes as fast as the machine lets it. */
export const until = <Value>(condition: () => Value) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 5 })
export const network = 'tally:main'
export const key = `portico.${outboxSlice.id}`
export const encoded = (version: number, saved: unknown): string =>
  JSON.stringify({ version, saved }, (_, value) =>
    typeof value === 'bigint' ? { $bigint: `${value}` } : value,
  )

/** What tally does on its main network, its wallets included, but for this. */
export const except = (change: Partial<Transactions>): Plugin =>
  definePlugin({
    id: 'test/except',
    setup(context) {
      const side = context.capability(transactionsCapability, 'tally:side')
      if (side) context.offer(transactionsCapability, network, { ...side, ...change })
    },
  })

export interface Start {
  readonly plugins?: readonly Plugin[]
  readonly storage?: StorageDriver
  readonly ledger?: TallyEntry[]
}
export async function start({ plugins = [], storage, ledger = [] }: Start = {}) {
  const wallet = tallyWallet()
  const kernel = await createTestKernel({
    plugins: [transactions(), tally({ ledger, wallets: [wallet] }), ...plugins],
    ...(storage && { storage }),
  })
  const events: string[] = []
  kernel.on(transactionSentEvent, ({ hash }) => void events.push(`${hash} sent`))
  kernel.on(
    transactionSettledEvent,
    ({ hash, outcome }) => void events.push(`${hash} ${outcome.status}`),
  )
  kernel.on(transactionUndoneEvent, ({ hash }) => void events.push(`${hash} undone`))
  const connect = async () => {
    await kernel.use(connectionService).discover()
    const [connector] = kernel.items(connectorsSlot)
    return connector && kernel.use(connectionService).connect(connector.id, { network })
  }
  const account = () => activeAccount(kernel) as Account
  const submission = (more: Partial<NewSubmission> = {}): NewSubmission => ({
    kind: 'order',
    data: { id: 7 },
    account: account(),
    draft: tallyTransfer().draft(network, { to: 't_bob', marks: 5n }),
    ...more,
  })
  const submit = (more?: Partial<NewSubmission>) =>
    kernel.use(outboxService).submit(submission(more))
  return {
    kernel,
    wallet,
    ledger,
    events,
    account,
    connect,
    submit,
    entries: () => outboxEntries(kernel),
    said: () => kernel.said.map(({ id }) => id),
  }
}
/** With its wallet connected. */
export async function connected(options?: Start) {
  const all = await start(options)
  await all.connect()
  return all
}
