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
 * Reads the origins of the nearest and of the topmost page around this one. Undefined: the page is not framed, or by pages of its own origin only. Empty: the browser names none.
 * Without `ancestorOrigins` there is the referrer: the framing page, until the person follows a link inside the frame.
 */
export function framingOrigins(page: FramedPage): readonly string[] | undefined {
  if (page.self === page.top) return undefined
  try {
    const list = page.location?.ancestorOrigins
    // Pages of one's own, all the way up.
    if (list?.length && list.length <= mostFrames && Array.from(list).every(one => one === page.location?.origin)) return undefined
    const ends = [list?.[0], list?.[list.length - 1]]
    const origins = ends.map(parseOrigin)
    // Browsers list exact origins, so any other text was put there by a script.
    if (origins.every((origin, at) => origin && origin === ends[at])) return [...new Set(ends as string[])]
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
