import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { isAlive } from '../../test/is-alive.js'
import { polkadotDevAccounts } from './accounts.js'
import { type PolkadotLedger, startingRococo, startPolkadotLedger } from './ledger.js'

const [alice, bob, , , eve] = polkadotDevAccounts

describe('the Substrate chain', { timeout: 60_000 }, () => {
  let ledger: PolkadotLedger
  beforeAll(async () => {
    ledger = await startPolkadotLedger()
  }, 60_000)
  afterAll(() => ledger.stop())

  it('answers on loopback over HTTP and websocket with the name of its chain', async () => {
    expect(ledger.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await ledger.request('chain_getBlockHash', [0])).toBe(ledger.genesisHash)
    const socket = new WebSocket(ledger.webSocketUrl)
    await once(socket, 'open')
    socket.close()
  })
  it('the Substrate chain has funded dev accounts, and others that are empty', async () => {
    expect(await ledger.balanceOf(alice.publicKey)).toBe(startingRococo)
    expect(await ledger.balanceOf(eve.publicKey)).toBe(0n)
    expect(await ledger.request('system_accountNextIndex', [bob.address])).toBe(0)
  })
  it('sets the balance of an account, and goes back to a snapshot any number of times', async () => {
    await ledger.snapshot('before')
    for (let round = 0; round < 2; round++) {
      await ledger.fund(eve.publicKey, 2n ** 70n, { reserved: 5n, frozen: 7n, nonce: 9 })
      expect(await ledger.balanceOf(eve.publicKey)).toBe(2n ** 70n)
      expect(await ledger.request('system_accountNextIndex', [eve.address])).toBe(9)
      await ledger.revert('before')
      expect(await ledger.balanceOf(eve.publicKey)).toBe(0n)
    }
    await expect(ledger.revert('never')).rejects.toMatchObject({ code: 'NO_SUCH_SNAPSHOT' })
  })
  it('mines on request, and every block is final at once', async () => {
    const height = async () =>
      Number(((await ledger.request('chain_getHeader')) as { readonly number: string }).number)
    const before = await height()
    await ledger.mine()
    expect(await height()).toBe(before + 1)
    expect(await ledger.request('chain_getFinalizedHead')).toBe(
      await ledger.request('chain_getBlockHash'),
    )
  })
  it('refuses a transaction without a valid signature', async () => {
    await expect(
      ledger.request('author_submitExtrinsic', ['0x280403000b00']),
    ).rejects.toMatchObject({ code: 'RPC_REFUSED' })
  })
  it('the Substrate chain has endpoints that fail on command', async () => {
    const proxy = await ledger.proxy()
    proxy.set(({ method }) => (method === 'chain_getBlockHash' ? '0x12' : null))
    const response = await fetch(proxy.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'chain_getBlockHash', params: [0] }),
    })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, result: '0x12' })
  })
  it('the Substrate chain ends when it is stopped, and may be stopped twice', async () => {
    const [pid = 0] = ledger.pids
    expect(isAlive(pid)).toBe(true)
    await ledger.stop()
    await ledger.stop()
    expect(isAlive(pid)).toBe(false)
  })
})
