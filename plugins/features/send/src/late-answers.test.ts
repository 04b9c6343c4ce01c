/**
 * What a wallet may answer to a transfer, what is said of it, and what is offered next: no answer
 * leads to a second payment by itself.
 */
import { memoryStorage } from '@portico/kernel'
import { ChainError } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../kernel/test/wallet-answers.js'
import { except, instead, reviewed, until, walletRequested } from '../test/bench.js'
import { misbehaving, nothing, throws, written } from '../test/outcome-rig.js'
import { sentTransfers } from './index.js'
import { isGuarded, openPayments } from './sent-transfers.js'

type Bench = Awaited<ReturnType<typeof reviewed>>

const isOffered = ({ kernel }: Bench) => !isGuarded(kernel, 'tally:main', 't_ada')

const paid = ({ ledger }: Bench) => ledger.filter(({ to }) => to === 't_bob').length

/** The transfer is sent once and known as sent. */
async function known({ kernel }: Bench) {
  await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
  expect(openPayments(kernel)).toEqual([])
}

describe('a wallet that answers late, twice, or never', () => {
  it('[S23] a payment without an answer blocks the next one after a reload, and is found once the wallet is back', async () => {
    const storage = memoryStorage()
    const first = await misbehaving({ answers: () => new Promise(() => undefined) }, { storage })
    void first.form.confirm()
    await until(() => first.ledger.length === 1)
    await written(storage, 't_bob')
    first.kernel.dispose()

    const again = await reviewed({ storage, ledger: first.ledger })
    expect(again.phase()).toMatchObject({ problem: { id: 'send.open.asked' } })
    await again.form.confirm()
    expect(paid(again)).toBe(1)
    again.kernel.use(shellService).open()
    await known(again)
    expect(again.announced).toMatchObject([{ hash: 'tally:main#1', to: 't_bob' }])
    expect(paid(again)).toBe(1)
    again.kernel.dispose()
  })

  it('[S23] a payment with an unknown outcome blocks the next one for a day, also after a reload', async () => {
    const storage = memoryStorage()
    const first = await misbehaving(
      { writes: nothing, answers: throws({ code: -32603 }) },
      { storage },
    )
    await first.form.confirm()
    await written(storage, 'unknown')
    first.kernel.dispose()

    const again = await reviewed({ storage })
    expect(isOffered(again)).toBe(false)
    await again.form.confirm()
    expect(again.ledger).toEqual([])
    again.kernel.dispose()
    let now = Date.now() + 23 * 60 * 60_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
    const evening = await reviewed({ storage })
    expect(isOffered(evening)).toBe(false)
    evening.kernel.dispose()
    now += 60 * 60_000 + 1
    const later = await reviewed({ storage })
    later.kernel.use(shellService).open()
    await until(() => isOffered(later))
    expect(openPayments(later.kernel)).toEqual([])
    clock.mockRestore()
  })

  it('[S23] a hash that arrives after the modal was closed is recorded, and closes the open payment', async () => {
    const all = await misbehaving({})
    all.wallet.policy = 'ask'
    const confirming = all.form.confirm()
    await walletRequested(all.wallet)
    all.kernel.use(shellService).close()
    expect(openPayments(all.kernel)).toMatchObject([{ status: 'asked' }])
    all.wallet.approve()
    await confirming
    expect(openPayments(all.kernel)).toEqual([])
    expect(all.announced).toHaveLength(1)
    expect(paid(all)).toBe(1)
  })

  it('[S23] a payment that the chain calls impossible still blocks the next one until the wallet has answered', async () => {
    let looks = 0
    const find = async () => {
      looks += 1
      return { status: 'impossible' } as const
    }
    const all = await misbehaving({}, { plugins: [except({ find })] })
    all.wallet.policy = 'ask'
    const confirming = all.form.confirm()
    await walletRequested(all.wallet)
    all.kernel.use(shellService).close()
    all.kernel.use(shellService).open()
    await until(() => looks > 0)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(openPayments(all.kernel)).toMatchObject([{ status: 'asked', guards: true }])
    all.wallet.approve()
    await confirming
    expect(paid(all)).toBe(1)
  })

  it('[S23] [R5] a payment that the wallet still shows blocks the next one after an hour, and after the wallet then fails', async () => {
    const all = await misbehaving({})
    all.wallet.policy = 'ask'
    const confirming = all.form.confirm()
    await walletRequested(all.wallet)
    const later = Date.now() + 30 * 60 * 60_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    all.kernel.use(shellService).close()
    all.kernel.use(shellService).open()
    expect(openPayments(all.kernel)).toMatchObject([{ status: 'asked' }])
    expect(isOffered(all)).toBe(false)
    all.wallet.misdeed = { writes: nothing, answers: throws({ code: -32603 }) }
    all.wallet.approve()
    await confirming
    expect(openPayments(all.kernel)).toMatchObject([{ status: 'unknown' }])
    expect(isOffered(all)).toBe(false)
    clock.mockRestore()
  })

  it('[S23] a hash that arrives after the transaction was found does not announce the transfer again', async () => {
    let answer: (hash: string) => void = () => undefined
    const all = await misbehaving({
      answers: () => new Promise<string>(resolve => (answer = resolve)),
    })
    const confirming = all.form.confirm()
    await until(() => all.ledger.length === 1)
    await all.form.edit()
    await known(all)
    answer('tally:main#1')
    await confirming
    expect(all.announced).toHaveLength(1)
    expect(sentTransfers(all.kernel)).toHaveLength(1)
    expect(paid(all)).toBe(1)
  })

  it('[S23] a wallet that answers twice, first with the hash and then with nothing, has sent one transfer', async () => {
    const twice = (hash: string | undefined) => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable that calls back twice is what this wallet answers.
      then: (resolve: (value: unknown) => void) => {
        resolve(hash)
        resolve(null)
      },
    })
    const all = await misbehaving({ answers: twice })
    await all.form.confirm()
    await known(all)
    expect(all.announced).toHaveLength(1)
    expect(paid(all)).toBe(1)
  })

  it('[S23] a wallet that sends and disconnects has its transfer found and announced', async () => {
    const all = await misbehaving({ disconnectsByWallet: true, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    await known(all)
    expect(all.announced).toMatchObject([{ to: 't_bob', account: { address: 't_ada' } }])
    expect(paid(all)).toBe(1)
  })

  it.each<[string, () => Promise<string>]>([
    ['throws', () => Promise.reject(new ChainError('CHAIN_UNAVAILABLE'))],
    ['answers nothing readable', async () => ''],
  ])(
    '[S2] [S23] the wallet gets no request when the chain that describes the payment %s, because it could not be compared later',
    async (_, describe) => {
      const { form, wallet, phase, kernel } = await reviewed({
        plugins: [instead({ transactions: { describe } })],
      })
      await form.confirm()
      expect(wallet.requests).toEqual(['connect'])
      expect(phase()).toMatchObject({ name: 'review', problem: { id: 'chain.error.unavailable' } })
      expect(openPayments(kernel)).toEqual([])
    },
  )

  it('[S23] a payment that the person stops before the wallet prompt sends no request to the wallet', async () => {
    let describe: (text: string) => void = () => undefined
    const waiting = instead({
      transactions: { describe: () => new Promise(resolve => (describe = resolve)) },
    })
    const { form, wallet, phase, kernel } = await reviewed({ plugins: [waiting] })
    const confirming = form.confirm()
    await until(() => phase().name === 'signing')
    await form.edit()
    describe('{}')
    await confirming
    expect(wallet.requests).toEqual(['connect'])
    expect(openPayments(kernel)).toEqual([])
  })

  it('[S23] at most one payment leaves without an explicit choice, for any wallet behaviour and any steps in the form', async () => {
    const errors = walletAnswers.map(([, error]) => throws(error))
    const answers = fc.constantFrom(
      ...errors,
      ...unreadableAnswers.map(
        ([, answer]) =>
          () =>
            answer,
      ),
      (hash: string | undefined) => hash,
    )
    const steps = fc.array(fc.constantFrom('confirm', 'edit', 'review', 'open', 'close'), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(answers, fc.boolean(), steps, async (answer, sends, tries) => {
        const all = await misbehaving({ ...(!sends && { writes: nothing }), answers: answer })
        await all.form.confirm()
        const isRefused =
          openPayments(all.kernel).length === 0 && sentTransfers(all.kernel).length === 0
        const { form, kernel } = all
        const acts = {
          confirm: form.confirm,
          edit: form.edit,
          review: form.review,
          open: async () => kernel.use(shellService).open(),
          close: async () => kernel.use(shellService).close(),
        }
        // An error that proves a refusal beside a transaction is a lie that no page can see
        // through.
        all.wallet.misdeed =
          sends && isRefused ? { writes: nothing, answers: throws({ code: 4001 }) } : undefined
        for (const step of tries) await acts[step as keyof typeof acts]()
        expect(paid(all)).toBeLessThanOrEqual(1)
        kernel.dispose()
      }),
      { numRuns: 60 },
    )
  })
})
