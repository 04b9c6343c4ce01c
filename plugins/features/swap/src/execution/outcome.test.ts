/**
 * What a wallet may answer to a swap, what is said of it, and what is offered next: no answer leads
 * to a second swap by itself.
 */
import { memoryStorage } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'
import { type TallyMisdeed, tallyWallet } from '@portico/kernel/testing'
import { walletProblem } from '@portico/kernel/wallet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import {
  approval,
  chain,
  earlierKey,
  gold,
  kept,
  network,
  type Quote,
  quoted,
  quoteOf,
  signs,
  swapStep,
} from '../../test/market.js'
import { misbehaving, nothing, throws, until } from '../../test/outcome-rig.js'
import { openRequests, readLog, unusedApprovals } from '../index.js'
import { swapPreviewView, swapSelectTokenView, swapView } from '../refs.js'
import { isGuarded } from '../views/swap-texts.js'
import { openSwaps } from './sent-swaps.js'

type Bench = Awaited<ReturnType<typeof quoted>>
const isOffered = ({ kernel }: Bench) => !isGuarded(kernel)
const swapped = ({ ledger }: Bench) => ledger.filter(({ to }) => to === 't_market').length
const unreadable = unreadableAnswers.map(([title, answer]) => [title, () => answer] as const)
async function known({ kernel }: Bench, kind = 'swap') {
  await until(() => readLog(kernel).some(one => one.kind === kind && one.status === 'confirmed'))
  expect(openSwaps(kernel)).toEqual([])
}

describe('a wallet that answers a swap with an error', () => {
  it.each(walletAnswers)(
    '[S23] after "%s" without a transaction, the same swap is offered again only when the error proves a refusal',
    async (_, error, outcome) => {
      const all = await misbehaving({ writes: nothing, answers: throws(error) })
      await all.form.confirm()
      const isRefused = outcome === 'refused'
      expect(all.phase().name).toBe('quoted')
      const problem =
        all.phase().name === 'quoted' && (all.phase() as { problem?: { id: string } }).problem?.id
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

  it.each(unreadableAnswers)(
    '[S23] an answer of %s instead of a hash counts as sent: the swap is made once',
    async (_, answer) => {
      const all = await misbehaving({ answers: () => answer })
      await all.form.confirm()
      await all.form.confirm()
      await known(all)
      expect(swapped(all)).toBe(1)
      expect(all.announced).toHaveLength(1)
    },
  )

  it.each([undefined, '', 'no hash'])(
    '[S23] a chain without describe and find that answers the hash %j leaves the swap open',
    async hash => {
      const all = await quoted({
        plugins: [chain({ send: async () => ({ hash }) as { hash: string } })],
      })
      await all.form.confirm()
      expect(all.phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
      expect(isOffered(all)).toBe(false)
      expect(readLog(all.kernel)).toEqual([])
    },
  )

  it.each([
    [
      'no toast while the preview is on screen, whose note says it',
      [swapView, swapPreviewView],
      true,
      false,
    ],
    ['no toast while the form is on screen, whose note says it', [swapView], true, false],
    ['a toast while another view is on screen', [swapSelectTokenView], true, true],
    ['a toast while the modal is closed', [swapView, swapPreviewView], false, true],
  ])('[S23] an unknown outcome of a swap shows %s', async (_, views, isOpen, isToasted) => {
    const { form, kernel, said, phase } = await misbehaving({
      writes: nothing,
      answers: throws({ code: -32603 }),
    })
    for (const view of views) kernel.views.push(view as typeof swapPreviewView)
    if (!isOpen) kernel.use(shellService).close()
    await form.confirm()
    expect(phase()).toMatchObject({ problem: { id: 'swap.unanswered' } })
    expect(said().includes('swap.unanswered')).toBe(isToasted)
  })

  it('[S23] a swap that the chain can no longer carry out is reported as not sent, and is offered again', async () => {
    const all = await misbehaving({
      writes: ({ from }) => ({ from, to: 't_cy', marks: 1n }),
      answers: throws({ code: -32603 }),
    })
    await all.form.confirm()
    await until(() => openSwaps(all.kernel).length === 0)
    expect(all.said().slice(-2)).toEqual(['swap.unanswered', 'swap.error.notSent'])
    expect(all.phase()).toMatchObject({ name: 'quoted', problem: undefined })
    expect(isOffered(all)).toBe(true)
  })

  it("[S23] an open swap of a disconnected account still blocks that account after another account's swap is found", async () => {
    const storage = memoryStorage()
    const other = {
      open: '1',
      status: 'unknown',
      network,
      from: 't_zoe',
      wallet: 'W',
      at: Date.now(),
      guards: true,
      seen: false,
    }
    const subject = { kind: 'swap', sold: '1 MRK', bought: '2 GLD' }
    storage.set(earlierKey, JSON.stringify({ version: 1, saved: [{ ...other, subject }] }))
    const all = await misbehaving({ answers: throws({ code: -32603 }) }, { storage })
    await all.form.confirm()
    await until(() => readLog(all.kernel)[0]?.status === 'confirmed')
    expect(openSwaps(all.kernel)).toMatchObject([{ from: 't_zoe', guards: true }])
  })

  it('[S23] an open swap still blocks the next one after a swap beside it is declined', async () => {
    const all = await misbehaving({ writes: nothing, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    all.wallet.misdeed = { writes: nothing, answers: throws({ code: 4001 }) }
    await all.form.confirm({ beside: true })
    expect(isOffered(all)).toBe(false)
    all.wallet.misdeed = undefined
    await all.form.confirm()
    expect(swapped(all)).toBe(0)
  })

  it('[S23] an open swap blocks the next one after a new quote, and for another amount of the same account', async () => {
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
    '[S20] [S23] after "%s" without a transaction, the same approval is offered again only when the error proves a refusal',
    async (_, error, outcome) => {
      const all = await misbehaving({ writes: nothing, answers: throws(error) }, {}, '10')
      const isRefused = outcome === 'refused'
      await all.form.confirm()
      const phase = all.phase() as {
        readonly name: string
        readonly problem?: { readonly id: string }
      }
      expect(phase.name).toBe('quoted')
      expect(phase.problem?.id === 'swap.unanswered').toBe(!isRefused)
      expect([isOffered(all), open(all)]).toEqual(isRefused ? [true, []] : [false, ['approve']])
      expect(unusedApprovals(all.kernel, network, 't_ada')).toEqual([])
      all.wallet.misdeed = undefined
      all.one.allowed.add(gold.asset)
      await all.form.confirm()
      expect([approved(all), swapped(all)]).toEqual(isRefused ? [1, 1] : [0, 0])
      if (!isRefused) await all.form.confirm({ beside: true })
      expect([approved(all), swapped(all)]).toEqual([1, 1])
    },
  )

  it.each([
    ...walletAnswers
      .filter(([, , outcome]) => outcome === 'unknown')
      .map(([title, error]) => [title, throws(error)] as const),
    ...unreadable,
  ])(
    '[S20] [S23] an approval that is answered with "%s" but was sent is found once, and stays listed',
    async (_, answers) => {
      const all = await misbehaving({ answers }, {}, '10')
      await all.form.confirm()
      await known(all, 'approve')
      expect(all.ledger.map(({ to }) => to)).toEqual(['t_allow'])
      expect(unusedApprovals(all.kernel, network, 't_ada')).toMatchObject([
        { spender: 't_market', amount: '10 GLD' },
      ])
      expect(all.announced).toMatchObject([{ operationType: 'approve' }])
    },
  )

  describe('a wallet that answers a revocation with an error', () => {
    const left = ({ kernel }: Bench) => unusedApprovals(kernel, network, 't_ada')
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
      '[S20] [S23] after "%s" without a transaction, a revocation leaves the approval listed, and is open unless it was refused',
      async (_, error, outcome) => {
        const all = await revoking({ writes: nothing, answers: throws(error) })
        expect(left(all)).toMatchObject([{ spender: 't_market', revoking: false }])
        expect(open(all)).toEqual(outcome === 'refused' ? [] : ['reset'])
        expect(all.said()).not.toContain('swap.status.revoked')
      },
    )
    it.each([
      ...walletAnswers
        .filter(([, , outcome]) => outcome === 'unknown')
        .map(([title, error]) => [title, throws(error)] as const),
      ...unreadable,
    ])(
      '[S20] [S23] after "%s" with a transaction, a revocation is found, and the approval is no longer listed',
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
    approval: {
      token: gold.asset as `tally:main/coin:${string}`,
      spender: 't_market',
      amount: 1_000n,
    },
  } as const
  /** Answers the first signature request with `answer`, and signs all later ones. */
  async function problemOfPermit(answer: () => Promise<unknown>) {
    let requests = 0
    const sign = async () =>
      (++requests === 1 ? answer() : { signature: '0xab', scheme: 'tally' }) as never
    const one: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, quoteRequest.permit ? [swapStep] : [step, swapStep])
    const all = await quoted({ routes: { one }, plugins: [signs(sign)] }, '10')
    await all.form.confirm()
    // Nothing moved, and nothing is left open: the same swap is offered, and is made once.
    expect([all.phase().name, isOffered(all), openSwaps(all.kernel), all.ledger]).toEqual([
      'quoted',
      true,
      [],
      [],
    ])
    const { problem } = all.phase() as { readonly problem?: { readonly id: string } }
    await all.form.confirm()
    expect([requests, swapped(all)]).toEqual([2, 1])
    return problem?.id
  }

  it.each(walletAnswers)(
    '[S23] a permit answered with "%s" leaves no open request, shows whether the person declined, and is requested again',
    async (_, error, outcome) => {
      const problem = await problemOfPermit(throws(error))
      expect(problem === 'swap.error.permit').toBe(outcome === 'unknown')
      expect(problem === 'swap.problem.declined').toBe(
        outcome === 'refused' && walletProblem(error).kind === 'declined',
      )
    },
  )

  it.each(unreadableAnswers)(
    '[S23] a permit answered with %s instead of a signature leaves no open request, and is requested again',
    async (_, signature) => {
      expect(await problemOfPermit(async () => ({ signature, scheme: 'tally' }))).toBe(
        'swap.error.permit',
      )
    },
  )
})

describe('a wallet that answers a swap late, twice, or never', () => {
  it('[S23] a swap without an answer blocks the next one after a reload, and is found once the wallet is back', async () => {
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

  it('[S23] a hash that arrives after the swap was found does not announce the swap again', async () => {
    let answer: (hash: string) => void = () => undefined
    const all = await misbehaving({
      answers: () => new Promise<string>(resolve => (answer = resolve)),
    })
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
    const all = await misbehaving({ disconnectsByWallet: true, answers: throws({ code: 4900 }) })
    await all.form.confirm()
    await known(all)
    expect(all.announced).toMatchObject([{ account: { address: 't_ada' } }])
  })

  it('[S23] a hash that arrives after the modal was closed closes the open request', async () => {
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

  it('[S23] at most one swap leaves without an explicit choice, for any wallet behaviour and any steps in the form', async () => {
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
    const steps = fc.array(fc.constantFrom('confirm', 'stop', 'refresh', 'open', 'close'), {
      minLength: 1,
      maxLength: 8,
    })
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
        // An error that proves a refusal beside a transaction is a lie that no page can see
        // through.
        all.wallet.misdeed =
          sends && isRefused ? { writes: nothing, answers: throws({ code: 4001 }) } : undefined
        for (const step of tries) await acts[step as keyof typeof acts]()
        expect(swapped(all)).toBeLessThanOrEqual(1)
        kernel.dispose()
      }),
      { numRuns: 60 },
    )
  })
})
