import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { settingsRowsSlot } from '@portico/kernel/account'
import {
  activeAccount,
  connectionService,
  disconnectAndForget,
  liveConnections,
  sessionSlice,
} from '@portico/kernel/session'
import { tallyWallet } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ends, signedInPage, text, visit } from '../test/flow-rig.js'
import { type SiwxStorage, siwxSignMessageView, siwxSlice } from './index.js'

beforeEach(() => {
  vi.stubGlobal('location', {
    host: 'app.example',
    origin: 'https://app.example',
    href: 'https://app.example/page?secret=1',
  })
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('sessions', () => {
  it('[S4.54] all sessions end when everything is disconnected', async () => {
    const page = await signedInPage()
    await page.kernel.use(connectionService).disconnect()
    expect([page.kernel.state(siwxSlice), page.went.length]).toEqual([
      { phase: { name: 'idle' }, sessions: [], due: false, held: false },
      1,
    ])
  })

  it('[D4c] each connection has its own session: another wallet has to sign in for its own, and a disconnected wallet ends only its own', async () => {
    const wallets = [
      tallyWallet({ name: 'Ada’s' }),
      tallyWallet({ name: 'Second', rdns: 'org.tally.second' }),
    ]
    const page = await signedInPage({ wallets })
    const [first] = liveConnections(page.kernel)
    await page.connect('Second')
    await page.reads()
    await page.siwx.sign()
    expect(page.kernel.state(siwxSlice).sessions.map(({ address }) => address)).toEqual([
      't_ada',
      't_ada',
    ])
    expect(new Set(page.kernel.state(siwxSlice).sessions.map(known => known.connection)).size).toBe(
      2,
    )
    await page.kernel.use(connectionService).disconnect(first?.id)
    // The code that ends a session may be loading still.
    await vi.waitFor(() =>
      expect(page.kernel.state(siwxSlice).sessions.map(known => known.connection)).toEqual([
        liveConnections(page.kernel)[0]?.id,
      ]),
    )
  })

  it('[D30a] the nonce is 128 bits of the browser’s own randomness, and differs each time', async () => {
    const random = vi.spyOn(crypto, 'getRandomValues')
    const page = await visit()
    await page.connect()
    await page.reads()
    const nonceOf = () => /^Nonce: ([\da-f]{32})$/m.exec(text(page))?.[1]
    const first = nonceOf()
    expect(first).toBeDefined()
    expect(random.mock.calls.some(([bytes]) => (bytes as Uint8Array).length === 16)).toBe(true)
    await page.siwx.cancel()
    await page.connect()
    await page.reads()
    expect(nonceOf()).not.toBe(first)
    random.mockRestore()
  })

  it('storage contains neither message nor signature, unless the host sets that', async () => {
    for (const [storage, keeps] of [['local', false] as const, ['local-full', true] as const]) {
      const driver = memoryStorage()
      const page = await signedInPage({ driver, storage })
      const kept = async () => String(await driver.get('portico.sign-ins'))
      await vi.waitFor(async () => expect(await kept()).toContain('t_ada'))
      expect([
        (await kept()).includes('wants you to sign in'),
        (await kept()).includes('wrote'),
      ]).toEqual([keeps, keeps])
      page.kernel.dispose()
    }
  })

  it('[S33] events name the session that starts or ends, and contain no signed data, also where storage keeps it', async () => {
    const page = await signedInPage({ storage: 'local-full' })
    const [kept] = page.kernel.state(siwxSlice).sessions
    expect([typeof kept?.message, typeof kept?.signature]).toEqual(['string', 'string'])
    await page.siwx.signOut()
    const said = JSON.stringify([page.came, page.went])
    expect([page.came, page.went]).toMatchObject([[{ address: 't_ada' }], [{ address: 't_ada' }]])
    for (const secret of [kept?.signature, 'wants you to sign in'])
      expect(said).not.toContain(secret)
  })

  it('invalid stored data is no session', async () => {
    const driver = memoryStorage()
    const wallet = tallyWallet()
    const first = await signedInPage({ driver, wallets: [wallet] })
    first.kernel.dispose()
    driver.set(
      'portico.sign-ins',
      JSON.stringify({
        version: 1,
        saved: [
          null,
          7,
          { connection: 'x' },
          { address: 't_ada', network: 'tally:main', issuedAt: 'now' },
        ],
      }),
    )
    const page = await visit({ driver, wallets: [wallet] })
    await vi.waitFor(() => expect(page.kernel.state(siwxSlice).due).toBe(true))
    expect(page.kernel.state(siwxSlice).sessions).toEqual([])
  })

  it('a restored connection asks for no sign-in; the modal shows the message when the person opens it', async () => {
    const driver = memoryStorage()
    const wallet = tallyWallet()
    const first = await signedInPage({ driver, wallets: [wallet] })
    await first.siwx.signOut()
    first.kernel.dispose()
    const page = await visit({ driver, wallets: [wallet] })
    await vi.waitFor(() => expect(page.kernel.state(siwxSlice).due).toBe(true))
    expect([page.isOpen(), page.view(), page.signs()]).toEqual([false, undefined, 1])
    page.open()
    expect(page.view()).toBe(siwxSignMessageView.id)
  })

  it('a session ends at its expiry, with an event', async () => {
    const page = await visit({ expiresInMs: 60_000 })
    await page.connect()
    await page.reads()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await page.siwx.sign()
    expect(page.kernel.state(siwxSlice).sessions).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(page.went).toHaveLength(1)
    expect(page.kernel.state(siwxSlice)).toMatchObject({ sessions: [], due: true })
    expect(page.isOpen()).toBe(false)
    page.open()
    expect(page.view()).toBe(siwxSignMessageView.id)
  })

  it('[R15] [D12a] two tabs share sign-ins and sign-outs, and each change is written once', async () => {
    const texts = new Map<string, string>()
    const listeners = new Set<(key: string, text: string) => void>()
    let writes = 0
    /** Creates the storage of one tab, whose writes notify the other tabs. */
    const tab = (): StorageDriver => {
      const own = new Set<(key: string, text: string) => void>()
      return {
        get: key => texts.get(key),
        set(key, text) {
          if (key === 'portico.sign-ins') writes++
          texts.set(key, text)
          for (const listener of listeners) if (!own.has(listener)) listener(key, text)
        },
        remove: key => texts.delete(key),
        subscribe(listener) {
          own.add(listener)
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    }
    const wallet = tallyWallet()
    const first = await visit({ driver: tab(), wallets: [wallet] })
    await first.connect()
    await first.reads()
    const second = await visit({ driver: tab(), wallets: [wallet] })
    await vi.waitFor(() => expect(second.kernel.state(siwxSlice).due).toBe(true))
    second.open()
    await second.siwx.begin()
    await second.reads()
    await first.siwx.sign()
    await vi.waitFor(() =>
      expect(second.kernel.state(siwxSlice)).toMatchObject({
        sessions: [{ address: 't_ada' }],
        due: false,
        phase: { name: 'idle' },
      }),
    )
    expect([
      second.isOpen(),
      wallet.requests.filter(request => request === 'sign').length,
      writes,
    ]).toEqual([false, 1, 1])
    await second.siwx.signOut()
    await vi.waitFor(() => expect(first.kernel.state(siwxSlice).sessions).toEqual([]))
    expect([first.went.length, writes]).toEqual([1, 2])
  })

  it('everything that is stored of sign-ins is deleted when the person forgets everything, also what is signed in memory', async () => {
    const texts = new Map<string, string>()
    const driver: StorageDriver = {
      get: key => texts.get(key),
      set: (key, text) => texts.set(key, text),
      remove: key => texts.delete(key),
      keys: () => [...texts.keys()],
    }
    const page = await signedInPage({ driver, storage: 'local-full' })
    expect(texts.get('portico.sign-ins')).toContain('t_ada')
    await disconnectAndForget(page.kernel)
    await vi.waitFor(() => expect([...texts.keys()]).toEqual(['portico.preferences']))
    expect([page.kernel.state(siwxSlice).sessions, await page.siwx.sessions()]).toEqual([[], []])
    // A server, or the code that loads later, does not write it again.
    await vi.dynamicImportSettled()
    expect([...texts.keys()]).toEqual(['portico.preferences'])
  })

  it('a page that has not read its sign-ins signs out of the server when the person forgets everything', async () => {
    const driver = memoryStorage()
    const removed: unknown[] = []
    const storage: SiwxStorage = {
      nonce: async () => ({ nonce: '0123456789abcdef' }),
      add: async () => undefined,
      remove: async sessions => void removed.push(sessions),
    }
    const first = await signedInPage({ driver, storage })
    await vi.waitFor(async () =>
      expect(String(await driver.get('portico.sign-ins'))).toContain('t_ada'),
    )
    first.kernel.dispose()
    removed.length = 0
    // Its wallet disconnected by itself: nothing is restored, and no code has loaded.
    await driver.remove('portico.connection')
    const next = await visit({ driver, storage })
    expect(liveConnections(next.kernel)).toEqual([])
    await disconnectAndForget(next.kernel)
    expect(removed).toEqual(['all'])
  })

  it('Settings have a row for the sessions while there is one', async () => {
    const page = await signedInPage()
    expect(page.kernel.items(settingsRowsSlot).map(({ id }) => id)).toContain('siwx')
    await page.siwx.signOut()
    expect(page.kernel.items(settingsRowsSlot).map(({ id }) => id)).not.toContain('siwx')
  })
})

describe('another account or network', () => {
  it('another account or network has to sign in separately, by default', async () => {
    const page = await signedInPage()
    page.wallet.setAccounts(['t_bob'])
    await page.reads()
    expect(text(page)).toContain('t_bob')
    await page.siwx.sign()
    await page.kernel.use(connectionService).switchNetwork('tally:side')
    await page.reads()
    expect(text(page)).toContain('Chain ID: tally:side')
    expect(page.kernel.state(siwxSlice).sessions).toHaveLength(2)
  })

  it('the sign-in for another account or network waits until the modal is opened, or the session stays valid, as the host sets it', async () => {
    const page = await signedInPage({ onAccountChange: 'later', onNetworkChange: 'keep' })
    await page.kernel.use(connectionService).switchNetwork('tally:side')
    // A requested sign-in would be in the phase `reading` now, and not idle before the signature.
    await vi.waitFor(() => expect(page.phase()).toBe('idle'))
    expect([page.isOpen(), page.kernel.state(siwxSlice).due]).toEqual([false, false])
    page.wallet.setAccounts(['t_bob'])
    await vi.waitFor(() => expect(page.kernel.state(siwxSlice).due).toBe(true))
    expect([page.isOpen(), page.phase()]).toEqual([false, 'idle'])
    page.open()
    expect(page.view()).toBe(siwxSignMessageView.id)
  })

  it('the session of the previous account ends where the host sets that', async () => {
    const page = await signedInPage({ onAccountChange: 'sign-out' })
    page.wallet.setAccounts(['t_bob'])
    await page.reads()
    expect([
      page.went.map(({ address }) => address),
      page.kernel.state(siwxSlice).sessions,
    ]).toEqual([['t_ada'], []])
  })

  it('[S14] a message for one account is never signed by another', async () => {
    const page = await visit({ onAccountChange: 'later', required: false })
    await page.connect()
    await page.reads()
    page.wallet.setAccounts(['t_bob'])
    await vi.waitFor(() => expect(activeAccount(page.kernel)?.address).toBe('t_bob'))
    await page.siwx.sign()
    expect([page.signs(), page.kernel.state(siwxSlice).sessions]).toEqual([0, []])
    expect(Object.keys(page.kernel.state(sessionSlice).connections)).toHaveLength(1)
  })
})
