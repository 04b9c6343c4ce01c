import { defineCapability } from '@portico/kernel'
import {
  accountActions,
  accountParts,
  connection,
  displayAmount,
  message,
  names,
  networkSwitched,
  tracked,
  transactionSent,
} from '@portico/kernel/contracts'
import { createTestKernel, type TallyEntry, type TallyWallet, tally, tallyWallet, testFeaturePlugin, type TestKernel } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { send, sendFacts, sendService, sendSlice, sentTransfers } from './index.js'

testFeaturePlugin('send', {
  plugin: () => send(),
  items: ['send'],
  async use(kernel) {
    const form = kernel.use(sendService)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
  },
})

async function start(options: { readonly wallet?: TallyWallet; readonly ledger?: TallyEntry[] } = {}) {
  const ledger = options.ledger ?? []
  const wallet = options.wallet ?? tallyWallet()
  const kernel = await createTestKernel({ plugins: [tally({ ledger, wallets: [wallet] }), send()], connected: 'tally:main' })
  return { ledger, wallet, kernel, form: kernel.use(sendService), state: () => kernel.state(sendSlice) }
}

describe('a transfer', () => {
  it('is sent on a chain that Send has never heard of, confirmed, and the form is empty again', async () => {
    const { ledger, kernel, form, state } = await start()
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(state().phase).toMatchObject({ name: 'review', review: { amount: 5n, leaving: 5n, fee: { kind: 'native', amount: 1n } } })
    await form.confirm()
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
    expect(kernel.said.map(({ id }) => id)).toEqual(['send.toast.started', 'send.toast.sent'])
    expect(sentTransfers(kernel)).toMatchObject([{ to: 't_bob', amount: 5n, status: 'confirmed', seen: false }])
  })
})
