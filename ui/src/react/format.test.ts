import { expect, it } from 'vitest'
import { fiatIn } from './format.js'

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
])(
  '[S9.38] [S19] fiatIn in %s writes %s as %s, cut and never rounded up',
  (currency, amount, shown) => {
    expect(fiatIn('en', currency)(amount)).toBe(shown)
  },
)

it.each([
  ['1.2300001', '$1.24'],
  ['1.23', '$1.23'],
  ['1.999', '$2.00'],
  ['0.0004', '$0.01'],
  ['0', '$0.00'],
  ['90071992547409931.011', '$90,071,992,547,409,931.02'],
])('[S19] fiatIn with `up` writes %s as %s, rounded up to the next cent', (amount, shown) => {
  expect(fiatIn('en', 'usd')(amount, true)).toBe(shown)
})

it('fiatIn writes separators and currency in the style of the language', () => {
  expect(fiatIn('de', 'eur')('1234.5')).toBe('1.234,50\u00a0€')
})

it('fiatIn isolates the figure from left to right in a right-to-left language', () => {
  expect(fiatIn('ar', 'usd')('12.345')).toMatch(/^\u2066[^\u200e\u200f\u061c]+US\$\u2069$/)
  expect(fiatIn('ar', 'usd')('0.001')).toMatch(/^\u2066</)
})
