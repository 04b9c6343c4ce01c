import { Refusal } from '../../server/refusal.js'
import type { LoginDatabase } from './tables.js'

export const sessionOver = () => new Refusal(401, 'session', 'Session Expired')

/**
 * Locks the row of a person until the transaction ends, so that changes to one person follow each
 * other. Comes before every other write of the transaction: a fixed order prevents deadlocks.
 *
 * @throws Refusal 401 `session` when the account is deleted
 */
export async function lockPerson(transaction: LoginDatabase, person: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('login_people')
    .set(update => ({ log_length: update('log_length', '+', 0) }))
    .where('id', '=', person)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw sessionOver()
}
