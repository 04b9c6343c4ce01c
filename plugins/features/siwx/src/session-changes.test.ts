/** Changes during a sign-in: in the wallet, in storage, by other calls. */
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { activeAccount, connectionService, liveConnections } from '@portico/kernel/session'
import { shellService, shellSlice, toastsService } from '@portico/kernel/shell'
import { createTestKernel, type TallyWallet, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectingSiweView,
  type FoundSession,
  type FoundSessions,
  type KnownSession,
  type SiwxOptions,
  type SiwxSession,
  type SiwxStorage,
  siwx,
  siwxService,
  siwxSignMessageView,
  siwxSlice,
} from './index.js'

const ends: (() => unknown)[] = []
beforeEach(() => {
  vi.stubGlobal('location', {
    host: 'app.example',
    origin: 'https://app.example',
    href: 'https://app.example/',
  })
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Polls with a long timeout, because a test machine may be slow. */
const eventually = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { interval: 5, timeout: 10_000 })

interface Visit extends SiwxOptions {
  readonly wallets?: readonly [TallyWallet, ...TallyWallet[]]
  readonly driver?: StorageDriver
}
async function visit({
  wallets = [tallyWallet()],
  driver = memoryStorage(),
  ...options
}: Visit = {}) {
  const base = [shell(), api(), connectionPlugin({ restoreTimeoutMs: 2_000 }), account()]
  const kernel = await createTestKernel({
    base,
    plugins: [tally({ wallets }), siwx(options)],
    storage: driver,
  })
  ends.push(() => kernel.dispose())
  const [wallet] = wallets
  const state = () => kernel.state(siwxSlice)
  const page = {
    kernel,
    wallet,
    state,
    siwx: kernel.use(siwxService),
    shell: kernel.use(shellService),
    view: () => kernel.views.current?.id,
    phase: () => state().phase.name,
    toast: () => kernel.state(shellSlice).toast?.message.en,
    text: () => {
      const { phase } = state()
      return 'request' in phase ? phase.request.text : ''
    },
    until: (name: string) => eventually(() => expect(state().phase.name).toBe(name)),
    async connect(id = 'org.tally.tally-wallet') {
      page.shell.open({ view: connectView })
      await kernel.use(connectionService).discover()
      await kernel.use(connectionService).connect(`tally:${id}`)
    },
    /** Runs the sign-in up to the wallet's prompt. */
    async asks() {
      await page.until('reading')
      wallet.policy = 'ask'
      const before = wallet.requests.length
      const signing = page.siwx.sign()
      await eventually(() => expect(wallet.requests.length).toBeGreaterThan(before))
      return { over: signing }
    },
  }
  return page
}

/** Creates a storage that a test answers for. */
function keeps(more: Partial<SiwxStorage> = {}) {
  const found = new Map<string, FoundSession>()
  const removed: ('all' | readonly string[])[] = []
  const added: SiwxSession[] = []
  let answers: (() => void)[] | undefined
  const storage: SiwxStorage = {
    nonce: async () => ({ nonce: 'a'.repeat(32) }),
    find: async ({ address }) => ({
      sessions: [...found.values()].filter(session => session.address === address),
    }),
    // Like a server: what reached the storage is kept, even when the caller has given up.
    async add(session) {
      added.push(session)
      await (answers && new Promise<void>(resolve => answers?.push(resolve)))
      const { address, chainId } = session.data
      found.set(`${address} ${chainId}`, {
        address,
        network: chainId,
        issuedAt: Date.now(),
        expiresAt: Date.now() + 3_600_000,
      })
      return undefined
    },
    async remove(sessions: readonly KnownSession[] | 'all') {
      removed.push(sessions === 'all' ? 'all' : sessions.map(({ address }) => address))
      if (sessions === 'all') found.clear()
      else for (const { address, network } of sessions) found.delete(`${address} ${network}`)
    },
    ...more,
  }
  return {
    storage,
    found,
    removed,
    added,
    holdAnswers() {
      answers = []
    },
    answer() {
      const held = answers ?? []
      answers = undefined
      for (const go of held) go()
    },
  }
}

describe('while the wallet shows its prompt', () => {
  it.each([
    ['ask', 'account'],
    ['later', 'account'],
    ['ask', 'network'],
    ['later', 'network'],
  ] as const)(
    '[S4.40] under the policy %s, a change of the %s leads back to a message, and the modal still refuses to close',
    async (policy, what) => {
      const page = await visit({ onAccountChange: policy, onNetworkChange: policy })
      await page.connect()
      await page.asks()
      await eventually(() => expect(page.view()).toBe(connectingSiweView.id))
      if (what === 'account') page.wallet.setAccounts(['t_bob'])
      else page.wallet.setNetwork('tally:side')
      await eventually(() => expect(page.view()).toBe(siwxSignMessageView.id))
      expect([page.shell.close(), page.kernel.state(shellSlice).open]).toEqual([false, true])
      await page.until('reading')
      expect(page.text()).toContain(what === 'account' ? 't_bob' : 'tally:side')
      expect([page.shell.close(), page.view()]).toEqual([false, siwxSignMessageView.id])
    },
  )

  it('another account where sign-in is optional leads back to the message too', async () => {
    const page = await visit({ onAccountChange: 'later', required: false })
    await page.connect()
    await page.asks()
    await eventually(() => expect(page.view()).toBe(connectingSiweView.id))
    page.wallet.setAccounts(['t_bob'])
    await eventually(() => expect(page.view()).toBe(siwxSignMessageView.id))
    expect(page.shell.close()).toBe(true)
  })

  it('closing a message that was not signed keeps the toast of another plugin', async () => {
    const page = await visit()
    await page.connect()
    await eventually(() => expect(page.phase()).toBe('reading'))
    page.kernel.use(toastsService).success({ id: 'other', en: 'Sent 0.5 ETH' })
    await eventually(() => expect(page.toast()).toBe('Sent 0.5 ETH'))
    await page.siwx.cancel()
    await eventually(() => expect(page.phase()).toBe('idle'))
    expect(page.toast()).toBe('Sent 0.5 ETH')
  })

  it('closing a message after a failed attempt removes the toast of the failure, and keeps the toast of another plugin', async () => {
    for (const says of [undefined, 'Sent 0.5 ETH']) {
      const page = await visit()
      await page.connect()
      const signing = await page.asks()
      page.wallet.decline()
      await signing.over
      await eventually(() => expect(page.toast()).toBe('Signature declined'))
      if (says) page.kernel.use(toastsService).success({ id: 'other', en: says })
      await eventually(() => expect(page.toast()).toBe(says ?? 'Signature declined'))
      await page.siwx.cancel()
      await eventually(() => expect(page.phase()).toBe('idle'))
      expect(page.toast()).toBe(says)
    }
  })

  it('the late answer of a cancelled request removes no other toast', async () => {
    const page = await visit()
    await page.connect()
    const signing = await page.asks()
    await eventually(() => expect(page.toast()).toBe('Authenticating...'))
    await page.siwx.stopWaiting()
    await eventually(() => expect(page.toast()).toBeUndefined())
    page.kernel.use(toastsService).progress({ id: 'other', en: 'Something else' })
    await eventually(() => expect(page.toast()).toBe('Something else'))
    page.wallet.approve()
    await signing.over
    expect([page.toast(), page.phase()]).toEqual(['Something else', 'reading'])
  })
})

describe('while the signature is being stored', () => {
  const endings: readonly (readonly [
    string,
    (page: Awaited<ReturnType<typeof visit>>) => Promise<unknown>,
  ])[] = [
    ['Back, then Cancel', page => page.siwx.stopWaiting().then(() => page.siwx.cancel())],
    ['another account', async page => page.wallet.setAccounts(['t_bob'])],
    ['signing out', page => page.siwx.signOut()],
    ['signing out one account', page => page.siwx.signOut({ address: 't_ada' })],
    ['closing the modal', async page => page.shell.close()],
  ]
  it.each(endings)(
    '%s ends the session that the storage may still have added',
    async (_, leave) => {
      const there = keeps()
      const page = await visit({ required: false, storage: there.storage })
      await page.connect()
      await page.until('reading')
      there.holdAnswers()
      const signing = page.siwx.sign()
      await eventually(() => expect(there.added).toHaveLength(1))
      await leave(page)
      await eventually(() => expect(page.phase()).not.toBe('keeping'))
      there.answer()
      await signing
      await eventually(() => expect(there.removed.at(-1)).toEqual(['t_ada']))
      expect([page.state().sessions, [...there.found.keys()]]).toEqual([[], []])
    },
  )

  it('a second signature after Back leads to a session, and the cancelled session is removed first', async () => {
    const there = keeps()
    const page = await visit({ storage: there.storage })
    await page.connect()
    await page.until('reading')
    there.holdAnswers()
    const given = page.siwx.sign()
    await eventually(() => expect(there.added).toHaveLength(1))
    await page.siwx.stopWaiting()
    await page.until('reading')
    const again = page.siwx.sign()
    await page.until('keeping')
    there.answer()
    await Promise.all([given, again])
    expect([
      page.state().sessions.length,
      there.found.size,
      there.removed,
      there.added.length,
    ]).toEqual([1, 1, [['t_ada']], 2])
  })
})

describe('signing out', () => {
  it('[S4.54] a sign-out notifies the storage also where no session is known here', async () => {
    const there = keeps()
    const page = await visit({ required: false, storage: there.storage })
    await page.connect()
    await page.until('reading')
    await page.siwx.signOut()
    expect(there.removed).toEqual(['all'])
    await page.kernel.use(connectionService).disconnect()
    await eventually(() => expect(there.removed).toEqual(['all', 'all']))
  })

  it('a disconnect notifies the storage once, and a toast says when the storage cannot be reached', async () => {
    const there = keeps({ remove: () => Promise.reject(new RangeError('offline')) })
    const page = await visit({ storage: there.storage })
    await page.connect()
    await page.until('reading')
    await page.siwx.sign()
    await page.kernel.use(connectionService).disconnect()
    await eventually(() =>
      expect(page.toast()).toBe(
        'This site could not be reached to sign you out. You may still be signed in there.',
      ),
    )
    expect([page.state().sessions, page.kernel.reported.length]).toEqual([[], 1])
    await expect(page.siwx.signOut()).rejects.toMatchObject({ code: 'NOT_SIGNED_OUT' })
  })
})

describe('a look-up', () => {
  it('[R18] a look-up sets the clock: a page a day ahead keeps its session of an hour over a reload', async () => {
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 86_400_000)
    const driver = memoryStorage()
    const wallets = [tallyWallet()] as const
    const session = {
      address: 't_ada',
      network: 'tally:main',
      issuedAt: real(),
      expiresAt: real() + 3_600_000,
    } as const
    const kept: FoundSession[] = []
    const storage: SiwxStorage = {
      nonce: async () => ({ nonce: 'a'.repeat(32), now: real() }),
      find: async () => ({ sessions: kept, now: real() }),
      async add() {
        kept.push(session)
        return session
      },
      remove: async () => undefined,
    }
    const first = await visit({ driver, wallets, storage })
    await first.connect()
    await first.until('reading')
    await first.siwx.sign()
    const [known] = first.state().sessions
    await eventually(async () =>
      expect(String(await driver.get('portico.sign-ins'))).toContain('t_ada'),
    )
    first.kernel.dispose()
    const page = await visit({ driver, wallets, storage })
    await eventually(() => expect(page.state()).toMatchObject({ sessions: [known], due: false }))
  })

  it('[R15] the look-up of one restored wallet leaves the other’s session alone, and is repeated when the account’s sessions changed during it', async () => {
    const wallets = [
      tallyWallet({ accounts: ['t_ada'] }),
      tallyWallet({ name: 'Second', rdns: 'org.tally.second', accounts: ['t_bob'] }),
    ] as const
    const driver = memoryStorage()
    const there = keeps()
    const first = await visit({ driver, wallets, required: false, storage: there.storage })
    await first.connect()
    await first.until('reading')
    await first.siwx.cancel()
    await first.connect('org.tally.second')
    await first.until('reading')
    await first.siwx.cancel()
    first.kernel.dispose()
    const late: ((found: FoundSessions) => void)[] = []
    const storage = keeps({ find: () => new Promise(resolve => late.push(resolve)) }).storage
    const page = await visit({ driver, wallets, required: false, storage })
    await eventually(() => expect(late).toHaveLength(2))
    for (const [at, address] of ['t_ada', 't_bob'].entries())
      late[at]?.({ sessions: [{ address, network: 'tally:main', issuedAt: 1 }] })
    await eventually(() =>
      expect(
        page
          .state()
          .sessions.map(({ address }) => address)
          .sort(),
      ).toEqual(['t_ada', 't_bob']),
    )
    expect(late).toHaveLength(2)
  })
})

describe('a call of signIn', () => {
  it('a call of signIn joins the previous one, also during its look-up; both are answered', async () => {
    const page = await visit({ required: false, storage: keeps().storage })
    await page.connect()
    await page.until('reading')
    await page.siwx.cancel()
    const calls = [page.siwx.signIn(), page.siwx.signIn()]
    await page.until('reading')
    await page.siwx.sign()
    const [one, other] = await Promise.all(calls)
    expect([one, one]).toEqual([expect.objectContaining({ address: 't_ada' }), other])
  })

  it('a call of signIn whose look-up fails rejects, and the next one starts anew', async () => {
    let isBroken = false
    const there = keeps()
    const { find } = there.storage
    const page = await visit({
      required: false,
      storage: {
        ...there.storage,
        find: async (...about) =>
          isBroken
            ? Promise.reject(new RangeError('offline'))
            : ((await find?.(...about)) ?? { sessions: [] }),
      },
    })
    await page.connect()
    await page.until('reading')
    await page.siwx.cancel()
    isBroken = true
    await expect(page.siwx.signIn()).rejects.toMatchObject({ code: 'NOT_STARTED' })
    isBroken = false
    const answer = page.siwx.signIn()
    await page.until('reading')
    await page.siwx.sign()
    expect(await answer).toMatchObject({ address: 't_ada' })
  })

  it('a call of signIn is cancelled by a change of account with the policy later, and nothing is shown', async () => {
    const late: ((found: FoundSessions) => void)[] = []
    let isLate = false
    const storage = keeps({
      find: () =>
        isLate ? new Promise(resolve => late.push(resolve)) : Promise.resolve({ sessions: [] }),
    }).storage
    const page = await visit({ required: false, onAccountChange: 'later', storage })
    await page.connect()
    await page.until('reading')
    await page.siwx.cancel()
    isLate = true
    const answer = page.siwx.signIn()
    await eventually(() => expect(late).toHaveLength(1))
    page.wallet.setAccounts(['t_bob'])
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(activeAccount(page.kernel)?.address).toBe('t_bob')
    late[0]?.({ sessions: [] })
    expect([page.kernel.state(shellSlice).open, liveConnections(page.kernel).length]).toEqual([
      false,
      1,
    ])
  })
})

it('a message that is shown for long gets a fresh nonce; offline it stays, and the wallet stays connected', async () => {
  let nonces = 0
  let isOffline = false
  const page = await visit({
    storage: keeps({
      async nonce() {
        if (isOffline) throw new RangeError('offline')
        return { nonce: `${++nonces}`.repeat(16) }
      },
    }).storage,
  })
  await page.connect()
  await page.until('reading')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.wallet.policy = 'decline'
  await page.siwx.sign()
  expect(page.text()).toContain('Nonce: 1111')
  await vi.advanceTimersByTimeAsync(240_000)
  expect([page.phase(), page.text()]).toEqual(['reading', expect.stringContaining('Nonce: 2222')])
  isOffline = true
  await vi.advanceTimersByTimeAsync(240_000)
  expect([page.phase(), page.text(), page.kernel.reported.length]).toEqual([
    'reading',
    expect.stringContaining('Nonce: 2222'),
    1,
  ])
  expect(liveConnections(page.kernel)).toHaveLength(1)
  isOffline = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.text()).toContain('Nonce: 3333')
})
