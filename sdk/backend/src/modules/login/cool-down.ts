import type { SecretKeys } from './secret-keys.js'
import type { LoginDatabase } from './tables.js'

/** Seconds until the next code for an address, after the first, the second and each later one. */
const coolDownSeconds = [30, 60, 300] as const
/** After an hour without a code the first step applies again. */
const [quietMs, dayMs] = [3_600_000, 86_400_000]

export type Turn =
  | { readonly isAllowed: true; readonly nextSeconds: number }
  | { readonly isAllowed: false; readonly seconds: number }

/** Spaces codes for an address, in the database, so that all processes count together. */
export interface CoolDown {
  /**
   * Counts a code for this address, or says after how many seconds one is allowed. A known device
   * counts alone, so that requests of others cannot keep the owner waiting.
   */
  take(address: string, knownDevice?: string): Promise<Turn>
  /** Begins with the first step again, after a login on this device. The current wait stays. */
  relax(address: string, device?: string): Promise<void>
}

interface Row {
  readonly sent: number
  readonly allowed: number
  readonly day_began: number
  readonly day_sent: number
}

/** @param mostPerDay codes for an address in 24 hours */
export function createCoolDown(
  database: LoginDatabase,
  keys: SecretKeys,
  mostPerDay: number,
  now: () => number,
): CoolDown {
  const digestOf = (address: string, device?: string) =>
    keys.digest('address', device === undefined ? address : `${address}\n${device}`)
  /** Writes `next` if the row is unchanged since it was read. */
  const write = async (address: string, before: Row | undefined, next: Row): Promise<boolean> => {
    if (!before) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('login_cool_downs')
        .values({ address, ...next })
        .onConflict(conflict => conflict.column('address').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    }
    const { numUpdatedRows } = await database
      .updateTable('login_cool_downs')
      .set(next)
      .where('address', '=', address)
      .where('allowed', '=', before.allowed)
      .where('day_sent', '=', before.day_sent)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  return {
    async take(address, knownDevice) {
      const digest = digestOf(address, knownDevice)
      // Of two requests at the same time one writes; the other then reads what it wrote.
      for (let attempt = 0; attempt < 5; attempt++) {
        const row = await database
          .selectFrom('login_cool_downs')
          .select(['sent', 'allowed', 'day_began', 'day_sent'])
          .where('address', '=', digest)
          .executeTakeFirst()
        const turn = nextTurn(row, now(), mostPerDay)
        if (!('next' in turn)) return turn
        if (await write(digest, row, turn.next))
          return { isAllowed: true, nextSeconds: turn.nextSeconds }
      }
      return { isAllowed: false, seconds: coolDownSeconds[0] }
    },
    async relax(address, device) {
      await database
        .updateTable('login_cool_downs')
        .set({ sent: 0 })
        .where('address', 'in', [digestOf(address), digestOf(address, device)])
        .execute()
    },
  }
}

function nextTurn(
  row: Row | undefined,
  at: number,
  mostPerDay: number,
):
  | { readonly isAllowed: false; readonly seconds: number }
  | { readonly next: Row; readonly nextSeconds: number } {
  if (row && row.allowed > at)
    return { isAllowed: false, seconds: Math.ceil((row.allowed - at) / 1_000) }
  const isNewDay = !row || at - row.day_began >= dayMs
  const daySent = isNewDay ? 0 : row.day_sent
  if (row && daySent >= mostPerDay)
    return { isAllowed: false, seconds: Math.ceil((row.day_began + dayMs - at) / 1_000) }
  const sent = !row || at - row.allowed >= quietMs ? 1 : row.sent + 1
  const nextSeconds =
    coolDownSeconds[Math.min(sent, coolDownSeconds.length) - 1] ?? coolDownSeconds[0]
  return {
    next: {
      sent,
      allowed: at + nextSeconds * 1_000,
      day_began: isNewDay ? at : row.day_began,
      day_sent: daySent + 1,
    },
    nextSeconds,
  }
}
