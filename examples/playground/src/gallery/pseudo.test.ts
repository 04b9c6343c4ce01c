import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pseudo } from './pseudo.js'

describe('the pseudo-language', () => {
  it('adds accents, 40 % more letters, and brackets', () => {
    expect(pseudo('Close')).toBe('[Çļöšé ö]')
    expect(pseudo('Connect wallet')).toBe('[Çöññéçţ ŵàļļéţ ööööö]')
  })
  it('keeps the placeholders of values', () => {
    expect(pseudo('Open {wallet} to approve')).toMatch(/^\[Öþéñ \{wallet\} ţö àþþŕöṽé [ö ]+\]$/)
  })
  it('makes every text longer by at least 40 %, and loses no value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('{wallet}', '{count}'))),
        parts => {
          const text = parts.join('')
          const made = pseudo(text)
          expect([...made].length).toBeGreaterThanOrEqual([...text].length * 1.4)
          expect(made.match(/\{\w+\}/g) ?? []).toEqual(text.match(/\{\w+\}/g) ?? [])
        },
      ),
    )
  })
})
