import type { Account } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { writeBase58 } from '../messages/keys.js'
import type { Rpc } from '../node/rpc.js'
import { createActivity } from './activity.js'

const key = (byte: number) => writeBase58(new Uint8Array(32).fill(byte))
const [me, sender, forged, mint] = [key(1), key(2), key(3), key(4)]
const signature = writeBase58(new Uint8Array(64).fill(5))
const network: NetworkId = 'solana:main'
const held = (accountIndex: number, owner: string, amount: number) => ({
  accountIndex,
  mint,
  owner,
  uiTokenAmount: { amount: String(amount), decimals: 0 },
})

/**
 * Reads the account's only past transaction: signed by the first key, with token balances before
 * and after.
 */
async function readOnlyEntry(
  accountKeys: readonly string[],
  before: readonly object[],
  after: readonly object[],
) {
  const transaction = {
    slot: 1,
    blockTime: 1_700_000_000,
    transaction: { message: { header: { numRequiredSignatures: 1 }, accountKeys } },
    meta: {
      err: null,
      fee: 0,
      preBalances: accountKeys.map(() => 1),
      postBalances: accountKeys.map(() => 1),
      preTokenBalances: before,
      postTokenBalances: after,
    },
  }
  const request: Rpc['request'] = async (method, _params, read) => {
    const answer = read(
      method === 'getTransaction'
        ? transaction
        : [{ signature, slot: 1, err: null, blockTime: 1_700_000_000 }],
    )
    if (answer === undefined) throw new RangeError('unsound')
    return answer
  }
  const rpc = {
    request,
    network: { nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
  } as unknown as Rpc
  const account: Account = { namespace: 'solana', address: me, type: 'eoa', connection: 'solana/x' }
  const { entries } = await createActivity(() => rpc).page(
    account,
    network,
    undefined,
    new AbortController().signal,
  )
  const { operationType, sentFrom, sentTo } =
    entries[0]?.metadata ?? expect.fail('the page has no entry')
  return [operationType, sentFrom, sentTo]
}

describe('[S17] past transactions of Solana', () => {
  it("tokens that left the account without its signature are no payment of it, because a token's creator may move them", async () => {
    expect(
      await readOnlyEntry([sender, me, forged], [held(1, me, 1_000)], [held(2, forged, 1_000)]),
    ).toEqual(['execute', sender, ''])
    expect(
      await readOnlyEntry([me, sender, forged], [held(0, me, 1_000)], [held(2, forged, 1_000)]),
    ).toEqual(['send', me, forged])
  })
  it('a transaction that only mentions the account belongs to its signers', async () => {
    expect(await readOnlyEntry([sender, me], [], [])).toEqual(['execute', sender, ''])
  })
  it('a received amount names its sender', async () => {
    expect(await readOnlyEntry([sender, me], [held(0, sender, 7)], [held(1, me, 7)])).toEqual([
      'receive',
      sender,
      me,
    ])
  })
})
