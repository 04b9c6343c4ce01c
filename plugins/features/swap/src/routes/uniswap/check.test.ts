import { createRequire } from 'node:module'
import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import fc from 'fast-check'
import {
  type Abi,
  encodeFunctionData,
  encodePacked,
  hashTypedData,
  maxUint256,
  type TypedDataDefinition,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../../kernel/test/vectors.js'
import { minimumReceived } from '../../quoting/swap-math.js'
import {
  type Fault,
  faultOfApproval,
  faultOfPermit,
  faultOfSwap,
  longestDeadline,
  type Shown,
} from './check.js'
import { typedPermit } from './permit.js'
import { bodyOf, routerStep } from './route-steps.js'
import {
  type Path,
  type PermitCall,
  pathBytes,
  readApprove,
  readOrder,
  routerItself,
  writeApprove,
  writeDeposit,
  writeOrder,
  writeWithdraw,
} from './router-calls.js'

const routerAbi: Abi = createRequire(import.meta.url)(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
).abi
const addressOf = (digit: string): Hex => `0x${digit.repeat(40)}`
const [ada, eve, router, wrapped, dollar, dai] = ['a', 'e', '1', '2', '3', '4'].map(addressOf) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const trusted = { router, wrapped }
const now = 1_800_000_000
const soon = BigInt(now + 600)

const amount = 1_000_000_000_000_000_000n
const shownToken: Shown = {
  account: ada,
  from: dai,
  to: dollar,
  amount,
  toAmount: 1_000_000n,
  minimum: 990_000n,
}
const shownIn: Shown = { ...shownToken, from: 'native' }
const shownOut: Shown = { ...shownToken, to: 'native' }

const permit: PermitCall = { token: dai, value: amount, deadline: soon, v: 27n, r: 1n, s: 2n }
interface Order {
  readonly deadline?: bigint
  readonly permit?: PermitCall
  readonly path?: Path
  readonly recipient?: Hex
  readonly amountIn?: bigint
  readonly minimum?: bigint
  readonly unwrap?: { readonly minimum: bigint; readonly recipient: Hex }
  readonly refund?: boolean
}
const order = (changed: Order = {}): Hex =>
  writeOrder({
    deadline: changed.deadline ?? soon,
    ...(changed.permit && { permit: changed.permit }),
    swap: {
      path: changed.path ?? { tokens: [dai, wrapped, dollar], fees: [3_000, 500] },
      recipient: changed.recipient ?? ada,
      amountIn: changed.amountIn ?? amount,
      amountOutMinimum: changed.minimum ?? shownToken.minimum,
    },
    ...(changed.unwrap && { unwrap: changed.unwrap }),
    ...(changed.refund && { refund: true }),
  })
const swapOf = (changed: Order & Partial<Eip155Transaction> = {}): Eip155Transaction => ({
  to: router,
  data: order(changed),
  value: 0n,
  ...withoutOrder(changed),
})
const withoutOrder = ({
  to,
  value,
  data,
  gas,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Partial<Eip155Transaction>): Partial<Eip155Transaction> => ({
  ...(to && { to }),
  ...(value !== undefined && { value }),
  ...(data && { data }),
  ...(gas !== undefined && { gas }),
  ...(maxFeePerGas !== undefined && { maxFeePerGas }),
  ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
})
const outPath: Path = { tokens: [dai, wrapped], fees: [3_000] }
const inPath: Path = { tokens: [wrapped, dollar], fees: [500] }
const outOrder = (changed: Order = {}) =>
  swapOf({
    path: outPath,
    recipient: routerItself,
    unwrap: { minimum: shownOut.minimum, recipient: ada },
    ...changed,
  })
const inOrder = (changed: Order & Partial<Eip155Transaction> = {}) =>
  swapOf({ path: inPath, value: amount, refund: true, ...changed })
const raw = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: routerAbi, functionName, args: [...args] })
const multicall = (...calls: readonly Hex[]): Eip155Transaction => ({
  to: router,
  value: 0n,
  data: raw('multicall', [soon, calls]),
})
const exactInput = (recipient: Hex, amountIn: bigint, amountOutMinimum: bigint) =>
  raw('exactInput', [
    {
      path: pathBytes({ tokens: [dai, dollar], fees: [500] }),
      recipient,
      amountIn,
      amountOutMinimum,
    },
  ])
/** One hex digit of the calldata another one. */
const flip = (data: Hex, at: number): Hex =>
  `0x${data.slice(2, at)}${data[at] === '0' ? '1' : '0'}${data.slice(at + 1)}` as Hex

describe('what is written for the router', () => {
  it('writeOrder encodes calls as viem does with the published interface of the router', () => {
    const path = encodePacked(
      ['address', 'uint24', 'address', 'uint24', 'address'],
      [dai, 3_000, wrapped, 500, dollar],
    )
    const { token, value, deadline, v, r, s } = permit
    const word = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`
    const calls = [
      raw('selfPermit', [token, value, deadline, Number(v), word(r), word(s)]),
      raw('exactInput', [
        { path, recipient: routerItself, amountIn: amount, amountOutMinimum: 5n },
      ]),
      raw('unwrapWETH9', [5n, ada]),
      raw('refundETH', []),
    ]
    const written = order({
      permit,
      recipient: routerItself,
      minimum: 5n,
      unwrap: { minimum: 5n, recipient: ada },
      refund: true,
    })
    expect(written).toBe(raw('multicall', [soon, calls]))
  })

  it('readOrder reads back exactly what writeOrder wrote', () => {
    const addresses = fc.constantFrom(ada, eve, router, wrapped, dollar, dai)
    const numbers = fc.bigInt({ min: 0n, max: maxUint256 })
    fc.assert(
      fc.property(
        fc.array(addresses, { minLength: 2, maxLength: 4 }),
        addresses,
        numbers,
        numbers,
        numbers,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (tokens, to, deadline, amountIn, minimum, hasPermit, unwraps, refund) => {
          const made = {
            deadline,
            ...(hasPermit && { permit: { ...permit, token: to, value: amountIn } }),
            swap: {
              path: {
                tokens,
                fees: tokens.slice(1).map((_, at) => [100, 500, 3_000][at] ?? 10_000),
              },
              recipient: to,
              amountIn,
              amountOutMinimum: minimum,
            },
            ...(unwraps && { unwrap: { minimum, recipient: to } }),
            ...(refund && { refund }),
          }
          expect(readOrder(writeOrder(made))).toEqual(made)
        },
      ),
    )
  })

  it('readOrder rejects calldata with an added, missing or hidden byte', () => {
    const data = order()
    for (const other of [
      `${data}00`,
      data.slice(0, -2),
      `${data}${'00'.repeat(32)}`,
      data.slice(0, 200),
      '0x5ae401dc',
      '0x',
      '0xb858183f',
    ])
      expect(readOrder(other as Hex)).toBeUndefined()
  })
})

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
  ['a stranger receives', 'recipient', swapOf({ recipient: eve })],
  ['the router keeps it', 'recipient', swapOf({ recipient: routerItself })],
  ['nobody receives', 'recipient', swapOf({ recipient: addressOf('0') })],
  [
    'a stranger receives bought tokens for coins',
    'recipient',
    inOrder({ recipient: eve }),
    shownIn,
  ],
  [
    'a stranger receives the coin',
    'recipient',
    outOrder({ unwrap: { minimum: shownOut.minimum, recipient: eve } }),
    shownOut,
  ],
  ['a stranger receives the wrapped coin', 'recipient', outOrder({ recipient: eve }), shownOut],
  [
    'the wrapped coin stays with the router',
    'recipient',
    swapOf({ path: outPath, recipient: routerItself }),
    shownOut,
  ],
  [
    'the token is unwrapped to a stranger',
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
    'a token of a stranger is bought',
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
    'an output that is said 5 % too high',
    'minimum',
    swapOf(),
    { ...shownToken, toAmount: 1_050_000n, minimum: 1_039_500n },
  ],
  [
    'an output that is said 5 % too low',
    'minimum',
    swapOf(),
    { ...shownToken, toAmount: 950_000n, minimum: 940_500n },
  ],
  [
    'an output that is said in 18 decimals',
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
  ['an approval for a stranger', 'unreadable', swapOf({ data: writeApprove(eve, maxUint256) })],
  [
    'an approval for a stranger, sent to the token',
    'router',
    swapOf({ to: dai, data: writeApprove(eve, maxUint256) }),
  ],
  [
    'a transfer to a stranger, sent to the token',
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
    'a sweep of what is left to a stranger',
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
  ['a fee of somebody else’s choice', 'gas', swapOf({ maxFeePerGas: 10n ** 15n })],
  ['a tip of somebody else’s choice', 'gas', swapOf({ maxPriorityFeePerGas: 10n ** 15n })],
  [
    'a deposit where the token should come back',
    'unreadable',
    { to: wrapped, data: writeDeposit(), value: 0n },
    { ...shownOut, from: wrapped, toAmount: amount, minimum: amount },
  ],
  [
    'less comes back than was wrapped',
    'unreadable',
    { to: wrapped, data: writeWithdraw(amount - 1n), value: 0n },
    { ...shownOut, from: wrapped, toAmount: amount, minimum: amount },
  ],
  [
    'a wrapping by a stranger',
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
      // signature of the permit: none of them moves anybody's money.
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

describe('[S20] an approval', () => {
  const wanted = { token: dai, amount }
  const honest = { to: dai, data: writeApprove(router, amount), value: 0n }
  it('an approval of exactly the amount for the router passes, and so does its revocation', () => {
    expect(faultOfApproval(honest, wanted, trusted)).toBeUndefined()
    expect(
      faultOfApproval(
        { ...honest, data: writeApprove(router, 0n) },
        { token: dai, amount: 0n },
        trusted,
      ),
    ).toBeUndefined()
  })

  const selector = (hex: string): Hex => `0x${hex}${writeApprove(router, amount).slice(10)}`
  const times = (percent: bigint): Hex => writeApprove(router, (amount * percent) / 100n)
  const alteredApprovals: readonly (readonly [
    what: string,
    fault: Fault,
    transaction: Eip155Transaction,
  ])[] = [
    ...[eve, wrapped, dai, dollar, ada, addressOf('0'), routerItself].map(
      spender =>
        [`for ${spender}`, 'spender', { ...honest, data: writeApprove(spender, amount) }] as const,
    ),
    ...[101n, 105n, 99n, 95n, 200n, 1n, 0n, 10_000n].map(
      percent => [`of ${percent} %`, 'amount', { ...honest, data: times(percent) }] as const,
    ),
    ['without limit', 'amount', { ...honest, data: writeApprove(router, maxUint256) }],
    [
      'without limit in the manner of Permit2',
      'amount',
      { ...honest, data: writeApprove(router, (1n << 160n) - 1n) },
    ],
    ['of half of all', 'amount', { ...honest, data: writeApprove(router, 1n << 255n) }],
    ...[eve, router, wrapped, dollar].map(
      to => [`sent to ${to}`, 'token', { ...honest, to }] as const,
    ),
    ['sent to nobody', 'token', { data: honest.data, value: 0n }],
    ['that pays', 'value', { ...honest, value: 1n }],
    ['increaseAllowance', 'unreadable', { ...honest, data: selector('39509351') }],
    ['transfer', 'unreadable', { ...honest, data: selector('a9059cbb') }],
    ['setApprovalForAll', 'unreadable', { ...honest, data: selector('a22cb465') }],
    ['Permit2’s approve', 'unreadable', { ...honest, data: selector('87517c45') }],
    ['permit', 'unreadable', { ...honest, data: selector('d505accf') }],
    ['cut off', 'unreadable', { ...honest, data: honest.data.slice(0, -2) as Hex }],
    ['with more after it', 'unreadable', { ...honest, data: `${honest.data}00` }],
    ['with a dirty address', 'unreadable', { ...honest, data: flip(honest.data, 12) }],
    ['empty', 'unreadable', { to: dai, value: 0n }],
    ['with a fee of somebody else’s choice', 'gas', { ...honest, maxFeePerGas: 10n ** 15n }],
    ['with a hundred times the gas', 'gas', { ...honest, gas: 5_000_000n }],
  ]
  it('the altered approvals have at least 30 kinds', () =>
    expect(alteredApprovals.length).toBeGreaterThanOrEqual(30))
  it.each(alteredApprovals)('an altered approval is refused: %s (%s)', (_, fault, transaction) => {
    expect(faultOfApproval(transaction, wanted, trusted)).toBe(fault)
  })
  it('readApprove reads an approval, and nothing else', () => {
    expect(readApprove(writeApprove(eve, 5n))).toEqual({ spender: eve, amount: 5n })
    expect(readApprove('0x')).toBeUndefined()
  })
})

interface PermitVector {
  readonly name: string
  readonly domain: {
    readonly name: string
    readonly version?: string
    readonly chainId: number
    readonly verifyingContract: Hex
  }
  readonly primaryType: string
  readonly message: {
    readonly owner: Hex
    readonly spender: Hex
    readonly value: string
    readonly nonce: string
    readonly deadline: string
  }
  readonly digest: Hex
}
describe('[S20] an approval by signature', () => {
  const wanted = { token: dai, owner: ada, amount, chainId: 1n }
  const honest = typedPermit(
    { name: 'Dai', version: '1', nonce: 7n },
    { token: dai, owner: ada, spender: router, value: amount, deadline: now + 600 },
    1n,
  )
  const faultOf = (typed: unknown) => faultOfPermit(typed, wanted, trusted, now)
  const say = (change: object) => ({ ...honest, message: { ...honest.message, ...change } })
  const domain = (change: object) => ({ ...honest, domain: { ...honest.domain, ...change } })
  const fields = honest.types.Permit
  const types = (Permit: unknown) => ({ ...honest, types: { ...honest.types, Permit } })

  it('a permit of exactly the amount for the router passes', () => {
    expect(faultOf(honest)).toBeUndefined()
    expect(
      faultOf(domain({ chainId: '0x1', verifyingContract: `0x${dai.slice(2).toUpperCase()}` })),
    ).toBeUndefined()
  })
  const altered: readonly (readonly [what: string, fault: Fault, typed: unknown])[] = [
    ...[eve, dai, ada, wrapped, addressOf('0'), routerItself, undefined].map(
      spender => [`for ${spender}`, 'spender', say({ spender })] as const,
    ),
    ...[amount + 1n, amount - 1n, amount * 100n, 0n, maxUint256, (1n << 160n) - 1n].map(
      value => [`of ${value}`, 'amount', say({ value: String(value) })] as const,
    ),
    ...['-1', '1e18', 'all', '', null, {}].map(
      value => [`of what is no amount: ${String(value)}`, 'amount', say({ value })] as const,
    ),
    ...[eve, router, dollar, undefined].map(
      verifyingContract =>
        [`at ${verifyingContract}`, 'token', domain({ verifyingContract })] as const,
    ),
    ...[137, '0x89', undefined, 'main'].map(
      chainId => [`on chain ${chainId}`, 'token', domain({ chainId })] as const,
    ),
    ['of somebody else', 'recipient', say({ owner: eve })],
    ...[now - 1, now + longestDeadline + 1, 0, String(maxUint256), undefined].map(
      deadline => [`until ${deadline}`, 'deadline', say({ deadline })] as const,
    ),
    ['that is called otherwise', 'unreadable', { ...honest, primaryType: 'PermitSingle' }],
    ['with a field more', 'unreadable', types([...fields, { name: 'allowed', type: 'bool' }])],
    ['with a field less', 'unreadable', types(fields.slice(0, 4))],
    ['with fields in another order', 'unreadable', types([...fields].reverse())],
    [
      'with a field of another type',
      'unreadable',
      types(fields.map(field => (field.name === 'value' ? { ...field, type: 'uint160' } : field))),
    ],
    ...[undefined, null, 'permit', 7, {}].map(
      typed => [`that is ${String(typed)}`, 'unreadable', typed] as const,
    ),
  ]
  it('the altered permits have at least 30 kinds', () =>
    expect(altered.length).toBeGreaterThanOrEqual(30))
  it.each(altered)('an altered permit is refused: %s (%s)', (_, fault, typed) =>
    expect(faultOf(typed)).toBe(fault),
  )

  describe.skipIf(!hasVectors)('of the public vectors', () => {
    const { cases } = vectors<PermitVector>('eip712-typed-data')
    const permits = cases.filter(({ name }) => /permit/i.test(name))
    it('a permit of the public vectors is refused when it has no limit or belongs to Permit2', () => {
      expect(permits.length).toBeGreaterThanOrEqual(2)
      for (const given of permits) {
        const { verifyingContract: token, chainId } = given.domain
        const { owner, spender = router } = given.message
        const asked = { token, owner: owner ?? ada, amount, chainId: BigInt(chainId) }
        expect(
          faultOfPermit(
            { ...given, types: { ...honest.types, ...Object(given).types } },
            asked,
            { router: spender },
            1_893_455_000,
          ),
        ).toMatch(given.primaryType === 'Permit' ? /^amount$/ : /^unreadable$/)
      }
    })
    it('a typed permit has the digest of the public vectors', () => {
      const given = permits.find(({ primaryType }) => primaryType === 'Permit')
      if (!given) expect.unreachable()
      const { domain: of, message: told } = given
      const written = typedPermit(
        { name: of.name, version: of.version ?? '1', nonce: BigInt(told.nonce) },
        {
          token: of.verifyingContract,
          owner: told.owner,
          spender: told.spender,
          value: BigInt(told.value),
          deadline: Number(told.deadline),
        },
        BigInt(of.chainId),
      )
      expect(hashTypedData(written as unknown as TypedDataDefinition)).toBe(given.digest)
    })
  })
})

describe('[S22] what is signed', () => {
  const place = { ...trusted, name: 'Uniswap', network: 'eip155:1' } as const
  const signsWhatIsShown = (numRuns: number) =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1n << 128n }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom('native' as const, dollar),
        (toAmount, slippage, to) => {
          const minimum = minimumReceived(toAmount, slippage)
          const path: Path = { tokens: [dai, to === 'native' ? wrapped : to], fees: [500] }
          const { data = '0x', value } = bodyOf(
            routerStep({ ...shownToken, to, toAmount, minimum }, path, place),
          )
          const signed = readOrder(data)
          expect(signed?.swap.amountOutMinimum).toBe(minimum)
          expect(signed?.unwrap?.minimum).toBe(to === 'native' ? minimum : undefined)
          expect(value).toBeUndefined()
          expect(Number(signed?.deadline) - Date.now() / 1000).toBeLessThanOrEqual(1_200)
        },
      ),
      { numRuns },
    )
  it('a signed swap enforces the shown minimum, for at most 20 minutes', () =>
    signsWhatIsShown(300))
  it('a signed swap enforces the shown minimum over 10,000 quotes', { tags: ['thorough'] }, () =>
    signsWhatIsShown(10_000),
  )
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
