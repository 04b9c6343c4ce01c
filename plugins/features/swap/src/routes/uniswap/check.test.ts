import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import { encodeFunctionData, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../../kernel/test/vectors.js'
import {
  ada,
  addressOf,
  amount,
  dai,
  dollar,
  eve,
  exactInput,
  flip,
  inOrder,
  multicall,
  now,
  order,
  outOrder,
  outPath,
  permit,
  raw,
  router,
  shownIn,
  shownOut,
  shownToken,
  soon,
  swapOf,
  trusted,
  wrapped,
} from '../../../test/uniswap-orders.js'
import { type Fault, faultOfSwap, type Shown } from './check.js'
import {
  pathBytes,
  readOrder,
  routerItself,
  writeApprove,
  writeDeposit,
  writeWithdraw,
} from './router-calls.js'

/** What a server, a script or a route could have put in the place of the honest answer. */
const altered: readonly (readonly [
  what: string,
  fault: Fault,
  transaction: Eip155Transaction,
  shown?: Shown,
])[] = [
  ['another router', 'router', swapOf({ to: eve })],
  ['the token itself as router', 'router', swapOf({ to: dai })],
  ['the wrapped coin as router', 'router', swapOf({ to: wrapped })],
  ['no address at all', 'router', { data: order(), value: 0n }],
  ['value where a token is sold', 'value', swapOf({ value: 1n })],
  ['all the coin as value where a token is sold', 'value', swapOf({ value: amount })],
  ['no value where the coin is sold', 'value', inOrder({ value: 0n }), shownIn],
  ['less value', 'value', inOrder({ value: amount - 1n }), shownIn],
  ['more value', 'value', inOrder({ value: amount + 1n }), shownIn],
  ['a hundred times the value', 'value', inOrder({ value: amount * 100n }), shownIn],
  [
    'what of the coin is not sold stays with the router',
    'value',
    inOrder({ refund: false }),
    shownIn,
  ],
  ['a refund where a token is sold', 'value', swapOf({ refund: true })],
  ['a third party receives', 'recipient', swapOf({ recipient: eve })],
  ['the router keeps it', 'recipient', swapOf({ recipient: routerItself })],
  ['the zero address receives', 'recipient', swapOf({ recipient: addressOf('0') })],
  [
    'a third party receives bought tokens for coins',
    'recipient',
    inOrder({ recipient: eve }),
    shownIn,
  ],
  [
    'a third party receives the coin',
    'recipient',
    outOrder({ unwrap: { minimum: shownOut.minimum, recipient: eve } }),
    shownOut,
  ],
  ['a third party receives the wrapped coin', 'recipient', outOrder({ recipient: eve }), shownOut],
  [
    'the wrapped coin stays with the router',
    'recipient',
    swapOf({ path: outPath, recipient: routerItself }),
    shownOut,
  ],
  [
    'the token is unwrapped to a third party',
    'recipient',
    swapOf({ unwrap: { minimum: 0n, recipient: eve } }),
  ],
  [
    'another token is sold',
    'token',
    swapOf({ path: { tokens: [dollar, wrapped, dollar], fees: [500, 500] } }),
  ],
  ['another token is bought', 'token', swapOf({ path: { tokens: [dai, wrapped], fees: [500] } })],
  [
    'an unknown token is bought',
    'token',
    swapOf({ path: { tokens: [dai, dollar, eve], fees: [500, 500] } }),
  ],
  [
    'the same way backwards',
    'token',
    swapOf({ path: { tokens: [dollar, wrapped, dai], fees: [500, 3_000] } }),
  ],
  [
    'coins buy another token',
    'token',
    inOrder({ path: { tokens: [wrapped, eve], fees: [500] } }),
    shownIn,
  ],
  [
    'another token than the coin is unwrapped',
    'token',
    outOrder({ path: { tokens: [dai, dollar], fees: [500] } }),
    shownOut,
  ],
  ['one base unit more is sold', 'amount', swapOf({ amountIn: amount + 1n })],
  ['5 % more is sold', 'amount', swapOf({ amountIn: (amount * 105n) / 100n })],
  ['5 % less is sold', 'amount', swapOf({ amountIn: (amount * 95n) / 100n })],
  ['nothing is sold', 'amount', swapOf({ amountIn: 0n })],
  ['everything is sold', 'amount', swapOf({ amountIn: maxUint256 })],
  ['the amount with 6 decimals for 18', 'amount', swapOf({ amountIn: 1_000_000n })],
  ['the router’s own balance is sold', 'amount', swapOf({ amountIn: 1n << 255n })],
  ['no minimum', 'minimum', swapOf({ minimum: 0n })],
  ['a minimum of one base unit', 'minimum', swapOf({ minimum: 1n })],
  ['one base unit less as minimum', 'minimum', swapOf({ minimum: shownToken.minimum - 1n })],
  [
    'a minimum that is 5 % lower',
    'minimum',
    swapOf({ minimum: (shownToken.minimum * 95n) / 100n }),
  ],
  ['a minimum with 4 decimals for 6', 'minimum', swapOf({ minimum: 9_900n })],
  [
    'an output that is stated 5 % too high',
    'minimum',
    swapOf(),
    { ...shownToken, toAmount: 1_050_000n, minimum: 1_039_500n },
  ],
  [
    'an output that is stated 5 % too low',
    'minimum',
    swapOf(),
    { ...shownToken, toAmount: 950_000n, minimum: 940_500n },
  ],
  [
    'an output that is stated in 18 decimals',
    'minimum',
    swapOf(),
    { ...shownToken, toAmount: 10n ** 18n, minimum: 99n * 10n ** 16n },
  ],
  [
    'no minimum for the coin',
    'minimum',
    outOrder({ unwrap: { minimum: 0n, recipient: ada } }),
    shownOut,
  ],
  ['no minimum before unwrapping', 'minimum', outOrder({ minimum: 0n }), shownOut],
  ['a deadline that is over', 'deadline', swapOf({ deadline: BigInt(now - 1) })],
  ['no deadline', 'deadline', swapOf({ deadline: 0n })],
  ['a deadline of 20 minutes and a second', 'deadline', swapOf({ deadline: BigInt(now + 1_201) })],
  ['a deadline in a thousand years', 'deadline', swapOf({ deadline: maxUint256 })],
  ['a permit for another token', 'permit', swapOf({ permit: { ...permit, token: dollar } })],
  ['a permit for more', 'permit', swapOf({ permit: { ...permit, value: amount + 1n } })],
  ['a permit without limit', 'permit', swapOf({ permit: { ...permit, value: maxUint256 } })],
  ['a permit that is over', 'permit', swapOf({ permit: { ...permit, deadline: BigInt(now - 1) } })],
  [
    'a permit where the coin is sold',
    'permit',
    inOrder({ permit: { ...permit, token: wrapped } }),
    shownIn,
  ],
  ['an approval for a third party', 'unreadable', swapOf({ data: writeApprove(eve, maxUint256) })],
  [
    'an approval for a third party, sent to the token',
    'router',
    swapOf({ to: dai, data: writeApprove(eve, maxUint256) }),
  ],
  [
    'a transfer to a third party, sent to the token',
    'router',
    { to: dai, value: 0n, data: `0xa9059cbb${eve.slice(2).padStart(64, '0')}${'f'.repeat(64)}` },
  ],
  ['no data', 'unreadable', { to: router, value: 0n }],
  [
    'the exchange outside of a multicall, without a deadline',
    'unreadable',
    swapOf({ data: exactInput(ada, amount, shownToken.minimum) }),
  ],
  [
    'two exchanges',
    'unreadable',
    multicall(exactInput(ada, amount, shownToken.minimum), exactInput(eve, amount, 0n)),
  ],
  [
    'a sweep of the rest to a third party',
    'unreadable',
    multicall(exactInput(ada, amount, shownToken.minimum), raw('sweepToken', [dollar, 0n, eve])),
  ],
  [
    'a pull of another token first',
    'unreadable',
    multicall(raw('pull', [dollar, amount]), exactInput(ada, amount, shownToken.minimum)),
  ],
  [
    'an exchange for an exact output',
    'unreadable',
    multicall(
      raw('exactOutput', [
        {
          path: pathBytes({ tokens: [dollar, dai], fees: [500] }),
          recipient: ada,
          amountOut: shownToken.minimum,
          amountInMaximum: maxUint256,
        },
      ]),
    ),
  ],
  [
    'a multicall without a deadline',
    'unreadable',
    swapOf({
      data: encodeFunctionData({
        abi: [
          {
            type: 'function',
            name: 'multicall',
            stateMutability: 'payable',
            inputs: [{ name: 'data', type: 'bytes[]' }],
            outputs: [],
          },
        ],
        functionName: 'multicall',
        args: [[exactInput(ada, amount, shownToken.minimum)]],
      }),
    }),
  ],
  [
    'a multicall within the multicall',
    'unreadable',
    multicall(raw('multicall', [soon, [exactInput(ada, amount, shownToken.minimum)]])),
  ],
  [
    'an order of calls turned around',
    'unreadable',
    multicall(
      raw('unwrapWETH9', [shownOut.minimum, ada]),
      exactInput(ada, amount, shownToken.minimum),
    ),
  ],
  ['a word after the end', 'unreadable', swapOf({ data: `${order()}${'00'.repeat(32)}` })],
  ['half a path', 'unreadable', swapOf({ data: order({ path: { tokens: [dai], fees: [] } }) })],
  ['a hundred times the gas', 'gas', swapOf({ gas: 30_000_000n })],
  ['a gas price that the route chose', 'gas', swapOf({ maxFeePerGas: 10n ** 15n })],
  ['a priority fee that the route chose', 'gas', swapOf({ maxPriorityFeePerGas: 10n ** 15n })],
  [
    'a deposit instead of a withdrawal',
    'unreadable',
    { to: wrapped, data: writeDeposit(), value: 0n },
    { ...shownOut, from: wrapped, toAmount: amount, minimum: amount },
  ],
  [
    'a withdrawal of less than was wrapped',
    'unreadable',
    { to: wrapped, data: writeWithdraw(amount - 1n), value: 0n },
    { ...shownOut, from: wrapped, toAmount: amount, minimum: amount },
  ],
  [
    'a wrapping by an unknown contract',
    'router',
    { to: eve, data: writeDeposit(), value: amount },
    { ...shownIn, to: wrapped, toAmount: amount, minimum: amount },
  ],
  [
    'a wrapping that loses',
    'minimum',
    { to: wrapped, data: writeDeposit(), value: amount },
    { ...shownIn, to: wrapped, toAmount: amount, minimum: amount - 1n },
  ],
]

describe('an honest transaction', () => {
  it.each<[string, Eip155Transaction, Shown]>([
    ['token for token', swapOf(), shownToken],
    ['with a permit', swapOf({ permit }), shownToken],
    ['the coin for a token', inOrder(), shownIn],
    ['a token for the coin', outOrder(), shownOut],
    [
      'the coin for its token',
      { to: wrapped, data: writeDeposit(), value: amount },
      { ...shownIn, to: wrapped, toAmount: amount, minimum: amount },
    ],
    [
      'the token of the coin for it',
      { to: wrapped, data: writeWithdraw(amount), value: 0n },
      { ...shownOut, from: wrapped, toAmount: amount, minimum: amount },
    ],
  ])('an honest transaction passes: %s', (_, transaction, shown) => {
    expect(faultOfSwap(transaction, shown, trusted, now)).toBeUndefined()
  })
  it('an honest transaction passes with its letters in any case', () => {
    const { to, data, value } = swapOf()
    const upper = (hex: Hex | undefined): Hex => `0x${hex?.slice(2).toUpperCase() ?? ''}`
    expect(
      faultOfSwap(
        { to: upper(to), data: upper(data), value: value ?? 0n },
        shownToken,
        trusted,
        now,
      ),
    ).toBeUndefined()
  })
})

describe('[S21] an altered answer', () => {
  it('the altered answers have at least 60 kinds', () =>
    expect(altered.length).toBeGreaterThanOrEqual(60))
  it.each(
    altered.map(([what, fault, transaction, shown = shownToken]) => ({
      what,
      fault,
      transaction,
      shown,
    })),
  )('an altered answer is refused: $what ($fault)', ({ fault, transaction, shown }) => {
    expect(faultOfSwap(transaction, shown, trusted, now)).toBe(fault)
  })

  it('[S21] an answer with any changed digit is refused, unless recipient, amount and minimum stay as shown', () => {
    for (const [{ data = '0x' }, shown, value] of [
      [swapOf({ permit }), shownToken, 0n],
      [inOrder(), shownIn, amount],
      [outOrder(), shownOut, 0n],
    ] as const) {
      const passing = Array.from({ length: data.length - 2 }, (_, at) => at + 2).filter(
        at =>
          faultOfSwap({ to: router, data: flip(data, at), value }, shown, trusted, now) ===
          undefined,
      )
      // What is left: the way in between, its fees, the deadline within its 20 minutes, and the
      // signature of the permit: none of them moves funds.
      const harmless = passing.every(at => {
        const changed = readOrder(flip(data, at))
        return (
          changed?.swap.recipient === readOrder(data)?.swap.recipient &&
          (changed?.swap.amountOutMinimum ?? 0n) >= shown.minimum &&
          changed?.swap.amountIn === amount
        )
      })
      expect(harmless).toBe(true)
    }
  })
})

describe.skipIf(!hasVectors)('the rules of an independent engine', () => {
  const { cases } = vectors<{
    readonly flow: string
    readonly rule: string
    readonly danger?: unknown
  }>('presign-warning-thresholds')
  it.each<[string, string, Fault, Eip155Transaction, Shown]>([
    ['swap', 'recipient is not the user', 'recipient', swapOf({ recipient: eve }), shownToken],
    [
      'wrap',
      'received differs from paid',
      'minimum',
      { to: wrapped, data: writeDeposit(), value: amount },
      { ...shownIn, to: wrapped, toAmount: amount, minimum: (amount * 94n) / 100n },
    ],
    ['any', 'gas needed', 'gas', swapOf({ gas: 3_000_001n }), shownToken],
  ])(
    '[S21] our check refuses where the independent engine sees danger: %s, %s',
    (flow, rule, fault, transaction, shown) => {
      expect(cases.some(one => one.flow === flow && one.rule === rule)).toBe(true)
      expect(faultOfSwap(transaction, shown, trusted, now)).toBe(fault)
    },
  )
})
