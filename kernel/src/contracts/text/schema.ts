/** Two guards for untrusted data. Richer shapes are checked by schemas in code that loads later. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Reads a property of an untrusted object: undefined if there is none, or if the read throws
 * (getters, revoked proxies).
 */
export function read(value: unknown, key: string): unknown {
  try {
    return isRecord(value) || typeof value === 'function'
      ? (value as Record<string, unknown>)[key]
      : undefined
  } catch {
    return undefined
  }
}
