import type { NetworkId } from '@portico/kernel/contracts'
import type { Nonces } from '../verify/nonces.js'

/** Gives nonces out, each for a single sign-in: `createNonces()` in the memory of one process, a database for several. */
export interface NonceStore extends Nonces {
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

/** Sessions in the memory of one process: for examples and tests. */
export function createSessions(): SessionStore {
  const known = new Map<string, readonly ServerSession[]>()
  const others = (key: string, { address, network }: Pick<ServerSession, 'address' | 'network'>) =>
    (known.get(key) ?? []).filter(session => session.address !== address || session.network !== network)
  return {
    list: key => known.get(key) ?? [],
    add: (key, session) => void known.set(key, [...others(key, session), session]),
    remove(key, session) {
      const left = session ? others(key, session) : []
      if (left.length) known.set(key, left)
      else known.delete(key)
    },
  }
}
