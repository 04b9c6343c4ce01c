import { blake2b } from '@noble/hashes/blake2.js'
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { readAddress, writeAddress } from '@portico/signatures/substrate-address'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { Namespace } from '../../test/accounts.js'
import { accounts, codeOf, fields, otherAccounts, signed } from '../../test/accounts.js'
import { formatMessage, formatSignIn } from './message.js'
import { createNonce, createNonces, type Nonces } from './nonces.js'
import { addressOn } from './parse.js'
import { createRpc, type RpcRequest } from './rpc.js'
import { type SessionPolicy, verifySession } from './verify-session.js'

const issuedAt = '2026-01-01T00:00:00.000Z'

const now = Date.parse(issuedAt)

const minute = 60_000

const nonce = '0123456789abcdef'

const policy = (more: Partial<SessionPolicy> = {}) =>
  ({ domain: 'app.example', nonce, now, ...more }) as SessionPolicy

const namespaces = Object.keys(accounts) as Namespace[]

describe.each(namespaces)('a sign-in on %s', namespace => {
  const { address, network } = accounts[namespace]
  const judge = async (more: Partial<SignInFields> = {}, expected: Partial<SessionPolicy> = {}) =>
    codeOf(verifySession(await signed(namespace, more), policy(expected)))

  it('[D29f] [S14] a sign-in that meets the policy is verified', async () => {
    const session = await signed(namespace, {
      statement: 'Welcome back.',
      expirationTime: '2026-01-01T01:00:00Z',
      notBefore: issuedAt,
    })
    expect(await verifySession(session, policy({ address, network }))).toMatchObject({
      account: `${network}:${address}`,
      namespace,
      network,
      address,
      message: { text: session.message, statement: 'Welcome back.' },
      capabilities: [],
    })
  })
  it('[S14] a sign-in for another domain, URI, account, network or nonce is rejected', async () => {
    for (const domain of [
      'evil.example',
      'x.app.example',
      'example',
      'app.example.evil.example',
      'app.example:8443',
      'user@app.example',
      'xn--pp-1ja.example',
      '',
    ]) {
      expect(await judge({}, { domain })).toBe('DOMAIN_OTHER')
    }
    for (const uri of [
      'https://evil.example',
      'http://app.example',
      'https://app.example:8443',
      'https://app.example@evil.example',
      'did:key:example',
    ]) {
      expect(await judge({ uri })).toBe('URI_OTHER')
    }
    expect(await judge({}, { address: otherAccounts[namespace].address })).toBe('ADDRESS_OTHER')
    expect(await judge({}, { address: [] })).toBe('ADDRESS_OTHER')
    expect(
      await judge(
        {},
        { network: `${namespace}:${namespace === 'eip155' ? '137' : '7'.repeat(32)}` },
      ),
    ).toBe('NETWORK_OTHER')
    expect(await judge({}, { network: [] })).toBe('NETWORK_OTHER')
    expect(await judge({}, { nonce: 'fedcba9876543210' })).toBe('NONCE_OTHER')
  })
  it('[S14] [R18] a sign-in is valid only within its times, and is rejected when its clock is five minutes off in either direction', async () => {
    const expirationTime = '2026-01-01T01:00:00.000Z'
    const end = Date.parse(expirationTime)
    for (const [at, code] of [
      [end - 1, undefined],
      [end, 'EXPIRED'],
      [end + 1, 'EXPIRED'],
      [end + 86_400_000, 'EXPIRED'],
    ] as const) {
      expect(await judge({ expirationTime }, { now: at })).toBe(code)
    }
    expect(await judge({ notBefore: expirationTime }, { now: end - 1 })).toBe('NOT_YET_VALID')
    expect(await judge({ notBefore: expirationTime }, { now: end })).toBeUndefined()
    for (const [off, code] of [
      [-5 * minute, 'CLOCK_SKEW'],
      [-minute - 1, 'CLOCK_SKEW'],
      [-minute, undefined],
      [minute, undefined],
      [minute + 1, 'CLOCK_SKEW'],
      [5 * minute, 'CLOCK_SKEW'],
      [86_400_000, 'CLOCK_SKEW'],
    ] as const) {
      // The nonce is issued and used at once, by a clock that differs from the message's by `off`.
      const nonces: Nonces = { peek: () => now + off, take: () => now + off }
      expect(
        await judge({}, { now: now + off, nonce: undefined, nonces } as Partial<SessionPolicy>),
      ).toBe(code)
    }
    expect(await judge({}, { now: Number.NaN })).toBe('CLOCK_SKEW')
  })
  it('[S14] a sign-in is accepted once, also of two concurrent calls, and not with a foreign nonce', async () => {
    const nonces = createNonces({ now: () => now })
    const given = nonces.issue()
    const session = await signed(namespace, { nonce: given })
    const by = { domain: 'app.example', nonces, now }
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(verifySession(session, by))))
    expect(outcomes.sort()).toEqual(['NONCE_USED', 'NONCE_USED', undefined])
    expect(await codeOf(verifySession(session, by))).toBe('NONCE_USED')
    expect(await codeOf(verifySession(await signed(namespace), by))).toBe('NONCE_UNKNOWN')
  })
  it('[S14] a rejected sign-in does not use its nonce', async () => {
    const nonces = createNonces({ now: () => now })
    const given = nonces.issue()
    const { message, signature } = await signed(namespace, { nonce: given })
    const by = { domain: 'app.example', nonces, now }
    expect(
      await codeOf(
        verifySession({ message, signature: await otherAccounts[namespace].sign(message) }, by),
      ),
    ).toBe('SIGNATURE_WRONG')
    expect(
      await codeOf(verifySession({ message, signature }, { ...by, domain: 'evil.example' })),
    ).toBe('DOMAIN_OTHER')
    expect(await codeOf(verifySession({ message, signature }, by))).toBeUndefined()
  })
  it('[S14] [S35] a sign-in whose text, signature or data was changed is rejected', async () => {
    const { message, signature } = await signed(namespace, { statement: 'Welcome back.' })
    const judgeSession = (session: {
      message: string
      signature: string
      data?: Partial<SignInFields>
    }) => codeOf(verifySession(session, policy()))
    expect(await judgeSession({ message: message.replace('Welcome', 'Farewell'), signature })).toBe(
      'SIGNATURE_WRONG',
    )
    expect(await judgeSession({ message: `${message}\n`, signature })).toMatch(/MALFORMED/)
    expect(
      await judgeSession({ message, signature: await otherAccounts[namespace].sign(message) }),
    ).toBe('SIGNATURE_WRONG')
    expect(await judgeSession({ message, signature: signature.slice(0, -4) })).toMatch(
      /^SIGNATURE_/,
    )
    expect(
      await judgeSession({
        message,
        signature,
        data: fields(namespace, { statement: 'Welcome back.' }),
      }),
    ).toBeUndefined()
    for (const change of [
      { address: otherAccounts[namespace].address },
      { nonce: 'fedcba9876543210' },
      { chainId: `${namespace}:9` as NetworkId },
      { resources: ['https://app.example'] },
      { requestId: 'x' },
    ]) {
      expect(await judgeSession({ message, signature, data: fields(namespace, change) })).toBe(
        'MESSAGE_ALTERED',
      )
    }
  })
  it('[S14] a message is compared with each field of its data, each resource in its place', async () => {
    const resources = ['https://app.example/a', 'https://app.example/b']
    const judgeData = async (data: Partial<SignInFields>) =>
      codeOf(
        verifySession(
          { ...(await signed(namespace, { resources, statement: 'Welcome back.' })), data },
          policy(),
        ),
      )
    expect(await judgeData({ resources })).toBeUndefined()
    expect(await judgeData({ resources: [] })).toBeUndefined()
    expect(await judgeData({ nonce, statement: undefined as never })).toBeUndefined()
    for (const other of [
      resources.slice(0, 1),
      [...resources].reverse(),
      [resources[0] ?? '', 'https://app.example/c'],
      [...resources, 'https://app.example/c'],
    ])
      expect(await judgeData({ resources: other })).toBe('MESSAGE_ALTERED')
  })
  it('[S33] the error of a rejected sign-in repeats nothing of it', async () => {
    const session = await signed(namespace, {
      nonce: 'secretnonce12345',
      requestId: 'secret-request',
    })
    for (const by of [
      policy({ domain: 'evil.example' }),
      policy(),
      policy({ nonce: 'secretnonce12345', now: now - 10 * minute }),
    ]) {
      const thrown = await verifySession(session, by).catch((error: unknown) => error as Error)
      expect(JSON.stringify([String(thrown), thrown])).not.toMatch(/secret|evil|app\.example/)
      expect(JSON.stringify([String(thrown), thrown])).not.toContain(session.signature)
    }
  })
})

describe('an account', () => {
  const on = (network: NetworkId, address: string) => addressOn(network, address)
  const at = (network: string): NetworkId => `bip122:${network}`
  const mainnet = '000000000019d6689c085ae165831e93'
  const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'
  const tests = [
    '000000000933ea01ad0ee984209779ba',
    '00000000da84f2bafbbc53dee25a72ae',
    '00000008819873e925422c1ff0f99f7c',
  ]
  const [generic, onPolkadot, onKusama] = [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
  ] as const
  const polkadotNetwork = accounts.polkadot.network

  it('[S14] an account of Bitcoin must belong to the network that the message names', async () => {
    const own = accounts.bip122.address
    const test = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
    const local = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    expect(
      await Promise.all(
        [
          own,
          '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
          '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
          test,
          local,
        ].map(each => on(at(mainnet), each)),
      ),
    ).toEqual([
      own,
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      undefined,
      undefined,
    ])
    for (const each of tests)
      expect(await Promise.all([test, own, local].map(address => on(at(each), address)))).toEqual([
        test,
        undefined,
        undefined,
      ])
    expect(await Promise.all([local, test, own].map(address => on(at(regtest), address)))).toEqual([
      local,
      undefined,
      undefined,
    ])
    expect(await on(at('7'.repeat(32)), test)).toBe(test)
    expect(
      await codeOf(
        verifySession(
          { message: formatSignIn(fields('bip122', { address: test })), signature: '' },
          policy(),
        ),
      ),
    ).toBe('ADDRESS_MALFORMED')
  })
  it('[S14] an account of Polkadot has the one name of its network', async () => {
    expect(
      await Promise.all([generic, onPolkadot, onKusama].map(each => on(polkadotNetwork, each))),
    ).toEqual([onPolkadot, onPolkadot, undefined])
    expect(
      await Promise.all(
        [generic, onPolkadot, onKusama].map(each =>
          on('polkadot:b0a8d493285c2df73290dfb7e61f870f', each),
        ),
      ),
    ).toEqual([onKusama, undefined, onKusama])
    expect(await on('polkadot:7777777777777777777777777777777a', onKusama)).toBe(onKusama)
    // A full public key, and the second encoding of a small prefix.
    const key = readAddress(generic) ?? new Uint8Array()
    expect(await on(polkadotNetwork, writeAddress(Uint8Array.of(2, ...key), 0))).toBeUndefined()
    const twice = Uint8Array.of(0x40, 0, ...key)
    const sum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...twice), {
      dkLen: 64,
    })
    expect(
      await on(polkadotNetwork, base58.encode(Uint8Array.of(...twice, ...sum.subarray(0, 2)))),
    ).toBeUndefined()
  })
  it('[S14] two spellings of an account sign in as the same account', async () => {
    const own = accounts.polkadot
    const spelled = writeAddress(readAddress(own.address) ?? new Uint8Array(), 42)
    const { account, address, message } = await verifySession(
      await signed('polkadot', { address: spelled }),
      policy(),
    )
    expect([account, address, message.address]).toEqual([
      `${own.network}:${own.address}`,
      own.address,
      spelled,
    ])
    const kusama = writeAddress(readAddress(own.address) ?? new Uint8Array(), 2)
    expect(
      await codeOf(verifySession(await signed('polkadot', { address: kusama }), policy())),
    ).toBe('ADDRESS_MALFORMED')
  })
})

describe('a Solana sign-in with missing fields', () => {
  it.each(['uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const)(
    '[S14] a sign-in without %s is rejected',
    async field => {
      const { [field]: _, ...rest } = {
        ...fields('solana'),
        chainId: 'mainnet',
        namespace: 'solana' as const,
      }
      const message = formatMessage(rest)
      expect(
        await codeOf(
          verifySession({ message, signature: await accounts.solana.sign(message) }, policy()),
        ),
      ).toBe('FIELD_MISSING')
    },
  )
})

describe('a node', () => {
  const asking = () => {
    const requested: string[] = []
    const rpc: RpcRequest = async ({ method }) => {
      requested.push(method)
      return '0x'
    }
    return { requested, rpc }
  }
  it('[S14] a node is not queried for a request with an unknown, used or future nonce', async () => {
    const { requested, rpc } = asking()
    const nonces = createNonces({ now: () => now })
    const by = { domain: 'app.example', nonces, now, rpc }
    const judge = async (given: string, more: Partial<SignInFields> = {}, at = now) =>
      codeOf(
        verifySession(
          {
            message: (await signed('eip155', { nonce: given, ...more })).message,
            signature: `0x${'ab'.repeat(100)}`,
          },
          { ...by, now: at },
        ),
      )
    expect(await judge('fedcba9876543210')).toBe('NONCE_UNKNOWN')
    const used = nonces.issue()
    nonces.take(used)
    expect(await judge(used)).toBe('NONCE_USED')
    expect(await judge(nonces.issue(), { issuedAt: '2025-12-31T23:00:00Z' })).toBe('CLOCK_SKEW')
    expect(requested).toEqual([])
    const given = nonces.issue()
    expect(await judge(given)).toBe('CONTRACT_NOT_DEPLOYED')
    expect([requested, nonces.take(given)]).toEqual([['eth_getCode'], now])
  })
  it('[R10] a node has a limited time to answer', async () => {
    const silent = ((_: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )) as typeof fetch
    const rpc = createRpc({ 'eip155:1': 'https://one.example' }, silent, 5)
    const session = { ...(await signed('eip155')), signature: `0x${'ab'.repeat(100)}` }
    await expect(verifySession(session, policy({ rpc }))).rejects.toMatchObject({
      code: 'RPC_FAILED',
      cause: { name: 'TimeoutError' },
    })
    await expect(
      verifySession(session, policy({ rpc, signal: new AbortController().signal })),
    ).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })
})

describe('nonces', () => {
  it('[D30a] nonces are 128 random bits, written as letters and digits', () => {
    const made = Array.from({ length: 1000 }, createNonce)
    expect(new Set(made).size).toBe(1000)
    for (const each of made) expect(each).toMatch(/^[\da-f]{32}$/)
  })
  it('[S14] nonces are forgotten after their lifetime, and beyond the limit of the memory', () => {
    let time = 0
    const nonces = createNonces({ lifetime: 1000, most: 3, now: () => time })
    const first = nonces.issue()
    time = 999
    const second = nonces.issue()
    expect(nonces.take(first)).toBe(0)
    expect(nonces.take(first)).toBe('used')
    time = 1000
    expect(nonces.take(first)).toBe('unknown')
    for (let count = 0; count < 3; count++) nonces.issue()
    expect(nonces.take(second)).toBe('unknown')
  })
  it('[S14] unused nonces are not forgotten in favour of used ones', () => {
    const nonces = createNonces({ most: 3, now: () => 0 })
    const first = nonces.issue()
    const others = Array.from({ length: 5 }, () => {
      const other = nonces.issue()
      nonces.take(other)
      return other
    })
    expect([
      nonces.peek(first),
      nonces.peek(first),
      nonces.take(first),
      nonces.peek(first),
    ]).toEqual([0, 0, 0, 'used'])
    expect(others.map(other => nonces.take(other))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'used',
      'used',
    ])
  })
})
