/** Untrusted links and images: from wallet lists, recent wallets, announcements and answers. */
import { parseDataImage } from '../text/display-text.js'
import { LinkError } from './link-errors.js'

// Registered or not, these never open: they run code, leave the browser's sandbox, or reach into
// the device.
const denied =
  /^(?:https?|wss?|ftp|javascript|vbscript|data|blob|file|filesystem|about|jar|resource|content|intent|android-app|(?:view|ms|chrome|moz|edge|opera|brave|safari)(?:-.*)?|search(?:-ms)?|tel|sms|mailto|facetime|ssh|telnet|smb)$/

/**
 * Returns a link that may be opened, or undefined: `https://`, or `scheme://` of a registered
 * scheme (`schemes: ['rainbow']`).
 *
 * Refuses credentials, white space, invisible characters and backslashes, and schemes that no
 * wallet has.
 */
export function parseLink(text: unknown, schemes: readonly string[] = []): string | undefined {
  if (typeof text !== 'string') return undefined
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\/[^\s\\\p{C}]*$/u.exec(text) ?? []
  if (!scheme || (scheme !== 'https' && (denied.test(scheme) || !schemes.includes(scheme))))
    return undefined
  const url = urlOf(text)
  return url && !url.username && !url.password ? text : undefined
}

/**
 * Opens an untrusted link. Synchronous, because phone browsers open windows only within the tap.
 * The new page gets no handle to this one.
 *
 * Returns false after reporting a LinkError for a link that `parseLink` refuses; nothing is opened
 * then.
 */
export function openLink(text: unknown, options: OpenLinkOptions): boolean {
  const { schemes, target = '_blank', open = globalThis.open, report } = options
  const link = parseLink(text, schemes)
  if (link === undefined) report(new LinkError('LINK_REFUSED'))
  else open(link, target, 'noopener,noreferrer')
  return link !== undefined
}
export interface OpenLinkOptions {
  /** Schemes of wallet apps that are allowed, without the colon. */
  readonly schemes?: readonly string[]
  readonly target?: '_blank' | '_self' | '_top'
  readonly open?: (link: string, target: string, features: string) => unknown
  readonly report: (error: unknown) => void
}

/**
 * The source of an image that may be shown: `https:`, a `blob:` of this page, or a data image as
 * `parseDataImage` has it. Undefined for anything else.
 */
export function parseImage(text: unknown): string | undefined {
  return (
    parseDataImage(text) ??
    parseLink(text) ??
    (typeof text === 'string' && /^blob:[!-~]{1,4096}$/.test(text) ? text : undefined)
  )
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
