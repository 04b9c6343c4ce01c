import { formatAmount, parseAmount, worth } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { swapSlice } from '../refs.js'
import type { SwapState } from '../swap.js'
import { impactOf, impactRisk, percentDecimals, priceImpact, riskOf, worseOf } from './risk.js'
import { maxSlippage, minimumReceived, slippageRisk } from './slippage.js'
import { missingForGas, netOutput, onOneScale, providerFee } from './swap-math.js'

const units = (text: string, decimals = 18): bigint => parseAmount(text, decimals) ?? -1n
const percent = (text: string): bigint => units(text, percentDecimals)
const amounts = fc.bigInt({ min: 0n, max: 2n ** 200n })
const slippages = fc.integer({ min: 0, max: 5_000 })

describe('slippage', () => {
  it('[S9.15] the slippage is 1 percent by default', () => {
    const { slippageBasisPoints } = swapSlice.initial()
    expect(slippageBasisPoints).toBe(100)
    expect(maxSlippage(units('200'), slippageBasisPoints)).toBe(units('2'))
  })

  it.each([
    [0n, 100, 0n],
    [1n, 100, 1n],
    [99n, 100, 99n],
    [100n, 100, 99n],
    [10_000n, 1, 9_999n],
    [10_000n, 5_000, 5_000n],
    [10_000n, 0, 10_000n],
  ])(
    '[D26d] the minimum received of %s base units at %s basis points is %s',
    (amount, basisPoints, least) => {
      expect(minimumReceived(amount, basisPoints)).toBe(least)
    },
  )

  it('[S22] the minimum is never less than the slippage allows, and never more than was quoted', () => {
    fc.assert(
      fc.property(amounts, slippages, (amount, basisPoints) => {
        const least = minimumReceived(amount, basisPoints)
        return (
          least <= amount &&
          least * 10_000n >= amount * BigInt(10_000 - basisPoints) &&
          least + maxSlippage(amount, basisPoints) === amount
        )
      }),
    )
  })

  it.each([
    [0, 'usual'],
    [100, 'usual'],
    [500, 'usual'],
    [501, 'severe'],
    [5_000, 'severe'],
    [5_001, 'refused'],
    [-1, 'refused'],
    [1.5, 'refused'],
    [Number.NaN, 'refused'],
  ] as const)('[S22] a slippage of %s basis points is %s', (basisPoints, risk) => {
    expect(slippageRisk(basisPoints)).toBe(risk)
  })
})

describe('the loss of a swap', () => {
  it('[S9.16] the provider keeps 0.85 percent', () => {
    expect(providerFee(units('1'))).toBe(units('0.0085'))
    expect(providerFee(117n)).toBe(0n)
    expect(providerFee(118n)).toBe(1n)
  })

  it.each([
    ['1', '2', '1', '2', '0'],
    ['1', '100', '97', '1', '3'],
    ['1', '1', '0', '1', '100'],
    ['3', '0.1', '0.299', '1', '0.333333333333'],
  ])(
    '[D26e] the price impact of %s at %s for %s at %s is %s percent',
    (amount, price, got, toPrice, impact) => {
      expect(
        priceImpact(
          { amount: units(amount), decimals: 18, price },
          { amount: units(got, 6), decimals: 6, price: toPrice },
        ),
      ).toBe(percent(impact))
    },
  )

  it('[D26e] a gain has a negative price impact', () => {
    expect(
      priceImpact({ amount: 1n, decimals: 0, price: '1' }, { amount: 2n, decimals: 0, price: '1' }),
    ).toBe(-percent('100'))
  })

  it('the price impact is undefined without both prices, or when nothing is sold', () => {
    const dollar = { amount: 1n, decimals: 0, price: '1' }
    for (const price of [undefined, 'much', '-1', '1e3']) {
      expect(priceImpact({ ...dollar, price }, dollar)).toBeUndefined()
      expect(priceImpact(dollar, { ...dollar, price })).toBeUndefined()
    }
    expect(priceImpact({ ...dollar, price: '0' }, dollar)).toBeUndefined()
    expect(priceImpact({ ...dollar, amount: 0n }, dollar)).toBeUndefined()
  })

  it('the price impact does not depend on the decimals of the tokens', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.nat(30),
        fc.nat(30),
        (paid, got, one, other) => {
          const plain = priceImpact(
            { amount: paid, decimals: 0, price: '1.5' },
            { amount: got, decimals: 0, price: '0.7' },
          )
          const scaled = (amount: bigint, decimals: number, price: string) => ({
            amount: amount * 10n ** BigInt(decimals),
            decimals,
            price,
          })
          return plain === priceImpact(scaled(paid, one, '1.5'), scaled(got, other, '0.7'))
        },
      ),
    )
  })

  it.each([
    ['-100', 'high'],
    ['-10', 'high'],
    ['-9.99', 'usual'],
    ['0', 'usual'],
    ['2.999999999999', 'usual'],
    ['3', 'high'],
    ['9.999999999999', 'high'],
    ['10', 'severe'],
    ['49.999999999999', 'severe'],
    ['50', 'refused'],
  ] as const)('[D26e] [S21] a price impact of %s percent is %s', (text, risk) => {
    expect(impactRisk(text.startsWith('-') ? -percent(text.slice(1)) : percent(text))).toBe(risk)
  })
  it('[S21] an unknown price impact is severe', () => expect(impactRisk(undefined)).toBe('severe'))
  it.each([
    [undefined, undefined, undefined, 'severe'],
    [undefined, '90', '90', 'refused'],
    [undefined, '12', '12', 'severe'],
    [undefined, '0.01', '0.01', 'usual'],
    ['0.5', undefined, '0.5', 'usual'],
    ['0.5', '12', '12', 'severe'],
    ['12', '0.5', '12', 'severe'],
    ['2', '1', '2', 'usual'],
    ['30', '12', '30', 'severe'],
    ['-4', '1', '1', 'usual'],
    ['-40', '1', '-40', 'high'],
    ['-40', '60', '60', 'refused'],
  ] as const)(
    '[D26e] [S21] the worse of a loss of %s percent by the prices and %s by the market is %s, which is %s',
    (priced, market, shown, risk) => {
      const read = (text: string | undefined) =>
        text?.startsWith('-')
          ? -percent(text.slice(1))
          : text === undefined
            ? undefined
            : percent(text)
      expect(worseOf(read(priced), read(market))).toBe(read(shown))
      expect(impactRisk(worseOf(read(priced), read(market)))).toBe(risk)
    },
  )
})

describe('the loss and the risk of a shown swap', () => {
  const [source, target] = ['gold', 'salt'].map(name => ({
    network: 'tally:main' as const,
    asset: `tally:main/coin:${name}` as const,
    symbol: name,
    name,
    decimals: 2,
  }))
  const quote = { sold: 100_00n, toAmount: 95_00n }
  const shown = (change: object = {}, offer: object = {}) =>
    ({
      ...swapSlice.initial(),
      source,
      target,
      prices: { [source?.asset ?? '']: '1', [target?.asset ?? '']: '1' },
      phase: { name: 'quoted', quote: { ...quote, ...offer } },
      ...change,
    }) as SwapState

  it('[S21] the loss of a swap is the worse of the loss by prices and the loss by the market', () => {
    expect(impactOf(shown())).toBe(percent('5'))
    expect(impactOf(shown({}, { impact: percent('12') }))).toBe(percent('12'))
    expect(impactOf(shown({ prices: {} }))).toBeUndefined()
    for (const missing of [
      { source: undefined },
      { target: undefined },
      { phase: { name: 'editing' } },
    ])
      expect(impactOf(shown({ ...missing, prices: {} }, { impact: percent('12') }))).toBeUndefined()
  })

  it('[S21] [S22] the risk of a swap is the worse of its loss and its slippage', () => {
    expect(riskOf(shown({}, { toAmount: 99_00n }))).toBe('usual')
    expect(riskOf(shown())).toBe('high')
    expect(riskOf(shown({ slippageBasisPoints: 501 }))).toBe('severe')
    expect(riskOf(shown({}, { toAmount: 85_00n }))).toBe('severe')
    expect(riskOf(shown({ slippageBasisPoints: 5_001 }))).toBe('refused')
    expect(riskOf(shown({}, { toAmount: 50_00n }))).toBe('refused')
    expect(riskOf(shown({ prices: {} }))).toBe('severe')
  })
})

describe('the output after all costs', () => {
  const dollars = (text: string) => ({ amount: units(text, 6), decimals: 6, price: '1' })

  it('the net output is the output less the gas cost, rounded down', () => {
    expect(netOutput(dollars('100'), { amount: units('0.001'), decimals: 18, price: '3000' })).toBe(
      units('97', 6),
    )
    expect(netOutput(dollars('100'), { amount: 1n, decimals: 18, price: '3000' })).toBe(
      units('99.999999', 6),
    )
  })

  it('the net output is the output itself when a price is unknown, and may be negative', () => {
    expect(
      netOutput(
        { ...dollars('100'), price: undefined },
        { amount: 1n, decimals: 18, price: '3000' },
      ),
    ).toBe(units('100', 6))
    expect(netOutput(dollars('100'), { amount: 1n, decimals: 18 })).toBe(units('100', 6))
    expect(netOutput(dollars('1'), { amount: units('0.001'), decimals: 18, price: '3000' })).toBe(
      -units('2', 6),
    )
  })
})

describe('gas', () => {
  it.each([
    [{ isSmartAccount: false, balance: 0n, cost: 0n }, 0n],
    [{ isSmartAccount: false, balance: 0n, cost: 5n }, 5n],
    [{ isSmartAccount: false, balance: 4n, cost: 5n }, 1n],
    [{ isSmartAccount: false, balance: 5n, cost: 5n }, undefined],
    [{ isSmartAccount: false, balance: 5n, cost: 5n, sold: 1n }, 1n],
    [{ isSmartAccount: false, balance: 6n, cost: 5n, sold: 1n }, undefined],
    [{ isSmartAccount: true, balance: 0n, cost: 5n }, undefined],
  ])('[S5.16] [S5.17] [S5.18] the gas check of %o finds %s missing', (account, missing) => {
    expect(missingForGas(account)).toBe(missing)
  })
})

interface MathCase {
  readonly name: string
  readonly [field: string]: unknown
}
describe.skipIf(!hasVectors)('the public vectors', () => {
  const { cases, count } = vectors<MathCase>('swap-math')
  const text = (value: unknown): string => String(value)
  const about = (found: number, wanted: unknown, tolerance = 1e-12) =>
    expect(Math.abs(found - Number(wanted))).toBeLessThanOrEqual(tolerance)

  /** One check per kind of case, by the fields that a case has. */
  const checks: readonly (readonly [field: string, check: (given: MathCase) => void])[] = [
    [
      'gasInUSD',
      given => {
        about(
          Number(
            worth(
              BigInt(text(given.gasLimit)) * BigInt(text(given.gasPriceWei)),
              18,
              text(given.networkPrice),
            ),
          ),
          given.gasInUSD,
        )
        about(
          Number(formatAmount(BigInt(text(given.gasLimit)) * BigInt(text(given.gasPriceWei)), 18)),
          given.gasInNative,
        )
      },
    ],
    [
      'priceImpactPercent',
      given => {
        const decimals = Number(given.toDecimals ?? 18)
        const impact = priceImpact(
          {
            amount: units(text(given.sourceAmount)),
            decimals: 18,
            price: text(given.sourcePriceUSD),
          },
          {
            amount: units(text(given.toAmount ?? given.toAmountGiven), decimals),
            decimals,
            price: text(given.toPriceUSD),
          },
        )
        about(Number(impact) / 10 ** percentDecimals, given.priceImpactPercent, 1e-9)
      },
    ],
    [
      'maxSlippage',
      given => {
        expect(maxSlippage(units(text(given.toAmount)), Number(given.slippagePercent) * 100)).toBe(
          units(text(given.maxSlippage)),
        )
      },
    ],
    [
      'providerFee',
      given =>
        expect(providerFee(units(text(given.sourceAmount)))).toBe(units(text(given.providerFee))),
    ],
    [
      'insufficientForGas',
      given => {
        const short = missingForGas({
          isSmartAccount: given.smartAccount === true,
          balance: units(text(given.networkBalanceUSD)),
          cost: given.gasUSD === undefined ? 1n : units(text(given.gasUSD)),
        })
        expect(short !== undefined).toBe(given.insufficientForGas)
      },
    ],
    [
      'expected',
      given => {
        const { priceImpact: impact, maxSlippage: most } = given.expected as {
          priceImpact: number
          maxSlippage: number
        }
        const amount = BigInt(text(given.quoteToAmount))
        // The reference reckons with what it shows, rounded to 6 digits; so the same formula is
        // given the same amount.
        const shown = ((amount + 5n * 10n ** 11n) / 10n ** 12n) * 10n ** 12n
        const found = priceImpact(
          {
            amount: units(text(given.sourceAmount)),
            decimals: 18,
            price: text(given.sourcePriceUSD),
          },
          { amount: shown, decimals: 18, price: text(given.toPriceUSD) },
        )
        about(Number(found) / 10 ** percentDecimals, impact, 1e-9)
        about(Number(maxSlippage(amount, 100)) / 1e18, most, 1e-9)
      },
    ],
    [
      'quoteAmountParam',
      given =>
        expect(text(parseAmount(text(given.sourceAmount), Number(given.decimals)))).toBe(
          given.quoteAmountParam,
        ),
    ],
    [
      'note',
      given => {
        const amount = parseAmount(text(given.sourceAmount), 18)
        expect(formatAmount(amount ?? -1n, 18)).toBe(text(given.sourceAmount))
      },
    ],
    // By prices alone, less the fee: a hundred-millionth of a token is lost in the reference's
    // floating numbers.
    [
      'toAmount',
      given => {
        const decimals = Number(given.toDecimals ?? 18)
        const price = given.sourcePriceUSD === undefined ? '1' : text(given.sourcePriceUSD)
        const toPrice = given.toPriceUSD === undefined ? '1' : text(given.toPriceUSD)
        const amount = units(text(given.sourceAmount))
        const one = 10n ** BigInt(decimals)
        const [paid = 0n, each = 1n] = onOneScale(
          { amount: amount - providerFee(amount), decimals: 18, price },
          { amount: one, decimals, price: toPrice },
        )
        const found = each && (paid * one) / each
        about(Number(formatAmount(found, decimals)), given.toAmount, 1e-6)
      },
    ],
  ]
  it('the file of public vectors has as many cases as it declares', () =>
    expect(cases).toHaveLength(count))
  it.each(cases.map((given, index) => [`${index} ${given.name}`, given] as const))(
    'the public vector %s has the expected result',
    (_, given) => {
      const check = checks.find(([field]) => field in given)
      expect(check).toBeDefined()
      check?.[1](given)
    },
  )
})

describe.skipIf(!hasVectors)('the thresholds of an independent engine', () => {
  const { cases } = vectors<{ readonly flow: string; readonly rule: string }>(
    'presign-warning-thresholds',
  )
  const rank = (risk: string): number => ['usual', 'high', 'severe', 'refused'].indexOf(risk)

  it('[S22] the slippage risk is severe wherever the independent engine warns or sees danger', () => {
    expect(cases).toContainEqual(
      expect.objectContaining({
        rule: 'slippage tolerance',
        warn: '>= 10 % and <= 20 %',
        danger: '> 20 %',
      }),
    )
    for (let basisPoints = 1_000; basisPoints <= 10_000; basisPoints += 250)
      expect(rank(slippageRisk(basisPoints))).toBeGreaterThanOrEqual(rank('severe'))
  })
  it('[S21] the risk of a loss is severe wherever the independent engine warns or sees danger', () => {
    expect(cases).toContainEqual(
      expect.objectContaining({
        rule: 'value received vs paid',
        warn: '-20 % to -10 %',
        danger: 'below -20 %',
      }),
    )
    for (let loss = 10n; loss <= 100n; loss++)
      expect(rank(impactRisk(loss * percent('1')))).toBeGreaterThanOrEqual(rank('severe'))
  })
})
