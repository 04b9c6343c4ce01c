import { HttpError, type HttpOptions } from '@portico/kernel/backend'

const loopback = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/

/**
 * Builds the address to request, with these values in its query.
 * Null and undefined are dropped, empty text stays. A relative address is resolved against the
 * page.
 *
 * Throws an HttpError `HTTP_ADDRESS` for anything but `https:` (`http:` on this machine), and for
 * credentials in the address.
 */
export function addressOf(
  address: string,
  query: NonNullable<HttpOptions<never>['query']> = {},
): URL {
  const url = parsed(address)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (!url || !isSafe || url.username || url.password) throw new HttpError('HTTP_ADDRESS')
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value))
  }
  return url
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address, globalThis.location?.href)
  } catch {
    return undefined
  }
}
