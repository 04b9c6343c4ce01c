/** Sessions that a host's server verifies and keeps; the page has no more than a cookie that it cannot read. */
import { delay } from '@portico/kernel'
import { type Http, HttpError, namespaceOf } from '@portico/kernel/contracts'
import type { Refusal } from '../errors.js'
import type { SiwxStorage } from '../options.js'
import { isTime, read, readFoundSessions } from './reading.js'

/** As EIP-4361 wants it, of at least 96 bits. */
const noncePattern = /^[a-zA-Z0-9]{16,128}$/
const nowIn = (body: unknown) => {
  const now = read(body, 'now')
  return isTime(now) ? { now } : {}
}
/** Bytes of an answer; more is refused. */
const limit = 65_536

/**
 * Milliseconds until a sign-in or a sign-out is sent again that came while the server exchanged this browser's cookie for another one, such as of a second tab. Together as long
 * as a node of a contract may think.
 */
const pauses = [200, 400, 800, 1_600, 3_200, 3_200]
const isBusy = (error: unknown): boolean => error instanceof HttpError && error.status === 409 && read(error.response, 'error') === 'COOKIE_BUSY'
/** Its nonce waits meanwhile: what was busy has taken nothing. */
async function whenFree<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const ms of pauses) {
    try {
      return await ask()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await delay(ms, signal)
  }
  return ask()
}

/** `base`: the address below which `createSignInHandler` answers. Throws SignInErrors. */
export function createServerStorage(http: Http, base: string, refusal: Refusal): Required<SiwxStorage> {
  const at = (path: string) => `${base.replace(/\/+$/, '')}/${path}`
  const asked = async <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      signal.throwIfAborted()
      const isRefused = error instanceof HttpError && error.status !== undefined && error.status >= 400 && error.status < 500
      throw refusal(isRefused ? 'SERVER_REFUSED' : 'SERVER_FAILED', error)
    }
  }
  const readKept = (body: unknown) => {
    const [session] = readFoundSessions([read(body, 'session')])
    if (!session) throw refusal('SERVER_FAILED')
    return session
  }

  return {
    nonce: signal =>
      asked(
        http.get(at('nonce'), {
          signal,
          limit,
          read(body) {
            const nonce = read(body, 'nonce')
            if (typeof nonce !== 'string' || !noncePattern.test(nonce)) throw refusal('SERVER_FAILED')
            return { nonce, ...nowIn(body) }
          },
        }),
        signal,
      ),
    async find({ address, namespace }, signal) {
      const readFound = (body: unknown) => ({ sessions: readFoundSessions(read(body, 'sessions')), ...nowIn(body) })
      const found = await asked(http.get(at('session'), { signal, limit, read: readFound }), signal)
      return { ...found, sessions: found.sessions.filter(session => session.address === address && namespaceOf(session.network) === namespace) }
    },
    async add({ data, message, signature, signedBytes }, signal) {
      const body = { message, signature, network: data.chainId, ...(signedBytes && { signedBytes: btoa(String.fromCharCode(...signedBytes)) }) }
      const { expiresAt } = await asked(
        whenFree(() => http.post(at('verify'), { body, signal, limit, read: readKept }), signal),
        signal,
      )
      return expiresAt === undefined ? {} : { expiresAt }
    },
    async remove(sessions, signal) {
      const body = sessions === 'all' ? {} : { accounts: sessions.map(({ address, network }) => ({ address, network })) }
      await asked(
        whenFree(() => http.post(at('signout'), { body, signal, limit, read: () => undefined }), signal),
        signal,
      )
    },
  }
}
