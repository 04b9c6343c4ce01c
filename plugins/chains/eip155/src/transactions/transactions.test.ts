import type { Account } from '@portico/kernel/account'
import type { RemoteSession } from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import { eip155Transaction } from '@portico/kernel/chain'
import { connectionOf } from '@portico/kernel/testing'
import { ModalError } from '@portico/kernel/text'
import { failedRequest } from '@portico/kernel/wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { never, thrownBy } from '../../test/bench.js'
import { hookBigInt, hookNumber } from '../../test/hooks.js'
import { down, honest, json, type Node, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob, walletError } from '../../test/scripted-provider.js'
import { connectScripted, setupOf } from '../../test/wallet-sessions.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createRemoteSessions } from '../wallets/remote-session.js'
import { createTransactions } from './transactions.js'
import { createTransfers } from './transfers.js'

const url = 'https://node.example'
const hash = `0x${'12'.repeat(32)}` as const
const account: Account = { namespace: 'eip155', address: ada, type: 'eoa', connection: 'eip155/test' }
const gwei = 1_000_000_000n
const hex = (amount: bigint) => `0x${amount.toString(16)}`

function chain(spec: Partial<Parameters<typeof defineEvmNetwork>[0]> = {}) {
  const rpcOf = createRpcs({ networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url], ...spec })], rpcTimeoutMs: 10_000 })
  return { transactions: createTransactions(rpcOf, error => reported.push(error)), transfers: createTransfers(rpcOf) }
}
const block = (baseFee?: bigint) => ({ number: '0x10', transactions: [], ...(baseFee !== undefined && { baseFeePerGas: hex(baseFee) }) })
const market: Results = {
  eth_getBlockByNumber: block(64n * gwei),
  eth_gasPrice: hex(66n * gwei),
  eth_maxPriorityFeePerGas: hex(gwei),
  eth_estimateGas: '0x5208',
}
const reported: unknown[] = []
const draftOf = (body: object): Draft => ({ dialect: 'eip155/transaction', network: 'eip155:1', body })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the fee of a transaction', () => {
  const estimate = async (results: Results, spec = {}, body: object = { to: bob, value: 1n }) => {
    scriptedNodes({ [url]: honest({ ...market, ...results }) })
    const { via } = await connectScripted()
    return chain(spec).transactions.estimate(via, account, draftOf(body), never())
  }

  it('[S7.29] the fee is gas times price, with room for two blocks of growing base fee', async () => {
    // 64 gwei grow to at most 81 in two blocks.
    expect(await estimate({})).toEqual({ kind: 'native', amount: 21_000n * 82n * gwei, rate: { value: '82', unit: 'gwei' } })
  })

  it('the fee uses the gas price where a network has no base fee', async () => {
    expect(await estimate({ eth_getBlockByNumber: block(), eth_gasPrice: hex(64n * gwei) })).toMatchObject({ amount: 21_000n * 81n * gwei })
  })

  it('the tip comes from the gas price where a network returns none', async () => {
    const node: Node = questions =>
      json(
        questions.map(({ id, method }) =>
          method === 'eth_maxPriorityFeePerGas'
            ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }
            : { jsonrpc: '2.0', id, result: ({ eth_chainId: '0x1', ...market } as Record<string, unknown>)[method] },
        ),
      )
    scriptedNodes({ [url]: node })
    const { via } = await connectScripted()
    expect(await chain().transactions.estimate(via, account, draftOf({ to: bob, value: 1n }), never())).toMatchObject({ amount: 21_000n * 83n * gwei })
  })

  it('[S7.29] the fee assumes 150,000 gas only where the network cannot estimate', async () => {
    for (const code of [-32601, -32004]) {
      const node: Node = questions =>
        json(
          questions.map(({ id, method }) =>
            method === 'eth_estimateGas'
              ? { jsonrpc: '2.0', id, error: { code, message: 'no' } }
              : { jsonrpc: '2.0', id, result: ({ eth_chainId: '0x1', ...market } as Record<string, unknown>)[method] },
          ),
        )
      scriptedNodes({ [url]: node })
      const { via } = await connectScripted()
      expect(await chain().transactions.estimate(via, account, draftOf({ to: bob, value: 1n }), never())).toMatchObject({ amount: 150_000n * 82n * gwei })
    }
  })

  it('the fee includes the L1 data fee on the OP stack', async () => {
    expect(await estimate({ eth_call: hex(5n).replace('0x', `0x${'0'.repeat(63)}`) }, { opStack: true })).toMatchObject({ amount: 21_000n * 82n * gwei + 5n })
    expect(await estimate({ eth_call: '0x' }, { opStack: true })).toMatchObject({ amount: 21_000n * 82n * gwei })
  })

  it('the fee uses the gas of the draft when it names one', async () => {
    expect(await estimate({ eth_estimateGas: undefined }, {}, { to: bob, gas: 50_000n })).toMatchObject({ amount: 50_000n * 82n * gwei })
  })

  it.each([
    ['gas', { eth_estimateGas: `0x1${'0'.repeat(12)}` }],
    ['a price', { eth_gasPrice: `0x1${'0'.repeat(16)}` }],
    ['a base fee', { eth_getBlockByNumber: { number: '0x1', transactions: [], baseFeePerGas: '12' } }],
    ['a block', { eth_getBlockByNumber: 'latest' }],
  ])('[R7] no fee is computed from %s that is malformed', { tags: 'thorough' }, async (_what, results) => {
    scriptedNodes({ [url]: honest({ ...market, ...results }) })
    const { via } = await connectScripted()
    expect(await thrownBy(chain().transactions.estimate(via, account, draftOf({ to: bob }), never()))).toMatchObject({ code: 'CHAIN_ANSWER' })
  })

  it('the fee is higher at fast speed, and the draft says so', async () => {
    scriptedNodes({ [url]: honest({ ...market, eth_getBalance: hex(10n ** 18n) }) })
    const prepare = (speed?: 'slow' | 'normal' | 'fast') =>
      chain().transfers.prepare({ from: account, to: bob, network: 'eip155:1', asset: 'native', amount: 1n, decimals: 18, ...(speed && { speed }) }, never())
    const [unsaid, normal, slow, fast] = await Promise.all([prepare(), prepare('normal'), prepare('slow'), prepare('fast')])
    expect(eip155Transaction.read(unsaid.draft)).toEqual({ to: bob, value: 1n })
    expect(eip155Transaction.read(normal.draft)).toEqual({ to: bob, value: 1n })
    expect(eip155Transaction.read(slow.draft)).toMatchObject({ maxPriorityFeePerGas: (gwei * 8n) / 10n })
    expect(eip155Transaction.read(fast.draft)).toMatchObject({ maxPriorityFeePerGas: (gwei * 15n) / 10n })
    expect(fast.fee.kind === 'native' && slow.fee.kind === 'native' && fast.fee.amount > slow.fee.amount).toBe(true)
  })

  it('the fee is deducted from the amount when everything is sent', async () => {
    scriptedNodes({ [url]: honest({ ...market, eth_getBalance: hex(10n ** 18n) }) })
    const { draft, amount, fee } = await chain().transfers.prepare(
      { from: account, to: bob, network: 'eip155:1', asset: 'native', amount: 'max', decimals: 18 },
      never(),
    )
    expect(fee).toMatchObject({ amount: 21_000n * 82n * gwei })
    expect(amount).toBe(10n ** 18n - 21_000n * 82n * gwei)
    expect(eip155Transaction.read(draft)).toEqual({ to: bob, value: amount, gas: 21_000n, maxFeePerGas: 82n * gwei, maxPriorityFeePerGas: gwei })
  })

  it('the error names the missing amount when the fee alone is not covered', async () => {
    scriptedNodes({ [url]: honest({ ...market, eth_getBalance: hex(21_000n * 82n * gwei - 10n ** 12n) }) })
    const error = await thrownBy(
      chain().transfers.prepare({ from: account, to: bob, network: 'eip155:1', asset: 'native', amount: 'max', decimals: 18 }, never()),
    )
    expect(error).toMatchObject({ code: 'TRANSFER_FEE', message: 'The network fee cannot be paid: 0.000001 ETH are missing.' })
  })

  it('a token whose transfer returns false, or garbage, is not sent', async () => {
    const word = (text: string) => `0x${text.padStart(64, '0')}`
    for (const says of [word('0'), word('2'), '0x12', `${word('1')}${'0'.repeat(64)}`]) {
      scriptedNodes({
        [url]: honest({
          ...market,
          eth_getBalance: hex(10n ** 18n),
          eth_call: ([call]: [{ data: string }]) => (call.data.startsWith('0x70a08231') ? word('ff') : call.data === '0x313ce567' ? word('6') : says),
        }),
      })
      const asset = 'eip155:1/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'
      expect(await thrownBy(chain().transfers.prepare({ from: account, to: bob, network: 'eip155:1', asset, amount: 1n, decimals: 6 }, never()))).toMatchObject(
        {
          code: 'TRANSFER_REFUSED',
        },
      )
    }
  })
})

describe('sending a transaction', () => {
  it("[S7.27] send checks the wallet's chain, then sends the draft and returns the hash", async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash.toUpperCase().replace('0X', '0x') })
    const body = { to: bob, value: 255n, data: '0xabcd', gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
    expect(await chain().transactions.send(via, from, draftOf(body), never())).toEqual({ hash })
    expect(wallet.calls).toEqual([
      { method: 'eth_chainId' },
      {
        method: 'eth_sendTransaction',
        params: [{ from: ada, chainId: '0x1', to: bob, value: '0xff', data: '0xabcd', gas: '0x5208', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' }],
      },
    ])
  })

  it("[R12] send rethrows the wallet's error", async () => {
    const declined = walletError(4001)
    const { via, from } = await connectScripted({ eth_sendTransaction: () => Promise.reject(declined) })
    expect(await thrownBy(chain().transactions.send(via, from, draftOf({ to: bob }), never()))).toBe(declined)
  })

  /** What `send` throws for an injected wallet, and for a remote one, with this response. */
  const thrownFor = async (answer: () => Promise<unknown>) => {
    const inPage = await connectScripted({ eth_sendTransaction: answer })
    const remote: RemoteSession = {
      accounts: [`eip155:1:${ada}`],
      approved: ['eip155:1'],
      methods: ['eth_sendTransaction'],
      request: answer,
      watch: () => () => undefined,
      close: async () => undefined,
    }
    const walletSession = await createRemoteSessions(setupOf()).open(remote, never())
    const walletSessions = [inPage, connectionOf(walletSession, { chain: 'eip155', id: 'test' })]
    return Promise.all(walletSessions.map(({ via, from }) => thrownBy(chain().transactions.send(via, from, draftOf({ to: bob, value: 1n }), never()))))
  }

  it.each(walletAnswers)(
    '[R12] [S23] the outcome of a request follows from what "%s" proves, for an injected wallet and a remote one',
    async (_, error, outcome) => {
      for (const thrown of await thrownFor(() => Promise.reject(error))) {
        expect(failedRequest(thrown)).toBe(outcome)
        if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      }
    },
  )

  it.each([...unreadableAnswers, ['half a hash', hash.slice(0, 40)]] as const)(
    '[S23] [S35] a transaction may have been sent where the wallet answers %s',
    async (_, answer) => {
      for (const thrown of await thrownFor(async () => answer)) {
        expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
        expect(failedRequest(thrown)).toBe('unknown')
      }
    },
  )

  it('[S2] a transaction is not sent where a script that replaced BigInt and its toString changed the amount', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    const restore = hookBigInt(255n, 2550n)
    const thrown = await thrownBy(
      chain()
        .transactions.send(via, from, draftOf({ to: bob, value: 255n }), never())
        .finally(restore),
    )
    expect(thrown).toMatchObject({ code: 'TRANSFER_REFUSED', userMessage: { id: 'eip155.error.altered' } })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it('[S2] [S24] a transaction is not sent where a script that replaced Number.prototype.toString changed the chain', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    const restore = hookNumber(1, 8453)
    const thrown = await thrownBy(
      chain()
        .transactions.send(via, from, draftOf({ to: bob, value: 255n }), never())
        .finally(restore),
    )
    expect(thrown).toMatchObject({ code: 'TRANSFER_REFUSED', userMessage: { id: 'eip155.error.altered' } })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it.each([
    ['the amount', { value: 1n }],
    ['the data', { data: '0xabce' }],
    ['the gas', { gas: 1n }],
    ['the highest fee', { maxFeePerGas: 1n }],
    ['the tip', { maxPriorityFeePerGas: 1n }],
    ['the tip, which was left to the wallet,', { maxPriorityFeePerGas: undefined }],
  ])('[S2] a transaction is not sent where %s differs from the draft at hand-over', async (_what, later) => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    const first = { to: bob, value: 255n, data: '0xabcd', gas: 21_000n, maxFeePerGas: 20n, maxPriorityFeePerGas: 10n }
    const draft = { ...draftOf(first), body: first }
    // The wallet reports its chain between the copy and the comparison.
    wallet.replies.eth_chainId = () => {
      Object.assign(draft.body, later)
      return '0x1'
    }
    expect(await thrownBy(chain().transactions.send(via, from, draft, never()))).toMatchObject({ userMessage: { id: 'eip155.error.altered' } })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it('[R10] an aborted send rejects at once', async () => {
    const { via, from } = await connectScripted({ eth_sendTransaction: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const outcome = thrownBy(chain().transactions.send(via, from, draftOf({ to: bob }), controller.signal))
    setTimeout(() => controller.abort(), 20)
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  it.each([
    ['of another dialect', { dialect: 'solana/transaction', network: 'eip155:1', body: {} }],
    ['without a body', draftOf(undefined as never)],
    ['without recipient and data', draftOf({ value: 1n })],
    ['to what is no address', draftOf({ to: '0x12' })],
    ['with a value that is no bigint', draftOf({ to: bob, value: 1 })],
    ['with a negative value', draftOf({ to: bob, value: -1n })],
    ['with a value above 256 bits', draftOf({ to: bob, value: 2n ** 256n })],
    ['with data that is no hex', draftOf({ to: bob, data: '0xzz' })],
    ['with half a byte of data', draftOf({ to: bob, data: '0xabc' })],
    ['with gas that is text', draftOf({ to: bob, gas: '21000' })],
  ])('send rejects a draft %s before the wallet is asked', async (_what, draft) => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    expect(await thrownBy(chain().transactions.send(via, from, draft as Draft, never()))).toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect(wallet.calls).toEqual([])
  })

  it('send rejects a draft that changes on its way to the wallet', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    let reads = 0
    const shifty = {
      value: 1n,
      get to() {
        return ++reads > 1 ? ada : bob
      },
    }
    expect(await thrownBy(chain().transactions.send(via, from, draftOf(shifty), never()))).toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it('[S24] the request names the chain, so a wallet that switches at that moment can refuse it', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: () => Promise.reject(walletError(-32602, 'The chain is another one.')) })
    await thrownBy(chain().transactions.send(via, from, draftOf({ to: bob }), never()))
    expect(wallet.calls.at(-1)?.params).toEqual([{ from: ada, chainId: '0x1', to: bob }])
  })

  it('send makes no request for an account that is not in this wallet', async () => {
    const { via, wallet } = await connectScripted({ eth_sendTransaction: hash })
    expect(await thrownBy(chain().transactions.send(via, { ...account, address: bob }, draftOf({ to: bob }), never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })
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
  const looks = (...results: readonly Results[]): { readonly node: Node; readonly at: number[] } => {
    const at: number[] = []
    const node: Node = (questions, signal) => {
      if (questions.some(one => one.method === 'eth_getTransactionReceipt')) at.push(performance.now())
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
    expect(at.map(ms => Math.round((ms - (at[0] ?? 0)) / 100) * 100)).toEqual([0, 4_000, 8_000, 12_000])
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
    const turns = [Promise.resolve(), new Promise<void>(resolve => (show = resolve))]
    const outcome = chain().transactions.confirm(hash, 'eip155:1', { signal: never(), whenVisible: () => turns.shift() ?? Promise.resolve() })
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
      if (method === 'eth_getTransactionReceipt') return isThere ? { ...receipt, transactionHash: of } : null
      if (method === 'eth_getTransactionByHash') return { ...pending, hash: of }
      return method === 'eth_getTransactionCount' ? '0x5' : { number: '0x20', transactions: [] }
    }
    const { posts } = scriptedNodes({
      [url]: questions => json(questions.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: answerTo(method, params[0]) }))),
    })
    const controller = new AbortController()
    const { transactions } = chain()
    const outcomes = hashes.map(one => transactions.confirm(one, 'eip155:1', { signal: controller.signal, changed: () => undefined }))
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
    const asked = at.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(at).toHaveLength(asked)
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
    const reverted = { ...there, eth_getTransactionReceipt: { ...receipt, blockNumber: '0x22', status: '0x0' } }
    const deep = { ...reverted, eth_getBlockByNumber: { number: '0x2e', transactions: [] } }
    const { node, at } = looks(there, gone, there, gone, gone, gone, reverted, reverted, deep)
    scriptedNodes({ [url]: node })
    const told: unknown[] = []
    const outcome = chain().transactions.confirm(hash, 'eip155:1', { signal: never(), changed: changed => void told.push(changed) })
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(told[0]).toBeUndefined()
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([undefined, { status: 'failed', block: 34n }])
    // Twelve blocks are on top of it, so polling stops.
    const looked = at.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(at).toHaveLength(looked)
    expect(reported).toEqual([])
  })

  it('[R19] the watch for a reorg lasts at most a quarter of an hour, and ends when the caller aborts', async () => {
    const { node, at } = looks({ eth_getTransactionReceipt: receipt, eth_getBlockByNumber: { number: '0x20', transactions: [] } })
    scriptedNodes({ [url]: node })
    const told: unknown[] = []
    const controller = new AbortController()
    void chain().transactions.confirm(hash, 'eip155:1', { signal: controller.signal, changed: changed => void told.push(changed) })
    await vi.advanceTimersByTimeAsync(55_000)
    controller.abort()
    expect(at.length).toBeGreaterThan(3)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    at.length = 0
    void chain().transactions.confirm(hash, 'eip155:1', { signal: never(), changed: changed => void told.push(changed) })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(at).toHaveLength(61)
    expect(told).toEqual([])
  })

  it('[R19] the watch for a reorg ends when the node is gone for good', async () => {
    const { node: there } = looks({ eth_getTransactionReceipt: receipt, eth_getBlockByNumber: { number: '0x20', transactions: [] } })
    let isThere = true
    const { posts } = scriptedNodes({ [url]: (questions, signal) => (isThere ? there : down)(questions, signal) })
    void chain().transactions.confirm(hash, 'eip155:1', { signal: never(), changed: () => undefined })
    await vi.advanceTimersByTimeAsync(20_000)
    isThere = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    const asked = posts.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(posts).toHaveLength(asked)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['and when', { number: '0x20', timestamp: '0x64', transactions: [] }, { at: 100_000 }],
    ['also where no node returns the block time', null, {}],
  ])('confirm reports a failed transaction, %s', async (_, block, when) => {
    scriptedNodes({ [url]: looks({ eth_getTransactionReceipt: { ...receipt, status: '0x0' }, eth_getBlockByNumber: block }).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await outcome).toEqual({ status: 'failed', block: 32n, ...when })
  })

  it("confirm reports the contract's reason for a failed transaction", async () => {
    const results = { eth_getTransactionReceipt: { ...receipt, status: '0x0' }, eth_getBlockByNumber: { number: '0x20', transactions: [] } }
    const { node } = looks({ ...results, eth_getTransactionByHash: { ...pending, to: bob, input: '0xabcd', value: '0x1' } })
    const asked: unknown[] = []
    scriptedNodes({
      [url]: async (questions, signal) => {
        const answers = [await (await node(questions, signal)).json()].flat()
        return json(
          questions.map(({ id, method, params }, at) => {
            if (method !== 'eth_call') return answers[at]
            asked.push(params)
            return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted: STF' } }
          }),
        )
      },
    })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await outcome).toEqual({ status: 'failed', block: 32n, reason: 'execution reverted: STF' })
    expect(asked).toEqual([[{ from: ada, to: bob, data: '0xabcd', value: '0x1' }, '0x20']])
  })

  it.each([{ ...receipt, transactionHash: `0x${'34'.repeat(32)}` }, { ...receipt, status: '0x7' }, { ...receipt, blockNumber: null }, {}, 'yes'])(
    '[R7] [R19] confirm takes no success from a malformed receipt: %j',
    async lie => {
      scriptedNodes({ [url]: looks({ eth_getTransactionReceipt: lie }).node })
      const controller = new AbortController()
      const outcome = thrownBy(confirm(controller.signal))
      await vi.advanceTimersByTimeAsync(30_000)
      controller.abort()
      expect(await outcome).toMatchObject({ name: 'AbortError' })
      await vi.advanceTimersByTimeAsync(30_000)
    },
  )

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
    const used = { eth_getTransactionByHash: null, eth_getTransactionCount: '0x6', eth_getBlockByNumber: { number: '0x80', transactions: [] } }
    scriptedNodes({ [url]: looks({}, used, { ...used, eth_getTransactionReceipt: receipt }).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'confirmed', block: 32n })
  })

  it('[R19] a transaction has expired from the second poll in which its nonce is used and no transaction used it', async () => {
    const used = { eth_getTransactionByHash: null, eth_getTransactionCount: '0x6', eth_getBlockByNumber: { number: '0x80', transactions: [] } }
    const { node, at } = looks({}, used)
    scriptedNodes({ [url]: node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'expired' })
    expect(at).toHaveLength(3)
  })

  it('[R19] a transaction is replaced by the one with its sender and nonce, whatever else is in that block', async () => {
    const other = `0x${'56'.repeat(32)}`
    const used = ([, at]: [string, string]) => (at === 'latest' || BigInt(at) >= 0x40n ? '0x6' : '0x5')
    const transactions = [
      { hash: `0x${'01'.repeat(32)}`, from: ada, nonce: '0x4' },
      { hash: `0x${'02'.repeat(32)}`, from: bob, nonce: '0x5' },
      { hash: other, from: ada, nonce: '0x5' },
    ]
    const blocks = ([at]: [string]) => ({ number: at === 'latest' ? '0x80' : at, transactions: at === '0x40' ? transactions : [] })
    const replaced = { eth_getTransactionByHash: null, eth_getTransactionCount: used, eth_getBlockByNumber: blocks }
    scriptedNodes({ [url]: looks({}, replaced).node })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'replaced', by: other })
  })

  it("[R19] a transaction counts as replaced by one that took its nonce more than 120 blocks ago; without the node's old state it has no outcome", async () => {
    const other = `0x${'56'.repeat(32)}`
    const used = ([, at]: [string, string]) => (at === 'latest' || BigInt(at) >= 0x40n ? '0x6' : '0x5')
    const blocks = ([at]: [string]) => ({
      number: at === 'latest' ? '0x8000' : at,
      transactions: at === '0x40' ? [{ hash: other, from: ada, nonce: '0x5' }] : [],
    })
    const replaced = { eth_getTransactionByHash: null, eth_getTransactionCount: used, eth_getBlockByNumber: blocks }
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
            method === 'eth_getTransactionCount' && isOld(params[1]) ? { jsonrpc: '2.0', id, error: missing } : answers[at],
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
    const used = ([, at]: [string, string]) => (at === 'latest' || BigInt(at) >= 0x77n ? '0x6' : '0x5')
    const blocks = ([at]: [string]) =>
      at === 'latest'
        ? { number: '0x80', transactions: [] }
        : { number: at, transactions: at === '0x77' ? [{ hash: other, from: ada.toLowerCase(), nonce: '0x5' }] : [] }
    scriptedNodes({
      [url]: looks({}, { eth_getTransactionByHash: null }, { eth_getTransactionByHash: null, eth_getTransactionCount: used, eth_getBlockByNumber: blocks })
        .node,
    })
    const outcome = confirm()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toEqual({ status: 'replaced', by: other })
  })
})
