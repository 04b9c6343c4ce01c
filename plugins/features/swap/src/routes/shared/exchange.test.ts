import { type Eip155Transaction, eip155Transaction, type Hex } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import type { Node, Tried } from '../uniswap/node.js'
import { type Exchange, quoteExchange } from './exchange.js'

const [account, from, to, router] = ['a', '1', '2', '3'].map(
  (digit): Hex => `0x${digit.repeat(40)}`,
) as [Hex, Hex, Hex, Hex]
const transaction: Eip155Transaction = { to: router, data: '0x1234', value: 0n }
const exchange: Exchange = {
  name: 'An aggregator',
  shown: { account, from, to, amount: 1_000n, toAmount: 500n, minimum: 495n },
  approvals: [],
  swap: { kind: 'swap', draft: eip155Transaction.draft('eip155:1', transaction), gas: 100_000n },
  owned: 5_000n,
  gasPrice: 2n,
  impact: 0n,
  exchangedBy: () => 500n,
}
const wordOf = (value: bigint): Tried => ({ answer: `0x${value.toString(16).padStart(64, '0')}` })
/** A node on which a swap takes and brings so much. */
const nodeWith = ({ takes = 1_000n, brings = 500n }): Node => ({
  readAll: () => expect.unreachable(),
  gasPrice: () => expect.unreachable(),
  estimate: () => expect.unreachable(),
  tryAll: async trials => {
    expect(trials).toHaveLength(5)
    return [wordOf(5_000n), wordOf(70n), wordOf(500n), wordOf(5_000n - takes), wordOf(70n + brings)]
  },
})
const quote = (moved: { readonly takes?: bigint; readonly brings?: bigint }) =>
  quoteExchange(nodeWith(moved), exchange, new AbortController().signal)

describe('[S20] [S21] a simulated swap of an aggregator', () => {
  it('a simulated swap is offered when it takes what is sold and brings what is shown', async () => {
    expect(await quote({})).toMatchObject({
      simulated: true,
      toAmount: 500n,
      minimumReceived: 495n,
      cost: { kind: 'native', amount: 200_000n },
    })
  })

  it.each([
    [
      'takes one unit more than is sold',
      { takes: 1_001n },
      { code: 'SWAP_REFUSED', fault: 'amount' },
    ],
    [
      'takes all that the account has',
      { takes: 5_000n },
      { code: 'SWAP_REFUSED', fault: 'amount' },
    ],
    ['brings nothing', { brings: 0n }, { code: 'SWAP_REFUSED', fault: 'recipient' }],
    [
      'takes some of what it should bring',
      { brings: -1n },
      { code: 'SWAP_REFUSED', fault: 'recipient' },
    ],
    ['brings less than was exchanged', { brings: 499n }, { code: 'SWAP_TOLL' }],
  ])('a simulated swap is refused when it %s', async (_, moved, error) => {
    await expect(quote(moved)).rejects.toMatchObject(error)
  })
})
