import type { Account } from '@portico/kernel/account'
import type { RemoteSession } from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import { eip155Transaction } from '@portico/kernel/chain'
import { connectionOf } from '@portico/kernel/testing'
import { failedRequest } from '@portico/kernel/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unreadableAnswers, walletAnswers } from '../../../../../kernel/test/wallet-answers.js'
import { never, thrownBy } from '../../test/bench.js'
import { hookBigInt, hookNumber } from '../../test/hooks.js'
import { honest, json, type Node, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob, walletError } from '../../test/scripted-provider.js'
import { block, chain, hash, hex, url } from '../../test/transactions-rig.js'
import { connectScripted, setupOf } from '../../test/wallet-sessions.js'
import { createRemoteSessions } from '../wallets/remote-session.js'

const account: Account = {
  namespace: 'eip155',
  address: ada,
  type: 'eoa',
  connection: 'eip155/test',
}
const gwei = 1_000_000_000n
const market: Results = {
  eth_getBlockByNumber: block(64n * gwei),
  eth_gasPrice: hex(66n * gwei),
  eth_maxPriorityFeePerGas: hex(gwei),
  eth_estimateGas: '0x5208',
}
const draftOf = (body: object): Draft => ({
  dialect: 'eip155/transaction',
  network: 'eip155:1',
  body,
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the fee of a transaction', () => {
  const estimate = async (results: Results, spec = {}, body: object = { to: bob, value: 1n }) => {
    scriptedNodes({ [url]: honest({ ...market, ...results }) })
    const { via } = await connectScripted()
    return chain(spec).transactions.estimate(via, account, draftOf(body), never())
  }

  it('[S7.29] the fee is gas times price, with room for two blocks of growing base fee', async () => {
    // 64 gwei grow to at most 81 in two blocks.
    expect(await estimate({})).toEqual({
      kind: 'native',
      amount: 21_000n * 82n * gwei,
      rate: { value: '82', unit: 'gwei' },
    })
  })

  it('the fee uses the gas price where a network has no base fee', async () => {
    expect(
      await estimate({ eth_getBlockByNumber: block(), eth_gasPrice: hex(64n * gwei) }),
    ).toMatchObject({ amount: 21_000n * 81n * gwei })
  })

  it('the tip comes from the gas price where a network returns none', async () => {
    const node: Node = questions =>
      json(
        questions.map(({ id, method }) =>
          method === 'eth_maxPriorityFeePerGas'
            ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }
            : {
                jsonrpc: '2.0',
                id,
                result: ({ eth_chainId: '0x1', ...market } as Record<string, unknown>)[method],
              },
        ),
      )
    scriptedNodes({ [url]: node })
    const { via } = await connectScripted()
    expect(
      await chain().transactions.estimate(via, account, draftOf({ to: bob, value: 1n }), never()),
    ).toMatchObject({ amount: 21_000n * 83n * gwei })
  })

  it('[S7.29] the fee assumes 150,000 gas only where the network cannot estimate', async () => {
    for (const code of [-32601, -32004]) {
      const node: Node = questions =>
        json(
          questions.map(({ id, method }) =>
            method === 'eth_estimateGas'
              ? { jsonrpc: '2.0', id, error: { code, message: 'no' } }
              : {
                  jsonrpc: '2.0',
                  id,
                  result: ({ eth_chainId: '0x1', ...market } as Record<string, unknown>)[method],
                },
          ),
        )
      scriptedNodes({ [url]: node })
      const { via } = await connectScripted()
      expect(
        await chain().transactions.estimate(via, account, draftOf({ to: bob, value: 1n }), never()),
      ).toMatchObject({ amount: 150_000n * 82n * gwei })
    }
  })

  it('the fee includes the L1 data fee on the OP stack', async () => {
    expect(
      await estimate({ eth_call: hex(5n).replace('0x', `0x${'0'.repeat(63)}`) }, { opStack: true }),
    ).toMatchObject({ amount: 21_000n * 82n * gwei + 5n })
    expect(await estimate({ eth_call: '0x' }, { opStack: true })).toMatchObject({
      amount: 21_000n * 82n * gwei,
    })
  })

  it('the fee uses the gas of the draft when it names one', async () => {
    expect(
      await estimate({ eth_estimateGas: undefined }, {}, { to: bob, gas: 50_000n }),
    ).toMatchObject({ amount: 50_000n * 82n * gwei })
  })

  it.each([
    ['gas', { eth_estimateGas: `0x1${'0'.repeat(12)}` }],
    ['a price', { eth_gasPrice: `0x1${'0'.repeat(16)}` }],
    [
      'a base fee',
      { eth_getBlockByNumber: { number: '0x1', transactions: [], baseFeePerGas: '12' } },
    ],
    ['a block', { eth_getBlockByNumber: 'latest' }],
  ])(
    '[R7] no fee is computed from %s that is malformed',
    { tags: 'thorough' },
    async (_what, results) => {
      scriptedNodes({ [url]: honest({ ...market, ...results }) })
      const { via } = await connectScripted()
      expect(
        await thrownBy(chain().transactions.estimate(via, account, draftOf({ to: bob }), never())),
      ).toMatchObject({ code: 'CHAIN_ANSWER' })
    },
  )

  it('the fee is higher at fast speed, and the draft says so', async () => {
    scriptedNodes({ [url]: honest({ ...market, eth_getBalance: hex(10n ** 18n) }) })
    const prepare = (speed?: 'slow' | 'normal' | 'fast') =>
      chain().transfers.prepare(
        {
          from: account,
          to: bob,
          network: 'eip155:1',
          asset: 'native',
          amount: 1n,
          decimals: 18,
          ...(speed && { speed }),
        },
        never(),
      )
    const [unsaid, normal, slow, fast] = await Promise.all([
      prepare(),
      prepare('normal'),
      prepare('slow'),
      prepare('fast'),
    ])
    expect(eip155Transaction.read(unsaid.draft)).toEqual({ to: bob, value: 1n })
    expect(eip155Transaction.read(normal.draft)).toEqual({ to: bob, value: 1n })
    expect(eip155Transaction.read(slow.draft)).toMatchObject({
      maxPriorityFeePerGas: (gwei * 8n) / 10n,
    })
    expect(eip155Transaction.read(fast.draft)).toMatchObject({
      maxPriorityFeePerGas: (gwei * 15n) / 10n,
    })
    expect(
      fast.fee.kind === 'native' && slow.fee.kind === 'native' && fast.fee.amount > slow.fee.amount,
    ).toBe(true)
  })

  it('the fee is deducted from the amount when everything is sent', async () => {
    scriptedNodes({ [url]: honest({ ...market, eth_getBalance: hex(10n ** 18n) }) })
    const { draft, amount, fee } = await chain().transfers.prepare(
      { from: account, to: bob, network: 'eip155:1', asset: 'native', amount: 'max', decimals: 18 },
      never(),
    )
    expect(fee).toMatchObject({ amount: 21_000n * 82n * gwei })
    expect(amount).toBe(10n ** 18n - 21_000n * 82n * gwei)
    expect(eip155Transaction.read(draft)).toEqual({
      to: bob,
      value: amount,
      gas: 21_000n,
      maxFeePerGas: 82n * gwei,
      maxPriorityFeePerGas: gwei,
    })
  })

  it('the error names the missing amount when the fee alone is not covered', async () => {
    scriptedNodes({
      [url]: honest({ ...market, eth_getBalance: hex(21_000n * 82n * gwei - 10n ** 12n) }),
    })
    const error = await thrownBy(
      chain().transfers.prepare(
        {
          from: account,
          to: bob,
          network: 'eip155:1',
          asset: 'native',
          amount: 'max',
          decimals: 18,
        },
        never(),
      ),
    )
    expect(error).toMatchObject({
      code: 'TRANSFER_FEE',
      message: 'You need 0.000001 ETH more for the fee.',
    })
  })

  it('a token whose transfer returns false, or garbage, is not sent', async () => {
    const word = (text: string) => `0x${text.padStart(64, '0')}`
    for (const says of [word('0'), word('2'), '0x12', `${word('1')}${'0'.repeat(64)}`]) {
      scriptedNodes({
        [url]: honest({
          ...market,
          eth_getBalance: hex(10n ** 18n),
          eth_call: ([call]: [{ data: string }]) =>
            call.data.startsWith('0x70a08231')
              ? word('ff')
              : call.data === '0x313ce567'
                ? word('6')
                : says,
        }),
      })
      const asset = 'eip155:1/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'
      expect(
        await thrownBy(
          chain().transfers.prepare(
            { from: account, to: bob, network: 'eip155:1', asset, amount: 1n, decimals: 6 },
            never(),
          ),
        ),
      ).toMatchObject({
        code: 'TRANSFER_REFUSED',
      })
    }
  })
})

describe('sending a transaction', () => {
  it("[S7.27] send checks the wallet's chain, then sends the draft and returns the hash", async () => {
    const { via, from, wallet } = await connectScripted({
      eth_sendTransaction: hash.toUpperCase().replace('0X', '0x'),
    })
    const body = {
      to: bob,
      value: 255n,
      data: '0xabcd',
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
    }
    expect(await chain().transactions.send(via, from, draftOf(body), never())).toEqual({ hash })
    expect(wallet.calls).toEqual([
      { method: 'eth_chainId' },
      {
        method: 'eth_sendTransaction',
        params: [
          {
            from: ada,
            chainId: '0x1',
            to: bob,
            value: '0xff',
            data: '0xabcd',
            gas: '0x5208',
            maxFeePerGas: '0x2',
            maxPriorityFeePerGas: '0x1',
          },
        ],
      },
    ])
  })

  it('[R12] a declined transaction rejects with DECLINED', async () => {
    const declined = walletError(4001)
    const { via, from } = await connectScripted({
      eth_sendTransaction: () => Promise.reject(declined),
    })
    expect(
      await thrownBy(chain().transactions.send(via, from, draftOf({ to: bob }), never())),
    ).toMatchObject({ code: 'DECLINED', cause: declined })
  })

  /** What `send` throws for an injected wallet, and for a remote one, with this response. */
  const thrownFor = async (answer: () => Promise<unknown>) => {
    const inPage = await connectScripted({ eth_sendTransaction: answer })
    const remote: RemoteSession = {
      accounts: [`eip155:1:${ada}`],
      approved: ['eip155:1'],
      methods: ['eth_sendTransaction'],
      request: answer,
      watch: () => () => undefined,
      close: async () => undefined,
    }
    const walletSession = await createRemoteSessions(setupOf()).open(remote, never())
    const walletSessions = [
      inPage,
      connectionOf(walletSession, { namespace: 'eip155', id: 'test' }),
    ]
    return Promise.all(
      walletSessions.map(({ via, from }) =>
        thrownBy(chain().transactions.send(via, from, draftOf({ to: bob, value: 1n }), never())),
      ),
    )
  }

  it.each(walletAnswers)(
    '[R12] [S23] the outcome of a request follows from what "%s" proves, for an injected wallet and a remote one',
    async (_, error, outcome) => {
      for (const thrown of await thrownFor(() => Promise.reject(error))) {
        expect(failedRequest(thrown)).toBe(outcome)
        if (outcome === 'unknown') expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      }
    },
  )

  it.each([...unreadableAnswers, ['half a hash', hash.slice(0, 40)]] as const)(
    '[S23] [S35] a transaction may have been sent where the wallet answers %s',
    async (_, answer) => {
      for (const thrown of await thrownFor(async () => answer)) {
        expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
        expect(failedRequest(thrown)).toBe('unknown')
      }
    },
  )

  it('[S2] a transaction is not sent where a script that replaced BigInt and its toString changed the amount', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    const restore = hookBigInt(255n, 2550n)
    const thrown = await thrownBy(
      chain()
        .transactions.send(via, from, draftOf({ to: bob, value: 255n }), never())
        .finally(restore),
    )
    expect(thrown).toMatchObject({
      code: 'TRANSFER_REFUSED',
      userMessage: { id: 'eip155.error.altered' },
    })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it('[S2] [S24] a transaction is not sent where a script that replaced Number.prototype.toString changed the chain', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    const restore = hookNumber(1, 8453)
    const thrown = await thrownBy(
      chain()
        .transactions.send(via, from, draftOf({ to: bob, value: 255n }), never())
        .finally(restore),
    )
    expect(thrown).toMatchObject({
      code: 'TRANSFER_REFUSED',
      userMessage: { id: 'eip155.error.altered' },
    })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it.each([
    ['the amount', { value: 1n }],
    ['the data', { data: '0xabce' }],
    ['the gas', { gas: 1n }],
    ['the highest fee', { maxFeePerGas: 1n }],
    ['the tip', { maxPriorityFeePerGas: 1n }],
    ['the tip, which was left to the wallet,', { maxPriorityFeePerGas: undefined }],
  ])(
    '[S2] a transaction is not sent where %s differs from the draft at hand-over',
    async (_what, later) => {
      const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
      const first = {
        to: bob,
        value: 255n,
        data: '0xabcd',
        gas: 21_000n,
        maxFeePerGas: 20n,
        maxPriorityFeePerGas: 10n,
      }
      const draft = { ...draftOf(first), body: first }
      // The wallet reports its chain between the copy and the comparison.
      wallet.replies.eth_chainId = () => {
        Object.assign(draft.body, later)
        return '0x1'
      }
      expect(await thrownBy(chain().transactions.send(via, from, draft, never()))).toMatchObject({
        userMessage: { id: 'eip155.error.altered' },
      })
      expect(wallet.count('eth_sendTransaction')).toBe(0)
    },
  )

  it('[R10] an aborted send rejects at once', async () => {
    const { via, from } = await connectScripted({
      eth_sendTransaction: () => new Promise(() => undefined),
    })
    const controller = new AbortController()
    const outcome = thrownBy(
      chain().transactions.send(via, from, draftOf({ to: bob }), controller.signal),
    )
    setTimeout(() => controller.abort(), 20)
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  it.each([
    ['of another dialect', { dialect: 'solana/transaction', network: 'eip155:1', body: {} }],
    ['without a body', draftOf(undefined as never)],
    ['without recipient and data', draftOf({ value: 1n })],
    ['to what is no address', draftOf({ to: '0x12' })],
    ['with a value that is no bigint', draftOf({ to: bob, value: 1 })],
    ['with a negative value', draftOf({ to: bob, value: -1n })],
    ['with a value above 256 bits', draftOf({ to: bob, value: 2n ** 256n })],
    ['with data that is no hex', draftOf({ to: bob, data: '0xzz' })],
    ['with half a byte of data', draftOf({ to: bob, data: '0xabc' })],
    ['with gas that is text', draftOf({ to: bob, gas: '21000' })],
  ])('send rejects a draft %s before the wallet gets a request', async (_what, draft) => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    expect(
      await thrownBy(chain().transactions.send(via, from, draft as Draft, never())),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect(wallet.calls).toEqual([])
  })

  it('send rejects a draft that changes on its way to the wallet', async () => {
    const { via, from, wallet } = await connectScripted({ eth_sendTransaction: hash })
    let reads = 0
    const shifty = {
      value: 1n,
      get to() {
        return ++reads > 1 ? ada : bob
      },
    }
    expect(
      await thrownBy(chain().transactions.send(via, from, draftOf(shifty), never())),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })

  it('[S24] the request names the chain, so a wallet that switches at that moment can refuse it', async () => {
    const { via, from, wallet } = await connectScripted({
      eth_sendTransaction: () => Promise.reject(walletError(-32602, 'The chain is another one.')),
    })
    await thrownBy(chain().transactions.send(via, from, draftOf({ to: bob }), never()))
    expect(wallet.calls.at(-1)?.params).toEqual([{ from: ada, chainId: '0x1', to: bob }])
  })

  it('send makes no request for an account that is not in this wallet', async () => {
    const { via, wallet } = await connectScripted({ eth_sendTransaction: hash })
    expect(
      await thrownBy(
        chain().transactions.send(via, { ...account, address: bob }, draftOf({ to: bob }), never()),
      ),
    ).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.count('eth_sendTransaction')).toBe(0)
  })
})
