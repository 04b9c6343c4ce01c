import type { Token } from '@portico/kernel/chain'
import { formatAmount } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { changesOf, isOwnContract, readAmount } from './select.js'
import { initialSend, type Review, type SendState } from './send.js'

const token: Token = {
  asset: 'native',
  network: 'tally:main',
  name: 'Mark',
  symbol: 'MRK',
  decimals: 18,
}
const typed = (
  sendTokenAmount: string,
  has?: bigint,
  decimals = 18,
): ReturnType<typeof readAmount> =>
  readAmount(
    {
      ...initialSend(),
      sendTokenAmount,
      ...(has !== undefined && {
        holdings: { name: 'known', at: 0, balances: [{ token, amount: has }] },
      }),
    } satisfies SendState,
    { ...token, decimals },
  )

describe('a typed amount', () => {
  it.each(
    [
      '1e3',
      '1,5',
      '1.000,5',
      '0x10',
      '-1',
      '+1',
      '١٢',
      '1_000',
      '1 000',
      'NaN',
      'Infinity',
      '.',
      '1.2.3',
      '９',
      '1.',
      '9'.repeat(500),
    ].filter(text => text !== '1.'),
  )('an amount is malformed when it is typed as %.20s', text =>
    expect(typed(text)).toMatchObject({ problem: { id: 'amount.malformed' } }),
  )
  it('an amount with more decimals than its token has is refused, and the message says how many it has', () => {
    expect(typed(`0.${'1'.repeat(40)}`)).toMatchObject({
      problem: { id: 'amount.digits', values: { digits: 18 } },
    })
    expect(typed('1.5', undefined, 0)).toMatchObject({
      problem: { id: 'amount.digits', values: { digits: 0 } },
    })
  })
  it('an empty amount shows no problem', () => expect(typed('')).toBeUndefined())
  it('an amount above the balance reports what is missing, unformatted, and the whole balance is accepted', () => {
    expect(typed('2', 1_500_000_000_000_000_000n)).toMatchObject({
      problem: { id: 'send.problem.short', values: { missing: '0.5' } },
    })
    expect(typed('1235.5', 10n ** 18n)).toMatchObject({
      problem: { id: 'send.problem.short', values: { missing: '1234.5' } },
    })
    expect(typed('1.5', 1_500_000_000_000_000_000n)).toEqual({ amount: 1_500_000_000_000_000_000n })
  })
  it('[S19] an amount is read exactly as it was written, to the last base unit', () => {
    const amounts = fc.tuple(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 30 }),
    )
    fc.assert(
      fc.property(amounts, ([amount, decimals]) => {
        const read = typed(formatAmount(amount, decimals), undefined, decimals)
        return read !== undefined && 'amount' in read && read.amount === amount
      }),
      { numRuns: 2_000 },
    )
  })
  describe.skipIf(!hasVectors)('an amount of the public vectors', () => {
    it('[S19] an amount of the public vectors is read exactly, or refused', () => {
      const { cases, count } = vectors<{
        value: string
        decimals: number
        ok: boolean
        units?: string
      }>('amounts-parse')
      expect(cases).toHaveLength(count)
      const wrong = cases.filter(({ value, decimals, ok, units }) => {
        const read = typed(value, undefined, decimals)
        return ok
          ? !read || !('amount' in read) || String(read.amount) !== units
          : read !== undefined && 'amount' in read
      })
      expect(wrong).toEqual([])
    })
    it('[S19] an amount in SOL is read to the last lamport', () => {
      const { cases } = vectors<{ sol: string; lamports?: string }>('sol-lamports')
      const sound = cases.filter(({ lamports }) => lamports !== undefined)
      expect(sound.length).toBeGreaterThan(10)
      for (const { sol, lamports } of sound)
        expect(typed(sol, undefined, 9), sol).toEqual({ amount: BigInt(lamports ?? '') })
    })
  })
})

describe('the changes of a transfer', () => {
  const review = {
    from: { namespace: 'tally', address: 't_ada', type: 'eoa', connection: 'tally/one' },
    network: 'tally:main',
    token,
    native: token,
    recipient: { name: 'known', address: 't_bob', warnings: [] },
    amount: 10n,
    outgoing: 12n,
    fee: { kind: 'native', amount: 3n },
    speeds: [],
    warnings: [],
    at: 0,
  } satisfies Review
  const other: Token = { ...token, asset: 'tally:main/coin:xyz', symbol: 'XYZ' }

  it('a transfer of the native coin has one change: the amount and the fee together', () =>
    expect(changesOf(review)).toEqual([{ token, by: -15n }]))
  it('a transfer of a token has two changes, and one when the fee is sponsored', () => {
    expect(changesOf({ ...review, token: other })).toEqual([
      { token: other, by: -12n },
      { token, by: -3n },
    ])
    expect(changesOf({ ...review, token: other, fee: { kind: 'sponsored' } })).toEqual([
      { token: other, by: -12n },
    ])
  })
  it('isOwnContract matches a token’s own address in any capitals', () => {
    expect(isOwnContract('XYZ', other)).toBe(true)
    expect(isOwnContract('t_bob', other)).toBe(false)
    expect(isOwnContract('native', token)).toBe(false)
  })
})
