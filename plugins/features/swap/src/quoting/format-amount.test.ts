import { createKernel, definePlugin } from '@portico/kernel'
import { preferencesSlice } from '@portico/kernel/shell'
import { allDigits, textSlice } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { formatTokenAmount } from '../index.js'
import { recordedIn } from './format-amount.js'

const speaking = (language: string) =>
  createKernel({
    plugins: [
      definePlugin({
        id: 'test/text',
        owns: [textSlice],
        setup: context =>
          context.update(textSlice, state => void Object.assign(state, { language })),
      }),
    ],
  })

describe('[S8.16] [S9.18] an amount with its symbol in a message', () => {
  it.each([
    ['en', 3_223_019_999n, 6, 'USDC', '3,223.019 USDC'],
    ['de', 3_223_019_999n, 6, 'USDC', '3.223,019 USDC'],
    ['en', 1_500_000n, 6, 'USDC', '1.5 USDC'],
    ['en', 0n, 18, 'ETH', '0 ETH'],
    ['en', 90_000n, 8, 'WBTC', '0.0009 WBTC'],
    ['en', 100_000n, 8, 'WBTC', '0.001 WBTC'],
    ['en', 7n, 0, 'MRK', '7 MRK'],
    ['en', 1n, 0, 'T\u202EOKEN'.repeat(9), '1 TOKENTOKENTOKEN…'],
  ])(
    'an amount in the language %s: %i with %i decimals of %s is %s',
    (language, amount, decimals, symbol, words) => {
      expect(formatTokenAmount(speaking(language), amount, { decimals, symbol })).toBe(words)
    },
  )

  it('a paid amount is shown with all the digits that were typed', () => {
    expect(
      formatTokenAmount(
        speaking('en'),
        1_234_000_000_000_500_000n,
        { decimals: 18, symbol: 'ETH' },
        allDigits,
      ),
    ).toBe('1.2340000000005 ETH')
  })
})

describe('a recorded amount', () => {
  const recorded = (hidesAmounts: true | undefined) =>
    recordedIn(
      createKernel({
        plugins: [
          definePlugin({
            id: 'test/preferences',
            owns: [preferencesSlice],
            setup: context =>
              context.update(
                preferencesSlice,
                state => void Object.assign(state, { hidesAmounts }),
              ),
          }),
        ],
      }),
    )
  it.each([
    ['1.5 ETH', '•••• ETH'],
    ['3,223.019 USDC', '•••• USDC'],
    ['3 223 019,5 USD Coin', '•••• USD Coin'],
    ['5 1INCH', '•••• 1INCH'],
    ['<0.00000001 WBTC', '•••• WBTC'],
    ['٣٬٢٢٣ USDC', '•••• USDC'],
    ['∞ USDC', '∞ USDC'],
    ['', ''],
  ])(
    'the recorded amount %j is shown as %j when the person hides amounts, and unchanged otherwise',
    (amount, hidden) => {
      expect(recorded(true)(amount)).toBe(hidden)
      expect(recorded(undefined)(amount)).toBe(amount)
    },
  )
})
