import { randomToken, tokenDigest } from './codes.js'
import type { LoginConfiguration } from './options.js'
import type { LoginDatabase, LoginTables } from './tables.js'

/** A login on one device. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string
  readonly person: string
  readonly device: string
  /** The hash of the frame's key at the login. */
  readonly keyHash: string
  readonly loginAt: number
  readonly idleExpiresAt: number
  readonly expiresAt: number
}

/** Sessions end after a time without a request, and after a longer one in any case. */
export interface Sessions {
  /** Returns the session and the value of its cookie. Runs inside of a transaction. */
  create(
    transaction: LoginDatabase,
    of: Pick<Session, 'person' | 'device' | 'keyHash'>,
  ): Promise<{ readonly session: Session; readonly token: string }>
  /** Finds a session and moves its idle expiry. */
  find(token: string): Promise<Session | undefined>
  end(token: string): Promise<void>
}

/** The idle expiry is written at most once a minute, so that reads stay reads. */
const writeEveryMs = 60_000

export function createSessions(
  database: LoginDatabase,
  { idleSeconds, longestSeconds }: LoginConfiguration['session'],
  now: () => number,
): Sessions {
  const idleFrom = (at: number, expires: number) => Math.min(at + idleSeconds * 1_000, expires)

  return {
    async create(transaction, { person, device, keyHash }) {
      const [token, at] = [randomToken(32), now()]
      const expires = at + longestSeconds * 1_000
      const row: LoginTables['login_sessions'] = {
        token: tokenDigest(token),
        id: randomToken(12),
        person,
        device,
        key_hash: keyHash,
        logged_in: at,
        used: at,
        idle_until: idleFrom(at, expires),
        expires,
      }
      await transaction.insertInto('login_sessions').values(row).execute()
      return { session: sessionOf(row), token }
    },

    async find(token) {
      const digest = tokenDigest(token)
      const row = await database
        .selectFrom('login_sessions')
        .selectAll()
        .where('token', '=', digest)
        .executeTakeFirst()
      const at = now()
      if (!row || row.idle_until <= at || row.expires <= at) return undefined
      if (at - row.used < writeEveryMs) return sessionOf(row)
      const moved = { used: at, idle_until: idleFrom(at, row.expires) }
      await database.updateTable('login_sessions').set(moved).where('token', '=', digest).execute()
      await database
        .updateTable('login_devices')
        .set({ used: at })
        .where('id', '=', row.device)
        .execute()
      return sessionOf({ ...row, ...moved })
    },

    async end(token) {
      await database.deleteFrom('login_sessions').where('token', '=', tokenDigest(token)).execute()
    },
  }
}

const sessionOf = (row: LoginTables['login_sessions']): Session => ({
  id: row.id,
  person: row.person,
  device: row.device,
  keyHash: row.key_hash,
  loginAt: row.logged_in,
  idleExpiresAt: row.idle_until,
  expiresAt: row.expires,
})

/** The cookie of sessions. Browsers accept the prefix for https alone. */
export interface SessionCookie {
  read(request: Request): string | undefined
  set(token: string): string
  readonly cleared: string
}

export function createSessionCookie(origin: string, longestSeconds: number): SessionCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-portico-login' : 'portico-login'
  const write = (value: string, maxAge: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(request) {
      const found = (request.headers.get('cookie') ?? '')
        .split(';')
        .map(pair => pair.trim())
        .filter(pair => pair.startsWith(`${name}=`))
      // Two cookies of one name mean that another site of this domain set one of them.
      const value = found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
      return value && /^[-_A-Za-z0-9]{43}$/.test(value) ? value : undefined
    },
    set: token => write(token, longestSeconds),
    cleared: write('', 0),
  }
}
