import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Log, reasonOf } from '../log.js'
import { ensureMonths } from '../store/partitions.js'
import type { Tables } from '../store/schema.js'
import type { IndexedBlock } from './evm-blocks.js'
import { insertTransactions, participantsOf } from './index-writer.js'

/** Notes which accounts are requested, so that the indexer follows them. */
export interface AccountRequests {
  /** Returns at once. The database has it within a second. */
  request(chain: string, address: string): void
  /** Like `request`, for an account that signed in: it is followed for good. */
  signIn(chain: string, address: string): void
  stop(): Promise<void>
}

/** Milliseconds: an account that was noted is not noted again for so long. */
const [flushAfterMs, notedForMs] = [50, 3_600_000]
const rowsAtOnce = 200
/** Accounts that wait to be written. More are not noted. */
const mostWaiting = 10_000

/** `chains`: those that are indexed by account. */
export function createAccountRequests(
  database: Kysely<Tables>,
  chains: readonly string[],
  log: Log,
  now: () => number = Date.now,
): AccountRequests {
  const indexed = new Set(chains)
  const noted = new LRUCache<string, true>({ max: 50_000, ttl: notedForMs })
  const waiting = new Map<string, Tables['followed_accounts']>()
  let timer: NodeJS.Timeout | undefined
  let flushed = Promise.resolve()

  const flush = async () => {
    timer = undefined
    const rows = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = rows.slice(at, at + rowsAtOnce)
      await write(database, part).catch((error: unknown) => {
        for (const { chain, address } of part) noted.delete(`${chain} ${address}`)
        log.warn('follow-failed', { reason: reasonOf(error), accounts: part.length })
      })
    }
  }
  const note = (chain: string, address: string, signed_in: 0 | 1) => {
    const key = `${chain} ${address}`
    if (!indexed.has(chain) || (!signed_in && noted.has(key)) || waiting.size >= mostWaiting) return
    noted.set(key, true)
    const isSignedIn = waiting.get(key)?.signed_in === 1 ? 1 : signed_in
    waiting.set(key, { chain, address, requested: now(), signed_in: isSignedIn, since: null })
    timer ??= setTimeout(() => {
      flushed = flushed.then(flush)
    }, flushAfterMs)
  }

  return {
    request: (chain, address) => note(chain, address, 0),
    signIn: (chain, address) => note(chain, address, 1),
    async stop() {
      clearTimeout(timer)
      await flushed.then(flush)
    },
  }
}

async function write(
  database: Kysely<Tables>,
  rows: readonly Tables['followed_accounts'][],
): Promise<void> {
  await database
    .insertInto('followed_accounts')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['chain', 'address'])
        .doUpdateSet(({ ref }) => ({ requested: ref('excluded.requested') })),
    )
    .execute()
  const signedIn = rows.filter(({ signed_in }) => signed_in === 1)
  for (const { chain, address } of signedIn)
    await database
      .updateTable('followed_accounts')
      .set({ signed_in: 1 })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .execute()
}

/** The part of a gap that is filled at a time. */
export interface GapPiece {
  readonly from: number
  readonly to: number
  readonly accounts: readonly string[]
}

/** The followed accounts of one chain, as the indexer sees them. */
export interface FollowedAccounts {
  /** Their new transactions are indexed. */
  readonly current: ReadonlySet<string>
  load(): Promise<void>
  /**
   * Follows accounts that were requested since, from the block after `block` on. Their blocks from
   * `floor` to `block` become gaps.
   */
  adopt(block: number, floor: () => Promise<number>): Promise<void>
  /** Blocks that no followed account has: they become gaps of each. */
  leaveOut(low: number, high: number): Promise<void>
  /** The newest gaps first. Undefined when there are none. */
  nextPiece(blocks: number, accounts: number): Promise<GapPiece | undefined>
  /** Writes what a piece holds, and that it is filled, in one transaction. */
  fill(piece: GapPiece, blocks: readonly IndexedBlock[]): Promise<void>
  /** Stops following accounts that were last requested before this (ms), and did not sign in. */
  expire(before: number, most: number): Promise<void>
}

/** No account is back-filled further than this: an exchange has millions of transactions. */
const mostPerAccount = 10_000
const busyFrom = 50

/** The accounts with many transactions in these blocks. */
function busyIn(blocks: readonly IndexedBlock[], accounts: readonly string[]): readonly string[] {
  const counts = new Map(accounts.map(address => [address, 0]))
  for (const { transactions } of blocks)
    for (const one of transactions)
      for (const address of participantsOf(one)) {
        const count = counts.get(address)
        if (count !== undefined) counts.set(address, count + 1)
      }
  return accounts.filter(address => (counts.get(address) ?? 0) >= busyFrom)
}

async function hasMany(database: Kysely<Tables>, chain: string, address: string): Promise<boolean> {
  const found = await database
    .selectFrom('participants')
    .select('hash')
    .where('address', '=', address)
    .where('chain', '=', chain)
    .offset(mostPerAccount)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function openFollowedAccounts(database: Kysely<Tables>, chain: string): FollowedAccounts {
  const current = new Set<string>()

  const insertGaps = async (
    into: Kysely<Tables>,
    accounts: readonly string[],
    low: number,
    high: number,
  ) => {
    if (low > high) return
    for (let at = 0; at < accounts.length; at += rowsAtOnce)
      await into
        .insertInto('index_gaps')
        .values(accounts.slice(at, at + rowsAtOnce).map(address => ({ chain, address, low, high })))
        // The gap that is already there ends lower: the larger one covers both.
        .onConflict(conflict =>
          conflict
            .columns(['chain', 'address', 'low'])
            .doUpdateSet(({ ref }) => ({ high: ref('excluded.high') })),
        )
        .execute()
  }
  const remove = async (accounts: readonly string[]) => {
    for (const table of ['index_gaps', 'followed_accounts'] as const)
      await database
        .deleteFrom(table)
        .where('chain', '=', chain)
        .where('address', 'in', accounts)
        .execute()
    for (const address of accounts) current.delete(address)
  }

  return {
    current,

    async load() {
      const rows = await database
        .selectFrom('followed_accounts')
        .select('address')
        .where('chain', '=', chain)
        .where('since', 'is not', null)
        .execute()
      current.clear()
      for (const { address } of rows) current.add(address)
    },

    async adopt(block, floor) {
      const rows = await database
        .selectFrom('followed_accounts')
        .select('address')
        .where('chain', '=', chain)
        .where('since', 'is', null)
        .limit(rowsAtOnce)
        .execute()
      if (rows.length === 0) return
      const accounts = rows.map(({ address }) => address)
      const low = await floor()
      await database.transaction().execute(async transaction => {
        await insertGaps(transaction, accounts, low, block)
        await transaction
          .updateTable('followed_accounts')
          .set({ since: block + 1 })
          .where('chain', '=', chain)
          .where('address', 'in', accounts)
          .execute()
      })
      for (const address of accounts) current.add(address)
    },

    leaveOut: (low, high) => insertGaps(database, [...current], low, high),

    async nextPiece(blocks, accounts) {
      const rows = await database
        .selectFrom('index_gaps')
        .select(['address', 'low', 'high'])
        .where('chain', '=', chain)
        .orderBy('high', 'desc')
        .limit(accounts)
        .execute()
      const [first] = rows
      if (!first) return undefined
      const lowest = Math.min(...rows.map(({ low }) => low))
      const from = Math.max(lowest, first.high - blocks + 1)
      const inside = rows.filter(({ high }) => high >= from)
      return { from, to: first.high, accounts: [...new Set(inside.map(({ address }) => address))] }
    },

    async fill({ from, to, accounts }, blocks) {
      await ensureMonths(
        database,
        blocks.map(({ time }) => time),
      )
      await database.transaction().execute(async transaction => {
        await insertTransactions(transaction, chain, blocks, new Set(accounts))
        await transaction
          .updateTable('index_gaps')
          .set({ high: from - 1 })
          .where('chain', '=', chain)
          .where('address', 'in', accounts)
          .where('high', '>=', from)
          .where('high', '<=', to)
          .execute()
        await transaction
          .deleteFrom('index_gaps')
          .where('chain', '=', chain)
          .where('address', 'in', accounts)
          .whereRef('high', '<', 'low')
          .execute()
        for (const address of busyIn(blocks, accounts))
          if (await hasMany(transaction, chain, address))
            await transaction
              .deleteFrom('index_gaps')
              .where('chain', '=', chain)
              .where('address', '=', address)
              .execute()
      })
    },

    async expire(before, most) {
      const old = await database
        .selectFrom('followed_accounts')
        .select('address')
        .where('chain', '=', chain)
        .where('signed_in', '=', 0)
        .where('requested', '<', before)
        .limit(rowsAtOnce)
        .execute()
      const surplus = await database
        .selectFrom('followed_accounts')
        .select('address')
        .where('chain', '=', chain)
        .where('signed_in', '=', 0)
        .orderBy('requested', 'desc')
        .offset(most)
        .limit(rowsAtOnce)
        .execute()
      const accounts = [...old, ...surplus].map(({ address }) => address)
      if (accounts.length > 0) await remove(accounts)
    },
  }
}
