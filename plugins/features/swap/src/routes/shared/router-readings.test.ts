import type { Hex } from '@portico/kernel/chain'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Shown } from '../uniswap/check.js'
import { coin, faultOfCall, readKyber, readOneInch } from './router-readings.js'

const [ada, eve, dai, dollar, executor] = ['a', 'e', '1', '2', 'c'].map(
  digit => `0x${digit.repeat(40)}`,
) as [Hex, Hex, Hex, Hex, Hex]
/** As its verified source has it. */
const abi = parseAbi([
  'struct Order { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Order desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
])
const shown: Shown = {
  account: ada,
  from: dai,
  to: dollar,
  amount: 1_000n,
  toAmount: 500n,
  minimum: 495n,
}
const honest = {
  srcToken: dai,
  dstToken: dollar,
  srcReceiver: executor,
  dstReceiver: ada,
  amount: 1_000n,
  minReturnAmount: 495n,
  flags: 0n,
}
const write = (change: Partial<typeof honest> = {}, data: Hex = `0x${'5d'.repeat(77)}`): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'swap',
    args: [executor, { ...honest, ...change }, data],
  })
const faultOf = (data: Hex, more: { readonly value?: bigint; readonly shown?: Shown } = {}) =>
  faultOfCall(
    { to: eve, data, value: more.value ?? 0n, gas: 200_000n },
    more.shown ?? shown,
    readOneInch,
  )

describe('[S21] the calldata of 1inch', () => {
  it.each<[string, Hex]>([
    ['as it is', write()],
    [
      'with the zero address as recipient, which means the signer',
      write({ dstReceiver: zeroAddress }),
    ],
    [
      'with the marker of its backend in the padding of the last word',
      `${write().slice(0, -8)}6d5e854a` as Hex,
    ],
    ['with that marker after the last word', `${write({}, `0x${'5d'.repeat(64)}`)}6d5e854a`],
    ['without anything for its executor', write({}, '0x')],
  ])('the calldata of 1inch is read %s', (_, data) => {
    expect(readOneInch(data, ada)).toEqual({
      from: dai,
      to: dollar,
      recipient: ada,
      amount: 1_000n,
      minimum: 495n,
    })
    expect(faultOf(data)).toBeUndefined()
  })
  it('the calldata of 1inch is read when the coin is sold, and when it is bought', () => {
    expect(
      faultOf(write({ srcToken: coin }), { value: 1_000n, shown: { ...shown, from: 'native' } }),
    ).toBeUndefined()
    expect(
      faultOf(write({ dstToken: coin }), { shown: { ...shown, to: 'native' } }),
    ).toBeUndefined()
  })
  it.each<[string, Hex, string]>([
    ['another recipient', write({ dstReceiver: eve }), 'recipient'],
    ['more that is taken', write({ amount: 1_001n }), 'amount'],
    ['another token that is taken', write({ srcToken: eve }), 'token'],
    ['another token that is given', write({ dstToken: eve }), 'token'],
    ['less that is given', write({ minReturnAmount: 494n }), 'minimum'],
    ['more than there is', write({ minReturnAmount: 501n }), 'minimum'],
    ['a part of it', write({ flags: 1n }), 'unreadable'],
    ['coins on top', write({ flags: 2n }), 'unreadable'],
    ['Permit2', write({ flags: 4n }), 'unreadable'],
    ['any other option', write({ flags: 1n << 255n }), 'unreadable'],
    [
      'another function',
      encodeFunctionData({ abi, functionName: 'unoswap', args: [1n, 1_000n, 495n, 1n] }),
      'unreadable',
    ],
    ['more than a mark after it', `${write()}${'00'.repeat(33)}`, 'unreadable'],
    [
      'words in other places',
      write().replace(`${'0'.repeat(61)}120`, `${'0'.repeat(61)}140`) as Hex,
      'unreadable',
    ],
    ['half of it', write().slice(0, 300) as Hex, 'unreadable'],
    ['nothing', '0x', 'unreadable'],
  ])('the calldata of 1inch is refused with %s', (_, data, fault) => {
    expect(faultOf(data)).toBe(fault)
  })
  it('the calldata of 1inch is refused when it carries coins that are not sold', () => {
    expect(faultOf(write(), { value: 1n })).toBe('value')
  })
  it('the calldata of 1inch is read exactly as written, with any data for its executor', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    fc.assert(
      fc.property(
        address,
        address,
        address,
        fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
        fc.uint8Array({ maxLength: 200 }),
        (from, to, recipient, amount, bytes) => {
          const data = write(
            { srcToken: from, dstToken: to, dstReceiver: recipient, amount },
            `0x${Buffer.from(bytes).toString('hex')}`,
          )
          expect(readOneInch(data, ada)).toEqual({
            from,
            to,
            recipient: recipient === zeroAddress ? ada : recipient,
            amount,
            minimum: 495n,
          })
          expect(readKyber(data, ada)).toBeUndefined()
        },
      ),
      { numRuns: 200 },
    )
  })
})
