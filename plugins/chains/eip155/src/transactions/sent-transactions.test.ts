import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
import { honest, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import {
  account,
  bundler,
  calm,
  code7702,
  dollars,
  ether,
  hash,
  hex,
  mined,
  native,
  network,
  otherHash,
  safe,
  thief,
  token,
  url,
  word,
  wordOf,
} from '../../test/sent-rig.js'
import { transferTo } from '../assets/assets.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

function chainOf(results: Results = {}) {
  scriptedNodes({ [url]: honest({ ...calm, ...results }) })
  const rpcOf = createRpcs({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url] })],
    rpcTimeoutMs: 1_000,
  })
  return createTransactions(rpcOf, error => expect.unreachable(String(error)))
}

const describeIt = (draft: Eip155Transaction = native, from = account) =>
  chainOf().describe(from, [eip155Transaction.draft(network, draft)], never())

async function compared(results: Results, draft: Eip155Transaction = native, from = account) {
  const text = await describeIt(draft, from)
  return chainOf(results).compare(hash, network, text, never())
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('A transaction that the wallet sent', () => {
  it.each<[string, Eip155Transaction]>([
    ['coins', native],
    ['tokens', dollars],
    ['a call', { to: token, data: '0xabcdef' }],
    ['a call with long data', { to: token, data: `0x${'5e'.repeat(10_000)}` }],
    ['a contract that is created', { data: '0x6001' }],
  ])(
    '[S2] a transaction that moves %s compares as the same where the wallet chose gas, fees, nonce, type and access list',
    async (_, draft) => {
      const chosen = {
        nonce: '0x63',
        gas: '0xffff',
        gasPrice: '0x1',
        type: '0x1',
        accessList: [{ address: thief, storageKeys: [] }],
        blockNumber: null,
      }
      expect(await compared({ eth_getTransactionByHash: mined(chosen, draft) }, draft)).toEqual({
        status: 'same',
      })
    },
  )

  it.each<[string, Eip155Transaction, object, object]>([
    ['coins to another recipient', native, { to: thief }, { to: thief }],
    ['another amount of coins', native, { value: hex(2n * ether) }, { amount: 2n * ether }],
    [
      'more coins to another recipient',
      native,
      { to: thief, value: hex(9n * ether) },
      { to: thief, amount: 9n * ether },
    ],
    ['coins from another account', native, { from: thief }, { from: thief }],
    [
      'nothing of the request, and from another account',
      native,
      { from: bundler, to: thief, value: '0x1' },
      { from: bundler, to: thief, amount: 1n },
    ],
    ['coins with other data', native, { input: '0xabcd' }, {}],
    ['coins to itself', native, { to: ada, value: '0x1' }, { to: ada, amount: 1n }],
    [
      'nothing to itself, and makes the account a contract',
      native,
      { to: ada, value: '0x0', type: '0x4' },
      { to: ada, amount: 0n },
    ],
    [
      'nothing to itself, by a nonce that was used before',
      native,
      { to: ada, value: '0x0', nonce: '0x6' },
      { to: ada, amount: 0n },
    ],
    [
      'tokens to another recipient',
      dollars,
      { input: transferTo(thief, 5_000_000n) },
      { to: thief },
    ],
    [
      'another amount of tokens',
      dollars,
      { input: transferTo(bob, 500_000_000n) },
      { amount: 500_000_000n },
    ],
    ['other tokens', dollars, { to: bundler }, {}],
    [
      'coins instead of tokens',
      dollars,
      { to: thief, value: hex(ether), input: '0x' },
      { to: thief },
    ],
    [
      'tokens instead of coins',
      native,
      { to: token, value: '0x0', input: transferTo(thief, 7n) },
      { to: thief },
    ],
    ['coins besides the tokens', dollars, { value: hex(ether) }, {}],
    ['a contract that is created', native, { to: null }, {}],
    ['another call', { to: token, data: '0xabcdef' }, { input: '0xabcdee' }, {}],
    [
      'another end of long data',
      { to: token, data: `0x${'5e'.repeat(10_000)}` },
      { input: `0x${'5e'.repeat(9_999)}5f` },
      {},
    ],
    [
      'a higher approval',
      { to: token, data: `0x095ea7b3${wordOf(bob)}${word(5n)}` },
      { input: `0x095ea7b3${wordOf(bob)}${word(6n)}` },
      { spender: bob },
    ],
    [
      'an approval of another spender',
      { to: token, data: `0x095ea7b3${wordOf(bob)}${word(5n)}` },
      { input: `0x095ea7b3${wordOf(thief)}${word(5n)}` },
      { spender: thief },
    ],
    [
      'an approval of the described spender at another token',
      { to: token, data: `0x095ea7b3${wordOf(bob)}${word(5n)}` },
      { to: bundler },
      { to: bundler, spender: bob },
    ],
  ])(
    '[S2] a transaction that moves %s compares as different',
    async (_, draft, change, difference) => {
      expect(await compared({ eth_getTransactionByHash: mined(change, draft) }, draft)).toEqual({
        status: 'different',
        ...difference,
      })
    },
  )

  const swap = { to: bundler, value: 3n, data: '0xabcdef01' } as const
  it.each([
    ['approve', parseAbi(['function approve(address, uint256)']), [thief, maxUint256]],
    [
      'approve with bytes behind its arguments',
      parseAbi(['function approve(address, uint256, bytes32)']),
      [thief, 1n, otherHash],
      '0x095ea7b3',
    ],
    ['increaseAllowance', parseAbi(['function increaseAllowance(address, uint256)']), [thief, 1n]],
    ['setApprovalForAll', parseAbi(['function setApprovalForAll(address, bool)']), [thief, true]],
    [
      'approve of Permit2',
      parseAbi(['function approve(address, address, uint160, uint48)']),
      [token, thief, 1n, 9],
    ],
  ] as const)(
    '[S2] [S20] %s instead of coins, tokens or a swap compares as different and names the spender',
    async (_, abi, args, selector?: string) => {
      const encoded = encodeFunctionData({ abi, args } as never) as Hex
      const input = selector ? `${selector}${encoded.slice(10)}` : encoded
      const sent = { to: token, value: '0x0', input }
      for (const draft of [native, swap])
        expect(await compared({ eth_getTransactionByHash: mined(sent, draft) }, draft)).toEqual({
          status: 'different',
          to: token,
          spender: thief,
        })
      expect(await compared({ eth_getTransactionByHash: mined(sent, dollars) }, dollars)).toEqual({
        status: 'different',
        spender: thief,
      })
    },
  )

  it('[S20] an approval of 0 instead of coins names no spender', async () => {
    for (const input of [
      `0x095ea7b3${wordOf(thief)}${word(0n)}`,
      `0xa22cb465${wordOf(thief)}${word(0n)}`,
      `0x095ea7b3${wordOf(thief)}`,
    ])
      expect(
        await compared({ eth_getTransactionByHash: mined({ to: token, input }) }),
      ).not.toHaveProperty('spender')
  })

  it.each([native, dollars])(
    '[S2] [R19] an empty transaction with the described nonce compares as a cancel, which raises no alert',
    async draft => {
      const cancel = mined({ to: ada.toLowerCase(), value: '0x0', input: '0x' })
      expect(await compared({ eth_getTransactionByHash: cancel }, draft)).toEqual({
        status: 'different',
        isCancel: true,
      })
    },
  )

  it('a transaction compares as the same where the person lowered the amount of an approval in the wallet', async () => {
    const approve = (amount: bigint) =>
      ({ to: token, data: `0x095ea7b3${wordOf(bob)}${word(amount)}` }) as const
    expect(
      await compared({ eth_getTransactionByHash: mined({}, approve(4n)) }, approve(5n)),
    ).toEqual({ status: 'same' })
    const longer = mined({ input: `${approve(4n).data}00` }, approve(4n))
    expect(await compared({ eth_getTransactionByHash: longer }, approve(5n))).toEqual({
      status: 'different',
      spender: bob,
    })
  })
})

describe('The duration of a comparison', () => {
  afterEach(() => {
    const left = vi.getTimerCount()
    // First, because under a stopped clock every later test would time out.
    vi.useRealTimers()
    expect(left).toBe(0)
  })
  /** Begins a comparison on a clock that only the test advances. */
  async function comparing(
    results: Results,
    from = account,
    whenVisible?: () => Promise<void>,
    calls: readonly Eip155Transaction[] = [native],
  ) {
    vi.useRealTimers()
    const drafts = calls.map(call => eip155Transaction.draft(network, call))
    const text = await chainOf().describe(from, drafts, never())
    vi.useFakeTimers()
    const state: { outcome?: unknown; at?: number } = {}
    const begun = performance.now()
    const controller = new AbortController()
    void chainOf(results)
      .compare(hash, network, text, controller.signal, whenVisible)
      .catch((error: unknown) => error)
      .then(outcome => Object.assign(state, { outcome, at: performance.now() - begun }))
    // Imports load in real time, however far the fake clock advances.
    await vi.dynamicImportSettled()
    return { state, controller }
  }

  it('[S2] a transaction is absent after two minutes of node responses without it', async () => {
    const { state } = await comparing({})
    await vi.advanceTimersByTimeAsync(110_000)
    expect(state.outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(state.outcome).toEqual({ status: 'absent' })
    expect(state.at).toBeGreaterThanOrEqual(120_000)
  })

  it('[S2] a comparison continues until the network knows the transaction', async () => {
    let answer: unknown = null
    const { state } = await comparing({ eth_getTransactionByHash: () => answer })
    await vi.advanceTimersByTimeAsync(100_000)
    answer = mined({ to: thief })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(state.outcome).toEqual({ status: 'different', to: thief })
  })

  it('a hash that no node knows compares as unknown where the account is a contract: it may be the hash of an order', async () => {
    for (const [results, from] of [
      [{}, safe],
      [{ eth_getCode: '0x6080' }, account],
    ] as const) {
      const { state } = await comparing(results, from)
      await vi.advanceTimersByTimeAsync(150_000)
      expect(state.outcome).toEqual({ status: 'unknown' })
    }
  })

  it('[S2] a hash that no node knows for two minutes is absent also for an account of EIP-7702, whose wallet names the transaction itself', async () => {
    const { state } = await comparing({ eth_getCode: code7702 })
    await vi.advanceTimersByTimeAsync(150_000)
    expect(state.outcome).toEqual({ status: 'absent' })
  })

  it('a hash that no node knows compares as unknown when several calls were requested, because it may be the id of a bundle', async () => {
    const { state } = await comparing({ eth_getCode: code7702 }, account, undefined, [
      native,
      dollars,
    ])
    await vi.advanceTimersByTimeAsync(150_000)
    expect(state.outcome).toEqual({ status: 'unknown' })
  })

  it('the two minutes of a comparison do not count time in which its caller must wait', async () => {
    let isTurn = true
    const waiting: (() => void)[] = []
    const whenVisible = () =>
      isTurn ? Promise.resolve() : new Promise<void>(resolve => void waiting.push(resolve))
    const { state } = await comparing({}, account, whenVisible)
    await vi.advanceTimersByTimeAsync(10_000)
    isTurn = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    isTurn = true
    for (const go of waiting) go()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(state.outcome).toEqual({ status: 'absent' })
  })

  it('a comparison waits at most ten minutes for the receipt of a smart account', async () => {
    const { state } = await comparing(
      { eth_getTransactionByHash: mined({ from: thief, to: bundler, input: '0xabcd' }) },
      safe,
    )
    await vi.advanceTimersByTimeAsync(590_000)
    expect(state.outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(state.outcome).toEqual({ status: 'unknown' })
  })

  it.each([
    ['another transaction for the hash', mined({ hash: otherHash })],
    ['a transaction without a sender', mined({ from: null })],
    ['a transaction without an amount', mined({ value: undefined })],
    ['a transaction whose data is half a byte', mined({ input: '0xabc' })],
    ['a recipient that is none', mined({ to: '0x12' })],
    ['text', 'yes'],
  ])('[R7] a comparison ignores a node that returns %s', async (_, answer) => {
    const { state, controller } = await comparing({ eth_getTransactionByHash: answer })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(state.outcome).toBeUndefined()
    controller.abort()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(state.outcome).toMatchObject({ name: 'AbortError' })
  })
})
