import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { isWordingOf } from '@portico/signatures/solana'
import { typedSignature } from '@portico/signatures/substrate'
import { base58, base64, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Namespace } from '../../test/accounts.js'
import { accounts, bitcoin, codeOf, otherAccounts, polkadot } from '../../test/accounts.js'
import { judge } from '../../test/signature-verdict.js'
import { verifySignature } from './verify-signature.js'

const text = 'app.example says hello, ünïcode and all'

const all: readonly (readonly [
  string,
  Namespace,
  string,
  typeof accounts.eip155,
  typeof accounts.eip155,
])[] = [
  ['a key of Ethereum', 'eip155', 'eip191', accounts.eip155, otherAccounts.eip155],
  ['a key of Solana', 'solana', 'ed25519', accounts.solana, otherAccounts.solana],
  ...(['p2wpkh', 'p2tr'] as const).map(
    kind =>
      [
        `a ${kind} address by BIP-322`,
        'bip122',
        'bip322',
        bitcoin('11', kind),
        bitcoin('22', kind),
      ] as const,
  ),
  ...(['p2wpkh', 'p2tr', 'p2pkh', 'p2sh'] as const).map(
    kind =>
      [
        `a ${kind} address as before segwit`,
        'bip122',
        'ecdsa',
        bitcoin('11', kind, true),
        bitcoin('22', kind, true),
      ] as const,
  ),
  ...(['sr25519', 'ed25519', 'ecdsa'] as const).flatMap(kind => [
    [
      `a ${kind} key of Polkadot, wrapped`,
      'polkadot',
      kind,
      polkadot('11', kind),
      polkadot('22', kind),
    ] as const,
    [
      `a ${kind} key of Polkadot, bare`,
      'polkadot',
      kind,
      polkadot('11', kind, false),
      polkadot('22', kind),
    ] as const,
  ]),
]

const decode = (namespace: Namespace, signature: string): Uint8Array =>
  namespace === 'solana'
    ? base58.decode(signature)
    : namespace === 'bip122'
      ? base64.decode(signature)
      : hex.decode(signature.slice(2))

const encode = (namespace: Namespace, bytes: Uint8Array): string =>
  namespace === 'solana'
    ? base58.encode(bytes)
    : namespace === 'bip122'
      ? base64.encode(bytes)
      : `0x${hex.encode(bytes)}`

describe.each(all)('a signature by %s', (_, namespace, scheme, own, other) => {
  it('[D29f] a signature is valid only for its account and its text', async () => {
    const signature = await own.sign(text)
    expect(await judge(namespace, own.address, text, signature)).toBe(scheme)
    expect(await judge(namespace, own.address, `${text} `, signature)).toBe('SIGNATURE_WRONG')
    expect(await judge(namespace, other.address, text, signature)).toBe('SIGNATURE_WRONG')
    expect(await judge(namespace, 'no address', text, signature)).toBe('ADDRESS_MALFORMED')
  })
  it('[S35] a signature is rejected when it is cut, extended, changed or missing', async () => {
    const bytes = decode(namespace, await own.sign(text))
    const wrong = [
      new Uint8Array(),
      new Uint8Array(bytes.length),
      new Uint8Array(bytes.length).fill(255),
      bytes.slice(0, -1),
      bytes.slice(0, 32),
      Uint8Array.of(...bytes, 0),
      ...[0, 5, 20, 40, 60].map(at => bytes.map((byte, place) => (place === at ? byte ^ 1 : byte))),
    ]
    for (const each of wrong)
      expect(await judge(namespace, own.address, text, encode(namespace, each))).toMatch(
        /^(SIGNATURE_|RPC_MISSING)/,
      )
    for (const none of [
      '',
      'nonsense',
      '0x',
      '0xzz',
      'é',
      ' ',
      '{}',
      'a'.repeat(1_000_000),
      `0x${'00'.repeat(500_000)}`,
    ]) {
      expect(await judge(namespace, own.address, text, none)).toMatch(/^SIGNATURE_/)
    }
    for (const none of [undefined, null, 1, {}])
      expect(await judge(namespace, own.address, text, none as unknown as string)).toBe(
        'SIGNATURE_MALFORMED',
      )
  })
})

describe('a signature that has a second form', () => {
  const order = secp256k1.CURVE.n
  const mirrored = (bytes: Uint8Array, at: number): Uint8Array => {
    const s = order - BigInt(`0x${hex.encode(bytes.slice(at, at + 32))}`)
    const copy = bytes.slice()
    copy.set(hex.decode(s.toString(16).padStart(64, '0')), at)
    return copy
  }
  it('[S35] the second form of a signature is rejected: EIP-191', async () => {
    const bytes = mirrored(decode('eip155', await accounts.eip155.sign(text)), 32)
    bytes[64] = (bytes[64] ?? 0) ^ 7 // swaps 27 and 28
    expect(await judge('eip155', accounts.eip155.address, text, encode('eip155', bytes))).toBe(
      'SIGNATURE_MALLEABLE',
    )
  })
  it('[S35] the second form of a signature is rejected: Bitcoin before segwit', async () => {
    const own = bitcoin('11', 'p2wpkh', true)
    const bytes = mirrored(decode('bip122', await own.sign(text)), 33)
    bytes[0] = ((((bytes[0] ?? 0) - 27) ^ 1) & 0x0f) + 27
    expect(await judge('bip122', own.address, text, encode('bip122', bytes))).toBe(
      'SIGNATURE_MALLEABLE',
    )
  })
  it('[S35] the second form of a signature is rejected: Polkadot ecdsa', async () => {
    const own = polkadot('11', 'ecdsa')
    const bytes = mirrored(decode('polkadot', await own.sign(text)), 32)
    bytes[64] = (bytes[64] ?? 0) ^ 1
    expect(await judge('polkadot', own.address, text, encode('polkadot', bytes))).toBe(
      'SIGNATURE_MALLEABLE',
    )
  })
  it('[S35] the second form of a signature is rejected: ed25519, with its number beyond the order of the group', async () => {
    const bytes = decode('solana', await accounts.solana.sign(text))
    const s =
      bytes.slice(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) +
      2n ** 252n +
      27742317777372353535851937790883648493n
    bytes.set(hex.decode(s.toString(16).padStart(64, '0')).reverse(), 32)
    expect(await judge('solana', accounts.solana.address, text, encode('solana', bytes))).toBe(
      'SIGNATURE_MALLEABLE',
    )
  })
  it('[S35] a signature by a key of small order is valid for no text', async () => {
    const nothing = base58.encode(Uint8Array.of(1, ...new Uint8Array(31)))
    expect(
      await judge('solana', nothing, text, base58.encode(Uint8Array.of(1, ...new Uint8Array(63)))),
    ).toBe('SIGNATURE_WRONG')
  })
  it('[S35] a signature by ecdsa of Polkadot ends in one of two bytes, and is written in one form for the chain', async () => {
    const own = polkadot('11', 'ecdsa')
    const bytes = decode('polkadot', await own.sign(text))
    const recovery = bytes[64] ?? 9
    const ending = (last: number) => bytes.map((byte, at) => (at === 64 ? last : byte))
    const counts: number[] = []
    for (let last = 0; last < 256; last++) {
      if (
        (await judge('polkadot', own.address, text, encode('polkadot', ending(last)))) === 'ecdsa'
      )
        counts.push(last)
    }
    expect(recovery).toBeLessThan(2)
    expect(counts).toEqual([recovery, recovery + 27])
    for (const last of counts)
      expect(typedSignature(ending(last), 'ecdsa')).toEqual(Uint8Array.of(2, ...bytes))
  })
  it('a signature may end in 0 or 1, as some hardware writes it', async () => {
    const bytes = decode('eip155', await accounts.eip155.sign(text))
    bytes[64] = (bytes[64] ?? 0) - 27
    expect(await judge('eip155', accounts.eip155.address, text, encode('eip155', bytes))).toBe(
      'eip191',
    )
  })
})

describe('a signature of a hardware wallet of Solana', () => {
  const text = 'app.example says hello,\nin plain letters'
  const secret = new Uint8Array(32).fill(1)
  const key = ed25519.getPublicKey(secret)
  const bytesOf = (said: string) => new TextEncoder().encode(said)
  const lengthOf = (bytes: Uint8Array) => [bytes.length & 0xff, bytes.length >> 8]
  const mark = [0xff, ...bytesOf('solana offchain')]
  interface Header {
    readonly version?: number
    readonly domain?: Uint8Array
    readonly form?: number
    readonly signers?: readonly Uint8Array[]
    readonly length?: readonly number[]
  }
  const enveloped = (said: string | Uint8Array, header: Header = {}) => {
    const body = typeof said === 'string' ? bytesOf(said) : said
    const {
      version = 0,
      domain = new Uint8Array(32),
      form = 0,
      signers = [key],
      length = lengthOf(body),
    } = header
    return Uint8Array.of(
      ...mark,
      version,
      ...domain,
      form,
      signers.length,
      ...signers.flatMap(each => [...each]),
      ...length,
      ...body,
    )
  }
  /** The format of older wallets, whose header does not name application and signers. */
  const older = (
    said: string,
    { version = 0, form = 0, length = lengthOf(bytesOf(said)) }: Header = {},
  ) => Uint8Array.of(...mark, version, form, ...length, ...bytesOf(said))
  /** Verifies these bytes, which the account has really signed. */
  const verdict = (bytes: Uint8Array, passed: Uint8Array | string = bytes, said = text) =>
    codeOf(
      verifySignature({
        namespace: 'solana',
        address: accounts.solana.address,
        text: said,
        signature: base58.encode(ed25519.sign(bytes, secret)),
        signedBytes: passed,
      }),
    )

  it('[D29f] a signature over the envelope is valid, as bytes or as base64', async () => {
    for (const bytes of [
      enveloped(text),
      older(text),
      enveloped(text, { form: 2, domain: new Uint8Array(32).fill(7) }),
      older(text, { form: 1 }),
    ]) {
      expect(await verdict(bytes)).toBeUndefined()
      expect(await verdict(bytes, base64.encode(bytes))).toBeUndefined()
    }
    const long = 'é'.repeat(1000)
    expect(await verdict(enveloped(long, { form: 2 }), undefined, long)).toBeUndefined()
    expect(await verdict(older(text), 'no base64!')).toBe('SIGNATURE_MALFORMED')
  })
  it.each<readonly [string, Uint8Array]>([
    ['another text', enveloped('another text')],
    [
      'a text with a prefix that the header does not count',
      Uint8Array.of(...mark, ...bytesOf('Claim your airdrop'), ...bytesOf(text)),
    ],
    [
      'more, behind the header of older wallets',
      Uint8Array.of(...older('Claim your airdrop\n\n'), ...bytesOf(text)),
    ],
    ['a text with a prefix that the header counts', enveloped(`Claim your airdrop\n\n${text}`)],
    [
      'a text with a prefix that the header of older wallets counts',
      older(`Claim your airdrop\n\n${text}`),
    ],
    ['a text with a prefix, without a header', bytesOf(`transfer all ${text}`)],
    ['a header with the length of less', enveloped(text, { length: [1, 0] })],
    ['a header with the length of more', older(text, { length: [0, 1] })],
    ['a header of another version', enveloped(text, { version: 1 })],
    ['a header of another version, as of older wallets', older(text, { version: 1 })],
    ['a header of an unknown form', enveloped(text, { form: 3 })],
    ['a header with another signer', enveloped(text, { signers: [new Uint8Array(32).fill(9)] })],
    ['a header without a signer', enveloped(text, { signers: [] })],
    [
      'a header with other signers too',
      enveloped(text, { signers: [key, new Uint8Array(32).fill(9)] }),
    ],
    ['a header with a shorter application', enveloped(text, { domain: new Uint8Array(31) })],
    ['a header alone', enveloped('')],
    ['only the mark before the text', Uint8Array.of(...mark, ...bytesOf(text))],
  ])('[S14] [S35] a signature over an envelope is rejected when it is %s', async (_, bytes) => {
    expect(await verdict(bytes)).toBe('SIGNATURE_WRONG')
  })
  it('[S35] a signature in the plain form is rejected when the text is not plain', async () => {
    expect(await verdict(enveloped('é'), undefined, 'é')).toBe('SIGNATURE_WRONG')
    expect(await verdict(enveloped('é', { form: 1 }), undefined, 'é')).toBeUndefined()
  })
  it('[S14] [S35] a signature with one more byte at any place is rejected', () => {
    const said = bytesOf(text)
    fc.assert(
      fc.property(
        fc.constantFrom(enveloped(text), older(text), said),
        fc.nat(),
        fc.nat(255),
        (bytes, place, byte) => {
          const at = place % (bytes.length + 1)
          expect(
            isWordingOf(
              Uint8Array.of(...bytes.subarray(0, at), byte, ...bytes.subarray(at)),
              said,
              key,
            ),
          ).toBe(false)
        },
      ),
    )
  })
})
