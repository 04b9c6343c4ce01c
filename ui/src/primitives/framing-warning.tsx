import { displayText, message } from '@portico/kernel/text'
import { useState } from 'react'
import { useTranslate } from '../react/use-translate.js'
import { Note } from './note.js'

/**
 * Names the websites that frame this page, above the button that confirms (threat S12). Renders
 * nothing in a page that is not framed.
 */
export function FramingWarning() {
  const t = useTranslate()
  const [origins] = useState(() =>
    typeof window === 'undefined' ? undefined : framingOrigins(window),
  )
  if (!origins) return null
  if (!origins.length)
    return (
      <Note kind="warn">
        {t(
          message(
            'ui.framedByUnknown',
            'This page is shown inside another website. Continue only if you trust that website.',
          ),
        )}
      </Note>
    )
  const [before, after] = t(
    message(
      'ui.framedBy',
      'This page is shown inside {origin}. Continue only if you trust that website.',
    ),
    { origin: '\n' },
  ).split('\n')
  return (
    <Note kind="warn">
      {before}
      <bdi dir="ltr">{origins.join(', ')}</bdi>
      {after}
    </Note>
  )
}

/** The part of `window` that tells which pages frame this one. */
export interface FramedPage {
  readonly self?: unknown
  readonly top?: unknown
  readonly location?: { readonly origin?: string; readonly ancestorOrigins?: ArrayLike<unknown> }
  readonly document?: { readonly referrer?: unknown }
}

/** More ancestors than any real page has. */
const mostFrames = 16
/** `https://`, a name of 253 characters and a port. */
const maxLength = 270

/**
 * Returns the other origins among the pages that frame this one, nearest first. Undefined: the page
 * is not framed, or only by pages of its own origin. Empty: the browser names no origin. Without
 * `ancestorOrigins` the referrer is read: that is the framing page until the person follows a link
 * inside the frame.
 */
export function framingOrigins(page: FramedPage): readonly string[] | undefined {
  if (page.self === page.top) return undefined
  try {
    const list = page.location?.ancestorOrigins
    const listed = list?.length && list.length <= mostFrames ? Array.from(list) : []
    const origins = listed.map(parseOrigin)
    // Browsers list exact origins, so any other text was put there by a script.
    if (
      listed.length &&
      origins.every((origin, at) => origin !== undefined && origin === listed[at])
    ) {
      const others = [...new Set(origins)].filter(
        origin => origin !== undefined && origin !== page.location?.origin,
      )
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

/**
 * Returns the origin of a web address; undefined for other text, and for an origin that is too long
 * to show whole.
 */
function parseOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:/.test(text)) return undefined
  try {
    const { origin } = new URL(text)
    return displayText(origin, maxLength) === origin ? origin : undefined
  } catch {
    return undefined
  }
}
