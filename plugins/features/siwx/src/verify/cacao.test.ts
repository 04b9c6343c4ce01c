import { describe, expect, it } from 'vitest'
import type { Namespace } from '../../test/accounts.js'
import { accounts, codeOf, fields, signed } from '../../test/accounts.js'
import { type Cacao, fromCacao, toCacao } from './cacao.js'
import { formatMessage, formatSignIn } from './message.js'
import { withRecap } from './recap.js'
import { verifySession } from './verify-session.js'

const policy = {
  domain: 'app.example',
  nonce: '0123456789abcdef',
  now: Date.parse('2026-01-01T00:00:00Z'),
}
const more = {
  statement: 'Welcome.',
  expirationTime: '2026-01-01T01:00:00Z',
  notBefore: '2026-01-01T00:00:00Z',
  requestId: 'r-1',
  resources: ['https://app.example/terms'],
}

describe.each(Object.keys(accounts) as Namespace[])(
  'a sign-in on %s as an object (CAIP-74)',
  namespace => {
    it('[S3.55] the object of a sign-in formats to the very text that was signed, and verifies with it', async () => {
      for (const given of [{}, more]) {
        const session = await signed(namespace, given)
        const { scheme } = await verifySession(session, policy)
        const cacao = toCacao({ ...session, scheme })
        expect(cacao.h).toEqual({ t: 'caip122' })
        expect(cacao.p.iss).toBe(
          `did:pkh:${accounts[namespace].network}:${accounts[namespace].address}`,
        )
        expect(cacao.s).toEqual({ t: scheme, s: session.signature })
        const back = fromCacao(JSON.parse(JSON.stringify(cacao)))
        expect(back).toEqual({ ...session, scheme })
        expect(await codeOf(verifySession(back, policy))).toBeUndefined()
      }
    })
  },
)

describe('an object of a wallet', () => {
  const recap = { att: { eip155: { 'request/personal_sign': [{}] } } }

  it('[S15] an object without the words of its capabilities is formatted with them', async () => {
    const granting = withRecap(fields('eip155', { statement: 'Welcome.' }), recap)
    const message = formatSignIn(granting)
    const whole = toCacao({
      message,
      signature: await accounts.eip155.sign(message),
      scheme: 'eip191',
    })
    for (const statement of ['Welcome.', granting.statement]) {
      const p = { ...whole.p, ...(statement !== undefined && { statement }) }
      expect(fromCacao({ ...whole, h: { t: 'eip4361' }, p }).message).toBe(message)
    }
    const { statement: left, ...silent } = whole.p
    expect(left).toBe(granting.statement)
    expect(fromCacao({ ...whole, p: silent }).message).toBe(
      formatSignIn(withRecap(fields('eip155'), recap)),
    )
    expect(await codeOf(verifySession(fromCacao(whole), policy))).toBeUndefined()
  })
  it('[S35] an invalid object is rejected by code', async () => {
    const good = toCacao({ ...(await signed('eip155', more)), scheme: 'eip191' })
    const bad: readonly unknown[] = [
      undefined,
      null,
      'text',
      {},
      { ...good, h: undefined },
      { ...good, h: { t: 'jwt' } },
      { ...good, s: null },
      { ...good, s: { t: 'eip191' } },
      ...['iss', 'aud', 'version', 'domain', 'nonce', 'iat'].map(key => ({
        ...good,
        p: { ...good.p, [key]: undefined },
      })),
      ...[
        1,
        'did:pkh',
        'did:pkh:eip155:1',
        'did:key:z6Mk',
        `did:pkh:eip155:1:${accounts.eip155.address}:x`,
      ].map(iss => ({ ...good, p: { ...good.p, iss } })),
      ...['x', [1], {}].map(resources => ({ ...good, p: { ...good.p, resources } })),
      { ...good, p: { ...good.p, exp: 5 } },
      { ...good, p: { ...good.p, iss: 'did:pkh:cosmos:hub:cosmos1abc' } },
      { ...good, p: { ...good.p, statement: 'a\nURI: https://evil.example' } },
      { ...good, p: { ...good.p, resources: ['urn:recap:!'] } },
    ]
    for (const each of bad)
      expect(await codeOf((async () => fromCacao(each as Cacao))())).toMatch(
        /^(CACAO_MALFORMED|NAMESPACE_UNKNOWN|FIELD_MALFORMED|RECAP_MALFORMED)$/,
      )
  })
  it('[S3.55] a text without a required field cannot become an object', async () => {
    const message = formatMessage({
      namespace: 'solana',
      domain: 'app.example',
      address: accounts.solana.address,
    })
    expect(
      await codeOf((async () => toCacao({ message, signature: '', scheme: 'ed25519' }))()),
    ).toBe('FIELD_MISSING')
  })
})
