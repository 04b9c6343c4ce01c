// @vitest-environment happy-dom
import { type Kernel, memoryStorage } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { outboxSlice, receiptView } from '@portico/kernel/transactions'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { render } from '../../../../../ui/test/render.js'
import { except, start } from '../../test/bench.js'
import { OpenNote } from './open-note.js'

const sent = {
  hash: 'h1',
  network: 'tally:main',
  from: 't_ada',
  to: 't_bob',
  symbol: 'MRK',
  decimals: 0,
  amount: 5n,
  at: 0,
  status: 'replaced',
  by: 'h2',
}
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
const unanswered = () => new Promise<never>(() => undefined)
/** A page whose storage has these entries, and whose network says nothing of them. */
async function logged(...entries: readonly object[]): Promise<Kernel> {
  const storage = memoryStorage()
  const saved = entries.length ? entries : [{ ...sent, seen: false }]
  await storage.set(
    `portico.${outboxSlice.id}`,
    JSON.stringify({ version: 1, saved }, (_, value) =>
      typeof value === 'bigint' ? { $bigint: `${value}` } : value,
    ),
  )
  const { kernel } = await start({
    storage,
    plugins: [except({ compare: unanswered, confirm: unanswered, find: unanswered })],
  })
  return kernel
}
/** What the account says of transactions, with the code and the words that it loads first. */
async function noticeOf(kernel: Kernel) {
  const part = await kernel
    .items(accountPartsSlot)
    .find(({ id }) => id === 'transactions')
    ?.load()
  const Notice = part?.default as ComponentType
  return render(kernel, <Notice />)
}
async function receiptOf(kernel: Kernel) {
  const module = await kernel.views.entry(receiptView.id)?.load()
  const Receipt = module?.default as ComponentType<{ readonly params: object }>
  return render(kernel, <Receipt params={sent} />)
}

it('[R19] the account and the receipt say that a transfer cancelled in the wallet sent nothing', async () => {
  const kernel = await logged({ ...sent, seen: false, differs: { isCancel: true } })
  expect((await noticeOf(kernel)).textContent).toContain('5 MRK: cancelled, nothing sent')
  const receipt = await receiptOf(kernel)
  expect(receipt.textContent).toContain('Nothing was sent; the cancellation fee is spent.')
})

it('[S23] a transfer that other owners have to sign is shown by the account, the form and its receipt', async () => {
  const waiting = { ...sent, by: undefined, seen: false, status: 'pending', isWaiting: true }
  const kernel = await logged(waiting, { ...waiting, hash: 'h3', from: 't_zoe' })
  expect((await noticeOf(kernel)).textContent).toContain('5 MRK: waiting for other owners')
  expect((await receiptOf(kernel)).textContent).toContain(
    'The other owners of your wallet have to sign it',
  )
  const note = await render(kernel, <OpenNote />)
  expect(note.textContent).toBe(
    'The other owners of your wallet have to sign your payment of 5 MRK to t_bob. Do not send it again, or you pay twice.',
  )
})

it('[R19] [S23] a replaced transfer is not called unpaid: a wallet that speeds one up pays the same by another transaction', async () => {
  const notice = await noticeOf(await logged())
  expect(notice.textContent).toContain('5 MRK: replaced by another transaction')
  const receipt = await receiptOf(await logged())
  expect(receipt.textContent).toContain('may have paid the same')
})

const different = 'Not what you confirmed: 5 MRK'
it.each([
  [
    'of another recipient',
    { differs: { to: 't_eve' } },
    'p-notice-bad',
    different,
    'went to t_eve',
  ],
  ['of another amount', { differs: { amount: 50n } }, 'p-notice-bad', different, 'went to t_bob'],
  [
    'that lets a third party take tokens',
    { differs: { to: 't_coin', spender: 't_eve' } },
    'p-notice-bad',
    different,
    't_eve may take your tokens',
  ],
  ['of which nothing is known', { differs: {} }, 'p-notice-bad', different, 'See the result'],
  ['without a result', { status: 'unknown' }, 'p-notice-warn', '5 MRK: no answer yet', 'to t_bob'],
  ['on its way', { status: 'pending' }, 'p-notice-info', 'Sending 5 MRK', 'to t_bob'],
])(
  '[S2] the account shows a transaction %s with the style, title and detail of that outcome',
  async (_, more, look, title, detail) => {
    const notice = await noticeOf(await logged({ ...sent, seen: false, ...more }))
    const row = notice.querySelector(`.${look}`)
    expect(row?.querySelector('.p-row-title')?.textContent).toBe(title)
    expect(row?.querySelector('.p-row-detail')?.textContent).toBe(detail)
  },
)

it('[S23] the account shows a payment that may have been sent as a warning', async () => {
  const notice = await noticeOf(await logged(open))
  expect(notice.querySelector('.p-notice-warn .p-row-title')?.textContent).toBe(
    '5 MRK: may have been sent',
  )
})

it('[S23] the receipt of a transfer that the network does not know shows no spinner', async () => {
  const receipt = await receiptOf(await logged({ ...sent, status: 'pending', isAbsent: true }))
  expect(receipt.querySelector('.p-waiting')?.className).toContain('p-waiting-failed')
})

it('[S23] the notice of an open payment of another network names that network, and opens no form', async () => {
  const notice = await noticeOf(await logged({ ...open, network: 'tally:side' }))
  expect(notice.textContent).toContain('5 MRK')
  expect(notice.textContent).toContain('Tally side')
  expect(notice.querySelector('button')).toBeNull()
})
