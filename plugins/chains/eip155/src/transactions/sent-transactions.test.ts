import type { Account } from '@portico/kernel/account'
import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { encodeFunctionData, encodePacked, type Hex, maxUint256, parseAbi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { answer, down, honest, json, type Results, type ScriptedNodes, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import { checksumAddress } from '../addresses/checksum.js'
import { transferTo } from '../assets/assets.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

const url = 'https://node.example'
const network = 'eip155:1'
const hash = `0x${'12'.repeat(32)}` as const
const otherHash = `0x${'34'.repeat(32)}` as const
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const thief = checksumAddress(`0x${'7e'.repeat(20)}`)
const bundler = checksumAddress(`0x${'b0'.repeat(20)}`)
const entryPoint = checksumAddress('0x0000000071727de22e5e9d8baf0edac6f37da032')
const account: Account = { namespace: 'eip155', address: ada, type: 'eoa', connection: 'eip155/test' }
const safe: Account = { ...account, type: 'smartAccount' }
const ether = 10n ** 18n
/** The code of an account that delegates to a contract (EIP-7702). */
const code7702 = `0xef0100${'ba'.repeat(20)}`
const hex = (amount: bigint) => `0x${amount.toString(16)}`
const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
const wordOf = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')

const native = { to: bob, value: ether } as const
const dollars = { to: token, value: 0n, data: transferTo(bob, 5_000_000n) } as const

/** A transaction as nodes return it. */
const mined = (change: object = {}, of: Eip155Transaction = native) => ({
  hash,
  from: ada.toLowerCase(),
  nonce: '0x7',
  to: of.to?.toLowerCase() ?? null,
  value: hex(of.value ?? 0n),
  input: of.data ?? '0x',
  gas: '0x5208',
  blockNumber: '0x20',
  ...change,
})
const transferLog = (from: string, to: string, amount: bigint, address = token) => ({
  address: address.toLowerCase(),
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${wordOf(from)}`, `0x${wordOf(to)}`],
  data: `0x${word(amount)}`,
  transactionHash: hash,
})
const receiptOf = (logs: readonly object[], status = '0x1') => ({ transactionHash: hash, blockNumber: '0x20', status, logs })
const calm: Results = {
  eth_getTransactionCount: '0x7',
  eth_getBlockByNumber: { number: '0x10', transactions: [] },
  eth_getCode: '0x',
  eth_getLogs: [],
  eth_getTransactionByHash: null,
  eth_getTransactionReceipt: null,
}

let nodes: ScriptedNodes
function chainOf(results: Results = {}) {
  nodes = scriptedNodes({ [url]: honest({ ...calm, ...results }) })
  const rpcOf = createRpcs({ networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url] })], rpcTimeoutMs: 1_000 })
  return createTransactions(rpcOf, error => expect.unreachable(String(error)))
}
const asked = () => nodes.posts.flatMap(({ questions }) => questions)
const describeIt = (draft: Eip155Transaction = native, from = account) => chainOf().describe(from, [eip155Transaction.draft(network, draft)], never())
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
      ...{ version: 2, network, from: ada, calls: [{ to: bob, value: hex(ether), data: '0xabcd', size: 2 }] },
      ...{ nonce: '0x7', block: '0x10', isSmart: false },
    })
    const long = await describeIt({ to: bob, data: `0x${'5e'.repeat(100_000)}` })
    expect(long.length).toBeLessThanOrEqual(4096)
    expect(JSON.parse(long)).toMatchObject({ calls: [{ size: 100_000, digest: expect.stringMatching(/^0x[\da-f]{64}$/) }] })
  })

  it('a description holds every call of a bundle of up to twelve within 4 kB, even with long data; a longer bundle is refused', async () => {
    const call = { to: bob, value: (1n << 128n) - 1n, data: `0x${'5e'.repeat(100_000)}` } as const
    const many = (count: number) => Array.from({ length: count }, () => eip155Transaction.draft('eip155:1', call))
    for (const count of [2, 5, 12]) {
      const text = await chainOf().describe(account, many(count), never())
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(JSON.parse(text).calls).toHaveLength(count)
      const sent = mined({ to: thief })
      expect(await chainOf({ eth_getTransactionByHash: sent }).compare(hash, network, text, never())).toMatchObject({ status: 'different', to: thief })
    }
    expect(await thrownBy(chainOf().describe(account, many(13), never()))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(await thrownBy(chainOf().describe(account, [], never()))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    const elsewhere = eip155Transaction.draft('eip155:10', native)
    expect(await thrownBy(chainOf().describe(account, [...many(1), elsewhere], never()))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })

  it('a description counts pending transactions as used nonces', async () => {
    const counts = ([, at]: [string, string]) => (at === 'pending' ? '0x9' : '0x7')
    const text = await chainOf({ eth_getTransactionCount: counts }).describe(account, [eip155Transaction.draft(network, native)], never())
    expect(JSON.parse(text)).toMatchObject({ nonce: '0x9' })
    // A node that lags and knows no pending transactions.
    const behind = ([, at]: [string, string]) => (at === 'pending' ? '0x5' : '0x7')
    expect(JSON.parse(await chainOf({ eth_getTransactionCount: behind }).describe(account, [eip155Transaction.draft(network, native)], never()))).toMatchObject(
      {
        nonce: '0x7',
      },
    )
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
    const texts = ['', '{', 'null', '[]', '7', ...changes.map(change => JSON.stringify({ ...good, ...change }))]
    for (const text of texts) {
      expect(await thrownBy(chainOf().compare(hash, network, text, never())), text.slice(0, 80)).toMatchObject({ code: 'CHAIN_ANSWER' })
      expect(await thrownBy(chainOf().find(network, text, never())), text.slice(0, 80)).toMatchObject({ code: 'CHAIN_ANSWER' })
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
  ])('[S2] a transaction that moves %s compares as the same where the wallet chose gas, fees, nonce, type and access list', async (_, draft) => {
    const chosen = { nonce: '0x63', gas: '0xffff', gasPrice: '0x1', type: '0x1', accessList: [{ address: thief, storageKeys: [] }], blockNumber: null }
    expect(await compared({ eth_getTransactionByHash: mined(chosen, draft) }, draft)).toEqual({ status: 'same' })
  })

  it.each<[string, Eip155Transaction, object, object]>([
    ['coins to somebody else', native, { to: thief }, { to: thief }],
    ['another amount of coins', native, { value: hex(2n * ether) }, { amount: 2n * ether }],
    ['more coins to somebody else', native, { to: thief, value: hex(9n * ether) }, { to: thief, amount: 9n * ether }],
    ['coins from another account', native, { from: thief }, { from: thief }],
    ['nothing of the request, and from another account', native, { from: bundler, to: thief, value: '0x1' }, { from: bundler, to: thief, amount: 1n }],
    ['coins with other data', native, { input: '0xabcd' }, {}],
    ['coins to itself', native, { to: ada, value: '0x1' }, { to: ada, amount: 1n }],
    ['nothing to itself, and makes the account a contract', native, { to: ada, value: '0x0', type: '0x4' }, { to: ada, amount: 0n }],
    ['nothing to itself, by a nonce that was used before', native, { to: ada, value: '0x0', nonce: '0x6' }, { to: ada, amount: 0n }],
    ['tokens to somebody else', dollars, { input: transferTo(thief, 5_000_000n) }, { to: thief }],
    ['another amount of tokens', dollars, { input: transferTo(bob, 500_000_000n) }, { amount: 500_000_000n }],
    ['other tokens', dollars, { to: bundler }, {}],
    ['coins instead of tokens', dollars, { to: thief, value: hex(ether), input: '0x' }, { to: thief }],
    ['tokens instead of coins', native, { to: token, value: '0x0', input: transferTo(thief, 7n) }, { to: thief }],
    ['coins besides the tokens', dollars, { value: hex(ether) }, {}],
    ['a contract that is created', native, { to: null }, {}],
    ['another call', { to: token, data: '0xabcdef' }, { input: '0xabcdee' }, {}],
    ['another end of long data', { to: token, data: `0x${'5e'.repeat(10_000)}` }, { input: `0x${'5e'.repeat(9_999)}5f` }, {}],
    ['a higher approval', { to: token, data: `0x095ea7b3${wordOf(bob)}${word(5n)}` }, { input: `0x095ea7b3${wordOf(bob)}${word(6n)}` }, { spender: bob }],
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
  ])('[S2] a transaction that moves %s compares as different', async (_, draft, change, difference) => {
    expect(await compared({ eth_getTransactionByHash: mined(change, draft) }, draft)).toEqual({ status: 'different', ...difference })
  })

  const swap = { to: bundler, value: 3n, data: '0xabcdef01' } as const
  it.each([
    ['approve', parseAbi(['function approve(address, uint256)']), [thief, maxUint256]],
    ['approve with bytes behind its arguments', parseAbi(['function approve(address, uint256, bytes32)']), [thief, 1n, otherHash], '0x095ea7b3'],
    ['increaseAllowance', parseAbi(['function increaseAllowance(address, uint256)']), [thief, 1n]],
    ['setApprovalForAll', parseAbi(['function setApprovalForAll(address, bool)']), [thief, true]],
    ['approve of Permit2', parseAbi(['function approve(address, address, uint160, uint48)']), [token, thief, 1n, 9]],
  ] as const)('[S2] [S20] %s instead of coins, tokens or a swap compares as different and names the spender', async (_, abi, args, selector?: string) => {
    const encoded = encodeFunctionData({ abi, args } as never) as Hex
    const input = selector ? `${selector}${encoded.slice(10)}` : encoded
    const sent = { to: token, value: '0x0', input }
    for (const draft of [native, swap])
      expect(await compared({ eth_getTransactionByHash: mined(sent, draft) }, draft)).toEqual({ status: 'different', to: token, spender: thief })
    expect(await compared({ eth_getTransactionByHash: mined(sent, dollars) }, dollars)).toEqual({ status: 'different', spender: thief })
  })

  it('[S20] an approval of 0 instead of coins names no spender', async () => {
    for (const input of [`0x095ea7b3${wordOf(thief)}${word(0n)}`, `0xa22cb465${wordOf(thief)}${word(0n)}`, `0x095ea7b3${wordOf(thief)}`])
      expect(await compared({ eth_getTransactionByHash: mined({ to: token, input }) })).not.toHaveProperty('spender')
  })

  it.each([native, dollars])('[S2] [R19] an empty transaction with the described nonce compares as a cancel, which raises no alert', async draft => {
    const cancel = mined({ to: ada.toLowerCase(), value: '0x0', input: '0x' })
    expect(await compared({ eth_getTransactionByHash: cancel }, draft)).toEqual({ status: 'different', isCancel: true })
  })

  it('a transaction compares as the same where the person lowered the amount of an approval in the wallet', async () => {
    const approve = (amount: bigint) => ({ to: token, data: `0x095ea7b3${wordOf(bob)}${word(amount)}` }) as const
    expect(await compared({ eth_getTransactionByHash: mined({}, approve(4n)) }, approve(5n))).toEqual({ status: 'same' })
    const longer = mined({ input: `${approve(4n).data}00` }, approve(4n))
    expect(await compared({ eth_getTransactionByHash: longer }, approve(5n))).toEqual({ status: 'different', spender: bob })
  })
})

describe('A transaction of a smart account', () => {
  const code = { eth_getCode: code7702 }
  const order = (of: Eip155Transaction) => `0x1fad948c${wordOf(ada)}${wordOf(of.to ?? '0x')}${word(of.value ?? 0n)}${(of.data ?? '0x').slice(2)}`
  const byBundler = (of: Eip155Transaction) => mined({ from: bundler, to: entryPoint, value: '0x0', input: order(of) })
  const selfCall = (of: Eip155Transaction) => mined({ to: ada, value: '0x0', input: order(of) })
  const operation = (succeeded: bigint) => ({
    address: entryPoint,
    topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', otherHash, `0x${wordOf(ada)}`, `0x${wordOf(bundler)}`],
    data: `0x${word(1n)}${word(succeeded)}${word(2n)}${word(3n)}`,
    transactionHash: hash,
  })

  it.each<[string, Account, Results]>([
    ['of a bundler', safe, {}],
    ['of a bundler for an account of EIP-7702', account, code],
  ])('[S2] a transaction %s whose data contains what was described compares as unknown: the data may do more', async (_, from, results) => {
    expect(await compared({ ...results, eth_getTransactionByHash: byBundler(native) }, native, from)).toEqual({ status: 'unknown' })
    const receipt = receiptOf([operation(1n), transferLog(ada, bob, 5_000_000n), transferLog(ada, bundler, 7n)])
    const tokens = { ...results, eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: receipt }
    expect(await compared(tokens, dollars, from)).toEqual({ status: 'unknown' })
    const call = { to: token, data: `0x${'5e'.repeat(10_000)}` } as const
    expect(await compared({ ...results, eth_getTransactionByHash: byBundler(call) }, call, from)).toEqual({ status: 'unknown' })
  })

  it('[S2] a call of the account to itself in an unknown form compares as unknown where its data contains what was described', async () => {
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(native) })).toEqual({ status: 'unknown' })
    const receipt = receiptOf([transferLog(ada, bob, 5_000_000n)])
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(dollars), eth_getTransactionReceipt: receipt }, dollars)).toEqual({
      status: 'unknown',
    })
  })

  const approve = (spender: string, amount: bigint) => ({ to: token, value: 0n, data: `0x095ea7b3${wordOf(spender)}${word(amount)}` }) as const
  const swap = { to: bundler, value: ether, data: `0xabcdef01${wordOf(ada)}${word(77n)}` } as const
  const more = 500n * ether
  it.each<[string, Eip155Transaction, object, object]>([
    ['other coins, with the payment as data', native, { to: thief, value: hex(more), input: `0x${wordOf(bob)}${word(ether)}` }, { to: thief, amount: more }],
    [
      'an approval of somebody else, with the described one behind it',
      approve(bundler, 5n),
      { input: `${approve(thief, maxUint256).data}${wordOf(token)}${approve(bundler, 5n).data.slice(2)}` },
      { spender: thief },
    ],
    ['coins to a thief, with the swap as data', swap, { to: thief, input: `0x${wordOf(bundler)}${word(ether)}${swap.data.slice(2)}` }, { to: thief }],
    ['coins besides the tokens', dollars, { value: hex(ether) }, {}],
    ['coins to a contract that moves the tokens as well', dollars, { to: thief, value: hex(more), input: `0x${dollars.data.slice(2)}` }, { to: thief }],
    [
      'coins to a contract that wraps the transfer',
      dollars,
      { to: thief, value: hex(more), input: `0xaa${dollars.data.slice(2)}${wordOf(token)}` },
      { to: thief },
    ],
  ])('[S2] [S20] an account of EIP-7702 that itself sent %s compares as different, whatever the data contains', async (_, draft, change, difference) => {
    const receipt = receiptOf([transferLog(ada, bob, 5_000_000n)])
    expect(await compared({ ...code, eth_getTransactionByHash: mined(change, draft), eth_getTransactionReceipt: receipt }, draft)).toEqual({
      status: 'different',
      ...difference,
    })
  })

  it('[S2] an account of EIP-7702 that itself sent what was described in a plain transaction compares as the same', async () => {
    for (const draft of [native, dollars, swap])
      expect(await compared({ ...code, eth_getTransactionByHash: mined({}, draft) }, draft)).toEqual({ status: 'same' })
  })

  it('[S2] a fee that the token takes for itself or burns is no difference', async () => {
    for (const to of [token, `0x${'00'.repeat(20)}`]) {
      const receipt = receiptOf([transferLog(ada, bob, 4_900_000n), transferLog(ada, to, 100_000n)])
      const results = { eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: receipt }
      expect(await compared(results, dollars, safe)).toEqual({ status: 'unknown' })
    }
  })

  it.each([safe, account])('[S2] a bundler that paid half of the tokens to somebody else compares as different (account type $type)', async from => {
    const receipt = receiptOf([operation(1n), transferLog(ada, bob, 2_500_000n), transferLog(ada, thief, 2_500_000n)])
    const results = { ...code, eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: receipt }
    expect(await compared(results, dollars, from)).toEqual({ status: 'different', amount: 2_500_000n })
  })

  it.each<[string, object, object]>([
    ['tokens to somebody else', transferLog(ada, thief, 5_000_000n), { to: thief }],
    ['other tokens to somebody else', transferLog(ada, thief, 9n), { to: thief, amount: 9n }],
    ['another amount of tokens', transferLog(ada, bob, 500_000_000n), { amount: 500_000_000n }],
  ])("[S2] a smart account's transaction that moves %s compares as different", async (_, log, difference) => {
    const lie = { ...dollars, data: transferTo(thief, 1n) }
    const results = { eth_getTransactionByHash: byBundler(lie), eth_getTransactionReceipt: receiptOf([operation(1n), log]) }
    expect(await compared(results, dollars, safe)).toEqual({ status: 'different', ...difference })
  })

  it("[S2] a smart account's transaction compares as different where the recipient gets a small part and somebody else the rest", async () => {
    const receipt = receiptOf([operation(1n), transferLog(ada, bob, 1n), transferLog(ada, thief, 4_999_999n)])
    const results = { eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: receipt }
    expect(await compared(results, dollars, safe)).toMatchObject({ status: 'different' })
  })

  it("[S2] a smart account's transaction compares as different where its tokens went to somebody else beside another account's failed operation", async () => {
    const failed = { ...operation(0n), topics: operation(0n).topics.map((topic, at) => (at === 2 ? `0x${wordOf(bob)}` : topic)) }
    const receipt = receiptOf([failed, transferLog(ada, thief, 5_000_000n)])
    const results = { eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: receipt }
    expect(await compared(results, dollars, safe)).toEqual({ status: 'different', to: thief })
  })

  it("[S2] a smart account's transaction compares as different where the end of long data was changed in a bundle of its own", async () => {
    const call = { to: token, data: `0x${'5e'.repeat(10_000)}` } as const
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(call) }, call)).toEqual({ status: 'unknown' })
    const begun = performance.now()
    const changed = { ...call, data: `0x${'5e'.repeat(9_999)}5f` } as const
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(changed) }, call)).toEqual({ status: 'different' })
    expect(performance.now() - begun, 'data in which its own beginning is repeated does not keep the page busy').toBeLessThan(3_000)
  })

  it("[S2] a smart account's transaction of coins to somebody else, in a plain payment or a bundle of its own, compares as different", async () => {
    expect(await compared({ ...code, eth_getTransactionByHash: mined({ to: thief }) })).toEqual({ status: 'different', to: thief })
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall({ ...native, to: thief }) })).toEqual({ status: 'different' })
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall({ ...native, value: 2n * ether }) })).toEqual({ status: 'different' })
    const plain = { ...code, eth_getTransactionByHash: mined({ to: thief }), eth_getTransactionReceipt: receiptOf([]) }
    expect(await compared(plain, dollars)).toEqual({ status: 'different', to: thief })
  })

  it("[S2] a smart account's hash compares as different where the transaction is another account's and does not involve this one", async () => {
    const foreign = mined({ from: thief, to: bundler, input: '0xabcd' })
    expect(await compared({ ...code, eth_getTransactionByHash: foreign, eth_getTransactionReceipt: receiptOf([]) })).toMatchObject({
      status: 'different',
      from: thief,
    })
    const tokens = { eth_getTransactionByHash: foreign, eth_getTransactionReceipt: receiptOf([transferLog(thief, bob, 5_000_000n)]) }
    expect(await compared(tokens, dollars, safe)).toMatchObject({ status: 'different', from: thief })
  })

  it("a smart account's transaction raises no alarm where nothing is provable: a failed operation, data that a bundler packed, a failed transaction", async () => {
    const packed = mined({ from: bundler, to: entryPoint, input: '0xabcd' })
    const failed = receiptOf([operation(0n), transferLog(ada, bundler, 7n)])
    expect(await compared({ eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: failed }, dollars, safe)).toEqual({ status: 'unknown' })
    expect(await compared({ eth_getTransactionByHash: packed, eth_getTransactionReceipt: receiptOf([operation(1n)]) }, native, safe)).toEqual({
      status: 'unknown',
    })
    expect(await compared({ eth_getTransactionByHash: packed, eth_getTransactionReceipt: receiptOf([], '0x0') }, dollars, safe)).toEqual({ status: 'unknown' })
    const inSafe = { address: ada, topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'], data: `0x${word(1n)}${word(0n)}` }
    const refunded = receiptOf([inSafe, transferLog(ada, bundler, 7n)])
    expect(await compared({ eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: refunded }, dollars, safe)).toEqual({ status: 'unknown' })
  })
})

describe('An operation of ERC-4337', () => {
  const field = ['uint256', 'bytes', 'bytes'] as const
  const oldOperation = `(address, ${field.join(', ')}, uint256, uint256, uint256, uint256, uint256, bytes, bytes)[]`
  const newOperation = `(address, ${field.join(', ')}, bytes32, uint256, bytes32, bytes, bytes)[]`
  const account4337 = parseAbi([
    'function execute(address to, uint256 value, bytes data)',
    'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  ])
  const one = ({ to = thief, value = 0n, data = '0x' }: Eip155Transaction) =>
    encodeFunctionData({ abi: account4337, functionName: 'execute', args: [to, value, data] })
  const several = (...calls: readonly Eip155Transaction[]) =>
    encodeFunctionData({
      abi: account4337,
      functionName: 'executeBatch',
      args: [calls.map(({ to = thief, value = 0n, data = '0x' }) => ({ to, value, data }))],
    })
  type Version = [name: string, address: string, tuple: string, operation: (data: Hex, sender: string) => readonly unknown[]]
  const versions: Version[] = [
    [
      '0.6',
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      oldOperation,
      (data: Hex, sender: string) => [sender, 1n, '0x', data, 1n, 1n, 1n, 1n, 1n, '0x', '0x5151'],
    ],
    ['0.7', entryPoint, newOperation, (data: Hex, sender: string) => [sender, 1n, '0x', data, `0x${word(1n)}`, 1n, `0x${word(1n)}`, '0x', '0x5151']],
  ]
  const handled = ([, , tuple, operation]: Version, ...operations: readonly (readonly [data: Hex, sender?: string])[]) =>
    encodeFunctionData({
      abi: parseAbi([`function handleOps(${tuple}, address)`] as never),
      args: [operations.map(([data, sender = ada]) => operation(data, sender)), bundler],
    } as never) as Hex
  const event = (point: string, succeeded = 1n, sender = ada) => ({
    address: point,
    topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', otherHash, `0x${wordOf(sender)}`, `0x${wordOf(bundler)}`],
    data: `0x${word(1n)}${word(succeeded)}${word(2n)}${word(3n)}`,
    transactionHash: hash,
  })
  const sent = (version: Version, input: Hex, logs: readonly object[] = [event(version[1])], status = '0x1') => ({
    eth_getCode: code7702,
    eth_getTransactionByHash: mined({ from: bundler, to: version[1], value: '0x0', input }),
    eth_getTransactionReceipt: receiptOf(logs, status),
  })

  it.each(versions)(
    '[S2] an operation by EntryPoint %s that does exactly what was described compares as the same, beside operations of others',
    async (...version) => {
      for (const from of [safe, account]) {
        for (const draft of [native, dollars]) {
          expect(await compared(sent(version, handled(version, [one(draft)])), draft, from)).toEqual({ status: 'same' })
          const among = handled(version, [one({ to: thief, value: 9n }), bob], [several(draft)], ['0x1234', thief])
          expect(await compared(sent(version, among), draft, from)).toEqual({ status: 'same' })
        }
      }
    },
  )

  it.each(versions)('[S2] an operation by EntryPoint %s that does something else compares as different', async (...version) => {
    const theft = { to: thief, value: 500n * ether }
    expect(await compared(sent(version, handled(version, [one(theft)])), native, safe)).toEqual({ status: 'different', to: thief, amount: 500n * ether })
    expect(await compared(sent(version, handled(version, [several({ ...native, value: 2n })])), native, safe)).toEqual({ status: 'different', amount: 2n })
    // The described call is in another account's operation.
    const decoy = handled(version, [one(native), bob], [one(theft)])
    expect(await compared(sent(version, decoy), native, safe)).toMatchObject({ status: 'different', to: thief })
  })

  it.each(versions)('[S2] an operation by EntryPoint %s that may do more, or may have failed, compares as unknown', async (...version) => {
    const exact = handled(version, [one(native)])
    for (const results of [
      sent(version, handled(version, [several(native, { to: bundler, value: 1n })])),
      sent(version, handled(version, [one(native)], [one({ to: thief, value: 9n })])),
      sent(version, handled(version, [`0x12345678${one(native).slice(10)}`])),
      sent(version, exact, []),
      sent(version, exact, [event(version[1], 0n)]),
      sent(version, exact, [event(version[1], 1n, bob)]),
      sent(version, exact, [event(thief)]),
      // A contract that imitates an EntryPoint.
      { ...sent(version, exact, [event(thief)]), eth_getTransactionByHash: mined({ from: bundler, to: thief, value: '0x0', input: exact }) },
    ])
      expect(await compared(results, native, safe)).toEqual({ status: 'unknown' })
    expect(await compared(sent(version, exact, [], '0x0'), native, safe)).toEqual({ status: 'same' })
  })
})

describe('A Safe', () => {
  const contract = { eth_getCode: '0x6080' }
  const multiSend = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
  const nobody = `0x${'00'.repeat(20)}` as const
  const abi = parseAbi([
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'function multiSend(bytes transactions)',
  ])
  interface Order {
    readonly operation?: number
    readonly gasPrice?: bigint
  }
  const execute = ({ to = nobody, value = 0n, data = '0x' }: Eip155Transaction, { operation = 0, gasPrice = 0n }: Order = {}) =>
    encodeFunctionData({ abi, functionName: 'execTransaction', args: [to, value, data, operation, 0n, 0n, gasPrice, nobody, thief, `0x${'51'.repeat(65)}`] })
  const packed = (calls: readonly Eip155Transaction[], operation = 0) =>
    calls
      .map(({ to = nobody, value = 0n, data = '0x' }) =>
        encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to, value, BigInt((data.length - 2) / 2), data]).slice(2),
      )
      .join('')
  const executeAll = (
    calls: readonly Eip155Transaction[],
    { to = multiSend, more = '', operation = 0 }: { to?: string; more?: string; operation?: number } = {},
  ) =>
    execute({ to: to as Hex, data: encodeFunctionData({ abi, functionName: 'multiSend', args: [`0x${packed(calls, operation)}${more}`] }) }, { operation: 1 })
  /** An owner of the Safe sends its order. */
  const byOwner = (input: string, change: object = {}) => ({
    ...contract,
    eth_getTransactionByHash: mined({ from: bundler, to: ada, value: '0x0', input, ...change }),
    eth_getTransactionReceipt: receiptOf([]),
  })
  const failure = { address: ada, topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'], data: `0x${word(1n)}${word(0n)}` }
  const swap = { to: bundler, value: 3n, data: `0xabcdef01${wordOf(ada)}` } as const
  const approval = { to: token, data: `0x095ea7b3${wordOf(bundler)}${word(5n)}` } as const
  async function comparedAll(results: Results, calls: readonly Eip155Transaction[]) {
    const drafts = calls.map(call => eip155Transaction.draft(network, call))
    const text = await chainOf().describe(safe, drafts, never())
    return chainOf(results).compare(hash, network, text, never())
  }

  it.each<[string, Eip155Transaction]>([
    ['coins', native],
    ['tokens', dollars],
    ['a swap', swap],
  ])('[S2] a Safe that carried out %s as described, sent by an owner, compares as the same', async (_, draft) => {
    expect(await compared(byOwner(execute(draft)), draft, safe)).toEqual({ status: 'same' })
    // Some Safes wrap a single call in MultiSend too.
    expect(await compared(byOwner(executeAll([draft])), draft, safe)).toEqual({ status: 'same' })
    // Connected through a wallet that does not report the account type.
    expect(await compared(byOwner(execute(draft)), draft, account)).toEqual({ status: 'same' })
  })

  it.each<[string, Eip155Transaction, Eip155Transaction, object]>([
    ['coins to somebody else', native, { to: thief, value: 500n * ether }, { to: thief, amount: 500n * ether }],
    ['another amount of coins', native, { ...native, value: 2n }, { amount: 2n }],
    ['coins with data that contains the described tokens', dollars, { to: thief, value: 5n, data: dollars.data }, { to: thief }],
    ['tokens to somebody else', dollars, { ...dollars, data: transferTo(thief, 5_000_000n) }, { to: thief }],
    ['an approval instead of coins', native, { to: token, data: `0x095ea7b3${wordOf(thief)}${word(maxUint256)}` }, { to: token, spender: thief }],
  ])('[S2] [S20] a Safe that carried out %s compares as different', async (_, draft, sent, difference) => {
    expect(await compared(byOwner(execute(sent)), draft, safe)).toEqual({ status: 'different', ...difference })
    expect(await compared(byOwner(executeAll([sent])), draft, safe)).toEqual({ status: 'different', ...difference })
  })

  it('[S2] a Safe that carried out several calls by MultiSend compares as the same only where these are the described calls', async () => {
    const calls = [approval, swap]
    expect(await comparedAll(byOwner(executeAll(calls)), calls)).toEqual({ status: 'same' })
    expect(await comparedAll(byOwner(executeAll([approval, { ...swap, to: thief }])), calls)).toEqual({ status: 'different', to: thief })
    expect(await comparedAll(byOwner(executeAll([approval])), calls)).toEqual({ status: 'different' })
    const theft = { to: thief, value: 500n * ether }
    expect(await comparedAll(byOwner(executeAll([approval, theft, swap])), calls)).toEqual({ status: 'different', to: thief, amount: 500n * ether })
    expect(await compared(byOwner(executeAll([native, theft])), native, safe)).toEqual({ status: 'different', to: thief, amount: 500n * ether })
  })

  it.each<[string, Results]>([
    ['delegates to another contract than MultiSend', byOwner(executeAll([native], { to: thief }))],
    ['delegates the described payment itself', byOwner(execute(native, { operation: 1 }))],
    ['names an operation that no Safe knows', byOwner(execute(native, { operation: 2 }))],
    ['has calls in MultiSend that are delegated', byOwner(executeAll([native], { operation: 1 }))],
    ['failed inside', { ...byOwner(execute(native)), eth_getTransactionReceipt: receiptOf([failure]) }],
    ['has bytes behind the calls in MultiSend', byOwner(executeAll([native], { more: '00' }))],
    ['has a call in MultiSend to the zero address', byOwner(executeAll([native, { to: nobody, value: 1n }]))],
    ['pays a gas refund as well', byOwner(execute(native, { gasPrice: 1n }))],
    ['is cut off', byOwner(execute(native).slice(0, 10 + 64 * 3))],
    ['is sent to another contract', byOwner(execute(native), { to: entryPoint })],
  ])('[S2] a Safe transaction that %s compares as unknown, although it contains the described payment', async (_, results) => {
    expect(await compared(results, native, safe)).toEqual({ status: 'unknown' })
  })

  it('[S2] an order to a Safe that is no contract yet, or to an account of EIP-7702, compares as unknown: such an address accepts any data', async () => {
    for (const eth_getCode of ['0x', code7702])
      expect(await compared({ ...byOwner(execute(native)), eth_getCode }, native, safe)).toEqual({ status: 'unknown' })
  })
})

describe('A bundle', () => {
  const router = checksumAddress(`0x${'40'.repeat(20)}`)
  const approve = (spender: string, amount: bigint) => ({ to: token, data: `0x095ea7b3${wordOf(spender)}${word(amount)}` }) as const
  const trade = { to: router, value: 3n, data: `0xabcdef01${wordOf(ada)}${word(77n)}` } as const
  const bundle: readonly Eip155Transaction[] = [approve(router, 5n), trade]
  const code = { eth_getCode: code7702 }

  /** `(address,uint256,bytes)[]` as contracts read it. */
  const encoded = (calls: readonly Eip155Transaction[]) => {
    const parts = calls.map(({ to = '0x', value = 0n, data = '0x' }) => {
      const size = (data.length - 2) / 2
      return `${wordOf(to)}${word(value)}${word(96n)}${word(BigInt(size))}${data.slice(2).padEnd(64 * Math.ceil(size / 32), '0')}`
    })
    let at = 32 * parts.length
    const offsets = parts.map(part => {
      const offset = word(BigInt(at))
      at += part.length / 2
      return offset
    })
    return `${word(32n)}${word(BigInt(parts.length))}${offsets.join('')}${parts.join('')}`
  }
  const wrapped = (list: string) => {
    const size = list.length / 2
    return `0xe9ae5c53${'01'.padEnd(64, '0')}${word(64n)}${word(BigInt(size))}${list}`
  }
  const forms: readonly (readonly [string, (calls: readonly Eip155Transaction[]) => string])[] = [
    ['execute(Call[])', calls => `0x3f707e6b${encoded(calls)}`],
    ['executeBatch(Call[])', calls => `0x34fcd5be${encoded(calls)}`],
    ['execute(mode, Call[]) of ERC-7579', calls => wrapped(encoded(calls))],
  ]
  /** An unknown encoding that concatenates the calls. */
  const unknownForm = (calls: readonly Eip155Transaction[]) =>
    `0x1fad948c${calls.map(({ to = '0x', value = 0n, data = '0x' }) => `${wordOf(to)}${word(value)}${data.slice(2)}`).join('')}`
  const selfCall = (input: string) => mined({ to: ada, value: '0x0', input })
  const byBundler = (calls: readonly Eip155Transaction[]) =>
    mined({ from: bundler, to: entryPoint, value: '0x0', input: `${unknownForm(calls)}${wordOf(ada)}` })

  const describeAll = (calls = bundle, from = account) =>
    chainOf().describe(
      from,
      calls.map(call => eip155Transaction.draft(network, call)),
      never(),
    )
  async function compared(results: Results, calls = bundle, from = account) {
    const text = await describeAll(calls, from)
    return chainOf(results).compare(hash, network, text, never())
  }
  const isSent = (transaction: object, more: Results = code): Results => ({ ...more, eth_getTransactionByHash: transaction })

  it.each(forms)(
    '[S2] a bundle that the account sends to itself by %s compares as the same, also before the account is a contract and with a lower approval',
    async (_, form) => {
      expect(await compared(isSent(selfCall(form(bundle))))).toEqual({ status: 'same' })
      expect(await compared(isSent(selfCall(form(bundle)), {}))).toEqual({ status: 'same' })
      expect(await compared(isSent(selfCall(form([approve(router, 4n), trade]))))).toEqual({ status: 'same' })
    },
  )

  it.each(forms)(
    '[S2] a bundle that the account sends to itself by %s compares as different where one call was changed, added or left out',
    async (_, form) => {
      const differs = async (calls: readonly Eip155Transaction[]) => compared(isSent(selfCall(form(calls))))
      expect(await differs([approve(router, 5n), { ...trade, to: thief }])).toEqual({ status: 'different', to: thief })
      expect(await differs([approve(thief, 5n), trade])).toEqual({ status: 'different', spender: thief })
      expect(await differs([approve(router, 6n), trade])).toEqual({ status: 'different', spender: router })
      expect(await differs([approve(router, 5n), { ...trade, value: 4n }])).toEqual({ status: 'different', amount: 4n })
      expect(await differs([approve(router, 5n), { ...trade, data: `0xabcdef01${wordOf(thief)}${word(77n)}` }])).toEqual({ status: 'different' })
      expect(await differs([...bundle, { to: token, data: transferTo(thief, 9n) }])).toMatchObject({ status: 'different', to: thief })
      expect(await differs([trade])).toMatchObject({ status: 'different' })
      // The described calls are contained as data that is not executed.
      const decoy = [{ to: thief, value: 3n, data: `0x${encoded(bundle)}` }, bundle[1] as Eip155Transaction] as const
      expect(await differs(decoy)).toEqual({ status: 'different', to: thief, amount: 3n })
    },
  )

  it.each(forms)(
    '[S2] a single payment in a batch that the account sends to itself by %s compares as the same only where nothing was added',
    async (_, form) => {
      const sent = async (...calls: readonly Eip155Transaction[]) => compared(isSent(selfCall(form(calls))), [native])
      expect(await sent(native)).toEqual({ status: 'same' })
      expect(await sent(native, { to: thief, value: 500n * ether })).toEqual({ status: 'different', to: thief, amount: 500n * ether })
      expect(await sent({ to: thief, value: 500n * ether }, native)).toEqual({ status: 'different', to: thief, amount: 500n * ether })
      expect(await sent(native, native)).toEqual({ status: 'different' })
      expect(await sent(native, { to: token, data: transferTo(thief, 9n) })).toEqual({ status: 'different', to: thief })
      expect(await sent(native, approve(thief, 9n))).toEqual({ status: 'different', to: token, spender: thief })
      const take = (owner: string): Eip155Transaction => ({ to: token, data: `0x23b872dd${wordOf(owner)}${wordOf(thief)}${word(9n)}` })
      expect(await sent(native, take(ada))).toEqual({ status: 'different', to: token, amount: 0n })
      // Another page's request in the same batch, whose effect is unknown.
      expect(await sent(native, { to: router, data: '0xabcdef01' })).toEqual({ status: 'unknown' })
      expect(await sent({ to: router, data: '0xabcdef01' }, native)).toEqual({ status: 'unknown' })
      for (const harmless of [approve(thief, 0n), { to: ada, value: 5n } as const, take(bob)])
        expect(await sent(native, harmless)).toEqual({ status: 'unknown' })
      expect(await sent({ to: router, data: '0xabcdef01' }, { ...native, to: thief })).toEqual({ status: 'different', to: thief })
    },
  )

  it('[S2] a batch in the form of the account that somebody else sends to it compares as unknown: it may do nothing', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const foreign = mined({ from: thief, to: ada, value: '0x0', input: list([native]) })
    expect(await compared(isSent(foreign), [native])).toEqual({ status: 'unknown' })
    // A plain account has no code, so the data is not even read.
    expect(await compared(isSent(foreign, {}), [native])).toMatchObject({ status: 'different', from: thief })
  })

  it('[S2] a batch of ERC-7579 compares as unknown where its mode is that of another kind of call', async () => {
    const sent = (mode: string) => selfCall(wrapped(encoded([native])).replace('01'.padEnd(64, '0'), mode.padEnd(64, '0')))
    expect(await compared(isSent(sent('0100000000007821000100')), [native])).toEqual({ status: 'same' })
    expect(await compared(isSent(sent('0101')), [native])).toEqual({ status: 'same' })
    // One call, a delegatecall, a list of lists, a mode of the account's own.
    for (const mode of ['00', 'ff', '01000000000078210002', '010000000000abcdef01'])
      expect(await compared(isSent(sent(mode)), [native]), mode).toEqual({ status: 'unknown' })
  })

  it('[R7] a batch whose recipient is no address compares as unknown', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const input = list([native]).replace(wordOf(bob), wordOf(bob).replace(/^0/, '1'))
    expect(await compared(isSent(selfCall(`${input}${wordOf(bob)}`)), [native])).toEqual({ status: 'unknown' })
  })

  it('[S2] a bundle of two payments whose amounts were exchanged compares as different', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const pay = (one: bigint, two: bigint): readonly Eip155Transaction[] => [
      { to: bob, value: one },
      { to: bundler, value: two },
    ]
    expect(await compared(isSent(selfCall(list(pay(1n, 2n)))), pay(1n, 2n))).toEqual({ status: 'same' })
    expect(await compared(isSent(selfCall(list(pay(2n, 1n)))), pay(1n, 2n))).toEqual({ status: 'different', amount: 2n })
  })

  it.each(['0x', '0x20', `0x${'ff'.repeat(96)}`, `0x${word(32n)}${word(1n)}`, `0x${word(32n)}${word(1n << 40n)}`, `0x${word(32n)}${word(1n)}${word(4096n)}`])(
    '[R7] whose data is encoded as no contract reads it (%s) is no bundle of these calls',
    async body => {
      for (const selector of ['3f707e6b', 'e9ae5c53'])
        expect(await compared(isSent(selfCall(`0x${selector}${body.slice(2)}`)))).toMatchObject({ status: 'different' })
    },
  )

  it('[S2] a bundle in an unknown encoding compares as unknown where its data contains all calls, and as different where it contains only some', async () => {
    for (const sent of [selfCall(unknownForm(bundle)), byBundler(bundle), byBundler([approve(router, 1n), trade])])
      expect(await compared(isSent(sent))).toEqual({ status: 'unknown' })
    const changed = [approve(router, 5n), { ...trade, data: `0xabcdef01${wordOf(thief)}${word(77n)}` }] as const
    expect(await compared(isSent(selfCall(unknownForm(changed))))).toMatchObject({ status: 'different' })
    expect(await compared(isSent(byBundler(changed)), bundle, safe)).toMatchObject({ status: 'different' })
    expect(await compared(isSent(byBundler([approve(thief, 5n), trade])), bundle, safe)).toMatchObject({ status: 'different' })
  })

  it('a bundle whose data cannot be read compares as unknown', async () => {
    const packed = mined({ from: bundler, to: entryPoint, value: '0x0', input: `0x1234${wordOf(ada)}` })
    expect(await compared(isSent(packed), bundle, safe)).toEqual({ status: 'unknown' })
    // The account's first transaction made it a contract, and is in no block yet.
    expect(await compared(isSent(packed, {}))).toEqual({ status: 'unknown' })
  })

  it('[S2] a bundle of token transfers whose data cannot be read is compared by the logs of the token', async () => {
    const transfers: readonly Eip155Transaction[] = [dollars, { to: token, data: transferTo(bundler, 9n) }]
    const packed = mined({ from: bundler, to: entryPoint, value: '0x0', input: `0x1234${wordOf(ada)}` })
    const receipt = (...logs: readonly object[]) => ({ ...isSent(packed), eth_getTransactionReceipt: receiptOf(logs) })
    expect(await compared(receipt(transferLog(ada, bob, 5_000_000n), transferLog(ada, bundler, 9n)), transfers, safe)).toEqual({ status: 'unknown' })
    expect(await compared(receipt(transferLog(ada, thief, 5_000_000n), transferLog(ada, bundler, 9n)), transfers, safe)).toMatchObject({
      status: 'different',
      to: thief,
    })
    // The token's log proves the transfer; nothing proves the trade.
    expect(await compared(receipt(transferLog(ada, bob, 5_000_000n)), [dollars, trade], safe)).toEqual({ status: 'unknown' })
  })

  it('[S2] an unrelated transaction of another account under the hash of a bundle compares as different', async () => {
    const foreign = { ...isSent(mined({ from: thief, to: bundler, input: '0xabcd' })), eth_getTransactionReceipt: receiptOf([]) }
    expect(await compared(foreign, bundle, safe)).toMatchObject({ status: 'different', from: thief })
    expect(await compared(isSent(mined({ to: thief }), {}))).toMatchObject({ status: 'different', to: thief })
  })

  describe('a bundle that the wallet sent one by one', () => {
    const sentAs = (...calls: readonly object[]) => {
      const list = calls.map((call, at) => mined({ hash: `0x${String(at + 1).repeat(64)}`, nonce: hex(BigInt(7 + at)), ...call }))
      const used = (block: bigint) => 7n + BigInt(Math.max(0, Math.min(list.length, Number(block) - 0x11)))
      const results: Results = {
        eth_getTransactionCount: ([, at]: [string, string]) => hex(used(at === 'latest' || at === 'pending' ? 0x20n : BigInt(at))),
        eth_getBlockByNumber: ([at]: [string]) => {
          const one = at === 'latest' || at === 'pending' ? undefined : list[Number(at) - 0x12]
          return { number: at === 'latest' || at === 'pending' ? '0x20' : at, transactions: one ? [one] : [] }
        },
        eth_getTransactionByHash: ([asked]: [string]) => list.find(one => one.hash === asked) ?? null,
      }
      return { results, last: String(list.at(-1)?.hash) }
    }
    const asSent = ({ to, value = 0n, data = '0x' }: Eip155Transaction) => ({ to: to?.toLowerCase() ?? null, value: hex(value), input: data })
    const compareLast = async (...calls: readonly Eip155Transaction[]) => {
      const text = await describeAll()
      const { results, last } = sentAs(...calls.map(asSent))
      return chainOf(results).compare(last, network, text, never())
    }

    it('[S2] a bundle sent as single transactions compares as the same where each call was sent', async () => {
      expect(await compareLast(...bundle)).toEqual({ status: 'same' })
      expect(await compareLast(approve(router, 5n), { to: bob, value: 9n }, trade)).toEqual({ status: 'same' })
    })

    it('[S2] a bundle sent as single transactions compares as different where the first or the last was changed', async () => {
      expect(await compareLast(approve(thief, 5n), trade)).toEqual({ status: 'different', spender: thief })
      expect(await compareLast({ to: thief, value: 9n }, trade)).toEqual({ status: 'different', to: thief, amount: 9n })
      expect(await compareLast(approve(router, 5n), { ...trade, to: thief })).toEqual({ status: 'different', to: thief })
    })

    it('[S2] a bundle that was cancelled compares as cancelled only where no call was sent before', async () => {
      const nothing = { to: ada, value: 0n } as const
      expect(await compareLast(nothing)).toEqual({ status: 'different', isCancel: true })
      expect(await compareLast(approve(router, 5n), nothing)).not.toHaveProperty('isCancel')
    })

    it('a bundle of which only the last call was sent compares as unknown', async () => {
      expect(await compareLast(trade)).toEqual({ status: 'unknown' })
    })

    it('[S23] a bundle sent as single transactions is found by its last one after a lost answer, and stays open before', async () => {
      const text = await describeAll()
      const { results, last } = sentAs(...bundle.map(asSent))
      expect(await chainOf(results).find(network, text, never())).toEqual({ status: 'found', hash: last })
      const part = sentAs(asSent(approve(router, 5n)))
      expect(await chainOf(part.results).find(network, text, never())).toEqual({ status: 'open' })
    })

    it('[S23] a bundle that the account sent to itself is found, whether or not its encoding is known', async () => {
      const text = await describeAll()
      const [, list] = forms[2] as (typeof forms)[number]
      for (const input of [list(bundle), unknownForm(bundle)]) {
        const { results, last } = sentAs({ to: ada, value: '0x0', input })
        expect(await chainOf(results).find(network, text, never())).toEqual({ status: 'found', hash: last })
        expect(await chainOf(results).find(network, text, never(), [last])).toEqual({ status: 'open' })
      }
      // Added calls are for the comparison to report: the payment was made, and must not be made twice.
      const more = sentAs({ to: ada, value: '0x0', input: list([...bundle, { to: thief, value: 9n }]) })
      expect(await chainOf(more.results).find(network, text, never())).toEqual({ status: 'found', hash: more.last })
      const other = sentAs({ to: ada, value: '0x0', input: list([approve(thief, 5n), trade]) })
      expect(await chainOf(other.results).find(network, text, never())).toEqual({ status: 'open' })
    })
  })

  it('[S23] a bundle that a bundler sent is found by the Approval log where its data contains the other calls', async () => {
    const log = {
      ...transferLog(ada, router, 5n),
      topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', `0x${wordOf(ada)}`, `0x${wordOf(router)}`],
    }
    const text = await describeAll(bundle, safe)
    const find = (results: Results, known?: readonly string[]) => chainOf({ eth_getLogs: [log], ...results }).find(network, text, never(), known)
    expect(await find({ eth_getTransactionByHash: byBundler(bundle) })).toEqual({ status: 'found', hash })
    expect(await find({ eth_getTransactionByHash: byBundler([approve(router, 5n)]) })).toEqual({ status: 'open' })
    expect(await find({ eth_getTransactionByHash: byBundler(bundle) }, [hash])).toEqual({ status: 'open' })
    expect(await find({ eth_getLogs: [{ ...log, data: `0x${word(6n)}` }], eth_getTransactionByHash: byBundler(bundle) })).toEqual({ status: 'open' })
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
  async function comparing(results: Results, from = account, whenVisible?: () => Promise<void>, calls: readonly Eip155Transaction[] = [native]) {
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
    const { state } = await comparing({ eth_getCode: code7702 }, account, undefined, [native, dollars])
    await vi.advanceTimersByTimeAsync(150_000)
    expect(state.outcome).toEqual({ status: 'unknown' })
  })

  it('the two minutes of a comparison do not count time in which its caller must wait', async () => {
    let isTurn = true
    const waiting: (() => void)[] = []
    const whenVisible = () => (isTurn ? Promise.resolve() : new Promise<void>(resolve => void waiting.push(resolve)))
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
    const { state } = await comparing({ eth_getTransactionByHash: mined({ from: thief, to: bundler, input: '0xabcd' }) }, safe)
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
  /** A chain of blocks 0x10 to 0x20: the account's transactions since the description, oldest first, one per block from 0x12 on. */
  const after = (...sent: readonly ReturnType<typeof mined>[]): Results => {
    const used = (block: bigint) => 7n + BigInt(Math.max(0, Math.min(sent.length, Number(block) - 0x11)))
    return {
      eth_getTransactionCount: ([, at]: [string, string]) => hex(used(at === 'latest' || at === 'pending' ? 0x20n : BigInt(at))),
      eth_getBlockByNumber: ([at]: [string]) => {
        const one = at === 'latest' || at === 'pending' ? undefined : sent[Number(at) - 0x12]
        return { number: at === 'latest' || at === 'pending' ? '0x20' : at, transactions: one ? [one] : [] }
      },
      eth_getTransactionByHash: ([asked]: [string]) => sent.find(one => one.hash === asked) ?? null,
    }
  }
  const numbered = (at: number, change: object = {}) => mined({ hash: `0x${String(at).repeat(64)}`, nonce: hex(BigInt(6 + at)), ...change })
  const found = async (results: Results, draft: Eip155Transaction = native, from = account, known?: readonly string[]) => {
    const text = await describeIt(draft, from)
    return chainOf(results).find(network, text, never(), known)
  }

  it('[S23] a transaction is found among those that the account sent since the request', async () => {
    expect(await found(after(numbered(1)))).toEqual({ status: 'found', hash: numbered(1).hash })
    expect(await found(after(numbered(1, { to: thief }), numbered(2), numbered(3)))).toEqual({ status: 'found', hash: numbered(2).hash })
    expect(await found(after({ ...mined({}, dollars), hash: numbered(1).hash }), dollars)).toEqual({ status: 'found', hash: numbered(1).hash })
  })

  it('[S23] A payment that the account sent more than 120 blocks ago is found with few requests', async () => {
    const payment = mined({ blockNumber: '0x12' })
    const results = {
      eth_getTransactionCount: ([, at]: [string, string]) => (at === 'latest' || at === 'pending' || BigInt(at) >= 0x12n ? '0x8' : '0x7'),
      eth_getBlockByNumber: ([at]: [string]) => ({ number: at === 'latest' ? '0xffff' : at, transactions: at === '0x12' ? [payment] : [] }),
      eth_getTransactionByHash: payment,
    }
    expect(await found(results)).toEqual({ status: 'found', hash })
    expect(asked().filter(({ method }) => method === 'eth_getTransactionCount').length).toBeLessThanOrEqual(1 + 1 + 16)
  })

  it('[S23] a transaction is found while it is still pending', async () => {
    const pending = ([at]: [string]) => ({ number: '0x20', transactions: at === 'pending' ? [mined({ from: bob }), mined()] : [] })
    expect(await found({ eth_getBlockByNumber: pending, eth_getTransactionByHash: mined() })).toEqual({ status: 'found', hash })
  })

  it('[S23] a transaction stays open where the account sent nothing or something else, because the wallet may take the next nonce', async () => {
    expect(await found({})).toEqual({ status: 'open' })
    expect(await found(after(numbered(1, { to: thief }), numbered(2, { value: '0x1' }), numbered(3, { input: '0xab' })))).toEqual({ status: 'open' })
  })

  it('[S23] an equal earlier payment that was pending at the time of the request is not taken for the transaction', async () => {
    const text = await chainOf({ eth_getTransactionCount: ([, at]: [string, string]) => (at === 'pending' ? '0x8' : '0x7') }).describe(
      account,
      [eip155Transaction.draft(network, native)],
      never(),
    )
    expect(await chainOf(after(numbered(1))).find(network, text, never())).toEqual({ status: 'open' })
    const stillPending = ([at]: [string]) => ({ number: '0x20', transactions: at === 'pending' ? [mined()] : [] })
    expect(await chainOf({ eth_getBlockByNumber: stillPending, eth_getTransactionByHash: mined() }).find(network, text, never())).toEqual({ status: 'open' })
    expect(await chainOf(after(numbered(1), numbered(2))).find(network, text, never())).toEqual({ status: 'found', hash: numbered(2).hash })
  })

  it('[S23] an equal payment with a known hash is not taken for the transaction, of a plain account or a smart one', async () => {
    const [first, second] = [numbered(1), numbered(2)]
    expect(await found(after(first), native, account, [first.hash])).toEqual({ status: 'open' })
    expect(await found(after(first, second), native, account, [first.hash])).toEqual({ status: 'found', hash: second.hash })
    expect(await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe, [hash])).toEqual({ status: 'open' })
  })

  it('a search makes a bounded number of requests, however much the account has sent since', async () => {
    const many = Array.from({ length: 14 }, (_, at) => mined({ hash: `0x${at.toString(16).repeat(64)}`, nonce: hex(BigInt(7 + at)), to: thief }))
    expect(await found(after(...many))).toEqual({ status: 'open' })
    expect(asked().length).toBeLessThan(100)
  })

  it("[S23] a transaction of a smart account is found by the token's logs", async () => {
    expect(await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe)).toEqual({ status: 'found', hash })
    expect(asked().find(({ method }) => method === 'eth_getLogs')?.params).toEqual([
      { address: token, fromBlock: '0x11', toBlock: 'latest', topics: [transferLog(ada, bob, 0n).topics[0], `0x${wordOf(ada)}`, `0x${wordOf(bob)}`] },
    ])
    for (const log of [
      transferLog(ada, bob, 5n),
      transferLog(ada, thief, 5_000_000n),
      transferLog(thief, bob, 5_000_000n),
      transferLog(ada, bob, 5_000_000n, bundler),
    ])
      expect(await found({ eth_getLogs: [log] }, dollars, safe)).toEqual({ status: 'open' })
    expect(await found({ eth_getLogs: [transferLog(ada, bob, ether)] }, native, safe)).toEqual({ status: 'open' })
  })

  it.each(['eth_getTransactionCount', 'eth_getLogs'])('a transaction stays open where the node refuses to return %s of old blocks', async refused => {
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
  })

  it('a search throws where no node responds', async () => {
    const text = await describeIt()
    const chain = chainOf()
    scriptedNodes({ [url]: down })
    expect(await thrownBy(chain.find(network, text, never()))).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })
})
