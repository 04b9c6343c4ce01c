/** The two guards that every validation of untrusted data starts with. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Reads a property of an untrusted object. Undefined where it is missing, or where reading it
 * throws.
 */
export function read(value: unknown, key: string): unknown {
  try {
    return isRecord(value) ? value[key] : undefined
  } catch {
    return undefined
  }
}
