import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import { displaySymbol, displayText, mixesAlphabets } from './display-text.js'

// From the standard's lists, not from the classes that the code uses.
const invisible = new RegExp(
  `[${String.raw`\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}`}]`,
  'u',
)
const people = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lengthOf = (text: string) => [...people.segment(text)].length

describe('text from outside', () => {
  it.each([
    ['  Meta  Mask ', 'Meta Mask'],
    ['Meta\u200bMask', 'MetaMask'],
    ['Meta\ufeffMask', 'MetaMask'],
    ['Safe\u202eksaMateM', 'SafeksaMateM'],
    ['line\r\none\ttwo', 'line one two'],
    ['\u001b[0;31mred', '[0;31mred'],
    ['E\u00adT\u2060H\ufe0f', 'ETH'],
    ['\ud800USDC\udfff', 'USDC'],
    ['<img src=x onerror=window.__pwn=1>', '<img src=x onerror=window.__pwn=1>'],
    ['日本語ウォレット', '日本語ウォレット'],
    ['Zażółć 👍🏽 🇺🇦', 'Zażółć 👍🏽 🇺🇦'],
    [`A${'\u0301'.repeat(500)}B`, `A${'\u0301'.repeat(4)}B`],
    ['\u0301\u0301A', 'A'],
  ])('[S4] [S6] %j is shown as %j', (text, shown) => {
    expect(displayText(text)).toBe(shown)
  })

  it.each([
    '',
    ' ',
    '\n\t',
    '\u0000',
    '\u200b\u200d\u2060',
    '\u202e\u202c',
    '\u3164',
    '\u2800 \u2800',
    '\ud800',
    '\u0301',
    5,
    null,
    undefined,
    {},
    ['MetaMask'],
    () => 'x',
  ])('[S6] Nothing is left of the untrusted text %j', text => {
    expect(displayText(text)).toBeUndefined()
  })

  it('[S4] Untrusted text is at most 64 characters long and says when it was cut', () => {
    expect(displayText('A'.repeat(64))).toBe('A'.repeat(64))
    expect(displayText('A'.repeat(5000))).toBe(`${'A'.repeat(63)}…`)
    expect(displayText('abcdef', 4)).toBe('abc…')
    expect(displayText('ab cdef', 4)).toBe('ab…')
  })

  it('Untrusted text is not cut inside of what people see as one character', () => {
    expect(displayText('🇺🇦🇺🇦🇺🇦', 2)).toBe('🇺🇦…')
    expect(displayText('👍🏽👍🏽👍🏽', 2)).toBe('👍🏽…')
    expect(displayText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…')
    expect(displayText('😀😀😀', 2)).toBe('😀…')
  })

  it('[S6] Any untrusted text is cleaned of invisible characters and cut to the limit; cleaning it twice changes nothing', {
    tags: 'thorough',
  }, () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          'a',
          ' ',
          '\u202e',
          '\u200d',
          '\u0301',
          '\n',
          '\ud83d',
          '🇺',
          '🏽',
          '\u2028',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 200,
    })
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 80 }), (text, limit) => {
        const shown = displayText(text, limit)
        if (shown === undefined) return
        expect(shown).not.toMatch(invisible)
        expect(shown).toBe(shown.trim())
        expect(lengthOf(shown)).toBeLessThanOrEqual(limit)
        expect(shown.length).toBeLessThanOrEqual(limit * 12)
        expect(displayText(shown, limit)).toBe(shown)
      }),
      { numRuns: 1000 },
    )
  })
})

describe.skipIf(!hasVectors)('public hostile strings', () => {
  it('[S6] The public hostile strings are all shown as short, visible text or not at all', () => {
    const { cases, count } = vectors<{ input: string }>('hostile-strings')
    for (const { input } of cases) {
      const shown = displayText(input) ?? 'nothing'
      expect(shown, JSON.stringify(input)).not.toMatch(invisible)
      expect(lengthOf(shown), JSON.stringify(input)).toBeLessThanOrEqual(64)
    }
    expect(cases).toHaveLength(count)
  })
})

describe('the symbol of a token', () => {
  it.each([
    ['USDC', 'USDC'],
    ['A'.repeat(16), 'A'.repeat(16)],
    ['A'.repeat(10_000), `${'A'.repeat(15)}…`],
    ['U\u202eSDC', 'USDC'],
    ['\u200b', '?'],
    [undefined, '?'],
    [7, '?'],
  ])('[S6] the symbol %j is shown as %s, with at most 16 characters', (symbol, shown) => {
    expect(displaySymbol(symbol)).toBe(shown)
  })
})

describe('a name in several alphabets', () => {
  it.each([
    ['MetaMask', false],
    ['Met\u0430Mask', true],
    ['\u03a4rust Wallet', true],
    ['Rainbow Кошелёк', true],
    ['Кошелёк', false],
    ['Zażółć 日本', false],
  ])('[S5] [S16] %s mixes alphabets that look alike: %s', (name, isMixed) => {
    expect(mixesAlphabets(name)).toBe(isMixed)
  })
})
