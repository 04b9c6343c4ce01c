import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** A bucket of tokens for each client and route. */
export interface RateLimit {
  /** Takes a token. Answers 0, or the seconds until there is one again. */
  take(key: string): number
}

export interface RateLimitOptions {
  readonly burst: number
  readonly perSecond: number
}

const mostBuckets = 50_000

/** `now` in milliseconds, of a clock that never goes back. */
export function createRateLimit(
  { burst, perSecond }: RateLimitOptions,
  now: () => number = () => performance.now(),
): RateLimit {
  // A client with many addresses pushes out the oldest buckets, which are full by then.
  const buckets = new LRUCache<string, { readonly tokens: number; readonly at: number }>({
    max: mostBuckets,
  })
  return {
    take(key) {
      const at = now()
      const found = buckets.get(key)
      const tokens = found
        ? Math.min(burst, found.tokens + ((at - found.at) / 1_000) * perSecond)
        : burst
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
  }
}

/**
 * What is limited together: an IPv4 address, or the /64 network of an IPv6 address, which belongs
 * to one customer of a provider.
 */
export function clientKey(address: string): string {
  const bare = address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(new URL(`http://[${bare}]`).hostname.slice(1, -1))
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isIPv4
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address in its canonical form. */
function groupsOf(canonical: string): readonly string[] {
  const [head = [], tail] = canonical.split('::').map(part => (part ? part.split(':') : []))
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
}

const bytesOf = (group: string): readonly number[] => [
  Number.parseInt(group, 16) >> 8,
  Number.parseInt(group, 16) & 0xff,
]
