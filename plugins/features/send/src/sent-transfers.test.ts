import { definePlugin, memoryStorage, type StorageDriver } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { outboxService, outboxSlice, receiptView } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { until } from '../test/bench.js'
import { recents, send, sendPreviewView, sendView, sentTransfers } from './index.js'
import type { SentTransfer } from './send.js'
import { openPayments } from './sent-transfers.js'

const sent = (to: string, more: Partial<SentTransfer> = {}): SentTransfer => ({
  hash: `#${to}`,
  network: 'tally:main',
  from: 't_ada',
  to,
  symbol: 'MRK',
  decimals: 0,
  amount: 5n,
  at: 1,
  status: 'confirmed',
  seen: true,
  ...more,
})
const open = {
  open: '1,2',
  status: 'unknown',
  network: 'tally:main',
  from: 't_ada',
  wallet: 'Tally Wallet',
  at: Date.now(),
  subject: { to: 't_bob', symbol: 'MRK', decimals: 0, amount: 5n },
  guards: true,
  seen: false,
}
const key = 'portico.sent'
/** Storage with a saved log. */
function saved(log: unknown): StorageDriver {
  const storage = memoryStorage()
  storage.set(
    key,
    JSON.stringify({ version: 1, saved: log }, (_, value) =>
      typeof value === 'bigint' ? { $bigint: `${value}` } : value,
    ),
  )
  return storage
}
const start = (storage: StorageDriver, ...plugins: readonly ReturnType<typeof send>[]) =>
  createTestKernel({
    plugins: [transactionsPlugin(), tally({ wallets: [tallyWallet()] }), send(), ...plugins],
    storage,
  })
/** A page that has read its log. */
async function found(log: unknown) {
  const kernel = await start(saved(log))
  await kernel.use(outboxService).acknowledge(sent('t_nobody'))
  return kernel
}

describe('the log of sent transfers', () => {
  it('[S13] malformed entries in storage are dropped, and the other entries stay', async () => {
    const kernel = await found([
      sent('t_bob'),
      null,
      'x',
      { ...sent('t_eve'), amount: 5 },
      { ...sent('t_eve'), network: 'no' },
      { ...sent('t_eve'), to: 't_e ve' },
      sent('t_cy'),
    ])
    expect(sentTransfers(kernel).map(({ to }) => to)).toEqual(['t_bob', 't_cy'])
    kernel.dispose()
  })
  it('[S17] only recipients of confirmed transfers of this network are offered again, each once, and never the own account', async () => {
    const kernel = await found([
      sent('t_pending', { status: 'pending' }),
      sent('t_failed', { status: 'failed' }),
      sent('t_bob'),
      sent('t_side', { network: 'tally:side' }),
      sent('t_ada'),
      sent('t_bob', { hash: '#2' }),
      sent('t_cy'),
    ])
    expect(recents(kernel, 'tally:main').map(({ to }) => to)).toEqual(['t_bob', 't_cy'])
    kernel.dispose()
  })

  it.each([['a text'], [{}], [null], [7], [undefined]])(
    '[S13] A log that was saved as %j is restored as an empty one',
    async log => {
      const kernel = await found(log)
      expect(kernel.state(outboxSlice)).toEqual({ phase: 'ready', log: [] })
      expect(kernel.reported).toEqual([])
      kernel.dispose()
    },
  )

  it('[R17] a page loads no code for transfers that have ended, and shows the notice of a pending one at once', async () => {
    const notices = async (...log: readonly unknown[]) => {
      const kernel = await start(saved(log))
      expect(kernel.state(outboxSlice).phase).toBe('unread')
      const ids = kernel.items(accountPartsSlot).map(({ id }) => id)
      kernel.dispose()
      return ids
    }
    expect(await notices(sent('t_bob'))).not.toContain('transactions')
    expect(
      await notices(sent('t_bob'), sent('t_cy', { status: 'pending', seen: false })),
    ).toContain('transactions')
    expect(await notices(open, sent('t_bob'))).toContain('transactions')
  })

  it('[S13] The summary of a log with hostile entries shows no notice, and the log keeps its other entries', async () => {
    const hostile: readonly unknown[] = [
      null,
      7,
      'x',
      [],
      { endedAt: { toString: 1, valueOf: 1 } },
      { endedAt: 'x' },
      { endedAt: { $bigint: '1' } },
    ]
    const kernel = await start(saved([...hostile, sent('t_bob')]))
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).not.toContain('transactions')
    await kernel.use(outboxService).acknowledge(sent('t_nobody'))
    expect(sentTransfers(kernel).map(({ to }) => to)).toEqual(['t_bob'])
    expect(kernel.reported).toEqual([])
    kernel.dispose()
  })

  it.each([
    ['The form', sendView],
    ['The review', sendPreviewView],
    ['The receipt', receiptView],
  ])(
    '[S23] %s has the open payments of the restored log as soon as its code has loaded',
    async (_, { id }) => {
      const kernel = await start(saved([open]))
      await kernel.views.entry(id)?.load()
      expect(openPayments(kernel)).toMatchObject([{ open: '1,2' }])
      kernel.dispose()
    },
  )

  it('[S23] the notice of the account has the restored log as soon as its code has loaded', async () => {
    const kernel = await start(saved([open]))
    await kernel
      .items(accountPartsSlot)
      .find(({ id }) => id === 'transactions')
      ?.load()
    expect(openPayments(kernel)).toMatchObject([{ open: '1,2' }])
    kernel.dispose()
  })

  it('[S23] Send waits for slow storage: an earlier call does not replace the stored transfers', async () => {
    const storage = saved([open, sent('t_bob', { seen: false }), sent('t_cy')])
    const slow: StorageDriver = {
      ...storage,
      get: async of => new Promise(resolve => setTimeout(resolve, 50, storage.get(of))),
    }
    let acknowledged: Promise<void> | undefined
    const host = definePlugin({
      id: 'test/host',
      needs: [outboxService],
      setup(context) {
        acknowledged = context.use(outboxService).acknowledge(sent('t_bob'))
      },
    })
    const kernel = await start(slow, host)
    await acknowledged
    expect(sentTransfers(kernel)).toMatchObject([
      { to: 't_bob', seen: true },
      { to: 't_cy', seen: true },
    ])
    expect(openPayments(kernel)).toHaveLength(1)
    await until(
      () =>
        !String(storage.get(key)).includes(
          `"amount":{"$bigint":"5"}},"at":1,"status":"confirmed","seen":false`,
        ),
    )
    expect(String(storage.get(key))).toContain('"open":"1,2"')
    kernel.dispose()
  })
})
