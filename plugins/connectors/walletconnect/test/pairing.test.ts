import { definePlugin } from '@portico/kernel'
import type { RemoteSession } from '@portico/kernel/capabilities'
import { connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { tally } from '@portico/kernel/testing'
import { environmentSlice } from '@portico/kernel/wallet'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { detectEnvironment } from '../../../base/connection/src/discovery/environment.js'
import { chainOffering, chainWith, endedIn, id, main, type Page, tallyKeyring } from './bench.js'
import {
  codesOf,
  connected,
  connectionOf,
  never,
  open,
  relay,
  restartWallet,
  setUpPairing,
  sign,
  soon,
  wallet,
} from './pairing-bench.js'

setUpPairing()

describe('a wallet on another device', () => {
  it('[S1.02] a wallet that scans the link is connected, and signs', async () => {
    const { page, account } = await connected()
    expect(account).toMatchObject({ namespace: 'tally', address: 't_ada' })
    expect(page.phase()).toEqual({ name: 'approved' })
    expect((await sign(page, account))?.signature).toBe('tally_sign on tally:main')
    expect(wallet.calls).toMatchObject([
      { method: 'tally_sign', params: { address: 't_ada', text: 'hello' }, chain: 'tally:main' },
    ])
  })
  it('[R12] a wallet that declines leaves the page as it was, and gets the next request', async () => {
    const page = await open()
    wallet.policy = 'reject'
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await wallet.pair(await page.uri())
    await expect(connecting).rejects.toMatchObject({ code: 5000 })
    expect(page.phase()).toEqual({ name: 'declined' })
    expect(page.live()).toEqual([])

    wallet.policy = 'approve'
    const again = page.connections.connect(id)
    await wallet.pair(await page.uri())
    expect((await again).address).toBe('t_ada')
  })
  it('[R12] a refused request is an error with its code, and the session stays', async () => {
    const { page, account } = await connected()
    wallet.policy = 'reject'
    const thrown = await sign(page, account)?.catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Error)
    expect(thrown).toMatchObject({ code: 'DECLINED', cause: { code: 5000 } })
    wallet.policy = 'approve'
    expect((await sign(page, account))?.signature).toBe('tally_sign on tally:main')
  })
  it('[R11] a wallet with an open request gets no second request: the second request fails with a message', async () => {
    const { page, account } = await connected()
    wallet.policy = {
      tally_sign: { error: { code: -32_002, message: 'Request already pending.' } },
    }
    await expect(sign(page, account)).rejects.toMatchObject({ code: -32_002 })
    expect(wallet.calls).toHaveLength(1)
  })
  it('[R10] a request that the wallet never answers can be given up at any time; its late answer changes nothing and is reported', async () => {
    const { page, account } = await connected()
    wallet.policy = 'ask'
    const giveUp = new AbortController()
    const signing = sign(page, account, giveUp.signal)
    await wallet.waitForRequest('tally_sign')
    giveUp.abort(new TypeError('given up'))
    await expect(signing).rejects.toThrow('given up')
    wallet.approve()
    await expect.poll(() => page.reported().length, soon).toBe(1)
    expect(page.live()).toHaveLength(1)
  })
  it('[S4.51] a wallet is notified when the page disconnects, and the pairing is forgotten', async () => {
    const { page } = await connected()
    const [own] = wallet.sessions
    await page.connections.disconnect()
    await expect.poll(() => endedIn(wallet), soon).toEqual([own?.topic])
    expect(page.phase()).toEqual({ name: 'idle' })
    expect(page.live()).toEqual([])
  })
  it('a wallet that disconnects ends the connection', async () => {
    const { page } = await connected()
    const [own] = wallet.sessions
    await wallet.disconnect(own?.topic)
    await expect.poll(() => page.live(), soon).toEqual([])
    await expect
      .poll(() => JSON.stringify([...page.store.map]).includes(own?.topic ?? ''), soon)
      .toBe(false)
  })
  it('a wallet may approve other accounts later, and select one', async () => {
    const { page } = await connected()
    const [own] = wallet.sessions
    await wallet.update(
      own?.topic ?? '',
      ({ tally: before = { accounts: [], methods: [], events: [] } }) => ({
        tally: { ...before, accounts: [...before.accounts, 'tally:main:t_bob'] },
      }),
    )
    await expect
      .poll(() => connectionOf(page)?.accounts.map(one => one.address), soon)
      .toContain('t_bob')
  })
  it('a wallet may change the network', async () => {
    const { page } = await connected()
    await wallet.emit('chainChanged', 'side', 'tally:side')
    await expect.poll(() => connectionOf(page)?.network, soon).toBe('tally:side')
  })
  it('a wallet answers its capabilities, and takes several calls as one (EIP-5792), unchanged through the session', async () => {
    const keyring = tallyKeyring('tally', ['t_ada'])
    const capabilities = { '0x1': { atomic: { status: 'supported' } } }
    const sent = {
      id: '0x1f',
      capabilities: { caip345: { caip2: main, transactionHashes: ['0x2'] } },
    }
    const methods = ['tally_sign', 'wallet_getCapabilities', 'wallet_sendCalls']
    const run = async ({ method }: { readonly method: string }) =>
      method === 'wallet_sendCalls' ? sent : capabilities
    await restartWallet({
      chains: { [main]: '' },
      keyrings: { tally: { ...keyring, methods, silent: ['wallet_getCapabilities'], run } },
    })
    let remote: RemoteSession | undefined
    const kept = chainWith((one, usual) => {
      remote = one
      return usual()
    })
    await connected({ plugins: [kept], methods: { tally: methods } })
    const calls = [
      {
        version: '2.0.0',
        from: 't_ada',
        atomicRequired: true,
        calls: [
          { to: 't_bob', value: '0x1' },
          { to: 't_eve', data: '0x' },
        ],
      },
    ]
    wallet.policy = 'ask'
    // The capabilities are answered without a prompt.
    expect(
      await remote?.request('wallet_getCapabilities', ['t_ada', ['0x1']], main, never()),
    ).toEqual(capabilities)
    const sending = remote?.request('wallet_sendCalls', calls, main, never())
    await wallet.waitForRequest('wallet_sendCalls')
    wallet.approve()
    expect(await sending).toEqual(sent)
    expect(wallet.calls).toMatchObject([
      { method: 'wallet_getCapabilities', params: ['t_ada', ['0x1']], chain: main },
      { method: 'wallet_sendCalls', params: calls, chain: main },
    ])
  })
  it('a malformed update cannot take an account away from a connection', async () => {
    const { page } = await connected()
    const [own] = wallet.sessions
    const before = connectionOf(page)?.accounts
    expect(before?.map(one => one.address)).toContain('t_ada')
    await wallet.update(own?.topic ?? '', () => ({
      tally: { accounts: ['tally:else:t_eve'], methods: ['tally_sign'], events: [] },
    }))
    await expect.poll(() => codesOf(page), soon).toContain('SESSION_EMPTY')
    expect(connectionOf(page)?.accounts).toEqual(before)
  })
})

describe('a pairing', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

  const Android =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'

  const Windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

  it.each([
    [
      '[S4.05]',
      'Safari 18 on iOS',
      `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`,
      {},
      { iosSafari: true },
    ],
    [
      '[S4.05]',
      'Safari 26 on iOS',
      `${iPhone.replace('18_5', '18_6')} Version/26.0 Mobile/15E148 Safari/604.1`,
      {},
      { iosSafari: true },
    ],
    [
      '[S4.06]',
      'Telegram on iOS',
      `${iPhone} Mobile/15E148`,
      { Telegram: { WebApp: { platform: 'ios' } } },
      { iosSafari: false, telegram: 'ios' },
    ],
    [
      '[S4.06]',
      'Telegram on Android',
      `${Android} Telegram-Android/11.4.2`,
      { TelegramWebviewProxy: {} },
      { telegram: 'android' },
    ],
    [
      '[S4.06]',
      'Telegram on a desktop',
      Windows,
      { Telegram: { WebApp: { platform: 'tdesktop' } }, TelegramWebviewProxy: {} },
      { telegram: 'desktop' },
    ],
  ])(
    '%s in %s a pairing is shared by all concurrent callers',
    async (_id, _name, userAgent, objects, expected) => {
      vi.stubGlobal('navigator', { userAgent, onLine: true })
      for (const [name, value] of Object.entries(objects)) vi.stubGlobal(name, value)
      onTestFinished(() => void vi.unstubAllGlobals())
      const here = definePlugin({
        id: 'test/environment',
        owns: [environmentSlice],
        setup: context =>
          context.onStart(() =>
            context.update(
              environmentSlice,
              draft => void Object.assign(draft, detectEnvironment(globalThis)),
            ),
          ),
      })
      const page = await open({ plugins: [here, tally(), tally({ namespace: 'abacus' })] })
      expect(page.kernel.state(environmentSlice)).toMatchObject(expected)
      const asking = [
        page.connections.connect(id),
        page.connections.connect('abacus:walletConnect'),
      ]
      await wallet.pair(await page.uri())
      expect((await Promise.all(asking)).map(one => one.namespace)).toEqual(['tally', 'abacus'])
      expect(wallet.sessions).toHaveLength(1)
      expect(relay.holds.byPhase.proposal ?? 0).toBe(0)
    },
  )

  it('a pairing goes on without a chain whose code does not load, and loads the code again the next time', async () => {
    let isLost = true
    const abacus = chainOffering(
      usual => ({
        ...usual,
        scope: async () => (isLost ? Promise.reject(new TypeError('not loaded')) : usual.scope()),
      }),
      tally({ namespace: 'abacus' }),
    )
    const page = await open({ plugins: [tally(), abacus] })
    const connecting = page.connections.connect(id)
    await wallet.pair(await page.uri())
    expect(await connecting).toMatchObject({ namespace: 'tally', address: 't_ada' })
    expect(page.live().map(({ namespace }) => namespace)).toEqual(['tally'])
    expect(page.reported()).toContainEqual(new TypeError('not loaded'))

    isLost = false
    const second = page.connections.connect('abacus:walletConnect')
    await wallet.pair(await page.uri())
    expect((await second).namespace).toBe('abacus')
  })

  it.each([
    [
      'has run out',
      async (page: Page) => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
        wallet.approve()
        await expect.poll(() => page.phase().name, soon).toBe('expired')
        vi.useRealTimers()
      },
    ],
    [
      'is being given up',
      async (_page: Page, giveUp: () => void) => {
        giveUp()
        wallet.approve()
        await expect.poll(() => endedIn(wallet).length + wallet.troubles.length, soon).toBe(1)
      },
    ],
    [
      'was given up',
      async (_page: Page, giveUp: () => void, topic: string) => {
        giveUp()
        await expect.poll(() => wallet.news, soon).toContainEqual({ name: 'pairing_delete', topic })
        wallet.approve()
        await expect.poll(() => wallet.troubles.length, soon).toBe(1)
      },
    ],
  ] as const)(
    'a pairing that its wallet approves when the link %s connects nothing; the next link does',
    async (_what, approveLate) => {
      const page = await open()
      const life = new AbortController()
      const connecting = page.kernel
        .items(connectorsSlot)
        .find(one => one.id === id)
        ?.connect({}, life.signal)
      const outcome = expect(connecting).rejects.toThrow('closed')
      const giveUp = () => life.abort(new TypeError('closed'))
      wallet.policy = 'ask'
      const uri = await page.uri()
      await wallet.pair(uri)
      await wallet.waitForRequest('session_proposal')
      try {
        await approveLate(page, giveUp, /[0-9a-f]{64}/.exec(uri)?.[0] ?? '')
      } finally {
        vi.useRealTimers()
      }
      giveUp()
      await outcome
      expect(page.live()).toEqual([])
      await expect.poll(() => wallet.sessions, soon).toEqual([])
      wallet.policy = 'approve'
      const again = page.connections.connect(id)
      await wallet.pair(await page.uri())
      expect((await again).address).toBe('t_ada')
      expect(page.live()).toHaveLength(1)
      expect(page.reported()).toEqual([])
    },
  )

  it('a pairing has one connector per chain, however often wallets are discovered', async () => {
    const page = await open({ plugins: [tally(), tally({ namespace: 'abacus' })] })
    const connectorIds = () => page.kernel.items(connectorsSlot).map(one => one.id)
    const before = connectorIds()
    for (const { start } of page.kernel.items(discoveriesSlot))
      await Promise.all([start(), start()])
    expect(connectorIds()).toEqual(before)
    expect(before.toSorted()).toEqual(['abacus:walletConnect', id])
  })
})

describe('a hundred pairings', () => {
  it('[R30] a hundred pairings leave no session, listener, socket, subscription or key behind', async () => {
    const page = await open()
    const once = async () => {
      const connecting = page.connections.connect(id)
      await wallet.pair(await page.uri())
      await connecting
      await page.connections.disconnect()
      await expect.poll(() => page.phase().name, soon).toBe('idle')
    }
    await once()
    await once()
    const size = () => JSON.stringify([...page.store.map]).length
    const [keys, before] = [page.store.map.size, size()]
    // The wallet keeps each of its pairings for a month. At the relay, the proposer tells this page
    // from the wallet.
    const proposer =
      relay.requests.findLast(({ phases }) => phases.includes('proposal'))?.client ?? ''
    const atRelay = () => relay.holds.byClient[proposer] ?? 0
    const heldFirst = atRelay()
    const subscriptions = () =>
      [...page.store.map].flatMap(([key, value]) =>
        key.endsWith('//subscription') && Array.isArray(value) ? value : [],
      ).length
    const [first, listeners] = [subscriptions(), page.listeners()]
    expect(first).toBeGreaterThan(0)
    expect(listeners).toBeGreaterThan(20)
    for (let i = 0; i < 100; i++) await once()
    expect(page.store.map.size).toBe(keys)
    // Only the last pairing is still known; each earlier one is deleted.
    expect(size()).toBeLessThan(before + 4_000)
    await expect.poll(() => wallet.sessions, soon).toEqual([])
    expect(relay.holds.sockets).toBe(2)
    await expect.poll(subscriptions, soon).toBeLessThanOrEqual(first)
    await expect.poll(atRelay, soon).toBeLessThanOrEqual(heldFirst)
    await expect.poll(page.listeners, soon).toBeLessThanOrEqual(listeners)
    expect(page.reported()).toEqual([])
  }, 120_000)
})
