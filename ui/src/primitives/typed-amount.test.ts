import { displayAmountIn, formatAmount, parseAmount } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmountRule, editAmount, findEdit, separatorsOf } from './typed-amount.js'

const ruleOf = (language: string, decimals: number | undefined = 18): AmountRule => ({
  decimals,
  separators: separatorsOf(language),
})
/** The text before and after, with `|` as the caret, or `[…]` around the selection. */
function edit(before: string, inserted: string, rule = ruleOf('en')): string {
  const start = before.search(/[|[]/)
  const end = before.includes(']') ? before.indexOf(']') - 1 : start
  const text = before.replace(/[|[\]]/g, '')
  const edited = editAmount(text, { start, end, inserted }, rule)
  if (!edited) return 'ignored'
  return `${edited.text.slice(0, edited.caret)}|${edited.text.slice(edited.caret)}`
}
/** What an empty field has after a paste. */
const paste = (inserted: string, language = 'en', decimals?: number) =>
  editAmount('', { start: 0, end: 0, inserted }, ruleOf(language, decimals))?.text ?? 'ignored'

describe('what is typed', () => {
  it.each([
    ['|', '5', '5|'],
    ['|', '.', '0.|'],
    ['|', ',', '0.|'],
    ['|5', '.', '0.|5'],
    ['0|', '5', '5|'],
    ['0|', '0', '0|'],
    ['0|', '.', '0.|'],
    ['0|.5', '1', '1|.5'],
    ['|.5', '1', '1|.5'],
    ['1|', ',', '1.|'],
    ['1|5', '.', '1.|5'],
    ['1|5', '9', '19|5'],
    ['1.5|', '.', 'ignored'],
    ['1|.5', ',', 'ignored'],
    ['[1.5]', '.', '0.|'],
    ['1[.]5', ',', '1.|5'],
    ['1|', 'a', 'ignored'],
    ['1|', 'e', 'ignored'],
    ['1|', '-', 'ignored'],
    ['1|', ' ', 'ignored'],
    ['1|', '²', 'ignored'],
    ['1|', '٥', '15|'],
    ['1|', '۵', '15|'],
    ['1|', '５', '15|'],
    ['1|', '٫', '1.|'],
  ])('"%s" and the key "%s" become "%s"', (before, key, after) => {
    expect(edit(before, key)).toBe(after)
  })

  it.each([
    ['1[5]', '1|'],
    ['[1]000', '|000'],
    ['[0].5', '|.5'],
    ['1[.]5', '1|5'],
    ['[5].', '|'],
    ['[1.5]', '|'],
  ])('what is deleted of "%s" leaves "%s"', (before, after) => {
    expect(edit(before, '')).toBe(after)
  })

  it.each([
    [2, '1.23|', '4', '1.23|', true],
    [2, '1.23|', '0', '1.23|', false],
    [2, '|1.23', '4', '4|1.23', false],
    [2, '1.|23', '9', '1.9|2', true],
    [0, '1|', '.', '1.|', false],
    [0, '1.|', '5', '1.|', true],
    [
      undefined,
      '0.123456789012345678901234567890|',
      '1',
      '0.1234567890123456789012345678901|',
      false,
    ],
  ])(
    'of a token with %s decimals "%s" and the key "%s" become "%s", cut: %s',
    (decimals, before, key, after, isCut) => {
      const rule = { ...ruleOf('en'), decimals }
      expect(edit(before, key, rule)).toBe(after)
      const at = before.indexOf('|')
      const found = editAmount(before.replace('|', ''), { start: at, end: at, inserted: key }, rule)
      expect(found?.isCut).toBe(isCut)
    },
  )
})

describe('what is pasted', () => {
  it.each([
    // Both separators: the last one is the decimal one in every language.
    ['1,234.5', 'en', '1234.5'],
    ['1,234.5', 'de', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1.234,5', 'en', '1234.5'],
    ['1’234.50', 'de-CH', '1234.50'],
    ['12,34,567.5', 'hi', '1234567.5'],
    ['1,234,567', 'de', '1234567'],
    ['1.234.567', 'en', '1234567'],
    // One separator before three digits: the language says.
    ['1,234', 'en', '1234'],
    ['1,234', 'de', '1.234'],
    ['1.234', 'en', '1.234'],
    ['1.234', 'de', '1234'],
    ['1.234', 'fr', '1.234'],
    ['1,234', 'de-CH', 'ignored'],
    ['0.500', 'de', '0.500'],
    ['1.5', 'de', '1.5'],
    ['1,5', 'en', '1.5'],
    ['1234,567', 'en', '1234.567'],
    // Spaces, if the language writes thousands so, or if they cannot be broken.
    ['1 234,5', 'fr', '1234.5'],
    ['1 234,5', 'en', 'ignored'],
    ['1\u00a0234,5', 'en', '1234.5'],
    ['1\u202f234,5', 'fr', '1234.5'],
    // Other scripts and marks that are not seen.
    ['١٬٢٣٤٫٥', 'ar', '1234.5'],
    ['\u200f1,234.5\u200e', 'ar', '1234.5'],
    // Text around it.
    ['Send 1.5 ETH please', 'en', '1.5'],
    ['Amount:\n\t1.5\n', 'en', '1.5'],
    ['Pay 1.5.', 'en', '1.5'],
    ['1.5ETH', 'en', '1.5'],
    ['$1,234.50', 'en', '1234.50'],
    ['5 xDAI', 'en', '5'],
    ['5 KSM', 'en', '5'],
    ['.5', 'en', '0.5'],
    ['007', 'en', '7'],
    ['5.', 'en', '5'],
  ])('"%s" in the language %s is %s', (text, language, amount) => {
    expect(paste(text, language)).toBe(amount)
  })

  it.each([
    '1.2.3',
    '1,2,3',
    '1,23,45.6',
    '1.5 or 2.5',
    'Send 1.5 ETH to 0x71C21B09a7eB3c9d4aF1D1c9A7e55E9D09ff4b',
    '0xabcdef',
    '1e18',
    '1.5e-7',
    '-1.5',
    '−1.5 ETH',
    '-$5',
    '50 %',
    '1.5k',
    '2 million',
    '2 millions',
    '2 Millionen',
    '2 mln',
    '5 mm',
    '3 trillion',
    '3 crore',
    '5 万',
    '5 тыс.',
    '5 ألف',
    '30 gwei',
    '1000 wei',
    '5000 sats',
    '－5',
    '‑5',
    '5 mn ETH',
    'v1.5',
    '10²',
    '½',
    '1..5',
    '2026-11-28',
    '10:45',
    'ETH',
    '😀',
  ])('the pasted text "%s" is ignored', text => {
    expect(paste(text)).toBe('ignored')
  })

  it('a pasted text that is longer than any amount is ignored', () => {
    expect(paste('1'.repeat(100))).toBe('1'.repeat(100))
    expect(paste('1'.repeat(101))).toBe('ignored')
    expect(paste(`${' '.repeat(999)}1`)).toBe('1')
    expect(paste(`${' '.repeat(1_000)}1`)).toBe('ignored')
  })

  it('a paste with 30 decimals keeps those that the token has', () => {
    const inserted = `0.${'123456789'.repeat(4).slice(0, 30)}`
    const rule = ruleOf('en', 18)
    expect(editAmount('', { start: 0, end: 0, inserted }, rule)).toEqual({
      text: '0.123456789123456789',
      caret: 20,
      isCut: true,
    })
    expect(editAmount('', { start: 0, end: 0, inserted: '1.50000' }, ruleOf('en', 2))).toEqual({
      text: '1.50',
      caret: 4,
      isCut: false,
    })
    expect(paste('1.9', 'en', 0)).toBe('1')
  })

  it.each([
    ['1|', '.5', '1.5|'],
    ['1[.5]', '2.25', '12.25|'],
    ['1.|', '2.5', 'ignored'],
    ['1.|', '25', '1.25|'],
    ['[9]', '1,234.5', '1234.5|'],
    ['1|', 'two', 'ignored'],
  ])('a paste into "%s" of "%s" becomes "%s"', (before, inserted, after) => {
    expect(edit(before, inserted)).toBe(after)
  })
})

const languages = ['en', 'de', 'de-CH', 'fr', 'ar', 'hi', 'pl', 'pt-BR', 'ja', 'ru', 'tr', 'en-IN']

it('any sequence of edits leaves an amount of the token or an empty field', () => {
  const inserts = fc.oneof(
    fc.constantFrom(...'0123456789.,ae -٥', '', ''),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[\d.,' ]{1,9}$/),
  )
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), inserts), { maxLength: 25 })
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.nat(30), edits, (language, decimals, all) => {
      const rule = ruleOf(language, decimals)
      let text = ''
      for (const [from, length, inserted] of all) {
        const start = from % (text.length + 1)
        const end = start + (length % (text.length - start + 1))
        const next = editAmount(text, { start, end, inserted }, rule)
        if (!next) continue
        expect(next.caret).toBeGreaterThanOrEqual(0)
        expect(next.caret).toBeLessThanOrEqual(next.text.length)
        expect(next.text).toMatch(/^\d*\.?\d*$/)
        if (next.text) expect(parseAmount(next.text, decimals)).toBeTypeOf('bigint')
        text = next.text
      }
    }),
  )
})

it('an amount that is typed key by key is kept digit for digit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n), fc.nat(36), (units, decimals) => {
      const amount = formatAmount(units, decimals)
      let [text, caret] = ['', 0]
      for (const inserted of amount) {
        const next = editAmount(
          text,
          { start: caret, end: caret, inserted },
          ruleOf('en', decimals),
        )
        if (next) ({ text, caret } = next)
      }
      expect(text).toBe(amount)
    }),
  )
})

it('an amount that this page shows is understood when it is pasted, in each language', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.bigInt(0n, 10n ** 30n),
      fc.nat(18),
      (language, units, decimals) => {
        const shown = displayAmountIn(language, Number.POSITIVE_INFINITY)(units, decimals)
        const pasted = paste(`${shown} ETH`, language, decimals)
        expect(parseAmount(pasted, decimals)).toBe(units)
      },
    ),
  )
})

it('an edit that is found leads from the text before to the text after', () => {
  const digits = fc.stringMatching(/^[\d.]{0,8}$/)
  fc.assert(
    fc.property(digits, digits, fc.nat(), fc.nat(), (text, inserted, from, length) => {
      const start = from % (text.length + 1)
      const end = start + (length % (text.length - start + 1))
      const after = text.slice(0, start) + inserted + text.slice(end)
      const found = findEdit(text, after, start + inserted.length)
      expect(text.slice(0, found.start) + found.inserted + text.slice(found.end)).toBe(after)
    }),
  )
})
