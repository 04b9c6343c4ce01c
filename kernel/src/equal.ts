/** Equality of plain data. */

type Same = (a: unknown, b: unknown) => boolean

/** Compares by `Object.is`, and arrays item by item. */
export const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && isAlike(a, b, Object.is))

/** Compares plain objects and arrays one level deep, and other values by identity. */
export const isShallowEqual: Same = (a, b) => isAlike(a, b, Object.is)

/** Compares plain objects and arrays deeply, and other values by identity. */
export const isEqual: Same = (a, b) => isAlike(a, b, isEqual)

function isAlike(a: unknown, b: unknown, same: Same): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && same(a[key], b[key]))
  )
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const prototype = value && typeof value === 'object' ? Object.getPrototypeOf(value) : undefined
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}
