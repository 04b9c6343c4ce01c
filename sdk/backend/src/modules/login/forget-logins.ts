import type { LoginDatabase } from './tables.js'

const dayMs = 86_400_000

/** Deletes codes, nonces and sessions that are over, and cool-downs of the day before. */
export async function forgetLogins(database: LoginDatabase, at: number): Promise<void> {
  for (const table of [
    'login_codes',
    'login_nonces',
    'login_challenges',
    'login_sessions',
  ] as const)
    await database.deleteFrom(table).where('expires', '<=', at).execute()
  await database.deleteFrom('login_sessions').where('idle_until', '<=', at).execute()
  await database
    .deleteFrom('login_cool_downs')
    .where('allowed', '<', at - dayMs)
    .where('day_began', '<', at - dayMs)
    .execute()
}
