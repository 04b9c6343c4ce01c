import { connectors } from '@portico/kernel/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deepLinks, pairing } from '../src/index.js'
import { openRelayClient } from '../src/lazy/relay-client.js'
import { id, type PageOptions, startPage } from './bench.js'
import { scriptedLibrary } from './scripted-library.js'

const key = 'WALLETCONNECT_DEEPLINK_CHOICE'
const relayUrl = 'ws://127.0.0.1:1'
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
})
async function start(options: PageOptions = {}) {
  const library = scriptedLibrary()
  const page = await startPage({ relayUrl, load: library.load, ...options })
  closing.push(() => page.kernel.dispose())
  const connect = (signal: AbortSignal) =>
    page.kernel
      .items(connectors)
      .find(one => one.id === id)
      ?.connect({}, signal) ?? Promise.reject(new TypeError('none'))
  return { ...page, library, connect, isRelayLost: () => page.kernel.state(pairing).isRelayLost }
}

describe('the line to the relay', () => {
  it('[R3] that was refused is not heard any more, and the next one begins anew', async () => {
    const page = await start()
    const first = page.connections.connect(id)
    first.catch(() => undefined)
    await page.uri()
    const ears = () => [...page.library.relay.values()].reduce((sum, one) => sum + one.size, 0)
    const open = ears()
    page.library.tellRelay('relayer_error')
    await expect(first).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    expect(ears()).toBe(0)
    expect(page.isRelayLost()).toBe(true)
    const second = page.connections.connect(id)
    second.catch(() => undefined)
    await page.uri()
    expect(page.isRelayLost()).toBe(false)
    expect(ears()).toBe(open)
  })
  it('is closed again when what it knows cannot be looked at', async () => {
    const page = await start()
    const trouble = new TypeError('storage is broken')
    Object.defineProperty(page.library, 'sessions', {
      configurable: true,
      get: () => {
        throw trouble
      },
    })
    await expect(page.connect(new AbortController().signal)).rejects.toBe(trouble)
    expect(page.library.closings).toBe(1)
    Object.defineProperty(page.library, 'sessions', { value: [] })
    const again = page.connections.connect(id)
    again.catch(() => undefined)
    expect(await page.uri()).toContain('wc:')
  })
  it('reports what goes wrong when the page wakes up', async () => {
    const ears = new Map<string, () => void>()
    vi.stubGlobal('addEventListener', (event: string, listener: () => void) => void ears.set(event, listener))
    const page = await start()
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await page.uri()
    const trouble = new TypeError('storage is broken')
    Object.defineProperty(page.library, 'sessions', {
      get: () => {
        throw trouble
      },
    })
    ears.get('online')?.()
    await expect.poll(page.reported).toEqual([trouble])
  })
})

describe('the app that requests open', () => {
  it('that cannot be kept is reported, and the pairing goes on', async () => {
    const page = await start()
    const full = new DOMException('full', 'QuotaExceededError')
    page.library.stored.set = () => {
      throw full
    }
    const connecting = page.connections.connect(id)
    await page.uri()
    await page.kernel.use(deepLinks).choose({ name: 'Rainbow', href: 'https://rnbwapp.com/' })
    expect(page.reported()).toEqual([full])
    page.library.links[0]?.approve({
      topic: 'a'.repeat(64),
      expiry: Math.floor(Date.now() / 1_000) + 3_600,
      namespaces: { tally: { accounts: ['tally:main:t_ada'], methods: ['tally_sign'], events: [] } },
      peer: { metadata: { name: 'Pocket', icons: [] } },
    })
    await expect(connecting).resolves.toMatchObject({ address: 't_ada' })
  })
  it('[S7] [S13] is never what somebody else left in the page’s storage, where the library looks first', async () => {
    const page = new Map<string, string>()
    vi.stubGlobal('localStorage', { removeItem: (name: string) => void page.delete(name) })
    const poison = () => void page.set(key, JSON.stringify({ name: 'Evil', href: 'javascript:alert(1)//' }))
    const library = scriptedLibrary()
    const { UniversalProvider } = await library.load()
    const { client } = await UniversalProvider.init({} as never)
    const found: boolean[] = []
    Object.assign(client as object, { request: async () => void found.push(page.has(key)) })

    poison()
    const relay = await openRelayClient({ relayUrl, load: library.load }, () => undefined)
    expect(page.has(key)).toBe(false)
    poison()
    await relay.choose({ name: 'Rainbow', href: 'https://rnbwapp.com/' })
    expect(page.has(key)).toBe(false)
    poison()
    await relay.request('a'.repeat(64), 'tally:main', 'tally_sign', {})
    expect(found).toEqual([false])
  })
  it('is chosen where a page may not use its storage at all', async () => {
    vi.stubGlobal('localStorage', {
      removeItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const library = scriptedLibrary()
    const relay = await openRelayClient({ relayUrl, load: library.load }, () => undefined)
    await relay.choose({ name: 'Rainbow', href: 'https://rnbwapp.com/' })
    expect(library.stored.has(key)).toBe(true)
  })
})
