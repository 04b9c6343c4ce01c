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
  it('has what its chain offers, and nothing once it is not stored any more', async () => {
    const { outbox } = await pending()
    expect(await outbox.replacements(which, signal)).toEqual(both)
    await outbox.remove(which)
    expect(await outbox.replacements(which, signal)).toEqual([])
  })

  it('has nothing on a chain that cannot replace, or for an account that is not connected', async () => {
    const { outbox } = await pending({ replacements: undefined } as object)
    expect(await outbox.replacements(which, signal)).toEqual([])
    await expect(outbox.replace(which, option('cancel'), signal)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
  })

  it('keeps the hash of its replacement, by which it is followed after a reload', async () => {
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

  it('[S23] keeps nothing of a cancel that the wallet sent as another transaction', async () => {
    const { outbox, entries } = await pending({
      replace: async () => ({ hash: '#new', isSure: false }),
    })
    expect((await outbox.replace(which, option('cancel'), signal)).isSure).toBe(false)
    expect(entries()[0]).not.toHaveProperty('replacement')
  })

  it('[S23] keeps the hash of a higher fee that no endpoint confirmed: it may take its place', async () => {
    const { outbox, entries } = await pending({
      replace: async () => ({ hash: '#new', isSure: false }),
    })
    expect((await outbox.replace(which, option('speedUp'), signal)).isSure).toBe(false)
    expect(entries()).toMatchObject([{ hash, replacement: '#new' }])
  })

  it('does not offer to speed up again once the wallet does not sign such a request', async () => {
    const { outbox } = await pending({
      replace: () => Promise.reject(new ChainError('WALLET_UNSUPPORTED')),
    })
    await expect(outbox.replace(which, option('speedUp'), signal)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect((await outbox.replacements(which, signal)).map(({ kind }) => kind)).toEqual(['cancel'])
  })

  it('[S24] is not replaced while the wallet is on another network', async () => {
    const { outbox, kernel } = await pending({ replace: () => expect.unreachable('asked') })
    await kernel.use(connectionService).switchNetwork('tally:side')
    await expect(outbox.replace(which, option('cancel'), signal)).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
  })

  it('is cancelled once the chain has the cancel', async () => {
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
