import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSigned, holds } from './signed-transaction.js'
import { readWire, withSignature } from './transaction-wire.js'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => base58.encode(bytes))
const instruction = fc.record({
  program: key,
  data: fc.uint8Array({ maxLength: 150 }),
  accounts: fc.array(
    fc.record({
      address: key,
      role: fc.constantFrom(
        AccountRole.READONLY,
        AccountRole.WRITABLE,
        AccountRole.READONLY_SIGNER,
      ),
    }),
    {
      maxLength: 4,
    },
  ),
})
const messages = fc.record({
  version: fc.constantFrom('legacy', 0) as fc.Arbitrary<'legacy' | 0>,
  payer: key,
  blockhash: key,
  instructions: fc.array(instruction, { maxLength: 3 }),
})
type Message = typeof messages extends fc.Arbitrary<infer One> ? One : never

/** Serialises the same transaction with @solana/web3.js. */
function written({ version, payer, blockhash, instructions }: Message): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version }),
    one => setTransactionMessageFeePayer(payer as Address, one),
    one =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
        one,
      ),
    one =>
      appendTransactionMessageInstructions(
        instructions.map(({ program, data, accounts }) => ({
          programAddress: program as Address,
          data,
          accounts: accounts.map(({ address, role }) => ({ address: address as Address, role })),
        })),
        one,
      ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

describe('a transaction in wire format', () => {
  it('readWire reads what @solana/web3.js wrote, legacy and version 0', () => {
    fc.assert(
      fc.property(messages, message => {
        const bytes = written(message)
        if (bytes.length > 1232) return expect(readWire(bytes)).toBeUndefined()
        const read = readWire(bytes)
        expect(read?.signers[0]).toBe(message.payer)
        expect(read?.blockhash).toBe(message.blockhash)
        expect(read?.instructions).toEqual(
          message.instructions.map(({ program, data, accounts }) => ({
            program,
            data,
            accounts: accounts.map(({ address }) => address),
          })),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('readWire rejects a missing or added byte and another version, and never throws', () => {
    fc.assert(
      fc.property(messages, fc.uint8Array({ maxLength: 400 }), (message, noise) => {
        const bytes = written(message)
        expect(readWire(bytes.slice(0, -1))).toBeUndefined()
        expect(readWire(Uint8Array.of(...bytes, 0))).toBeUndefined()
        expect(() => readWire(noise)).not.toThrow()
      }),
      { numRuns: 300 },
    )
    const bytes = written({
      version: 0,
      payer: '1'.repeat(32),
      blockhash: '1'.repeat(32),
      instructions: [],
    })
    bytes[65] = 0x81
    expect(readWire(bytes)).toBeUndefined()
  })
})

describe('a signed transaction', () => {
  const secret = new Uint8Array(32).fill(3)
  const payer = base58.encode(ed25519.getPublicKey(secret))
  const [program, budget, other] = [
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    base58.encode(new Uint8Array(32).fill(9)),
  ]
  const make = (
    ...instructions: readonly { readonly program: string; readonly data: Uint8Array<ArrayBuffer> }[]
  ) =>
    written({
      version: 0,
      payer,
      blockhash: '1'.repeat(32),
      instructions: instructions.map(one => ({ ...one, accounts: [] })),
    })
  const sign = (wire: Uint8Array) =>
    withSignature(wire, payer, ed25519.sign(readWire(wire)?.message ?? wire, secret)) ?? wire
  const [first, second] = [
    { program, data: Uint8Array.of(1) },
    { program, data: Uint8Array.of(2) },
  ]
  const guard = { program: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', data: Uint8Array.of(9) }
  const message = readWire(
    make({ program: budget, data: Uint8Array.of(2, 1, 0, 0, 0) }, first, second),
  )

  it.each([
    [
      'as it was',
      make({ program: budget, data: Uint8Array.of(2, 1, 0, 0, 0) }, first, second),
      true,
    ],
    [
      'with another budget',
      make({ program: budget, data: Uint8Array.of(2, 9, 0, 0, 0) }, first, second),
      true,
    ],
    ['with guards around and between', make(guard, first, guard, second, guard), true],
    [
      'with one more of another program',
      make(first, second, { program: other, data: Uint8Array.of(9) }),
      false,
    ],
    ['with one of them twice', make(first, first, second), false],
    [
      'with one more of its program',
      make(first, second, { program, data: Uint8Array.of(3) }),
      false,
    ],
    ['in another order', make(second, first), false],
    ['with one left out', make(first), false],
    ['with one altered', make(first, { program, data: Uint8Array.of(3) }), false],
    [
      'with one for another program',
      make(first, { program: other, data: Uint8Array.of(2) }),
      false,
    ],
  ] as const)('[S35] the requested instructions %s: %#', (_, wire, isHeld) => {
    const read = readWire(wire)
    expect(read && message && holds(read, message)).toBe(isHeld)
    if (!message) return
    if (isHeld) expect(expectSigned(message, sign(wire), payer).signers).toEqual([payer])
    else
      expect(() => expectSigned(message, sign(wire), payer)).toThrow(
        'The wallet changed the transaction.',
      )
    expect(() => expectSigned(message, wire, payer), 'unsigned').toThrow(
      isHeld ? 'another account' : 'changed',
    )
  })

  it('[S35] a transaction is refused where another account pays, although the person signed every requested instruction', () => {
    const bySecond = (first: string, second: string) =>
      written({
        version: 0,
        payer: first,
        blockhash: '1'.repeat(32),
        instructions: [
          {
            program,
            data: Uint8Array.of(1),
            accounts: [{ address: second, role: AccountRole.READONLY_SIGNER }],
          },
        ],
      })
    const wanted = readWire(bySecond(payer, payer))
    if (!wanted) return expect.unreachable()
    expect(expectSigned(wanted, sign(bySecond(payer, payer)), payer).signers).toEqual([payer])
    expect(() => expectSigned(wanted, sign(bySecond(other, payer)), payer)).toThrow(
      'The wallet changed the transaction.',
    )
  })

  it('a signature is inserted only for an account that has to sign', () => {
    expect(withSignature(make(first), other, new Uint8Array(64))).toBeUndefined()
    expect(withSignature(new Uint8Array(10), payer, new Uint8Array(64))).toBeUndefined()
  })
})
