/**
 * Wraps the library's one-click sign-in, so that it looks like any other proposal.
 * One link carries a sign-in request, and beside it a plain proposal for wallets that do not
 * support such requests.
 */
import type { Dispose } from '@portico/kernel'
import { refusalOf, WalletConnectError } from '../errors.js'
import type { RequestedNamespaces } from '../options.js'
import { isRecord, read } from '../reading.js'
import { lendBuffer } from '../relay/buffer-loan.js'
import type { Signed, SignInRequest } from './sign-in.js'

const over = { code: 6, message: 'Proposal expired' }
/**
 * A well-formed signature that belongs to no account: its point is the curve's own generator.
 * The library receives it in place of a signature that only a chain can verify; for such a
 * signature it would query the vendor's RPC (no vendor request, decision 50). The recipient of the
 * sign-in verifies the real one.
 */
const unjudged = {
  t: 'eip191',
  s: `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`,
}

interface Store<Entry> {
  getAll(): Entry[]
  delete(key: string | number, reason: typeof over): Promise<void>
}
type AnswerListener = (payload: unknown) => unknown
interface EngineEvents {
  emit(event: string, payload: unknown): unknown
  once?(event: string, listener: AnswerListener): unknown
  on?(event: string, listener: AnswerListener): unknown
  off?(event: string, listener: AnswerListener): unknown
}
/** The part of the library's client that this file uses. Releases before 2.12 have none of it. */
export interface AuthenticatingClient {
  authenticate?(params: object): Promise<{ uri?: string; response(): Promise<unknown> }>
  formatAuthMessage?(params: { request: unknown; iss: unknown }): string
  readonly auth?: {
    /**
     * The keys that decrypt an answer. The library uses one of them, though two links may be open
     * at once.
     */
    readonly authKeys: {
      getAll(): readonly { readonly responseTopic: string; readonly publicKey: string }[]
    }
    readonly pairingTopics: Store<{ readonly topic: string; readonly pairingTopic: string }>
    readonly requests: Store<{ readonly id: number; readonly pairingTopic: string }>
  }
  readonly engine?: { readonly events?: EngineEvents } | undefined
  readonly session: { getAll(): readonly unknown[] }
  readonly proposal: {
    getAll(): { id: number; pairingTopic?: string; proposer?: { publicKey: string } }[]
  }
  readonly core: {
    readonly crypto: { decode?(topic: string, message: string, options?: object): Promise<unknown> }
    readonly relayer: { unsubscribe?(topic: string): Promise<void> }
  }
}

/** A link whose answer may still arrive. */
interface Link {
  readonly pairingTopic: string
  /** The key that decrypts the answer. */
  readonly key: string
  readonly loans: Dispose[]
  /** The signed objects of the answer, when the library did not verify all of them. */
  signed?: readonly unknown[]
  /** The library's handling of the answer, once the answer has arrived. */
  work?: Promise<unknown>
  /** Rejects the link: the library could not handle the answer. */
  fail(error: unknown): void
}

export function createAuthentication(
  client: AuthenticatingClient,
  report: (error: unknown) => void,
) {
  const { crypto, relayer } = client.core
  /** By the topic of the answer. */
  const links = new Map<string, Link>()
  const { decode } = crypto
  if (decode && client.auth)
    crypto.decode = async (topic, message, options) => {
      const link = links.get(topic)
      if (!link) return decode.call(crypto, topic, message, options)
      const giveBack = await lendBuffer()
      try {
        const found = await decode.call(crypto, topic, message, {
          ...options,
          receiverPublicKey: link.key,
        })
        // The library is still reading. A link that was given up needs no Buffer any
        // more.
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
  /**
   * Catches errors in the library's handling of an answer.
   * The library does not await this work, so a failure would be an unhandled rejection and the
   * caller would wait forever.
   */
  const guardListeners = (events: EngineEvents) => {
    const { once, on, off } = events
    if (!once || !on || !off) return
    events.once = (event, listener) => {
      const onAnswer = (payload: unknown) => {
        off.call(events, event, onAnswer)
        const request = client.auth?.requests
          .getAll()
          .find(({ id }) => event === `session_request:${id}`)
        const link = [...links.values()].find(
          ({ pairingTopic }) => pairingTopic === request?.pairingTopic,
        )
        const work = listener(request ? withoutUnjudged(payload, link) : payload)
        if (!request) return
        const done = Promise.resolve(work).catch(error =>
          link
            ? link.fail(new WalletConnectError('SESSION_MALFORMED', undefined, error))
            : report(error),
        )
        if (link) link.work = done
      }
      // `off` finds the wrapper of a `once` listener by this property.
      return on.call(events, event, Object.assign(onAnswer, { listener }))
    }
  }
  /** Returns the same answer without the signatures that the library cannot verify by itself. */
  const withoutUnjudged = (payload: unknown, link: Link | undefined) => {
    const result = read(payload, 'result')
    const cacaos = read(result, 'cacaos')
    const isJudged = (cacao: unknown) => read(read(cacao, 's'), 't') === 'eip191'
    if (!isRecord(payload) || !isRecord(result) || !Array.isArray(cacaos) || cacaos.every(isJudged))
      return payload
    if (link) link.signed = cacaos
    return {
      ...payload,
      result: {
        ...result,
        cacaos: cacaos.map(cacao =>
          isJudged(cacao) || !isRecord(cacao) ? cacao : { ...cacao, s: unjudged },
        ),
      },
    }
  }
  if (client.engine?.events && client.auth) guardListeners(client.engine.events)
  /** Without the signed text there is nothing to verify. */
  const textOf = (cacao: unknown): Signed[] => {
    const request = read(cacao, 'p')
    try {
      const text = client.formatAuthMessage?.({ request, iss: read(request, 'iss') })
      return text ? [{ cacao, text }] : []
    } catch {
      // The object cannot be formatted as a message, so no wallet has signed it.
      return []
    }
  }
  /**
   * Returns the session that the library settled although a signature was rejected or missing.
   * Throws the given error when there is none.
   */
  const settledAnyway = async ({ pairingTopic, work, signed }: Link, error: unknown) => {
    await work
    const settled = client.session.getAll().find(one => read(one, 'pairingTopic') === pairingTopic)
    if (!isRecord(settled)) throw error
    if (!signed) report(refusalOf(error))
    return { ...settled, signed: signed?.flatMap(textOf) ?? [] }
  }

  return {
    isKnown: !!client.authenticate && !!client.formatAuthMessage && !!client.auth,
    /** `within` aborts when the caller gives the link up; later results are ignored. */
    async propose(
      requested: RequestedNamespaces,
      { networks, expirationTime: exp, notBefore: nbf, resources, ...request }: SignInRequest,
      within: AbortSignal,
    ) {
      const methods = Object.values(requested).flatMap(one => one.methods)
      const times = {
        ...(exp && { exp }),
        ...(nbf && { nbf }),
        ...(resources && { resources: [...resources] }),
      }
      const giveBack = await lendBuffer()
      if (within.aborted) giveBack()
      within.throwIfAborted()
      within.addEventListener('abort', giveBack)
      const made = await client
        .authenticate?.({ ...request, ...times, chains: [...networks], methods })
        .finally(() => {
          within.removeEventListener('abort', giveBack)
          giveBack()
        })
      // Another link may have been started during the await.
      const own = client.auth?.pairingTopics
        .getAll()
        .find(one => made?.uri?.startsWith(`wc:${one.pairingTopic}@`))
      const key = client.auth?.authKeys
        .getAll()
        .find(one => one.responseTopic === own?.topic)?.publicKey
      let fail: Link['fail'] = () => undefined
      const broken = new Promise<never>((_, reject) => {
        fail = reject
      })
      const link: Link | undefined =
        own && key ? { pairingTopic: own.pairingTopic, key, loans: [], fail } : undefined
      if (own && link) links.set(own.topic, link)
      return {
        ...(made?.uri && { uri: made.uri }),
        async approval(): Promise<unknown> {
          try {
            const answer = await Promise.race([made?.response(), broken])
            const [session, auths] = [read(answer, 'session'), read(answer, 'auths')]
            return isRecord(session)
              ? { ...session, signed: Array.isArray(auths) ? auths.flatMap(textOf) : [] }
              : session
          } catch (error) {
            if (!link) throw error
            return await settledAnyway(link, error)
          } finally {
            if (own) end(own.topic)
          }
        },
      }
    },
    /** Called when the relay connection is over: no answer is read any more. */
    close(): void {
      for (const topic of [...links.keys()]) end(topic)
    },
    /** Deletes what the library keeps of a pairing that is over or complete. */
    async forget(pairingTopic: string, expire: (id: number) => void): Promise<void> {
      const { auth } = client
      if (!auth) return
      for (const { id, pairingTopic: topic } of auth.requests.getAll()) {
        if (topic !== pairingTopic) continue
        expire(id)
        // Without this event the library's own listener would wait for an hour.
        for (const one of client.proposal.getAll())
          if (one.pairingTopic === topic)
            client.engine?.events?.emit(`session_connect:${one.id}`, { error: over })
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
