/**
 * The library's one-click sign-in: one link that carries a request to sign in, and beside it a plain proposal for wallets that do not know such requests. Here it
 * looks like any other proposal.
 */
import type { Dispose } from '@portico/kernel'
import { refusalOf, WalletConnectError } from '../errors.js'
import type { Asked } from '../options.js'
import { isRecord, read } from '../reading.js'
import { lendBuffer } from './buffer-loan.js'
import type { AskedSignIn, Signed } from './sign-in.js'

const over = { code: 6, message: 'Proposal expired' }
/**
 * A signature of nobody, sound in its form: its point is the curve's own generator. It goes to the library in the place of one that only a chain can judge, which it
 * would ask the vendor's RPC about (no vendor request, decision 50). Whoever receives the sign-in judges the real one.
 */
const unjudged = { t: 'eip191', s: `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b` }

interface Store<Entry> {
  getAll(): Entry[]
  delete(key: string | number, reason: typeof over): Promise<void>
}
type Hearing = (told: unknown) => unknown
interface EngineEvents {
  emit(event: string, told: unknown): unknown
  once?(event: string, listener: Hearing): unknown
  on?(event: string, listener: Hearing): unknown
  off?(event: string, listener: Hearing): unknown
}
/** The library's own client, as far as it is used here. Releases of before 2.12 have none of it. */
export interface AuthenticatingClient {
  authenticate?(params: object): Promise<{ uri?: string; response(): Promise<unknown> }>
  formatAuthMessage?(params: { request: unknown; iss: unknown }): string
  readonly auth?: {
    /** The key by which it reads the answer: one of them, though two links may be open at once. */
    readonly authKeys: { getAll(): readonly { readonly responseTopic: string; readonly publicKey: string }[] }
    readonly pairingTopics: Store<{ readonly topic: string; readonly pairingTopic: string }>
    readonly requests: Store<{ readonly id: number; readonly pairingTopic: string }>
  }
  readonly engine?: { readonly events?: EngineEvents } | undefined
  readonly session: { getAll(): readonly unknown[] }
  readonly proposal: { getAll(): { id: number; pairingTopic?: string; proposer?: { publicKey: string } }[] }
  readonly core: {
    readonly crypto: { decode?(topic: string, message: string, options?: object): Promise<unknown> }
    readonly relayer: { unsubscribe?(topic: string): Promise<void> }
  }
}

/** A link whose answer may still come. */
interface Link {
  readonly pairingTopic: string
  /** What reads its answer. */
  readonly key: string
  readonly loans: Dispose[]
  /** What its answer says was signed, where the library was not asked to judge all of it. */
  signed?: readonly unknown[]
  /** What the library does with its answer, once that has come. */
  work?: Promise<unknown>
  /** The library could do nothing with it. */
  fail(error: unknown): void
}

export function createAuthentication(client: AuthenticatingClient, report: (error: unknown) => void) {
  const { crypto, relayer } = client.core
  /** By the topic of their answers. */
  const links = new Map<string, Link>()
  const { decode } = crypto
  if (decode && client.auth)
    crypto.decode = async (topic, message, options) => {
      const link = links.get(topic)
      if (!link) return decode.call(crypto, topic, message, options)
      const giveBack = await lendBuffer()
      try {
        const found = await decode.call(crypto, topic, message, { ...options, receiverPublicKey: link.key })
        // The library goes on with it; who was given up meanwhile needs no more.
        if (links.get(topic) === link) link.loans.push(giveBack)
        else giveBack()
        return found
      } catch (error) {
        giveBack()
        throw error
      }
    }
  const end = (topic: string) => {
    for (const giveBack of links.get(topic)?.loans ?? []) giveBack()
    links.delete(topic)
  }
  /** What the library does with an answer is awaited by nobody: its failure would be the page's, and whoever waits would wait on. */
  const guardHearing = (events: EngineEvents) => {
    const { once, on, off } = events
    if (!once || !on || !off) return
    events.once = (event, listener) => {
      const hear = (told: unknown) => {
        off.call(events, event, hear)
        const asked = client.auth?.requests.getAll().find(({ id }) => event === `session_request:${id}`)
        const link = [...links.values()].find(({ pairingTopic }) => pairingTopic === asked?.pairingTopic)
        const work = listener(asked ? withoutUnjudged(told, link) : told)
        if (!asked) return
        const done = Promise.resolve(work).catch(error => (link ? link.fail(new WalletConnectError('SESSION_MALFORMED', undefined, error)) : report(error)))
        if (link) link.work = done
      }
      // By this, what was asked to listen once is found when it is asked to leave.
      return on.call(events, event, Object.assign(hear, { listener }))
    }
  }
  /** The same answer, with nothing in it that the library cannot judge by itself. */
  const withoutUnjudged = (told: unknown, link: Link | undefined) => {
    const result = read(told, 'result')
    const cacaos = read(result, 'cacaos')
    const isJudged = (cacao: unknown) => read(read(cacao, 's'), 't') === 'eip191'
    if (!isRecord(told) || !isRecord(result) || !Array.isArray(cacaos) || cacaos.every(isJudged)) return told
    if (link) link.signed = cacaos
    return { ...told, result: { ...result, cacaos: cacaos.map(cacao => (isJudged(cacao) || !isRecord(cacao) ? cacao : { ...cacao, s: unjudged })) } }
  }
  if (client.engine?.events && client.auth) guardHearing(client.engine.events)
  /** Without the text that was signed there is nothing to verify. */
  const textOf = (cacao: unknown): Signed[] => {
    const request = read(cacao, 'p')
    try {
      const text = client.formatAuthMessage?.({ request, iss: read(request, 'iss') })
      return text ? [{ cacao, text }] : []
    } catch {
      // It cannot even be put into words: nobody has signed that.
      return []
    }
  }
  /** A signature was not believed, or was not there to be: the library has settled the session all the same. Throws its error where it has not. */
  const settledAnyway = async ({ pairingTopic, work, signed }: Link, error: unknown) => {
    await work
    const settled = client.session.getAll().find(one => read(one, 'pairingTopic') === pairingTopic)
    if (!isRecord(settled)) throw error
    if (!signed) report(refusalOf(error))
    return { ...settled, signed: signed?.flatMap(textOf) ?? [] }
  }

  return {
    isKnown: !!client.authenticate && !!client.formatAuthMessage && !!client.auth,
    /** `within`: nobody waits for the link any more; what comes of it is nobody's. */
    async propose(asked: Asked, { networks, expirationTime: exp, notBefore: nbf, resources, ...request }: AskedSignIn, within: AbortSignal) {
      const methods = Object.values(asked).flatMap(one => one.methods)
      const times = { ...(exp && { exp }), ...(nbf && { nbf }), ...(resources && { resources: [...resources] }) }
      const giveBack = await lendBuffer()
      if (within.aborted) giveBack()
      within.throwIfAborted()
      within.addEventListener('abort', giveBack)
      const made = await client.authenticate?.({ ...request, ...times, chains: [...networks], methods }).finally(() => {
        within.removeEventListener('abort', giveBack)
        giveBack()
      })
      // Another link may have been begun meanwhile.
      const own = client.auth?.pairingTopics.getAll().find(one => made?.uri?.startsWith(`wc:${one.pairingTopic}@`))
      const key = client.auth?.authKeys.getAll().find(one => one.responseTopic === own?.topic)?.publicKey
      let fail: Link['fail'] = () => undefined
      const broken = new Promise<never>((_, reject) => {
        fail = reject
      })
      const link: Link | undefined = own && key ? { pairingTopic: own.pairingTopic, key, loans: [], fail } : undefined
      if (own && link) links.set(own.topic, link)
      return {
        ...(made?.uri && { uri: made.uri }),
        async approval(): Promise<unknown> {
          try {
            const answer = await Promise.race([made?.response(), broken])
            const [session, auths] = [read(answer, 'session'), read(answer, 'auths')]
            return isRecord(session) ? { ...session, signed: Array.isArray(auths) ? auths.flatMap(textOf) : [] } : session
          } catch (error) {
            if (!link) throw error
            return await settledAnyway(link, error)
          } finally {
            if (own) end(own.topic)
          }
        },
      }
    },
    /** The line is over: nobody reads an answer any more. */
    close(): void {
      for (const topic of [...links.keys()]) end(topic)
    },
    /** What it keeps of a pairing that is over, or has done its work. */
    async forget(pairingTopic: string, expire: (id: number) => void): Promise<void> {
      const { auth } = client
      if (!auth) return
      for (const { id, pairingTopic: topic } of auth.requests.getAll()) {
        if (topic !== pairingTopic) continue
        expire(id)
        // Who waits for it waits for an hour otherwise.
        for (const one of client.proposal.getAll()) if (one.pairingTopic === topic) client.engine?.events?.emit(`session_connect:${one.id}`, { error: over })
      }
      for (const { topic, pairingTopic: of } of auth.pairingTopics.getAll()) {
        if (of !== pairingTopic) continue
        end(topic)
        await auth.pairingTopics.delete(topic, over)
        await relayer.unsubscribe?.(topic)
      }
    },
  }
}
