/**
 * Adds, finds and ends sessions outside this browser. A server keeps them, or the host's own
 * storage.
 */
import { anySignal, delay, unlessAborted, withTimeout } from '@portico/kernel'
import type { ConnectionId } from '@portico/kernel/account'
import { type Http, HttpError } from '@portico/kernel/backend'
import { namespaceOf } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import type { Refusal } from '../errors.js'
import type { FoundSession, FoundSessions, SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import { storageTimeoutMs } from '../signing/deadlines.js'
import type { Parts } from '../signing/sign-in-parts.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import { agrees, type Book } from './session-list.js'
import { isTime, readFoundSessions } from './stored-answers.js'

/**
 * Adds a session to the storage.
 * If the sign-in is cancelled before the storage answers, the session is removed after the answer,
 * because it may have been added.
 */
export async function addToStorage(
  context: SiwxContext,
  { pendingStorage, loadChanges, storage }: Parts,
  known: KnownSession,
  session: SiwxSession,
  given: AbortSignal,
): Promise<KnownSession> {
  // A pending removal of the same account would remove this session, too.
  await withTimeout(() => pendingStorage.removed, storageTimeoutMs, given)
  const ended = new AbortController()
  pendingStorage.adding.set(known, ended)
  const signal = anySignal([given, ended.signal])
  let deadline: AbortSignal | undefined
  const adding = withTimeout(
    async within => {
      deadline = within
      return storage.add(session, within)
    },
    storageTimeoutMs,
    context.signal,
  )
  try {
    const { expiresAt = known.expiresAt } = (await unlessAborted(adding, signal)) ?? {}
    signal.throwIfAborted()
    return { ...known, ...(expiresAt !== undefined && { expiresAt }) }
  } catch (error) {
    if (signal.aborted || deadline?.aborted) {
      const given = [known]
      pendingStorage.removing.add(given)
      // If the code for the removal does not load, the storage is not notified, and its own list
      // counts.
      const end = () =>
        loadChanges()
          .then(to => to.removeInBackground(given, true))
          .finally(() => pendingStorage.removing.delete(given))
      pendingStorage.removed = adding.then(end, end).catch(context.report)
    }
    throw error
  } finally {
    pendingStorage.adding.delete(known)
  }
}

/**
 * Finds an account's sessions in the storage and writes them to the book. Throws what the storage
 * throws.
 */
export async function findInStorage(
  storage: SiwxStorage,
  context: SiwxContext,
  { book, clock, pendingStorage }: Parts,
  target: SignInTarget,
  signal: AbortSignal,
): Promise<void> {
  /**
   * True for a session whose removal is pending. It is over, although the storage still lists it.
   */
  const isLeaving = ({ address, network }: FoundSession) =>
    [...pendingStorage.removing].some(
      ended => ended === 'all' || ended.some(known => agrees(known, { address, network })),
    )
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

/** Queries the storage again when the sessions changed during the query. */
async function findUnchanged(
  storage: SiwxStorage,
  book: Book,
  { account }: SignInTarget,
  signal: AbortSignal,
): Promise<FoundSessions> {
  const state = () =>
    JSON.stringify([
      book.touches(),
      book.all().filter(({ address }) => address === account.address),
    ])
  for (;;) {
    const before = state()
    const found = (await storage.find?.(account, signal)) ?? { sessions: [] }
    signal.throwIfAborted()
    if (before === state()) return found
  }
}

/**
 * Brings the known sessions of an account in line with those of the server.
 * A session of another connected wallet keeps its wallet.
 */
function reconcile(
  context: SiwxContext,
  book: Book,
  { connection, account: { address, namespace } }: SignInTarget,
  found: readonly FoundSession[],
): void {
  const isLive = (id: ConnectionId) =>
    context.state(sessionSlice).connections[id]?.phase.name === 'connected'
  const isFound = ({ network }: KnownSession) => found.some(session => session.network === network)
  const kept = book
    .all()
    .filter(
      known =>
        known.address !== address || namespaceOf(known.network) !== namespace || isFound(known),
    )
  const claimed = (network: string) =>
    kept.some(
      known =>
        known.address === address &&
        known.network === network &&
        (known.connection === connection || isLive(known.connection)),
    )
  book.write([
    ...kept,
    ...found
      .filter(session => !claimed(session.network) && !book.isOver(session))
      .map(session => ({ connection, ...session })),
  ])
}

/** Reads a property of any value. */
const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
/** A nonce of EIP-4361, of at least 96 bits. */
const noncePattern = /^[a-zA-Z0-9]{16,128}$/
const nowIn = (body: unknown) => {
  const now = read(body, 'now')
  return isTime(now) ? { now } : {}
}
/** The chains that a server verifies. A server that lists none accepts any, and refuses later. */
const namespacesIn = (body: unknown) => {
  const list = read(body, 'namespaces')
  return Array.isArray(list) && list.every(each => typeof each === 'string')
    ? { namespaces: list }
    : {}
}
/** Bytes of an answer; a longer one is rejected. */
const limit = 65_536

/**
 * Milliseconds before each retry of a sign-in or sign-out that found the server busy.
 * The server is busy while it exchanges this browser's cookie, for example for a second tab.
 * Together as long as the timeout for a contract's node.
 */
const pauses = [200, 400, 800, 1_600, 3_200, 3_200]
const isBusy = (error: unknown): boolean =>
  error instanceof HttpError &&
  error.status === 409 &&
  read(error.response, 'error') === 'COOKIE_BUSY'
/**
 * Retries while the server is busy. The nonce stays valid, because a busy server has not used it.
 */
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

/**
 * Creates a storage at `base`, the address below which `createSignInHandler` answers. Throws
 * SignInErrors.
 */
export function createServerStorage(
  http: Http,
  base: string,
  refusal: Refusal,
): Required<SiwxStorage> {
  const at = (path: string) => `${base.replace(/\/+$/, '')}/${path}`
  const answerOf = async <Answer>(
    answer: Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      signal.throwIfAborted()
      const isRefused =
        error instanceof HttpError &&
        error.status !== undefined &&
        error.status >= 400 &&
        error.status < 500
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
      answerOf(
        http.get(at('nonce'), {
          signal,
          limit,
          read(body) {
            const nonce = read(body, 'nonce')
            if (typeof nonce !== 'string' || !noncePattern.test(nonce))
              throw refusal('SERVER_FAILED')
            return { nonce, ...nowIn(body), ...namespacesIn(body) }
          },
        }),
        signal,
      ),
    async find({ address, namespace }, signal) {
      const readFound = (body: unknown) => ({
        sessions: readFoundSessions(read(body, 'sessions')),
        ...nowIn(body),
      })
      const found = await answerOf(
        http.get(at('session'), { signal, limit, read: readFound }),
        signal,
      )
      return {
        ...found,
        sessions: found.sessions.filter(
          session => session.address === address && namespaceOf(session.network) === namespace,
        ),
      }
    },
    async add({ data, message, signature, signedBytes }, signal) {
      const body = {
        message,
        signature,
        network: data.chainId,
        ...(signedBytes && { signedBytes: btoa(String.fromCharCode(...signedBytes)) }),
      }
      const { expiresAt } = await answerOf(
        whenFree(() => http.post(at('verify'), { body, signal, limit, read: readKept }), signal),
        signal,
      )
      return expiresAt === undefined ? {} : { expiresAt }
    },
    async remove(sessions, signal) {
      const body =
        sessions === 'all'
          ? {}
          : { accounts: sessions.map(({ address, network }) => ({ address, network })) }
      await answerOf(
        whenFree(
          () => http.post(at('signout'), { body, signal, limit, read: () => undefined }),
          signal,
        ),
        signal,
      )
    },
  }
}
