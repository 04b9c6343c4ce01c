import type { Transactions } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { disconnectAndForget } from '@portico/kernel/session'
import { tallyTransfer } from '@portico/kernel/testing'
import { outboxRequests, outboxService } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { connected, except, network, type Start, until } from '../test/bench.js'

/** Storage that shows what it holds. */
function openStorage() {
  const texts = new Map<string, string>()
  const storage = {
    get: (key: string) => texts.get(key),
    set: (key: string, text: string) => texts.set(key, text),
    remove: (key: string) => texts.delete(key),
    keys: () => [...texts.keys()],
  }
  return { storage, keys: () => [...texts.keys()] }
}
const tick = () => new Promise(resolve => setTimeout(resolve, 20))
/** A promise that the test settles. */
function later<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}
/** Answers what is announced from then on. */
async function forgotten(page: Awaited<ReturnType<typeof connected>>) {
  await disconnectAndForget(page.kernel)
  const [events, said] = [page.events.length, page.said().length]
  return () => [...page.events.slice(events), ...page.said().slice(said)]
}
const open = async (options: Start = {}) => {
  const { storage, keys } = openStorage()
  return { ...(await connected({ storage, ...options })), keys }
}

describe('transactions when stored data is deleted', () => {
  it('a pending transaction is deleted, and is neither followed nor announced afterwards', async () => {
    const confirmation = later<{ readonly status: 'confirmed' }>()
    const signals: AbortSignal[] = []
    const confirm: Transactions['confirm'] = (_hash, _network, { signal }) => {
      signals.push(signal)
      return confirmation.promise
    }
    const page = await open({ plugins: [except({ confirm })] })
    await page.submit()
    await until(() => page.keys().includes('portico.sent'))
    const announced = await forgotten(page)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    confirmation.resolve({ status: 'confirmed' })
    await tick()
    expect(page.entries()).toEqual([])
    expect([announced(), page.keys()]).toEqual([[], []])
  })

  it.each([
    [
      'sends',
      (answer: ReturnType<typeof later<string | undefined>>) => answer.resolve('tally:main#1'),
      { status: 'sent', hash: 'tally:main#1' },
    ],
    [
      'fails without a usable answer',
      (answer: ReturnType<typeof later<string | undefined>>) => answer.reject({ code: -32603 }),
      { status: 'open' },
    ],
    [
      'declines',
      (answer: ReturnType<typeof later<string | undefined>>) => answer.reject({ code: 4001 }),
      { status: 'refused' },
    ],
  ])(
    'a request that the wallet still shows leaves nothing behind when the wallet %s later',
    async (_, settle, outcome) => {
      const answer = later<string | undefined>()
      const page = await open()
      page.wallet.misdeed = { writes: () => undefined, answers: () => answer.promise as never }
      const submitted = page.submit()
      await until(() => outboxRequests(page.kernel).length === 1)
      const announced = await forgotten(page)
      settle(answer)
      expect(await submitted).toMatchObject(outcome)
      await tick()
      expect([...page.entries(), ...outboxRequests(page.kernel)]).toEqual([])
      expect([announced(), page.keys()]).toEqual([[], []])
    },
  )

  it('a bundle that was deleted is not polled any more, and its failure is not announced', async () => {
    const answer = later<{ readonly hash: string }>()
    const signals: AbortSignal[] = []
    let waiting: (() => void) | undefined
    const sendAll: Transactions['sendAll'] = (_via, _from, _drafts, signal, bundle) => {
      signals.push(signal)
      waiting = bundle?.waiting
      bundle?.beforeRequest?.()
      bundle?.named?.('bundle-1')
      return answer.promise
    }
    const page = await open({
      plugins: [
        except({
          describe: async () => 'described',
          compare: async () => ({ status: 'same' }),
          sendAll,
        }),
      ],
    })
    const draft = [1n, 2n].map(marks => tallyTransfer().draft(network, { to: 't_bob', marks }))
    expect(await page.submit({ draft })).toEqual({ status: 'sent', hash: 'bundle-1' })
    const announced = await forgotten(page)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    waiting?.()
    answer.reject(
      new TransferError('TRANSFER_REFUSED', { id: 'test.refused', en: 'Nothing was changed.' }),
    )
    await tick()
    expect([page.entries(), announced(), page.keys()]).toEqual([[], [], []])
  })

  it('a signature request that closes after the deletion leaves nothing behind', async () => {
    const page = await open()
    const close = await page.kernel
      .use(outboxService)
      .open({ kind: 'permit', data: 1, account: page.account(), network })
    await forgotten(page)
    close()
    await tick()
    expect(page.keys()).toEqual([])
  })

  it('the next transaction after the deletion is stored and followed', async () => {
    const page = await open()
    await page.submit()
    await forgotten(page)
    await page.connect()
    expect(await page.submit({ data: { id: 8 } })).toMatchObject({ status: 'sent' })
    await until(() => page.entries()[0]?.status === 'confirmed')
    expect(page.entries()).toHaveLength(1)
    expect(page.keys()).toContain('portico.sent')
  })
})
