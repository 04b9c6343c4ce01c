import { definePlugin, memoryStorage } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  afterConnect,
  connectingExternalView,
  connectView,
  networksView,
  session,
  shell,
  shellSlice,
} from '@portico/kernel/contracts'
import { tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { bench, connectionsOf, dock, idsOf, main, puppet, puppetLine, reportOf, tick, until, use } from '../../test/bench.js'
import { ConnectionError } from '../errors.js'

const ada = 'tally:org.tally.ada'
const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => (error instanceof ConnectionError ? error.code : error),
  )

const deferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>(settle => (resolve = settle))
  return { promise, resolve }
}

describe('[R10] a wallet that never answers', () => {
  it('waits as long as it takes: no timer ends it', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    await use(it).discover()
    use(it).cancel('ada')
    await vi.dynamicImportSettled()
    vi.useFakeTimers()
    try {
      port.land(puppet('ada', { connect: () => new Promise(() => {}) }))
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
  it('is waited for by the view that asks by itself, and given up with it: none other is put over it', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    await use(it).discover()
    port.land(puppet('ada', { connect: () => new Promise(() => {}), waitsIn: [accountView] }))
    it.kernel.use(shell).open({ view: accountView })
    const answer = use(it).connect('ada')
    await until(() => connectionsOf(it).length === 1)
    expect(it.kernel.views.history.map(({ id }) => id)).toEqual([accountView.id])
    it.kernel.use(shell).close()
    expect(await codeOf(answer)).toBe('CANCELLED')
  })
  it('is given up at any time; its late answer changes nothing, is reported, and its line is let go', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    const line = puppetLine(reportOf(['t_ada']))
    let approve = (_: typeof line) => {}
    let signal: AbortSignal | undefined
    port.land(
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
    const before = it.kernel.state(session)
    approve(line)
    await until(() => line.disconnects === 1)
    expect(it.kernel.state(session)).toBe(before)
    expect(line.listeners.size).toBe(0)
    expect(it.reported).toMatchObject([{ code: 'LATE_ANSWER' }])
    expect(idsOf(it, 'walletConnected', 'walletDisconnected', 'disconnected')).toEqual([])
  })
  it.each(Array.from({ length: 12 }, (_, turns) => turns))(
    'that answers while it is given up, %i turns later, is connected as a whole or not at all',
    async turns => {
      const port = dock()
      const own = await bench({ plugins: [port.plugin] })
      let approve = (_: ReturnType<typeof puppetLine>) => {}
      const { promise: asked, resolve: isAsked } = deferred()
      port.land(
        puppet('ada', {
          connect: () => {
            isAsked()
            return new Promise(resolve => (approve = resolve))
          },
        }),
      )
      const outcome = codeOf(use(own).connect('ada'))
      await asked
      approve(puppetLine(reportOf(['t_ada'])))
      for (let turn = 0; turn < turns; turn++) await undefined
      use(own).cancel('ada')
      const isConnected = (await outcome) === undefined
      await tick()
      expect(connectionsOf(own).map(({ phase }) => phase.name)).toEqual(isConnected ? ['connected'] : [])
      expect(idsOf(own, 'walletConnected')).toHaveLength(isConnected ? 1 : 0)
      expect(use(own).live('tally/ada') !== undefined).toBe(isConnected)
    },
  )
  it('may be asked again at once, and only the newer answer counts', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    const approvals: ((line: ReturnType<typeof puppetLine>) => void)[] = []
    port.land(puppet('ada', { connect: () => new Promise(resolve => void approvals.push(resolve)) }))
    const first = use(it).connect('ada')
    await until(() => approvals.length === 1)
    use(it).cancel('ada')
    const second = use(it).connect('ada')
    expect(await codeOf(first)).toBe('CANCELLED')
    await until(() => approvals.length === 2)
    expect(use(it).connect('ada')).toBeInstanceOf(Promise)
    const old = puppetLine(reportOf(['t_old']))
    approvals[0]?.(old)
    approvals[1]?.(puppetLine(reportOf(['t_new'])))
    expect((await second).address).toBe('t_new')
    // Not told to leave: that would end what the wallet has just granted.
    expect([old.disconnects, old.listeners.size, old.isOpen]).toEqual([0, 0, false])
    expect(approvals).toHaveLength(2)
  })
  it.each(['back', 'close'] as const)('settles when the person goes %s', async way => {
    const scripted = wallet({ policy: 'hang' })
    const it = await bench({ wallets: [scripted] })
    const modal = it.kernel.use(shell)
    modal.open()
    const answer = use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === connectingExternalView.id)
    modal[way]()
    expect(await codeOf(answer)).toBe('CANCELLED')
    expect(connectionsOf(it)).toEqual([])
    expect(it.kernel.state(shellSlice).waiting).toBeUndefined()
  })
  it('A connector that closes the modal in the click itself cancels its own request, and the call is answered with CANCELLED', async () => {
    const port = dock()
    const own = await bench({ plugins: [port.plugin] })
    await use(own).discover()
    // Loads the controller, so that the request starts in the tick of the call.
    use(own).cancel('ada')
    await vi.dynamicImportSettled()
    port.land(
      puppet('ada', {
        connect() {
          own.kernel.use(shell).close()
          return new Promise(() => {})
        },
      }),
    )
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      own.kernel.use(shell).open()
      expect(await codeOf(use(own).connect('ada'))).toBe('CANCELLED')
      await tick(5)
    } finally {
      process.off('unhandledRejection', note)
    }
    expect(unhandled).toEqual([])
    expect(connectionsOf(own)).toEqual([])
  })
  it('[R29] A kernel that is disposed unsubscribes from every wallet and aborts every restore', async () => {
    const storage = memoryStorage()
    const saved = { connections: [{ namespace: 'tally', connector: 'bob', wallet: { name: 'bob' } }] }
    await storage.set('portico.connection', JSON.stringify({ version: 1, saved }))
    const port = dock()
    const own = await bench({ plugins: [port.plugin], storage })
    const line = puppetLine(reportOf(['t_ada']))
    let restoring: AbortSignal | undefined
    port.land(
      puppet('bob', {
        restore: (_, signal) => {
          restoring = signal
          return new Promise(() => {})
        },
      }),
    )
    port.land(puppet('ada', { connect: async () => line }))
    await use(own).connect('ada')
    await until(() => restoring !== undefined)
    expect([line.listeners.size, restoring?.aborted]).toEqual([1, false])
    own.kernel.dispose()
    expect([line.listeners.size, restoring?.aborted]).toEqual([0, true])
  })
  it('[R29] settles when everything is disposed, and nothing changes after that', async () => {
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
  it('[S2.08] shows ConnectingExternal for the connector, and Account when the wallet approved', async () => {
    const scripted = wallet({ policy: 'ask', overlaysPage: true })
    const it = await bench({ wallets: [scripted] })
    it.kernel.use(shell).open()
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    const answer = use(it).connect(ada)
    await until(() => scripted.requests.length === 1)
    expect(it.kernel.views.current).toEqual({ id: 'ConnectingExternal', params: { connector: ada } })
    expect(it.kernel.state(shellSlice).waiting).toEqual({ overlaysPage: true })
    scripted.approve()
    await answer
    await until(() => it.kernel.views.current?.id === accountView.id)
    expect(it.kernel.views.history).toHaveLength(1)
    expect(it.kernel.state(shellSlice).waiting).toBeUndefined()
  })
  it('stays where it is when the wallet declines, and forgets that when the person goes back', async () => {
    const it = await bench({ wallets: [wallet({ policy: 'decline' })] })
    it.kernel.use(shell).open()
    expect(await codeOf(use(it).connect(ada))).toBe('DECLINED')
    expect(it.kernel.views.current?.id).toBe('ConnectingExternal')
    expect(connectionsOf(it)[0]?.phase.name).toBe('failed')
    it.kernel.use(shell).back()
    expect(it.kernel.views.current?.id).toBe('Connect')
    expect(connectionsOf(it)).toEqual([])
  })
  it('The waiting view stays when the connected wallet hangs up while the person waits for another one', async () => {
    const port = dock()
    const own = await bench({ plugins: [port.plugin] })
    const line = puppetLine(reportOf(['t_ada']))
    port.land(puppet('ada', { connect: async () => line }))
    port.land(puppet('bob', { connect: () => new Promise(() => {}) }))
    await use(own).connect('ada')
    own.kernel.use(shell).open()
    const outcome = codeOf(use(own).connect('bob'))
    await until(() => own.kernel.views.current?.id === connectingExternalView.id)
    line.say(undefined)
    expect(activeAccount(own.kernel)).toBeUndefined()
    expect(own.kernel.views.current).toEqual({ id: connectingExternalView.id, params: { connector: 'bob' } })
    use(own).cancel('bob')
    expect(await outcome).toBe('CANCELLED')
  })
  it('The view that is open stays when the person disconnects although no account is connected', async () => {
    const own = await bench({ wallets: [wallet()] })
    own.kernel.use(shell).open({ view: networksView })
    await use(own).disconnect()
    expect(own.kernel.views.current?.id).toBe(networksView.id)
  })
  it('goes where the first answer of afterConnect says', async () => {
    const asked: string[] = []
    const signIn = definePlugin({
      id: 'test/sign-in',
      setup(context) {
        context.contribute(afterConnect, { id: 'b', decide: () => void asked.push('b') })
        context.contribute(afterConnect, {
          id: 'a',
          rank: 'early',
          async decide(read, { network, account, connection }) {
            asked.push('a')
            expect([network, account.address, connection, activeAccount(read)?.address]).toEqual([main, 't_ada', 'tally/tally:org.tally.ada', 't_ada'])
            return connectView
          },
        })
      },
    })
    const it = await bench({ wallets: [wallet()], plugins: [signIn] })
    it.kernel.use(shell).open()
    await use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === connectView.id)
    expect(asked).toEqual(['a'])
  })
  it('passes over an afterConnect that fails', async () => {
    const torn = definePlugin({
      id: 'test/torn',
      setup: context => void context.contribute(afterConnect, { id: 'torn', decide: () => Promise.reject(new TypeError('torn')) }),
    })
    const it = await bench({ wallets: [wallet()], plugins: [torn] })
    it.kernel.use(shell).open()
    await use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === accountView.id)
    expect(it.reported).toMatchObject([{ message: 'torn' }])
  })
  it('shows nothing to those who connect from an interface of their own, unless something has to follow', async () => {
    const it = await bench({ wallets: [wallet()] })
    await use(it).connect(ada)
    await tick(5)
    expect(it.kernel.views.current).toBeUndefined()
  })
  it('follows nobody who went elsewhere meanwhile', async () => {
    let decide = () => {}
    const slow = definePlugin({
      id: 'test/slow',
      setup: context =>
        void context.contribute(afterConnect, {
          id: 'slow',
          decide: () =>
            new Promise<undefined>(resolve => {
              decide = () => resolve(undefined)
            }),
        }),
    })
    const it = await bench({ wallets: [wallet()], plugins: [slow] })
    it.kernel.use(shell).open()
    await use(it).connect(ada)
    it.kernel.use(shell).close()
    decide()
    await tick(5)
    expect(it.kernel.views.current).toBeUndefined()
  })
})
