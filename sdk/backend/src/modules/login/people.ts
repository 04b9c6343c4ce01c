import { appendAudit, blankAudit, readAudit } from './audit-log.js'
import { randomToken } from './codes.js'
import { listDevices } from './devices.js'
import type { Session } from './sessions.js'
import type { LoginDatabase } from './tables.js'
import { findWallet, listRecoveries } from './wallets.js'

/** What people see of their passkeys. */
export async function listPasskeys(database: LoginDatabase, person: string) {
  const rows = await database
    .selectFrom('login_passkeys')
    .select(['id', 'label', 'created', 'used'])
    .where('person', '=', person)
    .orderBy('created')
    .execute()
  return rows.map(({ id, label, created, used }) => ({
    id,
    label,
    createdAt: created,
    lastUsedAt: used,
  }))
}

export interface Person {
  readonly id: string
  readonly email: string | null
  readonly createdAt: number
}

export async function findPerson(database: LoginDatabase, id: string): Promise<Person | undefined> {
  const row = await database
    .selectFrom('login_people')
    .select(['id', 'email', 'created'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id: row.id, email: row.email, createdAt: row.created }
}

/** Finds the person of an address, or adds one. Runs inside of a transaction. */
export async function findOrAddPerson(
  transaction: LoginDatabase,
  email: string,
  at: number,
): Promise<Person> {
  const id = randomToken(16)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('login_people')
    .values({ id, email, created: at, log_length: 0 })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) {
    await appendAudit(transaction, id, at, 'person-created')
    return { id, email, createdAt: at }
  }
  const row = await transaction
    .selectFrom('login_people')
    .select(['id', 'created'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id: row.id, email, createdAt: row.created }
}

/** Adds a person without an address. Runs inside of a transaction. */
export async function addPerson(
  transaction: LoginDatabase,
  id: string,
  at: number,
): Promise<Person> {
  await transaction
    .insertInto('login_people')
    .values({ id, email: null, created: at, log_length: 0 })
    .execute()
  await appendAudit(transaction, id, at, 'person-created')
  return { id, email: null, createdAt: at }
}

/** Whether an address belongs to another person. */
export async function hasOther(
  database: LoginDatabase,
  email: string,
  person: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('login_people')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', person)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false when another person has the address. The transaction has locked the person. */
export async function changeEmail(
  transaction: LoginDatabase,
  person: string,
  email: string,
  at: number,
): Promise<boolean> {
  if (await hasOther(transaction, email, person)) return false
  const { email: present } = (await findPerson(transaction, person)) ?? {}
  if (present === email) return true
  await transaction.updateTable('login_people').set({ email }).where('id', '=', person).execute()
  await appendAudit(transaction, person, at, 'email-changed')
  return true
}

/** Deletes everything of a person. The audit log keeps its hashes. */
export async function deletePerson(transaction: LoginDatabase, person: string): Promise<void> {
  // First, because it locks the person: nothing is added to the account while it is deleted.
  await transaction.deleteFrom('login_people').where('id', '=', person).execute()
  const sessions = transaction
    .selectFrom('login_sessions')
    .select('id')
    .where('person', '=', person)
  await transaction.deleteFrom('login_nonces').where('session', 'in', sessions).execute()
  for (const table of [
    'login_sessions',
    'login_devices',
    'login_recoveries',
    'login_passkeys',
    'login_wallets',
    'login_codes',
  ] as const)
    await transaction.deleteFrom(table).where('person', '=', person).execute()
  await blankAudit(transaction, person)
}

/**
 * Everything that is stored of a person, but neither the server share nor encrypted recovery data:
 * those need a recent login and a proof of the device.
 */
export async function exportData(database: LoginDatabase, session: Session, at: number) {
  const wallet = await findWallet(database, session.person)
  return {
    person: await findPerson(database, session.person),
    devices: await listDevices(database, session, at),
    wallet: wallet ?? null,
    recovery: await listRecoveries(database, session.person),
    passkeys: await listPasskeys(database, session.person),
    audit: await readAudit(database, session.person, 100_000),
  }
}
