import { memoryStorage } from '@portico/kernel'
import { TransferError } from '@portico/kernel/chain'
import { transactionRemovedEvent } from '@portico/kernel/session'
import { tallyTransfer } from '@portico/kernel/testing'
import { outboxService, outboxSlice } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { connected, except, key, network } from '../test/bench.js'
import { silent } from '../test/outbox-rig.js'

const hash = 'tally:main#1'
const which = { hash, network } as const
const never = () => new Promise<never>(() => undefined)

describe('a pending transaction that the person removes', () => {
  it('A pending transaction that the person removes is no longer stored or followed, and an event reports the removal', async () => {
    const storage = memoryStorage()
    const signals: AbortSignal[] = []
    const confirm = (_: string, __: string, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal)
      return never()
    }
    const { kernel, submit, entries } = await connected({
      storage,
      plugins: [except({ confirm, compare: never })],
    })
    await submit()
    const removed: unknown[] = []
    kernel.on(transactionRemovedEvent, one => void removed.push(one))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await kernel.use(outboxService).remove(which)
    expect([entries(), removed, signals.map(({ aborted }) => aborted)]).toEqual([
      [],
      [which],
      [true],
    ])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(String(storage.get(key))).not.toContain('t_bob')
    expect(kernel.reported).toEqual([])
  })

  it('A removed transaction is followed again when the host adds it again', async () => {
    const { kernel, account, submit, entries } = await connected({ plugins: [silent] })
    await submit()
    await kernel.use(outboxService).remove(which)
    const added = { ...which, account: account(), description: 'Minted ticket 7' }
    expect(await kernel.use(outboxService).add(added)).toBe(true)
    expect(entries()).toMatchObject([{ hash, status: 'pending' }])
    expect(kernel.state(outboxSlice).log).not.toContainEqual(
      expect.objectContaining({ closed: hash }),
    )
  })

  it.each(['named', 'refused'])(
    'A removed bundle whose transaction is %s later is neither stored again nor announced',
    async answer => {
      let settle: () => void = () => undefined
      const { kernel, submit, entries, events, said } = await connected({
        plugins: [
          except({
            describe: async () => 'described',
            confirm: async () => ({ status: 'confirmed' }),
            sendAll: (_via, _from, _drafts, _signal, bundle) => {
              bundle?.beforeRequest?.()
              bundle?.named?.('bundle-1')
              return new Promise((resolve, reject) => {
                settle = () =>
                  answer === 'named'
                    ? resolve({ hash: '#7' })
                    : reject(
                        new TransferError('TRANSFER_REFUSED', {
                          id: 'test.refused',
                          en: 'Nothing was changed.',
                        }),
                      )
              })
            },
          }),
        ],
      })
      const draft = [1n, 2n].map(marks => tallyTransfer().draft(network, { to: 't_bob', marks }))
      await submit({ draft })
      await kernel.use(outboxService).remove({ hash: 'bundle-1', network })
      const before = said()
      settle()
      await new Promise(resolve => setTimeout(resolve, 20))
      expect([entries(), events, said()]).toEqual([[], [], before])
      expect(kernel.reported).toEqual([])
    },
  )

  it('A transaction that ended before its removal stays in the log', async () => {
    const { kernel, submit, entries } = await connected({
      plugins: [
        except({
          compare: async () => ({ status: 'same' }),
          confirm: async () => ({ status: 'confirmed' }),
        }),
      ],
    })
    await submit()
    await kernel.use(outboxService).outcome(which)
    await kernel.use(outboxService).remove(which)
    expect(entries()).toMatchObject([{ hash, status: 'confirmed' }])
  })
})
