import { memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { disconnectAndForget } from '@portico/kernel/session'
import { tally } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { savedSessionsSlice } from '../src/persisted.js'
import { endedIn, id, type Rig, startPage, startRig } from './bench.js'

/** The calls of the browser's database, in order. */
const order: string[] = []
/**
 * What the library has stored, for the tests of pages that read it before the library is loaded.
 */
let stored: { readonly databaseName: string; readonly sessions: readonly unknown[] } | undefined
const answer = <Result>(result: Result) => {
  const openRequest = { result, onsuccess: () => undefined }
  queueMicrotask(() => openRequest.onsuccess())
  return openRequest
}
beforeEach(() => {
  order.length = 0
  stored = undefined
  const open = (name: string) => {
    if (name === stored?.databaseName) {
      const { sessions } = stored
      const store = {
        getAllKeys: () =>
          answer(['wc@2:core:0.3:portico//keychain', 'wc@2:client:0.3:portico//session']),
        get: () => answer(sessions),
      }
      return answer({
        close: () => undefined,
        objectStoreNames: { contains: () => true },
        transaction: () => ({ objectStore: () => store }),
      })
    }
    const openRequest = {
      transaction: { abort: () => undefined },
      error: new DOMException('aborted', 'AbortError'),
      onupgradeneeded: () => undefined,
      onerror: () => undefined,
    }
    queueMicrotask(() => {
      openRequest.onupgradeneeded()
      openRequest.onerror()
    })
    return openRequest
  }
  const deleteDatabase = (name: string) => {
    order.push(
      `${name} deleted while the library is ${'_walletConnectCore_portico' in globalThis ? 'open' : 'closed'}`,
    )
    return answer(undefined)
  }
  vi.stubGlobal('indexedDB', { open, deleteDatabase })
})
afterEach(() => void vi.unstubAllGlobals())

describe('forgetting everything', () => {
  let rig: Rig
  beforeEach(async () => {
    rig = await startRig()
  })
  afterEach(() => rig.stop())

  it('disconnectAndForget ends the session, closes the library and then deletes its database; pairing works again', {
    timeout: 60_000,
  }, async () => {
    const { page, wallet } = rig
    await rig.connect()
    const [session] = wallet.sessions
    await disconnectAndForget(page.kernel)
    expect(order).toEqual(['portico.walletconnect deleted while the library is closed'])
    await expect.poll(() => wallet.sessions).toEqual([])
    expect(endedIn(wallet)).toEqual([session?.topic])
    expect(page.kernel.state(savedSessionsSlice).memory).toEqual({ sessions: [], uses: {} })
    expect(page.reported()).toEqual([])

    await rig.connect()
    expect(page.live()).toHaveLength(1)
  })

  it('a pairing that begins while the database is being deleted waits until it is deleted', {
    timeout: 60_000,
  }, async () => {
    const { page, relay, wallet } = rig
    await rig.connect()
    // The end of the session takes its time.
    relay.set('slow', { delayMs: 1_500 })
    const forgotten = disconnectAndForget(page.kernel)
    await vi.waitUntil(() => page.kernel.state(savedSessionsSlice).memory?.sessions.length === 0)
    const connector = page.kernel.items(connectorsSlot).find(one => one.id === id)
    const pairing = connector?.connect({}, new AbortController().signal)
    relay.set('ok')
    await wallet.pair(await page.uri())
    expect(order).toHaveLength(1)
    await forgotten
    expect((await pairing)?.report.accounts).not.toEqual([])
  })

  describe('on a page that has not restored the session', () => {
    const databaseName = 'portico.walletconnect'
    const leaveWithSession = async () => {
      await rig.connect()
      rig.page.kernel.dispose()
      await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), {
        timeout: 30_000,
        interval: 20,
      })
      stored = { databaseName, sessions: rig.wallet.sessions }
      return startPage({ relayUrl: rig.relay.url, store: rig.page.store })
    }

    it('disconnectAndForget notifies the wallet, although the library was not loaded', {
      timeout: 60_000,
    }, async () => {
      const next = await leaveWithSession()
      expect(next.kernel.state(savedSessionsSlice).phase).toBe('unread')
      const [session] = rig.wallet.sessions
      await disconnectAndForget(next.kernel)
      await expect.poll(() => rig.wallet.sessions).toEqual([])
      expect(endedIn(rig.wallet)).toEqual([session?.topic])
      expect(new Set(order)).toEqual(
        new Set(['portico.walletconnect deleted while the library is closed']),
      )
      expect(next.reported()).toEqual([])
      next.kernel.dispose()
    })

    it('disconnectAndForget notifies the wallet while the page shows another link, which ends', {
      timeout: 60_000,
    }, async () => {
      const next = await leaveWithSession()
      const connector = next.kernel.items(connectorsSlot).find(one => one.id === id)
      const pairing = connector
        ?.connect({}, new AbortController().signal)
        .catch((error: unknown) => error)
      await next.uri()
      await disconnectAndForget(next.kernel)
      await expect.poll(() => rig.wallet.sessions).toEqual([])
      expect(await pairing).toMatchObject({ code: 'PAIRING_EXPIRED' })
      expect(order).toEqual(['portico.walletconnect deleted while the library is closed'])
      next.kernel.dispose()
    })

    it('disconnectAndForget deletes the database within 15 s where the relay is out of reach', {
      timeout: 60_000,
    }, async () => {
      const next = await leaveWithSession()
      rig.relay.set('down')
      const begun = performance.now()
      await disconnectAndForget(next.kernel)
      expect(performance.now() - begun).toBeLessThan(15_000)
      expect(order).toContain('portico.walletconnect deleted while the library is closed')
      rig.relay.set('ok')
      next.kernel.dispose()
    })
  })
})

it('a page that has not loaded the library deletes its database, also without a relay', async () => {
  for (const relayUrl of ['ws://localhost:9', undefined]) {
    order.length = 0
    const { kernel } = await startPage({
      plugins: [tally()],
      storage: memoryStorage(),
      ...(relayUrl && { relayUrl }),
    })
    await disconnectAndForget(kernel)
    expect(order).toEqual(['portico.walletconnect deleted while the library is closed'])
    kernel.dispose()
  }
})
