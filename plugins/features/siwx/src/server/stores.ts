import type { NetworkId } from '@portico/kernel/chain'
import type { Nonces } from '../verify/nonces.js'

/**
 * Issues nonces, each for a single sign-in. Use `createNonces()` in the memory of one process, a
 * database for several.
 */
export interface NonceStore extends Nonces {
  /** Returns 16 to 96 letters and digits. The handler adds 32 that bind the nonce to a browser. */
  issue(): string | Promise<string>
}
/** A session at the server. Times are milliseconds since 1970. */
export interface ServerSession {
  /** In the chain's canonical text. */
  readonly address: string
  /** CAIP-2. */
  readonly network: NetworkId
  readonly issuedAt: number
  readonly expiresAt: number
}
/**
 * Stores sessions by the key of a browser.
 * The key is a digest of the browser's cookie, so that reading the store does not allow to take a
 * session over.
 */
export interface SessionStore {
  list(key: string): readonly ServerSession[] | Promise<readonly ServerSession[]>
  /** Adds a session, and replaces one of the same address and network. */
  add(key: string, session: ServerSession): unknown
  /** Removes one session, or all of that browser. */
  remove(key: string, session?: Pick<ServerSession, 'address' | 'network'>): unknown
}

const sweepEvery = 60_000

/** Stores sessions in the memory of one process until they expire: for examples and tests. */
export function createSessions({
  now = Date.now,
}: {
  readonly now?: () => number
} = {}): SessionStore {
  const known = new Map<string, readonly ServerSession[]>()
  let swept = now()
  const keep = (key: string, sessions: readonly ServerSession[]) => {
    const living = sessions.filter(({ expiresAt }) => expiresAt > now())
    if (living.length) known.set(key, living)
    else known.delete(key)
  }
  const sweep = () => {
    if (now() - swept < sweepEvery) return
    swept = now()
    for (const [key, sessions] of known) keep(key, sessions)
  }
  const others = (key: string, { address, network }: Pick<ServerSession, 'address' | 'network'>) =>
    (known.get(key) ?? []).filter(
      session => session.address !== address || session.network !== network,
    )
  return {
    list: key => known.get(key) ?? [],
    add(key, session) {
      sweep()
      keep(key, [...others(key, session), session])
    },
    remove: (key, session) => keep(key, session ? others(key, session) : []),
  }
}
