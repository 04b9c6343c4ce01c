/** Equality of plain data. */

/** Equal by `Object.is`, or arrays whose items are. */
export const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && areAlike(a, b, Object.is))

/** Equal all the way down. Anything but plain objects and arrays is compared by identity. */
export const isEqual = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isPlain(a) && isPlain(b) && Array.isArray(a) === Array.isArray(b) && areAlike(a, b, isEqual))

function areAlike(a: object, b: object, same: (a: unknown, b: unknown) => boolean): boolean {
  const theirs = new Map(Object.entries(b))
  const ours = Object.entries(a)
  return ours.length === theirs.size && ours.every(([key, value]) => theirs.has(key) && same(value, theirs.get(key)))
}

export function isPlain(value: unknown): value is object {
  const prototype = value && typeof value === 'object' ? Object.getPrototypeOf(value) : undefined
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}
