import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { withoutMail } from './mail-addresses.js'
import type { AnalyticsOptions } from './options.js'
import type { AnalyticsTables } from './tables.js'

/** Signs that every database can keep: PostgreSQL refuses text with a zero in it. */
const signs = (most: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[\x20-\x7e]+$/))

const event = v.object({
  eventId: v.pipe(v.string(), v.regex(/^[-0-9a-zA-Z]{8,64}$/)),
  url: v.pipe(v.string(), v.maxLength(8_192)),
  domain: v.union([v.literal(''), signs(255)]),
  timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  props: v.looseObject({
    event: signs(64),
    address: v.nullish(signs(128)),
    properties: v.nullish(v.record(v.string(), v.unknown())),
  }),
})
const mostEvents = 20
/** One event, or up to twenty. */
export const analyticsBody = v.union([event, v.pipe(v.array(event), v.maxLength(mostEvents))])
export type AnalyticsBody = v.InferOutput<typeof analyticsBody>

/** Keeps what pages tell of themselves. An event that comes twice is kept once. */
export interface AnalyticsSink {
  keep(body: AnalyticsBody, project: string | undefined): Promise<void>
  /** Forgets what is older, or more, than the configuration allows. */
  forget(): Promise<void>
}

const [dayMs, measureEveryMs] = [86_400_000, 600_000]
/** Bytes of a row beside its texts: numbers, indexes, headers. */
const bytesOfRow = 200
/** Rows deleted at once where there are too many bytes. */
const rowsAtOnce = 500
/** What looks like an account, wherever it stands (threat S27). */
const account =
  /\b(?:0x[0-9a-fA-F]{40}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,87}|[1-9A-HJ-NP-Za-km-z]{43,48})\b/g

/** Bytes of a body, and how often one client may send one: a page sends each event by itself. */
export const sinkLimits = { mostBytes: 8_192, rateLimit: { burst: 30, perSecond: 1 } } as const

export function createAnalyticsSink(
  database: Kysely<AnalyticsTables>,
  { store, keepAddresses, keepDays, keepEvents, keepBytes }: AnalyticsOptions,
): AnalyticsSink {
  const cleaned = (text: string): string => {
    const rest = withoutMail(text)
    return keepAddresses ? rest : rest.replace(account, '[address]')
  }
  const size = sql<number>`length(url) + length(properties) + ${sql.lit(bytesOfRow)}`
  const sumOf = (rows: readonly { readonly size: number }[]) =>
    rows.reduce((sum, { size }) => sum + size, 0)
  /** Bytes in the database; undefined until they are measured. */
  let stored: number | undefined
  let measuredAt = 0
  const measure = async () => {
    // Other processes write and delete too.
    if (stored !== undefined && performance.now() - measuredAt < measureEveryMs) return
    const row = await database
      .selectFrom('events')
      .select(sql<string | null>`sum(${size})`.as('sum'))
      .executeTakeFirst()
    measuredAt = performance.now()
    stored = Number(row?.sum ?? 0)
  }

  const deleteOldest = async () => {
    const oldest = database.selectFrom('events').select('id').orderBy('received').limit(rowsAtOnce)
    const gone = await database
      .deleteFrom('events')
      .where('id', 'in', oldest)
      .returning(size.as('size'))
      .execute()
    stored = (stored ?? 0) - sumOf(gone)
  }
  let deleting: Promise<void> | undefined

  return {
    async keep(body, project) {
      if (!store) return
      const received = Date.now()
      const rows = [body].flat().map(({ eventId, url, domain, timestamp, props }) => ({
        id: eventId,
        received,
        happened: timestamp,
        domain,
        url: cleaned(withoutQuery(url)),
        event: props.event,
        project: project !== undefined && v.is(signs(128), project) ? project : null,
        address: keepAddresses ? (props.address ?? null) : null,
        properties: cleaned(JSON.stringify(props.properties ?? {})),
      }))
      if (rows.length === 0) return
      await measure()
      const kept = await database
        .insertInto('events')
        .values(rows)
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning(size.as('size'))
        .execute()
      stored = (stored ?? 0) + sumOf(kept)
      if (stored <= keepBytes) return
      deleting ??= deleteOldest().finally(() => {
        deleting = undefined
      })
      await deleting
    },

    async forget() {
      const [first] = await database
        .selectFrom('events')
        .select('received')
        .orderBy('received', 'desc')
        .offset(keepEvents)
        .limit(1)
        .execute()
      const gone = await database
        .deleteFrom('events')
        .where('received', '<=', Math.max(first?.received ?? 0, Date.now() - keepDays * dayMs))
        .returning(size.as('size'))
        .execute()
      stored = stored === undefined ? undefined : stored - sumOf(gone)
    },
  }
}

/**
 * Without query and hash, also where a page forgot to leave them out; nothing of what is no
 * address.
 */
function withoutQuery(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url ? `${url.origin === 'null' ? `${url.protocol}//` : url.origin}${url.pathname}` : ''
}
