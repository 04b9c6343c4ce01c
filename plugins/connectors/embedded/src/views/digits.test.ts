import { expect, it } from 'vitest'
import { digitsOf } from './digits.js'

it.each([
  ['123 456', '123456'],
  ['Code: 123-456', '123456'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['none', ''],
])('the digits of the typed text "%s" are "%s"', (text, digits) => {
  expect(digitsOf(text)).toBe(digits)
})
