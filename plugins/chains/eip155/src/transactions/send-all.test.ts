import type { Account } from '@portico/kernel/account'
import type { Bundle } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { failedRequest, walletProblem } from '@portico/kernel/wallet'
import { describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { hookBigInt, hookMap, hookNumber } from '../../test/hooks.js'
import { ada, bob, type Reply, walletError } from '../../test/scripted-provider.js'
import { connectScripted } from '../../test/wallet-sessions.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransactions } from './transactions.js'

const hash = `0x${'12'.repeat(32)}` as const
const account: Account = {
  namespace: 'eip155',
  address: ada,
  type: 'eoa',
  connection: 'eip155/test',
}
const network = 'eip155:1'
const drafts = [
  eip155Transaction.draft(network, { to: bob, data: '0xabcd' }),
  eip155Transaction.draft(network, { to: bob, data: '0x', value: 255n, gas: 21_000n }),
]
const rpcOf = createRpcs({
  networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: ['https://a.example'] })],
  rpcTimeoutMs: 200,
})
const atomic = { '0x1': { atomic: { status: 'supported' } } }

async function over(replies: Record<string, Reply>, signal = never()) {
  const { via, wallet } = await connectScripted(replies)
  const { sendAll } = createTransactions(rpcOf, error => expect.unreachable(String(error)))
  return {
    wallet,
    send: (bundle?: Bundle) =>
      sendAll(via, account, bundle?.id === undefined ? drafts : [], signal, bundle),
  }
}

describe('several transactions as one bundle', () => {
  it('a bundle is one request, all or none, and gets the hash that the wallet reports once the bundle is in a block', async () => {
    const answers = [
      { status: 100 },
      { status: 100 },
      { status: 200, receipts: [{ transactionHash: hash }] },
    ]
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
      wallet_getCallsStatus: () => answers.shift(),
    })
    expect(await send()).toEqual({ hash })
    expect(wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params).toEqual([
      {
        version: '2.0.0',
        from: ada,
        chainId: '0x1',
        atomicRequired: true,
        calls: [
          { to: bob, data: '0xabcd' },
          { to: bob, data: '0x', value: '0xff' },
        ],
      },
    ])
  })

  it.each([
    ['is ready for it', { '0x1': { atomic: { status: 'ready' } } }],
    ['can everywhere', { '0x0': { atomic: { status: 'supported' } } }],
    ['is of the first version', { '0x1': { atomicBatch: { supported: true } } }],
  ])('a bundle is sent by a wallet that %s', async (_, capabilities) => {
    const sent = {
      id: 'a',
      capabilities: { caip345: { caip2: network, transactionHashes: [hash] } },
    }
    expect(
      await (await over({ wallet_getCapabilities: capabilities, wallet_sendCalls: sent })).send(),
    ).toEqual({ hash })
  })

  it.each<[string, Reply]>([
    [
      'cannot here',
      { '0x1': { atomic: { status: 'unsupported' } }, '0x0': { atomic: { status: 'supported' } } },
    ],
    ['reports no capabilities', {}],
    ['returns malformed capabilities', 42],
    ['does not know the method', () => Promise.reject(walletError(-32601, 'not found'))],
    ['rejects the capabilities request', () => Promise.reject(walletError(4100))],
  ])('a bundle is not requested from a wallet that %s', async (_, capabilities) => {
    const { wallet, send } = await over({
      wallet_getCapabilities: capabilities,
      wallet_sendCalls: { id: '0x77' },
    })
    expect(await thrownBy(send())).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it.each<[string, number, string, string]>([
    ['failed inside a successful transaction', 500, 'TRANSFER_REFUSED', 'eip155.error.calls'],
    ['were done in part', 600, 'TRANSFER_PART', 'eip155.error.part'],
  ])('a bundle whose calls %s is no success', async (_, status, code, id) => {
    const answer = { status, receipts: [{ transactionHash: hash, status: '0x1' }] }
    const { send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
      wallet_getCallsStatus: answer,
    })
    expect(await thrownBy(send())).toMatchObject({ code, userMessage: { id } })
  })

  it('a bundle that the wallet sends one by one is known by its last hash', async () => {
    const answer = {
      status: 200,
      receipts: [{ transactionHash: `0x${'34'.repeat(32)}` }, { transactionHash: hash }],
    }
    expect(
      await (
        await over({
          wallet_getCapabilities: atomic,
          wallet_sendCalls: { id: '0x77' },
          wallet_getCallsStatus: answer,
        })
      ).send(),
    ).toEqual({ hash })
  })

  it('[S24] a bundle runs the last check after the capabilities response, and is not sent when the check throws', async () => {
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
    })
    const gone = new TypeError('gone')
    const beforeRequest = () => {
      expect(wallet.count('wallet_getCapabilities')).toBe(1)
      throw gone
    }
    expect(await thrownBy(send({ beforeRequest }))).toBe(gone)
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it("a bundle is known by the wallet's id, which is polled without another prompt", async () => {
    const answers = [{ status: 100 }, { status: 200, receipts: [{ transactionHash: hash }] }]
    const { send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
      wallet_getCallsStatus: () => answers.shift(),
    })
    const named: string[] = []
    expect(await send({ named: id => void named.push(id) })).toEqual({ hash })
    expect(named).toEqual(['0x77'])

    const again = await over({
      wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hash }] },
    })
    let polls = 0
    expect(await again.send({ id: '0x77', whenVisible: async () => void polls++ })).toEqual({
      hash,
    })
    expect([polls, again.wallet.calls.map(({ method }) => method)]).toEqual([
      1,
      expect.arrayContaining(['wallet_getCallsStatus']),
    ])
    expect(
      again.wallet.count('wallet_sendCalls') + again.wallet.count('wallet_getCapabilities'),
    ).toBe(0)
  })

  it.each<[Account['type'], number]>([
    ['smartAccount', 1],
    ['eoa', 0],
  ])(
    '[S23] a bundle of an account of type %s without a transaction for half a minute waits for the other owners: notified %i times',
    async (type, times) => {
      const { via } = await connectScripted({ wallet_getCallsStatus: () => answer })
      let answer: object = { status: 100 }
      const { sendAll } = createTransactions(rpcOf, error => expect.unreachable(String(error)))
      vi.useFakeTimers()
      try {
        let calls = 0
        const sent = sendAll(via, { ...account, type }, [], never(), {
          id: '0x77',
          waiting: () => void calls++,
        })
        await vi.advanceTimersByTimeAsync(25_000)
        expect(calls).toBe(0)
        await vi.advanceTimersByTimeAsync(60_000)
        expect(calls).toBe(times)
        answer = { status: 200, receipts: [{ transactionHash: hash }] }
        await vi.advanceTimersByTimeAsync(10_000)
        expect(await sent).toEqual({ hash })
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('a bundle that the wallet never sent, or that the person rejected, is no transaction', async () => {
    const failed = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
      wallet_getCallsStatus: { status: 400 },
    })
    expect(await thrownBy(failed.send())).toMatchObject({ code: 'TRANSFER_REFUSED' })
    const declined = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: () => Promise.reject(walletError(4001)),
    })
    expect(await thrownBy(declined.send())).toMatchObject({ code: 'DECLINED' })
  })

  it('[S2] a bundle is not sent where a script that replaced Array.prototype.map changed both recipients, or an amount, or data', async () => {
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
    })
    for (const change of [{ to: ada }, { value: 256n }, { value: '0x100' }, { data: '0xabce' }]) {
      const restore = hookMap(change)
      expect(await thrownBy(send().finally(restore))).toMatchObject({
        code: 'TRANSFER_REFUSED',
        userMessage: { id: 'eip155.error.altered' },
      })
    }
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it('[S2] a bundle is not sent where a script that replaced BigInt and its toString changed an amount', async () => {
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
    })
    const restore = hookBigInt(255n, 2550n)
    expect(await thrownBy(send().finally(restore))).toMatchObject({
      code: 'TRANSFER_REFUSED',
      userMessage: { id: 'eip155.error.altered' },
    })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it('[S2] [S24] a bundle is not sent where a script that replaced Number.prototype.toString changed the chain', async () => {
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
    })
    const restore = hookNumber(1, 8453)
    expect(await thrownBy(send().finally(restore))).toMatchObject({
      code: 'TRANSFER_REFUSED',
      userMessage: { id: 'eip155.error.altered' },
    })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it('[S24] a bundle is not sent by a wallet on another network', async () => {
    const { wallet, send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
      eth_chainId: '0x2105',
    })
    expect(await thrownBy(send())).toMatchObject({ code: 'WALLET_NETWORK' })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it('a bundle for two networks is not sent', async () => {
    const { via, wallet } = await connectScripted({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: { id: '0x77' },
    })
    const { sendAll } = createTransactions(rpcOf, error => expect.unreachable(String(error)))
    const onOtherNetwork = eip155Transaction.draft('eip155:10', { to: bob, value: 1n })
    expect(
      await thrownBy(sendAll(via, account, [...drafts, onOtherNetwork], never())),
    ).toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it.each([5700, 5710, 5740, 5760])(
    '[S23] the transactions are sent one by one where the wallet refuses with %d, which proves that nothing was sent',
    async code => {
      const { send } = await over({
        wallet_getCapabilities: atomic,
        wallet_sendCalls: () => Promise.reject(walletError(code)),
      })
      const thrown = await thrownBy(send())
      expect(thrown).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
      expect(failedRequest(thrown)).toBe('refused')
    },
  )

  it('[S23] the transactions are sent one by one where the person does not want to upgrade the account (5750)', async () => {
    const { send } = await over({
      wallet_getCapabilities: atomic,
      wallet_sendCalls: () => Promise.reject(walletError(5750)),
    })
    const thrown = await thrownBy(send())
    expect(thrown).toMatchObject({ code: 'DECLINED', cause: { code: 5750 } })
    expect(walletProblem(thrown).code).toBe(5750)
  })

  it.each<[string, Reply]>([
    ['-32603, internal error', () => Promise.reject(walletError(-32603))],
    ['-32000, already known', () => Promise.reject(walletError(-32000, 'already known'))],
    ['-32002, request already pending', () => Promise.reject(walletError(-32002))],
    ['4900, disconnected', () => Promise.reject(walletError(4900))],
    ['5720, a duplicate id', () => Promise.reject(walletError(5720))],
    ['nothing', undefined],
    ['an id that is no text', { id: 7 }],
  ])('[S23] a bundle may have been sent where the wallet answers %s', async (_, answer) => {
    const { send } = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: answer })
    const thrown = await thrownBy(send())
    expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(failedRequest(thrown)).toBe('unknown')
  })

  it.each<[string, Reply]>([
    ['does not know the method', () => Promise.reject(walletError(-32601))],
    ['is disconnected', () => Promise.reject(walletError(4900))],
    ['does not know the bundle any more', () => Promise.reject(walletError(5730))],
    ['returns a malformed status', 42],
  ])(
    '[S23] a bundle that the wallet accepted may have been sent, even if the wallet %s when its status is polled',
    async (_, answer) => {
      const { send } = await over({
        wallet_getCapabilities: atomic,
        wallet_sendCalls: { id: '0x77' },
        wallet_getCallsStatus: answer,
      })
      const thrown = await thrownBy(send())
      expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
      expect(failedRequest(thrown)).toBe('unknown')
    },
  )

  it('an aborted bundle rejects with the abort reason while the wallet prompt is open', async () => {
    const controller = new AbortController()
    const { send } = await over(
      { wallet_getCapabilities: atomic, wallet_sendCalls: () => new Promise(() => undefined) },
      controller.signal,
    )
    setTimeout(() => controller.abort(), 20)
    expect(await thrownBy(send())).toMatchObject({ name: 'AbortError' })
  })
})
