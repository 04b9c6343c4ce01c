import { ModalError } from '@portico/kernel/text'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  down,
  honest,
  json,
  type Node,
  type Results,
  scriptedNodes,
} from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import { chain, hash, reported, url } from '../../test/transactions-rig.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('waiting for a transaction', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    const left = vi.getTimerCount()
    // First, because under a stopped clock every later test would time out.
    vi.useRealTimers()
    expect(left).toBe(0)
  })
  const pending = { hash, from: ada, nonce: '0x5', blockNumber: null }
  const receipt = { transactionHash: hash, blockNumber: '0x20', status: '0x1' }
  /** The node's response to each poll; the last one repeats. */
  const looks = (
    ...results: readonly Results[]
  ): { readonly node: Node; readonly at: number[] } => {
    const at: number[] = []
    const node: Node = (questions, signal) => {
      if (questions.some(one => one.method === 'eth_getTransactionReceipt'))
        at.push(performance.now())
      return honest({
        eth_getTransactionReceipt: null,
        eth_getTransactionByHash: pending,
        eth_getTransactionCount: '0x5',
        ...results[Math.min(at.length, results.length) - 1],
      })(questions, signal)
    }
    return { node, at }
  }
  const confirm = (signal = never()) => chain().transactions.confirm(hash, 'eip155:1', { signal })

  it('[S9.10] confirm polls at once, then every 4 s', async () => {
    const { node, at } = looks({}, {}, {}, { eth_getTransactionReceipt: receipt })
    scriptedNodes({ [url]: node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
    expect(at.map(ms => Math.round((ms - (at[0] ?? 0)) / 100) * 100)).toEqual([
      0, 4_000, 8_000, 12_000,
    ])
  })

  it('[S9.10] confirm does not poll while the page is hidden', async () => {
    const page = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', page)
    const { node, at } = looks({}, { eth_getTransactionReceipt: receipt })
    scriptedNodes({ [url]: node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(100)
    page.hidden = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(at).toHaveLength(1)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(100)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
  })

  it('[S9.10] confirm polls only while its caller allows, and at once when that begins', async () => {
    const { node, at } = looks({}, { eth_getTransactionReceipt: receipt })
    scriptedNodes({ [url]: node })
    let show: () => void = () => undefined
    const whenVisibleCalls = [Promise.resolve(), new Promise<void>(resolve => (show = resolve))]
    const outcome = chain().transactions.confirm(hash, 'eip155:1', {
      signal: never(),
      whenVisible: () => whenVisibleCalls.shift() ?? Promise.resolve(),
    })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(at).toHaveLength(1)
    show()
    await vi.advanceTimersByTimeAsync(100)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
  })

  it('six pending transactions make four requests a minute, and as many when their blocks may still be reorganised', async () => {
    const hashes = Array.from({ length: 6 }, (_, at) => `0x${String(at).repeat(64)}`)
    let isThere = false
    const answerTo = (method: string, of: unknown): unknown => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_getTransactionReceipt')
        return isThere ? { ...receipt, transactionHash: of } : null
      if (method === 'eth_getTransactionByHash') return { ...pending, hash: of }
      return method === 'eth_getTransactionCount' ? '0x5' : { number: '0x20', transactions: [] }
    }
    const { posts } = scriptedNodes({
      [url]: questions =>
        json(
          questions.map(({ id, method, params }) => ({
            jsonrpc: '2.0',
            id,
            result: answerTo(method, params[0]),
          })),
        ),
    })
    const controller = new AbortController()
    const { transactions } = chain()
    const outcomes = hashes.map(one =>
      transactions.confirm(one, 'eip155:1', {
        signal: controller.signal,
        changed: () => undefined,
      }),
    )
    await vi.advanceTimersByTimeAsync(90_000)
    const perMinute = async () => {
      const before = posts.length
      await vi.advanceTimersByTimeAsync(60_000)
      return posts.length - before
    }
    expect(await perMinute()).toBe(4)
    isThere = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(outcomes)).toHaveLength(6)
    expect(await perMinute()).toBe(4)
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
  })

  it("confirm ends with the network's error after ten minutes without a response or without the transaction", async () => {
    const { node, at } = looks({ eth_getTransactionByHash: null })
    scriptedNodes({ [url]: node })
    const outcome = thrownBy(confirm())
    await vi.advanceTimersByTimeAsync(640_000)
    expect(await outcome).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    const before = at.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(at).toHaveLength(before)
  })

  it('confirm ends at once when all callers aborted, also while the page is hidden', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true })
    vi.stubGlobal('document', page)
    const controller = new AbortController()
    const outcome = thrownBy(confirm(controller.signal))
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  it('[R19] confirm reports a reorg that removes the transaction from its block, and the new outcome; one poll in which the node forgot the transaction is no reorg', async () => {
    const head = { number: '0x21', transactions: [] }
    const there = { eth_getTransactionReceipt: receipt, eth_getBlockByNumber: head }
    const gone = { eth_getBlockByNumber: head }
    const reverted = {
      ...there,
      eth_getTransactionReceipt: { ...receipt, blockNumber: '0x22', status: '0x0' },
    }
    const deep = { ...reverted, eth_getBlockByNumber: { number: '0x2e', transactions: [] } }
    const { node, at } = looks(there, gone, there, gone, gone, gone, reverted, reverted, deep)
    scriptedNodes({ [url]: node })
    const changes: unknown[] = []
    const outcome = chain().transactions.confirm(hash, 'eip155:1', {
      signal: never(),
      changed: changed => void changes.push(changed),
    })
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
    expect(changes).toEqual([])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(changes[0]).toBeUndefined()
    expect(changes).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(changes).toEqual([undefined, { status: 'failed', block: 34n }])
    // Twelve blocks are on top of it, so polling stops.
    const looked = at.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(at).toHaveLength(looked)
    expect(reported).toEqual([])
  })

  it('[R19] the watch for a reorg lasts at most a quarter of an hour, and ends when the caller aborts', async () => {
    const { node, at } = looks({
      eth_getTransactionReceipt: receipt,
      eth_getBlockByNumber: { number: '0x20', transactions: [] },
    })
    scriptedNodes({ [url]: node })
    const changes: unknown[] = []
    const controller = new AbortController()
    void chain().transactions.confirm(hash, 'eip155:1', {
      signal: controller.signal,
      changed: changed => void changes.push(changed),
    })
    await vi.advanceTimersByTimeAsync(55_000)
    controller.abort()
    expect(at.length).toBeGreaterThan(3)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    at.length = 0
    void chain().transactions.confirm(hash, 'eip155:1', {
      signal: never(),
      changed: changed => void changes.push(changed),
    })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(at).toHaveLength(61)
    expect(changes).toEqual([])
  })

  it('[R19] the watch for a reorg ends when the node is gone for good', async () => {
    const { node: there } = looks({
      eth_getTransactionReceipt: receipt,
      eth_getBlockByNumber: { number: '0x20', transactions: [] },
    })
    let isThere = true
    const { posts } = scriptedNodes({
      [url]: (questions, signal) => (isThere ? there : down)(questions, signal),
    })
    void chain().transactions.confirm(hash, 'eip155:1', {
      signal: never(),
      changed: () => undefined,
    })
    await vi.advanceTimersByTimeAsync(20_000)
    isThere = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    const before = posts.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(posts).toHaveLength(before)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['and when', { number: '0x20', timestamp: '0x64', transactions: [] }, { at: 100_000 }],
    ['also where no node returns the block time', null, {}],
  ])('confirm reports a failed transaction, %s', async (_, block, when) => {
    scriptedNodes({
      [url]: looks({
        eth_getTransactionReceipt: { ...receipt, status: '0x0' },
        eth_getBlockByNumber: block,
      }).node,
    })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await outcome).toEqual({ status: 'failed', block: 32n, ...when })
  })

  it("confirm reports the contract's reason for a failed transaction", async () => {
    const results = {
      eth_getTransactionReceipt: { ...receipt, status: '0x0' },
      eth_getBlockByNumber: { number: '0x20', transactions: [] },
    }
    const { node } = looks({
      ...results,
      eth_getTransactionByHash: { ...pending, to: bob, input: '0xabcd', value: '0x1' },
    })
    const before: unknown[] = []
    scriptedNodes({
      [url]: async (questions, signal) => {
        const answers = [await (await node(questions, signal)).json()].flat()
        return json(
          questions.map(({ id, method, params }, at) => {
            if (method !== 'eth_call') return answers[at]
            before.push(params)
            return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted: STF' } }
          }),
        )
      },
    })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await outcome).toEqual({
      status: 'failed',
      block: 32n,
      reason: 'execution reverted: STF',
    })
    expect(before).toEqual([[{ from: ada, to: bob, data: '0xabcd', value: '0x1' }, '0x20']])
  })

  it.each([
    { ...receipt, transactionHash: `0x${'34'.repeat(32)}` },
    { ...receipt, status: '0x7' },
    { ...receipt, blockNumber: null },
    {},
    'yes',
  ])('[R7] [R19] confirm takes no success from a malformed receipt: %j', async lie => {
    scriptedNodes({ [url]: looks({ eth_getTransactionReceipt: lie }).node })
    const controller = new AbortController()
    const outcome = thrownBy(confirm(controller.signal))
    await vi.advanceTimersByTimeAsync(30_000)
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(30_000)
  })

  it('confirm continues while the network is unreachable', async () => {
    let isDown = true
    const { node } = looks({ eth_getTransactionReceipt: receipt })
    scriptedNodes({ [url]: (questions, signal) => (isDown ? down : node)(questions, signal) })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(60_000)
    isDown = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
  })

  it('[R19] a transaction is neither replaced nor expired where a node counts its nonce as used one poll before its receipt', async () => {
    const used = {
      eth_getTransactionByHash: null,
      eth_getTransactionCount: '0x6',
      eth_getBlockByNumber: { number: '0x80', transactions: [] },
    }
    scriptedNodes({ [url]: looks({}, used, { ...used, eth_getTransactionReceipt: receipt }).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
  })

  it('[R19] a transaction has expired from the second poll in which its nonce is used and no transaction used it', async () => {
    const used = {
      eth_getTransactionByHash: null,
      eth_getTransactionCount: '0x6',
      eth_getBlockByNumber: { number: '0x80', transactions: [] },
    }
    const { node, at } = looks({}, used)
    scriptedNodes({ [url]: node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'expired' })
    expect(at).toHaveLength(3)
  })

  it('[R19] a transaction is replaced by the one with its sender and nonce, not by others in the same block', async () => {
    const other = `0x${'56'.repeat(32)}`
    const used = ([, at]: [string, string]) =>
      at === 'latest' || BigInt(at) >= 0x40n ? '0x6' : '0x5'
    const transactions = [
      { hash: `0x${'01'.repeat(32)}`, from: ada, nonce: '0x4' },
      { hash: `0x${'02'.repeat(32)}`, from: bob, nonce: '0x5' },
      { hash: other, from: ada, nonce: '0x5' },
    ]
    const blocks = ([at]: [string]) => ({
      number: at === 'latest' ? '0x80' : at,
      transactions: at === '0x40' ? transactions : [],
    })
    const replaced = {
      eth_getTransactionByHash: null,
      eth_getTransactionCount: used,
      eth_getBlockByNumber: blocks,
    }
    scriptedNodes({ [url]: looks({}, replaced).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'replaced', by: other })
  })

  it("[R19] a transaction counts as replaced by one that took its nonce more than 120 blocks ago; without the node's old state it has no outcome", async () => {
    const other = `0x${'56'.repeat(32)}`
    const used = ([, at]: [string, string]) =>
      at === 'latest' || BigInt(at) >= 0x40n ? '0x6' : '0x5'
    const blocks = ([at]: [string]) => ({
      number: at === 'latest' ? '0x8000' : at,
      transactions: at === '0x40' ? [{ hash: other, from: ada, nonce: '0x5' }] : [],
    })
    const replaced = {
      eth_getTransactionByHash: null,
      eth_getTransactionCount: used,
      eth_getBlockByNumber: blocks,
    }
    scriptedNodes({ [url]: looks({}, replaced).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'replaced', by: other })

    const { node } = looks({}, replaced)
    const isOld = (block: unknown) => block !== 'latest' && BigInt(String(block)) < 0x7f80n
    scriptedNodes({
      [url]: async (questions, signal) => {
        const answers = [await (await node(questions, signal)).json()].flat()
        const missing = { code: -32000, message: 'missing trie node' }
        return json(
          questions.map(({ id, method, params }, at) =>
            method === 'eth_getTransactionCount' && isOld(params[1])
              ? { jsonrpc: '2.0', id, error: missing }
              : answers[at],
          ),
        )
      },
    })
    const unknown = thrownBy(confirm())
    await vi.advanceTimersByTimeAsync(700_000)
    expect(await unknown).toBeInstanceOf(ModalError)
  })

  it('[R7] a transaction does not count as replaced by the nonce of another transaction that a node returns for its hash', async () => {
    const lie = { hash: `0x${'56'.repeat(32)}`, from: bob, nonce: '0x0', blockNumber: null }
    scriptedNodes({ [url]: looks({ eth_getTransactionByHash: lie }).node })
    const controller = new AbortController()
    const outcome = thrownBy(confirm(controller.signal))
    await vi.advanceTimersByTimeAsync(30_000)
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(30_000)
  })

  it('[R19] confirm finds the replacement, and waits for a transaction that a node only forgot', async () => {
    const other = `0x${'56'.repeat(32)}`
    const used = ([, at]: [string, string]) =>
      at === 'latest' || BigInt(at) >= 0x77n ? '0x6' : '0x5'
    const blocks = ([at]: [string]) =>
      at === 'latest'
        ? { number: '0x80', transactions: [] }
        : {
            number: at,
            transactions:
              at === '0x77' ? [{ hash: other, from: ada.toLowerCase(), nonce: '0x5' }] : [],
          }
    scriptedNodes({
      [url]: looks(
        {},
        { eth_getTransactionByHash: null },
        {
          eth_getTransactionByHash: null,
          eth_getTransactionCount: used,
          eth_getBlockByNumber: blocks,
        },
      ).node,
    })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'replaced', by: other })
  })
})
