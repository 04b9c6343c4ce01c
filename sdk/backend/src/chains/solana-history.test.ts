import { describe, expect, it } from 'vitest'
import { readEntry } from './solana-history.js'

const [me, outsider, forged, mint] = ['me', 'outsider', 'forged', 'mint']
const held = (owner: string, amount: bigint) => ({
  mint,
  owner,
  uiTokenAmount: { amount, decimals: 0 },
})

describe('[S17] a past transaction of Solana', () => {
  type Held = ReturnType<typeof held>
  const read = (accountKeys: string[], isListed: boolean, before: Held[], after: Held[]) => {
    const { metadata } = readEntry(
      {
        blockTime: 1,
        transaction: { message: { header: { numRequiredSignatures: 1 }, accountKeys } },
        meta: {
          err: null,
          fee: 0n,
          preBalances: [],
          postBalances: [],
          preTokenBalances: before,
          postTokenBalances: after,
          loadedAddresses: undefined,
        },
      },
      {
        hash: 'h',
        address: me,
        chain: 'solana:main',
        nativeDecimals: 9,
        nameOf: asset => ({ name: asset, symbol: asset, logoURI: undefined }),
        isListed: () => isListed,
      },
    )
    return [metadata.operationType, metadata.sentFrom, metadata.sentTo]
  }

  it("a Solana transaction that moved tokens without the account's signature is no payment of the account", () => {
    expect(read([outsider, me], false, [held(me, 9n)], [held(forged, 9n)])).toEqual([
      'execute',
      outsider,
      '',
    ])
    expect(read([me, outsider], false, [held(me, 9n)], [held(forged, 9n)])).toEqual([
      'send',
      me,
      forged,
    ])
  })
  it('a past Solana transaction of a listed token is a payment of the account, also when another account sent it', () => {
    expect(read([outsider, me], true, [held(me, 9n)], [held(forged, 9n)])).toEqual([
      'send',
      me,
      forged,
    ])
  })
  it('a past Solana transaction that only names the account belongs to its signer', () => {
    expect(read([outsider, me], false, [], [])).toEqual(['execute', outsider, ''])
  })
})
