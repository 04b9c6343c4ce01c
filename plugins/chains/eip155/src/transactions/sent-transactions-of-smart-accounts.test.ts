import type { Account } from '@portico/kernel/account'
import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
import { maxUint256 } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
import { honest, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import {
  account,
  bundler,
  calm,
  code7702,
  dollars,
  entryPoint,
  ether,
  hash,
  hex,
  mined,
  native,
  network,
  otherHash,
  receiptOf,
  safe,
  thief,
  token,
  transferLog,
  url,
  word,
  wordOf,
} from '../../test/sent-rig.js'
import { transferTo } from '../assets/assets.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

function chainOf(results: Results = {}) {
  scriptedNodes({ [url]: honest({ ...calm, ...results }) })
  const rpcOf = createRpcs({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url] })],
    rpcTimeoutMs: 1_000,
  })
  return createTransactions(rpcOf, error => expect.unreachable(String(error)))
}

const describeIt = (draft: Eip155Transaction = native, from = account) =>
  chainOf().describe(from, [eip155Transaction.draft(network, draft)], never())

async function compared(results: Results, draft: Eip155Transaction = native, from = account) {
  const text = await describeIt(draft, from)
  return chainOf(results).compare(hash, network, text, never())
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('A transaction of a smart account', () => {
  const code = { eth_getCode: code7702 }
  const order = (of: Eip155Transaction) =>
    `0x1fad948c${wordOf(ada)}${wordOf(of.to ?? '0x')}${word(of.value ?? 0n)}${(of.data ?? '0x').slice(2)}`
  const byBundler = (of: Eip155Transaction) =>
    mined({ from: bundler, to: entryPoint, value: '0x0', input: order(of) })
  const selfCall = (of: Eip155Transaction) => mined({ to: ada, value: '0x0', input: order(of) })
  const operation = (succeeded: bigint) => ({
    address: entryPoint,
    topics: [
      '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
      otherHash,
      `0x${wordOf(ada)}`,
      `0x${wordOf(bundler)}`,
    ],
    data: `0x${word(1n)}${word(succeeded)}${word(2n)}${word(3n)}`,
    transactionHash: hash,
  })

  it.each<[string, Account, Results]>([
    ['of a bundler', safe, {}],
    ['of a bundler for an account of EIP-7702', account, code],
  ])(
    '[S2] a transaction %s whose data contains what was described compares as unknown: the data may do more',
    async (_, from, results) => {
      expect(
        await compared({ ...results, eth_getTransactionByHash: byBundler(native) }, native, from),
      ).toEqual({ status: 'unknown' })
      const receipt = receiptOf([
        operation(1n),
        transferLog(ada, bob, 5_000_000n),
        transferLog(ada, bundler, 7n),
      ])
      const tokens = {
        ...results,
        eth_getTransactionByHash: byBundler(dollars),
        eth_getTransactionReceipt: receipt,
      }
      expect(await compared(tokens, dollars, from)).toEqual({ status: 'unknown' })
      const call = { to: token, data: `0x${'5e'.repeat(10_000)}` } as const
      expect(
        await compared({ ...results, eth_getTransactionByHash: byBundler(call) }, call, from),
      ).toEqual({ status: 'unknown' })
    },
  )

  it('[S2] a call of the account to itself in an unknown form compares as unknown where its data contains what was described', async () => {
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(native) })).toEqual({
      status: 'unknown',
    })
    const receipt = receiptOf([transferLog(ada, bob, 5_000_000n)])
    expect(
      await compared(
        {
          ...code,
          eth_getTransactionByHash: selfCall(dollars),
          eth_getTransactionReceipt: receipt,
        },
        dollars,
      ),
    ).toEqual({
      status: 'unknown',
    })
  })

  const approve = (spender: string, amount: bigint) =>
    ({ to: token, value: 0n, data: `0x095ea7b3${wordOf(spender)}${word(amount)}` }) as const
  const swap = { to: bundler, value: ether, data: `0xabcdef01${wordOf(ada)}${word(77n)}` } as const
  const more = 500n * ether
  it.each<[string, Eip155Transaction, object, object]>([
    [
      'other coins, with the payment as data',
      native,
      { to: thief, value: hex(more), input: `0x${wordOf(bob)}${word(ether)}` },
      { to: thief, amount: more },
    ],
    [
      'an approval of another spender, with the described one behind it',
      approve(bundler, 5n),
      {
        input: `${approve(thief, maxUint256).data}${wordOf(token)}${approve(bundler, 5n).data.slice(2)}`,
      },
      { spender: thief },
    ],
    [
      'coins to a thief, with the swap as data',
      swap,
      { to: thief, input: `0x${wordOf(bundler)}${word(ether)}${swap.data.slice(2)}` },
      { to: thief },
    ],
    ['coins besides the tokens', dollars, { value: hex(ether) }, {}],
    [
      'coins to a contract that moves the tokens as well',
      dollars,
      { to: thief, value: hex(more), input: `0x${dollars.data.slice(2)}` },
      { to: thief },
    ],
    [
      'coins to a contract that wraps the transfer',
      dollars,
      { to: thief, value: hex(more), input: `0xaa${dollars.data.slice(2)}${wordOf(token)}` },
      { to: thief },
    ],
  ])(
    '[S2] [S20] an account of EIP-7702 that itself sent %s compares as different, for any data',
    async (_, draft, change, difference) => {
      const receipt = receiptOf([transferLog(ada, bob, 5_000_000n)])
      expect(
        await compared(
          {
            ...code,
            eth_getTransactionByHash: mined(change, draft),
            eth_getTransactionReceipt: receipt,
          },
          draft,
        ),
      ).toEqual({
        status: 'different',
        ...difference,
      })
    },
  )

  it('[S2] an account of EIP-7702 that itself sent what was described in a plain transaction compares as the same', async () => {
    for (const draft of [native, dollars, swap])
      expect(
        await compared({ ...code, eth_getTransactionByHash: mined({}, draft) }, draft),
      ).toEqual({ status: 'same' })
  })

  it('[S2] a fee that the token takes for itself or burns is no difference', async () => {
    for (const to of [token, `0x${'00'.repeat(20)}`]) {
      const receipt = receiptOf([transferLog(ada, bob, 4_900_000n), transferLog(ada, to, 100_000n)])
      const results = {
        eth_getTransactionByHash: byBundler(dollars),
        eth_getTransactionReceipt: receipt,
      }
      expect(await compared(results, dollars, safe)).toEqual({ status: 'unknown' })
    }
  })

  it.each([safe, account])(
    '[S2] a bundler that paid half of the tokens to another account compares as different (account type $type)',
    async from => {
      const receipt = receiptOf([
        operation(1n),
        transferLog(ada, bob, 2_500_000n),
        transferLog(ada, thief, 2_500_000n),
      ])
      const results = {
        ...code,
        eth_getTransactionByHash: byBundler(dollars),
        eth_getTransactionReceipt: receipt,
      }
      expect(await compared(results, dollars, from)).toEqual({
        status: 'different',
        amount: 2_500_000n,
      })
    },
  )

  it.each<[string, object, object]>([
    ['tokens to another recipient', transferLog(ada, thief, 5_000_000n), { to: thief }],
    ['other tokens to another recipient', transferLog(ada, thief, 9n), { to: thief, amount: 9n }],
    ['another amount of tokens', transferLog(ada, bob, 500_000_000n), { amount: 500_000_000n }],
  ])(
    "[S2] a smart account's transaction that moves %s compares as different",
    async (_, log, difference) => {
      const lie = { ...dollars, data: transferTo(thief, 1n) }
      const results = {
        eth_getTransactionByHash: byBundler(lie),
        eth_getTransactionReceipt: receiptOf([operation(1n), log]),
      }
      expect(await compared(results, dollars, safe)).toEqual({ status: 'different', ...difference })
    },
  )

  it("[S2] a smart account's transaction compares as different where the recipient gets a small part and another account the rest", async () => {
    const receipt = receiptOf([
      operation(1n),
      transferLog(ada, bob, 1n),
      transferLog(ada, thief, 4_999_999n),
    ])
    const results = {
      eth_getTransactionByHash: byBundler(dollars),
      eth_getTransactionReceipt: receipt,
    }
    expect(await compared(results, dollars, safe)).toMatchObject({ status: 'different' })
  })

  it("[S2] a smart account's transaction compares as different where its tokens went to another account beside another account's failed operation", async () => {
    const failed = {
      ...operation(0n),
      topics: operation(0n).topics.map((topic, at) => (at === 2 ? `0x${wordOf(bob)}` : topic)),
    }
    const receipt = receiptOf([failed, transferLog(ada, thief, 5_000_000n)])
    const results = {
      eth_getTransactionByHash: byBundler(dollars),
      eth_getTransactionReceipt: receipt,
    }
    expect(await compared(results, dollars, safe)).toEqual({ status: 'different', to: thief })
  })

  it("[S2] a smart account's transaction compares as different where the end of long data was changed in a separate bundle", async () => {
    const call = { to: token, data: `0x${'5e'.repeat(10_000)}` } as const
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(call) }, call)).toEqual({
      status: 'unknown',
    })
    const begun = performance.now()
    const changed = { ...call, data: `0x${'5e'.repeat(9_999)}5f` } as const
    expect(await compared({ ...code, eth_getTransactionByHash: selfCall(changed) }, call)).toEqual({
      status: 'different',
    })
    expect(
      performance.now() - begun,
      'data in which its own beginning is repeated does not keep the page busy',
    ).toBeLessThan(3_000)
  })

  it("[S2] a smart account's transaction of coins to another account, in a plain payment or a separate bundle, compares as different", async () => {
    expect(await compared({ ...code, eth_getTransactionByHash: mined({ to: thief }) })).toEqual({
      status: 'different',
      to: thief,
    })
    expect(
      await compared({ ...code, eth_getTransactionByHash: selfCall({ ...native, to: thief }) }),
    ).toEqual({ status: 'different' })
    expect(
      await compared({
        ...code,
        eth_getTransactionByHash: selfCall({ ...native, value: 2n * ether }),
      }),
    ).toEqual({ status: 'different' })
    const plain = {
      ...code,
      eth_getTransactionByHash: mined({ to: thief }),
      eth_getTransactionReceipt: receiptOf([]),
    }
    expect(await compared(plain, dollars)).toEqual({ status: 'different', to: thief })
  })

  it("[S2] a smart account's hash compares as different where the transaction is another account's and does not involve this one", async () => {
    const foreign = mined({ from: thief, to: bundler, input: '0xabcd' })
    expect(
      await compared({
        ...code,
        eth_getTransactionByHash: foreign,
        eth_getTransactionReceipt: receiptOf([]),
      }),
    ).toMatchObject({
      status: 'different',
      from: thief,
    })
    const tokens = {
      eth_getTransactionByHash: foreign,
      eth_getTransactionReceipt: receiptOf([transferLog(thief, bob, 5_000_000n)]),
    }
    expect(await compared(tokens, dollars, safe)).toMatchObject({
      status: 'different',
      from: thief,
    })
  })

  it("a smart account's transaction raises no alarm where nothing is provable: a failed operation, data that a bundler packed, a failed transaction", async () => {
    const packed = mined({ from: bundler, to: entryPoint, input: '0xabcd' })
    const failed = receiptOf([operation(0n), transferLog(ada, bundler, 7n)])
    expect(
      await compared(
        { eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: failed },
        dollars,
        safe,
      ),
    ).toEqual({ status: 'unknown' })
    expect(
      await compared(
        { eth_getTransactionByHash: packed, eth_getTransactionReceipt: receiptOf([operation(1n)]) },
        native,
        safe,
      ),
    ).toEqual({
      status: 'unknown',
    })
    expect(
      await compared(
        { eth_getTransactionByHash: packed, eth_getTransactionReceipt: receiptOf([], '0x0') },
        dollars,
        safe,
      ),
    ).toEqual({ status: 'unknown' })
    const inSafe = {
      address: ada,
      topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'],
      data: `0x${word(1n)}${word(0n)}`,
    }
    const refunded = receiptOf([inSafe, transferLog(ada, bundler, 7n)])
    expect(
      await compared(
        { eth_getTransactionByHash: byBundler(dollars), eth_getTransactionReceipt: refunded },
        dollars,
        safe,
      ),
    ).toEqual({ status: 'unknown' })
  })
})
