import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { permit2, readEvmCalls, readEvmTransaction } from './evm-calls.js'
import type { Action } from './reading.js'

const self = `0x${'11'.repeat(20)}` as const
const other = `0x${'22'.repeat(20)}` as const
const token = `0x${'33'.repeat(20)}` as const
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function transferFrom(address from, address to, uint256 amount)',
])
const permitAbi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
const approve = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [other, amount] })
const operator = (isAllowed: boolean) =>
  encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [other, isAllowed] })
const item = (from: `0x${string}`) =>
  encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [from, other, 7n] })
const items = (data: `0x${string}`) =>
  encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [self, other, 7n, 2n, data] })
const permit = encodeFunctionData({
  abi: permitAbi,
  functionName: 'approve',
  args: [token, other, 9n, 1_800_000_000],
})

const read: readonly (readonly [string, { to?: string; data?: string; value?: string }, Action])[] =
  [
    [
      'a payment',
      { to: other, value: '0x64' },
      { kind: 'transfer', asset: 'native', to: other, amount: 100n },
    ],
    [
      'a payment with empty data',
      { to: other, value: '0x64', data: '0x' },
      { kind: 'transfer', asset: 'native', to: other, amount: 100n },
    ],
    [
      'a transfer of a token',
      { to: token, data: transfer },
      { kind: 'transfer', asset: { token }, to: other, amount: 5n },
    ],
    [
      'the same in capitals',
      { to: token.toUpperCase().replace('X', 'x'), data: transfer.toUpperCase().replace('X', 'x') },
      { kind: 'transfer', asset: { token }, to: other, amount: 5n },
    ],
    [
      'an approval',
      { to: token, data: approve(5n) },
      { kind: 'approval', token, spender: other, amount: 5n },
    ],
    [
      'an unlimited approval',
      { to: token, data: approve(2n ** 256n - 1n) },
      { kind: 'approval', token, spender: other, amount: 'unlimited' },
    ],
    [
      'an unlimited approval of a token with 96 bits',
      { to: token, data: approve(2n ** 96n - 1n) },
      { kind: 'approval', token, spender: other, amount: 'unlimited' },
    ],
    [
      'an approval of a collection',
      { to: token, data: operator(true) },
      { kind: 'collection-approval', collection: token, operator: other, isAllowed: true },
    ],
    [
      'the end of that approval',
      { to: token, data: operator(false) },
      { kind: 'collection-approval', collection: token, operator: other, isAllowed: false },
    ],
    [
      'a transfer of an item',
      { to: token, data: item(self) },
      { kind: 'item-transfer', collection: token, item: 7n, to: other, count: 1n },
    ],
    [
      'a transfer of several items',
      { to: token, data: items('0x') },
      { kind: 'item-transfer', collection: token, item: 7n, to: other, count: 2n },
    ],
    [
      'an approval in Permit2',
      { to: permit2, data: permit },
      { kind: 'approval', token, spender: other, amount: 9n, until: 1_800_000_000n },
    ],
  ]

const withWord = (data: string, index: number, word: string) =>
  data.slice(0, 10 + 64 * index) + word + data.slice(10 + 64 * (index + 1))

const unread: readonly (readonly [string, { to?: string; data?: string; value?: string }])[] = [
  ['the creation of a contract', { data: '0x6000' }],
  ['an unknown call', { to: token, data: '0x12345678' }],
  ['data shorter than a selector', { to: token, data: '0xa9059c' }],
  ['a selector alone', { to: token, data: '0xa9059cbb' }],
  ['one byte less', { to: token, data: transfer.slice(0, -2) }],
  ['one byte more', { to: token, data: `${transfer}00` }],
  ['one word more', { to: token, data: `${transfer}${'00'.repeat(32)}` }],
  [
    'an address with dirty bits',
    { to: token, data: withWord(transfer, 0, `01${'22'.repeat(31)}`) },
  ],
  ['a boolean of 2', { to: token, data: withWord(operator(true), 1, '2'.padStart(64, '0')) }],
  ['coins beside a call of a token', { to: token, data: transfer, value: '0x1' }],
  ['an item of somebody else', { to: token, data: item(other) }],
  ['data for the receiver of items', { to: token, data: items('0x01') }],
  ['a call of Permit2 at another contract', { to: token, data: permit }],
  ['an amount beyond its type', { to: permit2, data: withWord(permit, 2, 'f'.repeat(64)) }],
  [
    'a call that moves a token or an item',
    {
      to: token,
      data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [self, other, 1n] }),
    },
  ],
]

describe('Transactions of eip155', () => {
  it.each(read)('[S10] the frame reads %s', (_name, call, action) => {
    expect(readEvmTransaction(call, 'eip155:1', self)).toMatchObject({
      outcome: 'read',
      actions: [action],
    })
    expect(
      readEvmCalls(
        [
          {
            calls: [
              { to: other, value: '0x0' },
              { ...call, to: call.to ?? other },
            ],
          },
        ],
        'eip155:1',
        self,
      ),
    ).toMatchObject({ outcome: 'read', actions: [{ kind: 'transfer', amount: 0n }, action] })
  })

  it.each(unread)('[S10] the frame does not read %s', (_name, call) => {
    expect(readEvmTransaction(call, 'eip155:1', self)).toEqual({ outcome: 'unreadable' })
    if (call.to)
      expect(
        readEvmCalls([{ calls: [{ to: other, value: '0x1' }, call] }], 'eip155:1', self),
      ).toEqual({ outcome: 'unreadable' })
  })

  it.each([
    ['chain', 'the chain id 0', { to: other, chainId: '0x0' }, 'eip155:1'],
    ['chain', 'another chain id', { to: other, chainId: '0x2' }, 'eip155:1'],
    ['chain', 'the network 0', { to: other }, 'eip155:0'],
    ['chain', 'the network 01', { to: other }, 'eip155:01'],
    ['chain', 'a network of another namespace', { to: other }, 'solana:1'],
    ['other-account', 'another sender', { to: other, from: other }, 'eip155:1'],
    ['contradiction', 'two different data', { to: token, data: transfer, input: '0x' }, 'eip155:1'],
  ])(
    '[S10] the frame refuses by "%s" a transaction with %s',
    (reason, _name, transaction, network) => {
      expect(readEvmTransaction(transaction, network, self)).toEqual({ outcome: 'refused', reason })
    },
  )

  it('[S10] the fee is the most that the network can charge', () => {
    const fees = { gas: '0x5208', maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x1' }
    expect(readEvmTransaction({ to: other, ...fees }, 'eip155:1', self)).toMatchObject({
      fee: 21_000_000_000_000n,
    })
    expect(readEvmTransaction({ to: other }, 'eip155:1', self)).not.toHaveProperty('fee')
  })

  it.each([
    [approve(2n ** 256n - 1n), ['unlimited', { item: 2n ** 256n - 1n }]],
    [operator(true), ['unlimited']],
    [operator(false), []],
    [approve(0n), [{ item: 0n }]],
    [approve(1n), [{ item: 1n }]],
    [transfer, [{ item: 5n }]],
    [item(self), []],
  ])(
    '[S10] an open-ended permission, and a number that may be an item, have a warning: %s',
    (data, warnings) => {
      expect(readEvmTransaction({ to: token, data }, 'eip155:1', self)).toMatchObject({ warnings })
    },
  )
})
