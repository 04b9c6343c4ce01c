import { type FaultProxy, startFaultProxy } from '@portico/devnet'
import { ChainError } from '@portico/kernel/chain'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RpcLedger, startNode } from '../../test/rpc-ledger.js'
import { polkadotRelay } from '../networks.js'
import { blake2 } from '../transactions/extrinsic.js'
import { createNode, type SubstrateNode } from './node.js'

const never = new AbortController().signal
let ledger: RpcLedger
let proxy: FaultProxy
beforeEach(async () => {
  ledger = await startNode()
  proxy = await startFaultProxy({ upstream: ledger.url })
})
afterEach(async () => {
  await proxy.stop()
  await ledger.close()
})
const nodeAt = (...rpcUrls: readonly string[]): SubstrateNode => {
  const setup = {
    networks: [polkadotRelay],
    appName: 'Test',
    rpcTimeoutMs: 20_000,
    confirmationPollMs: 10,
    signal: never,
    report: () => undefined,
  } as const
  return createNode({ ...polkadotRelay, rpcUrls }, setup, blake2)
}
const account = (byte: number) => new Uint8Array(32).fill(byte)
const accountOf = (index: number) =>
  Uint8Array.from({ length: 32 }, (_none, at) => (at < 2 ? (index >> (8 * at)) & 255 : 7))

describe('a network with several endpoints', () => {
  it.each(['down', 'html', '503', '429'] as const)(
    '[R5] [R8] the next endpoint is used at once when the first is %s',
    async mode => {
      proxy.set(mode)
      const beganAt = performance.now()
      expect((await nodeAt(proxy.url, ledger.url).finalizedHead(never)).number).toBe(999)
      // Faster than the time after which a slow endpoint is skipped.
      expect(performance.now() - beganAt).toBeLessThan(3_000)
    },
  )
  it('[R6] a stalled endpoint is not waited for', { tags: 'thorough' }, async () => {
    proxy.set('stall')
    expect((await nodeAt(proxy.url, ledger.url).finalizedHead(never)).number).toBe(999)
  })
  it('[R7] an endpoint of another chain is not used, and CHAIN_NETWORK is thrown when all are', async () => {
    const ofOtherChain = ({ method }: { readonly method: string }) =>
      method === 'chain_getBlockHash' ? `0x${'45'.repeat(32)}` : 1
    proxy.set(ofOtherChain)
    expect(
      await nodeAt(proxy.url, ledger.url).nextNonce(
        '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
        never,
      ),
    ).toBe(0)
    await expect(nodeAt(proxy.url).finalizedHead(never)).rejects.toMatchObject({
      code: 'CHAIN_NETWORK',
      message: expect.stringMatching(/different network/),
    })
  })
  it.each([
    ['down', 'CHAIN_UNAVAILABLE', /cannot be reached/],
    ['429', 'CHAIN_UNAVAILABLE', /cannot be reached/],
    ['html', 'CHAIN_ANSWER', /invalid answer/],
  ] as const)(
    '[R5] [R8] endpoints that are all %s throw a named error with a message',
    { tags: 'thorough' },
    async (mode, code, sentence) => {
      proxy.set(mode, { retryAfterSeconds: 60 })
      await expect(nodeAt(proxy.url).finalizedHead(never)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(sentence),
      })
    },
  )
  it('a network without endpoints throws a named error too', async () => {
    await expect(nodeAt().finalizedHead(never)).rejects.toMatchObject({ code: 'CHAIN_NO_ENDPOINT' })
  })
})

describe('responses of nodes', () => {
  it.each(['shuffle', 'extra'] as const)(
    '[R9] 1,000 responses are matched with their requests, among others: %s',
    async mode => {
      const honest = nodeAt(ledger.url)
      const truth = await Promise.all(
        Array.from({ length: 1_000 }, (_none, number) => honest.blockHash(number, never)),
      )
      proxy.set(mode)
      const node = nodeAt(proxy.url)
      expect(
        await Promise.all(truth.map((_hash, number) => node.blockHash(number, never))),
      ).toEqual(truth)
    },
  )
  it('[R9] requests that a node left out go to another endpoint', async () => {
    const truth = await nodeAt(ledger.url).blockHash(7, never)
    proxy.set('partial')
    const node = nodeAt(proxy.url, ledger.url)
    expect(
      await Promise.all([
        node.blockHash(7, never),
        node.nextNonce('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', never),
      ]),
    ).toEqual([truth, 0])
  })
  it('[R7] 500 malformed responses are 500 named errors and no balance', {
    tags: 'thorough',
  }, async () => {
    const genesis = polkadotRelay.genesisHash
    const honest = /^0x(?:[\da-f]{2}){80}$/i
    const lies = fc.sample(
      fc
        .oneof(
          fc.jsonValue(),
          fc.stringMatching(/^0x[0-9a-f]{0,200}$/),
          fc.constantFrom('0xzz', '<html>', -1, {}),
        )
        .filter(lie => lie !== null && !(typeof lie === 'string' && honest.test(lie))),
      500,
    )
    proxy.set(({ method, params }) => {
      if (method === 'chain_getBlockHash') return genesis
      const key = String((params as readonly string[])[0])
      return lies[Number.parseInt(key.slice(-64, -60).replace(/(..)(..)/, '$2$1'), 16)]
    })
    const node = nodeAt(proxy.url)
    const outcomes = await Promise.allSettled(
      lies.map((_lie, index) => node.account(accountOf(index), never)),
    )
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toEqual([])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ChainError)
  })
  it('[R8] identical requests are sent once while in flight', async () => {
    const node = nodeAt(proxy.url)
    await Promise.all(Array.from({ length: 20 }, () => node.account(account(3), never)))
    expect(proxy.calls.filter(({ method }) => method === 'state_getStorage')).toHaveLength(1)
  })
  it('a request is aborted when all its callers aborted', async () => {
    proxy.set('stall')
    const gaveUp = new AbortController()
    const pending = nodeAt(proxy.url).account(account(3), gaveUp.signal)
    gaveUp.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})
