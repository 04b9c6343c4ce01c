import { describe, expect, it } from 'vitest'
import { lossBeside } from './price-witnesses.js'
import type { Price } from './pricing.js'

const percent = 10n ** 12n
const sold = 10n ** 18n
/** A witness whose whole brings `whole`, and a hundredth of it `part`. */
const witness = (whole: bigint, part: bigint): Price => ({
  path: { tokens: [], fees: [] },
  gas: 0n,
  toAmount: whole,
  part: { amount: sold / 100n, toAmount: part },
})
const loss = (toAmount: bigint, impact: bigint | undefined, ...witnesses: readonly Price[]) =>
  lossBeside(witnesses, { amount: sold, toAmount }, impact)

describe('[S21] the loss of an exchange beside two witnesses', () => {
  it.each<[string, bigint | undefined, readonly Price[], bigint | undefined]>([
    [
      'the part of one witness is worth twice as much',
      0n,
      [witness(1_000_000n, 20_000n), witness(1_000_000n, 10_000n)],
      50n * percent,
    ],
    [
      'the whole of one witness brings twice as much',
      0n,
      [witness(2_000_000n, 10_000n), witness(1_000_000n, 10_000n)],
      50n * percent,
    ],
    [
      'the quoting node says most itself',
      60n * percent,
      [witness(1_000_000n, 10_000n), witness(1_000_000n, 10_000n)],
      60n * percent,
    ],
    [
      'no part can be counted, and a whole brings five times as much',
      undefined,
      [witness(5_000_000n, 1n), witness(1_000_000n, 1n)],
      80n * percent,
    ],
    [
      'no part can be counted, and the wholes agree',
      undefined,
      [witness(1_000_000n, 1n), witness(1_000_000n, 1n)],
      undefined,
    ],
    [
      'no part can be counted, and a whole brings little more',
      undefined,
      [witness(1_050_000n, 1n), witness(1_000_000n, 1n)],
      undefined,
    ],
  ])('the largest loss is used when %s', (_, impact, witnesses, expected) => {
    expect(loss(1_000_000n, impact, ...witnesses)).toBe(expected)
  })
})
