import { AddressError } from '@portico/kernel/chain'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { parseAddress } from './addresses.js'
import { checksumAddress } from './checksum.js'

interface AddressCase {
  readonly input: string
  readonly formatOk: boolean
  /** null: the text has no checksum (a single case). */
  readonly checksumOk: boolean | null
  readonly canonical?: string
  readonly from: string
}

const codeOf = (text: string): string | undefined => {
  try {
    parseAddress(text)
    return undefined
  } catch (error) {
    return (error as AddressError).code
  }
}

describe.skipIf(!hasVectors)('addresses, against the EIP-55 vectors', () => {
  it.each(
    vectors<AddressCase>('eip55-addresses').cases.map(one => [one.input, one.from, one] as const),
  )('[S5.03] [S18] parseAddress decides %j as the vector says (%s)', (input, _from, one) => {
    if (!one.formatOk) return expect(codeOf(input)).toBe('ADDRESS_MALFORMED')
    if (one.checksumOk === false) return expect(codeOf(input)).toBe('ADDRESS_CHECKSUM')
    expect(parseAddress(input)).toBe(one.canonical)
  })
})

describe('parseAddress', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: 40,
    maxLength: 40,
  })

  it('gives an address the same checksum as viem', () => {
    fc.assert(
      fc.property(digits, text => checksumAddress(text) === getAddress(`0x${text.toLowerCase()}`)),
      { numRuns: 1_000 },
    )
  })

  it('[S5.03] accepts a mixed-case address only with its own checksum', () => {
    fc.assert(
      fc.property(digits, text => {
        const plain = text === text.toLowerCase() || text === text.toUpperCase()
        const expected = getAddress(`0x${text.toLowerCase()}`)
        expect(codeOf(text)).toBe(
          plain || expected.slice(2) === text ? undefined : 'ADDRESS_CHECKSUM',
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['0x', '', ' 0x'])(
    '[S18] rejects what looks like a private key: %j and 64 digits',
    prefix => {
      expect(
        codeOf(`${prefix}ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80`),
      ).toBe('ADDRESS_IS_SECRET')
    },
  )

  it('[S18] rejects with a message that does not repeat the pasted text', () => {
    const secret = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(() => parseAddress(secret)).toThrow(AddressError)
    try {
      parseAddress(secret)
    } catch (error) {
      expect(
        JSON.stringify([
          String(error),
          (error as AddressError).userMessage,
          (error as Error).stack,
        ]),
      ).not.toContain(secret)
    }
  })
})
