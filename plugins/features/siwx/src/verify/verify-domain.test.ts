import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { accounts, codeOf, fields, otherAccounts, signed } from '../../test/accounts.js'
import { asciiDomain } from './grammar.js'
import { formatSignIn } from './message.js'
import { type SessionPolicy, verifySession } from './verify-session.js'

const issuedAt = '2026-01-01T00:00:00.000Z'

const now = Date.parse(issuedAt)

const nonce = '0123456789abcdef'

const policy = (more: Partial<SessionPolicy> = {}) =>
  ({ domain: 'app.example', nonce, now, ...more }) as SessionPolicy

describe('the domain of the page', () => {
  const judge = async (more: Partial<SignInFields>, expected: Partial<SessionPolicy>) =>
    codeOf(verifySession(await signed('eip155', more), policy(expected)))

  it('[S14] the domain is compared in lower case and in ASCII', async () => {
    expect(await judge({ domain: 'APP.EXAMPLE' }, {})).toBeUndefined()
    expect(await judge({}, { domain: 'App.Example:443' })).toBeUndefined()
    expect(
      await judge(
        { domain: 'xn--bcher-kva.example', uri: 'https://xn--bcher-kva.example/login' },
        { domain: 'bücher.example' },
      ),
    ).toBeUndefined()
  })
  it('[S16] a domain of look-alike letters is invalid in a message, and is recognisable in ASCII', async () => {
    const twin = 'аpp.example' // a Cyrillic а
    expect(asciiDomain(twin)).toBe('xn--pp-6kc.example')
    expect(
      await codeOf(
        verifySession(
          { message: formatSignIn(fields('eip155')).replace('app.example', twin), signature: '0x' },
          policy(),
        ),
      ),
    ).toBe('DOMAIN_MALFORMED')
    expect(await judge({}, { domain: twin })).toBe('DOMAIN_OTHER')
    for (const none of [
      '',
      ' ',
      'a b',
      'a/b',
      'https://a',
      'a?b',
      'a#b',
      'u@a',
      'a\nb',
      'a%2eb',
      'a'.repeat(1000),
      'a\\b',
    ])
      expect(asciiDomain(none)).toBeUndefined()
  })
  it('[S14] the page may be http only on this machine', async () => {
    expect(
      await judge(
        { domain: 'localhost:3000', uri: 'http://localhost:3000/' },
        { domain: 'localhost:3000' },
      ),
    ).toBeUndefined()
    expect(
      await judge(
        { domain: '127.0.0.1:3000', uri: 'http://127.0.0.1:3000' },
        { domain: '127.0.0.1:3000' },
      ),
    ).toBeUndefined()
    expect(
      await judge({ domain: 'localhost', uri: 'http://localhost/' }, { domain: 'localhost' }),
    ).toBeUndefined()
    const below = 'app.portico.localhost:5173'
    expect(
      await judge({ domain: below, uri: `http://${below}` }, { domain: below }),
    ).toBeUndefined()
    for (const domain of [
      '10.0.0.1',
      'a.evil-localhost',
      'evil-localhost',
      'localhost.evil.example',
      'localhost.evil.example:3000',
    ])
      expect(await judge({ domain, uri: `http://${domain}` }, { domain }), domain).toBe('URI_OTHER')
  })
  it('[S14] the URI is the page that the host names, and the scheme before the domain, where there is one, is that of the page', async () => {
    expect(
      await judge({ uri: 'https://auth.example/login' }, { uri: 'https://auth.example' }),
    ).toBeUndefined()
    expect(await judge({}, { uri: 'https://auth.example' })).toBe('URI_OTHER')
    expect(await judge({ uri: 'did:key:example' }, { uri: 'did:key:example' })).toBeUndefined()
    // URIs without an origin are compared whole, also where they contain an address of the page.
    expect(await judge({ uri: 'did:key:other' }, { uri: 'did:key:example' })).toBe('URI_OTHER')
    expect(
      await judge({ uri: 'app:https://a.example/other' }, { uri: 'app:https://a.example/one' }),
    ).toBe('URI_OTHER')
    expect(await judge({ uri: 'https://user@app.example/login' }, {})).toBe('URI_OTHER')
    for (const [scheme, code] of [
      ['https', undefined],
      ['http', 'DOMAIN_OTHER'],
      ['ftp', 'DOMAIN_OTHER'],
    ]) {
      const message = `${scheme}://${formatSignIn(fields('eip155'))}`
      expect(
        await codeOf(
          verifySession({ message, signature: await accounts.eip155.sign(message) }, policy()),
        ),
      ).toBe(code)
    }
  })
  it('[D29c] a private cluster matches what wallets call localnet; a public one does not', async () => {
    const own: NetworkId = 'solana:EAQLJCV2mh23BsK2P9oYpV5CHVLDNHTx'
    const message = formatSignIn(fields('solana')).replace(
      'Chain ID: mainnet',
      'Chain ID: localnet',
    )
    const session = { message, signature: await accounts.solana.sign(message) }
    expect(await codeOf(verifySession(session, policy({ network: own })))).toBeUndefined()
    expect(await codeOf(verifySession(session, policy({ network: accounts.solana.network })))).toBe(
      'NETWORK_OTHER',
    )
  })
  it('[S14] a message for Ethereum is valid only with the checksum of its address', async () => {
    for (const address of [
      accounts.eip155.address.toLowerCase(),
      `0x${accounts.eip155.address.slice(2).toUpperCase()}`,
    ]) {
      const message = formatSignIn(fields('eip155', { address }))
      expect(
        await codeOf(
          verifySession({ message, signature: await accounts.eip155.sign(message) }, policy()),
        ),
      ).toBe('ADDRESS_MALFORMED')
    }
  })
  it('an address is compared in any of its spellings', async () => {
    expect(await judge({}, { address: accounts.eip155.address.toLowerCase() })).toBeUndefined()
    expect(
      await judge({}, { address: [otherAccounts.eip155.address, accounts.eip155.address] }),
    ).toBeUndefined()
    const generic = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
    const onPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    const session = {
      message: formatSignIn(fields('polkadot', { address: generic })),
      signature: '0x',
    }
    expect(await codeOf(verifySession(session, policy({ address: onPolkadot })))).toBe(
      'SIGNATURE_MALFORMED',
    )
    expect(
      await codeOf(verifySession(session, policy({ address: accounts.polkadot.address }))),
    ).toBe('ADDRESS_OTHER')
  })
})
