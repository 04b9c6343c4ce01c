import * as v from 'valibot'
import type { Configuration } from './configuration.js'
import type { Store } from './store/open-store.js'

/** Signs that every database can keep: PostgreSQL refuses text with a zero in it. */
const signs = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[\x20-\x7e]+$/))

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
/** One event, or what gathered meanwhile. */
export const analyticsBody = v.union([event, v.pipe(v.array(event), v.maxLength(1_000))])
export type AnalyticsBody = v.InferOutput<typeof analyticsBody>

/** Keeps what pages tell of themselves. An event that comes twice is kept once. */
export interface AnalyticsSink {
  keep(body: AnalyticsBody, project: string | undefined): Promise<void>
  /** Forgets what is older, or more, than the configuration allows. */
  forget(): Promise<void>
}

const dayMs = 86_400_000
const rowsAtOnce = 500
const mostProperties = 8_192
/** What looks like a mail address or an account, wherever it stands (threat S27). */
const mail = /[^\s@"'<>]{1,64}@[^\s@"'<>]{1,255}\.[a-zA-Z]{2,}/g
const account = /\b(?:0x[0-9a-fA-F]{40}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,87}|[1-9A-HJ-NP-Za-km-z]{43,48})\b/g

export function createAnalyticsSink({ database }: Store, { store, keepAddresses, keepDays, keepEvents }: Configuration['analytics']): AnalyticsSink {
  const cleaned = (text: string): string => {
    const withoutMail = text.replace(mail, '[mail]')
    return keepAddresses ? withoutMail : withoutMail.replace(account, '[address]')
  }

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
        properties: cleaned(shortEnough(JSON.stringify(props.properties ?? {}))),
      }))
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await database
          .insertInto('events')
          .values(rows.slice(at, at + rowsAtOnce))
          .onConflict(conflict => conflict.column('id').doNothing())
          .execute()
      }
    },

    async forget() {
      const [first] = await database.selectFrom('events').select('received').orderBy('received', 'desc').offset(keepEvents).limit(1).execute()
      await database
        .deleteFrom('events')
        .where('received', '<=', Math.max(first?.received ?? 0, Date.now() - keepDays * dayMs))
        .execute()
    },
  }
}

/** Nobody needs more of one event: what is longer is left out, the event is kept. */
const shortEnough = (properties: string): string => (properties.length <= mostProperties ? properties : '{}')

/** Without query and hash, also where a page forgot to leave them out; nothing of what is no address. */
function withoutQuery(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url ? `${url.origin === 'null' ? `${url.protocol}//` : url.origin}${url.pathname}` : ''
}
