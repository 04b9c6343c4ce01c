/** Validates the address of the frame's page. */

/** Why an address cannot be the frame's. */
export type FrameUrlProblem = 'no-url' | 'insecure' | 'same-origin' | 'credentials'

/** Returns the exact address of the frame, or why there is none. `page`: the page's own origin. */
export function readFrameUrl(
  text: string,
  page: string,
): { readonly url: URL } | { readonly problem: FrameUrlProblem } {
  if (!URL.canParse(text)) return { problem: 'no-url' }
  const url = new URL(text)
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return { problem: 'insecure' }
  if (url.username || url.password) return { problem: 'credentials' }
  // A frame of the page's own origin gives the page every key.
  return url.origin === page ? { problem: 'same-origin' } : { url }
}
