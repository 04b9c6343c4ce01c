import { ed25519 } from '@noble/curves/ed25519.js'
import {
  messagesCapability,
  type SignedMessage,
  type SignInFields,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { SolanaQuirks } from '@portico/mock-wallets'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { never, thrownBy } from '../../test/bench.js'
import { type Connected, startWorld, type World } from '../../test/world.js'
import { solanaMainnet } from '../networks.js'
import { createMessages } from './messages.js'

const ledger = {
  url: 'http://127.0.0.1:1',
  genesisHash: 'J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7bMnm9htS46Wb',
  accounts: ['11', '22'].map(byte => ({ address: '', seed: `0x${byte.repeat(32)}` as const })),
}
let world: World & Connected
const start = async (quirks: SolanaQuirks = {}) => {
  const made = await startWorld(ledger, { wallet: { quirks } })
  world = { ...made, ...(await made.connect()) }
  return world
}
afterEach(() => world?.stop())
const sign = (text: string) =>
  world.offer(messagesCapability).sign(world.via, world.from, text, never())

const own = createMessages({ networks: [solanaMainnet] })
const secret = new Uint8Array(32).fill(5)
const account = {
  namespace: 'solana',
  address: base58.encode(ed25519.getPublicKey(secret)),
  type: 'eoa',
  connection: 'solana/x',
} as const
const utf8 = (text: string) => new TextEncoder().encode(text)
const signedBy = (bytes: Uint8Array, more: Partial<SignedMessage> = {}): SignedMessage => ({
  signature: base58.encode(ed25519.sign(bytes, secret)),
  scheme: 'ed25519',
  ...more,
})

describe('signing a message', () => {
  it('[S7.26] [D29c] sign returns a verifiable signature over the bytes of the text', async () => {
    await start()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async text => {
        const { signature, scheme, signedBytes } = await sign(text)
        expect([scheme, signedBytes]).toEqual(['ed25519', undefined])
        expect(
          ed25519.verify(base58.decode(signature), utf8(text), base58.decode(world.from.address)),
        ).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['a wrong bit', { signatures: 'flipped' }],
    ['63 bytes', { signatures: 'short' }],
    ['another account', { signatures: 'foreign' }],
    ['zeros', { signatures: 'zero' }],
    ['another text', { rewords: 'I give you everything' }],
    ['a longer text', { rewords: 'hello, and everything else' }],
    ['a transaction', { rewords: '\u0001\u0000\u0001' }],
  ] as const)('[S35] sign rejects a signature with %s', async (_, quirks) => {
    await start(quirks)
    expect(await thrownBy(sign('hello'))).toMatchObject({ code: 'WALLET_ANSWER' })
  })

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    [null],
    [{}],
    [{ signature: 'abc', signedMessage: 'abc' }],
    [{}, {}],
    {},
  ])('[S35] sign rejects the malformed response %j', async answer => {
    await start()
    world.wallet.policy = { 'solana:signMessage': { answer } }
    expect(await thrownBy(sign('hello'))).toMatchObject({ code: 'WALLET_ANSWER' })
  })

  it('[R23] signing the same text twice at once is one wallet request', async () => {
    await start()
    expect(await Promise.all([sign('hello'), sign('hello')])).toHaveLength(2)
    expect(world.wallet.prompts).toBe(2)
  })

  it('sign reports that the wallet limits requests', async () => {
    await start({ signatureIntervalMs: 3_000 })
    await sign('one')
    expect(await thrownBy(sign('two'))).toMatchObject({ code: -32005 })
    world.stop()
    await start({ signatureIntervalMs: 3_000, throwsText: 'Rate limit exceeded.' })
    await sign('one')
    expect(await thrownBy(sign('two'))).toMatchObject({
      code: '-32005',
      message: 'The wallet needs a pause between two requests. Try again in a few seconds.',
    })
  })

  it('sign is refused for an account outside the wallet, and by a wallet without the feature', async () => {
    await start({
      lacks: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
    })
    expect(world.via.supports?.(messagesCapability)).toBe(false)
    expect(world.via.supports?.(transactionsCapability)).toBe(false)
    expect(await thrownBy(sign('hello'))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    const foreign = world
      .offer(messagesCapability)
      .sign(world.via, { ...world.from, address: account.address }, 'hello', never())
    expect(await thrownBy(foreign)).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })
})

describe('verifying', () => {
  it('verify accepts the envelope of hardware wallets around a text, and no other', async () => {
    const envelope = (text: string, head = '\xffsolana offchain') =>
      Uint8Array.of(
        ...[...head].map(one => one.charCodeAt(0)),
        0,
        ...new Uint8Array(32),
        0,
        1,
        ...base58.decode(account.address),
        5,
        0,
        ...utf8(text),
      )
    const judge = (bytes: Uint8Array) =>
      own.verify(account, 'hello', signedBy(bytes, { signedBytes: bytes }), never())
    expect(await judge(envelope('hello'))).toBe(true)
    expect(await judge(envelope('hallo'))).toBe(false)
    expect(await judge(envelope('hello', 'solana transact.'))).toBe(false)
    expect(await judge(utf8('say hello'))).toBe(false)
    expect(
      await judge(Uint8Array.of(...envelope('send everything, then '), ...utf8('hello'))),
    ).toBe(false)
  })

  it('[S35] verify returns false, and never throws, for anything that is no signature', async () => {
    const junk = fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 80 }).map(bytes => base58.encode(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(
        junk,
        async signature =>
          (await own.verify(account, 'hello', { signature, scheme: 'ed25519' }, never())) === false,
      ),
    )
    expect(
      await own.verify(
        { ...account, address: 'CCMCWh4FudPEmY6Q1AVi5o8mQMXkHYkJUmZfzRGdcJ9P' },
        'hello',
        signedBy(utf8('hello')),
        never(),
      ),
    ).toBe(false)
  })

  interface Signed {
    readonly name: string
    readonly input: { readonly address: string }
    readonly message?: string
    readonly signatureBase58?: string
    readonly valid: boolean
    readonly expectedDomain?: string
  }
  it.skipIf(!hasVectors)(
    '[S14] [D29c] verify agrees with the public vectors of sign-in texts',
    async () => {
      const cases = vectors<Signed>('siws').cases.filter(
        ({ message, signatureBase58 }) => message && signatureBase58,
      )
      for (const { name, input, message = '', signatureBase58 = '', valid } of cases.filter(
        one => !one.name.startsWith('other domain'),
      ))
        expect(
          await own.verify(
            { ...account, address: input.address },
            message,
            { signature: signatureBase58, scheme: 'ed25519' },
            never(),
          ),
          name,
        ).toBe(valid)
    },
  )
  it.skipIf(!hasVectors)('verify agrees with the signatures of other implementations', async () => {
    const cases = vectors<{
      namespace: string
      account: string
      message: string
      signature: string
      valid: boolean
    }>('siwx-signatures').cases
    for (const one of cases.filter(({ namespace }) => namespace === 'solana'))
      expect(
        await own.verify(
          { ...account, address: one.account },
          one.message,
          { signature: one.signature, scheme: 'ed25519' },
          never(),
        ),
      ).toBe(one.valid)
  })
})

describe('signing in', () => {
  const fields = (): SignInFields => ({
    domain: 'portico.example',
    address: world.from.address,
    uri: 'https://portico.example/login',
    version: '1',
    chainId: world.network.caipNetworkId,
    nonce: 'k3XrZ0bQ9dYwLm2T',
    issuedAt: '2026-01-02T03:04:05.000Z',
    statement: 'Sign in to Portico.',
    expirationTime: '2026-01-03T03:04:05.000Z',
    resources: ['https://portico.example/terms'],
  })
  const signIn = (more: Partial<SignInFields> = {}) =>
    world
      .offer(messagesCapability)
      .signIn?.(world.via, world.from, { ...fields(), ...more }, never()) ??
    Promise.resolve(undefined)

  it('[D29a] [D29c] sign-in is one request: the wallet writes the text of Sign-In With Solana, and it verifies', async () => {
    await start()
    const signed = await signIn()
    expect(signed?.text).toBe(`portico.example wants you to sign in with your Solana account:
${world.from.address}

Sign in to Portico.

URI: https://portico.example/login
Version: 1
Chain ID: localnet
Nonce: k3XrZ0bQ9dYwLm2T
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-03T03:04:05.000Z
Resources:
- https://portico.example/terms`)
    if (signed) expect(await own.verify(world.from, signed.text, signed, never())).toBe(true)
    expect(world.wallet.prompts).toBe(2)
  })

  it('sign-in signs a text where the wallet lacks the feature', async () => {
    await start({ lacks: ['solana:signIn'] })
    expect(await signIn()).toBeUndefined()
  })

  it.each([
    ['domain', (text: string) => text.replace('portico.example wants', 'evil.example wants')],
    ['address', (text: string) => text.replace(/\n\w{32,44}\n/, `\n${account.address}\n`)],
    ['statement', (text: string) => text.replace('Sign in to', 'Empty')],
    ['nonce', (text: string) => text.replace('Lm2T', 'Lm2U')],
    ['uri', (text: string) => text.replace('/login', '/logout')],
    ['time', (text: string) => text.replace('2026-01-02', '2027-01-02')],
    ['expiry', (text: string) => text.replace(/\nExpiration Time.*/, '')],
    ['second nonce', (text: string) => text.replace('Version: 1', 'Version: 1\nNonce: another1')],
    ['terms', (text: string) => text.replace('/terms', '/other')],
    ['chain', (text: string) => text.replace('localnet', 'mainnet')],
  ] as const)('[S14] [S35] sign-in rejects a text with another %s', async (_, reword) => {
    await start()
    const honest = await signIn()
    const text = reword(honest?.text ?? '')
    expect(text).not.toBe(honest?.text)
    const key = world.wallet.publicKeys[0]
    const secretOfWallet = new Uint8Array(32).fill(0x11)
    const signedMessage = utf8(text)
    const answer = [
      {
        account: { address: world.from.address, publicKey: key },
        signedMessage,
        signature: ed25519.sign(signedMessage, secretOfWallet),
      },
    ]
    world.wallet.policy = { 'solana:signIn': { answer } }
    expect(await thrownBy(signIn({ requestId: undefined as never }))).toMatchObject({
      code: 'WALLET_ANSWER',
      message: expect.stringContaining('different text'),
    })
  })

  it.each(['flipped', 'foreign', 'zero', 'short'] as const)(
    '[S35] sign-in rejects a signature that is %s',
    async signatures => {
      await start({ signatures })
      expect(await thrownBy(signIn())).toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )
})
