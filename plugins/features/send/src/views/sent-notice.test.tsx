// @vitest-environment happy-dom
import { definePlugin, memoryStorage } from '@portico/kernel'
import { shell } from '@portico/kernel/contracts'
import { expect, it } from 'vitest'
import { kernelWith, render } from '../../../../../ui/test/render.js'
import { except, start } from '../../test/bench.js'
import { sendService, sentSlice } from '../refs.js'
import type { Send } from '../send.js'
import { OpenNote } from './open-note.js'
import SendReceiptView from './send-receipt-view.js'
import SentNotice from './sent-notice.js'

const sent = { hash: 'h1', network: 'tally:main', from: 't_ada', to: 't_bob', symbol: 'MRK', decimals: 0, amount: 5n, at: 0, status: 'replaced', by: 'h2' }
const open = {
  open: '1,2',
  status: 'unknown',
  network: 'tally:main',
  from: 't_ada',
  wallet: 'Tally Wallet',
  at: Date.now(),
  subject: { to: 't_bob', symbol: 'MRK', decimals: 0, amount: 5n },
  guards: true,
}
const unanswered = () => new Promise<never>(() => undefined)
const plugin = (found: object = { ...sent, seen: false }) =>
  definePlugin({
    id: 'test/sent',
    owns: [sentSlice],
    provides: [sendService, shell],
    setup(context) {
      context.provide(sendService, { acknowledge: async () => undefined } as unknown as Send)
      context.provide(shell, {} as never)
      context.update(sentSlice, state => void Object.assign(state, { found: [found] }))
    },
  })

it('[R19] a transfer that the wallet cancelled is said to have sent nothing, in the account and on its receipt', async () => {
  const cancelled = plugin({ ...sent, seen: false, differs: { isCancel: true } })
  expect((await render(kernelWith(cancelled).kernel, <SentNotice />)).textContent).toContain('5 MRK: cancelled, nothing sent')
  const receipt = await render(kernelWith(cancelled).kernel, <SendReceiptView params={sent as never} />)
  expect(receipt.textContent).toContain('Nothing was sent; the fee of the cancellation is spent.')
})

it('[S23] a transfer that other owners have to sign is shown by the account, the form and its receipt', async () => {
  const storage = memoryStorage()
  const waiting = { ...sent, by: undefined, amount: { $bigint: '5' }, seen: false, status: 'pending', isWaiting: true }
  await storage.set(`portico.${sentSlice.id}`, JSON.stringify({ version: 1, saved: [waiting, { ...waiting, hash: 'h3', from: 't_zoe' }] }))
  const { kernel } = await start({ storage, plugins: [except({ compare: unanswered, confirm: unanswered })] })
  expect((await render(kernel, <SentNotice />)).textContent).toContain('5 MRK: waiting for other owners')
  expect((await render(kernel, <SendReceiptView params={sent as never} />)).textContent).toContain('Its other owners have to sign it')
  const note = await render(kernel, <OpenNote />)
  expect(note.textContent).toBe('The other owners of your wallet have to sign your payment of 5 MRK to t_bob. Do not send it again: both together pay twice.')
})

it('[R19] [S23] a replaced transfer is not called unpaid: a wallet that speeds one up pays the same by another transaction', async () => {
  const notice = await render(kernelWith(plugin()).kernel, <SentNotice />)
  expect(notice.textContent).toContain('5 MRK: replaced by another transaction')
  const receipt = await render(kernelWith(plugin()).kernel, <SendReceiptView params={sent as never} />)
  expect(receipt.textContent).toContain('may have paid the same')
})

const different = 'Not what you confirmed: 5 MRK'
it.each([
  ['of another recipient', { differs: { to: 't_eve' } }, 'p-notice-bad', different, 'went to t_eve'],
  ['of another amount', { differs: { amount: 50n } }, 'p-notice-bad', different, 'went to t_bob'],
  ['that lets somebody take tokens', { differs: { to: 't_coin', spender: 't_eve' } }, 'p-notice-bad', different, 't_eve may take your tokens'],
  ['of which nothing is known', { differs: {} }, 'p-notice-bad', different, 'See what became of it'],
  ['without an answer', { status: 'unknown' }, 'p-notice-warn', '5 MRK: no answer yet', 'to t_bob'],
  ['on its way', { status: 'pending' }, 'p-notice-info', 'Sending 5 MRK', 'to t_bob'],
])('[S2] The account marks a transaction %s, and says whom it went to', async (_, more, look, title, detail) => {
  const notice = await render(kernelWith(plugin({ ...sent, seen: false, ...more })).kernel, <SentNotice />)
  const row = notice.querySelector(`.${look}`)
  expect(row?.querySelector('.p-row-title')?.textContent).toBe(title)
  expect(row?.querySelector('.p-row-detail')?.textContent).toBe(detail)
})

it('[S23] A payment that may have been sent is a warning in the account', async () => {
  const notice = await render(kernelWith(plugin(open)).kernel, <SentNotice />)
  expect(notice.querySelector('.p-notice-warn .p-row-title')?.textContent).toBe('5 MRK: may have been sent')
})

it('[S23] The receipt of a transfer that the network does not know has no ring that waits', async () => {
  const receipt = await render(kernelWith(plugin({ ...sent, status: 'pending', isAbsent: true })).kernel, <SendReceiptView params={sent as never} />)
  expect(receipt.querySelector('.p-waiting')?.className).toContain('p-waiting-failed')
})

it('[S23] An open payment of a network that is not the active one names it, and does not open a form that says nothing of it', async () => {
  const notice = await render(kernelWith(plugin(open)).kernel, <SentNotice />)
  expect(notice.textContent).toContain('5 MRK')
  expect(notice.textContent).toContain('tally:main')
  expect(notice.querySelector('button')).toBeNull()
})
