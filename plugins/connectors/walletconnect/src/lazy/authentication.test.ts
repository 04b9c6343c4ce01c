import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthenticatingClient, createAuthentication } from './authentication.js'

const page = globalThis as { Buffer?: unknown }
beforeEach(() => void vi.stubGlobal('Buffer', undefined))
afterEach(() => void vi.unstubAllGlobals())
const report = vi.fn()
beforeEach(() => void report.mockClear())
const never = new AbortController().signal
const asked = { 'chain-a': { chains: ['chain-a:1' as const], methods: ['sign'], events: [] } }
const signIn = { networks: ['chain-a:1'], domain: 'app.example', uri: 'https://app.example', nonce: 'a'.repeat(16) } as const

type Cacao = ReturnType<typeof cacaoOf>
const cacaoOf = (t: string, s: string) => ({ h: { t: 'caip122' }, p: { iss: 'did:pkh:chain-a:1:ada' }, s: { t, s } })
const askedOfVendor = vi.fn()

/** A library whose links are numbered, whose wallets answer when the test says so, and whose messages make sense unless they say `nonsense`. */
function library() {
  const made: { readonly topic: string; answer(found: unknown): void; arrive(): void }[] = []
  const events = new EventEmitter()
  const sessions: unknown[] = []
  const requests: { readonly id: number; readonly pairingTopic: string }[] = []
  const auth = { keys: [] as { responseTopic: string; publicKey: string }[], topics: [] as { topic: string; pairingTopic: string }[] }
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
        // As the library does: what it does with an answer is awaited by nobody, and goes on after a signature that it does not believe.
        events.once(`session_request:${id}`, async ({ result }: { readonly result?: { readonly cacaos: readonly Cacao[] } }) => {
          requests.pop()
          await Promise.resolve()
          for (const { s } of (result as NonNullable<typeof result>).cacaos) {
            if (s.t !== 'eip191') askedOfVendor()
            if (s.s !== 'fine') reject({ code: 7000, message: 'Signature verification failed' })
          }
          await Promise.resolve()
          sessions.push({ topic: 'session', pairingTopic: pairing })
          resolve({ session: sessions[0], auths: [] })
        })
      })
      requests.push({ id, pairingTopic: pairing })
      // The library keeps one key: that of the link which was begun last.
      auth.keys = [{ responseTopic: topic, publicKey: `key-${made.length}` }]
      auth.topics.push({ topic, pairingTopic: pairing })
      await new Promise<void>(arrive => made.push({ topic, answer, arrive }))
      return { uri: `wc:${pairing}@2?symKey=0`, response: () => response }
    },
  }
  const hear = (topic: string, message: string) => (client as unknown as AuthenticatingClient).core.crypto.decode?.(topic, message)
  return { client: client as unknown as AuthenticatingClient, made, hear, events }
}

describe('what the library needs to word a sign-in', () => {
  it('is on the page while a link is made, and gone where nobody waits for that any more', async () => {
    const { client, made } = library()
    const authentication = createAuthentication(client, report)
    const first = authentication.propose(asked, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    expect(page.Buffer).toBeDefined()
    made[0]?.arrive()
    await first
    expect(page.Buffer).toBeUndefined()

    const given = new AbortController()
    authentication.propose(asked, signIn, given.signal).catch(() => undefined)
    await expect.poll(() => made.length).toBe(2)
    expect(page.Buffer).toBeDefined()
    given.abort()
    expect(page.Buffer).toBeUndefined()
  })
  it('is there while an answer is read, however often it comes, and nothing stays of it', async () => {
    const { client, made, hear } = library()
    const proposing = createAuthentication(client, report).propose(asked, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    made[0]?.arrive()
    const { approval } = await proposing
    const approved = approval()
    await expect(hear('answer-0', 'nonsense')).rejects.toThrow('nonsense')
    expect(page.Buffer).toBeUndefined()
    expect(await Promise.all([hear('answer-0', 'yes'), hear('answer-0', 'yes')])).toMatchObject([{ isReadable: true }, { isReadable: true }])
    expect(page.Buffer).toBeDefined()
    made[0]?.answer({ session: { topic: 'session' }, auths: [] })
    expect(await approved).toEqual({ topic: 'session', signed: [] })
    expect(page.Buffer).toBeUndefined()
    await hear('answer-0', 'again')
    expect(page.Buffer).toBeUndefined()
  })
  it('belongs to the link whose answer is read: the end of another one takes nothing away', async () => {
    const { client, made, hear } = library()
    const authentication = createAuthentication(client, report)
    const links = [authentication.propose(asked, signIn, never), authentication.propose(asked, signIn, never)]
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
  it('goes with the line to the relay, whatever is still being read', async () => {
    const { client, made, hear } = library()
    const authentication = createAuthentication(client, report)
    const proposing = authentication.propose(asked, signIn, never)
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

describe('an answer to a request to sign in', () => {
  const pairing = async () => {
    const { client, made, events } = library()
    const proposing = createAuthentication(client, report).propose(asked, signIn, never)
    await expect.poll(() => made.length).toBe(1)
    made[0]?.arrive()
    const { approval } = await proposing
    const approved = approval()
    return { approved, answer: (found: object) => events.emit('session_request:0', found), isHeard: () => events.listenerCount('session_request:0') > 0 }
  }
  it('that makes no sense is refused with a sentence, and is no error of the page', async () => {
    const { approved, answer, isHeard } = await pairing()
    answer({})
    await expect(approved).rejects.toMatchObject({ code: 'SESSION_MALFORMED' })
    expect(isHeard()).toBe(false)
  })
  it.each(['eip1271', 'eip6492'])('by a contract (%s) is judged by who receives it: the library, which would ask its vendor, is not shown it', async t => {
    const { approved, answer } = await pairing()
    const cacaos = [cacaoOf('eip191', 'fine'), cacaoOf(t, 'of a contract')]
    answer({ result: { cacaos, responder: {} } })
    expect(await approved).toEqual(expect.objectContaining({ topic: 'session', signed: cacaos.map(cacao => ({ cacao, text: 'words' })) }))
    expect([askedOfVendor.mock.calls, report.mock.calls]).toEqual([[], []])
  })
  it('whose signature the library does not believe leaves its session, which nobody could end otherwise, without a sign-in', async () => {
    const { approved, answer } = await pairing()
    answer({ result: { cacaos: [cacaoOf('eip191', 'doubtful')] } })
    expect(await approved).toMatchObject({ topic: 'session', signed: [] })
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'Signature verification failed' }))
  })
  it('that is believed is handed over', async () => {
    const { approved, answer, isHeard } = await pairing()
    answer({ result: { cacaos: [cacaoOf('eip191', 'fine')] } })
    expect([await approved, isHeard(), report.mock.calls]).toEqual([expect.objectContaining({ topic: 'session', signed: [] }), false, []])
  })
})
