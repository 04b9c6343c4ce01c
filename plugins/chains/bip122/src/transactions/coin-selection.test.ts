import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeAt, inputWeightOf, type SelectionRequest, selectCoins } from './coin-selection.js'

interface Coin {
  readonly value: bigint
}
const inputWeight = inputWeightOf('p2wpkh') ?? 0
const request = (
  values: readonly bigint[],
  amount: bigint | 'max',
  rate = 1_000n,
): SelectionRequest<Coin> => ({
  coins: values.map(value => ({ value })),
  amount,
  rate,
  inputWeight,
  outputBytes: 22,
  changeBytes: 22,
  dust: 294n,
})

describe('coins for a transfer', () => {
  it.each([
    ['one that is large enough', [50_000n, 10_000n], 20_000n, { fee: 141n, change: 29_859n }],
    [
      'several, the largest first',
      [10_000n, 30_000n, 20_000n],
      45_000n,
      { fee: 209n, change: 4_791n },
    ],
    ['without change, where it would be dust', [20_400n], 20_000n, { fee: 400n, change: 0n }],
    ['all of them', [30_000n, 20_000n], 'max', { amount: 49_822n, fee: 178n, change: 0n }],
  ] as const)('the selected coins are %s', (_what, values, amount, expected) =>
    expect(selectCoins(request(values, amount))).toMatchObject(expected),
  )

  it('coins that cost more than they bring are not selected', () => {
    expect(selectCoins(request([100_000n, 600n], 'max', 10_000n))).toMatchObject({
      coins: [{ value: 100_000n }],
    })
  })
  it('a shortfall is reported with the fee, and with the amount that can be sent', () => {
    expect(selectCoins(request([10_000n], 10_000n))).toEqual({ missing: 110n, spendable: 9_890n })
    expect(selectCoins(request([], 'max'))).toEqual({ missing: 42n, spendable: 0n })
  })
  it('a selection never loses or creates a satoshi, never pays too little, and never far too much', () => {
    const value = fc.bigInt({ min: 1n, max: 10_000_000n })
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 30 }),
        fc.oneof(value, fc.constant('max' as const)),
        fc.bigInt({ min: 1_000n, max: 200_000n }),
        (values, amount, rate) => {
          const made = selectCoins(request(values, amount, rate))
          if ('missing' in made) {
            expect(made.missing).toBeGreaterThanOrEqual(0n)
            return
          }
          const sum = made.coins.reduce((all, coin) => all + coin.value, 0n)
          expect(made.amount + made.fee + made.change).toBe(sum)
          if (amount !== 'max') expect(made.amount).toBe(amount)
          const outputs = made.change ? 2 : 1
          const least = feeAt(rate, 42 + made.coins.length * inputWeight + outputs * 124)
          expect(made.fee).toBeGreaterThanOrEqual(least)
          expect(made.fee).toBeLessThanOrEqual(least + feeAt(rate, 124) + 294n)
          expect(made.change === 0n || made.change >= 294n).toBe(true)
        },
      ),
    )
  })
})
