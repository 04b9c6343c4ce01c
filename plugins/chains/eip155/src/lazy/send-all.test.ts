import { type Account, type Bundle, eip155Transaction } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { connectScripted } from '../../test/lines.js'
import { ada, bob, type Reply, walletError } from '../../test/scripted-provider.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from './rpc.js'
import { createTransactions } from './transactions.js'

const hash = `0x${'12'.repeat(32)}` as const
const account: Account = { namespace: 'eip155', address: ada, type: 'eoa', connection: 'eip155/test' }
const network = 'eip155:1'
const drafts = [
  eip155Transaction.draft(network, { to: bob, data: '0xabcd' }),
  eip155Transaction.draft(network, { to: bob, data: '0x', value: 255n, gas: 21_000n }),
]
const rpcOf = createRpcs({ networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: ['https://a.example'] })], rpcTimeoutMs: 200 })
const atomic = { '0x1': { atomic: { status: 'supported' } } }

async function over(replies: Record<string, Reply>, signal = never()) {
  const { via, wallet } = await connectScripted(replies)
  const { sendAll } = createTransactions(rpcOf, error => expect.unreachable(String(error)))
  return { wallet, send: (bundle?: Bundle) => sendAll(via, account, bundle?.id === undefined ? drafts : [], signal, bundle) }
}

describe('several transactions as one', () => {
  it('are one question, all or none, and are known by the hash that the wallet names once it is there', async () => {
    const answers = [{ status: 100 }, { status: 100 }, { status: 200, receipts: [{ transactionHash: hash }] }]
    const { wallet, send } = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' }, wallet_getCallsStatus: () => answers.shift() })
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
  ])('are sent by a wallet that %s', async (_, capabilities) => {
    const sent = { id: 'a', capabilities: { caip345: { caip2: network, transactionHashes: [hash] } } }
    expect(await (await over({ wallet_getCapabilities: capabilities, wallet_sendCalls: sent })).send()).toEqual({ hash })
  })

  it.each<[string, Reply]>([
    ['cannot here', { '0x1': { atomic: { status: 'unsupported' } }, '0x0': { atomic: { status: 'supported' } } }],
    ['says nothing of it', {}],
    ['talks nonsense', 42],
    ['has never heard of it', () => Promise.reject(walletError(-32601, 'not found'))],
    ['does not want to tell', () => Promise.reject(walletError(4100))],
  ])('are no question to a wallet that %s', async (_, capabilities) => {
    const { wallet, send } = await over({ wallet_getCapabilities: capabilities, wallet_sendCalls: { id: '0x77' } })
    expect(await thrownBy(send())).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it.each<[string, number, string, string]>([
    ['came to nothing in a transaction that did not fail', 500, 'TRANSFER_REFUSED', 'eip155.error.calls'],
    ['were done in part', 600, 'TRANSFER_PART', 'eip155.error.part'],
  ])('that %s are no success', async (_, status, code, id) => {
    const answer = { status, receipts: [{ transactionHash: hash, status: '0x1' }] }
    const { send } = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' }, wallet_getCallsStatus: answer })
    expect(await thrownBy(send())).toMatchObject({ code, userMessage: { id } })
  })

  it('that a wallet sends one by one all the same are known by the last', async () => {
    const answer = { status: 200, receipts: [{ transactionHash: `0x${'34'.repeat(32)}` }, { transactionHash: hash }] }
    expect(await (await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' }, wallet_getCallsStatus: answer })).send()).toEqual({ hash })
  })

  it('[S24] are asked for by whoever still wants them, once it is known that the wallet can', async () => {
    const { wallet, send } = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' } })
    const gone = new TypeError('gone')
    const asking = () => {
      expect(wallet.count('wallet_getCapabilities')).toBe(1)
      throw gone
    }
    expect(await thrownBy(send({ asking }))).toBe(gone)
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it('are known by the id that the wallet gave, and asked after by it without another question to the person', async () => {
    const answers = [{ status: 100 }, { status: 200, receipts: [{ transactionHash: hash }] }]
    const { send } = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' }, wallet_getCallsStatus: () => answers.shift() })
    const named: string[] = []
    expect(await send({ named: id => void named.push(id) })).toEqual({ hash })
    expect(named).toEqual(['0x77'])

    const again = await over({ wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hash }] } })
    let turns = 0
    expect(await again.send({ id: '0x77', turn: async () => void turns++ })).toEqual({ hash })
    expect([turns, again.wallet.calls.map(({ method }) => method)]).toEqual([1, expect.arrayContaining(['wallet_getCallsStatus'])])
    expect(again.wallet.count('wallet_sendCalls') + again.wallet.count('wallet_getCapabilities')).toBe(0)
  })

  it('that the wallet never sent, or that the person declined, are no transaction', async () => {
    const failed = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: { id: '0x77' }, wallet_getCallsStatus: { status: 400 } })
    expect(await thrownBy(failed.send())).toMatchObject({ code: 'TRANSFER_REFUSED' })
    const declined = await over({ wallet_getCapabilities: atomic, wallet_sendCalls: () => Promise.reject(walletError(4001)) })
    expect(await thrownBy(declined.send())).toMatchObject({ code: 4001 })
  })
})
