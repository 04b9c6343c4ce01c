import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEqual, isPlain, isSame, isShallowEqual } from './equal.js'

describe('isEqual', () => {
  it.each([
    [{ a: [1, { b: 2n }] }, { a: [1, { b: 2n }] }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, {}, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [1, 2, 3], false],
    [[], {}, false],
    [Number.NaN, Number.NaN, true],
    [undefined, undefined, true],
    [undefined, null, false],
    [new Date(0), new Date(0), false], // not plain data: compared by identity
    [Object.create(null), {}, true],
    ['1', 1, false],
  ])('isEqual of %o and %o is %s', (a, b, answer) => {
    expect(isEqual(a, b)).toBe(answer)
    expect(isEqual(b, a)).toBe(answer)
  })

  it('isEqual is true for any data and its copy, and false for data whose texts differ', () => {
    fc.assert(fc.property(fc.jsonValue(), value => isEqual(value, structuredClone(value))))
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        (a, b) => !isEqual(a, b) || sorted(a) === sorted(b),
      ),
    )
  })
})

describe('isSame', () => {
  it('isSame compares the members of arrays, and no deeper', () => {
    const member = {}
    expect(isSame([member, 1], [member, 1])).toBe(true)
    expect(isSame([{}], [{}])).toBe(false)
    expect(isSame([1], [1, 2])).toBe(false)
    expect(isSame({}, {})).toBe(false)
    expect(isSame(undefined, [])).toBe(false)
  })
})

describe('isShallowEqual', () => {
  it('isShallowEqual compares the members of objects and arrays, and no deeper', () => {
    const member = {}
    expect(isShallowEqual({ member, count: 1 }, { count: 1, member })).toBe(true)
    expect(isShallowEqual([member], [member])).toBe(true)
    expect(isShallowEqual({ member: {} }, { member: {} })).toBe(false)
    expect(isShallowEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(isShallowEqual({ a: undefined }, { b: undefined })).toBe(false)
    expect(isShallowEqual([], {})).toBe(false)
    expect(isShallowEqual(new Date(0), new Date(0))).toBe(false)
  })
})

describe('isPlain', () => {
  it('isPlain is true only for objects, arrays and objects without a prototype', () => {
    expect([{}, [], Object.create(null)].every(isPlain)).toBe(true)
    expect(
      [null, undefined, 1, 'a', () => undefined, new Date(), new (class A {})()].some(isPlain),
    ).toBe(false)
  })
})

const sorted = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  )
