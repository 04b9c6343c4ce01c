/** A bucket of tokens for each client and route. */
export interface RateLimit {
  /** Takes a token. Answers 0, or the seconds until there is one again. */
  take(key: string): number
}

const mostBuckets = 50_000

/** `now` in milliseconds, of a clock that never goes back. */
export function createRateLimit(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  now: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(key) {
      const at = now()
      const found = buckets.get(key)
      const tokens = found ? Math.min(burst, found.tokens + ((at - found.at) / 1_000) * perSecond) : burst
      // The last one used stands last: whoever floods with many names pushes out the oldest, whose buckets are full by now.
      buckets.delete(key)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      const [oldest] = buckets.keys()
      if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
  }
}
