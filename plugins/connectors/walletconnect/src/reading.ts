/** The two guards with which every door for data from outside begins. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A property of a stranger's object: undefined where there is none, and where looking at it throws. */
export function read(value: unknown, key: string): unknown {
  try {
    return isRecord(value) ? value[key] : undefined
  } catch {
    return undefined
  }
}
