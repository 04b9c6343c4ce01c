/** The two guards that every door for data from outside begins with. What has more shape than that is a schema in a lazy half. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A property of a stranger's object: undefined where there is none, and where looking at it throws (getters, revoked proxies). */
export function read(value: unknown, key: string): unknown {
  try {
    return isRecord(value) || typeof value === 'function' ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    return undefined
  }
}
