import type { Transfers } from '@portico/kernel/capabilities'
import { tallyTransfer } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { instead, reviewed, start, until, walletRequested } from '../test/bench.js'
import { sendSlice, sentTransfers } from './index.js'
import { sendPreviewView, sendView } from './refs.js'

describe('a check of a transfer', () => {
  it('[R22] a check that is pending when the form is edited is dropped, and its review is never shown', async () => {
    let resolve: () => void = () => undefined
    const promise = new Promise<void>(done => (resolve = done))
    const prepare: Transfers['prepare'] = async ({ to, amount, network }) => {
      await promise
      return {
        draft: tallyTransfer().draft(network, { to, marks: BigInt(amount) }),
        fee: { kind: 'native', amount: 1n },
        amount: BigInt(amount),
      }
    }
    const { form, phase, state, kernel } = await start({
      plugins: [instead({ transfers: { prepare } })],
    })
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    const reviewing = form.review()
    await until(() => phase().name === 'checking')
    await form.setAmount('50')
    resolve()
    await reviewing
    expect(phase()).toEqual({ name: 'editing' })
    expect(state().sendTokenAmount).toBe('50')
    expect(kernel.views.current?.id).toBe(sendView.id)
  })
})

describe('the wallet', () => {
  it('[R23] the wallet gets one request for twenty clicks on the confirm button', async () => {
    const { form, wallet, ledger } = await reviewed()
    await Promise.all(Array.from({ length: 20 }, () => form.confirm()))
    expect(wallet.requests.filter(request => request === 'send')).toHaveLength(1)
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] a transfer that the wallet declines shows no toast, is not sent, and can be confirmed again', async () => {
    const { form, wallet, phase, said, events, ledger } = await reviewed()
    wallet.policy = 'decline'
    await form.confirm()
    expect(phase()).toMatchObject({
      name: 'review',
      problem: { id: 'wallet.declinedIn', values: { wallet: 'Tally Wallet' } },
    })
    expect(said()).toEqual([])
    expect(events).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_REJECTED'])
    wallet.policy = 'approve'
    await form.confirm()
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] [S8.38] a refused transfer shows "Failed to send transaction. Please try again.", and the reason', async () => {
    const { form, phase, said, events } = await reviewed({
      plugins: [
        instead({
          transactions: {
            send: () =>
              Promise.reject(Object.assign(new TypeError('not for this page'), { code: 4100 })),
          },
        }),
      ],
    })
    await form.confirm()
    expect(phase()).toMatchObject({
      name: 'review',
      problem: { id: 'send.problem.reason', values: { reason: 'not for this page' } },
    })
    expect(said()).toEqual(['send.error.failed'])
    expect(events).toContain('SEND_ERROR')
  })

  it('a transfer that the wallet sends after the person went back to the form is followed to its end', async () => {
    const { form, wallet, kernel, phase } = await reviewed({ wallet: { policy: 'approve' } })
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await form.edit()
    expect(phase()).toMatchObject({
      name: 'editing',
      problem: { id: 'send.open.asked', values: { wallet: 'Tally Wallet' } },
    })
    await form.setAmount('7')
    wallet.approve()
    await confirming
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(kernel.state(sendSlice).sendTokenAmount).toBe('7')
  })

  it('a transfer that the wallet sends after the person went back empties the form, so it is not sent twice', async () => {
    const { form, wallet, state } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await form.edit()
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '5' })
    wallet.approve()
    await confirming
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '', phase: { name: 'editing' } })
  })

  it('[R23] a request that the wallet still shows is named in the form and the next review until the wallet answers', async () => {
    const { form, wallet, phase, kernel, ledger } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await form.edit()
    await form.setAmount('7')
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', problem: { id: 'send.open.asked' } })
    wallet.decline()
    await confirming
    await form.edit()
    expect(phase()).toEqual({ name: 'editing' })
    await form.review()
    expect(phase()).not.toHaveProperty('problem')
    expect(ledger).toEqual([])
    expect(sentTransfers(kernel)).toEqual([])
  })

  it('[R23] a transfer that is approved while it is reviewed again closes that review and empties the form', async () => {
    const { form, wallet, state, kernel, ledger } = await start()
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await form.edit()
    expect(kernel.views.current?.id).toBe(sendView.id)
    await form.review()
    expect(kernel.views.current?.id).toBe(sendPreviewView.id)
    wallet.approve()
    await confirming
    expect(ledger).toHaveLength(1)
    expect(kernel.views.current?.id).not.toBe(sendPreviewView.id)
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '', phase: { name: 'editing' } })
    await form.confirm()
    expect(wallet.requests.filter(name => name === 'send')).toHaveLength(1)
    await form.begin()
    expect(state().holdings.name).toBe('known')
  })

  it('a transfer that is approved while the form is open leaves an empty form with the balances of the account', async () => {
    const { form, wallet, state, kernel } = await start()
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await form.edit()
    wallet.approve()
    await confirming
    expect(kernel.views.current?.id).toBe(sendView.id)
    await until(() => state().holdings.name === 'known')
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '' })
  })

  it('the wallet gets the transfer on screen: input during its prompt changes nothing', async () => {
    const { form, wallet, state, ledger } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await walletRequested(wallet)
    await Promise.all([
      form.setAmount('99'),
      form.setRecipient('t_eve'),
      form.setMax(),
      form.setSpeed('fast'),
      form.begin({ to: 't_eve' }),
    ])
    expect(state()).toMatchObject({ sendTokenAmount: '5', to: 't_bob', speed: 'normal' })
    wallet.approve()
    await confirming
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
  })
})
