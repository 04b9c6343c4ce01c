import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  answer,
  down,
  honest,
  json,
  type Results,
  type ScriptedNodes,
  scriptedNodes,
} from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import {
  account,
  bundler,
  calm,
  dollars,
  ether,
  hash,
  hex,
  mined,
  native,
  network,
  safe,
  thief,
  token,
  transferLog,
  url,
  wordOf,
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

describe('A transaction whose outcome is unknown', () => {
  /**
   * A chain of blocks 0x10 to 0x20: the account's transactions since the description, oldest first,
   * one per block from 0x12 on.
   */
  const after = (...sent: readonly ReturnType<typeof mined>[]): Results => {
    const used = (block: bigint) =>
      7n + BigInt(Math.max(0, Math.min(sent.length, Number(block) - 0x11)))
    return {
      eth_getTransactionCount: ([, at]: [string, string]) =>
        hex(used(at === 'latest' || at === 'pending' ? 0x20n : BigInt(at))),
      eth_getBlockByNumber: ([at]: [string]) => {
        const one = at === 'latest' || at === 'pending' ? undefined : sent[Number(at) - 0x12]
        return {
          number: at === 'latest' || at === 'pending' ? '0x20' : at,
          transactions: one ? [one] : [],
        }
      },
      eth_getTransactionByHash: ([hash]: [string]) => sent.find(one => one.hash === hash) ?? null,
    }
  }
  const numbered = (at: number, change: object = {}) =>
    mined({ hash: `0x${String(at).repeat(64)}`, nonce: hex(BigInt(6 + at)), ...change })
  const found = async (
    results: Results,
    draft: Eip155Transaction = native,
    from = account,
    known?: readonly string[],
  ) => {
    const text = await describeIt(draft, from)
    return chainOf(results).find(network, text, never(), known)
  }

  it('[S23] a transaction is found among those that the account sent since the request', async () => {
    expect(await found(after(numbered(1)))).toEqual({ status: 'found', hash: numbered(1).hash })
    expect(await found(after(numbered(1, { to: thief }), numbered(2), numbered(3)))).toEqual({
      status: 'found',
      hash: numbered(2).hash,
    })
    expect(await found(after({ ...mined({}, dollars), hash: numbered(1).hash }), dollars)).toEqual({
      status: 'found',
      hash: numbered(1).hash,
    })
  })

  it('[S23] A payment that the account sent more than 120 blocks ago is found with few requests', async () => {
    const payment = mined({ blockNumber: '0x12' })
    const results = {
      eth_getTransactionCount: ([, at]: [string, string]) =>
        at === 'latest' || at === 'pending' || BigInt(at) >= 0x12n ? '0x8' : '0x7',
      eth_getBlockByNumber: ([at]: [string]) => ({
        number: at === 'latest' ? '0xffff' : at,
        transactions: at === '0x12' ? [payment] : [],
      }),
      eth_getTransactionByHash: payment,
    }
    expect(await found(results)).toEqual({ status: 'found', hash })
    expect(
      requests().filter(({ method }) => method === 'eth_getTransactionCount').length,
    ).toBeLessThanOrEqual(1 + 1 + 16)
  })

  it('[S23] a transaction is found while it is still pending', async () => {
    const pending = ([at]: [string]) => ({
      number: '0x20',
      transactions: at === 'pending' ? [mined({ from: bob }), mined()] : [],
    })
    expect(
      await found({ eth_getBlockByNumber: pending, eth_getTransactionByHash: mined() }),
    ).toEqual({ status: 'found', hash })
  })

  it('[S23] a transaction stays open where the account sent nothing or something else, because the wallet may take the next nonce', async () => {
    expect(await found({})).toEqual({ status: 'open' })
    expect(
      await found(
        after(
          numbered(1, { to: thief }),
          numbered(2, { value: '0x1' }),
          numbered(3, { input: '0xab' }),
        ),
      ),
    ).toEqual({ status: 'open' })
  })

  it('[S23] an equal earlier payment that was pending at the time of the request is not taken for the transaction', async () => {
    const text = await chainOf({
      eth_getTransactionCount: ([, at]: [string, string]) => (at === 'pending' ? '0x8' : '0x7'),
    }).describe(account, [eip155Transaction.draft(network, native)], never())
    expect(await chainOf(after(numbered(1))).find(network, text, never())).toEqual({
      status: 'open',
    })
    const stillPending = ([at]: [string]) => ({
      number: '0x20',
      transactions: at === 'pending' ? [mined()] : [],
    })
    expect(
      await chainOf({ eth_getBlockByNumber: stillPending, eth_getTransactionByHash: mined() }).find(
        network,
        text,
        never(),
      ),
    ).toEqual({ status: 'open' })
    expect(await chainOf(after(numbered(1), numbered(2))).find(network, text, never())).toEqual({
      status: 'found',
      hash: numbered(2).hash,
    })
  })

  it('[S23] an equal payment with a known hash is not taken for the transaction, of a plain account or a smart one', async () => {
    const [first, second] = [numbered(1), numbered(2)]
    expect(await found(after(first), native, account, [first.hash])).toEqual({ status: 'open' })
    expect(await found(after(first, second), native, account, [first.hash])).toEqual({
      status: 'found',
      hash: second.hash,
    })
    expect(
      await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe, [hash]),
    ).toEqual({ status: 'open' })
  })

  it('a search makes a bounded number of requests, however much the account has sent since', async () => {
    const many = Array.from({ length: 14 }, (_, at) =>
      mined({ hash: `0x${at.toString(16).repeat(64)}`, nonce: hex(BigInt(7 + at)), to: thief }),
    )
    expect(await found(after(...many))).toEqual({ status: 'open' })
    expect(requests().length).toBeLessThan(100)
  })

  it("[S23] a transaction of a smart account is found by the token's logs", async () => {
    expect(
      await found({ eth_getLogs: [transferLog(ada, bob, 5_000_000n)] }, dollars, safe),
    ).toEqual({ status: 'found', hash })
    expect(requests().find(({ method }) => method === 'eth_getLogs')?.params).toEqual([
      {
        address: token,
        fromBlock: '0x11',
        toBlock: 'latest',
        topics: [transferLog(ada, bob, 0n).topics[0], `0x${wordOf(ada)}`, `0x${wordOf(bob)}`],
      },
    ])
    for (const log of [
      transferLog(ada, bob, 5n),
      transferLog(ada, thief, 5_000_000n),
      transferLog(thief, bob, 5_000_000n),
      transferLog(ada, bob, 5_000_000n, bundler),
    ])
      expect(await found({ eth_getLogs: [log] }, dollars, safe)).toEqual({ status: 'open' })
    expect(await found({ eth_getLogs: [transferLog(ada, bob, ether)] }, native, safe)).toEqual({
      status: 'open',
    })
  })

  it.each(['eth_getTransactionCount', 'eth_getLogs'])(
    'a transaction stays open where the node refuses to return %s of old blocks',
    async refused => {
      const text = await describeIt(dollars, refused === 'eth_getLogs' ? safe : account)
      const chain = chainOf()
      const results: Results = { eth_chainId: '0x1', ...calm, ...after(numbered(1)) }
      scriptedNodes({
        [url]: questions =>
          json(
            questions.map(({ id, method, params }) =>
              method === refused && params[1] !== 'latest'
                ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'missing trie node' } }
                : answer([{ jsonrpc: '2.0', id, method, params }], results)[0],
            ),
          ),
      })
      expect(await chain.find(network, text, never())).toEqual({ status: 'open' })
    },
  )

  it('a search throws where no node responds', async () => {
    const text = await describeIt()
    const chain = chainOf()
    scriptedNodes({ [url]: down })
    expect(await thrownBy(chain.find(network, text, never()))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})
