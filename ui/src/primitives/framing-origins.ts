import { displayText } from '@portico/kernel/contracts'

/** The part of `window` that tells which pages frame this one. */
export interface FramedPage {
  readonly self?: unknown
  readonly top?: unknown
  readonly location?: { readonly origin?: string; readonly ancestorOrigins?: ArrayLike<unknown> }
  readonly document?: { readonly referrer?: unknown }
}

/** Of pages in pages. */
const mostFrames = 16
/** `https://`, a name of 253 characters and a port. */
const maxLength = 270

/**
 * Reads the other origins among the pages around this one, nearest first. Undefined: the page is not framed, or by pages of its own origin only. Empty: the browser names none.
 * Without `ancestorOrigins` there is the referrer: the framing page, until the person follows a link inside the frame.
 */
export function framingOrigins(page: FramedPage): readonly string[] | undefined {
  if (page.self === page.top) return undefined
  try {
    const list = page.location?.ancestorOrigins
    const listed = list?.length && list.length <= mostFrames ? Array.from(list) : []
    const origins = listed.map(parseOrigin)
    // Browsers list exact origins, so any other text was put there by a script.
    if (listed.length && origins.every((origin, at) => origin !== undefined && origin === listed[at])) {
      const others = [...new Set(origins)].filter(origin => origin !== undefined && origin !== page.location?.origin)
      return others.length ? (others as string[]) : undefined
    }
  } catch {
    // A getter threw: the list tells nothing.
  }
  try {
    const referrer = parseOrigin(page.document?.referrer)
    return referrer && referrer !== page.location?.origin ? [referrer] : []
  } catch {
    return []
  }
}

/** The origin of a web address; undefined for other text, and for an origin that cannot be shown whole. */
function parseOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:/.test(text)) return undefined
  try {
    const { origin } = new URL(text)
    return displayText(origin, maxLength) === origin ? origin : undefined
  } catch {
    return undefined
  }
}
