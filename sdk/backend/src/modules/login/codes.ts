import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import type { SecretKeys } from './secret-keys.js'
import type { LoginDatabase, LoginTables } from './tables.js'

export const [codeDigits, codeSeconds] = [6, 600]
const codeTries = 5

export type CodePurpose = LoginTables['login_codes']['purpose']

interface CodeRequest {
  readonly purpose: CodePurpose
  /** The address that it is sent to. */
  readonly address: string
  /** Of a change of the address. */
  readonly newAddress?: string
  /** What may use it: see the table. */
  readonly binding: string
  readonly person?: string
}
/** What a code was issued for. */
export interface CodeContent {
  readonly id: string
  readonly address: string
  readonly newAddress: string | undefined
  readonly person: string | undefined
}

/** Codes of six digits: for ten minutes and five attempts, stored as an HMAC. */
export interface Codes {
  issue(
    request: CodeRequest,
  ): Promise<{ readonly id: string; readonly code: string; readonly nonce: string }>
  /**
   * Counts an attempt and compares.
   *
   * @throws Refusal 401 `wrong_code` with `triesLeft`; `code_over` for all that cannot be right
   */
  compare(
    given: { readonly id: string; readonly code: string },
    expected: Pick<CodeRequest, 'purpose' | 'binding'>,
  ): Promise<CodeContent>
  /** Whether this nonce came with this code. */
  hasNonce(id: string, nonce: string): Promise<boolean>
}

const addressesSchema = v.object({ address: v.string(), newAddress: v.optional(v.string()) })

export const codeOver = () =>
  new Refusal(401, 'code_over', 'This code is not valid any more. Ask for a new one.')

/** A hash for random tokens: they cannot be guessed, so it needs no key. */
export const tokenDigest = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

export const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url')

export function createCodes(database: LoginDatabase, keys: SecretKeys, now: () => number): Codes {
  const rowOf = (id: string) =>
    database.selectFrom('login_codes').selectAll().where('id', '=', id).executeTakeFirst()

  return {
    async issue({ purpose, address, newAddress, binding, person }) {
      const [id, nonce] = [randomToken(16), randomToken(24)]
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
      await database
        .insertInto('login_codes')
        .values({
          id,
          purpose,
          binding,
          person: person ?? null,
          hash: keys.digest('code', `${id}\n${code}`),
          nonce: tokenDigest(nonce),
          addresses: keys.seal('code', id, Buffer.from(JSON.stringify({ address, newAddress }))),
          tries: codeTries,
          expires: now() + codeSeconds * 1_000,
        })
        .execute()
      return { id, code, nonce }
    },

    async compare({ id, code }, { purpose, binding }) {
      const row = await rowOf(id)
      // An attempt by another device does not count, so that it cannot use up those of the owner.
      if (!row || row.purpose !== purpose || row.binding !== binding) throw codeOver()
      const { numUpdatedRows } = await database
        .updateTable('login_codes')
        .set(update => ({ tries: update('tries', '-', 1) }))
        .where('id', '=', id)
        .where('tries', '>', 0)
        .where('expires', '>', now())
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw codeOver()
      if (!keys.isDigestOf(row.hash, 'code', `${id}\n${code}`)) {
        const triesLeft = Math.max(0, row.tries - 1)
        throw new Refusal(401, 'wrong_code', 'This code is wrong.', { triesLeft })
      }
      const opened = keys.open('code', id, row.addresses).toString()
      const { address, newAddress } = v.parse(addressesSchema, JSON.parse(opened))
      return { id, address, newAddress, person: row.person ?? undefined }
    },

    async hasNonce(id, nonce) {
      const row = await rowOf(id)
      const given = Buffer.from(tokenDigest(nonce))
      return row !== undefined && timingSafeEqual(given, Buffer.from(row.nonce))
    },
  }
}

/** Uses a code up. Of two requests with one code one gets true. */
export async function spendCode(database: LoginDatabase, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('login_codes')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
