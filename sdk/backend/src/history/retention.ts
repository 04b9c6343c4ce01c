import type { Kysely } from 'kysely'
import { partitionedTables } from '../store/partitions.js'
import type { Tables } from '../store/schema.js'

/** Transactions of one step: a longer step would hold up other writers. */
const rowsAtOnce = 500

/**
 * Deletes a few of the oldest transactions of a chain that are older than `before` (seconds since
 * 1970). Returns false when there are none.
 */
export async function deleteOldest(
  database: Kysely<Tables>,
  chain: string,
  before: number,
): Promise<boolean> {
  const oldest = await database
    .selectFrom('transactions')
    .select(['block', 'time'])
    .where('chain', '=', chain)
    .orderBy('block')
    .limit(rowsAtOnce)
    .execute()
  const last = oldest.filter(({ time }) => time < before).at(-1)
  if (!last) return false
  await database.transaction().execute(async transaction => {
    for (const table of partitionedTables)
      await transaction
        .deleteFrom(table)
        .where('chain', '=', chain)
        .where('block', '<=', last.block)
        .execute()
  })
  return true
}
