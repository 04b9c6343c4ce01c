import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gold, type Quote, quoteOf, start } from '../test/market.js'
import { keyOf } from './index.js'
import { minimumReceived } from './quoting/slippage.js'

describe('a stale quote', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  afterEach(() => void vi.useRealTimers())

  async function neverStale(numRuns: number) {
    vi.useRealTimers()
    const waiting: (() => void)[] = []
    const slow: Quote = quoteRequest =>
      new Promise(
        resolve =>
          void waiting.push(() =>
            resolve(
              quoteOf(
                quoteRequest,
                quoteRequest.amount * 1_000n + BigInt(quoteRequest.slippageBasisPoints),
              ),
            ),
          ),
      )
    const { form, state, kernel } = await start({ routes: { slow } })
    await form.initialize()
    void form.selectTarget(gold)
    let shown = 0
    const check = () => {
      const { phase, sourceAmount, slippageBasisPoints } = state()
      if (phase.name !== 'quoted') return false
      shown++
      expect(phase.quote.key).toBe(keyOf(kernel))
      expect(phase.quote.toAmount).toBe(BigInt(sourceAmount) * 1_000n + BigInt(slippageBasisPoints))
      expect(phase.quote.minimumReceived).toBe(
        minimumReceived(phase.quote.toAmount, slippageBasisPoints),
      )
      return true
    }
    const answered = () =>
      vi.waitUntil(
        () => {
          for (const answer of waiting.splice(0).reverse()) answer()
          return check()
        },
        { timeout: 15_000 },
      )
    // The first quote loads code, for which the sequences below do not wait.
    void form.setAmount('1')
    await answered()
    shown = 0
    const change = fc.record({
      amount: fc.integer({ min: 1, max: 9 }),
      which: fc.nat(6),
      pauses: fc.nat(30),
      by: fc.constantFrom('amount', 'slippage', 'refresh', 'answer'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 20 }), async changes => {
        for (const { amount, which, pauses, by } of changes) {
          if (by === 'amount') void form.setAmount(String(amount)).then(() => void form.refresh())
          if (by === 'slippage') void form.setSlippage(amount * 50)
          if (by === 'refresh') void form.refresh()
          // One of those that wait, whichever: answers come out of their order.
          waiting.splice(which % Math.max(waiting.length, 1), 1)[0]?.()
          for (let tick = 0; tick < pauses; tick++) await Promise.resolve()
          check()
        }
      }),
      { numRuns },
    )
    await answered()
    expect(shown).toBeGreaterThan(numRuns / 10)
  }

  it.each([40])(
    '[D26a] [R22] [S22] a quote never belongs to an earlier input, however late answers come: %s random sequences',
    neverStale,
  )

  it.each([1_000])(
    '[D26a] [R22] a quote never belongs to an earlier input in 10,000 interleavings: %s random sequences',
    { tags: ['thorough'] },
    neverStale,
  )
})
