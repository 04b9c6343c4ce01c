import { memoryStorage, type Plugin } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { connectView, networksView } from '@portico/kernel/connect-page'
import {
  activeAccount,
  activeNetwork,
  connectionService,
  liveConnections,
} from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyWallet, testFeaturePlugin } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ends, listed, signedInPage, text, visit } from '../test/flow-rig.js'
import {
  connectingSiweView,
  type SiwxStorage,
  signIn,
  siwx,
  siwxService,
  siwxSignMessageView,
  siwxSlice,
} from './index.js'

/**
 * Wraps the connection plugin so that no wallet can be reached although its account is still
 * listed.
 */
const withoutLines = (plugin: Plugin): Plugin => ({
  ...plugin,
  setup(context) {
    const provide = (ref: typeof connectionService, service: object) =>
      context.provide(ref as never, { ...service, live: () => undefined } as never)
    plugin.setup(Object.create(context, { provide: { value: provide } }))
  },
})
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

testFeaturePlugin('[S1.15] siwx', {
  plugin: () => siwx(),
  use: async kernel => {
    await kernel.use(siwxService).begin()
    await vi.waitFor(() => expect(kernel.state(siwxSlice).phase.name).toBe('reading'))
    await kernel.use(siwxService).sign()
    expect(kernel.state(siwxSlice).sessions).toHaveLength(1)
  },
})

describe('after connecting', () => {
  it('[S4.32] [S2.12] without a session for the account and network, the view SIWXSignMessage opens, and its message names this page', async () => {
    const page = await visit({ statement: 'Read your notes.' })
    await page.connect()
    await page.reads()
    const lines = text(page).split('\n')
    expect(lines[0]).toBe('app.example wants you to sign in with your Tally account:')
    expect(lines.slice(1, 8)).toEqual([
      't_ada',
      '',
      'Read your notes.',
      '',
      'URI: https://app.example',
      'Version: 1',
      'Chain ID: tally:main',
    ])
    expect(page.kernel.views.current?.id).toBe('SIWXSignMessage')
    expect(page.signs()).toBe(0)
    expect(page.kernel.reported).toEqual([])
  })

  it('[S1.15] [S8.28] without the plugin no sign-in is requested, and a call fails with a named error', async () => {
    const kernel = await createTestKernel({
      base: [shell(), api(), connectionPlugin(), account()],
      plugins: [tally({ wallets: [tallyWallet()] })],
    })
    ends.push(() => kernel.dispose())
    kernel.use(shellService).open({ view: connectView })
    const [one] = await listed(kernel)
    await kernel.use(connectionService).connect(one?.id ?? '')
    await vi.waitFor(() => expect(kernel.views.current?.id).toBe(accountView.id))
    await expect(signIn(kernel)).rejects.toMatchObject({
      code: 'NOT_ENABLED',
      message: 'SIWX is not enabled',
    })
  })

  it('[S4.34] [S4.35] [S2.10] a signature adds a session and closes the modal, through the view that waits for the wallet', async () => {
    const page = await visit({ wallets: [tallyWallet({ policy: 'approve' })] })
    await page.connect()
    await page.reads()
    page.wallet.policy = 'ask'
    const signing = page.siwx.sign()
    await vi.waitFor(() => expect(page.signs()).toBe(1))
    expect([page.view(), page.phase()]).toEqual([connectingSiweView.id, 'signing'])
    page.wallet.approve()
    await signing
    const [known] = page.kernel.state(siwxSlice).sessions
    expect(known).toMatchObject({
      connection: activeAccount(page.kernel)?.connection,
      address: 't_ada',
      network: 'tally:main',
      digest: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect([page.isOpen(), page.phase(), page.came]).toEqual([false, 'idle', [known]])
    expect(page.names.filter(name => name.includes('SIWX'))).toEqual([
      'CLICK_SIGN_SIWX_MESSAGE',
      'SIWX_AUTH_SUCCESS',
    ])
  })

  it('[S4.33] an account with a session opens without a sign-in, after it connects again and after a reload', async () => {
    const driver = memoryStorage()
    const wallet = tallyWallet()
    const first = await signedInPage({ driver, wallets: [wallet] })
    wallet.disconnectByWallet()
    await vi.waitFor(() => expect(liveConnections(first.kernel)).toEqual([]))
    await first.connect()
    await vi.waitFor(() => expect(first.view()).toBe(accountView.id))
    expect([first.signs(), first.phase(), first.kernel.state(siwxSlice).sessions.length]).toEqual([
      1,
      'idle',
      1,
    ])
    first.kernel.dispose()
    const page = await visit({ driver, wallets: [wallet] })
    await vi.waitFor(() => expect(liveConnections(page.kernel)).toHaveLength(1))
    await vi.waitFor(() =>
      expect(page.kernel.state(siwxSlice)).toMatchObject({
        due: false,
        phase: { name: 'idle' },
        sessions: [{ address: 't_ada' }],
      }),
    )
    page.open()
    expect(page.view()).toBe(accountView.id)
    expect(page.signs()).toBe(1)
  })

  it('[S8.18] the toast says "Authenticating..." while the sign-in runs', async () => {
    const page = await visit({ wallets: [tallyWallet()] })
    await page.connect()
    await page.reads()
    page.wallet.policy = 'ask'
    const signing = page.siwx.sign()
    await vi.waitFor(() => expect(page.toast()).toBe('Authenticating...'))
    page.wallet.approve()
    await signing
    await vi.waitFor(() => expect(page.toast()).toBeUndefined())
  })

  it('[S4.36] [S8.10] [S8.41] declining in the wallet reopens the message, with a toast that says so', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    const before = text(page)
    page.wallet.policy = 'decline'
    await page.siwx.sign()
    expect([page.view(), page.phase(), text(page)]).toEqual([
      siwxSignMessageView.id,
      'reading',
      before,
    ])
    await vi.waitFor(() => expect(page.toast()).toBe('Signature declined'))
    expect(page.names).toContain('SIWX_AUTH_ERROR')
    page.wallet.policy = 'approve'
    await page.siwx.sign()
    expect(page.kernel.state(siwxSlice).sessions).toHaveLength(1)
    expect(page.kernel.reported).toEqual([])
  })

  it('[S8.10] cancelling after a decline keeps the toast of the decline, too', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    page.wallet.policy = 'decline'
    await page.siwx.sign()
    await vi.waitFor(() => expect(page.toast()).toBe('Signature declined'))
    await page.siwx.cancel()
    await vi.waitFor(() => expect([page.view(), page.toast()]).toEqual([connectView.id, undefined]))
  })

  it('[S6.06] [S4.37] [S4.39] cancelling disconnects where sign-in is required, and the modal shows Connect', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    await page.siwx.cancel()
    expect(liveConnections(page.kernel)).toEqual([])
    expect([page.isOpen(), page.view(), page.phase()]).toEqual([true, connectView.id, 'idle'])
    expect(page.names).toContain('CLICK_CANCEL_SIWX')
  })

  it('[S6.06] [S4.38] [S4.39] cancelling closes the modal where sign-in is optional, and the connection stays', async () => {
    const page = await visit({ required: false })
    await page.connect()
    await page.reads()
    await page.siwx.cancel()
    expect(liveConnections(page.kernel)).toHaveLength(1)
    expect([page.isOpen(), page.kernel.views.history, page.phase()]).toEqual([false, [], 'idle'])
    page.open()
    expect(page.view()).toBe(accountView.id)
  })

  it('[S4.40] while sign-in is required and there is no session, ten attempts to close shake the modal; when it is optional one closes it', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    const shell = page.kernel.use(shellService)
    expect(Array.from({ length: 10 }, () => shell.close())).toEqual(Array(10).fill(false))
    shell.back()
    page.kernel.views.push(networksView)
    expect([page.isOpen(), page.view(), page.kernel.state(shellSlice).shaking]).toEqual([
      true,
      siwxSignMessageView.id,
      true,
    ])
    page.wallet.policy = 'ask'
    const signing = page.siwx.sign()
    await vi.waitFor(() => expect(page.signs()).toBe(1))
    expect([shell.close(), page.view()]).toEqual([false, connectingSiweView.id])
    page.wallet.approve()
    await signing
    expect(page.isOpen()).toBe(false)

    const free = await visit({ required: false })
    await free.connect()
    await free.reads()
    expect(free.kernel.use(shellService).close()).toBe(true)
    await vi.waitFor(() => expect(free.phase()).toBe('idle'))
  })

  it('[S8.12] where a sign-in cannot start, a toast says so, the wallet is disconnected and the modal shows Connect', async () => {
    const storage: SiwxStorage = {
      nonce: () => Promise.reject(new RangeError('no')),
      add: async () => undefined,
      remove: async () => undefined,
    }
    const page = await visit({ storage, required: false })
    await page.connect()
    await vi.waitFor(() =>
      expect(page.toast()).toBe('A problem occurred while trying initialize authentication'),
    )
    await vi.waitFor(() => expect(liveConnections(page.kernel)).toEqual([]))
    expect(page.view()).toBe(connectView.id)
  })

  it('[R23] twenty clicks on the sign button send one request to the wallet', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    page.wallet.policy = 'ask'
    const clicks = Array.from({ length: 20 }, () => page.siwx.sign())
    await vi.waitFor(() => expect(page.signs()).toBe(1))
    page.wallet.approve()
    await Promise.all(clicks)
    expect(page.signs()).toBe(1)
    expect(page.names.filter(name => name === 'CLICK_SIGN_SIWX_MESSAGE')).toHaveLength(1)
  })

  it('a late answer of the wallet to a cancelled request changes nothing', async () => {
    const page = await visit()
    await page.connect()
    await page.reads()
    page.wallet.policy = 'ask'
    const signing = page.siwx.sign()
    await vi.waitFor(() => expect(page.signs()).toBe(1))
    await page.siwx.stopWaiting()
    expect([page.view(), page.phase()]).toEqual([siwxSignMessageView.id, 'reading'])
    page.wallet.approve()
    await signing
    expect([page.kernel.state(siwxSlice).sessions, page.phase()]).toEqual([[], 'reading'])
  })
})

describe('a call of signIn', () => {
  it('[S8.29] [S8.30] a call of signIn names what is missing', async () => {
    const page = await visit({ required: false })
    await expect(page.siwx.signIn()).rejects.toMatchObject({
      code: 'NO_ADDRESS',
      message: 'No ActiveCaipAddress found',
    })
    await page.connect()
    await page.reads()
    await page.siwx.cancel()
    page.wallet.setNetwork('tally:nowhere')
    await vi.waitFor(() => expect(activeNetwork(page.kernel)).toBe('tally:nowhere'))
    await expect(page.siwx.signIn()).rejects.toMatchObject({
      code: 'NO_NETWORK',
      message: 'No ActiveCaipNetwork or client found',
    })
  })

  it('[S8.31] a call of signIn says when the wallet of the account is not connected any more', async () => {
    const page = await visit({
      required: false,
      base: [shell(), api(), withoutLines(connectionPlugin()), account()],
    })
    await page.connect()
    await page.reads()
    await expect(page.siwx.signIn()).rejects.toMatchObject({
      code: 'NO_CONNECTION',
      message: 'No ConnectionController client found',
    })
    // The wallet gets no request, and the message is shown again.
    await page.siwx.sign()
    await page.reads()
    expect([page.signs(), page.toast()]).toEqual([0, 'No ConnectionController client found'])
  })

  it('a call of signIn resolves with the session, and the second time at once; a cancelled call rejects with CANCELLED', async () => {
    const page = await visit({ required: false })
    await page.connect()
    await page.reads()
    await page.siwx.cancel()
    const refused = page.siwx.signIn()
    await page.reads()
    await Promise.all([
      expect(refused).rejects.toMatchObject({ code: 'CANCELLED' }),
      page.siwx.cancel(),
    ])
    const answer = page.siwx.signIn()
    await page.reads()
    await page.siwx.sign()
    expect(await answer).toMatchObject({ address: 't_ada', network: 'tally:main' })
    expect(await page.siwx.signIn()).toEqual(await answer)
    const [listed] = await page.siwx.sessions()
    expect(listed?.session).toMatchObject({
      message: expect.stringContaining('app.example wants'),
      signature: expect.any(String),
      data: { domain: 'app.example' },
    })
    expect(page.signs()).toBe(1)
  })
})
