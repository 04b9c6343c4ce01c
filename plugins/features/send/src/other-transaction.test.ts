import { definePlugin, memoryStorage } from '@portico/kernel'
import type { OutcomeChanged, TransactionOutcome, Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { transactionDiffersEvent, transactionSettledEvent } from '@portico/kernel/session'
import { preferencesSlice, shellService, shellSlice } from '@portico/kernel/shell'
import type { TallyMisdeed } from '@portico/kernel/testing'
import { outboxService, transactionState } from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { connection } from '../../../base/connection/src/index.js'
import { shell as shellPlugin } from '../../../base/shell/src/index.js'
import { sentSlice as activityOfSession, history } from '../../history/src/index.js'
import { except, reviewed, until } from '../test/bench.js'
import { misbehaving, nothing, throws, written } from '../test/outcome-rig.js'
import { recents, sentTransfers } from './index.js'
import { openPayments, waitingTransfers } from './sent-transfers.js'

describe('a wallet that sends another transaction', () => {
  it.each<[string, TallyMisdeed['writes'], string, object]>([
    [
      'another recipient',
      entry => ({ ...entry, to: 't_eve' }),
      'send.differs.recipient',
      { to: 't_bob', realTo: 't_eve', amount: '5' },
    ],
    [
      'another amount',
      entry => ({ ...entry, marks: 50n }),
      'send.differs.detail',
      { to: 't_bob', realTo: 't_bob', amount: '5', realAmount: '50' },
    ],
    [
      'another sender',
      entry => ({ ...entry, from: 't_grace' }),
      'send.differs.sender',
      { to: 't_bob', realFrom: 't_grace' },
    ],
  ])(
    '[S2] a payment sent with %s raises an alert that stays and shows both values, and is not reported as sent',
    async (_, writes, id, values) => {
      const { form, kernel, ledger } = await misbehaving({ ...(writes && { writes }) })
      const settled: string[] = []
      const differing: string[] = []
      kernel.on(transactionSettledEvent, ({ outcome }) => void settled.push(outcome.status))
      kernel.on(transactionDiffersEvent, ({ hash }) => void differing.push(hash))
      await form.confirm()
      await until(() => settled.length === 1)
      expect(differing).toEqual(['tally:main#1'])
      expect(ledger).toHaveLength(1)
      expect(kernel.said.map(({ id: said }) => said)).toEqual([
        'send.toast.started',
        'transfer.differs',
      ])
      expect(kernel.said.at(-1)?.message?.en).toMatch(
        /^You confirmed \{amount} \{symbol} to \{to}\. Your wallet (sent|paid) .* instead\.$/,
      )
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'alert', message: { id, values } })
      const [transfer] = sentTransfers(kernel)
      expect(transfer && transactionState(transfer)).toBe('different')
      expect(transfer).toMatchObject({ seen: false })
      expect(recents(kernel, 'tally:main')).toEqual([])
    },
  )

  it('[S2] the toast of a started payment disappears when the alert about another transaction appears', async () => {
    const { form, kernel } = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      { base: [shellPlugin(), connection()] },
    )
    await form.confirm()
    await until(() => kernel.state(shellSlice).alert)
    await vi.dynamicImportSettled()
    expect(kernel.state(shellSlice)).toMatchObject({ alert: { title: { id: 'transfer.differs' } } })
    expect(kernel.state(shellSlice).toast).toBeUndefined()
  })

  it('[S2] the activity lists a payment to another recipient as a call to that recipient, without an amount', async () => {
    const { form, kernel } = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      { plugins: [history()] },
    )
    await form.confirm()
    await until(() => kernel.said.some(({ kind }) => kind === 'alert'))
    const listed = () => kernel.state(activityOfSession).list.map(({ entry }) => entry)
    await until(() => listed()[0]?.metadata.status === 'confirmed')
    expect(listed()).toMatchObject([
      {
        id: 'tally:main#1',
        metadata: { operationType: 'execute', sentTo: 't_eve' },
        transfers: [],
      },
    ])
  })

  it('[S2] the alert about another payment shows every figure, also to a person who hides amounts', async () => {
    const hides = definePlugin({
      id: 'test/hides',
      owns: [preferencesSlice],
      setup: context =>
        context.update(
          preferencesSlice,
          state => void Object.assign(state, { hidesAmounts: true }),
        ),
    })
    const { form, kernel } = await misbehaving(
      { writes: entry => ({ ...entry, marks: 50n }) },
      { plugins: [hides] },
    )
    await form.confirm()
    await until(() => kernel.said.some(({ kind }) => kind === 'alert'))
    expect(kernel.said.at(-1)).toMatchObject({
      message: { values: { amount: '5', realAmount: '50' } },
    })
  })

  it('[S2] [S23] a wallet that fails but paid another recipient: the alert names both, and "not sent" is not shown', async () => {
    const all = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }), answers: throws({ code: -32603 }) },
      { plugins: [except({ find: async () => ({ status: 'impossible', by: 'tally:main#1' }) })] },
    )
    await all.form.confirm()
    await until(() => all.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(all.kernel.said.at(-1)).toMatchObject({
      message: { values: { to: 't_bob', realTo: 't_eve' } },
    })
    expect(all.said()).not.toContain('send.error.notSent')
    expect(openPayments(all.kernel)).toEqual([])
    // It does not count as paying the recipient that was shown.
    expect(all.announced).toEqual([expect.not.objectContaining({ to: expect.anything() })])
  })

  it('[S2] [S23] a payment that the chain finds after the wallet failed is compared, and the alert names both recipients', async () => {
    const find = async () => ({ status: 'found', hash: 'tally:main#1' }) as const
    const all = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }), answers: throws({ code: -32603 }) },
      { plugins: [except({ find })] },
    )
    await all.form.confirm()
    await until(() => all.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(all.kernel.said.at(-1)).toMatchObject({
      message: { values: { to: 't_bob', realTo: 't_eve' } },
    })
    expect(sentTransfers(all.kernel).map(transactionState)).toEqual(['different'])
  })

  it('[S2] [S20] a payment that became an approval raises an alert that names the spender, which is kept over a reload', async () => {
    const compare = async () => ({ status: 'different', to: 't_coin', spender: 't_eve' }) as const
    const storage = memoryStorage()
    const { form, kernel } = await misbehaving({}, { storage, plugins: [except({ compare })] })
    await form.confirm()
    await until(() => kernel.said.some(({ kind }) => kind === 'alert'))
    expect(kernel.said.at(-1)).toMatchObject({
      message: { id: 'send.differs.spender', values: { spender: 't_eve' } },
    })
    await written(storage, 't_eve')
    kernel.dispose()
    const again = await reviewed({ storage })
    expect(sentTransfers(again.kernel)).toMatchObject([{ differs: { spender: 't_eve' } }])
  })

  it('[S2] [S17] a payment that the chain cannot compare is not reported as sent, and its recipient does not count as known', async () => {
    const { form, kernel, said } = await misbehaving(
      {},
      { plugins: [except({ compare: async () => ({ status: 'unknown' }) as const })] },
    )
    await form.confirm()
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(said()).toEqual(['send.toast.started', 'send.toast.unread'])
    expect(sentTransfers(kernel).map(transactionState)).toEqual(['unread'])
    expect(recents(kernel, 'tally:main')).toEqual([])
  })

  it('[S2] a payment is compared after a reload by its stored description, and the alert names both recipients', async () => {
    const storage = memoryStorage()
    const unanswered = () => new Promise<never>(() => undefined)
    const first = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      { storage, plugins: [except({ compare: unanswered, confirm: unanswered })] },
    )
    await first.form.confirm()
    await written(storage, 'pending')
    first.kernel.dispose()

    const again = await reviewed({ storage, ledger: first.ledger })
    await until(() => again.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(again.kernel.said.at(-1)).toMatchObject({
      message: { values: { to: 't_bob', realTo: 't_eve' } },
    })
    expect(again.said()).not.toContain('send.toast.sent')
  })

  describe('a wallet that replaces the transaction it sent', () => {
    /** The first transaction is as shown, and was compared, before `instead` takes its place. */
    async function replacing(
      ...instead: readonly { readonly from: string; readonly to: string; readonly marks: bigint }[]
    ) {
      let settle: (outcome: TransactionOutcome) => void = () => undefined
      const confirm = (hash: string) =>
        hash === 'tally:main#1'
          ? new Promise<TransactionOutcome>(resolve => (settle = resolve))
          : Promise.resolve({ status: 'confirmed' } as const)
      const all = await misbehaving({}, { plugins: [except({ confirm })] })
      const settled: string[] = []
      all.kernel.on(
        transactionSettledEvent,
        ({ hash, outcome }) => void settled.push(`${hash} ${outcome.status}`),
      )
      await all.form.confirm()
      await new Promise(resolve => setTimeout(resolve, 50))
      all.ledger.push(...instead)
      settle({ status: 'replaced', by: 'tally:main#2' })
      return { ...all, settled }
    }

    it('[R19] [S23] a payment replaced by an equal one with a higher fee is reported as sent under the new hash, not as failed', async () => {
      const all = await replacing({ from: 't_ada', to: 't_bob', marks: 5n })
      await until(() => sentTransfers(all.kernel)[0]?.status === 'confirmed')
      expect(all.said()).toEqual(['send.toast.started', 'send.toast.sent'])
      expect(sentTransfers(all.kernel)).toMatchObject([
        { hash: 'tally:main#2', was: 'tally:main#1' },
      ])
      expect(sentTransfers(all.kernel).map(transactionState)).toEqual(['confirmed'])
      expect(all.settled).toEqual(['tally:main#1 replaced', 'tally:main#2 confirmed'])
      expect(all.announced).toMatchObject([
        { hash: 'tally:main#1', to: 't_bob' },
        { hash: 'tally:main#2', to: 't_bob', operationType: 'send' },
      ])
      // A receipt that was opened before shows it, too.
      await all.kernel
        .use(outboxService)
        .acknowledge({ hash: 'tally:main#1', network: 'tally:main' })
      expect(sentTransfers(all.kernel)).toMatchObject([{ seen: true }])
    })

    it('[S2] a payment replaced by one to another recipient raises an alert with both, although the first was as shown', async () => {
      const all = await replacing({ from: 't_ada', to: 't_eve', marks: 5n })
      await until(() => sentTransfers(all.kernel)[0]?.status === 'replaced')
      expect(all.said()).toEqual(['send.toast.started', 'transfer.differs'])
      expect(all.kernel.said.at(-1)).toMatchObject({
        kind: 'alert',
        message: { id: 'send.differs.recipient', values: { to: 't_bob', realTo: 't_eve' } },
      })
      expect(sentTransfers(all.kernel).map(transactionState)).toEqual(['different'])
    })

    const cancel = { from: 't_ada', to: 't_ada', marks: 0n }
    it('[R19] a payment replaced by a transaction that moves nothing is reported as cancelled, without an alert', async () => {
      const all = await replacing(cancel)
      await until(() => sentTransfers(all.kernel)[0]?.status === 'replaced')
      expect(all.kernel.said.map(({ kind, id }) => [kind, id])).toEqual([
        ['success', 'send.toast.started'],
        ['failure', 'send.error.cancelled'],
      ])
      expect(sentTransfers(all.kernel).map(transactionState)).toEqual(['cancelled'])
      expect(recents(all.kernel, 'tally:main')).toEqual([])
    })

    it('[R19] [S23] a cancelled payment is pending again when a reorganisation undoes that, and is reported as sent once it confirms', async () => {
      let change: OutcomeChanged = () => undefined
      const confirm = async (
        ...[, , { changed }]: Parameters<NonNullable<Transactions['confirm']>>
      ) => {
        change = changed ?? change
        await until(() => all.ledger.length === 1)
        all.ledger.push(cancel)
        return { status: 'replaced', by: 'tally:main#2' } as const
      }
      const all = await misbehaving({}, { plugins: [except({ confirm })] })
      await all.form.confirm()
      const state = () => sentTransfers(all.kernel).map(transactionState)[0]
      await until(
        () => state() === 'cancelled' && sentTransfers(all.kernel)[0]?.status === 'replaced',
      )
      change(undefined)
      expect(state()).toBe('pending')
      change({ status: 'confirmed' })
      expect(state()).toBe('confirmed')
      expect(all.said()).toEqual([
        'send.toast.started',
        'send.error.cancelled',
        'send.error.undone',
        'send.toast.sent',
      ])
    })

    it('[R19] a payment replaced by a transaction that the network does not show is reported as replaced', async () => {
      const all = await replacing()
      await until(() => sentTransfers(all.kernel)[0]?.status === 'replaced')
      expect(all.said()).toEqual(['send.toast.started', 'send.error.replaced'])
    })

    it('[S23] a payment replaced by an equal payment that is already recorded is not reported as sent a second time', async () => {
      let settle: (outcome: TransactionOutcome) => void = () => undefined
      const confirm = (hash: string) =>
        hash === 'tally:main#1'
          ? new Promise<TransactionOutcome>(resolve => (settle = resolve))
          : Promise.resolve({ status: 'confirmed' } as const)
      const all = await misbehaving({}, { plugins: [except({ confirm })] })
      await all.form.confirm()
      await all.form.begin({ to: 't_bob', amount: '5' })
      await all.form.review()
      await all.form.confirm()
      await until(
        () =>
          sentTransfers(all.kernel)[0]?.hash === 'tally:main#2' &&
          sentTransfers(all.kernel)[0]?.status === 'confirmed',
      )
      settle({ status: 'replaced', by: 'tally:main#2' })
      await until(() => sentTransfers(all.kernel)[1]?.status === 'replaced')
      expect(sentTransfers(all.kernel).map(({ hash }) => hash)).toEqual([
        'tally:main#2',
        'tally:main#1',
      ])
      expect(all.said().filter(id => id === 'send.toast.sent')).toHaveLength(1)
    })
  })

  it('[S2] a payment that the network does not know is reported as absent, and as sent once the network has it', async () => {
    let settle: (outcome: TransactionOutcome) => void = () => undefined
    const confirm = () => new Promise<TransactionOutcome>(resolve => (settle = resolve))
    const all = await misbehaving(
      { writes: nothing, answers: () => 'tally:main#1' },
      { plugins: [except({ confirm })] },
    )
    await all.form.confirm()
    const state = () => sentTransfers(all.kernel).map(transactionState)
    await until(() => state().includes('absent'))
    expect(all.said()).toEqual(['send.toast.started', 'transfer.absent'])
    all.ledger.push({ from: 't_ada', to: 't_bob', marks: 5n })
    settle({ status: 'confirmed' })
    await until(() => state().includes('confirmed'))
    expect(all.said()).toEqual(['send.toast.started', 'transfer.absent', 'send.toast.sent'])
  })

  it('[S23] a payment that other owners have to sign is reported as waiting once, and as sent once they have signed', async () => {
    const storage = memoryStorage()
    let isSigned = false
    let settle: (outcome: TransactionOutcome) => void = () => undefined
    const compare = async () => ({ status: isSigned ? 'same' : 'waiting' }) as const
    const confirm = () => new Promise<TransactionOutcome>(resolve => (settle = resolve))
    const plugins = [except({ compare, confirm })]
    const first = await misbehaving({}, { storage, plugins })
    await first.form.confirm()
    await until(() => sentTransfers(first.kernel).map(transactionState)[0] === 'waiting')
    expect(first.said()).toEqual(['send.toast.started', 'transfer.owners'])
    expect(waitingTransfers(first.kernel, 'tally:main', 't_ada')).toHaveLength(1)
    expect(waitingTransfers(first.kernel, 'tally:main', 't_zoe')).toEqual([])
    await written(storage, 'isWaiting')
    first.kernel.dispose()

    const again = await reviewed({ storage, plugins, ledger: first.ledger })
    again.kernel.use(shellService).open()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(sentTransfers(again.kernel).map(transactionState)).toEqual(['waiting'])
    isSigned = true
    settle({ status: 'confirmed' })
    await until(() => sentTransfers(again.kernel).map(transactionState)[0] === 'confirmed')
    expect(again.said()).toEqual(['send.toast.sent'])
    expect(sentTransfers(again.kernel)[0]).not.toHaveProperty('isWaiting')
  })

  it('[S2] the outcome of a payment is reported only after its comparison, which is repeated when the modal opens', async () => {
    let isDown = true
    const compare = async () => {
      if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
      return { status: 'different', to: 't_eve' } as const
    }
    const all = await misbehaving({}, { plugins: [except({ compare })] })
    await all.form.confirm()
    await until(() => sentTransfers(all.kernel)[0]?.status === 'unknown')
    expect(all.said()).toEqual(['send.toast.started'])
    isDown = false
    all.kernel.use(shellService).close()
    all.kernel.use(shellService).open()
    await until(() => sentTransfers(all.kernel)[0]?.status === 'confirmed')
    expect(all.said()).toEqual(['send.toast.started', 'transfer.differs'])
  })
})
