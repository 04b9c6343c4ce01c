import { describe, expect, it } from 'vitest'
import { isRecord, read } from './schema.js'

describe('the reader of an untrusted object', () => {
  it('The reader of an untrusted object returns the members that exist', () => {
    expect(read({ uuid: 'a' }, 'uuid')).toBe('a')
    expect(read(new Error('no'), 'message')).toBe('no')
    expect(
      read(
        Object.assign(() => {}, { code: 1 }),
        'code',
      ),
    ).toBe(1)
  })

  it.each([undefined, null, 0, '', 'text', Symbol('x'), {}])(
    'The reader of an untrusted object returns undefined for a missing member of %o',
    value => {
      expect(read(value, 'uuid')).toBeUndefined()
    },
  )

  it('[S3] The reader of an untrusted object survives getters and proxies that throw', () => {
    const { proxy, revoke } = Proxy.revocable({ uuid: 'a' }, {})
    revoke()
    const getter = {
      get uuid() {
        throw new TypeError('mine')
      },
    }
    expect(read(getter, 'uuid')).toBeUndefined()
    expect(read(proxy, 'uuid')).toBeUndefined()
    expect(isRecord(proxy)).toBe(true)
  })

  it('isRecord is true for objects, also lists, and false for any other value', () => {
    expect([{}, [], Object.create(null)].every(isRecord)).toBe(true)
    expect([undefined, null, 0, 'text', true, () => {}].some(isRecord)).toBe(false)
  })
})
