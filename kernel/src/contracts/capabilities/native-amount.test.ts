import { expect, it } from 'vitest'
import { nativeAmount } from './native-amount.js'

const coin = { symbol: 'PBL', decimals: 2 }
const native = { asset: 'native', amount: 100n, decimals: 2 } as const

it('a transfer of the native coin sends its amount, and the maximum everything that is left after the fee', () => {
  expect(nativeAmount(native, coin, 100n)).toBe(100n)
  expect(nativeAmount({ ...native, amount: 'max' }, coin, 70n)).toBe(70n)
})
it.each([
  [
    'of another asset',
    { ...native, asset: 'pebble:shore/token:1' },
    500n,
    'TRANSFER_ASSET',
    'Only PBL can be sent.',
  ],
  [
    'shown with other decimals',
    { ...native, decimals: 3 },
    500n,
    'TRANSFER_ASSET',
    'The amount was shown with 3 decimals, but the network says 2. Nothing was sent.',
  ],
  [
    'of more than there is',
    native,
    25n,
    'TRANSFER_FUNDS',
    'You need 0.75 PBL more, including the fee.',
  ],
  [
    'of all, without enough for the fee',
    { ...native, amount: 'max' },
    -4n,
    'TRANSFER_FUNDS',
    'You need 0.05 PBL more, including the fee.',
  ],
  ['of nothing', { ...native, amount: 0n }, 500n, 'TRANSFER_TOO_SMALL', 'Send more than 0 PBL.'],
  ['below zero', { ...native, amount: -1n }, 500n, 'TRANSFER_TOO_SMALL', 'Send more than 0 PBL.'],
] as const)(
  'a transfer %s of the native coin is refused with a sentence',
  (_, intent, most, code, message) => {
    expect(() => nativeAmount(intent, coin, most)).toThrow(
      expect.objectContaining({ code, message }),
    )
  },
)
