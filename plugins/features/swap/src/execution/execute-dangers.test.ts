/** From the confirmation to the wallet’s answer, on Tally with scripted routes. */
import { connectionService } from '@portico/kernel/session'
import { describe, expect, it, vi } from 'vitest'
import { gold, network, type Quote, quoted, quoteOf, swapStep } from '../../test/market.js'
import { unusedApprovals } from '../index.js'

describe('the dangers of a swap', () => {
  it('[D26c] an expired quote is not signed: a new one is taken and shown', async () => {
    let life = 20
    const quote: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, [swapStep], { expiresAt: Date.now() + life })
    const { form, phase, wallet } = await quoted({ routes: { one: quote } })
    await new Promise(resolve => setTimeout(resolve, 30))
    life = 30_000
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.expired' } })
    expect(wallet.requests).toEqual(['connect'])
    await form.confirm()
    expect(wallet.requests).toEqual(['connect', 'send'])
  })

  it('[S22] [D26e] a slippage above 5 % or a loss above 10 % needs a second confirmation, and a loss of half is refused', async () => {
    const { form, phase, wallet } = await quoted({ prices: { native: '1', [gold.asset]: '0.5' } })
    await form.setSlippage(600)
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.sure' } })
    await form.setSlippage(10_001)
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.sure' } })
    await form.confirm({ sure: true })
    expect(wallet.requests).toEqual(['connect', 'send'])

    const half = await quoted({ prices: { native: '1', [gold.asset]: '0.2' } })
    await half.form.confirm({ sure: true })
    expect(half.phase()).toMatchObject({ problem: { id: 'swap.problem.refused' } })
    expect(half.wallet.requests).toEqual(['connect'])
  })

  it.each<[what: string, impact: bigint | undefined, problem: string | undefined]>([
    ['the loss is unknown', undefined, 'swap.problem.sureBlind'],
    ['the loss is a tenth', 10n ** 13n, 'swap.problem.sure'],
    ['the loss is less than a tenth', 10n ** 13n - 1n, undefined],
    ['the loss is half', 5n * 10n ** 13n, 'swap.problem.refused'],
  ])(
    '[S21] [D26e] a swap without prices is judged by the loss that its route reports, where %s',
    async (_, impact, problem) => {
      const { form, phase, wallet } = await quoted({
        routes: {
          one: async quoteRequest => quoteOf(quoteRequest, 20_000n, [swapStep], { impact }),
        },
      })
      await form.confirm()
      expect(wallet.requests).toEqual(problem ? ['connect'] : ['connect', 'send'])
      if (!problem) return
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: problem } })
      await form.confirm({ beside: true })
      expect(wallet.requests).toEqual(['connect'])
      await form.confirm({ sure: true })
      expect(wallet.requests).toEqual(
        problem.endsWith('refused') ? ['connect'] : ['connect', 'send'],
      )
    },
  )

  it('[S24] a network switch during the approval stops further requests, and the approval stays listed', async () => {
    const { form, wallet, kernel, ledger, state, one } = await quoted({}, '10')
    wallet.policy = 'ask'
    const done = form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    wallet.policy = 'approve'
    one.allowed.add(gold.asset)
    await kernel.use(connectionService).switchNetwork('tally:side')
    wallet.approve()
    await done
    expect(state().phase.name).toBe('idle')
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow'])
    expect(unusedApprovals(kernel, network, 't_ada')).toHaveLength(1)
  })

  it('[R23] a confirmation of a second request does not confirm a danger, nor the other way round', async () => {
    const { form, wallet, phase } = await quoted({ prices: { native: '1', [gold.asset]: '0.5' } })
    await form.setSlippage(600)
    wallet.policy = 'ask'
    const first = form.confirm({ sure: true })
    await vi.waitUntil(() => wallet.requests.includes('send'))
    await form.stop()
    for (const [confirmation, problem] of [
      [{ sure: true }, 'swap.unanswered'],
      [{ beside: true }, 'swap.problem.sure'],
    ] as const) {
      await form.confirm(confirmation)
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: problem } })
    }
    expect(wallet.requests.filter(what => what === 'send')).toHaveLength(1)
    const second = form.confirm({ sure: true, beside: true })
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 2)
    wallet.decline()
    wallet.decline()
    await Promise.all([first, second])
  })
})
