import { ChainError, solanaTransaction } from '@portico/kernel/chain'
import { base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDescribed } from '../src/transactions/described-transaction.js'
import { never } from './bench.js'
import { hashOf, wireOf } from './outcomes-rig.js'
import {
  ada,
  describeIt,
  eve,
  network,
  payment,
  prepare,
  setUpPayments,
  signed,
  start,
  stop,
  world,
} from './payments-bench.js'
import type { Connected } from './world.js'

setUpPayments()

describe('a pending request of an account that signs nothing', () => {
  let from: Connected['from']
  let id: ReturnType<typeof network>
  let wires: {
    readonly requested: Uint8Array
    readonly other: Uint8Array
    readonly gift: Uint8Array
  }
  let skippedMs = 0
  beforeAll(async () => {
    await start()
    from = world.from
    id = network()
    const other = signed(wireOf(await prepare({ to: eve() })))
    wires = {
      requested: wireOf(await prepare()),
      other,
      gift: signed(await payment(eve(), ada(), 1_000n), 4),
    }
    await stop()
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  })
  afterAll(() => void vi.restoreAllMocks())

  /** The status at two polls: `ms` and `blocks` pass between them. */
  async function looks({
    ms = 301_000,
    blocks = 301,
    hasAnswered = true,
    sent = [] as Uint8Array[],
  }) {
    let height = 500
    let shown: readonly Uint8Array[] = []
    const answers: Readonly<Record<string, (first: unknown) => unknown>> = {
      getSlot: () => 100,
      getBlockHeight: options =>
        Object(options).commitment === 'finalized' ? height : height + 31,
      getSignaturesForAddress: () =>
        shown.map(wire => ({
          signature: hashOf(wire),
          slot: 101,
          err: null,
          blockTime: 1,
          confirmationStatus: 'confirmed',
        })),
      getTransaction: first => ({
        slot: 101,
        transaction: [
          base64.encode(shown.find(wire => hashOf(wire) === first) ?? wires.requested),
          'base64',
        ],
      }),
    }
    const request = async (
      method: string,
      [first]: readonly unknown[],
      read: (answer: unknown) => unknown,
    ) => read(answers[method]?.(first))
    const described = createDescribed(() => ({ request }) as never, { confirmationPollMs: 20 })
    // The draft's blockhash expired before the first poll.
    const description = await described.describe(
      from,
      [solanaTransaction.draft(id, { wire: wires.requested, lastValidBlockHeight: 400n })],
      never(),
    )
    const look = async () =>
      (await described.find(id, description, never(), [], hasAnswered)).status
    const first = await look()
    skippedMs += ms
    height += blocks
    shown = sent
    return [first, await look()]
  }

  it("[S23] a pending request becomes impossible five minutes and two blockhash lifetimes after the wallet's response", async () => {
    expect(await looks({})).toEqual(['open', 'impossible'])
  })
  it('[S23] a pending request becomes impossible even if another account sends to that account', async () => {
    expect(await looks({ sent: [wires.gift] })).toEqual(['open', 'impossible'])
  })
  it.each([
    ['the wallet has not answered', { hasAnswered: false }],
    ['less than five minutes are over', { ms: 299_000 }],
    ['the network has made too few blocks since', { blocks: 300 }],
  ])(
    '[S23] a pending request of an account that signs nothing stays open where %s',
    async (_, change) => {
      expect(await looks(change)).toEqual(['open', 'open'])
    },
  )
  it('[S23] a pending request of an account that signs nothing stays open where the account has signed anything else since', async () => {
    expect(await looks({ sent: [wires.other] })).toEqual(['open', 'open'])
  })
})

describe('a hash that no endpoint knows', () => {
  it('[S23] a hash that no endpoint knows is absent after two minutes of responses; time without responses does not count', async () => {
    await start()
    const draft = await prepare()
    const description = await describeIt(draft)
    const id = network()
    await stop()
    vi.useFakeTimers()
    try {
      let isDown = false
      let polls = 0
      const request = async (
        _method: string,
        _params: unknown,
        read: (answer: unknown) => unknown,
      ) => {
        if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
        return read(null)
      }
      const { compare: compareIt } = createDescribed(() => ({ request }) as never, {
        confirmationPollMs: 1_000,
      })
      const onResult = vi.fn()
      void compareIt('5'.repeat(87), id, description, never(), async () => void polls++).then(
        onResult,
      )
      await vi.advanceTimersByTimeAsync(100_000)
      isDown = true
      await vi.advanceTimersByTimeAsync(120_000)
      expect(onResult).not.toHaveBeenCalled()
      isDown = false
      await vi.advanceTimersByTimeAsync(20_000)
      expect(onResult).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(onResult).toHaveBeenCalledExactlyOnceWith({ status: 'absent' })
      expect(polls).toBeGreaterThan(10)
    } finally {
      vi.useRealTimers()
    }
  })
})
