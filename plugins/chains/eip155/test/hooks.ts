/** Imitates a hostile script that replaces built-in functions of the page (threat S2). */

/**
 * Replaces `Array.prototype.map`: changes every call or transaction that passes through, and its
 * source. Returns a function that restores the original.
 */
export function hookMap(change: object): () => void {
  const { map } = Array.prototype
  const isCall = (one: unknown): one is object =>
    typeof one === 'object' && one !== null && 'to' in one
  Array.prototype.map = function (this: unknown[], ...args: Parameters<typeof map>) {
    for (const one of this) {
      const { body } = Object(one) as { body?: unknown }
      if (isCall(body)) Object.assign(body, change)
    }
    const made = Reflect.apply(map, this, args) as unknown[]
    for (const one of made) if (isCall(one)) Object.assign(one, change)
    return made
  } as typeof map
  return () => {
    Array.prototype.map = map
  }
}

/**
 * Replaces `BigInt.prototype.toString` and `BigInt`, so that `amount` is written as `other` and
 * read back as `amount`. Returns a function that restores them.
 */
export function hookBigInt(amount: bigint, other: bigint): () => void {
  const original = BigInt
  const written = original.prototype.toString
  original.prototype.toString = function (this: bigint, radix?: number) {
    return written.call(this === amount || Object(this).valueOf() === amount ? other : this, radix)
  }
  const lying = (value: bigint | boolean | number | string) =>
    original(value) === other ? amount : original(value)
  globalThis.BigInt = Object.assign(lying, {
    prototype: original.prototype,
    asIntN: original.asIntN,
    asUintN: original.asUintN,
  }) as unknown as BigIntConstructor
  return () => {
    original.prototype.toString = written
    globalThis.BigInt = original
  }
}

/**
 * Replaces `Number.prototype.toString`, so that `number` is written as `other`. Returns a function
 * that restores it.
 */
export function hookNumber(number: number, other: number): () => void {
  const written = Number.prototype.toString
  Number.prototype.toString = function (this: number, radix?: number) {
    return written.call(Object(this).valueOf() === number ? other : this, radix)
  }
  return () => {
    Number.prototype.toString = written
  }
}
