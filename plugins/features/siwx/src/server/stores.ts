import type { NetworkId } from '@portico/kernel/contracts'
import type { Nonces } from '../verify/nonces.js'

/** Gives nonces out, each for a single sign-in: `createNonces()` in the memory of one process, a database for several. */
export interface NonceStore extends Nonces {
  /** 16 to 96 letters and digits; the handler adds 32 that bind the nonce to a browser. */
  issue(): string | Promise<string>
}
/** Somebody who is signed in. Times are milliseconds since 1970. */
export interface ServerSession {
  /** In the chain's canonical text. */
  readonly address: string
  /** CAIP-2. */
  readonly network: NetworkId
  readonly issuedAt: number
  readonly expiresAt: number
}
/** Who is signed in, by the key of a browser: a digest of its cookie, so that nobody who reads the store can be one of them. */
export interface SessionStore {
  list(key: string): readonly ServerSession[] | Promise<readonly ServerSession[]>
  /** In the place of one of the same address and network. */
  add(key: string, session: ServerSession): unknown
  /** One of them, or all of that browser. */
  remove(key: string, session?: Pick<ServerSession, 'address' | 'network'>): unknown
}

const sweepEvery = 60_000

/** Sessions in the memory of one process, forgotten when their time is over: for examples and tests. */
export function createSessions({ now = Date.now }: { readonly now?: () => number } = {}): SessionStore {
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
    (known.get(key) ?? []).filter(session => session.address !== address || session.network !== network)
  return {
    list: key => known.get(key) ?? [],
    add(key, session) {
      sweep()
      keep(key, [...others(key, session), session])
    },
    remove: (key, session) => keep(key, session ? others(key, session) : []),
  }
}
