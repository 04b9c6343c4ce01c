/** Nesting that a message may have, so that reading it cannot exhaust the stack. */
export const maxDepth = 16
/** Bytes of a message as JSON in UTF-8. */
export const maxBytes = 65_536

/** Names that change the prototype of an object that is built from them. */
const reserved: readonly string[] = ['__proto__', 'constructor', 'prototype']
/** Characters that have one byte in JSON, which most texts consist of. */
const simple = /^[ !#-[\]-~]*$/
const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * Measures a value that consists of plain objects, arrays, texts, finite numbers, booleans and
 * null. Returns its bytes as JSON, or undefined for anything else: another class, an own property
 * such as `__proto__`, more than 16 levels, more than 64 kB. Stops at the limit, so that a large
 * message costs no more than an allowed one.
 */
export function plainJsonBytes(value: unknown): number | undefined {
  let bytes = 0
  const add = (count: number): boolean => {
    bytes += count
    return bytes <= maxBytes
  }
  const addText = (text: string): boolean =>
    text.length <= maxBytes &&
    add(simple.test(text) ? text.length + 2 : encoder.encode(JSON.stringify(text)).length)
  const measure = (part: unknown, depth: number): boolean => {
    if (part === null || typeof part === 'boolean') return add(part === null ? 4 : 5)
    if (typeof part === 'string') return addText(part)
    if (typeof part === 'number') return Number.isFinite(part) && add(String(part).length)
    if (typeof part !== 'object' || depth === maxDepth) return false
    return Array.isArray(part) ? measureList(part, depth + 1) : measureObject(part, depth + 1)
  }
  const measureList = (list: readonly unknown[], depth: number): boolean =>
    list.length <= maxBytes &&
    add(2 + list.length) &&
    // A list with holes or with named properties has another number of keys than entries.
    Object.keys(list).length === list.length &&
    list.every(entry => measure(entry, depth))
  const measureObject = (object: object, depth: number): boolean => {
    const keys = isPlain(object) ? Object.keys(object) : reserved
    return (
      add(2 + 2 * keys.length) &&
      keys.every(
        key =>
          !reserved.includes(key) &&
          addText(key) &&
          // JSON drops a property that is undefined.
          (isAbsent(object, key) || measure(object[key as keyof object], depth)),
      )
    )
  }
  return measure(value, 0) ? bytes : undefined
}

/** True for objects of this or another realm that no class made. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && !(Symbol.toStringTag in value))
  )
}
const isAbsent = (object: object, key: string) => object[key as keyof object] === undefined
