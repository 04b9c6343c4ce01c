import { definePlugin } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { connectingExternalView, connectView, networksView } from '@portico/kernel/connect-page'
import { activeAccount, afterConnectSlot, sessionSlice } from '@portico/kernel/session'
import { type OpenOptions, shellService, shellSlice } from '@portico/kernel/shell'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  codeOf,
  connectionsOf,
  connectorSource,
  idsOf,
  main,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedStorage,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

interface AfterConnectRow {
  readonly when: string
  readonly open: OpenOptions
  readonly afterConnect?: 'account'
  readonly isEmbedded?: boolean
  readonly shows: string | undefined
}

const deferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>(settle => (resolve = settle))
  return { promise, resolve }
}

describe('[R10] a wallet that never answers', () => {
  it('A request to a wallet has no timeout', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    await use(it).discover()
    use(it).cancel('ada')
    await vi.dynamicImportSettled()
    vi.useFakeTimers()
    try {
      source.add(puppet('ada', { connect: () => new Promise(() => {}) }))
      let settled = false
      const answer = use(it).connect('ada')
      answer.then(
        () => (settled = true),
        () => (settled = true),
      )
      await vi.advanceTimersByTimeAsync(24 * 3_600_000)
      expect(settled).toBe(false)
      expect(connectionsOf(it)[0]?.phase.name).toBe('connecting')
      use(it).cancel('ada')
      expect(await codeOf(answer)).toBe('CANCELLED')
    } finally {
      vi.useRealTimers()
    }
  })
  it('A view that connects by itself waits for the wallet without another view above it, and cancels the request when it closes', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    await use(it).discover()
    source.add(puppet('ada', { connect: () => new Promise(() => {}), waitsIn: [accountView] }))
    it.kernel.use(shellService).open({ view: accountView })
    const answer = use(it).connect('ada')
    await until(() => connectionsOf(it).length === 1)
    expect(it.kernel.views.history.map(({ id }) => id)).toEqual([accountView.id])
    it.kernel.use(shellService).close()
    expect(await codeOf(answer)).toBe('CANCELLED')
  })
  it('A cancelled request ignores and reports the late answer of its wallet, and closes the session', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    let approve = (_: typeof walletSession) => {}
    let signal: AbortSignal | undefined
    source.add(
      puppet('ada', {
        connect: (_, given) => {
          signal = given
          return new Promise(resolve => {
            approve = resolve
          })
        },
      }),
    )
    const answer = use(it).connect('ada')
    await until(() => signal !== undefined)
    use(it).cancel('ada')
    expect(connectionsOf(it)).toEqual([])
    expect(await codeOf(answer)).toBe('CANCELLED')
    expect(signal?.aborted).toBe(true)
    const before = it.kernel.state(sessionSlice)
    approve(walletSession)
    await until(() => walletSession.disconnects === 1)
    expect(it.kernel.state(sessionSlice)).toBe(before)
    expect(walletSession.listeners.size).toBe(0)
    expect(it.reported).toMatchObject([{ code: 'LATE_ANSWER' }])
    expect(idsOf(it, 'walletConnected', 'walletDisconnected', 'disconnected')).toEqual([])
  })
  it.each(Array.from({ length: 12 }, (_, microtasks) => microtasks))(
    'A wallet that answers %i microtasks after a cancel is connected as a whole or not at all',
    async microtasks => {
      const source = connectorSource()
      const own = await bench({ plugins: [source.plugin] })
      let approve = (_: ReturnType<typeof puppetSession>) => {}
      const { promise: requested, resolve: markRequested } = deferred()
      source.add(
        puppet('ada', {
          connect: () => {
            markRequested()
            return new Promise(resolve => (approve = resolve))
          },
        }),
      )
      const outcome = codeOf(use(own).connect('ada'))
      await requested
      approve(puppetSession(reportOf(['t_ada'])))
      for (let i = 0; i < microtasks; i++) await undefined
      use(own).cancel('ada')
      const isConnected = (await outcome) === undefined
      await tick()
      expect(connectionsOf(own).map(({ phase }) => phase.name)).toEqual(
        isConnected ? ['connected'] : [],
      )
      expect(idsOf(own, 'walletConnected')).toHaveLength(isConnected ? 1 : 0)
      expect(use(own).live('tally/ada') !== undefined).toBe(isConnected)
    },
  )
  it('A second request right after a cancel counts, and the answer to the first is ignored', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const approvals: ((walletSession: ReturnType<typeof puppetSession>) => void)[] = []
    source.add(
      puppet('ada', { connect: () => new Promise(resolve => void approvals.push(resolve)) }),
    )
    const first = use(it).connect('ada')
    await until(() => approvals.length === 1)
    use(it).cancel('ada')
    const second = use(it).connect('ada')
    expect(await codeOf(first)).toBe('CANCELLED')
    await until(() => approvals.length === 2)
    expect(use(it).connect('ada')).toBeInstanceOf(Promise)
    const old = puppetSession(reportOf(['t_old']))
    approvals[0]?.(old)
    approvals[1]?.(puppetSession(reportOf(['t_new'])))
    expect((await second).address).toBe('t_new')
    // Not disconnected: that would end what the wallet has just approved.
    expect([old.disconnects, old.listeners.size, old.isOpen]).toEqual([0, 0, false])
    expect(approvals).toHaveLength(2)
  })
  it.each(['back', 'close'] as const)(
    'A pending connect settles when the person presses %s',
    async way => {
      const scripted = wallet({ policy: 'hang' })
      const it = await bench({ wallets: [scripted] })
      const modal = it.kernel.use(shellService)
      modal.open()
      const answer = use(it).connect(ada)
      await until(() => it.kernel.views.current?.id === connectingExternalView.id)
      modal[way]()
      expect(await codeOf(answer)).toBe('CANCELLED')
      expect(connectionsOf(it)).toEqual([])
      expect(it.kernel.state(shellSlice).waiting).toBeUndefined()
    },
  )
  it('A connector that closes the modal in the click itself cancels its own request, and the call is answered with CANCELLED', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    await use(own).discover()
    // Loads the controller, so that the request starts in the tick of the call.
    use(own).cancel('ada')
    await vi.dynamicImportSettled()
    source.add(
      puppet('ada', {
        connect() {
          own.kernel.use(shellService).close()
          return new Promise(() => {})
        },
      }),
    )
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      own.kernel.use(shellService).open()
      expect(await codeOf(use(own).connect('ada'))).toBe('CANCELLED')
      await tick(5)
    } finally {
      process.off('unhandledRejection', note)
    }
    expect(unhandled).toEqual([])
    expect(connectionsOf(own)).toEqual([])
  })
  it('[R29] A kernel that is disposed unsubscribes from every wallet and aborts every restore', async () => {
    const source = connectorSource()
    const own = await bench({
      plugins: [source.plugin],
      storage: savedStorage({ connections: [savedConnection('bob')] }),
    })
    const walletSession = puppetSession(reportOf(['t_ada']))
    let restoring: AbortSignal | undefined
    source.add(
      puppet('bob', {
        restore: (_, signal) => {
          restoring = signal
          return new Promise(() => {})
        },
      }),
    )
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(own).connect('ada')
    await until(() => restoring !== undefined)
    expect([walletSession.listeners.size, restoring?.aborted]).toEqual([1, false])
    own.kernel.dispose()
    expect([walletSession.listeners.size, restoring?.aborted]).toEqual([0, true])
  })
  it('[R29] A pending connect settles when the kernel is disposed, and nothing changes after that', async () => {
    const scripted = wallet({ policy: 'ask' })
    const it = await bench({ wallets: [scripted] })
    const answer = use(it).connect(ada)
    await until(() => scripted.requests.length === 1)
    it.kernel.dispose()
    expect(await codeOf(answer)).toBe('CANCELLED')
    scripted.approve()
    await tick(5)
    expect(scripted.listeners).toBe(0)
  })
})

describe('the modal while connecting', () => {
  it('[S2.08] The modal shows ConnectingExternal for the connector, and closes when the wallet has approved', async () => {
    const scripted = wallet({ policy: 'ask', overlaysPage: true })
    const it = await bench({ wallets: [scripted] })
    it.kernel.use(shellService).open()
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    const answer = use(it).connect(ada)
    await until(() => scripted.requests.length === 1)
    expect(it.kernel.views.current).toEqual({
      id: 'ConnectingExternal',
      params: { connector: ada },
    })
    expect(it.kernel.state(shellSlice).waiting).toEqual({ overlaysPage: true })
    scripted.approve()
    await answer
    await until(() => !it.kernel.state(shellSlice).open)
    expect(it.kernel.views.history).toHaveLength(0)
    expect(it.kernel.state(shellSlice).waiting).toBeUndefined()
  })
  it.each<AfterConnectRow>([
    { when: 'opened without a view', open: {}, shows: undefined },
    { when: 'opened at a view by the host', open: { view: connectView }, shows: 'Account' },
    {
      when: 'opened without a view, and the host chose Account',
      open: {},
      afterConnect: 'account',
      shows: 'Account',
    },
    { when: 'embedded in the page', open: {}, isEmbedded: true, shows: 'Account' },
  ])(
    'After a connection the view of a modal that was $when is $shows',
    async ({ open, afterConnect, isEmbedded, shows }) => {
      const it = await bench({ wallets: [wallet()], ...(afterConnect && { afterConnect }) })
      if (isEmbedded) it.kernel.use(shellService).setEmbedded(true)
      it.kernel.use(shellService).open(open)
      await use(it).connect(ada)
      await until(() => it.kernel.views.current?.id !== 'ConnectingExternal')
      expect(it.kernel.views.current?.id).toBe(shows)
      expect(it.kernel.state(shellSlice).open).toBe(shows !== undefined)
    },
  )
  it('The waiting view stays when the wallet declines, and Back dismisses the failure', async () => {
    const it = await bench({ wallets: [wallet({ policy: 'decline' })] })
    it.kernel.use(shellService).open()
    expect(await codeOf(use(it).connect(ada))).toBe('DECLINED')
    expect(it.kernel.views.current?.id).toBe('ConnectingExternal')
    expect(connectionsOf(it)[0]?.phase.name).toBe('failed')
    it.kernel.use(shellService).back()
    expect(it.kernel.views.current?.id).toBe('Connect')
    expect(connectionsOf(it)).toEqual([])
  })
  it('The waiting view stays when the connected wallet disconnects while the person waits for another one', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    source.add(puppet('ada', { connect: async () => walletSession }))
    source.add(puppet('bob', { connect: () => new Promise(() => {}) }))
    await use(own).connect('ada')
    own.kernel.use(shellService).open()
    const outcome = codeOf(use(own).connect('bob'))
    await until(() => own.kernel.views.current?.id === connectingExternalView.id)
    walletSession.say(undefined)
    expect(activeAccount(own.kernel)).toBeUndefined()
    expect(own.kernel.views.current).toEqual({
      id: connectingExternalView.id,
      params: { connector: 'bob' },
    })
    use(own).cancel('bob')
    expect(await outcome).toBe('CANCELLED')
  })
  it('The view that is open stays when the person disconnects although no account is connected', async () => {
    const own = await bench({ wallets: [wallet()] })
    own.kernel.use(shellService).open({ view: networksView })
    await use(own).disconnect()
    expect(own.kernel.views.current?.id).toBe(networksView.id)
  })
  it('The modal shows the view of the first afterConnect item that returns one', async () => {
    const requested: string[] = []
    const signIn = definePlugin({
      id: 'test/sign-in',
      setup(context) {
        context.contribute(afterConnectSlot, { id: 'b', decide: () => void requested.push('b') })
        context.contribute(afterConnectSlot, {
          id: 'a',
          rank: 'early',
          async decide(read, { network, account, connection }) {
            requested.push('a')
            expect([network, account.address, connection, activeAccount(read)?.address]).toEqual([
              main,
              't_ada',
              'tally/tally:org.tally.ada',
              't_ada',
            ])
            return connectView
          },
        })
      },
    })
    const it = await bench({ wallets: [wallet()], plugins: [signIn] })
    it.kernel.use(shellService).open()
    await use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === connectView.id)
    expect(requested).toEqual(['a'])
  })
  it('An afterConnect item that fails is reported and skipped', async () => {
    const torn = definePlugin({
      id: 'test/torn',
      setup: context =>
        void context.contribute(afterConnectSlot, {
          id: 'torn',
          decide: () => Promise.reject(new TypeError('torn')),
        }),
    })
    const it = await bench({ wallets: [wallet()], plugins: [torn] })
    it.kernel.use(shellService).open()
    await use(it).connect(ada)
    await until(() => !it.kernel.state(shellSlice).open)
    expect(it.reported).toMatchObject([{ message: 'torn' }])
  })
  it('A connect with a closed modal opens it only for a view that has to follow', async () => {
    const it = await bench({ wallets: [wallet()] })
    await use(it).connect(ada)
    await tick(5)
    expect(it.kernel.views.current).toBeUndefined()
  })
  it('The modal stays at the view that the person has opened since', async () => {
    let decide = () => {}
    const slow = definePlugin({
      id: 'test/slow',
      setup: context =>
        void context.contribute(afterConnectSlot, {
          id: 'slow',
          decide: () =>
            new Promise<undefined>(resolve => {
              decide = () => resolve(undefined)
            }),
        }),
    })
    const it = await bench({ wallets: [wallet()], plugins: [slow] })
    it.kernel.use(shellService).open()
    await use(it).connect(ada)
    it.kernel.use(shellService).close()
    decide()
    await tick(5)
    expect(it.kernel.views.current).toBeUndefined()
  })
})
