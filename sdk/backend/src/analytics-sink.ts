import * as v from 'valibot'
import type { Configuration } from './configuration.js'
import type { Store } from './store/open-store.js'

const event = v.object({
  eventId: v.pipe(v.string(), v.regex(/^[-0-9a-zA-Z]{8,64}$/)),
  url: v.pipe(v.string(), v.maxLength(8_192)),
  domain: v.pipe(v.string(), v.maxLength(255)),
  timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  props: v.looseObject({
    event: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    address: v.nullish(v.pipe(v.string(), v.maxLength(128))),
    properties: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
})
/** One event, or what gathered meanwhile. */
export const analyticsBody = v.union([event, v.pipe(v.array(event), v.maxLength(1_000))])
export type AnalyticsBody = v.InferOutput<typeof analyticsBody>

/** Keeps what pages tell of themselves. An event that comes twice is kept once. */
export interface AnalyticsSink {
  keep(body: AnalyticsBody, project: string | undefined): Promise<void>
  /** Forgets what is older than the configuration allows. */
  forget(): Promise<void>
}

const dayMs = 86_400_000
const rowsAtOnce = 500
/** What looks like a mail address or an account, wherever it stands (threat S27). */
const mail = /[^\s@"'<>]{1,64}@[^\s@"'<>]{1,255}\.[a-zA-Z]{2,}/g
const account = /\b(?:0x[0-9a-fA-F]{40}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,87}|[1-9A-HJ-NP-Za-km-z]{43,48})\b/g

export function createAnalyticsSink({ database }: Store, { store, keepAddresses, keepDays }: Configuration['analytics']): AnalyticsSink {
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
        project: project ?? null,
        address: keepAddresses ? (props.address ?? null) : null,
        properties: cleaned(JSON.stringify(props.properties)),
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
      await database
        .deleteFrom('events')
        .where('received', '<', Date.now() - keepDays * dayMs)
        .execute()
    },
  }
}

/** Without query and hash, also where a page forgot to leave them out; nothing of what is no address. */
function withoutQuery(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url ? `${url.origin === 'null' ? `${url.protocol}//` : url.origin}${url.pathname}` : ''
}
