/** Hostile or wrong wallets, servers, hosts and clocks, and how sign-in handles them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionService, liveConnections } from '@portico/kernel/session'
import { describe, expect, it, vi } from 'vitest'
import { ends, reader, setUpReader } from '../test/reader-bench.js'
import type { FoundSession, FoundSessions, SiwxSession } from './index.js'

setUpReader()

describe('a server', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  /** Creates a server on the page’s own site. */
  async function site(answers: Readonly<Record<string, Answer>>) {
    const requests: string[] = []
    const server = createServer((request, response) => {
      const step = request.url?.split('/').at(-1) ?? ''
      requests.push(step)
      response.setHeader('content-type', 'application/json')
      const answer = answers[step]
      if (answer) answer(request, response)
      else response.end('{}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/` }
  }
  const says =
    (body: unknown, status = 200): Answer =>
    (_, response) => {
      response.statusCode = status
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  const nonce = says({ nonce: 'a'.repeat(32) })
  const none = says({ sessions: [] })

  it('[D30a] the server gives the nonce, is queried for a session before the wallet prompt, and keeps the sessions that it accepts', async () => {
    const session: FoundSession = {
      address: 't_ada',
      network: 'tally:main',
      issuedAt: 1,
      expiresAt: Date.now() + 60_000,
    }
    const { requests, url } = await site({ nonce, session: none, verify: says({ session }) })
    const there = await reader({ server: url })
    await there.reads()
    expect(there.request()?.text).toContain(`Nonce: ${'a'.repeat(32)}`)
    expect(requests).toEqual(['session', 'nonce'])
    await there.siwx.sign()
    expect(there.sessions()).toMatchObject([{ address: 't_ada', expiresAt: session.expiresAt }])
    await there.kernel.use(connectionService).disconnect()
    await vi.waitFor(() => expect(requests).toEqual(['session', 'nonce', 'verify', 'signout']))
  })

  it('a server that knows the account already makes a signature unnecessary', async () => {
    const { requests, url } = await site({
      nonce,
      session: says({
        sessions: [
          { address: 't_ada', network: 'tally:main', issuedAt: 1 },
          'nonsense',
          { address: 7 },
        ],
      }),
    })
    const there = await reader({ server: url })
    await vi.waitFor(() => expect(there.sessions()).toHaveLength(1))
    expect([there.phase().name, requests]).toEqual(['idle', ['session']])
  })

  it.each([
    [
      'refuses the signature',
      says({ error: 'SIGNATURE_WRONG' }, 401),
      'This site did not accept the signature. You are not signed in.',
    ],
    ['is broken', says('oops', 500), 'This site could not be reached. You are not signed in.'],
    ['answers with HTML', says('<html>'), 'This site could not be reached. You are not signed in.'],
    [
      'answers with another shape',
      says({ session: { address: 't_ada' } }),
      'This site could not be reached. You are not signed in.',
    ],
  ])(
    'a server that %s leads to no session, and the next message has another nonce',
    async (_, verify, sentence) => {
      const { requests, url } = await site({ nonce, session: none, verify })
      const there = await reader({ server: url })
      await there.reads()
      await there.siwx.sign()
      await vi.waitFor(() => expect(there.toast()).toBe(sentence))
      await there.reads()
      expect([there.sessions(), requests]).toEqual([[], ['session', 'nonce', 'verify', 'nonce']])
    },
  )

  it('a server that exchanges the cookie for another tab receives the sign-in and the sign-out again, and the person signs only once', async () => {
    let busy = 2
    const session: FoundSession = {
      address: 't_ada',
      network: 'tally:main',
      issuedAt: 1,
      expiresAt: Date.now() + 60_000,
    }
    const { requests, url } = await site({
      nonce,
      session: none,
      verify: (request, response) =>
        (busy-- > 0 ? says({ error: 'COOKIE_BUSY' }, 409) : says({ session }))(request, response),
      signout: (request, response) =>
        (busy++ < 0 ? says({ error: 'COOKIE_BUSY' }, 409) : says({}))(request, response),
    })
    const there = await reader({ server: url })
    await there.reads()
    await there.siwx.sign()
    expect([there.sessions().length, there.toast(), requests]).toEqual([
      1,
      undefined,
      ['session', 'nonce', 'verify', 'verify', 'verify'],
    ])
    // The same for a sign-out during the exchange.
    await there.siwx.signOut()
    expect([there.sessions(), requests.slice(5)]).toEqual([[], ['signout', 'signout']])
  })

  it.each([
    ['no nonce', { nonce: says({}), session: none }],
    ['a weak nonce', { nonce: says({ nonce: '1234' }), session: none }],
    [
      'a nonce with a line break',
      { nonce: says({ nonce: `${'a'.repeat(20)}\nURI: x` }), session: none },
    ],
    ['no answer to whether there is a session', { session: says('', 404) }],
  ])('a server that has %s prevents the start: the wallet is disconnected', async (_, answers) => {
    const { url } = await site(answers)
    const there = await reader({ server: url })
    await vi.waitFor(() =>
      expect(there.toast()).toBe('A problem occurred while trying initialize authentication'),
    )
    await vi.waitFor(() => expect(liveConnections(there.kernel)).toEqual([]))
  })

  it('a late answer of the server after a sign-out restores no session', async () => {
    let late: (found: FoundSessions) => void = () => undefined
    let requests = 0
    const known = { address: 't_ada', network: 'tally:main', issuedAt: 1 } as const
    const storage = {
      nonce: async () => ({ nonce: 'a'.repeat(32) }),
      find: () =>
        ++requests === 2
          ? new Promise<FoundSessions>(resolve => {
              late = resolve
            })
          : Promise.resolve({ sessions: [] }),
      add: async (_: SiwxSession) => undefined,
      remove: async () => undefined,
    }
    const there = await reader({ storage, required: false })
    await there.reads()
    await there.siwx.sign()
    const answer = there.siwx.signIn()
    await vi.waitFor(() => expect(requests).toBe(2))
    await there.siwx.signOut()
    late({ sessions: [known] })
    await there.reads()
    expect(there.sessions()).toEqual([])
    await Promise.all([
      expect(answer).rejects.toMatchObject({ code: 'CANCELLED' }),
      there.siwx.cancel(),
    ])
  })
})
