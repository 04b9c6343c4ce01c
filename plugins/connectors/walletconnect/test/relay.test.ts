import type { RelayMode } from '@portico/devnet'
import { messagesCapability } from '@portico/kernel/capabilities'
import { configurationRefusedEvent } from '@portico/kernel/shell'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { id, main, type Rig, startPage, startRig, startStopwatch } from './bench.js'

const never = () => new AbortController().signal
const soon = { timeout: 20_000, interval: 20 }
let relay: Rig['relay']
let wallet: Rig['wallet']
let page: Rig['page']
let connect: Rig['connect']
let stop: Rig['stop']
beforeEach(async () => {
  ;({ relay, wallet, page, connect, stop } = await startRig())
})
afterEach(() => {
  page.kernel.dispose() // in case a test has reloaded it
  return stop()
})
const sign = async (text = 'hello') => {
  const [account] = page.live()[0]?.accounts ?? []
  return (
    account &&
    page.kernel
      .capability(messagesCapability, main)
      ?.sign(page.connections.require(account), account, text, never())
  )
}

describe('a relay', () => {
  it('a relay that is down is noticed within 10 s, and another try works when it is back', async () => {
    relay.set('down')
    const elapsed = startStopwatch()
    await expect(page.connections.connect(id)).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    expect(elapsed()).toBeLessThan(10_000)
    expect(page.phase()).toMatchObject({
      name: 'failed',
      problem: { id: 'walletconnect.error.RELAY_UNREACHABLE' },
    })
    relay.set('ok')
    await expect(connect()).resolves.toMatchObject({ address: 't_ada' })
  })
  it('[R1] a relay that accepts a socket and answers nothing is reached on a fresh socket when it returns', async () => {
    relay.set('stall')
    await expect(page.connections.connect(id)).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    const before = relay.attempts
    relay.set('ok')
    const connecting = page.connections.connect(id)
    const uri = await page.uri()
    // The wallet has no socket yet: each attempt is the page's.
    expect(relay.attempts).toBeGreaterThan(before)
    await wallet.pair(uri)
    await expect(connecting).resolves.toMatchObject({ address: 't_ada' })
    expect(page.live()).toHaveLength(1)
    expect(wallet.sessions).toHaveLength(1)
    const kept = () =>
      [...page.store.map].flatMap(([key, value]) => (key.endsWith('//proposal') ? value : []))
    await expect.poll(kept, soon).toEqual([])
    expect(page.reported()).toEqual([])
  }, 60_000)
  it('[R3] a relay that refuses this page is reported once, and is not tried again and again', async () => {
    const alerts: unknown[] = []
    page.kernel.on(configurationRefusedEvent, one => void alerts.push(one))
    await wallet.stop()
    const before = relay.attempts
    relay.set('refuse')
    await expect(page.connections.connect(id)).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    await new Promise(resolve => setTimeout(resolve, 3_000))
    expect(relay.attempts - before).toBeLessThanOrEqual(2)
    expect(alerts).toEqual([{ service: 'WalletConnect' }])
  })
  it('an approval during a refusal of the relay connects the next attempt', async () => {
    const refused = page.connections.connect(id)
    refused.catch(() => undefined)
    wallet.policy = 'ask'
    await wallet.pair(await page.uri())
    await wallet.waitForRequest('session_proposal')
    relay.set('refuse')
    await expect(refused).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    relay.set('ok')
    wallet.approve()
    await expect.poll(() => relay.published.settlement, soon).toBe(1)
    const [own] = wallet.sessions
    await expect(page.connections.connect(id)).resolves.toMatchObject({ address: 't_ada' })
    expect(page.live()).toHaveLength(1)
    expect(wallet.sessions).toMatchObject([{ topic: own?.topic }])
  })
  it('an approval during a refusal of the relay is ended when no attempt follows', async () => {
    const refused = page.connections.connect(id)
    refused.catch(() => undefined)
    wallet.policy = 'ask'
    await wallet.pair(await page.uri())
    await wallet.waitForRequest('session_proposal')
    relay.set('refuse')
    await expect(refused).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    relay.set('ok')
    const { storage, store } = page
    page.kernel.dispose()
    await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
    wallet.approve()
    await expect.poll(() => relay.published.settlement, soon).toBe(1)
    page = await startPage({ relayUrl: relay.url, storage, store })
    const connecting = page.connections.connect(id)
    const outcome = expect(connecting).rejects.toBeDefined()
    await page.uri()
    await expect.poll(() => wallet.sessions, soon).toEqual([])
    expect(page.live()).toEqual([])
    page.kernel.dispose()
    await outcome
  })
  it.each<RelayMode>(['twice', 'shuffle'])(
    'a relay in the mode %s leads to one session, and to one request',
    async mode => {
      relay.set(mode)
      await connect()
      expect((await sign())?.signature).toBe('tally_sign on tally:main')
      expect([relay.published.request, wallet.calls.length]).toEqual([1, 1])
      expect(page.live()).toHaveLength(1)
      expect(page.reported()).toEqual([])
    },
  )
  it('a relay connection that is cut while a link is on screen keeps the link', async () => {
    const connecting = page.connections.connect(id)
    const uri = await page.uri()
    relay.cut()
    await wallet.pair(uri)
    await expect(connecting).resolves.toMatchObject({ address: 't_ada' })
  })
  it('a relay connection that is cut after the approval, and during requests, loses no answer and repeats no request', async () => {
    await connect()
    relay.cut()
    expect((await sign())?.signature).toBe('tally_sign on tally:main')
    relay.cut()
    expect((await sign('again'))?.signature).toBe('tally_sign on tally:main')
    expect(wallet.calls.map(one => (one.params as { text: string }).text)).toEqual([
      'hello',
      'again',
    ])
    expect(page.live()).toHaveLength(1)
  })
})
