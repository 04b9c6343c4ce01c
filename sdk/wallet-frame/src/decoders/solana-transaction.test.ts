import { base58, base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { Action } from './reading.js'
import { readSolanaTransaction } from './solana-transaction.js'

/** An account whose 32 bytes are all this number. */
const account = (byte: number) => base58.encode(new Uint8Array(32).fill(byte))
const [self, other, token, holding] = [1, 2, 3, 4].map(account) as [string, string, string, string]
const system = '11111111111111111111111111111111'
const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const tokens2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const creation = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const budget = 'ComputeBudget111111111111111111111111111111'
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

interface Part {
  readonly program: string
  readonly accounts?: readonly string[]
  readonly data: readonly number[]
}
const little = (value: bigint, size: number): number[] =>
  Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

/** Encodes a transaction as the network defines it, with one signer. */
function transaction(
  parts: readonly Part[],
  options: { readonly version?: number; readonly lookups?: number; readonly signer?: string } = {},
): Uint8Array {
  const signer = options.signer ?? self
  const keys = [
    ...new Set([signer, ...parts.flatMap(({ program, accounts = [] }) => [...accounts, program])]),
  ]
  const index = (key: string) => keys.indexOf(key)
  return Uint8Array.of(
    1,
    ...new Uint8Array(64),
    ...(options.version === undefined ? [] : [0x80 | options.version]),
    ...[1, 0, 1],
    keys.length,
    ...keys.flatMap(key => [...base58.decode(key)]),
    ...new Uint8Array(32).fill(9),
    parts.length,
    ...parts.flatMap(({ program, accounts = [], data }) => [
      index(program),
      accounts.length,
      ...accounts.map(index),
      data.length,
      ...data,
    ]),
    ...(options.version === undefined ? [] : [options.lookups ?? 0]),
  )
}
const read = (bytes: Uint8Array) => readSolanaTransaction(base64.encode(bytes), self)
const pay = (lamports: bigint, from = self): Part => ({
  program: system,
  accounts: [from, other],
  data: [2, 0, 0, 0, ...little(lamports, 8)],
})
const move = (kind: number, more: Partial<Part> = {}): Part => ({
  program: tokens,
  accounts: [holding, token, other, self],
  data: [kind, ...little(7n, 8), 6],
  ...more,
})

const known: readonly (readonly [string, Part, Action])[] = [
  ['a payment', pay(25n), { kind: 'transfer', asset: 'native', to: other, amount: 25n }],
  [
    'a transfer of a token',
    move(12),
    { kind: 'transfer', asset: { token }, to: other, amount: 7n },
  ],
  [
    'a transfer of a token of the newer program',
    move(12, { program: tokens2022 }),
    { kind: 'transfer', asset: { token }, to: other, amount: 7n },
  ],
  ['an approval', move(13), { kind: 'approval', token, spender: other, amount: 7n }],
  [
    'an unlimited approval',
    move(13, { data: [13, ...new Array(8).fill(255), 6] }),
    { kind: 'approval', token, spender: other, amount: 'unlimited' },
  ],
  [
    'the account of a token',
    { program: creation, accounts: [self, holding, other, token, system, tokens], data: [1] },
    { kind: 'create-account', owner: other, token },
  ],
  [
    'a note',
    { program: memo, accounts: [], data: [...new TextEncoder().encode('Rent')] },
    { kind: 'note', text: 'Rent' },
  ],
]

describe('Transactions of Solana', () => {
  it.each(known)('[S10] the frame reads %s', (_name, part, action) => {
    for (const version of [undefined, 0]) {
      const bytes = transaction([part], version === undefined ? {} : { version })
      const expected = { outcome: 'read', actions: [action], fee: 5_000n }
      expect(read(bytes)).toMatchObject(expected)
      // The worker takes base64 alone, so the person is not asked about another text.
      expect(readSolanaTransaction(base58.encode(bytes), self)).toEqual({ outcome: 'unreadable' })
    }
  })

  it('[S10] the fee has the priority price of the transaction', () => {
    const limit: Part = { program: budget, data: [2, ...little(300_000n, 4)] }
    const price: Part = { program: budget, data: [3, ...little(1_000_001n, 8)] }
    expect(read(transaction([limit, price, pay(1n)]))).toMatchObject({ fee: 305_001n })
    expect(read(transaction([price, pay(1n)]))).toMatchObject({ fee: 5_000n + 400_001n })
  })

  it.each<[string, Uint8Array]>([
    ['an unknown program', transaction([{ program: account(8), data: [1] }])],
    [
      'an unknown instruction beside a known one',
      transaction([pay(1n), { program: account(8), data: [] }]),
    ],
    [
      'the assignment of the account to a program',
      transaction([
        { program: system, accounts: [self], data: [1, 0, 0, 0, ...new Uint8Array(32)] },
      ]),
    ],
    ['a payment from another account', transaction([pay(1n, holding)])],
    ['a payment with one byte more', transaction([{ ...pay(1n), data: [...pay(1n).data, 0] }])],
    [
      'a payment with one account more',
      transaction([{ ...pay(1n), accounts: [self, other, token] }]),
    ],
    [
      'a transfer that does not name the token',
      transaction([move(3, { accounts: [holding, other, self], data: [3, ...little(7n, 8)] })]),
    ],
    ['a change of the owner', transaction([move(6)])],
    ['the close of an account', transaction([move(9, { data: [9] })])],
    [
      'a transfer by another owner',
      transaction([move(12, { accounts: [holding, token, other, account(8)] })]),
    ],
    ['accounts of a lookup table', transaction([pay(1n)], { version: 0, lookups: 1 })],
    ['another version', transaction([pay(1n)], { version: 1 })],
    ['one byte less', transaction([pay(1n)]).slice(0, -1)],
    ['one byte more', Uint8Array.of(...transaction([pay(1n)]), 0)],
    ['no instruction', transaction([])],
    ['a fee and nothing else', transaction([{ program: budget, data: [3, ...little(1n, 8)] }])],
    ['an account beyond the list', transaction([pay(1n)]).with(-14, 200)],
    [
      'a note with hidden characters',
      transaction([{ program: memo, data: [...new TextEncoder().encode('to\u202eBob')] }]),
    ],
    ['a note that is no text', transaction([{ program: memo, data: [255, 254] }])],
    ['no bytes', new Uint8Array()],
    ['more bytes than a packet has', new Uint8Array(1_233)],
  ])('[S10] the frame does not read a transaction with %s', (_name, bytes) => {
    expect(read(bytes)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] the frame refuses a transaction that this account does not sign', () => {
    expect(read(transaction([pay(1n, other)], { signer: other }))).toEqual({
      outcome: 'refused',
      reason: 'other-account',
    })
  })

  it('[S10] text that is not base64 is unreadable', () => {
    expect(readSolanaTransaction('0OIl!', self)).toEqual({ outcome: 'unreadable' })
  })
})
