import { displayAmount, formatAmount, parseAmount } from '@portico/kernel/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundUp, upToCents } from './round-up.js'

describe('what something costs at most', () => {
  it.each([
    [21_000_000_000_001n, 18, 8, '0.00002101'],
    [21_000_000_000_000n, 18, 8, '0.000021'],
    [1n, 18, 8, '0.00000001'],
    [0n, 18, 8, '0'],
    [1_234_567n, 6, 8, '1.234567'],
    [99_999_999_999n, 10, 8, '10'],
  ] as const)('is %i base units with %i decimals, in %i digits, up to %s', (amount, decimals, digits, shown) => {
    expect(formatAmount(roundUp(amount, decimals, digits), decimals)).toBe(shown)
  })

  it.each([
    ['1.2300001', '1.24'],
    ['1.23', '1.23'],
    ['1.2', '1.2'],
    ['1.999', '2'],
    ['0.0004', '0.01'],
    ['0', '0'],
    ['7', '7'],
    ['90071992547409931.011', '90071992547409931.02'],
  ])('is worth %s, up to the next cent: %s', (exact, cents) => {
    expect(upToCents(exact)).toBe(cents)
  })

  it('is never shown as less than it is, nor as more by a whole unit of the last digit', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 8, max: 30 }), (amount, decimals) => {
        const shown = parseAmount(displayAmount(roundUp(amount, decimals, 8), decimals, 8), decimals) ?? -1n
        const cents = parseAmount(upToCents(formatAmount(amount, decimals)), decimals) ?? -1n
        expect([shown >= amount, shown - amount < 10n ** BigInt(decimals - 8)]).toEqual([true, true])
        expect([cents >= amount, cents - amount < 10n ** BigInt(decimals - 2)]).toEqual([true, true])
      }),
      { numRuns: 1000 },
    )
  })
})
