import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { isWordingOf } from '@portico/signatures/solana'
import { typedSignature } from '@portico/signatures/substrate'
import { base58, base64, hex } from '@scure/base'
import fc from 'fast-check'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { accounts, bitcoin, codeOf, polkadot, strangers } from '../../test/accounts.js'
import { readWrappedSignature } from './chains/contract-account.js'
import { hashText } from './chains/ethereum.js'
import { canonicalAddress as ethereumAddress } from './chains/ethereum-address.js'
import { validatorCode } from './chains/validator-code.js'
import type { Namespace } from './namespaces.js'
import { canonicalAddress } from './parse.js'
import { createRpc, type RpcRequest } from './rpc.js'
import { verifySignature } from './verify-signature.js'

const judge = async (
  namespace: Namespace,
  address: string,
  text: string,
  signature: string,
  rpc?: RpcRequest,
) => {
  const network = accounts[namespace].network
  const verdict = verifySignature({ namespace, address, text, signature, network }, { rpc })
  return (await codeOf(verdict)) ?? (await verdict).scheme
}
const text = 'app.example says hello, ünïcode and all'

describe.skipIf(!hasVectors)('public vectors', () => {
  interface Siwx {
    readonly namespace: Namespace
    readonly message: string
    readonly account: string
    readonly signature: string
    readonly valid: boolean
  }
  it.each(vectors<Siwx>('siwx-signatures').cases)(
    '[D29f] [S14] the signature of $namespace $account is valid: $valid',
    async one => {
      expect(await judge(one.namespace, one.account, one.message, one.signature)).toMatch(
        one.valid ? /^(bip322|ecdsa|ed25519)$/ : /^SIGNATURE_/,
      )
    },
  )

  interface Solana {
    readonly name: string
    readonly input: { readonly address: string }
    readonly message?: string
    readonly signatureBase58: string
    readonly valid: boolean
    readonly expectedDomain?: string
  }
  it.each(vectors<Solana>('siws').cases.filter(one => one.message !== undefined))(
    '[D29c] [D29f] the signature of $name is valid: $valid',
    async one => {
      // A message for another domain has a valid signature: rejecting it is the policy's task.
      const isSigned = one.valid || one.expectedDomain !== undefined
      expect(await judge('solana', one.input.address, one.message ?? '', one.signatureBase58)).toBe(
        isSigned ? 'ed25519' : 'SIGNATURE_WRONG',
      )
    },
  )

  interface Personal {
    readonly name?: string
    readonly kind?: string
    readonly message?: string
    readonly hash?: string
    readonly address?: string
    readonly signature?: string
    readonly valid?: boolean
  }
  const personal = vectors<Personal>('eip191-personal-sign').cases.filter(
    one => one.address && one.signature && typeof one.message === 'string',
  )
  it.each(personal)(
    '[D29f] the signature of $address over "$message" is valid: $valid',
    async one => {
      expect(await judge('eip155', one.address ?? '', one.message ?? '', one.signature ?? '')).toBe(
        one.valid ? 'eip191' : 'SIGNATURE_WRONG',
      )
      expect(
        await judge('eip155', strangers.eip155.address, one.message ?? '', one.signature ?? ''),
      ).toBe('SIGNATURE_WRONG')
      if (one.hash) expect(`0x${hex.encode(hashText(one.message ?? ''))}`).toBe(one.hash)
    },
  )

  interface Bip322 {
    readonly kind: 'tx_hashes' | 'simple' | 'full' | 'proof_of_funds' | 'error'
    readonly type?: string
    readonly message: string
    readonly address: string
    readonly description?: string
    readonly signature?: string
    readonly bip322_signatures?: readonly string[]
  }
  const bip322 = vectors<Bip322>('bip322-messages').cases
  const isOfOneKey = ({ kind, type = '' }: Bip322) =>
    (kind === 'simple' || kind === 'full') && /^(p2wpkh|p2tr|p2pkh|p2sh-p2wpkh)$/.test(type)
  it.each(bip322.filter(isOfOneKey))(
    '[D29f] the BIP-322 signature $kind $type over "$message" is valid, and is rejected when it is cut or over another text',
    async one => {
      for (const signature of one.bip322_signatures ?? []) {
        expect(await judge('bip122', one.address, one.message, signature)).toBe('bip322')
        expect(await judge('bip122', one.address, `${one.message}.`, signature)).toMatch(
          /^SIGNATURE_/,
        )
        for (const cut of [4, 8, 40])
          expect(await judge('bip122', one.address, one.message, signature.slice(0, -cut))).toMatch(
            /^SIGNATURE_/,
          )
      }
    },
  )
  it.each(
    bip322.filter(one => one.kind !== 'tx_hashes' && one.kind !== 'error' && !isOfOneKey(one)),
  )(
    'the BIP-322 signature $kind $type needs more than one key, and the error says so',
    async one => {
      for (const signature of one.bip322_signatures ?? [])
        expect(await judge('bip122', one.address, one.message, signature)).toBe(
          'SIGNATURE_UNSUPPORTED',
        )
    },
  )
  it.each(bip322.filter(one => one.kind === 'error'))(
    '[S35] the BIP-322 signature is rejected: $description',
    async one => {
      expect(await judge('bip122', one.address, one.message, one.signature ?? '')).toMatch(
        /^(SIGNATURE_|ADDRESS_)/,
      )
    },
  )

  interface Bip137 {
    readonly kind: string
    readonly network?: string
    readonly message: string
    readonly address: string
    readonly signature: string
    readonly hex: string
    readonly valid: boolean
  }
  const bip137 = vectors<Bip137>('bip137-messages').cases.filter(
    one => one.network !== 'dogecoin' && !one.address?.startsWith('D'),
  )
  it.each(bip137.filter(one => one.kind.startsWith('verify')))(
    '[D29f] the signature of $address over "$message" in the format before segwit is valid: $valid',
    async one => {
      expect(await judge('bip122', one.address, one.message, one.signature)).toBe(
        one.valid ? 'ecdsa' : 'SIGNATURE_WRONG',
      )
    },
  )
  it.each(bip137.filter(one => one.kind === 'signature'))(
    '[S35] the bytes are rejected as a signature: $hex',
    async one => {
      expect(
        await judge(
          'bip122',
          '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
          'vires is numeris',
          base64.encode(hex.decode(one.hex)),
        ),
      ).toMatch(/^SIGNATURE_/)
    },
  )

  interface Wrapped {
    readonly name: string
    readonly signature: `0x${string}`
    readonly isErc6492: boolean
    readonly malformed?: boolean
    readonly address?: string
    readonly data?: string
    readonly inner?: string
  }
  it.each(vectors<Wrapped>('erc6492-signatures').cases)(
    '[D29f] the ERC-6492 signature is parsed: $name',
    one => {
      const read = readWrappedSignature(hex.decode(one.signature.slice(2).toLowerCase()))
      if (!one.isErc6492) return expect(read).toBeUndefined()
      if (one.malformed || typeof read !== 'object') return expect(read).toBe('malformed')
      if (one.address) expect(read.factory.toLowerCase()).toBe(one.address.toLowerCase())
      if (one.data) expect(`0x${hex.encode(read.factoryData)}`).toBe(one.data.toLowerCase())
      if (one.inner) expect(`0x${hex.encode(read.signature)}`).toBe(one.inner.toLowerCase())
    },
  )

  interface Contract {
    readonly name: string
    readonly message?: string
    readonly signature?: string
    readonly ethCallResult?: string | null
    readonly valid?: boolean
  }
  const contracts = vectors<Contract>('erc1271-signatures').cases
  const signatures = contracts.filter(one => one.message && one.signature && one.valid !== false)
  it.each(contracts.filter(one => one.ethCallResult !== undefined))(
    '[D29f] the answer of the account’s contract is handled: $name',
    async ({ ethCallResult, valid }) => {
      for (const { message = '', signature = '' } of signatures) {
        const account = /0x[\da-fA-F]{40}/.exec(message)?.[0] ?? ''
        const node: RpcRequest = async ({ method, params, network }) => {
          expect([network, JSON.stringify(params)]).toEqual([
            'eip155:1',
            expect.stringContaining(ethereumAddress(account) ?? ''),
          ])
          if (method === 'eth_getCode') return '0x6001'
          if (ethCallResult === null) throw { code: 3, message: 'execution reverted' }
          return ethCallResult
        }
        expect(await judge('eip155', account, message, signature, node)).toBe(
          valid ? 'eip1271' : 'SIGNATURE_WRONG',
        )
      }
    },
  )

  it('[S14] the checksum of addresses is verified: Ethereum, Bitcoin, Solana, Polkadot', async () => {
    interface Ethereum {
      readonly input: string
      /** Null: the address has no checksum. */
      readonly checksumOk: boolean | null
      readonly canonical?: string
      readonly noPrefix?: boolean
    }
    for (const { input, checksumOk, canonical, noPrefix } of vectors<Ethereum>('eip55-addresses')
      .cases) {
      expect(await canonicalAddress('eip155', input)).toBe(
        checksumOk === false || noPrefix ? undefined : canonical,
      )
    }
    interface Other {
      readonly address?: string
      readonly valid: boolean
      readonly expectedPrefix?: number
      readonly publicKey?: string
    }
    for (const one of vectors<Other>('bitcoin-addresses').cases) {
      if (!one.valid) expect(await canonicalAddress('bip122', one.address ?? '')).toBeUndefined()
    }
    for (const one of vectors<Other>('ss58-addresses').cases) {
      // Any prefix is accepted, because the same account has one for every network.
      if (one.address === undefined || (!one.valid && one.expectedPrefix !== undefined)) continue
      expect(await canonicalAddress('polkadot', one.address)).toBe(
        one.valid ? one.publicKey : undefined,
      )
    }
    for (const one of vectors<{ input: string; is32Bytes: boolean }>('solana-addresses').cases) {
      expect(await canonicalAddress('solana', one.input)).toBe(
        one.is32Bytes ? one.input : undefined,
      )
    }
  })
})

const all: readonly (readonly [
  string,
  Namespace,
  string,
  typeof accounts.eip155,
  typeof accounts.eip155,
])[] = [
  ['a key of Ethereum', 'eip155', 'eip191', accounts.eip155, strangers.eip155],
  ['a key of Solana', 'solana', 'ed25519', accounts.solana, strangers.solana],
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
    expect(await judge(namespace, 'nobody', text, signature)).toBe('ADDRESS_MALFORMED')
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

describe('an account that is a contract', () => {
  const { address } = accounts.eip155
  const contractsOwn = `0x${'ab'.repeat(100)}`
  const deployed =
    (answer: unknown): RpcRequest =>
    async ask =>
      ask.method === 'eth_getCode' ? '0x60' : answer

  it('the validator is the one that ERC-6492 publishes, as viem has it', () => {
    expect(`0x${validatorCode}`).toBe(erc6492SignatureValidatorByteCode)
  })
  it('[D29f] a contract account cannot sign in without a node', async () => {
    expect(await judge('eip155', address, text, contractsOwn)).toBe('RPC_MISSING')
  })
  it('[D29f] a contract account that is not deployed is rejected', async () => {
    const rpc: RpcRequest = async () => '0x'
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('CONTRACT_NOT_DEPLOYED')
    expect(await judge('eip155', address, text, await strangers.eip155.sign(text), rpc)).toBe(
      'CONTRACT_NOT_DEPLOYED',
    )
  })
  it('a contract account whose key signed needs no node', async () => {
    const rpc: RpcRequest = () => Promise.reject(new TypeError('asked'))
    expect(await judge('eip155', address, text, await accounts.eip155.sign(text), rpc)).toBe(
      'eip191',
    )
  })
  it.each<readonly [string, RpcRequest]>([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['is busy', () => Promise.reject({ code: -32005, message: 'limit exceeded' })],
    ['answers nothing', async () => undefined],
    ['answers what is no hex', async () => '0xzz'],
  ])(
    '[S35] a contract account is rejected with an error of the node when the node %s',
    async (_, rpc) => {
      expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('RPC_FAILED')
    },
  )
  it.each([
    { code: 3 },
    { code: -32000, message: 'execution reverted: no' },
    { message: 'outer', cause: { code: 3 } },
  ])('[S35] a contract that reverts has not signed: %j', async thrown => {
    const rpc: RpcRequest = ask =>
      ask.method === 'eth_getCode' ? Promise.resolve('0x60') : Promise.reject(thrown)
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('SIGNATURE_WRONG')
  })
  it.each([
    '0x',
    '0x00',
    '0x01',
    `0x${'0'.repeat(63)}1`,
    `0x1626ba7e${'0'.repeat(55)}1`,
    `0x1626ba7e${'0'.repeat(56)}00`,
    `0x${'f'.repeat(64)}`,
  ])('[S35] a contract that answers %s has not signed', async answer => {
    expect(await judge('eip155', address, text, contractsOwn, deployed(answer))).toBe(
      'SIGNATURE_WRONG',
    )
  })
  it('[R10] the verification of a contract account ends when the caller aborts', async () => {
    const controller = new AbortController()
    const rpc: RpcRequest = () => {
      controller.abort()
      return Promise.reject(new TypeError('aborted'))
    }
    const asked = verifySignature(
      { namespace: 'eip155', address, text, signature: contractsOwn, network: 'eip155:1' },
      { rpc, signal: controller.signal },
    )
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a contract account is queried over HTTP, each network at its own URL', async () => {
    const asked: unknown[] = []
    const answers: Record<string, unknown> = {
      eth_getCode: { result: '0x60' },
      eth_call: { error: { code: 3, message: 'execution reverted' } },
    }
    const send = async (url: unknown, init?: { readonly body?: unknown }) => {
      const { method } = JSON.parse(String(init?.body))
      asked.push([url, method])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answers[method] as object) }))
    }
    const rpc = createRpc({ 'eip155:1': 'https://one.example' }, send as typeof fetch)
    expect(await judge('eip155', address, text, contractsOwn, rpc)).toBe('SIGNATURE_WRONG')
    expect(asked).toEqual([
      ['https://one.example', 'eth_getCode'],
      ['https://one.example', 'eth_call'],
    ])
    expect(await codeOf(rpc({ network: 'eip155:10', method: 'eth_call', params: [] }))).toBe(
      'RPC_MISSING',
    )
    for (const none of ['null', '1', '{}']) {
      const broken = createRpc(
        { 'eip155:1': 'https://one.example' },
        (async () => new Response(none)) as typeof fetch,
      )
      expect(await codeOf(broken({ network: 'eip155:1', method: 'eth_call', params: [] }))).toBe(
        'RPC_FAILED',
      )
    }
  })

  it('an RPC request ends with its own signal and at its timeout, also in browsers without AbortSignal.any', async () => {
    const send = (_: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const ask = (timeout: number, signal?: AbortSignal) =>
      createRpc(
        { 'eip155:1': 'https://one.example' },
        send as typeof fetch,
        timeout,
      )({ network: 'eip155:1', method: 'eth_call', params: [], signal })
    vi.stubGlobal('AbortSignal', Object.create(AbortSignal, { any: { value: undefined } }))
    try {
      const controller = new AbortController()
      const given = ask(60_000, controller.signal)
      controller.abort(new RangeError('enough'))
      await expect(given).rejects.toThrow('enough')
      await expect(ask(60_000, controller.signal)).rejects.toThrow('enough')
      await expect(ask(5, new AbortController().signal)).rejects.toMatchObject({
        name: 'TimeoutError',
      })
      await expect(ask(5)).rejects.toMatchObject({ name: 'TimeoutError' })
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
