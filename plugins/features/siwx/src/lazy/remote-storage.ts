/** Sessions kept outside this browser, by a server or by the host's own storage: adding, finding and ending them. */
import { anySignal, delay, unlessAborted, withTimeout } from '@portico/kernel'
import { type ConnectionId, type Http, HttpError, namespaceOf, session as walletSessions } from '@portico/kernel/contracts'
import type { Refusal } from '../errors.js'
import type { FoundSession, FoundSessions, SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import { agrees, type Book } from './book.js'
import { patience } from './keeper.js'
import type { Parts } from './parts.js'
import { isTime, readFoundSessions } from './reading.js'

/** Adds a session to the storage. If the sign-in is cancelled before the storage answers, the session is removed once it has: it may have been added. */
export async function addToStorage(
  context: SiwxContext,
  { keeper, meanwhile, storage }: Parts,
  known: KnownSession,
  session: SiwxSession,
  given: AbortSignal,
): Promise<KnownSession> {
  // What is still to be ended would take this one along.
  await withTimeout(() => keeper.takenBack, patience, given)
  const ended = new AbortController()
  keeper.coming.set(known, ended)
  const signal = anySignal([given, ended.signal])
  let deadline: AbortSignal | undefined
  const adding = withTimeout(
    async within => {
      deadline = within
      return storage.add(session, within)
    },
    patience,
    context.signal,
  )
  try {
    const { expiresAt = known.expiresAt } = (await unlessAborted(adding, signal)) ?? {}
    signal.throwIfAborted()
    return { ...known, ...(expiresAt !== undefined && { expiresAt }) }
  } catch (error) {
    if (signal.aborted || deadline?.aborted) {
      const given = [known]
      keeper.leaving.add(given)
      // Without the code for it storage is not told: what it says then is so.
      const end = () =>
        meanwhile()
          .then(to => to.removeUnasked(given, true))
          .finally(() => keeper.leaving.delete(given))
      keeper.takenBack = adding.then(end, end).catch(context.report)
    }
    throw error
  } finally {
    keeper.coming.delete(known)
  }
}

/** Finds an account's sessions in the storage and writes them to the book. Throws what the storage throws. */
export async function findInStorage(
  storage: SiwxStorage,
  context: SiwxContext,
  { book, clock, keeper }: Parts,
  target: SignInTarget,
  signal: AbortSignal,
): Promise<void> {
  /** What storage still lists, though it has been told to end it, is over. */
  const isLeaving = ({ address, network }: FoundSession) =>
    [...keeper.leaving].some(ended => ended === 'all' || ended.some(known => agrees(known, { address, network })))
  const { sessions, now } = await findUnchanged(storage, book, target, signal)
  if (now !== undefined) {
    clock.set(now)
    book.follow()
  }
  reconcile(
    context,
    book,
    target,
    sessions.filter(session => !isLeaving(session)),
  )
}

/** Asked again where it became another thing meanwhile. */
async function findUnchanged(storage: SiwxStorage, book: Book, { account }: SignInTarget, signal: AbortSignal): Promise<FoundSessions> {
  const state = () => JSON.stringify([book.touches(), book.all().filter(({ address }) => address === account.address)])
  for (;;) {
    const before = state()
    const found = (await storage.find?.(account, signal)) ?? { sessions: [] }
    signal.throwIfAborted()
    if (before === state()) return found
  }
}

/** Brings what is known of an account in line with what its server says. What another connected wallet signed in stays that wallet’s. */
function reconcile(context: SiwxContext, book: Book, { connection, account: { address, namespace } }: SignInTarget, found: readonly FoundSession[]): void {
  const isLive = (id: ConnectionId) => context.state(walletSessions).connections[id]?.phase.name === 'connected'
  const isFound = ({ network }: KnownSession) => found.some(session => session.network === network)
  const kept = book.all().filter(known => known.address !== address || namespaceOf(known.network) !== namespace || isFound(known))
  const claimed = (network: string) =>
    kept.some(known => known.address === address && known.network === network && (known.connection === connection || isLive(known.connection)))
  book.write([...kept, ...found.filter(session => !claimed(session.network) && !book.isOver(session)).map(session => ({ connection, ...session }))])
}

/** A property of whatever it is. */
const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined)
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
