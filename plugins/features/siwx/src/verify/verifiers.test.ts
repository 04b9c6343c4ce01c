import { describe, expect, it } from 'vitest'
import { codeOf, type Namespace, signed } from '../../test/accounts.js'
import { fromCacao, toCacao } from './cacao.js'
import { SiwxError } from './error.js'
import { formatSignIn, readMessage } from './message.js'
import { buildMessage, canonicalAddress, parseMessage } from './parse.js'
import type { Verifier } from './verifiers.js'
import { verifySession } from './verify-session.js'
import { verifySignature } from './verify-signature.js'

const tally: Verifier = {
  name: 'Tally Two',
  verify: (address, text, signature) => signature === `${address} wrote ${text}`,
}
const policy = {
  domain: 'app.example',
  nonce: '0123456789abcdef',
  now: Date.parse('2026-01-01T00:00:00Z'),
}
const fields = {
  domain: 'app.example',
  address: 't_ada',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'tally:main',
  nonce: '0123456789abcdef',
  issuedAt: '2026-01-01T00:00:00.000Z',
} as const
const message = [
  'app.example wants you to sign in with your Tally Two account:',
  't_ada',
  '',
  '',
  'URI: https://app.example/login',
  'Version: 1',
  'Chain ID: tally:main',
  'Nonce: 0123456789abcdef',
  'Issued At: 2026-01-01T00:00:00.000Z',
].join('\n')
const session = { message, signature: `t_ada wrote ${message}` }
const judge = (verifier: Partial<Verifier>, given = session) =>
  verifySession(given, { ...policy, verifiers: { tally: { ...tally, ...verifier } } })

describe('a verifier for a chain of your own', () => {
  it('[S14] a sign-in on a chain of your own verifies by its verifier, and is refused for another signature', async () => {
    expect(await judge({})).toMatchObject({
      account: 'tally:main:t_ada',
      namespace: 'tally',
      network: 'tally:main',
      address: 't_ada',
      scheme: 'tally',
    })
    expect((await judge({ verify: () => ({ scheme: 'abacus' }) })).scheme).toBe('abacus')
    expect(await codeOf(judge({}, { ...session, signature: 't_bob wrote' }))).toBe(
      'SIGNATURE_WRONG',
    )
  })

  it('the verifier receives the network, the signed bytes and the signal', async () => {
    const got: unknown[] = []
    const { signal } = new AbortController()
    await verifySession(
      { ...session, signedBytes: 'AAA=' },
      {
        ...policy,
        signal,
        verifiers: {
          tally: {
            ...tally,
            verify(...all) {
              got.push(all)
              return true
            },
          },
        },
      },
    )
    expect(got).toEqual([
      [
        't_ada',
        message,
        session.signature,
        { network: 'tally:main', signedBytes: 'AAA=', ask: undefined, signal },
      ],
    ])
  })

  it.each<[string, Verifier['verify']]>([
    ['returns false', () => false],
    ['returns nothing', (() => undefined) as never],
    ['returns a truthy value that is no verdict', (() => 'yes') as never],
    ['returns an object without a scheme', (() => ({ scheme: 1 })) as never],
    [
      'throws',
      () => {
        throw new TypeError('bad length')
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('bad length'))],
  ])('[S35] a sign-in is refused when the verifier %s', async (_, verify) => {
    expect(await codeOf(judge({ verify }))).toBe('SIGNATURE_WRONG')
  })

  it('[S35] the error that a verifier throws is the cause, and its SiwxError is thrown unchanged', async () => {
    const thrown = new TypeError('bad length')
    await expect(judge({ verify: () => Promise.reject(thrown) })).rejects.toMatchObject({
      cause: thrown,
    })
    expect(await codeOf(judge({ verify: () => Promise.reject(new SiwxError('RPC_FAILED')) }))).toBe(
      'RPC_FAILED',
    )
    expect(await codeOf(judge({ verify: () => 'SIGNATURE_MALFORMED' }))).toBe('SIGNATURE_MALFORMED')
  })

  it('[R10] the verification ends with the reason of its signal when the caller aborts', async () => {
    const controller = new AbortController()
    const verify = () => {
      controller.abort()
      return Promise.reject(new TypeError('aborted'))
    }
    await expect(
      verifySession(session, {
        ...policy,
        signal: controller.signal,
        verifiers: { tally: { ...tally, verify } },
      }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('[S14] accounts are compared by the canonical address of the verifier, and an invalid one is refused', async () => {
    const canonical = (address: string) =>
      address.startsWith('t_') ? address.toUpperCase() : undefined
    const by = { canonicalAddress: canonical }
    expect((await judge(by)).address).toBe('T_ADA')
    const verifiers = { tally: { ...tally, ...by } }
    expect(await canonicalAddress('tally', 't_ada', { verifiers })).toBe('T_ADA')
    const expecting = (address: string) =>
      codeOf(verifySession(session, { ...policy, address, verifiers }))
    expect(await expecting('T_Ada')).toBe('ADDRESS_OTHER')
    expect(await expecting('t_AdA')).toBeUndefined()
    const other = message.replace('t_ada', 'x_ada')
    expect(await codeOf(judge(by, { message: other, signature: `x_ada wrote ${other}` }))).toBe(
      'ADDRESS_MALFORMED',
    )
  })

  it('[S14] a message of a chain of your own names its network in full, and only one of this chain', async () => {
    const verifiers = { tally }
    for (const chainId of ['main', 'eip155:1', 'tally:', 'tally:a b', 'xtally:main', 'tally:a:b'])
      expect(
        await codeOf(
          parseMessage(message.replace('Chain ID: tally:main', `Chain ID: ${chainId}`), {
            verifiers,
          }),
        ),
      ).toBe('FIELD_MALFORMED')
    for (const address of ['t ada', 't\u00e4da', `t${'a'.repeat(128)}`])
      expect(await codeOf(parseMessage(message.replace('t_ada', address), { verifiers }))).toBe(
        'ADDRESS_MALFORMED',
      )
  })

  it('a sign-in of a chain of your own is formatted, read and carried as an object', async () => {
    const verifiers = { tally }
    expect(formatSignIn(fields, { verifiers })).toBe(message)
    expect(await buildMessage(fields, { verifiers })).toBe(message)
    expect(readMessage(message, { verifiers })).toMatchObject({
      namespace: 'tally',
      network: 'tally:main',
      chainId: 'tally:main',
    })
    // An account of CAIP-10 has no underscore.
    const given = { message: message.replace('t_ada', 'ada'), signature: 'x', scheme: 'tally' }
    const cacao = toCacao(given, { verifiers })
    expect(cacao.p.iss).toBe('did:pkh:tally:main:ada')
    expect(fromCacao(cacao, { verifiers })).toEqual(given)
    expect(
      await verifySignature(
        { namespace: 'tally', address: 't_ada', text: 'hi', signature: 't_ada wrote hi' },
        { verifiers },
      ),
    ).toEqual({ scheme: 'tally' })
  })

  it('without a verifier the refusal says which option adds one', async () => {
    await expect(verifySession(session, policy)).rejects.toMatchObject({
      code: 'NAMESPACE_UNKNOWN',
      message: expect.stringContaining(
        'last argument: { verifiers: { namespace: { name, verify } } }',
      ),
    })
    expect(await codeOf(canonicalAddress('tally', 't_ada'))).toBe('NAMESPACE_UNKNOWN')
  })

  it('a verifier of your own replaces a built-in one, and the other built-in ones stay', async () => {
    const verifiers = { eip155: { name: 'Ethereum', verify: () => ({ scheme: 'own' }) }, tally }
    const on = async (namespace: Namespace) =>
      (await verifySession(await signed(namespace), { ...policy, verifiers })).scheme
    expect(await on('eip155')).toBe('own')
    expect(await on('solana')).toBe('ed25519')
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a namespace that is none of CAIP-2', { Tally: tally }],
    ['no name', { tally: { ...tally, name: '' } }],
    ['a name with a line break', { tally: { ...tally, name: 'Tally\nURI: x' } }],
    ['the name of another chain', { tally: { ...tally, name: 'Ethereum' } }],
    ['no function', { tally: { name: 'Tally' } }],
    ['nothing', { tally: undefined }],
  ])('a verifier with %s is refused by its namespace', async (_, verifiers) => {
    const refused = verifySession(session, { ...policy, verifiers: verifiers as never })
    await expect(refused).rejects.toMatchObject({
      code: 'VERIFIER_MALFORMED',
      field: Object.keys(verifiers)[0],
    })
  })
})
