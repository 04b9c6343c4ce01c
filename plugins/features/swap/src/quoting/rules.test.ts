/**
 * Rules of a swap that no single step shows: what is known, what is said, and what a moment between
 * two steps may change.
 */
import { definePlugin, type Read } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import {
  type SwapQuoteRequest,
  type SwapStep,
  swapQuotesCapability,
  type TransactionOutcome,
} from '@portico/kernel/capabilities'
import { connectionService } from '@portico/kernel/session'
import { tallyWallet } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  approveStep,
  chain,
  dialect,
  draft,
  gold,
  hold,
  market,
  marks,
  network,
  type Quote,
  quoted,
  quoteOf,
  salt,
  start,
  swapStep,
} from '../../test/market.js'
import { SwapError } from '../errors.js'
import { readLog, routesOf, shortage, swapFacts, unusedApprovals } from '../index.js'

describe('the state of a swap', () => {
  it('[S3.36] [S9.16] swapFacts gives the provider fee of the quote, and none when the route reports none', async () => {
    const fee: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, [swapStep], { providerFee: 85n })
    const { kernel } = await quoted({ routes: { one: fee } }, '100')
    expect(swapFacts(kernel).providerFee).toBe('0.85')
    expect(swapFacts((await quoted({}, '100')).kernel).providerFee).toBeUndefined()
  })

  it('[S3.39] [S3.40] swapFacts gives the draft, gas, gas price and output of the approval and of the swap', async () => {
    const steps = (quoteRequest: SwapQuoteRequest): readonly [SwapStep, SwapStep] => [
      { ...approveStep(quoteRequest), gas: 150_000n } as SwapStep,
      { ...swapStep, gas: 200_000n } as SwapStep,
    ]
    const { kernel, form } = await quoted(
      {
        routes: { one: async quoteRequest => quoteOf(quoteRequest, 20_000n, steps(quoteRequest)) },
      },
      '10',
    )
    expect(swapFacts(kernel)).toMatchObject({
      approvalTransaction: {
        draft: { network, body: { to: 't_allow', marks: 0n } },
        gas: 150_000n,
        gasPrice: 1n,
        toAmount: 20_000n,
      },
      swapTransaction: {
        draft: { network, body: { to: 't_market', marks: 1n } },
        gas: 200_000n,
        gasPrice: 1n,
        toAmount: 20_000n,
      },
    })
    await form.setAmount('')
    expect(swapFacts(kernel)).toMatchObject({
      approvalTransaction: undefined,
      swapTransaction: undefined,
    })
    const coin = await quoted()
    expect(swapFacts(coin.kernel)).toMatchObject({
      approvalTransaction: undefined,
      swapTransaction: { draft: { body: { to: 't_market' } }, gas: undefined },
    })
  })

  it('[S5.18] a smart account is never short of gas', async () => {
    const balances = [hold(marks, 0n), hold(gold, 10_000n)]
    const { kernel, form, ledger } = await quoted(
      { wallet: tallyWallet({ type: 'smartAccount' }), balances },
      '10',
    )
    expect(shortage(kernel)).toBeUndefined()
    await form.confirm()
    expect(ledger).toHaveLength(1)
    expect(shortage((await quoted({ balances }, '10')).kernel)?.id).toBe('swap.problem.gas')
  })

  it('an account without gas has no shortage when the fee is sponsored', async () => {
    const sponsored: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, [swapStep], { cost: { kind: 'sponsored' } })
    const { kernel } = await quoted(
      { balances: [hold(marks, 0n), hold(gold, 10_000n)], routes: { one: sponsored } },
      '10',
    )
    expect(shortage(kernel)).toBeUndefined()
  })

  it.each([
    ['with decimals of a fraction', 2.5],
    ['with more decimals than there are', 256],
    ['without decimals', Number.NaN],
    ['below zero', -1],
  ])('[S5.10] [S5.11] no route is queried for a token %s', async (_, decimals) => {
    const { form, one, phase } = await start()
    await form.initialize()
    await form.selectTarget({ ...gold, decimals })
    expect(one.asks).toEqual([])
    expect(phase().name).toBe('editing')
  })

  it('[S21] a route gets the decimals that the person is shown', async () => {
    const { one } = await quoted({}, '10')
    expect(one.asks[0]).toMatchObject({ decimals: { from: 2, to: 4 } })
  })
})

describe('the button', () => {
  const offering = (dialectId: string, requested: SwapQuoteRequest[]) =>
    definePlugin({
      id: 'test/other-route',
      setup(context) {
        const quote: Quote = async quoteRequest => {
          requested.push(quoteRequest)
          return quoteOf(quoteRequest, 20_000n)
        }
        context.offer(
          swapQuotesCapability,
          network,
          { name: 'Other', dialect: dialectId, quote, tokens: async () => [gold] },
          { id: 'other' },
        )
      },
    })
  it.each([
    ['that its chain can send', dialect.id, 'quoted', 1],
    [
      'that its chain cannot send, which is not queried and gets a notice',
      'other/transfer',
      'editing',
      0,
    ],
  ])(
    'the swap button leads to a form when there is a route, also one %s',
    async (_, dialectId, phase, count) => {
      const requested: SwapQuoteRequest[] = []
      const { kernel, form, state } = await start({
        routes: {},
        plugins: [offering(dialectId, requested)],
      })
      const [button] = kernel.items(accountActionsSlot).filter(({ id }) => id === 'swaps')
      expect([button?.id, routesOf(kernel).length]).toEqual(['swaps', 1])
      await form.initialize()
      await form.selectTarget(gold)
      expect([state().phase.name, requested.length]).toEqual([phase, count])
      if (!count) expect(state().phase).toMatchObject({ problem: { id: 'swap.error.route' } })
    },
  )
  it('the swap button is missing when there is no route, and on a network that has none', async () => {
    const isOffered = (read: Read) =>
      read.items(accountActionsSlot).some(({ id }) => id === 'swaps')
    const none = await start({ routes: {} })
    expect([isOffered(none.kernel), routesOf(none.kernel)]).toEqual([false, []])
    const { kernel } = await start()
    expect([isOffered(kernel), routesOf(kernel).length]).toEqual([true, 1])
    await kernel.use(connectionService).switchNetwork('tally:side')
    expect([isOffered(kernel), routesOf(kernel)]).toEqual([false, []])
  })
})

describe('the errors of a swap', () => {
  it.each([
    ['S8.04', 'SWAP_ALLOWANCE', 'swap.error.allowance', 'Failed to check allowance'],
    ['S8.05', 'SWAP_APPROVAL', 'swap.error.approval', 'Failed to create approval transaction'],
    ['S8.06', 'SWAP_TRANSACTION', 'swap.error.transaction', 'Failed to create transaction'],
  ] as const)(
    '[%s] a toast shows the error of a route that answers %s',
    async (_, code, id, words) => {
      const { form, kernel, phase } = await start({
        routes: { one: async () => Promise.reject(new SwapError(code)) },
      })
      await form.initialize()
      await form.selectTarget(gold)
      expect(kernel.said.at(-1)).toMatchObject({ kind: 'failure', id, error: { message: words } })
      expect(phase()).toMatchObject({ name: 'editing', problem: { id } })
    },
  )
  it('an error of one route shows no toast when another route has a price', async () => {
    const broken: Quote = async () => Promise.reject(new SwapError('SWAP_ALLOWANCE'))
    const { said } = await quoted({ routes: { broken, one: market().quote } })
    expect(said()).toEqual([])
  })

  it.each<[TransactionOutcome['status'], string]>([
    ['confirmed', 'SWAP_SUCCESS'],
    ['failed', 'SWAP_ERROR'],
    ['expired', 'SWAP_ERROR'],
  ])('[S8.39] a swap with the outcome %s is tracked as %s', async (status, event) => {
    const { form, events, kernel } = await quoted({
      plugins: [chain({ confirm: async () => ({ status }) as TransactionOutcome })],
    })
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === status)
    await vi.waitUntil(() => events.includes(event))
    expect(events.filter(name => /SUCCESS|ERROR/.test(name))).toEqual([event])
  })
  it('[S8.40] an approval that the network does not carry out is tracked as SWAP_APPROVAL_ERROR', async () => {
    const { form, events } = await quoted(
      { plugins: [chain({ confirm: async () => ({ status: 'failed' }) })] },
      '10',
    )
    await form.confirm()
    expect(events.filter(name => name.endsWith('ERROR'))).toEqual(['SWAP_APPROVAL_ERROR'])
  })
  it('a decline in the wallet is not tracked as an error', async () => {
    const { form, events, wallet } = await quoted({}, '10')
    wallet.policy = 'decline'
    await form.confirm()
    expect(events.filter(name => name.endsWith('ERROR'))).toEqual([])
  })
})

describe('[S24] a network switch', () => {
  const points: readonly (readonly [
    when: string,
    amount: string | undefined,
    wait: 'editing' | 'quoting' | 'quoted' | 'allow' | 'mine' | 'quote' | 'send',
  ])[] = [
    ['before any request', '10', 'editing'],
    ['while routes are queried', '10', 'quoting'],
    ['before the confirmation', '10', 'quoted'],
    ['while the wallet prompts for the approval', '10', 'allow'],
    ['before the approval is confirmed', '10', 'mine'],
    ['while the price is requested again', '10', 'quote'],
    ['while the wallet prompts for the swap', '10', 'send'],
    ['while the wallet prompts for a swap of coins', undefined, 'send'],
  ]
  it.each(points)(
    'a network switch %s stops all further requests to the wallet',
    async (_, amount, wait) => {
      const pauses = new Map<string, () => void>()
      const pause = (name: string) =>
        new Promise<void>(resolve => void (name === wait ? pauses.set(name, resolve) : resolve()))
      const requested: string[] = []
      let quotes = 0
      const quote: Quote = async quoteRequest => {
        quotes++
        await pause(quotes === 1 ? 'quoting' : 'quote')
        return quoteOf(
          quoteRequest,
          20_000n,
          quotes === 1 && quoteRequest.from !== 'native'
            ? [approveStep(quoteRequest), swapStep]
            : [swapStep],
        )
      }
      const slow = chain({
        send: async (_via, _from, { body }) => {
          const { to } = body as { to: string }
          requested.push(to)
          await pause(to === 't_allow' ? 'allow' : 'send')
          return { hash: `tally:main#${to}` }
        },
        confirm: async () => {
          await pause('mine')
          return { status: 'confirmed' }
        },
      })
      const { form, kernel, state } = await start({ plugins: [slow], routes: { one: quote } })
      await form.initialize()
      if (amount) {
        await form.selectSource(gold)
        await form.setAmount(amount)
      }
      let done: Promise<void> | undefined
      if (wait !== 'editing') done = form.selectTarget(amount ? salt : gold)
      if (wait !== 'editing' && wait !== 'quoting') await done
      if (!['editing', 'quoting', 'quoted'].includes(wait)) done = form.confirm()
      await vi.waitUntil(() => pauses.has(wait) || wait === 'editing' || wait === 'quoted')
      const before = [...requested]
      await kernel.use(connectionService).switchNetwork('tally:side')
      for (const open of pauses.values()) open()
      await done
      expect(state()).toMatchObject({ phase: { name: 'idle' }, sourceAmount: '' })
      await form.refresh()
      await form.confirm({ sure: true })
      expect(requested).toEqual(before)
      expect(readLog(kernel)).toHaveLength(requested.length)
      const isLeft = ['allow', 'mine', 'quote'].includes(wait)
      expect(unusedApprovals(kernel, network, 't_ada')).toHaveLength(isLeft ? 1 : 0)
    },
  )

  it('a swap whose draft is for another network is not sent', async () => {
    const step: SwapStep = { kind: 'swap', draft: { ...draft('t_market'), network: 'tally:side' } }
    let quotes = 0
    const quote: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, quotes++ ? [step] : [approveStep(quoteRequest), swapStep])
    const { form, ledger, phase } = await quoted({ routes: { one: quote } }, '10')
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow'])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.left' } })
  })
})

describe('a keystroke', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('a keystroke becomes a request after 500 ms of rest, with less than 5 ms of delay', async () => {
    let requestedAt = 0
    const quote: Quote = async quoteRequest => {
      requestedAt = performance.now()
      return quoteOf(quoteRequest, 20_000n)
    }
    vi.useRealTimers()
    const { form } = await quoted({ routes: { one: quote } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const took: number[] = []
    for (let key = 2; key < 42; key++) {
      await form.setAmount(String(key))
      vi.advanceTimersByTime(499)
      requestedAt = 0
      const due = performance.now()
      vi.advanceTimersByTime(1)
      for (let ticks = 0; ticks < 20 && !requestedAt; ticks++) await Promise.resolve()
      expect(requestedAt).toBeGreaterThan(0)
      took.push(requestedAt - due)
    }
    // Each takes the same work: what one takes more than the least is the machine's.
    // `npm run bench` has the figure of a browser.
    expect(Math.min(...took)).toBeLessThan(5)
  })
})
