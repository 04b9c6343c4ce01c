import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthenticatingClient, createAuthentication } from './authentication.js'

const page = globalThis as { Buffer?: unknown }
beforeEach(() => void vi.stubGlobal('Buffer', undefined))
afterEach(() => void vi.unstubAllGlobals())
const report = vi.fn()
beforeEach(() => void report.mockClear())
const never = new AbortController().signal
const requested = { 'chain-a': { chains: ['chain-a:1' as const], methods: ['sign'], events: [] } }
const signIn = {
  networks: ['chain-a:1'],
  domain: 'app.example',
  uri: 'https://app.example',
  nonce: 'a'.repeat(16),
} as const

type Cacao = ReturnType<typeof cacaoOf>
const cacaoOf = (t: string, s: string) => ({
  h: { t: 'caip122' },
  p: { iss: 'did:pkh:chain-a:1:ada' },
  s: { t, s },
})
const vendorRequest = vi.fn()

/**
 * Creates a library with numbered links, whose wallets answer on command. Every message is valid
 * except `nonsense`.
 */
function library() {
  const made: { readonly topic: string; answer(found: unknown): void; arrive(): void }[] = []
  const events = new EventEmitter()
  const sessions: unknown[] = []
  const requests: { readonly id: number; readonly pairingTopic: string }[] = []
  const auth = {
    keys: [] as { responseTopic: string; publicKey: string }[],
    topics: [] as { topic: string; pairingTopic: string }[],
  }
  const client = {
    core: {
      crypto: {
        decode: async (_topic: string, message: string) => {
          if (message === 'nonsense') throw new TypeError('nonsense')
          return { message, isReadable: page.Buffer !== undefined }
        },
      },
      relayer: {},
    },
    engine: { events },
    session: { getAll: () => sessions },
    proposal: { getAll: () => [] },
    formatAuthMessage: () => 'words',
    auth: {
      authKeys: { getAll: () => auth.keys },
      pairingTopics: { getAll: () => auth.topics, delete: async () => undefined },
      requests: { getAll: () => requests, delete: async () => undefined },
    },
    async authenticate() {
      const [topic, pairing] = [`answer-${made.length}`, String(made.length).repeat(64)]
      let answer = (_: unknown): void => undefined
      const id = made.length
      const response = new Promise<unknown>((resolve, reject) => {
        answer = resolve
        // Like the real library: it does not await the handling of an answer, and it goes on after
        // a signature that it does not accept.
        events.once(
          `session_request:${id}`,
          async ({ result }: { readonly result?: { readonly cacaos: readonly Cacao[] } }) => {
            requests.pop()
            await Promise.resolve()
            for (const { s } of (result as NonNullable<typeof result>).cacaos) {
              if (s.t !== 'eip191') vendorRequest()
              if (s.s !== 'fine') reject({ code: 7000, message: 'Signature verification failed' })
            }
            await Promise.resolve()
            sessions.push({ topic: 'session', pairingTopic: pairing })
            resolve({ session: sessions[0], auths: [] })
          },
        )
      })
      requests.push({ id, pairingTopic: pairing })
      // The library keeps one key only: that of the link that was started last.
      auth.keys = [{ responseTopic: topic, publicKey: `key-${made.length}` }]
      auth.topics.push({ topic, pairingTopic: pairing })
      await new Promise<void>(arrive => made.push({ topic, answer, arrive }))
      return { uri: `wc:${pairing}@2?symKey=0`, response: () => response }
    },
  }
  const hear = (topic: string, message: string) =>
    (client as unknown as AuthenticatingClient).core.crypto.decode?.(topic, message)
  return { client: client as unknown as AuthenticatingClient, made, hear, events }
}

describe('Buffer, which the library needs for a sign-in message', () => {
  it('Buffer is on the page while a link is created, and is removed when the caller gives the link up', async () => {
    const { client, made } = library()
    const authentication = createAuthentication(client, report)
    const first = authentication.propose(requested, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    expect(page.Buffer).toBeDefined()
    made[0]?.arrive()
    await first
    expect(page.Buffer).toBeUndefined()

    const given = new AbortController()
    authentication.propose(requested, signIn, given.signal).catch(() => undefined)
    await expect.poll(() => made.length).toBe(2)
    expect(page.Buffer).toBeDefined()
    given.abort()
    expect(page.Buffer).toBeUndefined()
  })
  it('Buffer is on the page while an answer is read, however often the answer arrives, and is removed afterwards', async () => {
    const { client, made, hear } = library()
    const proposing = createAuthentication(client, report).propose(requested, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    made[0]?.arrive()
    const { approval } = await proposing
    const approved = approval()
    await expect(hear('answer-0', 'nonsense')).rejects.toThrow('nonsense')
    expect(page.Buffer).toBeUndefined()
    expect(await Promise.all([hear('answer-0', 'yes'), hear('answer-0', 'yes')])).toMatchObject([
      { isReadable: true },
      { isReadable: true },
    ])
    expect(page.Buffer).toBeDefined()
    made[0]?.answer({ session: { topic: 'session' }, auths: [] })
    expect(await approved).toEqual({ topic: 'session', signed: [] })
    expect(page.Buffer).toBeUndefined()
    await hear('answer-0', 'again')
    expect(page.Buffer).toBeUndefined()
  })
  it('Buffer stays while the answer of one link is read, even when another link ends', async () => {
    const { client, made, hear } = library()
    const authentication = createAuthentication(client, report)
    const links = [
      authentication.propose(requested, signIn, never),
      authentication.propose(requested, signIn, never),
    ]
    await expect.poll(() => made.length).toBe(2)
    for (const { arrive } of made) arrive()
    const approvals = (await Promise.all(links)).map(({ approval }) => approval())
    await hear('answer-1', 'yes')
    made[0]?.answer({})
    await approvals[0]
    expect(page.Buffer).toBeDefined()
    made[1]?.answer({})
    await approvals[1]
    expect(page.Buffer).toBeUndefined()
  })
  it('Buffer is removed when the relay connection closes, even while an answer is being read', async () => {
    const { client, made, hear } = library()
    const authentication = createAuthentication(client, report)
    const proposing = authentication.propose(requested, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    made[0]?.arrive()
    const { approval } = await proposing
    approval().catch(() => undefined)
    await hear('answer-0', 'yes')
    expect(page.Buffer).toBeDefined()
    authentication.close()
    expect(page.Buffer).toBeUndefined()
  })
})

describe('an answer to a sign-in request', () => {
  const pairing = async () => {
    const { client, made, events } = library()
    const proposing = createAuthentication(client, report).propose(requested, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    made[0]?.arrive()
    const { approval } = await proposing
    const approved = approval()
    return {
      approved,
      answer: (found: object) => events.emit('session_request:0', found),
      hasListener: () => events.listenerCount('session_request:0') > 0,
    }
  }
  it('a malformed answer is rejected with a message, and causes no unhandled error on the page', async () => {
    const { approved, answer, hasListener } = await pairing()
    answer({})
    await expect(approved).rejects.toMatchObject({ code: 'SESSION_MALFORMED' })
    expect(hasListener()).toBe(false)
  })
  it.each(['eip1271', 'eip6492'])(
    'a signature of a contract (%s) is verified by the recipient: the library, which would query its vendor, does not see it',
    async t => {
      const { approved, answer } = await pairing()
      const cacaos = [cacaoOf('eip191', 'fine'), cacaoOf(t, 'of a contract')]
      answer({ result: { cacaos, responder: {} } })
      expect(await approved).toEqual(
        expect.objectContaining({
          topic: 'session',
          signed: cacaos.map(cacao => ({ cacao, text: 'words' })),
        }),
      )
      expect([vendorRequest.mock.calls, report.mock.calls]).toEqual([[], []])
    },
  )
  it('an answer whose signature the library rejects keeps its session, without a sign-in, until it is ended', async () => {
    const { approved, answer } = await pairing()
    answer({ result: { cacaos: [cacaoOf('eip191', 'doubtful')] } })
    expect(await approved).toMatchObject({ topic: 'session', signed: [] })
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'Signature verification failed' }),
    )
  })
  it('an answer with a valid signature is handed over', async () => {
    const { approved, answer, hasListener } = await pairing()
    answer({ result: { cacaos: [cacaoOf('eip191', 'fine')] } })
    expect([await approved, hasListener(), report.mock.calls]).toEqual([
      expect.objectContaining({ topic: 'session', signed: [] }),
      false,
      [],
    ])
  })
})
