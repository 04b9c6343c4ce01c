/**
 * Fetches pictures of other hosts (threat S26).
 * Only from hosts that are named, or that the person allows; small, fast, and without identifying
 * the person.
 */
import type { Http, PictureOptions } from '@portico/kernel/backend'
import { addressOf } from './address.js'
import { pictureFrom } from './picture-bytes.js'

/**
 * Bytes and milliseconds of one picture (S26); pictures in the cache, and
 * their characters together.
 */
const [largest, timeoutMs, mostKept, mostCharacters] = [1_048_576, 2_000, 500, 33_554_432]

export function createPictures(
  http: Pick<Http, 'blob'>,
  hosts: readonly string[],
): Http['picture'] {
  const kept = new Map<string, string>()
  const running = new Map<
    string,
    { readonly run: Promise<string | undefined>; readonly signal: AbortSignal | undefined }
  >()
  let characters = 0

  const fetched = async (
    href: string,
    { isWanted, signal }: PictureOptions,
  ): Promise<string | undefined> => {
    const ask = {
      isUntrusted: true,
      refusesRedirects: !isWanted,
      limit: largest,
      timeout: timeoutMs,
      ...(signal && { signal }),
    }
    try {
      return await pictureFrom(await http.blob(href, ask))
    } catch {
      // Host down, too large, or not found: third-party hosts may fail, so this is not reported.
      return undefined
    }
  }
  const keep = (href: string, picture: string) => {
    kept.set(href, picture)
    characters += picture.length
    for (const [oldest, one] of kept) {
      if (kept.size <= mostKept && characters <= mostCharacters) break
      kept.delete(oldest)
      characters -= one.length
    }
  }

  return async (address, options = {}) => {
    const url = addressOf(address)
    const isNamed = url.origin === globalThis.location?.origin || hosts.includes(url.host)
    if (!isNamed && !options.isWanted) return undefined
    const { href } = url
    const known = kept.get(href)
    if (known !== undefined) return known
    const joined = running.get(href)
    // A run whose caller gave up has no answer for other callers.
    if (joined && !joined.signal?.aborted) return joined.run
    const own = { run: fetched(href, options), signal: options.signal }
    running.set(href, own)
    const found = await own.run
    if (running.get(href) === own) running.delete(href)
    if (found !== undefined) keep(href, found)
    return found
  }
}
