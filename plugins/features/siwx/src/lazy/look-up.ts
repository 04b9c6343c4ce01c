/** What a storage that can be asked says of an account. */
import { type ConnectionId, namespaceOf, session as walletSessions } from '@portico/kernel/contracts'
import type { FoundSession, FoundSessions, SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import { agrees, type Book } from './book.js'
import type { Parts } from './parts.js'

/** Asks, and notes the answer. Throws what the storage throws. */
export async function lookUpIn(
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
