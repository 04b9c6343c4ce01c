import { memoryStorage } from '@portico/kernel'
import type { ConfirmOptions, Replacement, Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { tallyTransfer } from '@portico/kernel/testing'
import { outboxService } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { connected, except, network, until } from '../test/bench.js'

const hash = 'tally:main#1'
const which = { hash, network } as const
const never = () => new Promise<never>(() => undefined)
const signal = new AbortController().signal
const option = (kind: Replacement['kind']): Replacement => ({
  kind,
  draft: tallyTransfer().draft(network, { to: 't_bob', marks: 5n }),
  fee: { kind: 'native', amount: 3n },
})
const both = [option('speedUp'), option('cancel')]
async function pending(change: Partial<Transactions> = {}, storage = memoryStorage()) {
  const all = await connected({
    storage,
    plugins: [
      except({ confirm: never, compare: never, replacements: async () => both, ...change }),
    ],
  })
  await all.submit()
  return { ...all, outbox: all.kernel.use(outboxService) }
}

describe('a pending transaction that is replaced', () => {
  it('The replacements of a pending transaction are those of its chain, and none once the transaction is not stored any more', async () => {
    const { outbox } = await pending()
    expect(await outbox.replacements(which, signal)).toEqual(both)
    await outbox.remove(which)
    expect(await outbox.replacements(which, signal)).toEqual([])
  })

  it('A pending transaction has no replacements on a chain without them, or for an account that is not connected', async () => {
    const { outbox } = await pending({ replacements: undefined } as object)
    expect(await outbox.replacements(which, signal)).toEqual([])
    await expect(outbox.replace(which, option('cancel'), signal)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
  })

  it('A replaced transaction stores the hash of its replacement, and is followed by that hash after a reload', async () => {
    const storage = memoryStorage()
    const { outbox, entries } = await pending(
      { replace: async () => ({ hash: '#new', isSure: true }) },
      storage,
    )
    expect(await outbox.replace(which, option('speedUp'), signal)).toEqual({
      hash: '#new',
      isSure: true,
    })
    expect(entries()).toMatchObject([{ hash, status: 'pending', replacement: '#new' }])
    await new Promise(resolve => setTimeout(resolve, 20))
    const followed: (string | undefined)[] = []
    const confirm = (_: string, __: string, { replacement }: ConfirmOptions) => {
      followed.push(replacement)
      return never()
    }
    const later = await connected({ storage, plugins: [except({ confirm, compare: never })] })
    await until(() => followed.length)
    expect([followed, later.entries()[0]?.replacement]).toEqual([['#new'], '#new'])
  })

  it('[S23] A cancel that the wallet sent as another transaction is not stored as the replacement', async () => {
    const { outbox, entries } = await pending({
      replace: async () => ({ hash: '#new', isSure: false }),
    })
    expect((await outbox.replace(which, option('cancel'), signal)).isSure).toBe(false)
    expect(entries()[0]).not.toHaveProperty('replacement')
  })

  it('[S23] The hash of a transaction with a higher fee is stored although no endpoint confirmed it, because it may replace the first one', async () => {
    const { outbox, entries } = await pending({
      replace: async () => ({ hash: '#new', isSure: false }),
    })
    expect((await outbox.replace(which, option('speedUp'), signal)).isSure).toBe(false)
    expect(entries()).toMatchObject([{ hash, replacement: '#new' }])
  })

  it('Speeding up is not offered again once the wallet has refused to sign without sending', async () => {
    const { outbox } = await pending({
      replace: () => Promise.reject(new ChainError('WALLET_UNSUPPORTED')),
    })
    await expect(outbox.replace(which, option('speedUp'), signal)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect((await outbox.replacements(which, signal)).map(({ kind }) => kind)).toEqual(['cancel'])
  })

  it('[S24] A pending transaction is not replaced while the wallet is on another network', async () => {
    const { outbox, kernel } = await pending({ replace: () => expect.unreachable('asked') })
    await kernel.use(connectionService).switchNetwork('tally:side')
    await expect(outbox.replace(which, option('cancel'), signal)).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
  })

  it('A transaction is reported as cancelled once the chain includes its cancellation', async () => {
    let mined: (outcome: { status: 'replaced'; by: string }) => void = () => undefined
    const { outbox, entries, said } = await pending({
      confirm: () =>
        new Promise(resolve => {
          mined = resolve
        }),
      describe: async () => 'payment',
      compare: hash =>
        hash === '#new' ? Promise.resolve({ status: 'different', isCancel: true }) : never(),
      replace: async () => ({ hash: '#new', isSure: true }),
    })
    await outbox.replace(which, option('cancel'), signal)
    mined({ status: 'replaced', by: '#new' })
    await until(() => entries()[0]?.status === 'replaced')
    expect(entries()).toMatchObject([{ hash, by: '#new', differs: { isCancel: true } }])
    expect(said()).toContain('transactions.error.cancelled')
  })
})
