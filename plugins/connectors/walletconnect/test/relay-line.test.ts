import { messagesCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pairingSlice, pairingsService } from '../src/index.js'
import { id, main, type PageOptions, startPage } from './bench.js'
import { scriptedLibrary } from './scripted-library.js'

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
      .items(connectorsSlot)
      .find(one => one.id === id)
      ?.connect({}, signal) ?? Promise.reject(new TypeError('none'))
  return {
    ...page,
    library,
    connect,
    isRelayLost: () => page.kernel.state(pairingSlice).isRelayLost,
  }
}

describe('the connection to the relay', () => {
  it('[R3] a relay connection that was refused emits nothing any more, and the next one starts from the beginning', async () => {
    const page = await start()
    const first = page.connections.connect(id)
    first.catch(() => undefined)
    await page.uri()
    const ears = () => [...page.library.relay.values()].reduce((sum, one) => sum + one.size, 0)
    const open = ears()
    page.library.tellRelay('relayer_error')
    await expect(first).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    // One listener stays: it closes a socket that opens late.
    expect(ears()).toBe(1)
    expect(page.isRelayLost()).toBe(true)
    const second = page.connections.connect(id)
    second.catch(() => undefined)
    await page.uri()
    expect(page.isRelayLost()).toBe(false)
    expect(ears()).toBe(1 + open)
  })
  it('[D12c] a relay connection opens only when the previous one is closed: the library has one global core per page', async () => {
    const page = await start()
    const first = page.connections.connect(id)
    first.catch(() => undefined)
    await page.uri()
    let closed = () => undefined as unknown
    page.library.closing = new Promise(resolve => {
      closed = () => resolve()
    })
    page.library.tellRelay('relayer_error')
    await expect(first).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    const second = page.connections.connect(id)
    second.catch(() => undefined)
    await expect.poll(() => page.phase().name).toBe('preparing')
    // By then everything that does not wait has happened.
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([page.library.closings, page.library.beginnings]).toEqual([1, 1])
    closed()
    await page.uri()
    expect(page.library.beginnings).toBe(2)
  })
  it('a relay connection is closed again when its sessions cannot be read', async () => {
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
  it('an error while the page wakes up is reported', async () => {
    const ears = new Map<string, () => void>()
    vi.stubGlobal(
      'addEventListener',
      (event: string, listener: () => void) => void ears.set(event, listener),
    )
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
  const topic = 'a'.repeat(64)
  const settled = () => ({
    topic,
    expiry: Math.floor(Date.now() / 1_000) + 3_600,
    namespaces: { tally: { accounts: ['tally:main:t_ada'], methods: ['tally_sign'], events: [] } },
    peer: { metadata: { name: 'Pocket', icons: [] } },
  })
  /** Connects a wallet whose app was tapped; returns what the page opens from then on. */
  async function connected({ tap = 'https://rnbwapp.com/', isTapped = true } = {}) {
    const opened: unknown[][] = []
    vi.stubGlobal('open', (...what: unknown[]) => opened.push(what))
    const activation = { isActive: isTapped }
    vi.stubGlobal('navigator', { userActivation: activation })
    const page = await start()
    const connecting = page.connections.connect(id)
    await page.uri()
    await page.kernel.use(pairingsService).choose({ name: 'Rainbow', href: tap })
    page.library.sessions = [settled()]
    page.library.links[0]?.approve(settled())
    const account = await connecting
    const sign = () =>
      page.kernel
        .capability(messagesCapability, main)
        ?.sign(page.connections.require(account), account, 'hello', new AbortController().signal)
    return { page, opened, sign, activation }
  }

  it.each([
    ['https://rnbwapp.com/', `https://rnbwapp.com/wc?requestId=1&sessionTopic=${topic}`, '_blank'],
    ['rainbow://', `rainbow://wc?requestId=1&sessionTopic=${topic}`, '_self'],
  ])(
    '[S3.76] [D16b] the app of a connection is opened by the kernel’s opener when the relay has a request, as %s',
    async (tap, link, target) => {
      const { opened, sign } = await connected({ tap })
      await sign()
      expect(opened).toEqual([[link, target, 'noopener,noreferrer']])
    },
  )
  it('the app of a connection is not opened for a request without a tap, nor instead of another app', async () => {
    const { page, opened, sign, activation } = await connected()
    activation.isActive = false
    await sign()
    activation.isActive = true
    // Tapped for a pairing that no wallet has answered yet.
    await page.kernel.use(pairingsService).choose({ name: 'Other', href: 'https://other.example/' })
    await sign()
    expect(opened).toEqual([])
  })
  it('[S7] [S13] an app is never opened by the library, which opens any link from the page’s storage', async () => {
    const { page, sign } = await connected()
    await sign()
    expect(page.library.sessions).toMatchObject([{ sessionConfig: { disableDeepLink: true } }])
  })
})
