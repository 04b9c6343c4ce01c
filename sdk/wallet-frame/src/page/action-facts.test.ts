import { describe, expect, it } from 'vitest'
import type { Action } from '../decoders/reading.js'
import { coinAmount, factsOf, inEnglish, warningMessage } from './action-facts.js'

const rows = (action: Action) =>
  factsOf(action, 'eip155', inEnglish).facts.map(
    ({ label, value }) => `${inEnglish(label)}: ${value}`,
  )
const approval = { kind: 'approval', token: '0x33', spender: '0x22', amount: 0n } as const

describe('What the screen that asks says', () => {
  it('[S10] an approval shows when it ends, and whether only the signature ends then', () => {
    expect(rows({ ...approval, until: 1_800_000_000n })).toContain(
      'The permission ends: 2027-01-15 08:00:00 UTC',
    )
    expect(rows({ ...approval, until: 1_800_000_000n, isDeadline: true })).toContain(
      'The signature can be used until: 2027-01-15 08:00:00 UTC',
    )
    expect(rows({ ...approval, until: 2n ** 256n - 1n })).toContain('The permission ends: Never')
  })

  it('[S10] typed data shows its type and the network that it is made for', () => {
    const data = { kind: 'typed-data', primaryType: 'Mail', fields: [] } as const
    expect(rows({ ...data, domain: { chainId: 137n } })).toEqual(
      expect.arrayContaining(['Type: Mail', 'Made for the network: 137']),
    )
    expect(rows({ ...data, domain: {} })).toContain('Made for the network: Every network')
  })

  it('[S10] an amount of coins, also that of a fee, has all of its digits and its unit', () => {
    expect(coinAmount(5_000n, 'solana', inEnglish)).toBe('0.000005 of the coin of this network')
    expect(coinAmount(10n ** 18n, 'eip155', inEnglish)).toBe('1 of the coin of this network')
  })

  it('[S10] an amount that may be the number of an item is named as one, 0 like any other', () => {
    expect(inEnglish(warningMessage({ item: 0n }))).toBe('If this is a collection, this is item 0.')
  })
})
