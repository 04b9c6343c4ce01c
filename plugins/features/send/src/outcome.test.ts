/**
 * What a wallet may answer to a transfer, what is said of it, and what is offered next: no answer
 * leads to a second payment by itself.
 */
import { memoryStorage } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import type { Transactions } from '@portico/kernel/capabilities'
import { shellService } from '@portico/kernel/shell'
import { outboxSlice } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../kernel/test/wallet-answers.js'
import { except, instead, reviewed, until } from '../test/bench.js'
import { misbehaving, nothing, throws } from '../test/outcome-rig.js'
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

describe('[S13] stored open payments', () => {
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
  it('stored open payments are validated by their shape, and malformed entries are dropped', async () => {
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
  it('at most twenty stored open payments are read', async () => {
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
