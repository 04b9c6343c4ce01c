/**
 * What a wallet may answer to a transfer, what is said of it, and what is offered next: no answer
 * leads to a second payment by itself.
 */
import { memoryStorage } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import type { Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { outboxSlice } from '@portico/kernel/transactions'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../kernel/test/wallet-answers.js'
import { asked, except, instead, reviewed, until } from '../test/bench.js'
import { misbehaving, nothing, throws, written } from '../test/outcome-rig.js'
import { sendPreviewView, sendSelectTokenView, sendView, sentTransfers } from './index.js'
import { isGuarded, openPayments } from './sent-transfers.js'

type Bench = Awaited<ReturnType<typeof reviewed>>
const isOffered = ({ kernel }: Bench) => !isGuarded(kernel, 'tally:main', 't_ada')
const paid = ({ ledger }: Bench) => ledger.filter(({ to }) => to === 't_bob').length
/** The transfer is sent once and known as sent. */
async function known({ kernel }: Bench) {
  await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
  expect(openPayments(kernel)).toEqual([])
}

describe('a wallet that answers with an error', () => {
  it.each(walletAnswers)(
    '[S23] after "%s" without a transaction, the same payment is offered again only when the error proves a refusal',
    async (_, error, outcome) => {
      const all = await misbehaving({ writes: nothing, answers: throws(error) })
      await all.form.confirm()
      const { phase } = all
      expect(phase()).toMatchObject({
        name: 'review',
        problem: {
          id: expect.stringMatching(
            outcome === 'refused'
              ? /^(?:send\.problem|wallet\.declinedIn)/
              : /^send\.open\.unknown/,
          ),
        },
      })
      expect(isOffered(all)).toBe(outcome === 'refused')
      expect(openPayments(all.kernel)).toHaveLength(outcome === 'refused' ? 0 : 1)
      all.wallet.misdeed = undefined
      await all.form.confirm()
      expect(paid(all)).toBe(outcome === 'refused' ? 1 : 0)
      if (outcome === 'unknown') await all.form.confirm({ beside: true })
      expect(paid(all)).toBe(1)
    },
  )

  it.each(walletAnswers.filter(([, , outcome]) => outcome === 'unknown'))(
    '[S23] after "%s" with a transaction, the recipient is paid once, and the transfer is found, followed and announced once',
    async (_, error) => {
      const all = await misbehaving({ answers: throws(error) })
      await all.form.confirm()
      await all.form.confirm()
      await known(all)
      expect(paid(all)).toBe(1)
      expect(all.announced).toMatchObject([
        { hash: 'tally:main#1', to: 't_bob', operationType: 'send' },
      ])
      expect(all.state()).toMatchObject({ to: '', sendTokenAmount: '', phase: { name: 'editing' } })
      expect(all.said()).not.toContain('send.error.failed')
    },
  )

  it.each(unreadableAnswers)(
    '[S23] an answer of %s instead of a hash counts as sent: the recipient is paid once',
    async (_, answer) => {
      const all = await misbehaving({ answers: () => answer })
      await all.form.confirm()
      await all.form.confirm()
      await known(all)
      expect(paid(all)).toBe(1)
      expect(all.announced).toHaveLength(1)
    },
  )

  it('[S23] a payment that the chain calls impossible after the wallet failed counts as not sent, and is offered again', async () => {
    const find: NonNullable<Transactions['find']> = async (...[, , , , hasAnswered]) => ({
      status: hasAnswered ? 'impossible' : 'open',
    })
    const all = await misbehaving(
      { writes: nothing, answers: throws(new Error('Not today')) },
      { plugins: [except({ find })] },
    )
    await all.form.confirm()
    await until(() => openPayments(all.kernel).length === 0)
    expect(all.said()).toEqual(['send.error.unknownReason', 'send.error.notSent'])
    expect(isOffered(all)).toBe(true)
  })

  it.each([undefined, null, '', 7, 'no hash', {}])(
    '[S23] a chain without describe and find that answers the hash %j leaves the payment open',
    async hash => {
      const all = await reviewed({
        plugins: [instead({ transactions: { send: async () => ({ hash }) as { hash: string } } })],
      })
      await all.form.confirm()
      expect(all.phase()).toMatchObject({
        name: 'review',
        problem: {
          id: 'send.open.unwatched',
          values: { wallet: 'Tally Wallet', amount: '5', symbol: 'MRK' },
        },
      })
      await all.form.confirm()
      expect(openPayments(all.kernel)).toHaveLength(1)
      expect(isOffered(all)).toBe(false)
      expect(sentTransfers(all.kernel)).toEqual([])
    },
  )

  it('[S23] the message about an unknown outcome names the amount, the recipient and the wallet', async () => {
    const { form, phase, said, kernel } = await misbehaving({
      writes: nothing,
      answers: throws({ code: -32603 }),
    })
    await form.confirm()
    expect(phase()).toMatchObject({
      problem: {
        id: 'send.open.unknown',
        values: { wallet: 'Tally Wallet', amount: '5', symbol: 'MRK', recipient: 't_bob' },
      },
    })
    expect(said()).toEqual(['send.error.unknown'])
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toContain('transactions')
  })

  it.each([
    [
      'no toast while the review is on screen, whose note says it',
      [sendView, sendPreviewView],
      true,
      [],
    ],
    ['no toast while the form is on screen, whose note says it', [sendView], true, []],
    [
      'a toast while another view is on screen',
      [sendSelectTokenView],
      true,
      ['send.error.unknown'],
    ],
    [
      'a toast while the modal is closed',
      [sendView, sendPreviewView],
      false,
      ['send.error.unknown'],
    ],
  ])('[S23] an unknown outcome shows %s', async (_, views, isOpen, toasts) => {
    const { form, kernel, said } = await misbehaving({
      writes: nothing,
      answers: throws({ code: -32603 }),
    })
    for (const view of views) kernel.views.push(view as typeof sendPreviewView)
    if (!isOpen) kernel.use(shellService).close()
    await form.confirm()
    expect(openPayments(kernel)).toHaveLength(1)
    expect(said()).toEqual(toasts)
  })

  it.each<[string, unknown, string | undefined]>([
    ['says why', { code: -32603, message: 'already known' }, 'already known'],
    [
      'has the reason of its node inside',
      { code: -32603, message: '', data: { message: 'nonce too low' } },
      'nonce too low',
    ],
    ['says nothing', { code: -32000 }, undefined],
    ['was not reached', new TypeError('Failed to fetch'), undefined],
  ])(
    '[S23] the message of an unknown outcome contains the reason when the wallet %s',
    async (_, error, reason) => {
      const { form, kernel } = await misbehaving({ writes: nothing, answers: throws(error) })
      await form.confirm()
      const toast = kernel.said.find(({ kind }) => kind === 'failure')
      expect(toast?.error).toMatchObject({
        code: 'SEND_UNKNOWN',
        userMessage: reason
          ? { id: 'send.error.unknownReason', values: { reason } }
          : { id: 'send.error.unknown' },
      })
    },
  )

  it('[S23] a payment that the chain can no longer carry out is reported as not sent, and is offered again', async () => {
    const all = await misbehaving({
      writes: ({ from }) => ({ from, to: 't_cy', marks: 1n }),
      answers: throws({ code: -32603 }),
    })
    await all.form.confirm()
    await until(() => openPayments(all.kernel).length === 0)
    expect(all.said()).toEqual(['send.error.unknown', 'send.error.notSent'])
    expect(all.phase()).toEqual({ name: 'review', review: expect.anything() })
    expect(isOffered(all)).toBe(true)
    expect(sentTransfers(all.kernel)).toEqual([])
  })

  it('[S23] a payment beside an open one takes an explicit choice; the open one stays open but no longer blocks payments', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    all.wallet.misdeed = undefined
    await all.form.confirm({ beside: true })
    expect(paid(all)).toBe(1)
    expect(isOffered(all)).toBe(true)
    expect(openPayments(all.kernel)).toHaveLength(1)
  })

  it('[S23] an open payment still blocks the next one after a payment beside it is declined', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    all.wallet.misdeed = { writes: nothing, answers: throws({ code: 4001 }) }
    await all.form.confirm({ beside: true })
    expect(isOffered(all)).toBe(false)
    all.wallet.misdeed = undefined
    await all.form.confirm()
    expect(paid(all)).toBe(0)
  })

  it('[S23] an open payment stays open when the chain finds only the equal payment that was made beside it', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    all.wallet.misdeed = undefined
    await all.form.confirm({ beside: true })
    const [equal] = sentTransfers(all.kernel)
    // The next look is due after four seconds.
    await new Promise(resolve => setTimeout(resolve, 5_000))
    expect(openPayments(all.kernel)).toHaveLength(1)
    expect(sentTransfers(all.kernel)).toMatchObject([{ hash: equal?.hash }])
  })

  it("[S23] an open payment of a disconnected account still blocks that account after another account's payment is found", async () => {
    const storage = memoryStorage()
    const other = {
      open: '1',
      status: 'unknown',
      network: 'tally:main',
      from: 't_zoe',
      wallet: 'W',
      at: Date.now(),
      guards: true,
      seen: false,
    }
    const subject = { to: 't_cy', symbol: 'MRK', decimals: 0, amount: { $bigint: '5' } }
    storage.set(
      `portico.${outboxSlice.id}`,
      JSON.stringify({ version: 1, saved: [{ ...other, subject }] }),
    )
    const all = await misbehaving({ answers: throws({ code: -32603 }) }, { storage })
    await all.form.confirm()
    await until(() => sentTransfers(all.kernel)[0]?.status === 'confirmed')
    expect(isGuarded(all.kernel, 'tally:main', 't_zoe')).toBe(true)
    expect(isOffered(all)).toBe(true)
  })

  it('[S23] an open payment blocks another form of the same account, and no other network', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: -32603 }) })
    await all.form.confirm()
    await all.form.edit()
    expect(all.phase()).toMatchObject({ name: 'editing', problem: { id: 'send.open.unknown' } })
    await all.form.setAmount('7')
    await all.form.setRecipient('t_cy')
    await all.form.review()
    expect(all.phase()).toMatchObject({ name: 'review', problem: { id: 'send.open.unknown' } })
    all.wallet.misdeed = undefined
    await all.form.confirm()
    expect(all.ledger).toEqual([])
    expect(isGuarded(all.kernel, 'tally:side', 't_ada')).toBe(false)
  })
})

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
    await asked(all.wallet)
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
    await asked(all.wallet)
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
    await asked(all.wallet)
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
    '[S2] [S23] the wallet is not asked when the chain that describes the payment %s, because it could not be compared later',
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

  it('[S23] a payment that the person stops before the wallet is asked sends no request to the wallet', async () => {
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

describe('[S13] what is stored of open payments', () => {
  const sound = {
    open: '1',
    status: 'unknown',
    network: 'tally:main',
    from: 't_ada',
    wallet: 'W',
    at: Date.now(),
    guards: true,
    subject: { to: 't_bob', symbol: 'MRK', decimals: 0, amount: 5n },
  }
  const load = async (entries: readonly unknown[]) => {
    const storage = memoryStorage()
    storage.set(
      'portico.sent',
      JSON.stringify({ version: 1, saved: entries }, (_, value) =>
        typeof value === 'bigint' ? { $bigint: `${value}` } : value,
      ),
    )
    return (await reviewed({ storage })).kernel
  }
  it(' stored open payments are validated by their shape, and malformed entries are dropped', async () => {
    const kernel = await load([
      sound,
      { ...sound, open: '' },
      { ...sound, open: 7 },
      { ...sound, status: 'sent' },
      { ...sound, network: 'no' },
      { ...sound, from: 't_a da' },
      { ...sound, at: 'now' },
      { ...sound, at: Date.now() + 1e12 },
      { ...sound, subject: { ...sound.subject, amount: 5 } },
      { ...sound, subject: { ...sound.subject, to: undefined } },
      { ...sound, subject: null },
      null,
    ])
    expect(openPayments(kernel)).toMatchObject([{ open: '1', guards: true, seen: false }])
  })
  it(' at most twenty stored open payments are read', async () => {
    const kernel = await load(
      Array.from({ length: 10_000 }, (_, at) => ({
        ...sound,
        open: String(at),
        subject: { ...sound.subject, name: undefined },
      })).slice(0, 200),
    )
    expect(openPayments(kernel)).toHaveLength(20)
  })
})
