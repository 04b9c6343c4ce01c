import { type Eip155Transaction, eip155Transaction } from '@portico/kernel/chain'
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
  receiptOf,
  safe,
  thief,
  token,
  transferLog,
  url,
  word,
  wordOf,
} from '../../test/sent-rig.js'
import { checksumAddress } from '../addresses/checksum.js'
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
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('A bundle', () => {
  const router = checksumAddress(`0x${'40'.repeat(20)}`)
  const approve = (spender: string, amount: bigint) =>
    ({ to: token, data: `0x095ea7b3${wordOf(spender)}${word(amount)}` }) as const
  const trade = { to: router, value: 3n, data: `0xabcdef01${wordOf(ada)}${word(77n)}` } as const
  const bundle: readonly Eip155Transaction[] = [approve(router, 5n), trade]
  const code = { eth_getCode: code7702 }

  /** `(address,uint256,bytes)[]` as contracts read it. */
  const encoded = (calls: readonly Eip155Transaction[]) => {
    const parts = calls.map(({ to = '0x', value = 0n, data = '0x' }) => {
      const size = (data.length - 2) / 2
      return `${wordOf(to)}${word(value)}${word(96n)}${word(BigInt(size))}${data.slice(2).padEnd(64 * Math.ceil(size / 32), '0')}`
    })
    let at = 32 * parts.length
    const offsets = parts.map(part => {
      const offset = word(BigInt(at))
      at += part.length / 2
      return offset
    })
    return `${word(32n)}${word(BigInt(parts.length))}${offsets.join('')}${parts.join('')}`
  }
  const wrapped = (list: string) => {
    const size = list.length / 2
    return `0xe9ae5c53${'01'.padEnd(64, '0')}${word(64n)}${word(BigInt(size))}${list}`
  }
  const forms: readonly (readonly [string, (calls: readonly Eip155Transaction[]) => string])[] = [
    ['execute(Call[])', calls => `0x3f707e6b${encoded(calls)}`],
    ['executeBatch(Call[])', calls => `0x34fcd5be${encoded(calls)}`],
    ['execute(mode, Call[]) of ERC-7579', calls => wrapped(encoded(calls))],
  ]
  /** An unknown encoding that concatenates the calls. */
  const unknownForm = (calls: readonly Eip155Transaction[]) =>
    `0x1fad948c${calls.map(({ to = '0x', value = 0n, data = '0x' }) => `${wordOf(to)}${word(value)}${data.slice(2)}`).join('')}`
  const selfCall = (input: string) => mined({ to: ada, value: '0x0', input })
  const byBundler = (calls: readonly Eip155Transaction[]) =>
    mined({
      from: bundler,
      to: entryPoint,
      value: '0x0',
      input: `${unknownForm(calls)}${wordOf(ada)}`,
    })

  const describeAll = (calls = bundle, from = account) =>
    chainOf().describe(
      from,
      calls.map(call => eip155Transaction.draft(network, call)),
      never(),
    )
  async function compared(results: Results, calls = bundle, from = account) {
    const text = await describeAll(calls, from)
    return chainOf(results).compare(hash, network, text, never())
  }
  const isSent = (transaction: object, more: Results = code): Results => ({
    ...more,
    eth_getTransactionByHash: transaction,
  })

  it.each(forms)(
    '[S2] a bundle that the account sends to itself by %s compares as the same, also before the account is a contract and with a lower approval',
    async (_, form) => {
      expect(await compared(isSent(selfCall(form(bundle))))).toEqual({ status: 'same' })
      expect(await compared(isSent(selfCall(form(bundle)), {}))).toEqual({ status: 'same' })
      expect(await compared(isSent(selfCall(form([approve(router, 4n), trade]))))).toEqual({
        status: 'same',
      })
    },
  )

  it.each(forms)(
    '[S2] a bundle that the account sends to itself by %s compares as different where one call was changed, added or left out',
    async (_, form) => {
      const differs = async (calls: readonly Eip155Transaction[]) =>
        compared(isSent(selfCall(form(calls))))
      expect(await differs([approve(router, 5n), { ...trade, to: thief }])).toEqual({
        status: 'different',
        to: thief,
      })
      expect(await differs([approve(thief, 5n), trade])).toEqual({
        status: 'different',
        spender: thief,
      })
      expect(await differs([approve(router, 6n), trade])).toEqual({
        status: 'different',
        spender: router,
      })
      expect(await differs([approve(router, 5n), { ...trade, value: 4n }])).toEqual({
        status: 'different',
        amount: 4n,
      })
      expect(
        await differs([
          approve(router, 5n),
          { ...trade, data: `0xabcdef01${wordOf(thief)}${word(77n)}` },
        ]),
      ).toEqual({ status: 'different' })
      expect(await differs([...bundle, { to: token, data: transferTo(thief, 9n) }])).toMatchObject({
        status: 'different',
        to: thief,
      })
      expect(await differs([trade])).toMatchObject({ status: 'different' })
      // The described calls are contained as data that is not executed.
      const decoy = [
        { to: thief, value: 3n, data: `0x${encoded(bundle)}` },
        bundle[1] as Eip155Transaction,
      ] as const
      expect(await differs(decoy)).toEqual({ status: 'different', to: thief, amount: 3n })
    },
  )

  it.each(forms)(
    '[S2] a single payment in a batch that the account sends to itself by %s compares as the same only where nothing was added',
    async (_, form) => {
      const sent = async (...calls: readonly Eip155Transaction[]) =>
        compared(isSent(selfCall(form(calls))), [native])
      expect(await sent(native)).toEqual({ status: 'same' })
      expect(await sent(native, { to: thief, value: 500n * ether })).toEqual({
        status: 'different',
        to: thief,
        amount: 500n * ether,
      })
      expect(await sent({ to: thief, value: 500n * ether }, native)).toEqual({
        status: 'different',
        to: thief,
        amount: 500n * ether,
      })
      expect(await sent(native, native)).toEqual({ status: 'different' })
      expect(await sent(native, { to: token, data: transferTo(thief, 9n) })).toEqual({
        status: 'different',
        to: thief,
      })
      expect(await sent(native, approve(thief, 9n))).toEqual({
        status: 'different',
        to: token,
        spender: thief,
      })
      const take = (owner: string): Eip155Transaction => ({
        to: token,
        data: `0x23b872dd${wordOf(owner)}${wordOf(thief)}${word(9n)}`,
      })
      expect(await sent(native, take(ada))).toEqual({ status: 'different', to: token, amount: 0n })
      // Another page's request in the same batch, whose effect is unknown.
      expect(await sent(native, { to: router, data: '0xabcdef01' })).toEqual({ status: 'unknown' })
      expect(await sent({ to: router, data: '0xabcdef01' }, native)).toEqual({ status: 'unknown' })
      for (const harmless of [approve(thief, 0n), { to: ada, value: 5n } as const, take(bob)])
        expect(await sent(native, harmless)).toEqual({ status: 'unknown' })
      expect(await sent({ to: router, data: '0xabcdef01' }, { ...native, to: thief })).toEqual({
        status: 'different',
        to: thief,
      })
    },
  )

  it('[S2] a batch in the form of the account that another account sends to it compares as unknown: it may do nothing', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const foreign = mined({ from: thief, to: ada, value: '0x0', input: list([native]) })
    expect(await compared(isSent(foreign), [native])).toEqual({ status: 'unknown' })
    // A plain account has no code, so the data is not even read.
    expect(await compared(isSent(foreign, {}), [native])).toMatchObject({
      status: 'different',
      from: thief,
    })
  })

  it('[S2] a batch of ERC-7579 compares as unknown where its mode is that of another kind of call', async () => {
    const sent = (mode: string) =>
      selfCall(wrapped(encoded([native])).replace('01'.padEnd(64, '0'), mode.padEnd(64, '0')))
    expect(await compared(isSent(sent('0100000000007821000100')), [native])).toEqual({
      status: 'same',
    })
    expect(await compared(isSent(sent('0101')), [native])).toEqual({ status: 'same' })
    // One call, a delegatecall, a list of lists, a mode of the account's own.
    for (const mode of ['00', 'ff', '01000000000078210002', '010000000000abcdef01'])
      expect(await compared(isSent(sent(mode)), [native]), mode).toEqual({ status: 'unknown' })
  })

  it('[R7] a batch whose recipient is no address compares as unknown', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const input = list([native]).replace(wordOf(bob), wordOf(bob).replace(/^0/, '1'))
    expect(await compared(isSent(selfCall(`${input}${wordOf(bob)}`)), [native])).toEqual({
      status: 'unknown',
    })
  })

  it('[S2] a bundle of two payments whose amounts were exchanged compares as different', async () => {
    const [, list] = forms[0] as (typeof forms)[number]
    const pay = (one: bigint, two: bigint): readonly Eip155Transaction[] => [
      { to: bob, value: one },
      { to: bundler, value: two },
    ]
    expect(await compared(isSent(selfCall(list(pay(1n, 2n)))), pay(1n, 2n))).toEqual({
      status: 'same',
    })
    expect(await compared(isSent(selfCall(list(pay(2n, 1n)))), pay(1n, 2n))).toEqual({
      status: 'different',
      amount: 2n,
    })
  })

  it.each([
    '0x',
    '0x20',
    `0x${'ff'.repeat(96)}`,
    `0x${word(32n)}${word(1n)}`,
    `0x${word(32n)}${word(1n << 40n)}`,
    `0x${word(32n)}${word(1n)}${word(4096n)}`,
  ])(
    '[R7] whose data is encoded as no contract reads it (%s) is no bundle of these calls',
    async body => {
      for (const selector of ['3f707e6b', 'e9ae5c53'])
        expect(await compared(isSent(selfCall(`0x${selector}${body.slice(2)}`)))).toMatchObject({
          status: 'different',
        })
    },
  )

  it('[S2] a bundle in an unknown encoding compares as unknown where its data contains all calls, and as different where it contains only some', async () => {
    for (const sent of [
      selfCall(unknownForm(bundle)),
      byBundler(bundle),
      byBundler([approve(router, 1n), trade]),
    ])
      expect(await compared(isSent(sent))).toEqual({ status: 'unknown' })
    const changed = [
      approve(router, 5n),
      { ...trade, data: `0xabcdef01${wordOf(thief)}${word(77n)}` },
    ] as const
    expect(await compared(isSent(selfCall(unknownForm(changed))))).toMatchObject({
      status: 'different',
    })
    expect(await compared(isSent(byBundler(changed)), bundle, safe)).toMatchObject({
      status: 'different',
    })
    expect(
      await compared(isSent(byBundler([approve(thief, 5n), trade])), bundle, safe),
    ).toMatchObject({ status: 'different' })
  })

  it('a bundle whose data cannot be read compares as unknown', async () => {
    const packed = mined({
      from: bundler,
      to: entryPoint,
      value: '0x0',
      input: `0x1234${wordOf(ada)}`,
    })
    expect(await compared(isSent(packed), bundle, safe)).toEqual({ status: 'unknown' })
    // The account's first transaction made it a contract, and is in no block yet.
    expect(await compared(isSent(packed, {}))).toEqual({ status: 'unknown' })
  })

  it('[S2] a bundle of token transfers whose data cannot be read is compared by the logs of the token', async () => {
    const transfers: readonly Eip155Transaction[] = [
      dollars,
      { to: token, data: transferTo(bundler, 9n) },
    ]
    const packed = mined({
      from: bundler,
      to: entryPoint,
      value: '0x0',
      input: `0x1234${wordOf(ada)}`,
    })
    const receipt = (...logs: readonly object[]) => ({
      ...isSent(packed),
      eth_getTransactionReceipt: receiptOf(logs),
    })
    expect(
      await compared(
        receipt(transferLog(ada, bob, 5_000_000n), transferLog(ada, bundler, 9n)),
        transfers,
        safe,
      ),
    ).toEqual({ status: 'unknown' })
    expect(
      await compared(
        receipt(transferLog(ada, thief, 5_000_000n), transferLog(ada, bundler, 9n)),
        transfers,
        safe,
      ),
    ).toMatchObject({
      status: 'different',
      to: thief,
    })
    // The token's log proves the transfer; nothing proves the trade.
    expect(
      await compared(receipt(transferLog(ada, bob, 5_000_000n)), [dollars, trade], safe),
    ).toEqual({ status: 'unknown' })
  })

  it('[S2] an unrelated transaction of another account under the hash of a bundle compares as different', async () => {
    const foreign = {
      ...isSent(mined({ from: thief, to: bundler, input: '0xabcd' })),
      eth_getTransactionReceipt: receiptOf([]),
    }
    expect(await compared(foreign, bundle, safe)).toMatchObject({
      status: 'different',
      from: thief,
    })
    expect(await compared(isSent(mined({ to: thief }), {}))).toMatchObject({
      status: 'different',
      to: thief,
    })
  })

  describe('a bundle that the wallet sent one by one', () => {
    const sentAs = (...calls: readonly object[]) => {
      const list = calls.map((call, at) =>
        mined({ hash: `0x${String(at + 1).repeat(64)}`, nonce: hex(BigInt(7 + at)), ...call }),
      )
      const used = (block: bigint) =>
        7n + BigInt(Math.max(0, Math.min(list.length, Number(block) - 0x11)))
      const results: Results = {
        eth_getTransactionCount: ([, at]: [string, string]) =>
          hex(used(at === 'latest' || at === 'pending' ? 0x20n : BigInt(at))),
        eth_getBlockByNumber: ([at]: [string]) => {
          const one = at === 'latest' || at === 'pending' ? undefined : list[Number(at) - 0x12]
          return {
            number: at === 'latest' || at === 'pending' ? '0x20' : at,
            transactions: one ? [one] : [],
          }
        },
        eth_getTransactionByHash: ([hash]: [string]) => list.find(one => one.hash === hash) ?? null,
      }
      return { results, last: String(list.at(-1)?.hash) }
    }
    const asSent = ({ to, value = 0n, data = '0x' }: Eip155Transaction) => ({
      to: to?.toLowerCase() ?? null,
      value: hex(value),
      input: data,
    })
    const compareLast = async (...calls: readonly Eip155Transaction[]) => {
      const text = await describeAll()
      const { results, last } = sentAs(...calls.map(asSent))
      return chainOf(results).compare(last, network, text, never())
    }

    it('[S2] a bundle sent as single transactions compares as the same where each call was sent', async () => {
      expect(await compareLast(...bundle)).toEqual({ status: 'same' })
      expect(await compareLast(approve(router, 5n), { to: bob, value: 9n }, trade)).toEqual({
        status: 'same',
      })
    })

    it('[S2] a bundle sent as single transactions compares as different where the first or the last was changed', async () => {
      expect(await compareLast(approve(thief, 5n), trade)).toEqual({
        status: 'different',
        spender: thief,
      })
      expect(await compareLast({ to: thief, value: 9n }, trade)).toEqual({
        status: 'different',
        to: thief,
        amount: 9n,
      })
      expect(await compareLast(approve(router, 5n), { ...trade, to: thief })).toEqual({
        status: 'different',
        to: thief,
      })
    })

    it('[S2] a bundle that was cancelled compares as cancelled only where no call was sent before', async () => {
      const nothing = { to: ada, value: 0n } as const
      expect(await compareLast(nothing)).toEqual({ status: 'different', isCancel: true })
      expect(await compareLast(approve(router, 5n), nothing)).not.toHaveProperty('isCancel')
    })

    it('a bundle of which only the last call was sent compares as unknown', async () => {
      expect(await compareLast(trade)).toEqual({ status: 'unknown' })
    })

    it('[S23] a bundle sent as single transactions is found by its last one after a lost answer, and stays open before', async () => {
      const text = await describeAll()
      const { results, last } = sentAs(...bundle.map(asSent))
      expect(await chainOf(results).find(network, text, never())).toEqual({
        status: 'found',
        hash: last,
      })
      const part = sentAs(asSent(approve(router, 5n)))
      expect(await chainOf(part.results).find(network, text, never())).toEqual({ status: 'open' })
    })

    it('[S23] a bundle that the account sent to itself is found, whether or not its encoding is known', async () => {
      const text = await describeAll()
      const [, list] = forms[2] as (typeof forms)[number]
      for (const input of [list(bundle), unknownForm(bundle)]) {
        const { results, last } = sentAs({ to: ada, value: '0x0', input })
        expect(await chainOf(results).find(network, text, never())).toEqual({
          status: 'found',
          hash: last,
        })
        expect(await chainOf(results).find(network, text, never(), [last])).toEqual({
          status: 'open',
        })
      }
      // Added calls are for the comparison to report: the payment was made, and must not be made
      // twice.
      const more = sentAs({
        to: ada,
        value: '0x0',
        input: list([...bundle, { to: thief, value: 9n }]),
      })
      expect(await chainOf(more.results).find(network, text, never())).toEqual({
        status: 'found',
        hash: more.last,
      })
      const other = sentAs({ to: ada, value: '0x0', input: list([approve(thief, 5n), trade]) })
      expect(await chainOf(other.results).find(network, text, never())).toEqual({ status: 'open' })
    })
  })

  it('[S23] a bundle that a bundler sent is found by the Approval log where its data contains the other calls', async () => {
    const log = {
      ...transferLog(ada, router, 5n),
      topics: [
        '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
        `0x${wordOf(ada)}`,
        `0x${wordOf(router)}`,
      ],
    }
    const text = await describeAll(bundle, safe)
    const find = (results: Results, known?: readonly string[]) =>
      chainOf({ eth_getLogs: [log], ...results }).find(network, text, never(), known)
    expect(await find({ eth_getTransactionByHash: byBundler(bundle) })).toEqual({
      status: 'found',
      hash,
    })
    expect(await find({ eth_getTransactionByHash: byBundler([approve(router, 5n)]) })).toEqual({
      status: 'open',
    })
    expect(await find({ eth_getTransactionByHash: byBundler(bundle) }, [hash])).toEqual({
      status: 'open',
    })
    expect(
      await find({
        eth_getLogs: [{ ...log, data: `0x${word(6n)}` }],
        eth_getTransactionByHash: byBundler(bundle),
      }),
    ).toEqual({ status: 'open' })
  })
})
