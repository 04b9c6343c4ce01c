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

export function createAuthentication(client: AuthenticatingClient) {
  const { crypto, relayer } = client.core
  /** By the topic of its answer, the key of each link that is open. */
  const keys = new Map<string, string>()
  /** By the topic of an answer that has come, what it takes to read it. */
  const loans = new Map<string, Dispose>()
  const { decode } = crypto
  if (decode && client.auth)
    crypto.decode = async (topic, message, options) => {
      const receiverPublicKey = keys.get(topic)
      if (!receiverPublicKey) return decode.call(crypto, topic, message, options)
      if (!loans.has(topic)) loans.set(topic, await lendBuffer())
      return decode.call(crypto, topic, message, { ...options, receiverPublicKey })
    }
  const giveBack = (topic: string) => {
    loans.get(topic)?.()
    loans.delete(topic)
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
    async propose(asked: Asked, { networks, expirationTime: exp, notBefore: nbf, resources, ...request }: AskedSignIn) {
      const methods = Object.values(asked).flatMap(one => one.methods)
      const times = { ...(exp && { exp }), ...(nbf && { nbf }), ...(resources && { resources: [...resources] }) }
      const returned = await lendBuffer()
      const made = await client.authenticate?.({ ...request, ...times, chains: [...networks], methods }).finally(returned)
      const own = client.auth?.authKeys.getAll() ?? []
      for (const { responseTopic, publicKey } of own) keys.set(responseTopic, publicKey)
      return {
        ...(made?.uri && { uri: made.uri }),
        async approval(): Promise<unknown> {
          try {
            const answer = await made?.response()
            const [session, auths] = [read(answer, 'session'), read(answer, 'auths')]
            return isRecord(session) ? { ...session, signed: Array.isArray(auths) ? auths.flatMap(textOf) : [] } : session
          } finally {
            for (const { responseTopic } of own) giveBack(responseTopic)
          }
        },
      }
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
        keys.delete(topic)
        giveBack(topic)
        await auth.pairingTopics.delete(topic, over)
        await relayer.unsubscribe?.(topic)
      }
    },
  }
}
