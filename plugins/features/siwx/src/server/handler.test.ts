import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { accounts, strangers } from '../../test/accounts.js'
import { type Answer, domain, minute, site, start } from '../../test/handler-rig.js'
import {
  createNonces,
  createSessions,
  type SessionStore,
  type SignInHandlerOptions,
} from './index.js'

/** Creates a store that delays the first session. */
function slowSessions() {
  const store = createSessions({ now: () => start })
  let reach: () => void = () => undefined
  let answer: () => void = () => undefined
  const asked = new Promise<void>(resolve => {
    reach = resolve
  })
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const sessions: SessionStore = {
    ...store,
    async add(key, session) {
      reach()
      await answered
      store.add(key, session)
    },
  }
  return { sessions, asked, answer }
}

describe('the sign-in handler', () => {
  it.each(Object.entries(accounts))(
    '[D29f] the handler signs an account of %s in, recognises it by a cookie that scripts cannot read, and signs it out',
    async (_, account) => {
      const { send, signed, handler, cookie } = site()
      const answer = await send('POST', 'verify', await signed(account))
      expect(answer).toMatchObject({
        status: 200,
        session: {
          address: account.address,
          network: account.network,
          issuedAt: start,
          expiresAt: start + 60 * minute,
        },
      })
      expect(answer.set).toMatch(
        /^__Host-portico-session=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
      )
      expect(await send('GET', 'session')).toMatchObject({
        status: 200,
        sessions: [answer.session],
        now: start,
      })
      expect(
        await handler.sessions(
          new Request(`https://${domain}/notes`, { headers: { cookie: cookie() } }),
        ),
      ).toEqual([answer.session])
      expect(
        await handler.sessions({ headers: new Headers({ cookie: cookie() }) }),
        'on a server whose requests are Node’s',
      ).toEqual([answer.session])
      expect(
        await send('POST', 'signout', {
          accounts: [{ address: account.address, network: account.network }],
        }),
      ).toMatchObject({
        status: 200,
        set: expect.stringContaining('Max-Age=0'),
      })
      expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
    },
  )

  it('the handler keeps several accounts of one browser apart, and sets a new cookie each time', async () => {
    const { send, signed, cookie, become } = site()
    await send('POST', 'verify', await signed(accounts.eip155))
    const first = cookie()
    await send('POST', 'verify', await signed(accounts.solana))
    expect(cookie()).not.toBe(first)
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
    await send('POST', 'signout', {
      accounts: [{ address: accounts.eip155.address, network: accounts.eip155.network }],
    })
    expect(await send('GET', 'session')).toMatchObject({
      sessions: [{ address: accounts.solana.address }],
    })
    become(first)
    expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
  })

  it('the handler loses no session of two concurrent sign-ins: the second must be retried, and its nonce stays valid', async () => {
    const { send, signed } = site()
    await send('POST', 'verify', await signed(accounts.eip155))
    const [one, other] = [await signed(accounts.solana), await signed(accounts.bip122)]
    const answers = await Promise.all([send('POST', 'verify', one), send('POST', 'verify', other)])
    const said = answers.map(({ status, error, set }) => [status, error, set !== undefined])
    expect(said.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [200, undefined, true],
      [409, 'COOKIE_BUSY', false],
    ])
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
    expect(await send('POST', 'verify', answers[0]?.status === 409 ? one : other)).toMatchObject({
      status: 200,
    })
    expect((await send('GET', 'session')).sessions).toHaveLength(3)
    expect(await send('POST', 'verify', {})).toMatchObject({ status: 400 })
    expect(await send('POST', 'verify', await signed(strangers.eip155))).toMatchObject({
      status: 200,
    })
  })
  it('the handler signs in two tabs of one browser that sign in for the first time at once, one after the other', async () => {
    const slow = slowSessions()
    const { send, signed, cookie, handler } = site({ sessions: slow.sessions })
    const one = await signed(accounts.eip155)
    const before = cookie()
    const other = await signed(accounts.solana)
    expect([before, cookie()]).toEqual([
      expect.stringMatching(/^__Host-portico-session-browser-([\da-f]{8})=\1[\da-f]{56}$/),
      before,
    ])
    expect(
      await handler.sessions(
        new Request(`https://${domain}/notes`, { headers: { cookie: before } }),
      ),
    ).toEqual([])
    const first = send('POST', 'verify', one)
    await slow.asked
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 409, error: 'COOKIE_BUSY' })
    slow.answer()
    expect(await first).toMatchObject({ status: 200 })
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 200 })
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
  })

  it('[S14] the handler signs in two tabs of one browser that request their first nonce at once', async () => {
    const { send, signed, cookie } = site()
    const [one, other] = await Promise.all([signed(accounts.eip155), signed(accounts.solana)])
    expect(cookie().split('; ')).toHaveLength(2)
    expect(await send('POST', 'verify', one)).toMatchObject({ status: 200 })
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 200 })
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
    await send('GET', 'nonce')
    expect(cookie().match(/-browser-/g), 'a later nonce makes no further cookie').toHaveLength(2)
  })

  it('[S14] the handler reads at most eight browser cookies of a request, and none whose name does not match its value', async () => {
    const { send, signed, cookie, become } = site()
    const message = await signed(accounts.eip155)
    const own = cookie()
    const strangers = Array.from({ length: 8 }, (_, at) => `${at}`.repeat(64)).map(
      value => `__Host-portico-session-browser-${value.slice(0, 8)}=${value}`,
    )
    for (const sent of [
      [own.replace(/-browser-\w{8}/, '-browser-00000000')],
      [...strangers, own],
    ]) {
      become(sent.join('; '))
      expect(await send('POST', 'verify', message)).toMatchObject({
        status: 401,
        error: 'NONCE_UNKNOWN',
      })
    }
    become([...strangers.slice(1), own].join('; '))
    expect(await send('POST', 'verify', message)).toMatchObject({ status: 200 })
  })

  it('[S14] the handler rejects a message with the nonce of another browser, and keeps the nonce for that browser', async () => {
    const { send, signed, cookie, become } = site()
    const stolen = await signed(accounts.eip155)
    const owner = cookie()
    become('')
    expect(await send('POST', 'verify', stolen)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
    await send('GET', 'nonce')
    expect(cookie()).not.toBe(owner)
    expect(await send('POST', 'verify', stolen)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
    expect((await send('GET', 'session')).sessions).toEqual([])
    become(owner)
    expect(await send('POST', 'verify', stolen)).toMatchObject({ status: 200 })
  })

  it('[S14] the handler recognises the browser of a nonce by a cookie that scripts cannot read and other sites cannot send', async () => {
    const set = async (options: Partial<SignInHandlerOptions>) =>
      (await site(options).send('GET', 'nonce')).set
    expect(await set({})).toMatch(
      /^__Host-portico-session-browser-([\da-f]{8})=\1[\da-f]{56}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/,
    )
    expect(await set({ cookie: { secure: false, sameSite: 'strict' } })).toMatch(
      /^portico-session-browser-([\da-f]{8})=\1[\da-f]{56}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/,
    )
  })

  it('[S4.54] a sign-out during the exchange of the cookie must be retried, and no session is left afterwards', async () => {
    const slow = slowSessions()
    const { send, signed } = site({ sessions: slow.sessions })
    const first = send('POST', 'verify', await signed(accounts.eip155))
    await slow.asked
    expect(await send('POST', 'signout', {})).toMatchObject({ status: 409, error: 'COOKIE_BUSY' })
    slow.answer()
    expect(await first).toMatchObject({ status: 200 })
    expect(await send('POST', 'signout', {})).toMatchObject({ status: 200 })
    expect((await send('GET', 'session')).sessions).toEqual([])
  })

  it('a store in memory forgets expired sessions', () => {
    const clock = { now: start }
    const sessions = createSessions({ now: () => clock.now })
    const session = {
      address: accounts.eip155.address,
      network: accounts.eip155.network,
      issuedAt: start,
      expiresAt: start + minute,
    }
    sessions.add('one', session)
    sessions.add('one', {
      ...session,
      address: strangers.eip155.address,
      expiresAt: start + 60 * minute,
    })
    sessions.add('two', session)
    clock.now += minute
    sessions.add('three', { ...session, expiresAt: start + 60 * minute })
    expect(['one', 'two', 'three'].map(key => sessions.list(key))).toEqual([
      [{ ...session, address: strangers.eip155.address, expiresAt: start + 60 * minute }],
      [],
      [{ ...session, expiresAt: start + 60 * minute }],
    ])
  })

  it('the handler ends a session at its expiry', async () => {
    const { send, signed, clock } = site({ lifetime: 10 * minute })
    await send('POST', 'verify', await signed(accounts.eip155))
    clock.now += 10 * minute - 1
    expect((await send('GET', 'session')).sessions).toHaveLength(1)
    clock.now += 1
    expect((await send('GET', 'session')).sessions).toHaveLength(0)
  })

  const ask = async (
    change: (there: ReturnType<typeof site>) => Promise<unknown>,
    options?: Partial<SignInHandlerOptions>,
  ) => {
    const there = site(options)
    const answer = await there.send('POST', 'verify', await change(there))
    return { ...there, answer }
  }
  it.each<[string, number, string, (there: ReturnType<typeof site>) => Promise<unknown>]>([
    [
      'a nonce that was not issued',
      401,
      'NONCE_UNKNOWN',
      ({ signed }) => signed(accounts.eip155, { nonce: 'a'.repeat(32) }),
    ],
    [
      'another domain',
      401,
      'DOMAIN_OTHER',
      ({ signed }) => signed(accounts.eip155, { domain: 'evil.example' }),
    ],
    [
      'another page',
      401,
      'URI_OTHER',
      ({ signed }) => signed(accounts.eip155, { uri: 'https://evil.example' }),
    ],
    [
      'a message that has expired',
      401,
      'EXPIRED',
      ({ signed }) => signed(accounts.eip155, { expirationTime: '2025-12-31T23:59:59Z' }),
    ],
    [
      'a message that is not valid yet',
      401,
      'NOT_YET_VALID',
      ({ signed }) => signed(accounts.eip155, { notBefore: '2026-01-01T00:00:01Z' }),
    ],
    [
      'a clock five minutes ahead',
      401,
      'CLOCK_SKEW',
      ({ signed }) => signed(accounts.eip155, { issuedAt: '2026-01-01T00:05:00Z' }),
    ],
    [
      'a clock five minutes behind',
      401,
      'CLOCK_SKEW',
      ({ signed }) => signed(accounts.eip155, { issuedAt: '2025-12-31T23:55:00Z' }),
    ],
    [
      'another network than the one that is asked for',
      401,
      'NETWORK_OTHER',
      async ({ signed }) => ({ ...(await signed(accounts.eip155)), network: 'eip155:10' }),
    ],
    [
      'a signature of somebody else',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message } = await signed(accounts.solana)
        return { message, signature: await strangers.solana.sign(message) }
      },
    ],
    [
      'an altered message',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana, {
          statement: 'Read your notes.',
        })
        return { message: message.replace('Read', 'Sell'), signature }
      },
    ],
    [
      'a truncated signature',
      400,
      'SIGNATURE_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana)
        return { message, signature: signature.slice(0, 40) }
      },
    ],
    [
      'the account of somebody else in it',
      401,
      'SIGNATURE_WRONG',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.solana)
        return {
          message: message.replace(accounts.solana.address, strangers.solana.address),
          signature,
        }
      },
    ],
    [
      'a signature in its second form',
      401,
      'SIGNATURE_MALLEABLE',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        const s = secp256k1.CURVE.n - BigInt(`0x${signature.slice(66, 130)}`)
        return {
          message,
          signature: `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`,
        }
      },
    ],
    [
      'the chain of somebody else',
      401,
      'NETWORK_OTHER',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return {
          message: message.replace('Chain ID: 1', 'Chain ID: 10'),
          signature,
          network: 'eip155:1',
        }
      },
    ],
    [
      'a domain of look-alike letters',
      400,
      'DOMAIN_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return { message: message.replace('app.example', 'аpp.example'), signature }
      },
    ],
    [
      'the same domain as it is written in ASCII',
      401,
      'DOMAIN_OTHER',
      ({ signed }) =>
        signed(accounts.eip155, {
          domain: 'xn--pp-6kc.example',
          uri: 'https://xn--pp-6kc.example',
        }),
    ],
    [
      'an account that is a contract, where no node may be asked',
      400,
      'RPC_MISSING',
      async ({ signed }) => {
        const { message } = await signed(accounts.eip155)
        return { message, signature: `0x${'12'.repeat(96)}` }
      },
    ],
    [
      'a statement of a megabyte',
      413,
      'BODY_TOO_LARGE',
      async () => ({ message: 'x'.repeat(1_000_000), signature: '0x' }),
    ],
    [
      'a field with a line break in it',
      400,
      'MESSAGE_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return {
          message: message.replace('\n\n', '\n\nI agree\nURI: https://evil.example\n\n'),
          signature,
        }
      },
    ],
    [
      'a message of no chain',
      400,
      'MESSAGE_MALFORMED',
      async () => ({ message: 'Hello', signature: '0x' }),
    ],
    ['a body without a message', 400, 'BODY_MALFORMED', async () => ({ message: 7 })],
    ['a body that is not JSON', 400, 'BODY_MALFORMED', async () => '{'],
  ])('[S14] [S15] the handler rejects %s, with only a code', async (_, status, error, change) => {
    const { answer, reported, send } = await ask(change)
    expect(answer).toEqual({ status, error, set: undefined })
    expect(reported).toHaveLength(1)
    expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
  })

  it('[S15] the handler rejects a line break and every other control character in every field, with only a code', async () => {
    const { send, signed } = site()
    const whole = {
      statement: 'Read your notes.',
      notBefore: '2026-01-01T00:00:00Z',
      requestId: 'request-7',
      resources: ['https://app.example/terms'],
    }
    const { message, signature } = await signed(accounts.eip155, whole)
    // The end of each line is the end of a field; the domain and the chain's name are within the
    // first line.
    const ends = [...message.split('\n').keys()]
    const put = (at: number, odd: string) =>
      message
        .split('\n')
        .map((line, index) =>
          index === at && line ? `${line.slice(0, -2)}${odd}${line.slice(-2)}` : line,
        )
    const controls = [
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u202e',
    ]
    const altered = ends
      .flatMap(at => controls.map(odd => put(at, odd).join('\n')))
      .filter(text => text !== message)
    const refused: Answer[] = []
    for (const text of altered)
      refused.push(await send('POST', 'verify', { message: text, signature }))
    expect(refused.length).toBeGreaterThan(100)
    for (const { status, error, ...more } of refused) {
      expect(status).toBe(400)
      expect(error).toMatch(
        /^(?:MESSAGE|FIELD|DOMAIN|ADDRESS)_(?:MALFORMED|MISSING)$|^NAMESPACE_UNKNOWN$/,
      )
      expect(more).toEqual({ set: undefined })
    }
    expect(await send('POST', 'verify', { message, signature })).toMatchObject({ status: 200 })
  })

  it('[S14] the handler accepts a nonce once, of twenty concurrent requests with it', async () => {
    // Several processes: a single one handles the requests of a browser one by one.
    const stores = {
      nonces: createNonces({ now: () => start }),
      sessions: createSessions({ now: () => start }),
    }
    const { send, signed, cookie } = site(stores)
    const body = await signed(accounts.eip155)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        site(stores).send('POST', 'verify', body, { cookie: cookie() }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'NONCE_USED')).toHaveLength(19)
    expect(await send('POST', 'verify', body)).toMatchObject({ status: 401, error: 'NONCE_USED' })
  })

  it('[S14] an expired nonce is rejected', async () => {
    const { send, signed, clock } = site()
    const body = await signed(accounts.eip155)
    clock.now += 10 * minute
    expect(await send('POST', 'verify', body)).toMatchObject({
      status: 401,
      error: 'NONCE_UNKNOWN',
    })
  })

  it('the handler answers only its own page, with the right method, in JSON', async () => {
    const { send } = site()
    expect(await send('GET', 'nonce', undefined, { origin: 'https://evil.example' })).toMatchObject(
      { status: 403, error: 'ORIGIN' },
    )
    expect(
      await send('GET', 'session', undefined, { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403 })
    expect(await send('GET', 'nonce', undefined, { origin: 'https://app.example' })).toMatchObject({
      status: 200,
    })
    expect(await send('GET', 'verify')).toMatchObject({ status: 405, error: 'METHOD' })
    expect(await send('GET', 'toString')).toMatchObject({ status: 404, error: 'NOT_FOUND' })
    expect(await send('POST', 'signout', '{}', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      error: 'BODY_TYPE',
    })
    expect(await send('POST', 'signout', { accounts: 'all' })).toMatchObject({ status: 400 })
    expect(await send('POST', 'signout', {})).toMatchObject({ status: 200 })
  })

  it('the handler hides internal failures, and reports them to the host', async () => {
    const secret = new RangeError('postgres://user:secret@db')
    const { send, reported } = site({
      nonces: { issue: () => Promise.reject(secret), peek: () => 'unknown', take: () => 'unknown' },
    })
    expect(await send('GET', 'nonce')).toEqual({ status: 500, error: 'FAILED', set: undefined })
    expect(reported).toEqual([secret])
  })

  it('an invalid cookie belongs to no session', async () => {
    const { send, become } = site()
    for (const cookie of [
      '__Host-portico-session=',
      '__Host-portico-session=../../etc',
      'portico-session=7',
      `__Host-portico-session=${'0'.repeat(64)}`,
    ]) {
      become(cookie)
      expect(await send('GET', 'session')).toMatchObject({ status: 200, sessions: [] })
    }
  })
})
