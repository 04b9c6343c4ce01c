import { type Relay, startRelay } from '@portico/devnet'
import { connectionId } from '@portico/kernel/account'
import { messagesCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import type { Pocket } from '@portico/pocket'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pairingSlice } from '../src/index.js'
import {
  id,
  main,
  memoryStore,
  type Page,
  startPage,
  startStopwatch,
  startWallet,
} from './bench.js'
import { scriptedLibrary } from './scripted-library.js'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
/** Stubs the window with its listeners, and a function that dispatches events. */
function stubWindow() {
  const ears = new Map<string, () => void>()
  const addEventListener = (event: string, listener: () => void) => void ears.set(event, listener)
  const page = {
    title: 'A page',
    visibilityState: 'visible',
    addEventListener,
    querySelector: () => null,
  }
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('document', page)
  return { page, tell: (event: string) => ears.get(event)?.() }
}
afterEach(() => vi.unstubAllGlobals())

describe('a page that is shown again', () => {
  it.each(['visibilitychange', 'pageshow', 'online'])(
    '[D16d] [R14] a page that is shown again by %s reconnects to the relay at once, and compares its sessions',
    async event => {
      const window = stubWindow()
      const library = scriptedLibrary()
      const page = await startPage({ relayUrl: 'ws://127.0.0.1:1', load: library.load })
      const topic = 'a'.repeat(64)
      const expiry = Math.floor(Date.now() / 1_000) + 7 * 24 * 3_600
      const settled = {
        topic,
        expiry,
        namespaces: {
          tally: { accounts: ['tally:main:t_ada'], methods: ['tally_sign'], events: [] },
        },
        peer: {},
      }
      const connecting = page.connections.connect(id)
      await page.uri()
      library.sessions.push(settled)
      library.links[0]?.approve(settled)
      await connecting
      const opened = vi.fn(async () => undefined)
      const { client } = (await (await library.load()).UniversalProvider.init({} as never)) as {
        client: { core: { relayer: object } }
      }
      Object.assign(client.core.relayer, { connected: false, transportOpen: opened })
      window.page.visibilityState = 'hidden'
      window.tell(event)
      expect(opened).not.toHaveBeenCalled()

      // The wallet has ended the session.
      library.sessions.splice(0)
      window.page.visibilityState = 'visible'
      window.tell(event)
      await expect.poll(() => opened.mock.calls.length).toBe(1)
      await expect.poll(page.live).toEqual([])
      page.kernel.dispose()
    },
  )

  describe('a page that reconnects to a relay', () => {
    let relay: Relay
    let wallet: Pocket
    let page: Page
    beforeAll(async () => {
      relay = await startRelay()
      wallet = await startWallet(relay.url)
    })
    afterEach(async () => {
      page.kernel.dispose()
      await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
    })
    afterAll(async () => {
      await wallet.stop()
      await relay.stop()
    })
    const isLost = () => page.kernel.state(pairingSlice).isRelayLost
    const state = () => page.kernel.state(sessionSlice).connections[connectionId('tally', id)]

    it('[R1] [R14] [R34] a page notices a lost relay within 1 s, reconnects within 5 s of its return, and gets its answer', async () => {
      const window = stubWindow()
      page = await startPage({ relayUrl: relay.url })
      const connecting = page.connections.connect(id)
      await wallet.pair(await page.uri())
      const account = await connecting
      wallet.policy = { tally_sign: 'ask' }
      const signing = page.kernel
        .capability(messagesCapability, main)
        ?.sign(page.connections.require(account), account, 'hello', never())
      await wallet.waitForRequest('tally_sign')

      await wallet.sleep()
      const before = relay.attempts
      const sinceGone = startStopwatch()
      relay.set('down')
      await expect.poll(isLost, soon).toBe(true)
      expect(sinceGone()).toBeLessThan(1_000)
      // By itself the page would try again in a few seconds, and later and later.
      await expect.poll(() => relay.attempts - before, soon).toBeGreaterThanOrEqual(3)
      relay.set('ok')
      await wallet.wake()
      wallet.approve()
      const [own] = wallet.sessions
      await wallet.update(
        own?.topic ?? '',
        ({ tally = { accounts: [], methods: [], events: [] } }) => ({
          tally: { ...tally, accounts: ['tally:main:t_bob', ...tally.accounts] },
        }),
      )

      const sinceBack = startStopwatch()
      window.tell('online')
      await expect.poll(isLost, soon).toBe(false)
      expect(sinceBack()).toBeLessThan(5_000)
      expect((await signing)?.signature).toBe('tally_sign on tally:main')
      await expect
        .poll(() => state()?.accounts.map(({ address }) => address), soon)
        .toContain('t_bob')
      expect(sinceBack()).toBeLessThan(3_000)
      expect(isLost()).toBe(false)
      expect(wallet.calls).toHaveLength(1)
    })
    it('[R14] [D16d] a page drops a session that expired while the page was away, by the wall clock', async () => {
      const store = memoryStore()
      page = await startPage({ relayUrl: relay.url, store })
      wallet.policy = 'approve'
      const connecting = page.connections.connect(id)
      await wallet.pair(await page.uri())
      await connecting
      const { storage: kept } = page
      page.kernel.dispose()
      await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 })
      try {
        page = await startPage({ relayUrl: relay.url, store, storage: kept })
        const connector = page.kernel.items(connectorsSlot).find(one => one.id === id)
        expect(await connector?.restore({}, never())).toBeUndefined()
      } finally {
        vi.useRealTimers()
      }
    })
  })
})
