/** Hostile or wrong wallets, servers, hosts and clocks, and how sign-in handles them. */
import { ChainError } from '@portico/kernel/chain'
import { describe, expect, it, vi } from 'vitest'
import { page, reader, setUpReader } from '../test/reader-bench.js'
import { siwxService } from './index.js'
import { createClock } from './sessions/clock.js'

setUpReader()

describe('a wallet', () => {
  const other = (text: string) => text.replace('app.example', 'evil.example')
  const signedBy = (from: string, text: string) => `${from} wrote ${text}`
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
    ['another account', text => ({ signature: signedBy('t_bob', text), scheme: 'tally' })],
    ['no account', text => ({ signature: signedBy('', text), scheme: 'tally' })],
    ['another domain', text => ({ signature: signedBy('t_ada', other(text)), scheme: 'tally' })],
    [
      'a text with an end cut off',
      text => ({ signature: signedBy('t_ada', text.slice(0, -1)), scheme: 'tally' }),
    ],
    [
      'a text with something added',
      text => ({ signature: signedBy('t_ada', `${text}\n`), scheme: 'tally' }),
    ],
    [
      'a text in capitals',
      text => ({ signature: signedBy('t_ada', text.toUpperCase()), scheme: 'tally' }),
    ],
    [
      'another nonce',
      text => ({
        signature: signedBy('t_ada', text.replace(/Nonce: \w+/, 'Nonce: 12345678')),
        scheme: 'tally',
      }),
    ],
    [
      'another network',
      text => ({
        signature: signedBy('t_ada', text.replace('tally:main', 'tally:side')),
        scheme: 'tally',
      }),
    ],
    [
      'a later end',
      text => ({
        signature: signedBy('t_ada', text.replace(/Expiration Time: 20/, 'Expiration Time: 90')),
        scheme: 'tally',
      }),
    ],
    [
      'another account in capitals',
      text => ({ signature: signedBy('T_ADA', text), scheme: 'tally' }),
    ],
    ['an address with a space', text => ({ signature: signedBy('t_ada ', text), scheme: 'tally' })],
    ['two signatures', text => ({ signature: signedBy('t_ada', text).repeat(2), scheme: 'tally' })],
    ['the text alone', text => ({ signature: text, scheme: 'tally' })],
    ['an error in the place of an answer', () => ({ error: { code: -32603 } })],
  ]

  it(`[S35] none of ${lies.length} bad answers of a wallet makes a session`, async () => {
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
    lie = text => ({ signature: signedBy('t_ada', text), scheme: 'tally' })
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

  it('[S35] a signature that cannot be verified here is rejected, unless the site’s server verifies it', async () => {
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

  it('a wallet that writes the sign-in text itself gets one request, and none for a further signature', async () => {
    const sign = vi.fn()
    const there = await reader(
      {},
      {
        sign,
        signIn: async (_via, from, fields) => ({
          text: `${fields.domain} ${fields.nonce}`,
          signature: signedBy(from.address, `${fields.domain} ${fields.nonce}`),
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
      (await judge(words, fields, createClock(), false, {})).warnings
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
