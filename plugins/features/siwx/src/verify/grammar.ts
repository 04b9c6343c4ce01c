/**
 * The grammar of sign-in messages: RFC 3986 and RFC 3339 as EIP-4361 uses them.
 * Nothing here accepts a control character, a line break or a letter beyond ASCII.
 */

const plain = "A-Za-z0-9\\-._~!$&'()*+,;="
const percent = '%[\\dA-Fa-f]{2}'
const authority = `(?:(?:[${plain}:]|${percent})*@)?(?:\\[[\\dA-Fa-f:.]+\\]|(?:[${plain}]|${percent})+)(?::\\d{0,5})?`
const path = `(?:[${plain}:@/]|${percent})*`
const rest = `(?:[${plain}:@/?]|${percent})*`

const schemePattern = /^[A-Za-z][A-Za-z\d+.-]*$/
const domainPattern = new RegExp(`^${authority}$`)
const uriPattern = new RegExp(
  `^[A-Za-z][A-Za-z\\d+.-]*:(?://(?:${authority})?(?:/${path})?|(?!//)${path})(?:\\?${rest})?(?:#${rest})?$`,
)
const requestIdPattern = new RegExp(`^(?:[${plain}:@]|${percent})*$`)
const statementPattern = new RegExp(`^[${plain}:/?#[\\]@ ]+$`)
const timePattern =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/

const within = (text: string, longest: number, pattern: RegExp): boolean =>
  text.length <= longest && pattern.test(text)

export const isScheme = (text: string): boolean => within(text, 32, schemePattern)
/** Checks an authority (RFC 3986): host, port and the user information before the @. */
export const isDomain = (text: string): boolean =>
  within(text, 255, domainPattern) && soundHost(text)
export const isUri = (text: string, longest = 2048): boolean =>
  within(text, longest, uriPattern) && soundHost(/^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '')
export const isStatement = (text: string): boolean => within(text, 4096, statementPattern)
export const isNonce = (text: string): boolean => within(text, 128, /^[A-Za-z\d]{8,}$/)
export const isRequestId = (text: string): boolean => within(text, 256, requestIdPattern)
export const isTime = (text: string): boolean => timeOf(text) !== undefined

/**
 * Parses a time of RFC 3339 to milliseconds since 1970. Undefined for an invalid one, such as
 * February 31.
 */
export function timeOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, offsetHour = 0, offsetMinute = 0] = (
    timePattern.exec(text) ?? []
  ).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const inRange =
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    (offsetHour || 0) < 24 &&
    (offsetMinute || 0) < 60
  const time = isDay && inRange ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Checks that text in square brackets is an IPv6 address. */
function soundHost(authority: string): boolean {
  const [, literal] = /(\[.*\])/.exec(authority) ?? []
  return literal === undefined || parseUrl(`http://${literal}`) !== undefined
}
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Returns a domain in the form of a message.
 * Lower case, ASCII (`xn--bcher-kva.example`), without the default port of https.
 *
 * Undefined for an invalid domain. Show this form to people, because it reveals letters that only
 * look like others.
 */
export function asciiDomain(text: string): string | undefined {
  const url = text.length > 255 || /[\s\\%]/.test(text) ? undefined : parseUrl(`https://${text}`)
  return url && url.href === `https://${url.host}/` && isDomain(url.host) ? url.host : undefined
}
