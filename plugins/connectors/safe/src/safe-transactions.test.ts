import { transactionsCapability } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { followSent } from '@portico/kernel/transactions'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { describe, expect, it, vi } from 'vitest'
import { hashOf, safeApp, treasury } from '../test/safe-app.js'
import { kernels, never, setUpSafe } from '../test/safe-bench.js'
import { safe } from './index.js'

setUpSafe()

describe('A transaction of a Safe', () => {
  const [orderHash, mined, other] = [
    hashOf('ab'),
    hashOf('cd'),
    '0x3333333333333333333333333333333333333333',
  ]
  const owner = '0x2222222222222222222222222222222222222222'
  const word = (text: string) => text.padStart(64, '0')
  /**
   * Encodes `execTransaction` as an owner sends it to the Safe. It pays an amount to an address,
   * signed by one owner.
   */
  const order = (to: string, amount: bigint) => {
    const fees = [0, 0, 0, 0, 0].map(() => word(''))
    const heads = [
      word(to.slice(2)),
      word(amount.toString(16)),
      word('140'),
      word('0'),
      ...fees,
      word('160'),
    ]
    return `0x6a761202${heads.join('')}${word('0')}${word('41')}${'51'.repeat(65).padEnd(192, '0')}`
  }
  /**
   * Creates a page connected to a Safe, with a node that has `sent`.
   * Also returns the outcomes of a payment of 5 wei.
   */
  async function paying(txs: { status: string; hash?: string }, sent = order(other, 5n)) {
    const { app, page } = safeApp()
    vi.stubGlobal('window', page)
    const answers: Record<string, (params: readonly unknown[]) => unknown> = {
      eth_chainId: () => '0x1',
      eth_getTransactionCount: () => '0x7',
      eth_getBlockByNumber: () => ({ number: '0x20', transactions: [] }),
      eth_getCode: () => '0x60',
      eth_getTransactionByHash: ([hash]) =>
        hash === mined && txs.hash
          ? { hash, from: owner, nonce: '0x1', to: treasury, value: '0x0', input: sent }
          : null,
      eth_getTransactionReceipt: ([hash]) =>
        hash === mined && txs.hash
          ? { transactionHash: hash, blockNumber: '0x20', status: '0x1', logs: [] }
          : null,
    }
    vi.stubGlobal('fetch', async (_url: unknown, { body }: RequestInit) => {
      const question = JSON.parse(String(body)) as
        | { id: number; method: string; params: readonly unknown[] }
        | { id: number; method: string; params: readonly unknown[] }[]
      const one = ({
        id,
        method,
        params,
      }: {
        id: number
        method: string
        params: readonly unknown[]
      }) => ({
        jsonrpc: '2.0',
        id,
        result: answers[method]?.(params),
      })
      return Response.json(Array.isArray(question) ? question.map(one) : one(question))
    })
    app.answers.sendTransactions = () => ({ data: { safeTxHash: orderHash } })
    app.answers.getTxBySafeTxHash = () => ({ data: { txStatus: txs.status, txHash: txs.hash } })
    const kernel = await createTestKernel({
      plugins: [eip155({ networks: [{ ...mainnet, rpcUrls: ['https://node.example'] }] }), safe()],
      connected: 'eip155:1',
    })
    kernels.push(kernel)
    const account = activeAccount(kernel, 'eip155') ?? expect.unreachable('not connected')
    const chain =
      kernel.capability(transactionsCapability, 'eip155:1') ?? expect.unreachable('no chain')
    const draft = eip155Transaction.draft('eip155:1', { to: other as `0x${string}`, value: 5n })
    const description = await chain.describe?.(account, [draft], never())
    const via = kernel.use(connectionService).require(account)
    const { hash } = await chain.send(via, account, draft, never())
    expect(hash).toBe(orderHash)
    // Fake timers do not wait for files to load.
    await import('../../../chains/eip155/src/transactions/send-all.js')
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    })
    const events: unknown[] = []
    const listener = {
      absent: () => void events.push('absent'),
      waiting: () => void events.push('waiting'),
      unread: () => void events.push('unread'),
      compared: (difference: unknown) => void events.push(['compared', difference]),
      isOther: () => false,
      renamed: (hash: string) => void events.push(['renamed', hash]),
      changed: () => undefined,
    }
    const context = {
      capability: kernel.capability,
      signal: never(),
      report: (error: unknown) => void events.push(error),
    } as Parameters<typeof followSent>[0]
    const state: { outcome?: unknown } = {}
    void followSent(
      context,
      { hash, network: 'eip155:1', description: description ?? '' },
      listener,
      {
        whenVisible: async () => undefined,
        said: undefined,
      },
    ).then(
      outcome => Object.assign(state, { outcome }),
      error => Object.assign(state, { outcome: error }),
    )
    return { events, state, chain, account, via, draft }
  }

  it('[S2] a Safe transaction is awaited without an alert while other owners sign, then compared and confirmed', async () => {
    const txs: { status: string; hash?: string } = { status: 'AWAITING_CONFIRMATIONS' }
    const { events, state } = await paying(txs)
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect([events, state.outcome]).toEqual([['waiting'], undefined])
    Object.assign(txs, { status: 'SUCCESS', hash: mined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(events).toEqual(['waiting', ['renamed', mined], ['compared', undefined]])
    expect(state.outcome).toMatchObject({ status: 'confirmed' })
  })

  it('[S23] a bundle reports once after 30 s that other owners have to sign, and has its hash when they have', async () => {
    const txs: { status: string; hash?: string } = { status: 'AWAITING_CONFIRMATIONS' }
    const { chain, account, via, draft } = await paying(txs)
    let events = 0
    const sent = chain.sendAll?.(via, account, [draft, draft], never(), {
      waiting: () => void events++,
    })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(events).toBe(0)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(events).toBe(1)
    Object.assign(txs, { status: 'SUCCESS', hash: mined })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sent).toEqual({ hash: mined })
  })

  it.each<[string, string, object]>([
    ['a payment to another account', order(owner, 500n), { to: owner, amount: 500n }],
    ['another amount', order(other, 9n), { amount: 9n }],
  ])(
    '[S2] a Safe transaction whose owners signed %s instead of the payment shown compares as different',
    async (_, sent, difference) => {
      const { events } = await paying({ status: 'SUCCESS', hash: mined }, sent)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(events.at(-1)).toEqual(['compared', difference])
    },
  )

  it.each([
    ['CANCELLED', 'expired'],
    ['FAILED', 'failed'],
  ])('a transaction that the Safe reports as %s has ended as %s', async (status, outcome) => {
    const { events, state } = await paying({ status })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.outcome).toMatchObject({ status: outcome })
    expect(events).not.toContain('absent')
  })
})
