import { memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { disconnectAndForget } from '@portico/kernel/session'
import { tally } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memorySlice } from '../src/refs.js'
import { endedIn, id, type Rig, startPage, startRig } from './bench.js'

/** What the browser was asked for, in order. */
const order: string[] = []
beforeEach(() => {
  order.length = 0
  const absent = () => {
    const asked = {
      transaction: { abort: () => undefined },
      error: new DOMException('aborted', 'AbortError'),
      onupgradeneeded: () => undefined,
      onerror: () => undefined,
    }
    queueMicrotask(() => {
      asked.onupgradeneeded()
      asked.onerror()
    })
    return asked
  }
  const deleteDatabase = (name: string) => {
    order.push(`${name} deleted while the library is ${'_walletConnectCore_portico' in globalThis ? 'open' : 'closed'}`)
    const asked = { onsuccess: () => undefined }
    queueMicrotask(() => asked.onsuccess())
    return asked
  }
  vi.stubGlobal('indexedDB', { open: absent, deleteDatabase })
})
afterEach(() => void vi.unstubAllGlobals())

describe('forgetting everything', () => {
  let rig: Rig
  beforeEach(async () => {
    rig = await startRig()
  })
  afterEach(() => rig.stop())

  it('disconnectAndForget ends the session, closes the library and then deletes its database; pairing works again', { timeout: 60_000 }, async () => {
    const { page, wallet } = rig
    await rig.connect()
    const [session] = wallet.sessions
    await disconnectAndForget(page.kernel)
    expect(order).toEqual(['portico.walletconnect deleted while the library is closed'])
    await expect.poll(() => wallet.sessions).toEqual([])
    expect(endedIn(wallet)).toEqual([session?.topic])
    expect(page.kernel.state(memorySlice).memory).toEqual({ sessions: [], uses: {} })
    expect(page.reported()).toEqual([])

    await rig.connect()
    expect(page.live()).toHaveLength(1)
  })

  it('a pairing that begins while the database is being deleted waits until it is deleted', { timeout: 60_000 }, async () => {
    const { page, relay, wallet } = rig
    await rig.connect()
    // The end of the session takes its time.
    relay.set('slow', { delayMs: 1_500 })
    const forgotten = disconnectAndForget(page.kernel)
    await vi.waitUntil(() => page.kernel.state(memorySlice).memory?.sessions.length === 0)
    const connector = page.kernel.items(connectorsSlot).find(one => one.id === id)
    const pairing = connector?.connect({}, new AbortController().signal)
    relay.set('ok')
    await wallet.pair(await page.uri())
    expect(order).toHaveLength(1)
    await forgotten
    expect((await pairing)?.report.accounts).not.toEqual([])
  })
})

it('a page that has not loaded the library deletes its database, also without a relay', async () => {
  for (const relayUrl of ['ws://localhost:9', undefined]) {
    order.length = 0
    const { kernel } = await startPage({ plugins: [tally()], storage: memoryStorage(), ...(relayUrl && { relayUrl }) })
    await disconnectAndForget(kernel)
    expect(order).toEqual(['portico.walletconnect deleted while the library is closed'])
    kernel.dispose()
  }
})
