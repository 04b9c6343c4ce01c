import { messagesCapability } from '@portico/kernel/capabilities'
import { walletConnectedEvent, walletDisconnectedEvent } from '@portico/kernel/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main, type Rig, startRig } from './bench.js'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
let relay: Rig['relay']
let wallet: Rig['wallet']
let page: Rig['page']
let connect: Rig['connect']
let stop: Rig['stop']
beforeAll(async () => {
  ;({ relay, wallet, page, connect, stop } = await startRig())
})
afterAll(() => stop())

/** Pairs, signs, receives a change of network, and disconnects; expects each of these once. */
const round = async () => {
  const connected: unknown[] = []
  const gone: unknown[] = []
  const before = wallet.calls.length
  const deaf = page.kernel.on(walletConnectedEvent, one => void connected.push(one))
  const deafToo = page.kernel.on(walletDisconnectedEvent, one => void gone.push(one))
  const account = await connect()
  const signed = await page.kernel
    .capability(messagesCapability, main)
    ?.sign(page.connections.require(account), account, 'hello', never())
  await wallet.emit('chainChanged', 'side', 'tally:side')
  await expect.poll(() => page.live().map(({ network }) => network), soon).toEqual(['tally:side'])
  await page.connections.disconnect()
  await expect.poll(() => wallet.sessions, soon).toEqual([])
  deaf()
  deafToo()
  expect(signed?.signature).toBe('tally_sign on tally:main')
  expect(wallet.calls.length - before).toBe(1)
  expect([connected.length, gone.length]).toEqual([1, 1])
  expect(page.reported()).toEqual([])
}

describe.each(['twice', 'shuffle'] as const)('a relay in the mode %s', mode => {
  it('[R4] repeated and reordered messages lead to one session, one request and one event each', async () => {
    relay.set(mode)
    for (let time = 0; time < 5; time++) await round()
  })
  it('[R4] repeated and reordered messages lead to one session, one request and one event in 45 more rounds', {
    tags: 'thorough',
    timeout: 300_000,
  }, async () => {
    relay.set(mode)
    for (let time = 0; time < 45; time++) await round()
  })
})
