import { describe, expect, it } from 'vitest'
import type { Action } from '../decoders/reading.js'
import type { KnownToken } from '../networks/tokens.js'
import { coinAmount, factsOf, inEnglish, type KnownAssets, warningMessage } from './action-facts.js'

const rows = (action: Action, known: KnownAssets = { namespace: 'eip155' }) =>
  factsOf(action, known, inEnglish).facts.map(({ label, value }) => `${inEnglish(label)}: ${value}`)
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
    expect(coinAmount(5_000n, { namespace: 'solana' }, inEnglish)).toBe(
      '0.000005 of the coin of this network',
    )
    const unknown = coinAmount(10n ** 18n, { namespace: 'eip155' }, inEnglish)
    expect(unknown).toBe('1 of the coin of this network')
    expect(coinAmount(7n, { namespace: 'polkadot' }, inEnglish)).toBe(
      '7 of the smallest units of the coin of this network',
    )
    const network = { id: 'eip155:137', name: 'Polygon', symbol: 'POL', decimals: 18 }
    const known = { namespace: 'eip155', network }
    expect(coinAmount(25n * 10n ** 16n, known, inEnglish)).toBe('0.25 POL')
  })

  it('[S10] an amount of a token has its symbol where the frame knows it, and says where a contract is all that knows', () => {
    const payment = {
      kind: 'transfer',
      asset: { token: '0xAB' },
      to: '0x22',
      amount: 1_500_000n,
    } as const
    const knownAs = (token: Omit<KnownToken, 'decimals'>) =>
      rows(payment, {
        namespace: 'eip155',
        tokens: new Map([['0xab', { decimals: 6, ...token }]]),
      })
    expect(rows(payment)[0]).toBe('Amount: 1500000 of the smallest units of this token')
    expect(knownAs({ symbol: 'USDC', source: 'table' })).toEqual([
      'Amount: 1.5 USDC',
      'Token: 0xAB',
      'To: 0x22',
    ])
    expect(knownAs({ symbol: 'USDC', source: 'contract' })).toEqual([
      'Amount: 1.5 USDC',
      'Token: 0xAB',
      'Says the contract of the token: That it is USDC, with 6 decimal places',
      'To: 0x22',
    ])
    expect(knownAs({ symbol: undefined, source: 'contract' })).toEqual([
      'Amount: 1.5',
      'Token: 0xAB',
      'Says the contract of the token: That it has 6 decimal places',
      'To: 0x22',
    ])
  })

  it('[S10] an amount that may be the number of an item is named as one, 0 like any other', () => {
    expect(inEnglish(warningMessage({ item: 0n }))).toBe('If this is a collection, this is item 0.')
  })
})
