import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { accounts, strangers, type TestAccount } from '../../test/accounts.js'
import { formatSignIn } from '../verify/message.js'
import { createNonces, createSessions, createSignInHandler, type SignInHandlerOptions, toNodeListener } from './index.js'

interface Answer extends Readonly<Record<string, unknown>> {
  readonly status: number
  readonly set: string | undefined
}
const domain = 'app.example'
const start = Date.parse('2026-01-01T00:00:00Z')
const minute = 60_000
/** A site, its clock, and a browser that keeps its cookie. */
function site(options: Partial<SignInHandlerOptions> = {}) {
  const clock = { now: start }
  const reported: unknown[] = []
  const handler = createSignInHandler({
    domain,
    nonces: createNonces({ now: () => clock.now }),
    sessions: createSessions(),
    now: () => clock.now,
    report: error => reported.push(error),
    ...options,
  })
  let cookie = ''
  const send = async (method: 'GET' | 'POST', step: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await handler(
      new Request(`https://${domain}/auth/${step}`, {
        method,
        headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: text }),
      }),
    )
    const [set] = response.headers.getSetCookie()
    if (set) cookie = set.split(';', 1)[0] ?? ''
    const answer: Answer = { status: response.status, set, ...((await response.json()) as Readonly<Record<string, unknown>>) }
    return answer
  }
  const become = (other: string) => {
    cookie = other
  }
  const signed = async (account: TestAccount, more: Readonly<Record<string, unknown>> = {}) => {
    const { nonce, now } = await send('GET', 'nonce')
    const message = formatSignIn({
      domain,
      address: account.address,
      uri: `https://${domain}`,
      version: '1',
      chainId: account.network,
      nonce: String(nonce),
      issuedAt: new Date(Number(now)).toISOString(),
      expirationTime: new Date(Number(now) + 60 * minute).toISOString(),
      ...more,
    })
    return { message, signature: await account.sign(message) }
  }
  return { clock, reported, handler, send, signed, cookie: () => cookie, become }
}

describe('the handler', () => {
  it.each(Object.entries(accounts))(
    '[D29f] signs an account of %s in, knows it again by a cookie that no script reads, and signs it out',
    async (_, account) => {
      const { send, signed, handler, cookie } = site()
      const answer = await send('POST', 'verify', await signed(account))
      expect(answer).toMatchObject({
        status: 200,
        session: { address: account.address, network: account.network, issuedAt: start, expiresAt: start + 60 * minute },
      })
      expect(answer.set).toMatch(/^__Host-portico-session=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/)
      expect(await send('GET', 'session')).toMatchObject({ status: 200, sessions: [answer.session], now: start })
      expect(await handler.sessions(new Request(`https://${domain}/notes`, { headers: { cookie: cookie() } }))).toEqual([answer.session])
      expect(await send('POST', 'signout', { accounts: [{ address: account.address, network: account.network }] })).toMatchObject({
        status: 200,
        set: expect.stringContaining('Max-Age=0'),
      })
      expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
    },
  )

  it('keeps several accounts of one browser apart, and gives out another cookie each time', async () => {
    const { send, signed, cookie, become } = site()
    await send('POST', 'verify', await signed(accounts.eip155))
    const first = cookie()
    await send('POST', 'verify', await signed(accounts.solana))
    expect(cookie()).not.toBe(first)
    expect((await send('GET', 'session')).sessions).toHaveLength(2)
    await send('POST', 'signout', { accounts: [{ address: accounts.eip155.address, network: accounts.eip155.network }] })
    expect(await send('GET', 'session')).toMatchObject({ sessions: [{ address: accounts.solana.address }] })
    become(first)
    expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
  })

  it('ends a session when its time is over', async () => {
    const { send, signed, clock } = site({ lifetime: 10 * minute })
    await send('POST', 'verify', await signed(accounts.eip155))
    clock.now += 10 * minute - 1
    expect((await send('GET', 'session')).sessions).toHaveLength(1)
    clock.now += 1
    expect((await send('GET', 'session')).sessions).toHaveLength(0)
  })

  const ask = async (change: (there: ReturnType<typeof site>) => Promise<unknown>, options?: Partial<SignInHandlerOptions>) => {
    const there = site(options)
    const answer = await there.send('POST', 'verify', await change(there))
    return { ...there, answer }
  }
  it.each<[string, number, string, (there: ReturnType<typeof site>) => Promise<unknown>]>([
    ['a nonce that nobody gave out', 401, 'NONCE_UNKNOWN', ({ signed }) => signed(accounts.eip155, { nonce: 'a'.repeat(32) })],
    ['another domain', 401, 'DOMAIN_OTHER', ({ signed }) => signed(accounts.eip155, { domain: 'evil.example' })],
    ['another page', 401, 'URI_OTHER', ({ signed }) => signed(accounts.eip155, { uri: 'https://evil.example' })],
    ['a message that has expired', 401, 'EXPIRED', ({ signed }) => signed(accounts.eip155, { expirationTime: '2025-12-31T23:59:59Z' })],
    ['one that is not valid yet', 401, 'NOT_YET_VALID', ({ signed }) => signed(accounts.eip155, { notBefore: '2026-01-01T00:00:01Z' })],
    ['a clock five minutes ahead', 401, 'CLOCK_SKEW', ({ signed }) => signed(accounts.eip155, { issuedAt: '2026-01-01T00:05:00Z' })],
    ['a clock five minutes behind', 401, 'CLOCK_SKEW', ({ signed }) => signed(accounts.eip155, { issuedAt: '2025-12-31T23:55:00Z' })],
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
        const { message, signature } = await signed(accounts.solana, { statement: 'Read your notes.' })
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
      'an account that is a contract, where no node may be asked',
      400,
      'RPC_MISSING',
      async ({ signed }) => {
        const { message } = await signed(accounts.eip155)
        return { message, signature: `0x${'12'.repeat(96)}` }
      },
    ],
    ['a statement of a megabyte', 413, 'BODY_TOO_LARGE', async () => ({ message: 'x'.repeat(1_000_000), signature: '0x' })],
    [
      'a field with a line break in it',
      400,
      'MESSAGE_MALFORMED',
      async ({ signed }) => {
        const { message, signature } = await signed(accounts.eip155)
        return { message: message.replace('\n\n', '\n\nI agree\nURI: https://evil.example\n\n'), signature }
      },
    ],
    ['a message of no chain', 400, 'MESSAGE_MALFORMED', async () => ({ message: 'Hello', signature: '0x' })],
    ['a body without a message', 400, 'BODY_MALFORMED', async () => ({ message: 7 })],
    ['a body that is no JSON', 400, 'BODY_MALFORMED', async () => '{'],
  ])('[S14] [S15] refuses %s, with a code and not a word more', async (_, status, error, change) => {
    const { answer, reported, send } = await ask(change)
    expect(answer).toEqual({ status, error, set: undefined })
    expect(reported).toHaveLength(1)
    expect(await send('GET', 'session')).toMatchObject({ sessions: [] })
  })

  it('[S14] takes a nonce once, of twenty that bring it at once', async () => {
    const { send, signed, become } = site()
    const body = await signed(accounts.eip155)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', 'verify', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'NONCE_USED')).toHaveLength(19)
    become('')
    expect(await send('POST', 'verify', body)).toMatchObject({ status: 401, error: 'NONCE_USED' })
  })

  it('[S14] a nonce that waited too long is none', async () => {
    const { send, signed, clock } = site()
    const body = await signed(accounts.eip155)
    clock.now += 10 * minute
    expect(await send('POST', 'verify', body)).toMatchObject({ status: 401, error: 'NONCE_UNKNOWN' })
  })

  it('answers only its own page, by the right method, in JSON', async () => {
    const { send } = site()
    expect(await send('GET', 'nonce', undefined, { origin: 'https://evil.example' })).toMatchObject({ status: 403, error: 'ORIGIN' })
    expect(await send('GET', 'session', undefined, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
    expect(await send('GET', 'nonce', undefined, { origin: 'https://app.example' })).toMatchObject({ status: 200 })
    expect(await send('GET', 'verify')).toMatchObject({ status: 405, error: 'METHOD' })
    expect(await send('GET', 'toString')).toMatchObject({ status: 404, error: 'NOT_FOUND' })
    expect(await send('POST', 'signout', '{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415, error: 'BODY_TYPE' })
    expect(await send('POST', 'signout', { accounts: 'all' })).toMatchObject({ status: 400 })
    expect(await send('POST', 'signout', {})).toMatchObject({ status: 200 })
  })

  it('says nothing of what failed inside, and tells the host', async () => {
    const secret = new RangeError('postgres://user:secret@db')
    const { send, reported } = site({ nonces: { issue: () => Promise.reject(secret), take: () => 'unknown' } })
    expect(await send('GET', 'nonce')).toEqual({ status: 500, error: 'FAILED', set: undefined })
    expect(reported).toEqual([secret])
  })

  it('a cookie that makes no sense is nobody’s', async () => {
    const { send, become } = site()
    for (const cookie of ['__Host-portico-session=', '__Host-portico-session=../../etc', 'portico-session=7', `__Host-portico-session=${'0'.repeat(64)}`]) {
      become(cookie)
      expect(await send('GET', 'session')).toMatchObject({ status: 200, sessions: [] })
    }
  })
})

describe('over Node', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  it('answers as it does without, also where a body was read before', async () => {
    const there = site()
    const listener = toNodeListener(there.handler)
    const server = createServer((request, response) => {
      if (request.url !== '/read/signout') return void listener(request, response)
      request.resume()
      request.once('end', () => void listener(Object.assign(request, { body: { accounts: 'none' } }), response))
    })
    servers.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const body = JSON.stringify(await there.signed(accounts.eip155))
    const answer = await fetch(at('/auth/verify'), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, [expect.stringContaining('HttpOnly')]])
    expect((await fetch(at('/auth/nonce'))).headers.get('cache-control')).toBe('no-store')
    expect((await fetch(at('/auth/nothing'))).status).toBe(404)
    const read = await fetch(at('/read/signout'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(await read.json()).toEqual({ error: 'BODY_MALFORMED' })
  })
})
