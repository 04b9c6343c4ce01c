/** What becomes of what was sent, and what outlives the page, on Tally. */
import { memoryStorage, type Read } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { TransferError } from '@portico/kernel/chain'
import { transactionState } from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { chain, kept, network, quoted, salt, start } from '../../test/market.js'
import { readLog, unusedApprovals } from '../index.js'

describe('approval and swap that were sent as one', () => {
  const hash = 'tally:main#as-one'
  /** A wallet that keeps its requests over a reload of the page. */
  const walletThat = (tell: () => Promise<{ readonly hash: string }>) => {
    const requests: string[] = []
    const plugin = chain({
      sendAll: async (_via, _from, drafts, _signal, { beforeRequest, named, id } = {}) => {
        if (id === undefined) beforeRequest?.()
        requests.push(id === undefined ? `send ${drafts.length}` : `tell ${id}`)
        if (id === undefined) named?.('bundle-1')
        return tell()
      },
    })
    return { plugin, requests }
  }
  const never = () => new Promise<never>(() => undefined)
  const ended = (kernel: Read) => readLog(kernel).map(({ kind, status }) => `${kind} ${status}`)

  it('[R19] [S24] a bundle of approval and swap is pending at once, and after a reload the wallet names its transaction', async () => {
    const storage = memoryStorage()
    const first = walletThat(never)
    const before = await quoted({ storage, plugins: [first.plugin] }, '10')
    await before.form.confirm()
    expect(before.phase().name).toBe('idle')
    expect(before.said().at(-1)).toBe('swap.status.swapping')
    expect(readLog(before.kernel)).toMatchObject([
      { hash: 'bundle-1', status: 'pending', isBundle: true, spender: 't_market' },
    ])
    expect(before.announced).toEqual([])
    await kept(storage, 'pending')
    before.kernel.dispose()

    const again = walletThat(async () => ({ hash }))
    const { kernel, announced, said } = await start({ storage, plugins: [again.plugin] })
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect([first.requests, again.requests]).toEqual([['send 2'], ['tell bundle-1']])
    expect(readLog(kernel)).toMatchObject([{ hash, was: 'bundle-1', seen: false }])
    expect(readLog(kernel)[0]).not.toHaveProperty('isBundle')
    expect(announced).toMatchObject([{ hash, operationType: 'trade' }])
    expect(said()).toEqual(['swap.status.swapped'])
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
  })

  it('[S23] a bundle that other owners have to sign is reported as waiting once, also after a reload', async () => {
    const storage = memoryStorage()
    let sign: (sent: { readonly hash: string }) => void = () => undefined
    const plugin = chain({
      sendAll: async (
        _via,
        _from,
        _drafts,
        _signal,
        { beforeRequest, named, waiting, id } = {},
      ) => {
        if (id === undefined) beforeRequest?.()
        if (id === undefined) named?.('bundle-1')
        // Later: the wallet has it for a while.
        setTimeout(() => waiting?.(), 20)
        return new Promise(resolve => (sign = resolve))
      },
    })
    const first = await quoted({ storage, plugins: [plugin] }, '10')
    await first.form.confirm()
    await vi.waitUntil(() => readLog(first.kernel).map(transactionState)[0] === 'waiting')
    expect(first.said().filter(id => id === 'transfer.owners')).toHaveLength(1)
    await kept(storage, 'isWaiting')
    first.kernel.dispose()

    const { kernel, said } = await start({ storage, plugins: [plugin] })
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(readLog(kernel).map(transactionState)).toEqual(['waiting'])
    sign({ hash })
    await vi.waitUntil(() => readLog(kernel).map(transactionState)[0] === 'confirmed')
    expect(said()).toEqual(['swap.status.swapped'])
    expect(readLog(kernel)[0]).not.toHaveProperty('isWaiting')
  })

  it.each<[string, unknown, readonly string[], string | undefined, number]>([
    [
      'were done in part',
      new TransferError('TRANSFER_PART', { id: 'part', en: 'part' }),
      ['swap failed'],
      'part',
      1,
    ],
    [
      'came to nothing',
      new TransferError('TRANSFER_REFUSED', { id: 'calls', en: 'calls' }),
      ['swap failed'],
      'swap.error.reverted',
      0,
    ],
    [
      'are unknown to the wallet',
      { code: 5730, message: 'no such bundle' },
      ['swap unknown'],
      undefined,
      0,
    ],
    [
      'the wallet tells nothing of today',
      { code: 4900, message: 'disconnected' },
      ['swap pending'],
      undefined,
      0,
    ],
  ])(
    '[S20] an approval and a swap in one bundle that %s are reported the same way at once and after a reload',
    async (_, thrown, log, sentence, left) => {
      const storage = memoryStorage()
      const { plugin } = walletThat(() => Promise.reject(thrown))
      const now = await quoted({ plugins: [plugin] }, '10')
      await now.form.confirm()
      await vi.waitUntil(() => ended(now.kernel).join() === log.join())
      expect(now.said().at(-1)).toBe(sentence ?? 'swap.status.swapping')

      const before = await quoted({ storage, plugins: [walletThat(never).plugin] }, '10')
      await before.form.confirm()
      await kept(storage, 'pending')
      before.kernel.dispose()
      const { kernel, form, said, ledger } = await start({ storage, plugins: [plugin] })
      await vi.waitUntil(() => ended(kernel).join() === log.join())
      expect(said()).toEqual(sentence ? [sentence] : [])
      const approvals = unusedApprovals(kernel, network, 't_ada')
      expect(approvals.map(({ amount, spender, to }) => [amount, spender, to])).toEqual(
        left ? [['10 GLD', 't_market', salt.asset]] : [],
      )
      expect(kernel.items(accountPartsSlot).some(({ id }) => id === 'swap')).toBe(left > 0)
      const [one] = approvals
      if (!one) return
      await form.revoke(one)
      expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
      expect(ledger).toEqual([])
    },
  )
})
