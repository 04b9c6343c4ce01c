import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  answer,
  down,
  honest,
  json,
  type Results,
  type ScriptedNodes,
  scriptedNodes,
} from '../../test/scripted-nodes.js'
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
  transferLog,
  url,
  word,
  wordOf,
} from '../../test/sent-rig.js'
import { transferTo } from '../assets/assets.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

let nodes: ScriptedNodes
function chainOf(results: Results = {}) {
  nodes = scriptedNodes({ [url]: honest({ ...calm, ...results }) })
  const rpcOf = createRpcs({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url] })],
    rpcTimeoutMs: 1_000,
  })
  return createTransactions(rpcOf, error => expect.unreachable(String(error)))
}
const asked = () => nodes.posts.flatMap(({ questions }) => questions)
const describeIt = (draft: Eip155Transaction = native, from = account) =>
  chainOf().describe(from, [eip155Transaction.draft(network, draft)], never())
async function compared(results: Results, draft: Eip155Transaction = native, from = account) {
  const text = await describeIt(draft, from)
  return chainOf(results).compare(hash, network, text, never())
}
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('The description of a transaction', () => {
  it("a description holds the calls and the account's state within 4 kB, even for the longest data", async () => {
    const short = await describeIt({ ...native, data: '0xABCD' })
    expect(JSON.parse(short)).toEqual({
      ...{
        version: 2,
        network,
        from: ada,
        calls: [{ to: bob, value: hex(ether), data: '0xabcd', size: 2 }],
      },
      ...{ nonce: '0x7', block: '0x10', isSmart: false },
    })
    const long = await describeIt({ to: bob, data: `0x${'5e'.repeat(100_000)}` })
    expect(long.length).toBeLessThanOrEqual(4096)
    expect(JSON.parse(long)).toMatchObject({
      calls: [{ size: 100_000, digest: expect.stringMatching(/^0x[\da-f]{64}$/) }],
    })
  })

  it('a description holds every call of a bundle of up to twelve within 4 kB, even with long data; a longer bundle is refused', async () => {
    const call = { to: bob, value: (1n << 128n) - 1n, data: `0x${'5e'.repeat(100_000)}` } as const
    const many = (count: number) =>
      Array.from({ length: count }, () => eip155Transaction.draft('eip155:1', call))
    for (const count of [2, 5, 12]) {
      const text = await chainOf().describe(account, many(count), never())
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(JSON.parse(text).calls).toHaveLength(count)
      const sent = mined({ to: thief })
      expect(
        await chainOf({ eth_getTransactionByHash: sent }).compare(hash, network, text, never()),
      ).toMatchObject({ status: 'different', to: thief })
    }
    expect(await thrownBy(chainOf().describe(account, many(13), never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(await thrownBy(chainOf().describe(account, [], never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    const elsewhere = eip155Transaction.draft('eip155:10', native)
    expect(
      await thrownBy(chainOf().describe(account, [...many(1), elsewhere], never())),
    ).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })

  it('a description counts pending transactions as used nonces', async () => {
    const counts = ([, at]: [string, string]) => (at === 'pending' ? '0x9' : '0x7')
    const text = await chainOf({ eth_getTransactionCount: counts }).describe(
      account,
      [eip155Transaction.draft(network, native)],
      never(),
    )
    expect(JSON.parse(text)).toMatchObject({ nonce: '0x9' })
    // A node that lags and knows no pending transactions.
    const behind = ([, at]: [string, string]) => (at === 'pending' ? '0x5' : '0x7')
    expect(
      JSON.parse(
        await chainOf({ eth_getTransactionCount: behind }).describe(
          account,
          [eip155Transaction.draft(network, native)],
          never(),
        ),
      ),
    ).toMatchObject({
      nonce: '0x7',
    })
  })

  it('[S13] a description is refused when it was changed in storage, or is of another network', async () => {
    const good = JSON.parse(await describeIt()) as { readonly calls: readonly object[] }
    const changes = [
      { version: 1 },
      { network: 'eip155:10' },
      { from: 'ada' },
      { calls: [] },
      { calls: 'none' },
      { calls: [null] },
      { calls: Array.from({ length: 13 }, () => good.calls[0]) },
      ...[
        { to: '0x12' },
        { value: '-1' },
        { value: 5 },
        { value: `0x1${'0'.repeat(32)}` },
        { data: '0xabc' },
        { size: 1 },
        { size: -1 },
        { digest: `0x${'ab'.repeat(32)}` },
        { digest: 'ab' },
      ].map(change => ({ calls: [{ ...good.calls[0], ...change }] })),
      { nonce: undefined },
      { block: 'latest' },
      { isSmart: 'yes' },
      { more: 'x'.repeat(4_096) },
    ]
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '7',
      ...changes.map(change => JSON.stringify({ ...good, ...change })),
    ]
    for (const text of texts) {
      expect(
        await thrownBy(chainOf().compare(hash, network, text, never())),
        text.slice(0, 80),
      ).toMatchObject({ code: 'CHAIN_ANSWER' })
      expect(
        await thrownBy(chainOf().find(network, text, never())),
        text.slice(0, 80),
      ).toMatchObject({ code: 'CHAIN_ANSWER' })
    }
    expect(asked()).toEqual([])
  })
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
    ['coins to somebody else', native, { to: thief }, { to: thief }],
    ['another amount of coins', native, { value: hex(2n * ether) }, { amount: 2n * ether }],
    [
      'more coins to somebody else',
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
    ['tokens to somebody else', dollars, { input: transferTo(thief, 5_000_000n) }, { to: thief }],
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
      'an approval of somebody else',
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

  it('a hash that no node knows compares as unknown where several calls were asked for: the wallet may have named the bundle', async () => {
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

describe('A transaction whose outcome is unknown', () => {
  /**
   * A chain of blocks 0x10 to 0x20: the account's transactions since the description, oldest first,
   * one per block from 0x12 on.
   */
  const after = (...sent: readonly ReturnType<typeof mined>[]): Results => {
    const used = (block: bigint) =>
      7n + BigInt(Math.max(0, Math.min(sent.length, Number(block) - 0x11)))
    return {
      eth_getTransactionCount: ([, at]: [string, string]) =>
        hex(used(at === 'latest' || at === 'pending' ? 0x20n : BigInt(at))),
      eth_getBlockByNumber: ([at]: [string]) => {
        const one = at === 'latest' || at === 'pending' ? undefined : sent[Number(at) - 0x12]
        return {
          number: at === 'latest' || at === 'pending' ? '0x20' : at,
          transactions: one ? [one] : [],
        }
      },
      eth_getTransactionByHash: ([asked]: [string]) => sent.find(one => one.hash === asked) ?? null,
    }
  }
  const numbered = (at: number, change: object = {}) =>
    mined({ hash: `0x${String(at).repeat(64)}`, nonce: hex(BigInt(6 + at)), ...change })
  const found = async (
    results: Results,
    draft: Eip155Transaction = native,
    from = account,
    known?: readonly string[],
  ) => {
    const text = await describeIt(draft, from)
    return chainOf(results).find(network, text, never(), known)
  }

  it('[S23] a transaction is found among those that the account sent since the request', async () => {
    expect(await found(after(numbered(1)))).toEqual({ status: 'found', hash: numbered(1).hash })
    expect(await found(after(numbered(1, { to: thief }), numbered(2), numbered(3)))).toEqual({
      status: 'found',
      hash: numbered(2).hash,
    })
    expect(await found(after({ ...mined({}, dollars), hash: numbered(1).hash }), dollars)).toEqual({
      status: 'found',
      hash: numbered(1).hash,
    })
  })

  it('[S23] A payment that the account sent more than 120 blocks ago is found with few requests', async () => {
    const payment = mined({ blockNumber: '0x12' })
    const results = {
      eth_getTransactionCount: ([, at]: [string, string]) =>
        at === 'latest' || at === 'pending' || BigInt(at) >= 0x12n ? '0x8' : '0x7',
      eth_getBlockByNumber: ([at]: [string]) => ({
        number: at === 'latest' ? '0xffff' : at,
        transactions: at === '0x12' ? [payment] : [],
      }),
      eth_getTransactionByHash: payment,
    }
    expect(await found(results)).toEqual({ status: 'found', hash })
    expect(
      asked().filter(({ method }) => method === 'eth_getTransactionCount').length,
    ).toBeLessThanOrEqual(1 + 1 + 16)
  })

  it('[S23] a transaction is found while it is still pending', async () => {
    const pending = ([at]: [string]) => ({
      number: '0x20',
      transactions: at === 'pending' ? [mined({ from: bob }), mined()] : [],
    })
    expect(
      await found({ eth_getBlockByNumber: pending, eth_getTransactionByHash: mined() }),
    ).toEqual({ status: 'found', hash })
  })

  it('[S23] a transaction stays open where the account sent nothing or something else, because the wallet may take the next nonce', async () => {
    expect(await found({})).toEqual({ status: 'open' })
    expect(
      await found(
        after(
          numbered(1, { to: thief }),
          numbered(2, { value: '0x1' }),
          numbered(3, { input: '0xab' }),
        ),
      ),
    ).toEqual({ status: 'open' })
  })

  it('[S23] an equal earlier payment that was pending at the time of the request is not taken for the transaction', async () => {
    const text = await chainOf({
      eth_getTransactionCount: ([, at]: [string, string]) => (at === 'pending' ? '0x8' : '0x7'),
    }).describe(account, [eip155Transaction.draft(network, native)], never())
    expect(await chainOf(after(numbered(1))).find(network, text, never())).toEqual({
      status: 'open',
    })
    const stillPending = ([at]: [string]) => ({
      number: '0x20',
      transactions: at === 'pending' ? [mined()] : [],
    })
    expect(
      await chainOf({ eth_getBlockByNumber: stillPending, eth_getTransactionByHash: mined() }).find(
        network,
        text,
        never(),
      ),
    ).toEqual({ status: 'open' })
    expect(await chainOf(after(numbered(1), numbered(2))).find(network, text, never())).toEqual({
      status: 'found',
      hash: numbered(2).hash,
    })
  })

  it('[S23] an equal payment with a known hash is not taken for the transaction, of a plain account or a smart one', async () => {
    const [first, second] = [numbered(1), numbered(2)]
    expect(await found(after(first), native, account, [first.hash])).toEqual({ status: 'open' })
    expect(await found(after(first, second), native, account, [first.hash])).toEqual({
      status: 'found',
      hash: second.hash,
    })
    expect(
      await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe, [hash]),
    ).toEqual({ status: 'open' })
  })

  it('a search makes a bounded number of requests, however much the account has sent since', async () => {
    const many = Array.from({ length: 14 }, (_, at) =>
      mined({ hash: `0x${at.toString(16).repeat(64)}`, nonce: hex(BigInt(7 + at)), to: thief }),
    )
    expect(await found(after(...many))).toEqual({ status: 'open' })
    expect(asked().length).toBeLessThan(100)
  })

  it("[S23] a transaction of a smart account is found by the token's logs", async () => {
    expect(
      await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe),
    ).toEqual({ status: 'found', hash })
    expect(asked().find(({ method }) => method === 'eth_getLogs')?.params).toEqual([
      {
        address: token,
        fromBlock: '0x11',
        toBlock: 'latest',
        topics: [transferLog(ada, bob, 0n).topics[0], `0x${wordOf(ada)}`, `0x${wordOf(bob)}`],
      },
    ])
    for (const log of [
      transferLog(ada, bob, 5n),
      transferLog(ada, thief, 5_000_000n),
      transferLog(thief, bob, 5_000_000n),
      transferLog(ada, bob, 5_000_000n, bundler),
    ])
      expect(await found({ eth_getLogs: [log] }, dollars, safe)).toEqual({ status: 'open' })
    expect(await found({ eth_getLogs: [transferLog(ada, bob, ether)] }, native, safe)).toEqual({
      status: 'open',
    })
  })

  it.each(['eth_getTransactionCount', 'eth_getLogs'])(
    'a transaction stays open where the node refuses to return %s of old blocks',
    async refused => {
      const text = await describeIt(dollars, refused === 'eth_getLogs' ? safe : account)
      const chain = chainOf()
      const results: Results = { eth_chainId: '0x1', ...calm, ...after(numbered(1)) }
      scriptedNodes({
        [url]: questions =>
          json(
            questions.map(({ id, method, params }) =>
              method === refused && params[1] !== 'latest'
                ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'missing trie node' } }
                : answer([{ jsonrpc: '2.0', id, method, params }], results)[0],
            ),
          ),
      })
      expect(await chain.find(network, text, never())).toEqual({ status: 'open' })
    },
  )

  it('a search throws where no node responds', async () => {
    const text = await describeIt()
    const chain = chainOf()
    scriptedNodes({ [url]: down })
    expect(await thrownBy(chain.find(network, text, never()))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})
