/** What is said of an event, and what is never said (specification section 7, decision 35, threat S27). */
import type { TrackedEvent } from '@portico/kernel/contracts'

/** The body of `POST /e`. */
export interface EventBody {
  readonly eventId: string
  readonly url: string
  readonly domain: string
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  readonly props: {
    readonly type: 'track'
    readonly event: string
    readonly properties?: Readonly<Record<string, string | number | boolean>>
    readonly address?: string
  }
}

const eventName = /^[A-Z][A-Z0-9_]{0,63}$/
/** Longer texts are no figures to count by. */
const longestText = 120
/** Of longer ones no more is looked at. */
const longestLooked = 4_096
const mail = /[^\s@"'<>/]{1,64}@[^\s@"'<>/]{1,255}\.[a-zA-Z]{2,}/g
/** A chain (CAIP-2), whose reference may look like an account. */
const chain = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
/** Nothing that a page may tell is written that long without a break; addresses, keys and tokens are. */
const account = /[a-zA-Z0-9]{25,}/g

/** Without mail addresses and, unless they are wanted, without accounts. */
function cleaned(text: string, keepsAccounts: boolean): string {
  const rest = text.replace(mail, '[mail]')
  return keepsAccounts || chain.test(rest) ? rest : rest.replace(account, '[address]')
}

/** The page's address without query, hash and credentials. */
function pageOf({ origin, protocol, pathname }: Location, keepsAccounts: boolean): string {
  const path = pathname
    .split('/')
    .map(part => cleaned(decoded(part), keepsAccounts))
    .join('/')
  return `${origin === 'null' ? `${protocol}//` : origin}${path}`
}
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not every page keeps to percent-encoding.
    return part
  }
}

/** Undefined for what is not sent: MODAL_CREATED (specification section 7), and what is no event's name. `address`: where the host wants it. */
export function eventBody({ name, properties = {} }: TrackedEvent, at: number, place: Location, address: string | undefined): EventBody | undefined {
  if (name === 'MODAL_CREATED' || !eventName.test(name)) return undefined
  const keepsAccounts = address !== undefined
  const told = Object.entries(properties).flatMap(([key, value]): [string, string | number | boolean][] => {
    if (typeof value === 'string') return [[key, cleaned(value.slice(0, longestLooked), keepsAccounts).slice(0, longestText)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : []
  })
  return {
    eventId: randomId(),
    url: pageOf(place, keepsAccounts),
    domain: place.hostname,
    timestamp: at,
    props: { type: 'track', event: name, ...(told.length && { properties: Object.fromEntries(told) }), ...(address && { address }) },
  }
}

/** A UUID, version 4; `crypto.randomUUID` is missing on pages without https. */
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
