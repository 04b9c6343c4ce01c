import type { SwapQuote, SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  approveStep,
  dialect,
  draft,
  gold,
  quoteOf,
  salt,
  start,
  swapStep,
} from '../test/market.js'

describe('a quote that cannot be true', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  afterEach(() => void vi.useRealTimers())

  const lies: readonly (readonly [string, (quoteRequest: SwapQuoteRequest) => SwapQuote])[] = [
    [
      'a minimum that is lower than the slippage allows',
      quoteRequest => quoteOf(quoteRequest, 200n, [swapStep], { minimumReceived: 197n }),
    ],
    [
      'a minimum above the output',
      quoteRequest => quoteOf(quoteRequest, 200n, [swapStep], { minimumReceived: 201n }),
    ],
    [
      'another network',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          { kind: 'swap', draft: dialect.draft('tally:side', { to: 't_market', marks: 1n }) },
        ]),
    ],
    [
      'another dialect',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          { kind: 'swap', draft: { ...draft('t_market'), dialect: 'other/transfer' } },
        ]),
    ],
    [
      'an approval of more',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          {
            ...approveStep(quoteRequest),
            approval: {
              token: quoteRequest.from,
              spender: 't_market',
              amount: quoteRequest.amount + 1n,
            },
          } as SwapStep,
          swapStep,
        ]),
    ],
    [
      'an approval without limit',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          {
            ...approveStep(quoteRequest),
            approval: { token: quoteRequest.from, spender: 't_market', amount: 'unlimited' },
          } as SwapStep,
          swapStep,
        ]),
    ],
    [
      'an approval of another token',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          {
            ...approveStep(quoteRequest),
            approval: { token: salt.asset, spender: 't_market', amount: quoteRequest.amount },
          } as SwapStep,
          swapStep,
        ]),
    ],
    [
      'no swap at the end',
      quoteRequest => quoteOf(quoteRequest, 200n, [approveStep(quoteRequest)]),
    ],
    [
      'too many steps',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          approveStep(quoteRequest),
          approveStep(quoteRequest),
          approveStep(quoteRequest),
          swapStep,
        ]),
    ],
    [
      'two approvals',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [
          approveStep(quoteRequest),
          approveStep(quoteRequest),
          swapStep,
        ]),
    ],
    ['two swaps', quoteRequest => quoteOf(quoteRequest, 200n, [swapStep, swapStep])],
    [
      'an amount that is no number',
      quoteRequest =>
        quoteOf(quoteRequest, 200n, [swapStep], { toAmount: 200 as unknown as bigint }),
    ],
    [
      'a quote that is over already',
      quoteRequest => quoteOf(quoteRequest, 200n, [swapStep], { expiresAt: Date.now() }),
    ],
  ]

  it.each(lies)(
    '[S20] [S21] [S24] the quote of a route that lies is refused with the name of the route: %s',
    async (_, lie) => {
      const { form, phase, wallet } = await start({
        routes: { liar: async quoteRequest => lie(quoteRequest) },
      })
      await form.initialize()
      await form.selectTarget(gold)
      expect(phase()).toMatchObject({
        name: 'editing',
        problem: { id: 'swap.error.refused', values: { route: 'liar' } },
      })
      await form.confirm({ sure: true })
      expect(wallet.requests).toEqual(['connect'])
    },
  )
})
