/**
 * The library's one-click sign-in: one link that carries a request to sign in, and beside it a plain proposal for wallets that do not know such requests. Here it
 * looks like any other proposal.
 */
import type { Dispose } from '@portico/kernel'
import type { Asked } from '../options.js'
import { isRecord, read } from '../reading.js'
import { lendBuffer } from './buffer-loan.js'
import type { AskedSignIn, Signed } from './sign-in.js'

const over = { code: 6, message: 'Proposal expired' }

interface Store<Entry> {
  getAll(): Entry[]
  delete(key: string | number, reason: typeof over): Promise<void>
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
  readonly engine?: { readonly events?: { emit(event: string, told: unknown): unknown } } | undefined
  readonly proposal: { getAll(): { id: number; pairingTopic?: string; proposer?: { publicKey: string } }[] }
  readonly core: {
    readonly crypto: { decode?(topic: string, message: string, options?: object): Promise<unknown> }
    readonly relayer: { unsubscribe?(topic: string): Promise<void> }
  }
}

/** A link whose answer may still come: the key to it, and what is lent to read it. */
interface Link {
  readonly key: string
  readonly loans: Dispose[]
}

export function createAuthentication(client: AuthenticatingClient) {
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
      const own = client.auth?.pairingTopics.getAll().find(one => made?.uri?.startsWith(`wc:${one.pairingTopic}@`))?.topic ?? ''
      const key = client.auth?.authKeys.getAll().find(one => one.responseTopic === own)?.publicKey
      if (key) links.set(own, { key, loans: [] })
      return {
        ...(made?.uri && { uri: made.uri }),
        async approval(): Promise<unknown> {
          try {
            const answer = await made?.response()
            const [session, auths] = [read(answer, 'session'), read(answer, 'auths')]
            return isRecord(session) ? { ...session, signed: Array.isArray(auths) ? auths.flatMap(textOf) : [] } : session
          } finally {
            end(own)
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
