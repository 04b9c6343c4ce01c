/**
 * Builds the body of an event, and removes what must not be sent (decision 35, threat S27).
 */
import type { TrackedEvent } from '@portico/kernel/shell'

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
/** Longer texts are not useful for counting. */
const longestText = 120
/** Only this many characters of a longer text are examined. */
const longestLooked = 4_096
const mail = /[^\s@"'<>/]{1,64}@[^\s@"'<>/]{1,255}\.[a-zA-Z]{2,}/g
/** A chain id (CAIP-2), whose reference may look like an account. */
const chain = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
/** Addresses, keys and tokens are unbroken strings of this length. No other text of an event is. */
const account = /[a-zA-Z0-9]{25,}/g

/** Removes mail addresses and, unless `keepsAccounts`, accounts. */
function cleaned(text: string, keepsAccounts: boolean): string {
  const rest = text.replace(mail, '[mail]')
  return keepsAccounts || chain.test(rest) ? rest : rest.replace(account, '[address]')
}

/** Returns the page's address without query, hash and credentials. */
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
    // Some pages use invalid percent-encoding.
    return part
  }
}

/**
 * Builds the body of an event. Undefined for MODAL_CREATED, and for an
 * invalid event name.
 * `address`: set where the host wants it.
 */
export function eventBody(
  { name, properties = {} }: TrackedEvent,
  at: number,
  place: Location,
  address: string | undefined,
): EventBody | undefined {
  if (name === 'MODAL_CREATED' || !eventName.test(name)) return undefined
  const keepsAccounts = address !== undefined
  const sent = Object.entries(properties).flatMap(
    ([key, value]): [string, string | number | boolean][] => {
      if (typeof value === 'string')
        return [[key, cleaned(value.slice(0, longestLooked), keepsAccounts).slice(0, longestText)]]
      return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : []
    },
  )
  return {
    eventId: randomId(),
    url: pageOf(place, keepsAccounts),
    domain: place.hostname,
    timestamp: at,
    props: {
      type: 'track',
      event: name,
      ...(sent.length && { properties: Object.fromEntries(sent) }),
      ...(address && { address }),
    },
  }
}

/** Returns a UUID, version 4; `crypto.randomUUID` is missing on pages without https. */
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
