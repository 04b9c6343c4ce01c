import { createHash } from 'node:crypto'
import { sessionOver } from './person-lock.js'
import type { LoginDatabase } from './tables.js'

export type AuditEvent =
  | 'person-created'
  | 'login'
  | 'device-added'
  | 'device-removed'
  | 'session-ended'
  | 'signed-out-everywhere'
  | 'wallet-stored'
  | 'share-released'
  | 'recovery-added'
  | 'recovery-released'
  | 'recovery-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'export-allowed'
  | 'email-changed'
  | 'data-downloaded'

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEntry {
  readonly seq: number
  readonly at: number
  readonly event: string
  /** The stored text: JSON, or null once the account is deleted. */
  readonly facts: string | null
  readonly previous: string
  readonly hash: string
}

const noHash = '0'.repeat(64)

const hashOf = (person: string, { seq, at, event, facts, previous }: Omit<AuditEntry, 'hash'>) =>
  createHash('sha256')
    .update(JSON.stringify([person, seq, at, event, facts, previous]))
    .digest('hex')

/**
 * Appends an entry that carries the hash of the one before. Runs inside of a transaction: the
 * update of the person locks the log, so two entries never follow the same one.
 *
 * @throws Refusal 401 `session` when the account is deleted
 */
export async function appendAudit(
  transaction: LoginDatabase,
  person: string,
  at: number,
  event: AuditEvent,
  facts: AuditFacts = {},
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('login_people')
    .set(update => ({ log_length: update('log_length', '+', 1) }))
    .where('id', '=', person)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw sessionOver()
  const { log_length: seq } = await transaction
    .selectFrom('login_people')
    .select('log_length')
    .where('id', '=', person)
    .executeTakeFirstOrThrow()
  const last = await transaction
    .selectFrom('login_audit')
    .select('hash')
    .where('person', '=', person)
    .where('seq', '=', seq - 1)
    .executeTakeFirst()
  const entry = { seq, at, event, facts: JSON.stringify(facts), previous: last?.hash ?? noHash }
  await transaction
    .insertInto('login_audit')
    .values({ person, ...entry, hash: hashOf(person, entry) })
    .execute()
}

/** The newest entries before `before`, newest first. */
export const readAudit = (
  database: LoginDatabase,
  person: string,
  most: number,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly AuditEntry[]> =>
  database
    .selectFrom('login_audit')
    .select(['seq', 'at', 'event', 'facts', 'previous', 'hash'])
    .where('person', '=', person)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()

/**
 * Returns the sequence number of the first entry that was changed, removed or inserted.
 *
 * Expects all entries. The newest ones can be removed unnoticed: compare the last hash with one
 * that is kept elsewhere. Of a deleted account, whose entries are all blank, only the order is
 * checked.
 */
export function findTampering(
  person: string,
  oldestFirst: readonly AuditEntry[],
): number | undefined {
  const isDeleted = oldestFirst.every(
    ({ at, event, facts }) => at === 0 && event === '' && facts === null,
  )
  let previous = noHash
  let seq = 1
  for (const entry of oldestFirst) {
    if (entry.seq !== seq || entry.previous !== previous) return seq
    if (!isDeleted && entry.hash !== hashOf(person, entry)) return seq
    previous = entry.hash
    seq++
  }
  return undefined
}

/** Leaves nothing but the hashes, for an account that is deleted. */
export async function blankAudit(transaction: LoginDatabase, person: string): Promise<void> {
  await transaction
    .updateTable('login_audit')
    .set({ at: 0, event: '', facts: null })
    .where('person', '=', person)
    .execute()
}
