import { AddressError, type AddressErrorCode } from '@portico/kernel/chain'
import { hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import {
  encodeSubstrateAddress,
  parsedAddress,
  parseSubstrateAddress,
  readSubstrateAddress,
} from './ss58.js'

const problemOf = (text: string): AddressErrorCode | undefined => {
  try {
    parseSubstrateAddress(text)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(AddressError)
    return (error as AddressError).code
  }
}
const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

describe.skipIf(!hasVectors)('public SS58 address vectors', () => {
  interface Case {
    readonly address?: string
    readonly publicKey?: string
    readonly prefix?: number
    readonly expectedPrefix?: number
    readonly valid: boolean
    readonly why?: string
    readonly sameAccount?: readonly string[]
  }
  const { cases } = vectors<Case>('ss58-addresses')

  it.each(cases.filter(one => one.valid && one.publicKey))(
    '[D23b] [S18] $address is account $publicKey with prefix $prefix, and is encoded the same',
    ({ address = '', publicKey = '', prefix = 0 }) => {
      const parsed = parseSubstrateAddress(address)
      expect([parsed.prefix, `0x${hex.encode(parsed.accountId)}`]).toEqual([prefix, publicKey])
      expect(encodeSubstrateAddress(parsed.accountId, prefix)).toBe(address)
    },
  )
  it.each(cases.filter(one => !one.valid && one.expectedPrefix === undefined))(
    '[D23b] [S18] "$address" is rejected: $why',
    ({ address = '' }) => {
      expect(problemOf(address)).toBeDefined()
      expect(readSubstrateAddress(address)).toBeUndefined()
    },
  )
  it.each(cases.filter(one => one.expectedPrefix !== undefined))(
    '[D23b] $address was written for prefix $expectedPrefix: $valid',
    ({ address = '', expectedPrefix, valid }) => {
      // Accepted (decision 23), but never taken for an address of that network.
      expect(parseSubstrateAddress(address).prefix === expectedPrefix).toBe(valid)
    },
  )
  it.each(cases.filter(one => one.sameAccount))(
    '[D23b] $sameAccount are one account, and are shown as one',
    ({ sameAccount = [] }) => {
      const shown = sameAccount.map(
        address => parsedAddress(parseSubstrateAddress(address), { ss58Prefix: 2 }).address,
      )
      expect(new Set(shown).size).toBe(1)
    },
  )
})

describe('an SS58 address', () => {
  it('[D23b] an SS58 address of any prefix is shown in the network’s own, with a note that it was another', () => {
    const kusama = encodeSubstrateAddress(parseSubstrateAddress(alice).accountId, 2)
    expect(parsedAddress(parseSubstrateAddress(kusama), { ss58Prefix: 0 })).toEqual({
      address: alice,
      kind: 'account',
      warning: expect.objectContaining({
        id: 'polkadot.address.prefix',
        values: { address: alice },
      }),
    })
    const generic = encodeSubstrateAddress(parseSubstrateAddress(alice).accountId, 42)
    expect(parsedAddress(parseSubstrateAddress(generic), { ss58Prefix: 0 })).toEqual({
      address: alice,
      kind: 'account',
    })
  })
  it('[D23b] round-trips with every prefix', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.nat(16_383),
        (accountId, prefix) => {
          expect(parseSubstrateAddress(encodeSubstrateAddress(accountId, prefix))).toEqual({
            accountId,
            prefix,
          })
        },
      ),
    )
  })
  it('[S18] an SS58 address with one wrong character is rejected', () => {
    fc.assert(
      fc.property(
        fc.nat(alice.length - 1),
        fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
        (at, character) => {
          if (alice[at] !== character)
            expect(problemOf(alice.slice(0, at) + character + alice.slice(at + 1))).toBeDefined()
        },
      ),
      { numRuns: 1_000 },
    )
  })
  it.each([
    ['a typing error', `${alice.slice(0, -1)}6`, 'ADDRESS_CHECKSUM'],
    ['Ethereum', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'ADDRESS_WRONG_CHAIN'],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'ADDRESS_WRONG_CHAIN'],
    ['a seed', `0x${'01'.repeat(32)}`, 'ADDRESS_IS_SECRET'],
    [
      'the words of a seed',
      'bottom drive obey lake curtain smoke basket hold race lonely fit walk//Alice',
      'ADDRESS_IS_SECRET',
    ],
    ['a name', 'alice', 'ADDRESS_MALFORMED'],
  ])('[S18] an address that is %s is reported as such', (_what, text, code) =>
    expect(problemOf(text)).toBe(code),
  )
})
