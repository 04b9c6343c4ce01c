import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { encodeFunctionData, encodePacked, type Hex, maxUint256, parseAbi } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
import { honest, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada } from '../../test/scripted-provider.js'
import {
  account,
  bundler,
  calm,
  code7702,
  dollars,
  entryPoint,
  ether,
  hash,
  mined,
  native,
  network,
  receiptOf,
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

describe('A Safe', () => {
  const contract = { eth_getCode: '0x6080' }
  const multiSend = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
  const zeroAddress = `0x${'00'.repeat(20)}` as const
  const abi = parseAbi([
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'function multiSend(bytes transactions)',
  ])
  interface Order {
    readonly operation?: number
    readonly gasPrice?: bigint
  }
  const execute = (
    { to = zeroAddress, value = 0n, data = '0x' }: Eip155Transaction,
    { operation = 0, gasPrice = 0n }: Order = {},
  ) =>
    encodeFunctionData({
      abi,
      functionName: 'execTransaction',
      args: [
        to,
        value,
        data,
        operation,
        0n,
        0n,
        gasPrice,
        zeroAddress,
        thief,
        `0x${'51'.repeat(65)}`,
      ],
    })
  const packed = (calls: readonly Eip155Transaction[], operation = 0) =>
    calls
      .map(({ to = zeroAddress, value = 0n, data = '0x' }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [operation, to, value, BigInt((data.length - 2) / 2), data],
        ).slice(2),
      )
      .join('')
  const executeAll = (
    calls: readonly Eip155Transaction[],
    {
      to = multiSend,
      more = '',
      operation = 0,
    }: { to?: string; more?: string; operation?: number } = {},
  ) =>
    execute(
      {
        to: to as Hex,
        data: encodeFunctionData({
          abi,
          functionName: 'multiSend',
          args: [`0x${packed(calls, operation)}${more}`],
        }),
      },
      { operation: 1 },
    )
  /** An owner of the Safe sends its order. */
  const byOwner = (input: string, change: object = {}) => ({
    ...contract,
    eth_getTransactionByHash: mined({ from: bundler, to: ada, value: '0x0', input, ...change }),
    eth_getTransactionReceipt: receiptOf([]),
  })
  const failure = {
    address: ada,
    topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'],
    data: `0x${word(1n)}${word(0n)}`,
  }
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
  ])(
    '[S2] a Safe that carried out %s as described, sent by an owner, compares as the same',
    async (_, draft) => {
      expect(await compared(byOwner(execute(draft)), draft, safe)).toEqual({ status: 'same' })
      // Some Safes wrap a single call in MultiSend too.
      expect(await compared(byOwner(executeAll([draft])), draft, safe)).toEqual({ status: 'same' })
      // Connected through a wallet that does not report the account type.
      expect(await compared(byOwner(execute(draft)), draft, account)).toEqual({ status: 'same' })
    },
  )

  it.each<[string, Eip155Transaction, Eip155Transaction, object]>([
    [
      'coins to another recipient',
      native,
      { to: thief, value: 500n * ether },
      { to: thief, amount: 500n * ether },
    ],
    ['another amount of coins', native, { ...native, value: 2n }, { amount: 2n }],
    [
      'coins with data that contains the described tokens',
      dollars,
      { to: thief, value: 5n, data: dollars.data },
      { to: thief },
    ],
    [
      'tokens to another recipient',
      dollars,
      { ...dollars, data: transferTo(thief, 5_000_000n) },
      { to: thief },
    ],
    [
      'an approval instead of coins',
      native,
      { to: token, data: `0x095ea7b3${wordOf(thief)}${word(maxUint256)}` },
      { to: token, spender: thief },
    ],
  ])(
    '[S2] [S20] a Safe that carried out %s compares as different',
    async (_, draft, sent, difference) => {
      expect(await compared(byOwner(execute(sent)), draft, safe)).toEqual({
        status: 'different',
        ...difference,
      })
      expect(await compared(byOwner(executeAll([sent])), draft, safe)).toEqual({
        status: 'different',
        ...difference,
      })
    },
  )

  it('[S2] a Safe that carried out several calls by MultiSend compares as the same only where these are the described calls', async () => {
    const calls = [approval, swap]
    expect(await comparedAll(byOwner(executeAll(calls)), calls)).toEqual({ status: 'same' })
    expect(
      await comparedAll(byOwner(executeAll([approval, { ...swap, to: thief }])), calls),
    ).toEqual({ status: 'different', to: thief })
    expect(await comparedAll(byOwner(executeAll([approval])), calls)).toEqual({
      status: 'different',
    })
    const theft = { to: thief, value: 500n * ether }
    expect(await comparedAll(byOwner(executeAll([approval, theft, swap])), calls)).toEqual({
      status: 'different',
      to: thief,
      amount: 500n * ether,
    })
    expect(await compared(byOwner(executeAll([native, theft])), native, safe)).toEqual({
      status: 'different',
      to: thief,
      amount: 500n * ether,
    })
  })

  it.each<[string, Results]>([
    ['delegates to another contract than MultiSend', byOwner(executeAll([native], { to: thief }))],
    ['delegates the described payment itself', byOwner(execute(native, { operation: 1 }))],
    ['names an operation that no Safe knows', byOwner(execute(native, { operation: 2 }))],
    ['has calls in MultiSend that are delegated', byOwner(executeAll([native], { operation: 1 }))],
    [
      'failed inside',
      { ...byOwner(execute(native)), eth_getTransactionReceipt: receiptOf([failure]) },
    ],
    ['has bytes behind the calls in MultiSend', byOwner(executeAll([native], { more: '00' }))],
    [
      'has a call in MultiSend to the zero address',
      byOwner(executeAll([native, { to: zeroAddress, value: 1n }])),
    ],
    ['pays a gas refund as well', byOwner(execute(native, { gasPrice: 1n }))],
    ['is cut off', byOwner(execute(native).slice(0, 10 + 64 * 3))],
    ['is sent to another contract', byOwner(execute(native), { to: entryPoint })],
  ])(
    '[S2] a Safe transaction that %s compares as unknown, although it contains the described payment',
    async (_, results) => {
      expect(await compared(results, native, safe)).toEqual({ status: 'unknown' })
    },
  )

  it('[S2] an order to a Safe that is no contract yet, or to an account of EIP-7702, compares as unknown: such an address accepts any data', async () => {
    for (const eth_getCode of ['0x', code7702])
      expect(await compared({ ...byOwner(execute(native)), eth_getCode }, native, safe)).toEqual({
        status: 'unknown',
      })
  })
})
