import { isIPv4, isIPv6 } from 'node:net'
import { clientKey } from '../../server/client-key.js'
import { Refusal } from '../../server/refusal.js'

/**
 * Refuses requests of other origins, also of sites next to ours: SameSite lets those send cookies.
 *
 * Browsers add `Sec-Fetch-Site`; a browser without it must send `Origin` with what changes state.
 *
 * @throws Refusal 403 `origin`
 */
export function requireOwnSite(request: Request, origin: string): void {
  const site = request.headers.get('sec-fetch-site')
  const from = request.headers.get('origin')
  const isOurs =
    (from === null || from === origin) &&
    (site === null ? from === origin || request.method === 'GET' : site === 'same-origin')
  if (!isOurs) throw new Refusal(403, 'origin', 'Only the page of the wallet may ask this.')
}

/** The network that is limited together: /24 of IPv4, /48 of IPv6. */
export function networkOf(ip: string): string {
  const key = clientKey(ip)
  if (isIPv4(key)) return `${key.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(key.replace('/64', ''))) return `${key.split(':').slice(0, 3).join(':')}::/48`
  return key
}
