import { memoryStorage } from '@portico/kernel'
import type { TransactionOutcome } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { transactionSettledEvent } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import type { TallyMisdeed } from '@portico/kernel/testing'
import { transactionState } from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { connection } from '../../../../base/connection/src/index.js'
import { shell as shellPlugin } from '../../../../base/shell/src/index.js'
import { earlierKey, except, gold, kept, network, quoted } from '../../test/market.js'
import { misbehaving, nothing, throws, until } from '../../test/outcome-rig.js'
import { readLog, unusedApprovals } from '../index.js'

describe('a wallet that sends another transaction than the swap', () => {
  it.each<[string, TallyMisdeed['writes'], string, object]>([
    [
      'to another recipient',
      entry => ({ ...entry, to: 't_eve' }),
      'swap.differs.recipient',
      { sold: '1 MRK → 2 GLD', to: 't_eve' },
    ],
    [
      'of another amount',
      entry => ({ ...entry, marks: 50n }),
      'swap.differs.unknown',
      { sold: '1 MRK → 2 GLD' },
    ],
    [
      'of another sender',
      entry => ({ ...entry, from: 't_grace' }),
      'swap.differs.sender',
      { from: 't_grace' },
    ],
  ])(
    '[S2] a swap sent as a transaction %s raises an alert that stays, and is never reported as swapped',
    async (_, writes, id, values) => {
      const { form, kernel, said } = await misbehaving({ ...(writes && { writes }) })
      const settled: string[] = []
      kernel.on(transactionSettledEvent, ({ outcome }) => void settled.push(outcome.status))
      await form.confirm()
      await until(() => settled.length === 1)
      expect(said()).toEqual(['swap.status.confirm', 'swap.status.swapping', 'transfer.differs'])
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'alert', message: { id, values } })
      expect(kernel.said.at(-1)?.message?.en).toContain('You confirmed {sold}. Your wallet sent ')
      expect(readLog(kernel).map(transactionState)).toEqual(['different'])
    },
  )

  it('[S2] the toast of a started swap disappears when the alert about another transaction appears', async () => {
    const base = [shellPlugin(), connection()]
    const { form, kernel } = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      { base },
    )
    await form.confirm()
    await until(() => kernel.state(shellSlice).alert)
    await vi.dynamicImportSettled()
    expect(kernel.state(shellSlice).toast).toBeUndefined()
  })

  it('[S2] [S23] a swap that the chain finds after the wallet failed is compared, and the alert names the recipient', async () => {
    const find = async () => ({ status: 'found', hash: 'tally:main#1' }) as const
    const all = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }), answers: throws({ code: -32603 }) },
      { plugins: [except({ find })] },
    )
    await all.form.confirm()
    await until(() => all.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(all.kernel.said.at(-1)).toMatchObject({
      message: { id: 'swap.differs.recipient', values: { to: 't_eve' } },
    })
    expect(all.said()).not.toContain('swap.status.swapped')
  })

  it('[S2] a swap that the chain cannot compare is reported as confirmed but not compared', async () => {
    const { form, kernel, said } = await misbehaving(
      {},
      { plugins: [except({ compare: async () => ({ status: 'unknown' }) as const })] },
    )
    await form.confirm()
    await until(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said().at(-1)).toBe('swap.status.unread')
    expect(readLog(kernel).map(transactionState)).toEqual(['unread'])
  })

  it('[S2] [S20] a swap stops when the chain names its approval by another hash and that transaction differs', async () => {
    const confirm = async (hash: string) =>
      hash === 'tally:main#1'
        ? ({ status: 'replaced', by: 'tally:main#2', isSame: true } as const)
        : ({ status: 'confirmed' } as const)
    const compare = async (hash: string) =>
      hash === 'tally:main#2'
        ? ({ status: 'different', spender: 't_eve' } as const)
        : new Promise<never>(() => undefined)
    const { form, phase } = await misbehaving({}, { plugins: [except({ confirm, compare })] }, '10')
    await form.confirm()
    expect(phase()).toMatchObject({ problem: { id: 'swap.error.approval' } })
  })

  it('[S20] A revocation that the wallet changed leaves the approval listed', async () => {
    const resetAt = Date.now()
    const log = (kind: 'approve' | 'reset', more: object) => ({
      hash: kind,
      network,
      kind,
      sold: '10 GLD',
      bought: '',
      at: kind === 'reset' ? resetAt : resetAt - 1,
      status: 'confirmed',
      seen: true,
      approval: {
        owner: 't_ada',
        token: gold.asset,
        route: 'one',
        spender: 't_market',
        units: kind === 'reset' ? '0' : '1000',
      },
      ...more,
    })
    const leftAfter = async (more: object) => {
      const storage = memoryStorage()
      storage.set(
        earlierKey,
        JSON.stringify({ version: 1, saved: [log('reset', more), log('approve', {})] }),
      )
      return unusedApprovals((await quoted({ storage })).kernel, network, 't_ada')
    }
    expect(await leftAfter({})).toEqual([])
    expect(await leftAfter({ differs: { spender: 't_eve' } })).toMatchObject([
      { spender: 't_market' },
    ])
  })

  it('[S2] [S20] an approval sent to another recipient raises an alert, is not listed as left, and the swap stops', async () => {
    const { form, kernel, ledger, phase } = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      {},
      '10',
    )
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(['t_eve'])
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([
      { message: { id: 'swap.differs.recipient' } },
    ])
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
  })

  it('[S2] [S20] an approval of another spender is named in the alert and listed as left, and the swap stops', async () => {
    const compare = async () => ({ status: 'different', spender: 't_eve' }) as const
    const { form, kernel, phase } = await misbehaving({}, { plugins: [except({ compare })] }, '10')
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([
      { message: { id: 'swap.differs.spender', values: { spender: 't_eve' } } },
    ])
    expect(unusedApprovals(kernel, network, 't_ada')).toMatchObject([
      { spender: 't_eve', isOther: true, revoking: false },
    ])
    // It is not offered as an approval of the swap that can be used.
    expect(phase()).toMatchObject({ problem: { id: 'swap.error.approval' } })
  })

  it('[S2] [S20] an approval of another token raises an alert with the spender, and is not listed for the token shown', async () => {
    const compare = async () => ({ status: 'different', to: 't_coin', spender: 't_eve' }) as const
    const { form, kernel } = await misbehaving({}, { plugins: [except({ compare })] }, '10')
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([
      { message: { id: 'swap.differs.approval', values: { spender: 't_eve' } } },
    ])
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
  })

  it('[S2] [S20] a swap that became an approval raises an alert that names the spender', async () => {
    const compare = async () => ({ status: 'different', to: 't_coin', spender: 't_eve' }) as const
    const { form, kernel } = await misbehaving({}, { plugins: [except({ compare })] })
    await form.confirm()
    await until(() => kernel.said.some(({ kind }) => kind === 'alert'))
    expect(kernel.said.at(-1)).toMatchObject({
      message: { id: 'swap.differs.approval', values: { spender: 't_eve' } },
    })
  })

  it('[R19] [S20] an approval that the person cancelled in the wallet is reported as cancelled, and is not listed as left', async () => {
    const { form, kernel, phase } = await misbehaving(
      { writes: ({ from }) => ({ from, to: from, marks: 0n }) },
      {},
      '10',
    )
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind !== 'progress').map(({ id }) => id)).toEqual([
      'swap.error.cancelled',
      'swap.error.approval',
    ])
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
    expect(readLog(kernel)).toMatchObject([{ kind: 'approve', seen: true }])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
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
      await all.form.confirm()
      await new Promise(resolve => setTimeout(resolve, 50))
      all.ledger.push(...instead)
      settle({ status: 'replaced', by: 'tally:main#2' })
      return all
    }

    it('[R19] [S23] a swap replaced by an equal transaction with a higher fee is reported as swapped, under the new hash', async () => {
      const { kernel, said, ledger } = await replacing({ from: 't_ada', to: 't_market', marks: 1n })
      expect(ledger[0]).toEqual(ledger[1])
      await until(() => readLog(kernel)[0]?.status === 'confirmed')
      expect(readLog(kernel)).toMatchObject([{ hash: 'tally:main#2', was: 'tally:main#1' }])
      expect(said().at(-1)).toBe('swap.status.swapped')
      expect(said()).not.toContain('swap.error.replaced')
    })

    it('[S2] a swap replaced by one to another recipient raises an alert, although the first transaction was as shown', async () => {
      const { kernel, said } = await replacing({ from: 't_ada', to: 't_eve', marks: 1n })
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(kernel.said.at(-1)).toMatchObject({
        kind: 'alert',
        message: { id: 'swap.differs.recipient', values: { to: 't_eve' } },
      })
      expect(said()).not.toContain('swap.error.replaced')
      expect(readLog(kernel).map(transactionState)).toEqual(['different'])
    })

    it('[R19] a swap replaced by a transaction that moves nothing is reported as cancelled, without an alert', async () => {
      const { kernel, said } = await replacing({ from: 't_ada', to: 't_ada', marks: 0n })
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'failure', id: 'swap.error.cancelled' })
      expect(said()).not.toContain('transfer.differs')
      expect(readLog(kernel).map(transactionState)).toEqual(['cancelled'])
    })

    it('[R19] a swap replaced by a transaction that the network does not show is reported as replaced', async () => {
      const { kernel, said } = await replacing()
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(said().at(-1)).toBe('swap.error.replaced')
    })
  })

  it('[S2] a swap that the network does not know is reported as absent, and as swapped once the network has it', async () => {
    let settle: (outcome: TransactionOutcome) => void = () => undefined
    const confirm = () => new Promise<TransactionOutcome>(resolve => (settle = resolve))
    const all = await misbehaving(
      { writes: nothing, answers: () => 'tally:main#1' },
      { plugins: [except({ confirm })] },
    )
    await all.form.confirm()
    const state = () => readLog(all.kernel).map(transactionState)
    await until(() => state().includes('absent'))
    expect(all.said()).toContain('transfer.absent')
    all.ledger.push({ from: 't_ada', to: 't_market', marks: 1n })
    settle({ status: 'confirmed' })
    await until(() => state().includes('confirmed'))
    expect(all.said().at(-1)).toBe('swap.status.swapped')
  })

  it('[S2] a swap is compared after a reload by its stored description', async () => {
    const storage = memoryStorage()
    const unanswered = () => new Promise<never>(() => undefined)
    const first = await misbehaving(
      { writes: entry => ({ ...entry, to: 't_eve' }) },
      { storage, plugins: [except({ compare: unanswered, confirm: unanswered })] },
    )
    await first.form.confirm()
    await kept(storage, 'description')
    await kept(storage, 'pending')
    first.kernel.dispose()
    const again = await quoted({ storage, ledger: first.ledger })
    again.kernel.use(shellService).open()
    await until(() => again.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(again.said()).not.toContain('swap.status.swapped')
  })

  it('[S2] the outcome of a swap is not reported before its comparison', async () => {
    const compare = async () => Promise.reject(new ChainError('CHAIN_UNAVAILABLE'))
    const all = await misbehaving({}, { plugins: [except({ compare })] })
    await all.form.confirm()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(all.said()).not.toContain('swap.status.swapped')
  })
})
