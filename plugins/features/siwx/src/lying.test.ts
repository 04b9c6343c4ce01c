/** Hostile or wrong wallets, servers, hosts and clocks, and how sign-in handles them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin, memoryStorage } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Messages, messagesCapability } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { connectView } from '@portico/kernel/connect-page'
import { connectionService, liveConnections } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FoundSession,
  type FoundSessions,
  type SiwxOptions,
  type SiwxSession,
  siwx,
  siwxService,
  siwxSlice,
} from './index.js'
import { createClock } from './sessions/clock.js'

const ends: (() => unknown)[] = []
const page = { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/' }
beforeEach(() => {
  vi.stubGlobal('location', page)
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
})

/**
 * Creates a page that is connected and shows its message. `offer`: replaces parts of Tally's chain.
 */
async function reader(
  options: SiwxOptions = {},
  offer?: Partial<Messages>,
  type: Account['type'] = 'eoa',
) {
  const wallet = tallyWallet({ type })
  const chain = definePlugin({
    id: 'test/liar',
    setup: context =>
      offer &&
      context.offer(messagesCapability, 'tally:main', {
        sign: async () => ({ signature: '', scheme: 'tally' }),
        verify: async ({ address }, text, { signature }) =>
          signature === `${address} wrote ${text}`,
        ...offer,
      }),
  })
  const base = [shell(), api(), connectionPlugin(), account()]
  const kernel = await createTestKernel({
    base,
    plugins: [tally({ wallets: [wallet] }), chain, siwx(options)],
    storage: memoryStorage(),
  })
  ends.push(() => kernel.dispose())
  kernel.use(shellService).open({ view: connectView })
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
  const phase = () => kernel.state(siwxSlice).phase
  const reads = () =>
    vi.waitFor(() => expect(phase().name).toBe('reading'), { interval: 5, timeout: 10_000 })
  return {
    kernel,
    wallet,
    siwx: kernel.use(siwxService),
    phase,
    reads,
    request: () => {
      const now = phase()
      return 'request' in now ? now.request : undefined
    },
    sessions: () => kernel.state(siwxSlice).sessions,
    toast: () => kernel.state(shellSlice).toast?.message.en,
  }
}

describe('a wallet', () => {
  const other = (text: string) => text.replace('app.example', 'evil.example')
  const told = (from: string, text: string) => `${from} wrote ${text}`
  const lies: readonly (readonly [string, (text: string) => unknown])[] = [
    ...[
      '',
      ' ',
      '0x',
      '0x00',
      `0x${'00'.repeat(65)}`,
      'undefined',
      'null',
      '{}',
      '[]',
      't_ada',
      't_ada wrote',
      't_ada wrote ',
      '\u0000',
      '💥',
      'x'.repeat(100_000),
    ].map((signature): [string, () => unknown] => [
      JSON.stringify(signature).slice(0, 24),
      () => ({ signature, scheme: 'tally' }),
    ]),
    ...[
      undefined,
      null,
      0,
      7,
      true,
      [],
      {},
      { scheme: 'tally' },
      { signature: 7, scheme: 'tally' },
      { signature: null, scheme: 'tally' },
      { signature: {}, scheme: 'tally' },
    ].map((answer): [string, () => unknown] => [String(JSON.stringify(answer)), () => answer]),
    ['another account', text => ({ signature: told('t_bob', text), scheme: 'tally' })],
    ['no account', text => ({ signature: told('', text), scheme: 'tally' })],
    ['another domain', text => ({ signature: told('t_ada', other(text)), scheme: 'tally' })],
    [
      'a text with an end cut off',
      text => ({ signature: told('t_ada', text.slice(0, -1)), scheme: 'tally' }),
    ],
    [
      'a text with something added',
      text => ({ signature: told('t_ada', `${text}\n`), scheme: 'tally' }),
    ],
    [
      'a text in capitals',
      text => ({ signature: told('t_ada', text.toUpperCase()), scheme: 'tally' }),
    ],
    [
      'another nonce',
      text => ({
        signature: told('t_ada', text.replace(/Nonce: \w+/, 'Nonce: 12345678')),
        scheme: 'tally',
      }),
    ],
    [
      'another network',
      text => ({
        signature: told('t_ada', text.replace('tally:main', 'tally:side')),
        scheme: 'tally',
      }),
    ],
    [
      'a later end',
      text => ({
        signature: told('t_ada', text.replace(/Expiration Time: 20/, 'Expiration Time: 90')),
        scheme: 'tally',
      }),
    ],
    ['another account in capitals', text => ({ signature: told('T_ADA', text), scheme: 'tally' })],
    ['an address with a space', text => ({ signature: told('t_ada ', text), scheme: 'tally' })],
    ['two signatures', text => ({ signature: told('t_ada', text).repeat(2), scheme: 'tally' })],
    ['the text alone', text => ({ signature: text, scheme: 'tally' })],
    ['an error in the place of an answer', () => ({ error: { code: -32603 } })],
  ]

  it(`[S35] is not believed: of ${lies.length} bad answers none is a session`, async () => {
    expect(lies.length).toBeGreaterThanOrEqual(40)
    let lie: (text: string) => unknown = () => undefined
    const there = await reader(
      {},
      { sign: async (_via, _from, text) => lie(text) as { signature: string; scheme: string } },
    )
    for (const [name, answer] of lies) {
      await there.reads()
      lie = answer
      await there.siwx.sign()
      expect(there.sessions(), name).toEqual([])
      expect(['reading', 'preparing'], name).toContain(there.phase().name)
    }
    await there.reads()
    lie = text => ({ signature: told('t_ada', text), scheme: 'tally' })
    await there.siwx.sign()
    expect(there.sessions()).toHaveLength(1)
  })

  it('a message with an invalid signature is not shown again, because its nonce is used up', async () => {
    const there = await reader({}, {})
    await there.reads()
    const before = there.request()?.text
    await there.siwx.sign()
    await there.reads()
    expect(there.request()?.text).not.toBe(before)
  })

  it('[S35] a signature that cannot be verified here is rejected, unless a server of ours verifies it', async () => {
    const storage = {
      nonce: async () => ({ nonce: 'a'.repeat(32) }),
      add: async () => undefined,
      remove: async () => undefined,
    }
    const there = await reader(
      { storage, server: '/auth' },
      { verify: () => Promise.reject(new ChainError('SIGNATURE_UNKNOWN')) },
    )
    await there.reads()
    await there.siwx.sign()
    await there.reads()
    expect([there.sessions(), there.toast()]).toEqual([
      [],
      'This type of signature cannot be verified here.',
    ])
  })

  it('a wallet that writes the sign-in text itself is asked in one step, and not again for a signature', async () => {
    const sign = vi.fn()
    const there = await reader(
      {},
      {
        sign,
        signIn: async (_via, from, fields) => ({
          text: `${fields.domain} ${fields.nonce}`,
          signature: told(from.address, `${fields.domain} ${fields.nonce}`),
          scheme: 'tally',
        }),
      },
    )
    await there.reads()
    await there.siwx.sign()
    const [known] = await there.siwx.sessions()
    expect([sign.mock.calls.length, known?.session?.message]).toEqual([
      0,
      expect.stringMatching(/^app\.example [\da-f]{32}$/),
    ])
  })

  it.each([
    ['eoa', Object.assign(new RangeError('User rejected'), { code: 4001 }), 'Signature declined'],
    [
      'smartAccount',
      Object.assign(new RangeError('User rejected'), { code: 4001 }),
      'This application might not support Smart Accounts',
    ],
    ['smartAccount', new RangeError('no key'), 'This application might not support Smart Accounts'],
  ] as const)(
    '[S8.10] [S8.11] a failure of the account type %s shows its message, and the same text is shown again',
    async (type, thrown, sentence) => {
      const there = await reader({}, { sign: () => Promise.reject(thrown) }, type)
      await there.reads()
      const { text } = there.request() ?? {}
      await there.siwx.sign()
      await there.reads()
      expect([there.toast(), there.request()?.text, there.sessions()]).toEqual([sentence, text, []])
    },
  )
})

describe('a host that writes the message', () => {
  it('[S14] a message of the host for another site, account or network, or of another format, gets a warning', async () => {
    const text = (domain: string, address: string, chain: number) =>
      `${domain} wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: https://${domain}\nVersion: 1\nChain ID: ${chain}\nNonce: 8f2k1hQ9sLm0aVx2\nIssued At: 2026-01-01T00:00:00Z`
    const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
    const { judge } = await import('./signing/message-warnings.js')
    const fields = {
      domain: 'app.example',
      address,
      uri: page.origin,
      version: '1',
      chainId: 'eip155:1',
      nonce: '8f2k1hQ9sLm0aVx2',
      issuedAt: '2026-01-01T00:00:00Z',
    } as const
    const said = async (words: string) =>
      (await judge(words, fields, createClock(), false)).warnings
    expect(await said(text('app.example', address, 1))).toEqual([])
    expect(
      await said(text('evil.example', '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF', 137)),
    ).toEqual([
      { kind: 'domain', said: 'evil.example' },
      { kind: 'address', said: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF' },
      { kind: 'network', said: '137' },
    ])
    expect(await said('Give me all of it')).toEqual([{ kind: 'unreadable' }])
    const there = await reader({ createMessage: () => 'Give me all of it' })
    await there.reads()
    expect(there.request()).toMatchObject({
      text: 'Give me all of it',
      warnings: [{ kind: 'unreadable' }],
    })
  })

  it('[S15] a message of the host contains each field only in its place', async () => {
    const there = await reader({ statement: 'Yes\nURI: https://evil.example' })
    await vi.waitFor(() =>
      expect(there.toast()).toBe('A problem occurred while trying initialize authentication'),
    )
    expect(there.sessions()).toEqual([])
  })

  it('a site with a look-alike name is shown in ASCII', async () => {
    vi.stubGlobal('location', {
      ...page,
      host: 'xn--pp-1ja.example',
      origin: 'https://xn--pp-1ja.example',
    })
    const there = await reader()
    await there.reads()
    expect(there.request()).toMatchObject({
      domain: 'xn--pp-1ja.example',
      warnings: [{ kind: 'lookalike', said: 'xn--pp-1ja.example' }],
    })
  })
})

describe('a clock', () => {
  it.each([-1, 1])(
    '[R18] a clock that is wrong by %i day causes a warning, and the message has the server’s time',
    async days => {
      const now = Date.now() + days * 86_400_000
      const there = await reader({
        storage: {
          nonce: async () => ({ nonce: 'a'.repeat(32), now }),
          add: async () => undefined,
          remove: async () => undefined,
        },
      })
      await there.reads()
      const [, issued = ''] = /^Issued At: (.*)$/m.exec(there.request()?.text ?? '') ?? []
      expect(Math.abs(Date.parse(issued) - now)).toBeLessThan(10_000)
      expect(there.request()?.warnings).toEqual([{ kind: 'clock', minutes: 1440 }])
      await there.siwx.sign()
      expect(there.sessions()).toHaveLength(1)
    },
  )

  it.each([-1, 1])(
    '[R18] a clock that jumps by %i day during reading, signing and the session: no wait is negative, none is stuck, and the session stays',
    async days => {
      const waits = vi.spyOn(globalThis, 'setTimeout')
      const real = Date.now
      const start = real()
      const keepers: (() => void)[] = []
      const storage = {
        nonce: async () => ({ nonce: 'a'.repeat(32), now: start }),
        add: () =>
          new Promise<{ expiresAt: number }>(resolve => {
            keepers.push(() => resolve({ expiresAt: start + 3_600_000 }))
          }),
        remove: async () => undefined,
      }
      const there = await reader({ storage })
      await there.reads()
      const jumped = vi.spyOn(Date, 'now').mockImplementation(() => real() + days * 86_400_000)
      const signing = there.siwx.sign()
      await vi.waitFor(() => expect([there.phase().name, keepers.length]).toEqual(['keeping', 1]))
      jumped.mockRestore()
      for (const keep of keepers) keep()
      await signing
      vi.spyOn(Date, 'now').mockImplementation(() => real() + days * 86_400_000)
      await there.kernel.use(siwxService).signIn()
      expect([there.phase().name, there.sessions().length]).toEqual(['idle', 1])
      for (const [, ms] of waits.mock.calls) expect(ms ?? 0).toBeGreaterThanOrEqual(0)
      expect(waits.mock.calls.length).toBeGreaterThan(0)
      vi.restoreAllMocks()
    },
  )

  it('[R18] a clock that jumps changes nothing once the server has sent its time', () => {
    const clock = createClock()
    clock.set(1_000_000)
    const spy = vi.spyOn(Date, 'now').mockReturnValue(9e12)
    expect(Math.abs(clock.now() - 1_000_000)).toBeLessThan(2_000)
    spy.mockRestore()
  })
})

describe('a server', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  /** Creates a server on the page’s own site. */
  async function site(answers: Readonly<Record<string, Answer>>) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const step = request.url?.split('/').at(-1) ?? ''
      asked.push(step)
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
    return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/` }
  }
  const says =
    (body: unknown, status = 200): Answer =>
    (_, response) => {
      response.statusCode = status
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  const nonce = says({ nonce: 'a'.repeat(32) })
  const none = says({ sessions: [] })

  it('[D30a] the server gives the nonce, is asked for a session before the person is asked to sign, and keeps what it accepts', async () => {
    const session: FoundSession = {
      address: 't_ada',
      network: 'tally:main',
      issuedAt: 1,
      expiresAt: Date.now() + 60_000,
    }
    const { asked, url } = await site({ nonce, session: none, verify: says({ session }) })
    const there = await reader({ server: url })
    await there.reads()
    expect(there.request()?.text).toContain(`Nonce: ${'a'.repeat(32)}`)
    expect(asked).toEqual(['session', 'nonce'])
    await there.siwx.sign()
    expect(there.sessions()).toMatchObject([{ address: 't_ada', expiresAt: session.expiresAt }])
    await there.kernel.use(connectionService).disconnect()
    await vi.waitFor(() => expect(asked).toEqual(['session', 'nonce', 'verify', 'signout']))
  })

  it('a server that knows the account already makes a signature unnecessary', async () => {
    const { asked, url } = await site({
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
    expect([there.phase().name, asked]).toEqual(['idle', ['session']])
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
      const { asked, url } = await site({ nonce, session: none, verify })
      const there = await reader({ server: url })
      await there.reads()
      await there.siwx.sign()
      await vi.waitFor(() => expect(there.toast()).toBe(sentence))
      await there.reads()
      expect([there.sessions(), asked]).toEqual([[], ['session', 'nonce', 'verify', 'nonce']])
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
    const { asked, url } = await site({
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
    expect([there.sessions().length, there.toast(), asked]).toEqual([
      1,
      undefined,
      ['session', 'nonce', 'verify', 'verify', 'verify'],
    ])
    // The same for a sign-out during the exchange.
    await there.siwx.signOut()
    expect([there.sessions(), asked.slice(5)]).toEqual([[], ['signout', 'signout']])
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
    let asked = 0
    const known = { address: 't_ada', network: 'tally:main', issuedAt: 1 } as const
    const storage = {
      nonce: async () => ({ nonce: 'a'.repeat(32) }),
      find: () =>
        ++asked === 2
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
    await vi.waitFor(() => expect(asked).toBe(2))
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
