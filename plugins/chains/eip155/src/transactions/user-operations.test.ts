import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
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
  entryPoint,
  ether,
  hash,
  mined,
  native,
  network,
  otherHash,
  receiptOf,
  safe,
  thief,
  url,
  word,
  wordOf,
} from '../../test/sent-rig.js'
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
  type Version = [
    name: string,
    address: string,
    tuple: string,
    operation: (data: Hex, sender: string) => readonly unknown[],
  ]
  const versions: Version[] = [
    [
      '0.6',
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      oldOperation,
      (data: Hex, sender: string) => [sender, 1n, '0x', data, 1n, 1n, 1n, 1n, 1n, '0x', '0x5151'],
    ],
    [
      '0.7',
      entryPoint,
      newOperation,
      (data: Hex, sender: string) => [
        sender,
        1n,
        '0x',
        data,
        `0x${word(1n)}`,
        1n,
        `0x${word(1n)}`,
        '0x',
        '0x5151',
      ],
    ],
  ]
  const handled = (
    [, , tuple, operation]: Version,
    ...operations: readonly (readonly [data: Hex, sender?: string])[]
  ) =>
    encodeFunctionData({
      abi: parseAbi([`function handleOps(${tuple}, address)`] as never),
      args: [operations.map(([data, sender = ada]) => operation(data, sender)), bundler],
    } as never) as Hex
  const event = (point: string, succeeded = 1n, sender = ada) => ({
    address: point,
    topics: [
      '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
      otherHash,
      `0x${wordOf(sender)}`,
      `0x${wordOf(bundler)}`,
    ],
    data: `0x${word(1n)}${word(succeeded)}${word(2n)}${word(3n)}`,
    transactionHash: hash,
  })
  const sent = (
    version: Version,
    input: Hex,
    logs: readonly object[] = [event(version[1])],
    status = '0x1',
  ) => ({
    eth_getCode: code7702,
    eth_getTransactionByHash: mined({ from: bundler, to: version[1], value: '0x0', input }),
    eth_getTransactionReceipt: receiptOf(logs, status),
  })

  it.each(versions)(
    '[S2] an operation by EntryPoint %s that does exactly what was described compares as the same, beside operations of others',
    async (...version) => {
      for (const from of [safe, account]) {
        for (const draft of [native, dollars]) {
          expect(
            await compared(sent(version, handled(version, [one(draft)])), draft, from),
          ).toEqual({ status: 'same' })
          const among = handled(
            version,
            [one({ to: thief, value: 9n }), bob],
            [several(draft)],
            ['0x1234', thief],
          )
          expect(await compared(sent(version, among), draft, from)).toEqual({ status: 'same' })
        }
      }
    },
  )

  it.each(versions)(
    '[S2] an operation by EntryPoint %s that does something else compares as different',
    async (...version) => {
      const theft = { to: thief, value: 500n * ether }
      expect(await compared(sent(version, handled(version, [one(theft)])), native, safe)).toEqual({
        status: 'different',
        to: thief,
        amount: 500n * ether,
      })
      expect(
        await compared(
          sent(version, handled(version, [several({ ...native, value: 2n })])),
          native,
          safe,
        ),
      ).toEqual({ status: 'different', amount: 2n })
      // The described call is in another account's operation.
      const decoy = handled(version, [one(native), bob], [one(theft)])
      expect(await compared(sent(version, decoy), native, safe)).toMatchObject({
        status: 'different',
        to: thief,
      })
    },
  )

  it.each(versions)(
    '[S2] an operation by EntryPoint %s that may do more, or may have failed, compares as unknown',
    async (...version) => {
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
        {
          ...sent(version, exact, [event(thief)]),
          eth_getTransactionByHash: mined({ from: bundler, to: thief, value: '0x0', input: exact }),
        },
      ])
        expect(await compared(results, native, safe)).toEqual({ status: 'unknown' })
      expect(await compared(sent(version, exact, [], '0x0'), native, safe)).toEqual({
        status: 'same',
      })
    },
  )
})
