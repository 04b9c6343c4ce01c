import { memoryStorage } from '@portico/kernel'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { recents, send, sentTransfers } from './index.js'
import type { SentTransfer } from './send.js'

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
/** What a page finds in its storage. */
async function found(entries: readonly unknown[]) {
  const storage = memoryStorage()
  const text = JSON.stringify({ version: 1, saved: entries }, (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
  for (const key of ['portico:sent', 'portico.sent', 'sent']) storage.set(key, text)
  return createTestKernel({ plugins: [tally({ wallets: [tallyWallet()] }), send()], storage })
}

describe('what was sent from here', () => {
  it('[S13] what is unsound in storage is left out, and the rest stays', async () => {
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
  it('[S17] only recipients of confirmed transfers of this network are offered again, each once, never oneself', async () => {
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
})
