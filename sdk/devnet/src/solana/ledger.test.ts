import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { DevnetError } from '../errors.js'
import { type SolanaLedger, startingLamports, startingTokens, startSolanaLedger } from './ledger.js'

let ledger: SolanaLedger
beforeAll(async () => {
  ledger = await startSolanaLedger()
})
afterAll(() => ledger.stop())

const airdrop = (to: string, lamports: number) =>
  ledger.request('requestAirdrop', [to, lamports]) as Promise<string>
interface InContext<Value> {
  readonly value: Value
}

describe('the Solana ledger', () => {
  it('answers on the loopback interface, in this process, under its CAIP-2 id', async () => {
    expect(ledger).toMatchObject({
      id: 'solana:J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7',
      pids: [],
      addresses: { http: ledger.url, ws: ledger.webSocketUrl },
    })
    expect(ledger.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await ledger.request('getGenesisHash')).toBe(ledger.genesisHash)
  })

  it('funds the dev accounts with SOL, and the first three with every token', async () => {
    for (const { address } of ledger.accounts)
      expect(await ledger.balanceOf(address)).toBe(startingLamports)
    for (const { mint, program, decimals, holders } of Object.values(ledger.tokens)) {
      const amount = startingTokens * 10n ** BigInt(decimals)
      for (const [index, pubkey] of holders.entries()) {
        const owner = ledger.accounts[index]?.address ?? ''
        expect(await ledger.balanceOf(owner, mint)).toBe(amount)
        const listed = (await ledger.request('getTokenAccountsByOwner', [
          owner,
          { mint },
          { encoding: 'jsonParsed' },
        ])) as InContext<unknown>
        const info = {
          mint,
          owner,
          state: 'initialized',
          tokenAmount: { amount: String(amount), decimals },
        }
        expect(listed.value).toMatchObject([
          { pubkey, account: { owner: program, data: { parsed: { type: 'account', info } } } },
        ])
      }
      expect(await ledger.balanceOf(ledger.accounts[3].address, mint)).toBe(0n)
      expect(
        ((await ledger.request('getTokenSupply', [mint])) as InContext<object>).value,
      ).toMatchObject({ amount: String(3n * amount), decimals })
    }
  })

  it('gives the status of a transaction, its place in the history, and the amounts that it moved', async () => {
    const { address } = ledger.accounts[4]
    const before = await ledger.balanceOf(address)
    const hash = await airdrop(address, 5)
    expect(await ledger.request('getSignatureStatuses', [[hash, '1'.repeat(64)]])).toMatchObject({
      value: [{ err: null, confirmationStatus: 'confirmed' }, null],
    })
    expect(await ledger.request('getSignaturesForAddress', [address, { limit: 1 }])).toMatchObject([
      { signature: hash, err: null },
    ])
    expect(await ledger.request('getTransaction', [hash])).toMatchObject({
      meta: { err: null, preBalances: [Number(before)], postBalances: [Number(before) + 5] },
    })
    ledger.skipSlots(40)
    expect(await ledger.request('getSignatureStatuses', [[hash]])).toMatchObject({
      value: [{ confirmationStatus: 'finalized' }],
    })
  })

  it('expires a blockhash after 150 slots', async () => {
    const { value } = (await ledger.request('getLatestBlockhash')) as InContext<{
      readonly blockhash: string
      readonly lastValidBlockHeight: number
    }>
    expect(await ledger.request('isBlockhashValid', [value.blockhash])).toMatchObject({
      value: true,
    })
    ledger.skipSlots(152)
    expect(await ledger.request('isBlockhashValid', [value.blockhash])).toMatchObject({
      value: false,
    })
    expect(await ledger.request('getBlockHeight')).toBeGreaterThan(value.lastValidBlockHeight)
  })

  it('refuses transactions with the error codes of a validator', async () => {
    const refusals = [
      ['getBalance', ['not an address'], 'WrongSize'],
      ['sendTransaction', ['AA==', { encoding: 'base64' }], 'deserialize'],
      ['launchRocket', [], 'Method not found'],
    ] as const
    for (const [method, params, words] of refusals)
      await expect(ledger.request(method, params)).rejects.toThrow(words)
  })

  it('answers batches, and through an endpoint that fails on command', async () => {
    expect(await ledger.batch([{ method: 'getHealth' }, { method: 'getGenesisHash' }])).toEqual([
      'ok',
      ledger.genesisHash,
    ])
    const proxy = await ledger.proxy()
    const ask = async () =>
      (
        (await (
          await fetch(proxy.url, {
            method: 'POST',
            body: '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}',
          })
        ).json()) as { result: string }
      ).result
    expect(await ask()).toBe(ledger.genesisHash)
    proxy.set('wrong-chain')
    expect(await ask()).toBe('1'.repeat(32))
  })

  it('notifies over a websocket of signatures, accounts, logs and slots until the unsubscribe', async () => {
    const socket = new WebSocket(ledger.webSocketUrl)
    await new Promise(resolve => socket.once('open', resolve))
    const received: {
      readonly id?: number
      readonly result?: unknown
      readonly method?: string
      readonly params?: { readonly result: { readonly value?: unknown } }
    }[] = []
    socket.on('message', text => received.push(JSON.parse(String(text))))
    const send = (id: number, method: string, ...params: readonly unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const { address } = ledger.accounts[5]
    const known = await airdrop(address, 1)
    send(1, 'accountSubscribe', address, { encoding: 'base64' })
    send(2, 'logsSubscribe', 'all')
    send(3, 'slotSubscribe')
    send(4, 'signatureSubscribe', known)
    send(5, 'getHealth')
    await expect.poll(() => received.filter(one => one.id !== undefined)).toHaveLength(5)
    const notifications = (method: string) => received.filter(one => one.method === method)
    await expect
      .poll(() => notifications('signatureNotification'))
      .toMatchObject([{ params: { result: { value: { err: null } } } }])
    await expect.poll(() => notifications('slotNotification').length).toBeGreaterThan(0)
    const hash = await airdrop(address, 2)
    const lamports = Number(await ledger.balanceOf(address))
    await expect
      .poll(() => notifications('accountNotification'))
      .toMatchObject([{ params: { result: { value: { lamports } } } }])
    expect(notifications('logsNotification')).toMatchObject([
      { params: { result: { value: { signature: hash, err: null } } } },
    ])
    send(6, 'accountUnsubscribe', received.find(one => one.id === 1)?.result)
    await expect.poll(() => received.find(one => one.id === 6)?.result).toBe(true)
    await airdrop(address, 3)
    await expect.poll(() => notifications('logsNotification')).toHaveLength(2)
    expect(notifications('accountNotification')).toHaveLength(1)
    socket.terminate()
  })

  it('the Solana ledger goes back to a snapshot, as often as wanted', async () => {
    const { address } = ledger.accounts[6]
    await ledger.snapshot('before')
    for (let round = 0; round < 2; round++) {
      const hash = await airdrop(address, 7)
      expect(await ledger.balanceOf(address)).toBe(startingLamports + 7n)
      await ledger.revert('before')
      expect(await ledger.balanceOf(address)).toBe(startingLamports)
      expect(await ledger.request('getSignatureStatuses', [[hash]])).toMatchObject({
        value: [null],
      })
    }
    await expect(ledger.revert('never')).rejects.toMatchObject({
      code: 'NO_SUCH_SNAPSHOT',
    } satisfies Partial<DevnetError>)
  })

  it('frees its port and its endpoints when it is stopped, and may be stopped twice', async () => {
    const other = await startSolanaLedger()
    const proxy = await other.proxy()
    await other.stop()
    await other.stop()
    await expect(other.request('getHealth')).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
    await expect(fetch(proxy.url)).rejects.toThrow()
  })
})
