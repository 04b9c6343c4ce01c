import { AddressError } from '@portico/kernel/chain'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { assetOf, mintOf } from '../assets/assets.js'
import { addresses } from './addresses.js'

const parse = (text: string) =>
  addresses.parse(text, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', new AbortController().signal)
const codeOf = (text: string) =>
  parse(text).then(
    () => 'accepted',
    (error: unknown) => (error instanceof AddressError ? error.code : String(error)),
  )
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('addresses', () => {
  it.skipIf(!hasVectors)(
    '[S5.04] [S18] parseAddress matches the public vectors, and marks an address without a key',
    async () => {
      const { cases, count } = vectors<{
        readonly input: string
        readonly productFormatOk: boolean
        readonly is32Bytes: boolean
        readonly onCurve: boolean | null
      }>('solana-addresses')
      expect(cases).toHaveLength(count)
      for (const { input, productFormatOk, is32Bytes, onCurve } of cases) {
        if (!productFormatOk || !is32Bytes)
          expect(await codeOf(input), JSON.stringify(input)).toMatch(/^ADDRESS_/)
        else
          expect(await parse(input)).toMatchObject({
            address: input,
            kind: onCurve ? 'account' : 'program',
            ...(!onCurve && { warning: { id: 'solana.address.program' } }),
          })
      }
    },
  )

  it('[S5.04] [S18] parseAddress accepts any 32 bytes, and nothing else', async () => {
    const isRead = fc.asyncProperty(
      bytes(32),
      async key => (await parse(base58.encode(key))).address === base58.encode(key),
    )
    await fc.assert(isRead, { numRuns: 1_000 })
    const others = fc.uint8Array({ maxLength: 80 }).filter(({ length }) => length !== 32)
    const isRefused = fc.asyncProperty(others, async key =>
      /^ADDRESS_/.test(await codeOf(base58.encode(key))),
    )
    await fc.assert(isRefused, { numRuns: 1_000 })
  })

  it('[S18] parseAddress rejects an address with anything before or after it', async () => {
    const [good, white] = [
      '2VqKhjZ766ZN3uBtBpb7Ls3cN4HrocP1rzxzekhVEgpU',
      [' ', '\n', '\t', '\u200b', '0', 'solana:'],
    ]
    for (const space of white)
      for (const text of [`${space}${good}`, `${good}${space}`])
        expect(await codeOf(text)).toMatch(/^ADDRESS_/)
    expect(await codeOf(good.toLowerCase())).toMatch(/^ADDRESS_/)
  })

  it('[S18] parseAddress rejects keys as secrets: as base58, as numbers, as hex, as words', async () => {
    const secret = new Uint8Array(64).fill(7)
    const words = 'test test test test test test test test test test test junk'
    const secrets = [
      base58.encode(secret),
      `[${secret.join(', ')}]`,
      `[${secret.slice(32).join()}]`,
      '0x'.padEnd(66, 'a'),
      ''.padEnd(128, 'a'),
      words,
      ` ${base58.encode(secret)} `,
    ]
    for (const text of secrets) {
      expect(await codeOf(text)).toBe('ADDRESS_IS_SECRET')
      const error = await parse(text).catch((one: Error) => one)
      expect(
        JSON.stringify(error) + String(error),
        'the sentence does not repeat it',
      ).not.toContain(text)
    }
  })

  it('parseAddress reports addresses of other chains as such', async () => {
    expect(await codeOf('0xb3F068DCc2f92ED42E0417d4f2C2191f743fBfdA')).toBe('ADDRESS_WRONG_CHAIN')
    expect(await codeOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe('ADDRESS_WRONG_CHAIN')
  })
})

describe('tokens', () => {
  it('a token is identified by its mint (CAIP-19), on one network', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const asset = assetOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', mint)
    expect(asset).toBe(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint}`)
    expect(mintOf(asset, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe(mint)
    expect(mintOf(asset, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBeUndefined()
    for (const other of [
      'native',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/nft:abc',
      `${asset}/1`,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:Ada',
    ] as const)
      expect(mintOf(other, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeUndefined()
  })
})
