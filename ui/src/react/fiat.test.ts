import { expect, it } from 'vitest'
import { fiatIn } from './fiat.js'

it.each([
  ['usd', '1.999', '$1.99'],
  ['usd', '1234.567', '$1,234.56'],
  ['usd', '0', '$0.00'],
  ['usd', '0.009', '<$0.01'],
  ['usd', '90071992547409931.019', '$90,071,992,547,409,931.01'],
  ['jpy', '1234.99', '¥1,234.99'],
  ['jpy', '0.001', '<¥0.01'],
  ['points', '2.5', '2.50 POINTS'],
  ['points', '0.001', '<0.01 POINTS'],
])('[S9.38] [S19] money in %s: %s is %s, cut and never rounded up', (currency, amount, shown) => {
  expect(fiatIn('en', currency)(amount)).toBe(shown)
})

it.each([
  ['1.2300001', '$1.24'],
  ['1.23', '$1.23'],
  ['1.999', '$2.00'],
  ['0.0004', '$0.01'],
  ['0', '$0.00'],
  ['90071992547409931.011', '$90,071,992,547,409,931.02'],
])('[S19] what costs %s costs %s at most', (amount, shown) => {
  expect(fiatIn('en', 'usd')(amount, true)).toBe(shown)
})

it('is written as a language has it', () => {
  expect(fiatIn('de', 'eur')('1234.5')).toBe('1.234,50\u00a0€')
})

it('runs from left to right by itself in a language that does not', () => {
  expect(fiatIn('ar', 'usd')('12.345')).toMatch(/^\u2066[^\u200e\u200f\u061c]+US\$\u2069$/)
  expect(fiatIn('ar', 'usd')('0.001')).toMatch(/^\u2066</)
})
