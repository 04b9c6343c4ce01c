import { AddressError, type AddressErrorCode } from '@portico/kernel/chain'
import { base58, bech32, bech32m, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import {
  addressOfScript,
  parseBitcoinAddress,
  parsedAddress,
  readBitcoinAddress,
} from './address.js'

type Format = 'mainnet' | 'testnet' | 'regtest'
const formatOf: Readonly<Record<string, Format>> = {
  main: 'mainnet',
  bitcoin: 'mainnet',
  test: 'testnet',
  testnet: 'testnet',
  signet: 'testnet',
  regtest: 'regtest',
}
const everyFormat = ['mainnet', 'testnet', 'regtest'] as const
const problemOf = (text: string, format: Format): AddressErrorCode | undefined => {
  try {
    parseBitcoinAddress(text, format)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(AddressError)
    return (error as AddressError).code
  }
}

describe.skipIf(!hasVectors)('public Bitcoin address vectors', () => {
  interface Case {
    readonly address: string
    readonly valid: boolean
    readonly network?: string
    readonly scriptPubKey?: string
    readonly privateKey?: boolean
    readonly why?: string
  }
  const { cases } = vectors<Case>('bitcoin-addresses')
  const ours = cases.filter(one => one.valid && formatOf[one.network ?? ''])

  it.each(ours)(
    '[D23a] [S18] $address is valid on $network',
    ({ address, network = '', scriptPubKey }) => {
      const parsed = parseBitcoinAddress(address, formatOf[network] ?? 'mainnet')
      if (scriptPubKey) expect(hex.encode(parsed.script)).toBe(scriptPubKey)
      expect(parseBitcoinAddress(parsed.address, parsed.format).address).toBe(parsed.address)
    },
  )
  it.each(cases.filter(one => !one.valid))(
    '[D23a] [S18] "$address" is rejected on every network: $why',
    ({ address, privateKey }) => {
      for (const format of everyFormat)
        expect(problemOf(address, format)).toEqual(
          privateKey ? 'ADDRESS_IS_SECRET' : expect.any(String),
        )
      expect(readBitcoinAddress(address)).toBeUndefined()
    },
  )
  it.each(cases.filter(one => one.network === 'litecoin'))(
    '[D23a] $address belongs to another chain',
    ({ address }) => {
      for (const format of everyFormat) expect(problemOf(address, format)).toBeDefined()
    },
  )
  it('[D23a] the accepted and the rejected addresses are as many as in the vectors', () =>
    expect(cases.filter(one => one.valid).length).toBe(ours.length + 2))
})

describe.skipIf(!hasVectors)('address encodings', () => {
  it.each(
    vectors<{ string: string; encoding: 'bech32' | 'bech32m'; valid: boolean }>('bech32-strings')
      .cases,
  )('[S18] $encoding "$string"', ({ string, encoding, valid }) => {
    const coder = encoding === 'bech32' ? bech32 : bech32m
    expect(coder.decodeUnsafe(string) !== undefined).toBe(valid)
  })
  it.each(vectors<{ base58: string; hex?: string; valid?: boolean }>('base58').cases)(
    '[S18] base58 "$base58"',
    ({ base58: text, hex: bytes, valid }) => {
      if (valid === false) expect(() => base58.decode(text)).toThrow()
      else expect(hex.encode(base58.decode(text))).toBe(bytes)
    },
  )
})

describe('parseBitcoinAddress', () => {
  const samples: Readonly<Record<string, string>> = {
    p2wpkh: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    p2pkh: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    p2sh: '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  }
  it.each(Object.entries(samples))('recognises an address of kind %s', (kind, text) =>
    expect(parseBitcoinAddress(text, 'mainnet')).toMatchObject({ kind, format: 'mainnet' }),
  )

  it.each(Object.entries(samples))(
    '[D23a] accepts an address of kind %s on its own network only',
    (_kind, text) => {
      expect(problemOf(text, 'testnet')).toBe('ADDRESS_WRONG_NETWORK')
      expect(problemOf(text, 'regtest')).toBe('ADDRESS_WRONG_NETWORK')
    },
  )
  it.each(Object.values(samples))('[S18] rejects an address with one wrong character: %s', text => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyzABCXYZ'),
        (at, character) => {
          const mutated = text.slice(0, at) + character + text.slice(at + 1)
          const spelt = text.startsWith('bc1') ? mutated.toLowerCase() === text : mutated === text
          if (!spelt) expect(problemOf(mutated, 'mainnet')).toBeDefined()
        },
      ),
      { numRuns: 500 },
    )
  })
  it('reports a wrong character where that is the only fault', () => {
    expect(problemOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'mainnet')).toBe(
      'ADDRESS_CHECKSUM',
    )
    expect(problemOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'mainnet')).toBe('ADDRESS_CHECKSUM')
  })
  it('reports an Ethereum address as one of another chain', () =>
    expect(problemOf('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'mainnet')).toBe(
      'ADDRESS_WRONG_CHAIN',
    ))

  it.each([
    ['a key in hex', '01'.repeat(32)],
    ['a key with a typing error', 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEe'],
    [
      'the words of a seed',
      'bottom drive obey lake curtain smoke basket hold race lonely fit walk',
    ],
    ['an extended key', `xprv9s21ZrQH143K${'q'.repeat(95)}`],
  ])('[S18] reports %s as a secret, and does not repeat it in the error', (_what, secret) => {
    expect(problemOf(secret, 'mainnet')).toBe('ADDRESS_IS_SECRET')
    expect(() => parseBitcoinAddress(secret, 'mainnet')).toThrow(
      expect.not.stringContaining(secret) as never,
    )
  })
  it('[S18] warns of an address kind that cannot be spent yet', () => {
    expect(parsedAddress(parseBitcoinAddress('BC1SW50QGDZ25J', 'mainnet'))).toMatchObject({
      address: 'bc1sw50qgdz25j',
      warning: { id: 'bip122.address.future' },
    })
  })
})

describe('the address of a script', () => {
  const program = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const scripts = fc.oneof(
    program(20).map(hash => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
    program(20).map(hash => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
    program(20).map(hash => Uint8Array.of(0, 20, ...hash)),
    program(32).map(hash => Uint8Array.of(0, 32, ...hash)),
    fc
      .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 2, max: 40 }).chain(program))
      .map(([version, hash]) => Uint8Array.of(0x50 + version, hash.length, ...hash)),
  )
  it('an address decodes to the same script, on every network', () => {
    fc.assert(
      fc.property(scripts, fc.constantFrom(...everyFormat), (script, format) => {
        expect(parseBitcoinAddress(addressOfScript(script, format) ?? '', format).script).toEqual(
          script,
        )
      }),
    )
  })
  it('a script without an address gives undefined, for any bytes', () => {
    for (const script of [
      '',
      '00',
      '6a04deadbeef',
      `21${'02'.repeat(33)}ac`,
      `0014${'11'.repeat(21)}`,
      `76a914${'11'.repeat(20)}88ad`,
      `4f14${'11'.repeat(20)}`,
    ])
      expect(addressOfScript(hex.decode(script), 'mainnet'), script).toBeUndefined()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), script => {
        const text = addressOfScript(script, 'regtest')
        expect(text === undefined || parseBitcoinAddress(text, 'regtest').script).toEqual(
          text === undefined ? true : script,
        )
      }),
    )
  })
})
