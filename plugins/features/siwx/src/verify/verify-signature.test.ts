import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { isWordingOf } from '@portico/signatures/solana'
import { typedSignature } from '@portico/signatures/substrate'
import { base58, base64, hex } from '@scure/base'
import fc from 'fast-check'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { accounts, bitcoin, codeOf, polkadot, strangers } from '../../test/accounts.js'
import { validatorCode } from './chains/validator-code.js'
import type { Namespace } from './namespaces.js'
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
