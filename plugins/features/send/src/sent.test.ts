import { definePlugin, memoryStorage } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import type { OutcomeChanged, TransactionOutcome, Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import {
  connectionService,
  sessionSlice,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { preferencesSlice, shellService } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { displayText, textSlice } from '@portico/kernel/text'
import { outboxService } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { instead, reviewed, until } from '../test/bench.js'
import { recents, send, sentTransfers } from './index.js'
import type { SentTransfer } from './send.js'
import { arrivalOf } from './wording.js'

const dataOf = ({ network, to, symbol, decimals, amount }: SentTransfer) => ({
  network,
  data: { to, symbol, decimals, amount },
})

describe('a transfer that was sent', () => {
  it.each([
    [{ status: 'failed' }, 'send.error.reverted'],
    [{ status: 'expired' }, 'send.error.reverted'],
    [{ status: 'replaced', by: 'tally:main#2' }, 'send.error.replaced'],
  ] as const satisfies readonly (readonly [TransactionOutcome, string])[])(
    '[R19] a transfer is never reported as arrived when its outcome is %o',
    async (outcome, sentence) => {
      const { form, kernel, said } = await reviewed({
        plugins: [instead({ transactions: { confirm: async () => outcome } })],
      })
      await form.confirm()
      await until(() => sentTransfers(kernel)[0]?.status === outcome.status)
      expect(sentTransfers(kernel)).toMatchObject([outcome])
      expect(said()).toEqual(['send.toast.started', sentence])
      expect(recents(kernel, 'tally:main')).toEqual([])
    },
  )

  it('[S4] [S6] A sent transfer keeps the symbol of its token short and without invisible characters', async () => {
    const symbol = `M\u200bR\u202eK${'x'.repeat(60)}`
    const nativeCurrency = { ...tallyNetwork().nativeCurrency, symbol }
    const { form, kernel } = await reviewed({
      networks: [{ ...tallyNetwork(), nativeCurrency }],
      plugins: [instead({ transactions: { confirm: () => new Promise(() => undefined) } })],
    })
    await form.confirm()
    await until(() => sentTransfers(kernel).length)
    expect(sentTransfers(kernel)).toMatchObject([{ symbol: displayText(symbol, 16) }])
  })

  it('the message of a transfer hides the amount when the person hides amounts', async () => {
    const hides = definePlugin({
      id: 'test/hides',
      owns: [preferencesSlice],
      setup: context =>
        context.update(
          preferencesSlice,
          state => void Object.assign(state, { hidesAmounts: true }),
        ),
    })
    const { form, kernel } = await reviewed({ plugins: [hides] })
    await form.confirm()
    const [transfer] = await until(() => sentTransfers(kernel).length > 0 && sentTransfers(kernel))
    expect(transfer && arrivalOf(kernel, dataOf(transfer))).toMatchObject({
      id: 'send.toast.sent',
      values: { amount: '••••', symbol: 'MRK' },
    })
  })

  it('the message of a transfer formats the amount in the language on screen', async () => {
    const german = definePlugin({
      id: 'test/german',
      owns: [textSlice],
      setup: context =>
        context.update(textSlice, state => void Object.assign(state, { language: 'de' })),
    })
    const { form, kernel } = await reviewed({ plugins: [german] })
    await form.confirm()
    const [transfer] = await until(() => sentTransfers(kernel).length > 0 && sentTransfers(kernel))
    expect(
      transfer && arrivalOf(kernel, dataOf({ ...transfer, amount: 1_234_5n, decimals: 1 })),
    ).toMatchObject({ values: { amount: '1.234,5' } })
  })

  it('[R19] a transfer is pending again when a reorganisation undoes its block, and confirmed when another block has it', async () => {
    let changed: OutcomeChanged = () => undefined
    const confirm: Transactions['confirm'] = async (_hash, _network, { changed: listener }) => {
      changed = listener ?? changed
      return { status: 'confirmed' }
    }
    const { form, kernel, said } = await reviewed({
      plugins: [instead({ transactions: { confirm } })],
    })
    const received: string[] = []
    kernel.on(transactionSettledEvent, ({ outcome }) => void received.push(outcome.status))
    kernel.on(transactionUndoneEvent, () => void received.push('undone'))
    await form.confirm()
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    await kernel.use(outboxService).acknowledge({ hash: 'tally:main#1', network: 'tally:main' })
    expect(recents(kernel, 'tally:main')).toHaveLength(1)

    changed(undefined)
    changed(undefined)
    expect(sentTransfers(kernel)).toMatchObject([{ status: 'pending', seen: false }])
    expect(recents(kernel, 'tally:main')).toEqual([])
    changed({ status: 'confirmed' })
    expect(sentTransfers(kernel)).toMatchObject([{ status: 'confirmed', seen: false }])
    expect(received).toEqual(['confirmed', 'undone', 'confirmed'])
    expect(said()).toEqual([
      'send.toast.started',
      'send.toast.sent',
      'send.error.undone',
      'send.toast.sent',
    ])
  })

  it('[S9.10] a transfer is not polled while the modal is closed, and its outcome is reported when the modal opens', async () => {
    let looks = 0
    const confirm: Transactions['confirm'] = async (_hash, _network, { signal, whenVisible }) => {
      for (; looks < 3; looks++) await whenVisible?.(signal)
      return { status: 'confirmed' }
    }
    const { form, kernel, said } = await reviewed({
      plugins: [instead({ transactions: { confirm } })],
    })
    await form.confirm()
    await until(() => sentTransfers(kernel)[0]?.status === 'pending')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    kernel.use(shellService).open()
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(said()).toContain('send.toast.sent')
  })

  it('[R5] a transfer is unknown while the network does not answer, and is polled again when the modal opens next', async () => {
    let isDown = true
    const confirm: Transactions['confirm'] = async () => {
      if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
      return { status: 'confirmed' }
    }
    const { form, kernel } = await reviewed({ plugins: [instead({ transactions: { confirm } })] })
    kernel.use(shellService).open()
    await form.confirm()
    await until(() => sentTransfers(kernel)[0]?.status === 'unknown')
    expect(sentTransfers(kernel)).toMatchObject([{ seen: false }])
    expect(recents(kernel, 'tally:main')).toEqual([])
    isDown = false
    kernel.use(shellService).close()
    kernel.use(shellService).open()
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(kernel.reported).toEqual([])
  })

  it('a pending transfer survives a reload: the account shows it, and it is followed once the wallet is back', async () => {
    const storage = memoryStorage()
    const first = await reviewed({
      storage,
      plugins: [instead({ transactions: { confirm: () => new Promise(() => undefined) } })],
    })
    await first.form.confirm()
    expect(sentTransfers(first.kernel)).toMatchObject([{ status: 'pending' }])
    // The transaction is stored first, then its request is closed.
    await until(() => /^(?!.*"open":).*"pending"/.test(String(storage.get('portico.sent'))))
    first.kernel.dispose()

    const again = await createTestKernel({
      plugins: [
        transactionsPlugin(),
        tally({ ledger: first.ledger, wallets: [tallyWallet()] }),
        instead({ transactions: { confirm: async () => ({ status: 'confirmed' }) } }),
        send(),
      ],
      storage,
    })
    expect(again.items(accountPartsSlot).map(({ id }) => id)).toContain('transactions')
    await again.use(connectionService).discover()
    await again.use(connectionService).connect('tally:org.tally.tally-wallet')
    await until(() => sentTransfers(again)[0]?.status === 'confirmed')
    expect(sentTransfers(again)).toMatchObject([{ to: 't_bob' }])
    await again.use(outboxService).acknowledge({ hash: 'tally:main#1', network: 'tally:main' })
    expect(again.items(accountPartsSlot).map(({ id }) => id)).not.toContain('transactions')
    expect(Object.keys(again.state(sessionSlice).connections)).toHaveLength(1)
    again.dispose()
  })
})
