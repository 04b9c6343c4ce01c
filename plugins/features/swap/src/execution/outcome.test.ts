/** What a wallet may answer to a swap, what is said of it, and what is offered next: no answer leads to a second swap by itself. */
import { memoryStorage } from '@portico/kernel'
import type { TransactionOutcome } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { transactionSettledEvent } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { type TallyMisdeed, tallyWallet } from '@portico/kernel/testing'
import { transactionState } from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { connection } from '../../../../base/connection/src/index.js'
import { shell as shellPlugin } from '../../../../base/shell/src/index.js'
import { approval, chain, earlierKey, except, gold, kept, network, type Quote, quoted, quoteOf, type Start, signs, swapStep } from '../../test/market.js'
import { leftApprovals, openRequests, readLog } from '../index.js'
import { swapPreviewView, swapSelectTokenView, swapView } from '../refs.js'
import { isGuarded } from '../views/read.js'
import { openSwaps } from './sent-swaps.js'

type Bench = Awaited<ReturnType<typeof quoted>>
const isOffered = ({ kernel }: Bench) => !isGuarded(kernel)
const swapped = ({ ledger }: Bench) => ledger.filter(({ to }) => to === 't_market').length
const until = <Value>(condition: () => Value) => vi.waitUntil(condition, { timeout: 20_000, interval: 5 })
const throws = (error: unknown) => () => Promise.reject(error)
const nothing = () => undefined
const unreadable = unreadableAnswers.map(([title, answer]) => [title, () => answer] as const)
/** A form with a quote whose wallet misbehaves; the modal is open. */
async function misbehaving(misdeed: TallyMisdeed, more: Start = {}, amount?: string) {
  const all = await quoted(more, amount)
  all.kernel.use(shellService).open()
  all.wallet.misdeed = misdeed
  return all
}
async function known({ kernel }: Bench, kind = 'swap') {
  await until(() => readLog(kernel).some(one => one.kind === kind && one.status === 'confirmed'))
  expect(openSwaps(kernel)).toEqual([])
}

describe('a wallet that answers a swap with an error', () => {
  it.each(walletAnswers)(
    '[S23] after "%s" without a transaction, the same swap is offered again only where that proves a refusal',
    async (_, error, outcome) => {
      const all = await misbehaving({ writes: nothing, answers: throws(error) })
      await all.form.confirm()
      const isRefused = outcome === 'refused'
      expect(all.phase().name).toBe('quoted')
      const problem = all.phase().name === 'quoted' && (all.phase() as { problem?: { id: string } }).problem?.id
      expect(problem === 'swap.unanswered').toBe(!isRefused)
      expect(isOffered(all)).toBe(isRefused)
      all.wallet.misdeed = undefined
      await all.form.confirm()
      expect(swapped(all)).toBe(isRefused ? 1 : 0)
      if (!isRefused) await all.form.confirm({ beside: true })
      expect(swapped(all)).toBe(1)
    },
  )

  it.each(walletAnswers.filter(([, , outcome]) => outcome === 'unknown'))(
    '[S23] after "%s" with a transaction, the swap is made once, and is found, followed and announced once',
    async (_, error) => {
      const all = await misbehaving({ answers: throws(error) })
      await all.form.confirm()
      await all.form.confirm()
      await known(all)
      expect(swapped(all)).toBe(1)
      expect(all.announced).toMatchObject([{ hash: 'tally:main#1', operationType: 'trade' }])
      expect(all.phase().name).toBe('idle')
    },
  )

  it.each(unreadableAnswers)('[S23] that is %s instead of a hash has sent it: the swap is made once', async (_, answer) => {
    const all = await misbehaving({ answers: () => answer })
    await all.form.confirm()
    await all.form.confirm()
    await known(all)
    expect(swapped(all)).toBe(1)
    expect(all.announced).toHaveLength(1)
  })

  it.each([undefined, '', 'no hash'])('[S23] a chain without describe and find that answers the hash %j leaves the swap open', async hash => {
    const all = await quoted({ plugins: [chain({ send: async () => ({ hash }) as { hash: string } })] })
    await all.form.confirm()
    expect(all.phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
    expect(isOffered(all)).toBe(false)
    expect(readLog(all.kernel)).toEqual([])
  })

  it.each([
    ['no toast while the preview is on screen, whose note says it', [swapView, swapPreviewView], true, false],
    ['no toast while the form is on screen, whose note says it', [swapView], true, false],
    ['a toast while another view is on screen', [swapSelectTokenView], true, true],
    ['a toast while the modal is closed', [swapView, swapPreviewView], false, true],
  ])('[S23] An unknown outcome of a swap: %s', async (_, views, isOpen, isToasted) => {
    const { form, kernel, said, phase } = await misbehaving({ writes: nothing, answers: throws({ code: -32603 }) })
    for (const view of views) kernel.views.push(view as typeof swapView)
    if (!isOpen) kernel.use(shellService).close()
    await form.confirm()
    expect(phase()).toMatchObject({ problem: { id: 'swap.unanswered' } })
    expect(said().includes('swap.unanswered')).toBe(isToasted)
  })

  it('[S23] that the chain can never carry out any more is told as not sent, and the swap is offered again', async () => {
    const all = await misbehaving({ writes: ({ from }) => ({ from, to: 't_cy', marks: 1n }), answers: throws({ code: -32603 }) })
    await all.form.confirm()
    await until(() => openSwaps(all.kernel).length === 0)
    expect(all.said().slice(-2)).toEqual(['swap.unanswered', 'swap.error.notSent'])
    expect(all.phase()).toMatchObject({ name: 'quoted', problem: undefined })
    expect(isOffered(all)).toBe(true)
  })

  it('[S23] an open swap of an account that is not connected still guards after one of another account was found', async () => {
    const storage = memoryStorage()
    const other = { open: '1', status: 'unknown', network, from: 't_zoe', wallet: 'W', at: Date.now(), guards: true, seen: false }
    const subject = { kind: 'swap', sold: '1 MRK', bought: '2 GLD' }
    storage.set(earlierKey, JSON.stringify({ version: 1, saved: [{ ...other, subject }] }))
    const all = await misbehaving({ answers: throws({ code: -32603 }) }, { storage })
    await all.form.confirm()
    await until(() => readLog(all.kernel)[0]?.status === 'confirmed')
    expect(openSwaps(all.kernel)).toMatchObject([{ from: 't_zoe', guards: true }])
  })

  it('[S23] a swap beside an open one that is declined after all leaves the open one guarding', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    all.wallet.misdeed = { writes: nothing, answers: throws({ code: 4001 }) }
    await all.form.confirm({ beside: true })
    expect(isOffered(all)).toBe(false)
    all.wallet.misdeed = undefined
    await all.form.confirm()
    expect(swapped(all)).toBe(0)
  })

  it('[S23] stays guarded when the price is taken anew, and for another form of the same account', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: -32603 }) })
    await all.form.confirm()
    await all.form.refresh()
    expect(isOffered(all)).toBe(false)
    all.wallet.misdeed = undefined
    await all.form.setAmount('2')
    await all.form.refresh()
    await all.form.confirm()
    expect(all.ledger).toEqual([])
    expect(all.phase()).toMatchObject({ problem: { id: 'swap.unanswered' } })
  })
})

describe('a wallet that answers an approval with an error', () => {
  const approved = ({ ledger }: Bench) => ledger.filter(({ to }) => to === 't_allow').length
  const open = ({ kernel }: Bench) => openSwaps(kernel).map(({ subject }) => subject.kind)

  it.each(walletAnswers)(
    '[S20] [S23] after "%s" without a transaction, the same approval is offered again only where that proves a refusal',
    async (_, error, outcome) => {
      const all = await misbehaving({ writes: nothing, answers: throws(error) }, {}, '10')
      const isRefused = outcome === 'refused'
      await all.form.confirm()
      const phase = all.phase() as { readonly name: string; readonly problem?: { readonly id: string } }
      expect(phase.name).toBe('quoted')
      expect(phase.problem?.id === 'swap.unanswered').toBe(!isRefused)
      expect([isOffered(all), open(all)]).toEqual(isRefused ? [true, []] : [false, ['approve']])
      expect(leftApprovals(all.kernel, network, 't_ada')).toEqual([])
      all.wallet.misdeed = undefined
      all.one.allowed.add(gold.asset)
      await all.form.confirm()
      expect([approved(all), swapped(all)]).toEqual(isRefused ? [1, 1] : [0, 0])
      if (!isRefused) await all.form.confirm({ beside: true })
      expect([approved(all), swapped(all)]).toEqual([1, 1])
    },
  )

  it.each([...walletAnswers.filter(([, , outcome]) => outcome === 'unknown').map(([title, error]) => [title, throws(error)] as const), ...unreadable])(
    '[S20] [S23] an approval that is answered with "%s" and sent all the same is found once, and stays in sight',
    async (_, answers) => {
      const all = await misbehaving({ answers }, {}, '10')
      await all.form.confirm()
      await known(all, 'approve')
      expect(all.ledger.map(({ to }) => to)).toEqual(['t_allow'])
      expect(leftApprovals(all.kernel, network, 't_ada')).toMatchObject([{ spender: 't_market', amount: '10 GLD' }])
      expect(all.announced).toMatchObject([{ operationType: 'approve' }])
    },
  )

  describe('that is to be taken back', () => {
    const left = ({ kernel }: Bench) => leftApprovals(kernel, network, 't_ada')
    const revoking = async (misdeed: TallyMisdeed) => {
      const storage = memoryStorage()
      await storage.set(earlierKey, JSON.stringify({ version: 1, saved: [approval({})] }))
      const all = await misbehaving(misdeed, { storage })
      const [one] = left(all)
      if (!one) expect.unreachable('the approval is listed')
      await all.form.revoke(one)
      return all
    }
    it.each(walletAnswers)(
      '[S20] [S23] after "%s" without a transaction, it stays listed, and is open unless that proves a refusal',
      async (_, error, outcome) => {
        const all = await revoking({ writes: nothing, answers: throws(error) })
        expect(left(all)).toMatchObject([{ spender: 't_market', revoking: false }])
        expect(open(all)).toEqual(outcome === 'refused' ? [] : ['reset'])
        expect(all.said()).not.toContain('swap.status.revoked')
      },
    )
    it.each([...walletAnswers.filter(([, , outcome]) => outcome === 'unknown').map(([title, error]) => [title, throws(error)] as const), ...unreadable])(
      '[S20] [S23] after "%s" with a transaction, it is listed no more once that is found',
      async (_, answers) => {
        const all = await revoking({ answers })
        await until(() => left(all).length === 0)
        expect(open(all)).toEqual([])
        expect(all.announced).toMatchObject([{ operationType: 'revoke' }])
      },
    )
  })
})

describe('a wallet that answers a permit', () => {
  const step = {
    kind: 'permit',
    typed: {},
    deadline: Date.now() + 600_000,
    approval: { token: gold.asset as `tally:main/coin:${string}`, spender: 't_market', amount: 1_000n },
  } as const
  /** The first signature is asked for; `answer` is what the wallet says. From then on it signs. */
  async function asked(answer: () => Promise<unknown>) {
    let requests = 0
    const sign = async () => (++requests === 1 ? answer() : { signature: '0xab', scheme: 'tally' }) as never
    const one: Quote = async ask => quoteOf(ask, 20_000n, ask.permit ? [swapStep] : [step, swapStep])
    const all = await quoted({ routes: { one }, plugins: [signs(sign)] }, '10')
    await all.form.confirm()
    // Nothing moved, and nothing is left open: the same swap is offered, and is made once.
    expect([all.phase().name, isOffered(all), openSwaps(all.kernel), all.ledger]).toEqual(['quoted', true, [], []])
    const { problem } = all.phase() as { readonly problem?: { readonly id: string } }
    await all.form.confirm()
    expect([requests, swapped(all)]).toEqual([2, 1])
    return problem?.id
  }

  it.each(walletAnswers)('[S23] with "%s" leaves nothing open, says whether the person declined, and is asked again', async (_, error, outcome) => {
    const problem = await asked(throws(error))
    expect(problem === 'swap.error.permit').toBe(outcome === 'unknown')
    expect(problem === 'swap.problem.declined').toBe(outcome === 'refused' && walletProblem(error).kind === 'declined')
  })

  it.each(unreadableAnswers)('[S23] with %s instead of a signature leaves nothing open, and is asked again', async (_, signature) => {
    expect(await asked(async () => ({ signature, scheme: 'tally' }))).toBe('swap.error.permit')
  })
})

describe('a wallet that answers a swap late, twice, or never', () => {
  it('[S23] a swap without an answer guards after a reload, and is found and announced once the wallet is back', async () => {
    const storage = memoryStorage()
    const first = await misbehaving({ answers: () => new Promise(() => undefined) }, { storage })
    void first.form.confirm()
    await until(() => first.ledger.length === 1)
    await kept(storage, 'asked')
    first.kernel.dispose()

    const again = await quoted({ storage, ledger: first.ledger })
    await again.form.confirm({ sure: true })
    expect(again.phase()).toMatchObject({ problem: { id: 'swap.unanswered' } })
    again.kernel.use(shellService).open()
    await known(again)
    expect(again.announced).toMatchObject([{ hash: 'tally:main#1', operationType: 'trade' }])
    expect(swapped(again)).toBe(1)
    again.kernel.dispose()
  })

  it('[S23] the answer that comes after the swap was found announces nothing twice', async () => {
    let answer: (hash: string) => void = () => undefined
    const all = await misbehaving({ answers: () => new Promise<string>(resolve => (answer = resolve)) })
    const confirming = all.form.confirm()
    await until(() => all.ledger.length === 1)
    await all.form.stop()
    await known(all)
    answer('tally:main#1')
    await confirming
    expect(all.announced).toHaveLength(1)
    expect(readLog(all.kernel)).toHaveLength(1)
  })

  it('[S23] a wallet that sends and disconnects has its swap found and announced', async () => {
    const all = await misbehaving({ hangsUp: true, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    await known(all)
    expect(all.announced).toMatchObject([{ account: { address: 't_ada' } }])
  })

  it('[S23] the answer that comes after the modal was closed closes the open request', async () => {
    const all = await quoted({ wallet: tallyWallet() })
    all.wallet.policy = 'ask'
    const confirming = all.form.confirm()
    await until(() => all.wallet.requests.includes('send'))
    all.kernel.use(shellService).close()
    expect(openRequests(all.kernel)).toBe(1)
    all.wallet.approve()
    await confirming
    expect(openSwaps(all.kernel)).toEqual([])
    expect(all.announced).toHaveLength(1)
  })

  it('[S23] whatever a wallet does and answers, at most one swap leaves without an explicit choice', async () => {
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
    const steps = fc.array(fc.constantFrom('confirm', 'stop', 'refresh', 'open', 'close'), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(answers, fc.boolean(), steps, async (answer, sends, tries) => {
        const all = await misbehaving({ ...(!sends && { writes: nothing }), answers: answer })
        await all.form.confirm()
        const { form, kernel } = all
        const isRefused = openSwaps(kernel).length === 0 && readLog(kernel).length === 0
        const acts = {
          confirm: () => form.confirm({ sure: true }),
          stop: form.stop,
          refresh: form.refresh,
          open: async () => kernel.use(shellService).open(),
          close: async () => kernel.use(shellService).close(),
        }
        // An error that proves a refusal beside a transaction is a lie that no page can see through.
        all.wallet.misdeed = sends && isRefused ? { writes: nothing, answers: throws({ code: 4001 }) } : undefined
        for (const step of tries) await acts[step as keyof typeof acts]()
        expect(swapped(all)).toBeLessThanOrEqual(1)
        kernel.dispose()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a wallet that sends another transaction than the swap', () => {
  it.each<[string, TallyMisdeed['writes'], string, object]>([
    ['to another recipient', entry => ({ ...entry, to: 't_eve' }), 'swap.differs.recipient', { sold: '1 MRK → 2 GLD', to: 't_eve' }],
    ['of another amount', entry => ({ ...entry, marks: 50n }), 'swap.differs.unknown', { sold: '1 MRK → 2 GLD' }],
    ['of another sender', entry => ({ ...entry, from: 't_grace' }), 'swap.differs.sender', { from: 't_grace' }],
  ])('[S2] one %s is told in an alert that stays, and never as swapped', async (_, writes, id, values) => {
    const { form, kernel, said } = await misbehaving({ ...(writes && { writes }) })
    const settled: string[] = []
    kernel.on(transactionSettledEvent, ({ outcome }) => void settled.push(outcome.status))
    await form.confirm()
    await until(() => settled.length === 1)
    expect(said()).toEqual(['swap.status.confirm', 'swap.status.swapping', 'transfer.differs'])
    expect(kernel.said.at(-1)).toMatchObject({ kind: 'alert', message: { id, values } })
    expect(kernel.said.at(-1)?.message?.en).toContain('You confirmed {sold}. Your wallet sent ')
    expect(readLog(kernel).map(transactionState)).toEqual(['different'])
  })

  it('[S2] The toast that says that a swap is under way goes before the alert that the wallet sent another transaction', async () => {
    const base = [shellPlugin(), connection()]
    const { form, kernel } = await misbehaving({ writes: entry => ({ ...entry, to: 't_eve' }) }, { base })
    await form.confirm()
    await until(() => kernel.state(shellSlice).alert)
    await vi.dynamicImportSettled()
    expect(kernel.state(shellSlice).toast).toBeUndefined()
  })

  it('[S2] [S23] A swap that the chain finds after the wallet failed is compared: the alert names the recipient', async () => {
    const find = async () => ({ status: 'found', hash: 'tally:main#1' }) as const
    const all = await misbehaving({ writes: entry => ({ ...entry, to: 't_eve' }), answers: throws({ code: -32603 }) }, { plugins: [except({ find })] })
    await all.form.confirm()
    await until(() => all.kernel.said.some(({ kind }) => kind === 'alert'))
    expect(all.kernel.said.at(-1)).toMatchObject({ message: { id: 'swap.differs.recipient', values: { to: 't_eve' } } })
    expect(all.said()).not.toContain('swap.status.swapped')
  })

  it('[S2] A swap that the chain cannot compare is told as confirmed and not compared', async () => {
    const { form, kernel, said } = await misbehaving({}, { plugins: [except({ compare: async () => ({ status: 'unknown' }) as const })] })
    await form.confirm()
    await until(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said().at(-1)).toBe('swap.status.unread')
    expect(readLog(kernel).map(transactionState)).toEqual(['unread'])
  })

  it('[S2] [S20] An approval that its wallet first named by another hash and that differs: the swap does not go on', async () => {
    const confirm = async (hash: string) =>
      hash === 'tally:main#1' ? ({ status: 'replaced', by: 'tally:main#2', isSame: true } as const) : ({ status: 'confirmed' } as const)
    const compare = async (hash: string) =>
      hash === 'tally:main#2' ? ({ status: 'different', spender: 't_eve' } as const) : new Promise<never>(() => undefined)
    const { form, phase } = await misbehaving({}, { plugins: [except({ confirm, compare })] }, '10')
    await form.confirm()
    expect(phase()).toMatchObject({ problem: { id: 'swap.error.approval' } })
  })

  it('[S20] A revocation that the wallet changed leaves the approval listed', async () => {
    const log = (kind: 'approve' | 'reset', more: object) => ({
      hash: kind,
      network,
      kind,
      sold: '10 GLD',
      bought: '',
      at: Date.now(),
      status: 'confirmed',
      seen: true,
      approval: { owner: 't_ada', token: gold.asset, route: 'one', spender: 't_market', units: kind === 'reset' ? '0' : '1000' },
      ...more,
    })
    const leftAfter = async (more: object) => {
      const storage = memoryStorage()
      storage.set(earlierKey, JSON.stringify({ version: 1, saved: [log('reset', more), log('approve', {})] }))
      return leftApprovals((await quoted({ storage })).kernel, network, 't_ada')
    }
    expect(await leftAfter({})).toEqual([])
    expect(await leftAfter({ differs: { spender: 't_eve' } })).toMatchObject([{ spender: 't_market' }])
  })

  it('[S2] [S20] an approval that went to somebody else is told, is not listed as left, and the swap does not go on', async () => {
    const { form, kernel, ledger, phase } = await misbehaving({ writes: entry => ({ ...entry, to: 't_eve' }) }, {}, '10')
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(['t_eve'])
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([{ message: { id: 'swap.differs.recipient' } }])
    expect(leftApprovals(kernel, network, 't_ada')).toEqual([])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
  })

  it('[S2] [S20] An approval of another spender is named in the alert, and stays listed until it is taken back', async () => {
    const compare = async () => ({ status: 'different', spender: 't_eve' }) as const
    const { form, kernel, phase } = await misbehaving({}, { plugins: [except({ compare })] }, '10')
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([{ message: { id: 'swap.differs.spender', values: { spender: 't_eve' } } }])
    expect(leftApprovals(kernel, network, 't_ada')).toMatchObject([{ spender: 't_eve', isOther: true, revoking: false }])
    // It is not offered as an approval of the swap that can be used.
    expect(phase()).toMatchObject({ problem: { id: 'swap.error.approval' } })
  })

  it('[S2] [S20] An approval of another token is told with who may take tokens, and is not listed for the token shown', async () => {
    const compare = async () => ({ status: 'different', to: 't_coin', spender: 't_eve' }) as const
    const { form, kernel } = await misbehaving({}, { plugins: [except({ compare })] }, '10')
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([{ message: { id: 'swap.differs.approval', values: { spender: 't_eve' } } }])
    expect(leftApprovals(kernel, network, 't_ada')).toEqual([])
  })

  it('[S2] [S20] A swap that became an approval is told with who may take tokens', async () => {
    const compare = async () => ({ status: 'different', to: 't_coin', spender: 't_eve' }) as const
    const { form, kernel } = await misbehaving({}, { plugins: [except({ compare })] })
    await form.confirm()
    await until(() => kernel.said.some(({ kind }) => kind === 'alert'))
    expect(kernel.said.at(-1)).toMatchObject({ message: { id: 'swap.differs.approval', values: { spender: 't_eve' } } })
  })

  it('[R19] [S20] an approval that the person cancelled in the wallet is told as cancelled, and is not listed as left', async () => {
    const { form, kernel, phase } = await misbehaving({ writes: ({ from }) => ({ from, to: from, marks: 0n }) }, {}, '10')
    await form.confirm()
    expect(kernel.said.filter(({ kind }) => kind !== 'progress').map(({ id }) => id)).toEqual(['swap.error.cancelled', 'swap.error.approval'])
    expect(leftApprovals(kernel, network, 't_ada')).toEqual([])
    expect(readLog(kernel)).toMatchObject([{ kind: 'approve', seen: true }])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
  })

  describe('and then replaces it', () => {
    /** The first transaction is as shown, and was compared, before `instead` takes its place. */
    async function replacing(...instead: readonly { readonly from: string; readonly to: string; readonly marks: bigint }[]) {
      let settle: (outcome: TransactionOutcome) => void = () => undefined
      const confirm = (hash: string) =>
        hash === 'tally:main#1' ? new Promise<TransactionOutcome>(resolve => (settle = resolve)) : Promise.resolve({ status: 'confirmed' } as const)
      const all = await misbehaving({}, { plugins: [except({ confirm })] })
      await all.form.confirm()
      await new Promise(resolve => setTimeout(resolve, 50))
      all.ledger.push(...instead)
      settle({ status: 'replaced', by: 'tally:main#2' })
      return all
    }

    it('[R19] [S23] by an equal transaction with a higher fee: it is told as swapped, under the new hash, and not as failed', async () => {
      const { kernel, said, ledger } = await replacing({ from: 't_ada', to: 't_market', marks: 1n })
      expect(ledger[0]).toEqual(ledger[1])
      await until(() => readLog(kernel)[0]?.status === 'confirmed')
      expect(readLog(kernel)).toMatchObject([{ hash: 'tally:main#2', was: 'tally:main#1' }])
      expect(said().at(-1)).toBe('swap.status.swapped')
      expect(said()).not.toContain('swap.error.replaced')
    })

    it('[S2] by one to a thief: an alert that stays names the recipient, although the first transaction was as shown', async () => {
      const { kernel, said } = await replacing({ from: 't_ada', to: 't_eve', marks: 1n })
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'alert', message: { id: 'swap.differs.recipient', values: { to: 't_eve' } } })
      expect(said()).not.toContain('swap.error.replaced')
      expect(readLog(kernel).map(transactionState)).toEqual(['different'])
    })

    it('[R19] by one that moves nothing, because the person cancelled in the wallet: it is told as cancelled, without an alert', async () => {
      const { kernel, said } = await replacing({ from: 't_ada', to: 't_ada', marks: 0n })
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'failure', id: 'swap.error.cancelled' })
      expect(said()).not.toContain('transfer.differs')
      expect(readLog(kernel).map(transactionState)).toEqual(['cancelled'])
    })

    it('[R19] by one that the network does not show: it is told as replaced', async () => {
      const { kernel, said } = await replacing()
      await until(() => readLog(kernel)[0]?.status === 'replaced')
      expect(said().at(-1)).toBe('swap.error.replaced')
    })
  })

  it('[S2] one that the network does not know is said to be unknown to it, and is compared when the network has it', async () => {
    let settle: (outcome: TransactionOutcome) => void = () => undefined
    const confirm = () => new Promise<TransactionOutcome>(resolve => (settle = resolve))
    const all = await misbehaving({ writes: nothing, answers: () => 'tally:main#1' }, { plugins: [except({ confirm })] })
    await all.form.confirm()
    const state = () => readLog(all.kernel).map(transactionState)
    await until(() => state().includes('absent'))
    expect(all.said()).toContain('transfer.absent')
    all.ledger.push({ from: 't_ada', to: 't_market', marks: 1n })
    settle({ status: 'confirmed' })
    await until(() => state().includes('confirmed'))
    expect(all.said().at(-1)).toBe('swap.status.swapped')
  })

  it('[S2] is compared after a reload by the description that is stored', async () => {
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

  it('[S2] how it ended is not told before it was compared', async () => {
    const compare = async () => Promise.reject(new ChainError('CHAIN_UNAVAILABLE'))
    const all = await misbehaving({}, { plugins: [except({ compare })] })
    await all.form.confirm()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(all.said()).not.toContain('swap.status.swapped')
  })
})
