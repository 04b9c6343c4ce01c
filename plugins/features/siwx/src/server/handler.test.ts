import { describe, expect, it } from 'vitest'
import { accounts, otherAccounts } from '../../test/accounts.js'
import { domain, minute, site, start } from '../../test/handler-rig.js'
import { createSessions, type SessionStore } from './index.js'

/** Creates a store that delays the first session. */
function slowSessions() {
  const store = createSessions({ now: () => start })
  let reach: () => void = () => undefined
  let answer: () => void = () => undefined
  const requested = new Promise<void>(resolve => {
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
  return { sessions, requested, answer }
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
    expect(await send('POST', 'verify', await signed(otherAccounts.eip155))).toMatchObject({
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
    await slow.requested
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 409, error: 'COOKIE_BUSY' })
    slow.answer()
    expect(await first).toMatchObject({ status: 200 })
    expect(await send('POST', 'verify', other)).toMatchObject({ status: 200 })
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
  })

  it('[S4.54] a sign-out during the exchange of the cookie must be retried, and no session is left afterwards', async () => {
    const slow = slowSessions()
    const { send, signed } = site({ sessions: slow.sessions })
    const first = send('POST', 'verify', await signed(accounts.eip155))
    await slow.requested
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
      address: otherAccounts.eip155.address,
      expiresAt: start + 60 * minute,
    })
    sessions.add('two', session)
    clock.now += minute
    sessions.add('three', { ...session, expiresAt: start + 60 * minute })
    expect(['one', 'two', 'three'].map(key => sessions.list(key))).toEqual([
      [{ ...session, address: otherAccounts.eip155.address, expiresAt: start + 60 * minute }],
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
