import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import {
  allDigits,
  displayAmountIn,
  displayDecimalIn,
  displayQuantityIn,
  floorDecimal,
  formatAmount,
  parseAmount,
  worth,
} from './amount.js'

const decimals = fc.integer({ min: 0, max: 255 })
const plainly = (shown: string) => shown.replaceAll(',', '')
const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

const floored = (amount: bigint, decimals: number, digits?: number) =>
  floorDecimal(formatAmount(amount, decimals), digits)

describe('reading an amount', () => {
  it.each([
    ['1.5', 6, 1_500_000n],
    ['0', 18, 0n],
    ['.5', 1, 5n],
    ['5.', 0, 5n],
    ['007', 0, 7n],
    ['1.50', 1, 15n],
    ['1.000000', 0, 1n],
    ['0.000000000000000001', 18, 1n],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
  ] as const)('[D20] %s with %i decimals is %i base units', (text, decimals, amount) => {
    expect(parseAmount(text, decimals)).toBe(amount)
  })

  it.each([
    '',
    '.',
    ' 1',
    '1 ',
    '1\n',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '1,5',
    '1 000',
    '1_000',
    '١',
    '１',
    'NaN',
    'Infinity',
    '1.2.3',
    '1n',
    '½',
  ])('[D20] %j is not an amount', text => {
    expect(parseAmount(text, 18)).toBeUndefined()
  })

  it('[D20] parseAmount refuses more decimals than the token has, because cutting them off would send less than the person sees', () => {
    expect(parseAmount('1.23', 1)).toBeUndefined()
    expect(parseAmount('0.0000001', 6)).toBeUndefined()
  })

  it.each([-1, 1.5, 256, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
    'parseAmount refuses %d decimals, which no token has',
    decimals => {
      expect(parseAmount('1', decimals)).toBeUndefined()
      expect(() => formatAmount(1n, decimals)).toThrow(
        expect.objectContaining({ code: 'BAD_ARGUMENT' }),
      )
    },
  )

  it('parseAmount does no work for a megabyte of digits', () => {
    expect(parseAmount('1'.repeat(1_000_000), 18)).toBeUndefined()
    expect(parseAmount(`0.${'0'.repeat(1_000_000)}1`, 18)).toBeUndefined()
  })
})

describe('writing an amount', () => {
  it.each([
    [1_500_000n, 6, '1.5'],
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [10n ** 40n, 18, '10000000000000000000000'],
    [100n, 0, '100'],
    [-1_500_000n, 6, '-1.5'],
    [-1n, 2, '-0.01'],
  ] as const)('[D20] %i base units with %i decimals are %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text)
  })

  it('[D20] [S19] 100,000 random amounts are the same after writing and reading, and none is written with an exponent', {
    tags: 'thorough',
  }, () => {
    fc.assert(
      fc.property(units, decimals, (amount, decimals) => {
        const text = formatAmount(amount, decimals)
        return parseAmount(text, decimals) === amount && /^\d+(\.\d*[1-9])?$/.test(text)
      }),
      { numRuns: 100_000 },
    )
  })

  it('[D20] [S19] formatAmount agrees with long division for random amounts', () => {
    fc.assert(
      fc.property(units, decimals, (amount, decimals) => {
        const one = 10n ** BigInt(decimals)
        const [whole, fraction = ''] = formatAmount(amount, decimals).split('.')
        expect(BigInt(whole ?? '')).toBe(amount / one)
        expect(BigInt(fraction.padEnd(decimals, '0'))).toBe(amount % one)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('showing an amount', () => {
  it.each([
    [1_999_999n, 6, '1.999'],
    [999n, 6, '0.000'],
    [3n, 0, '3.000'],
    [9_007_199_254_740_993_123_9n, 4, '9007199254740993.123'],
  ] as const)(
    '[S9.37] %i base units with %i decimals are shown as %s: floored to 3 decimals',
    (amount, decimals, text) => {
      expect(floored(amount, decimals)).toBe(text)
    },
  )

  it('A displayed amount shows the requested number of digits', () => {
    expect(floored(1_999_999n, 6, 2)).toBe('1.99')
    expect(floored(1_999_999n, 6, 0)).toBe('1')
    expect(floored(1_999_999n, 6, 8)).toBe('1.99999900')
  })

  it('[S9.37] A displayed amount is never more than the amount, and less by under one thousandth', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 3, max: 255 }), (amount, decimals) => {
        const shown = parseAmount(floored(amount, decimals), decimals) ?? -1n
        expect(shown).toBeLessThanOrEqual(amount)
        expect(amount - shown).toBeLessThan(10n ** BigInt(decimals - 3))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['00.5', '0.500'],
    ['.9999', '0.999'],
    ['-1.2345', '-1.234'],
    ['-0.0001', '0.000'],
    ['-', '0.000'],
    ['1e3', '0.000'],
    ['<b>', '0.000'],
  ])('[S9.37] Decimal text %j is shown as %s', (text, shown) => {
    expect(floorDecimal(text)).toBe(shown)
  })

  it.each([undefined, null, 5, 5n, {}, ['1']])(
    '[S9.37] %s, which is no text, is shown as none',
    value => {
      expect(floorDecimal(value)).toBe('0.000')
    },
  )

  it.each([
    ['en', '9,007,199,254,740,993.123'],
    ['de', '9.007.199.254.740.993,123'],
    ['fr', '9\u202f007\u202f199\u202f254\u202f740\u202f993,123'],
    ['en-IN', '9,00,71,99,25,47,40,993.123'],
    ['ar-EG', '9,007,199,254,740,993.123'],
    ['fa', '9,007,199,254,740,993.123'],
  ])('[D20] A displayed amount is exact above 2^53 in the language %s too', (locale, text) => {
    expect(displayAmountIn(locale)(9_007_199_254_740_993_123_9n, 4)).toBe(text)
  })

  it('[S19] A displayed amount has at most 20 digits after the point, however many a token has', () => {
    expect(displayAmountIn('en', allDigits)(15n * 10n ** 254n + 1n, 255)).toBe('1.5')
    expect(displayAmountIn('en', allDigits)(123_456_789_012_345_678_901_234n, 24)).toBe(
      '0.1234567890123456789',
    )
    expect(displayAmountIn('en', allDigits)(1n, 255)).toBe(`<0.${'0'.repeat(19)}1`)
  })

  it.each([
    ['1.2345', '1.234'],
    ['1.9999', '1.999'],
    ['1000000', '1,000,000'],
    ['90071992547409931.9999', '90,071,992,547,409,931.999'],
    ['0.123456', '0.1234'],
    ['0.99999', '0.9999'],
    ['0.0004', '0.0004'],
    ['0.000456789', '0.0004567'],
    ['0.00000001', '0.00000001'],
    ['0.0000000123456', '0.00000001234'],
    ['0.000000009999', '<0.00000001'],
    ['0.000000000000000001', '<0.00000001'],
    ['0', '0'],
    ['-0.123456', '-0.1234'],
    ['<b>', '0'],
  ])(
    '[S9.37] [S9.39] A quantity of %s is shown as %s: below one with four significant digits, and never more than it is',
    (text, shown) => {
      expect(displayQuantityIn('en')(text)).toBe(shown)
    },
  )

  it('[S9.37] Dust is written in the style of the language', () => {
    expect(displayQuantityIn('de')('0.000000001')).toBe('<0,00000001')
  })

  it.each([
    ['1.5', '1.5'],
    ['0.123401', '0.1235'],
    ['0.99999', '1'],
    ['0.00002100001', '0.00002101'],
    ['0.000000001', '0.00000001'],
    ['1.0000001', '1.001'],
    ['0', '0'],
  ])('[S19] A cost of %s is shown as %s: never less than it is', (text, shown) => {
    expect(displayQuantityIn('en')(text, true)).toBe(shown)
  })

  const unitsIn = (shown: string, decimals: number) => parseAmount(plainly(shown), decimals) ?? -1n
  const digits = fc.constantFrom(2, 3, 6, 8)
  it('[S9.37] [S19] A balance is never shown as more, and loses less than one part in a thousand', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 20, max: 40 }), digits, (amount, decimals, digits) => {
        const shown = displayAmountIn('en', digits)(amount, decimals)
        if (shown.startsWith('<')) {
          expect(amount < 10n ** BigInt(decimals - 8)).toBe(true)
          return
        }
        const read = unitsIn(shown, decimals)
        expect(read).toBeLessThanOrEqual(amount)
        if (amount < 10n ** BigInt(decimals))
          expect((amount - read) * 1_000n).toBeLessThanOrEqual(amount)
        else expect(amount - read).toBeLessThan(10n ** BigInt(decimals - digits))
      }),
      { numRuns: 1000 },
    )
  })

  it('[S19] A cost is never shown as less, nor as more by one part in a thousand unless it is dust', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 20, max: 40 }), digits, (amount, decimals, digits) => {
        const read = unitsIn(displayAmountIn('en', digits)(amount, decimals, true), decimals)
        expect(read).toBeGreaterThanOrEqual(amount)
        if (amount >= 10n ** BigInt(decimals))
          expect(read - amount).toBeLessThan(10n ** BigInt(decimals - digits))
        else if (amount >= 10n ** BigInt(decimals - 8))
          expect((read - amount) * 1_000n).toBeLessThanOrEqual(amount)
      }),
      { numRuns: 1000 },
    )
  })

  it('[S19] An amount that is shown with all digits is the amount', () => {
    fc.assert(
      fc.property(units, fc.nat(20), (amount, decimals) => {
        expect(unitsIn(displayAmountIn('en', allDigits)(amount, decimals), decimals)).toBe(amount)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['0.009', '<0.01'],
    ['1.999', '1.99'],
    ['0', '0'],
  ])('[S9.38] Money and percentages keep their digits: %s in two digits is %s', (text, shown) => {
    expect(displayDecimalIn('en', 2)(text)).toBe(shown)
  })

  it('A displayed amount has all digits where they are requested, and written as the language has it, or without its separators', () => {
    expect(displayDecimalIn('de', 20)('1234.000000000000000056')).toBe('1.234,000000000000000056')
    expect(
      displayQuantityIn('de', allDigits, { useGrouping: false })('1234.000000000000000056'),
    ).toBe('1234,000000000000000056')
  })

  it.each([
    [21_000_000_000_001n, 18, 8, '0.00002101'],
    [21_000_000_000_000n, 18, 8, '0.000021'],
    [1n, 18, 8, '0.00000001'],
    [0n, 18, 8, '0'],
    [1_234_567n, 6, 8, '1.234567'],
    [99_999_999_999n, 10, 8, '10'],
    [90_071_992_547_409_931_001n, 3, 2, '90,071,992,547,409,931.01'],
    [15n, 1, 0, '2'],
  ] as const)(
    'A cost of %i base units with %i decimals, shown with at most %i digits, is %s',
    (amount, decimals, digits, shown) => {
      expect(displayAmountIn('en', digits)(amount, decimals, true)).toBe(shown)
    },
  )
})

describe('what an amount is worth', () => {
  it.each([
    [1_500_000n, 6, '2.01', '3.015'],
    [1n, 18, '3456.78', '0.00000000000000345678'],
    [10n ** 18n, 18, '0.1', '0.1'],
    [3n, 1, '0.1', '0.03'],
    [0n, 18, '1', '0'],
    [5n, 0, '.5', '2.5'],
  ] as const)(
    '[D20] %i base units with %i decimals at %s are worth %s',
    (amount, decimals, price, text) => {
      expect(worth(amount, decimals, price)).toBe(text)
    },
  )

  it.each(['', 'NaN', '-1', '1e-7', 'free'])(
    '[D20] what an amount is worth is unknown at the price %j',
    price => {
      expect(worth(1n, 18, price)).toBeUndefined()
    },
  )

  it('[D20] [S19] The worth of an amount is exact: dividing the worth by the amount gives the price back', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 256n }),
        fc.nat(30),
        cents,
        fc.nat(20),
        (amount, decimals, price, priceDecimals) => {
          const text = worth(amount, decimals, formatAmount(price, priceDecimals)) ?? ''
          expect(parseAmount(text, decimals + priceDecimals)).toBe(amount * price)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe.skipIf(!hasVectors)('public amount vectors', () => {
  it('[S19] [D20] The public amount vectors agree on reading and writing every amount', () => {
    const { cases, count } = vectors<{
      value: string
      decimals: number
      ok: boolean
      units?: string
      roundTrip?: boolean
    }>('amounts-parse')
    for (const { value, decimals, ok, units = '', roundTrip } of cases) {
      expect(parseAmount(value, decimals), `${value} with ${decimals}`).toBe(
        ok ? BigInt(units) : undefined,
      )
      if (roundTrip) expect(formatAmount(BigInt(units), decimals)).toBe(value)
      if (ok)
        expect(parseAmount(formatAmount(BigInt(units), decimals), decimals)).toBe(BigInt(units))
    }
    expect(cases).toHaveLength(count)
  })

  it('[S9.37] [S19] The public amount vectors agree on every balance that is shown', () => {
    const { cases, count } = vectors<{ input: string | null; floor3: string }>('amounts-display')
    for (const { input, floor3 } of cases) {
      expect(floorDecimal(input), String(input)).toBe(floor3)
      const amount = parseAmount(input ?? '', 18)
      if (amount !== undefined) expect(floored(amount, 18), String(input)).toBe(floor3)
    }
    expect(cases).toHaveLength(count)
  })

  it('[S9.39] The public amount vectors agree on quantities of one or more; below one, decision 64 asks for 4 digits', () => {
    const show = displayQuantityIn('en')
    for (const { input, floor3 } of vectors<{ input: string | null; floor3: string }>(
      'amounts-display',
    ).cases) {
      const shown = plainly(show(input ?? ''))
      if (/^0\.0*[1-9]/.test(input ?? '')) expect(floorDecimal(shown), String(input)).toBe(floor3)
      else expect(Number(shown), String(input)).toBe(Number(floor3))
    }
  })

  it('[S19] [D20] The public amount vectors agree on every lamport', () => {
    const { cases, count } = vectors<{ sol: string; lamports: string }>('sol-lamports')
    for (const { sol, lamports } of cases) {
      expect(parseAmount(sol, 9), sol).toBe(BigInt(lamports))
      expect(formatAmount(BigInt(lamports), 9)).toBe(sol)
    }
    expect(cases).toHaveLength(count)
  })
})
