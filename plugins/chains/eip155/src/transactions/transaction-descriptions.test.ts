import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  honest,
  type Results,
  type ScriptedNodes,
  scriptedNodes,
} from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import {
  account,
  calm,
  ether,
  hash,
  hex,
  mined,
  native,
  network,
  thief,
  url,
} from '../../test/sent-rig.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

let nodes: ScriptedNodes

function chainOf(results: Results = {}) {
  nodes = scriptedNodes({ [url]: honest({ ...calm, ...results }) })
  const rpcOf = createRpcs({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url] })],
    rpcTimeoutMs: 1_000,
  })
  return createTransactions(rpcOf, error => expect.unreachable(String(error)))
}

const requests = () => nodes.posts.flatMap(({ questions }) => questions)

const describeIt = (draft: Eip155Transaction = native, from = account) =>
  chainOf().describe(from, [eip155Transaction.draft(network, draft)], never())

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('The description of a transaction', () => {
  it("a description holds the calls and the account's state within 4 kB, even for the longest data", async () => {
    const short = await describeIt({ ...native, data: '0xABCD' })
    expect(JSON.parse(short)).toEqual({
      ...{
        version: 2,
        network,
        from: ada,
        calls: [{ to: bob, value: hex(ether), data: '0xabcd', size: 2 }],
      },
      ...{ nonce: '0x7', block: '0x10', isSmart: false },
    })
    const long = await describeIt({ to: bob, data: `0x${'5e'.repeat(100_000)}` })
    expect(long.length).toBeLessThanOrEqual(4096)
    expect(JSON.parse(long)).toMatchObject({
      calls: [{ size: 100_000, digest: expect.stringMatching(/^0x[\da-f]{64}$/) }],
    })
  })

  it('a description holds every call of a bundle of up to twelve within 4 kB, even with long data; a longer bundle is refused', async () => {
    const call = { to: bob, value: (1n << 128n) - 1n, data: `0x${'5e'.repeat(100_000)}` } as const
    const many = (count: number) =>
      Array.from({ length: count }, () => eip155Transaction.draft('eip155:1', call))
    for (const count of [2, 5, 12]) {
      const text = await chainOf().describe(account, many(count), never())
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(JSON.parse(text).calls).toHaveLength(count)
      const sent = mined({ to: thief })
      expect(
        await chainOf({ eth_getTransactionByHash: sent }).compare(hash, network, text, never()),
      ).toMatchObject({ status: 'different', to: thief })
    }
    expect(await thrownBy(chainOf().describe(account, many(13), never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(await thrownBy(chainOf().describe(account, [], never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    const onOtherNetwork = eip155Transaction.draft('eip155:10', native)
    expect(
      await thrownBy(chainOf().describe(account, [...many(1), onOtherNetwork], never())),
    ).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })

  it('a description counts pending transactions as used nonces', async () => {
    const counts = ([, at]: [string, string]) => (at === 'pending' ? '0x9' : '0x7')
    const text = await chainOf({ eth_getTransactionCount: counts }).describe(
      account,
      [eip155Transaction.draft(network, native)],
      never(),
    )
    expect(JSON.parse(text)).toMatchObject({ nonce: '0x9' })
    // A node that lags and knows no pending transactions.
    const behind = ([, at]: [string, string]) => (at === 'pending' ? '0x5' : '0x7')
    expect(
      JSON.parse(
        await chainOf({ eth_getTransactionCount: behind }).describe(
          account,
          [eip155Transaction.draft(network, native)],
          never(),
        ),
      ),
    ).toMatchObject({
      nonce: '0x7',
    })
  })

  it('[S13] a description is refused when it was changed in storage, or is of another network', async () => {
    const good = JSON.parse(await describeIt()) as { readonly calls: readonly object[] }
    const changes = [
      { version: 1 },
      { network: 'eip155:10' },
      { from: 'ada' },
      { calls: [] },
      { calls: 'none' },
      { calls: [null] },
      { calls: Array.from({ length: 13 }, () => good.calls[0]) },
      ...[
        { to: '0x12' },
        { value: '-1' },
        { value: 5 },
        { value: `0x1${'0'.repeat(32)}` },
        { data: '0xabc' },
        { size: 1 },
        { size: -1 },
        { digest: `0x${'ab'.repeat(32)}` },
        { digest: 'ab' },
      ].map(change => ({ calls: [{ ...good.calls[0], ...change }] })),
      { nonce: undefined },
      { block: 'latest' },
      { isSmart: 'yes' },
      { more: 'x'.repeat(4_096) },
    ]
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '7',
      ...changes.map(change => JSON.stringify({ ...good, ...change })),
    ]
    for (const text of texts) {
      expect(
        await thrownBy(chainOf().compare(hash, network, text, never())),
        text.slice(0, 80),
      ).toMatchObject({ code: 'CHAIN_ANSWER' })
      expect(
        await thrownBy(chainOf().find(network, text, never())),
        text.slice(0, 80),
      ).toMatchObject({ code: 'CHAIN_ANSWER' })
    }
    expect(requests()).toEqual([])
  })
})
