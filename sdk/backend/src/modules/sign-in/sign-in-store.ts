import { randomBytes } from 'node:crypto'
import type { NonceStore, ServerSession, SessionStore } from '@portico/plugin-siwx/server'
import type { Kysely } from 'kysely'
import type { SignInTables } from './tables.js'

/**
 * Nonces and sessions in the database, so that every server gives the same answer.
 * Times are milliseconds since 1970.
 */
export interface SignInStore {
  readonly nonces: NonceStore
  readonly sessions: SessionStore
  /** Forgets what is over. */
  forget(): Promise<void>
}

/** Milliseconds that a nonce waits to be used, and how many wait at most; the oldest go first. */
const [nonceLifetimeMs, mostNonces] = [600_000, 1_000_000]

export function createSignInStore(
  database: Kysely<SignInTables>,
  now: () => number = Date.now,
): SignInStore {
  const peek: NonceStore['peek'] = async nonce => {
    const found = await database
      .selectFrom('nonces')
      .select(['issued', 'used'])
      .where('nonce', '=', nonce)
      .executeTakeFirst()
    if (!found || found.issued + nonceLifetimeMs <= now()) return 'unknown'
    return found.used === null ? found.issued : 'used'
  }

  return {
    nonces: {
      async issue() {
        const nonce = randomBytes(16).toString('hex')
        await database.insertInto('nonces').values({ nonce, issued: now(), used: null }).execute()
        return nonce
      },
      peek,
      // One statement looks and marks: of two servers that take the same nonce at once, the
      // database lets one of them change the row.
      async take(nonce) {
        const { numUpdatedRows } = await database
          .updateTable('nonces')
          .set({ used: now() })
          .where('nonce', '=', nonce)
          .where('used', 'is', null)
          .where('issued', '>', now() - nonceLifetimeMs)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return (await peek(nonce)) === 'unknown' ? 'unknown' : 'used'
        const { issued } = await database
          .selectFrom('nonces')
          .select('issued')
          .where('nonce', '=', nonce)
          .executeTakeFirstOrThrow()
        return issued
      },
    },

    sessions: {
      async list(key) {
        const found = await database
          .selectFrom('sign_ins')
          .select(['address', 'network', 'issued', 'expires'])
          .where('browser', '=', key)
          .where('expires', '>', now())
          .orderBy('issued')
          .orderBy('address')
          .execute()
        return found.map(({ address, network, issued, expires }) => ({
          address,
          network: network as ServerSession['network'],
          issuedAt: issued,
          expiresAt: expires,
        }))
      },
      async add(browser, { address, network, issuedAt, expiresAt }) {
        await database
          .insertInto('sign_ins')
          .values({ browser, address, network, issued: issuedAt, expires: expiresAt })
          .onConflict(conflict =>
            conflict
              .columns(['browser', 'address', 'network'])
              .doUpdateSet({ issued: issuedAt, expires: expiresAt }),
          )
          .execute()
      },
      async remove(browser, session) {
        // PostgreSQL refuses text with a zero in it, and no account has such an address.
        if (session?.address.includes('\0')) return
        let query = database.deleteFrom('sign_ins').where('browser', '=', browser)
        if (session)
          query = query
            .where('address', '=', session.address)
            .where('network', '=', session.network)
        await query.execute()
      },
    },

    async forget() {
      await database.deleteFrom('sign_ins').where('expires', '<=', now()).execute()
      const [newest] = await database
        .selectFrom('nonces')
        .select('issued')
        .orderBy('issued', 'desc')
        .offset(mostNonces)
        .limit(1)
        .execute()
      await database
        .deleteFrom('nonces')
        .where('issued', '<=', Math.max(newest?.issued ?? 0, now() - nonceLifetimeMs))
        .execute()
    },
  }
}
