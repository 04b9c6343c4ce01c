import {
  type AccountState,
  accountState,
  activeAccount,
  liveConnections,
  sessionSlice,
  walletConnectedEvent,
} from '@portico/kernel/session'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import {
  ada,
  bench,
  codeOf,
  connectionsOf,
  connectorSource,
  idsOf,
  main,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { ConnectionError } from '../errors.js'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new RangeError('nothing failed')
    },
    error => error as ConnectionError,
  )

describe('connecting', () => {
  it('[S1.01][S4.02][S4.03] A connection goes from disconnected over connecting to connected when the wallet approves', async () => {
    const scripted = wallet({ policy: 'ask' })
    const it = await bench({ wallets: [scripted] })
    const phases = [accountState(it.kernel).phase]
    it.kernel.subscribe(
      () =>
        void (
          phases.at(-1) !== accountState(it.kernel).phase &&
          phases.push(accountState(it.kernel).phase)
        ),
    )
    const answer = use(it).connect(ada)
    await until(() => scripted.requests.length === 1)
    scripted.approve()
    await answer
    expect(phases).toEqual(['disconnected', 'connecting', 'connected'])
  })
  it('A connect that a host ends as soon as it is announced still answers the account that the wallet approved', async () => {
    const it = await bench({ wallets: [wallet()] })
    it.kernel.on(walletConnectedEvent, () => void use(it).disconnect())
    expect(await use(it).connect(ada)).toMatchObject({
      address: 't_ada',
      connection: 'tally/tally:org.tally.ada',
    })
    expect(connectionsOf(it)).toEqual([])
  })
  it('[S4.03][S3.02][S3.07][S3.12][S3.16] A connect fills the account state of its namespace, and nothing of it before the approval', async () => {
    const ask = wallet({ policy: 'ask', accounts: ['t_ada', 't_bob'] })
    const it = await bench({ wallets: [ask] })
    const states: AccountState[] = []
    it.kernel.subscribe(() => states.push(accountState(it.kernel)))
    const answer = use(it).connect(ada)
    await until(() => ask.requests.length === 1)
    expect(accountState(it.kernel)).toEqual({
      caipAddress: undefined,
      address: undefined,
      status: 'disconnected',
      phase: 'connecting',
      connectedWalletInfo: undefined,
      allAccounts: [],
    })
    ask.approve()
    const account = {
      namespace: 'tally',
      address: 't_ada',
      type: 'eoa',
      connection: 'tally/tally:org.tally.ada',
    }
    expect(await answer).toEqual(account)
    expect(accountState(it.kernel)).toEqual({
      caipAddress: 'tally:main:t_ada',
      address: 't_ada',
      status: 'connected',
      phase: 'connected',
      connectedWalletInfo: { name: 'Ada', rdns: 'org.tally.ada' },
      allAccounts: [account, { ...account, address: 't_bob' }],
    })
    // Account, network, connector and status come in one commit, so no subscriber sees a part of
    // them.
    for (const state of states)
      expect(state.status === 'connected').toBe(
        state.address === 't_ada' && state.caipAddress === 'tally:main:t_ada',
      )
    expect(payloadsOf(it, 'walletConnected')).toEqual([
      { connection: account.connection, account, network: main, restored: false },
    ])
  })
  it('[D18c][R23] Twenty connects of one wallet are one request to it', async () => {
    const ask = wallet({ policy: 'ask' })
    const it = await bench({ wallets: [ask] })
    const answers = Array.from({ length: 20 }, () => use(it).connect(ada))
    await until(() => ask.requests.length > 0)
    await tick(5)
    ask.approve()
    const accounts = await Promise.all(answers)
    expect(ask.requests).toEqual(['connect'])
    expect(new Set(accounts).size).toBe(1)
    expect(idsOf(it, 'walletConnected')).toHaveLength(1)
    expect(await use(it).connect(ada)).toEqual(accounts[0])
    expect(ask.requests).toEqual(['connect'])
  })
  it('[D4a][S3.01] Several wallets, also of one namespace, are connected at once, each with its id and its own state', async () => {
    const [one, two, other] = [
      wallet(),
      tallyWallet({ name: 'Bob', accounts: ['t_bob'] }),
      tallyWallet({ name: 'Eve', accounts: ['t_eve'] }),
    ]
    const it = await bench({
      chains: [tally({ wallets: [one, two] }), tally({ namespace: 'other', wallets: [other] })],
    })
    for (const { id } of listedConnectors(it.kernel)) await use(it).connect(id)
    expect(liveConnections(it.kernel).map(({ id, address }) => [id, address])).toEqual([
      ['tally/tally:org.tally.ada', 't_ada'],
      ['tally/tally:org.tally.bob', 't_bob'],
      ['other/other:org.tally.eve', 't_eve'],
    ])
    expect(accountState(it.kernel, 'tally').address).toBe('t_bob')
    expect(accountState(it.kernel, 'other').address).toBe('t_eve')
  })
  it('[D4d] A change of the active account of a namespace sends no request to a wallet', async () => {
    const [one, two] = [
      wallet({ accounts: ['t_ada', 't_abe'] }),
      tallyWallet({ name: 'Bob', accounts: ['t_bob'] }),
    ]
    const it = await bench({ wallets: [one, two] })
    for (const { id } of listedConnectors(it.kernel)) await use(it).connect(id)
    it.events.length = 0
    use(it).activate('tally/tally:org.tally.ada', 't_abe')
    expect(activeAccount(it.kernel)?.address).toBe('t_abe')
    expect(payloadsOf(it, 'accountSwitched')).toMatchObject([{ account: { address: 't_abe' } }])
    expect([...one.requests, ...two.requests]).toEqual(['connect', 'connect'])
    expect(liveConnections(it.kernel)).toHaveLength(2)
    use(it).activate('tally/tally:org.tally.ada', 't_unknown')
    use(it).activate('tally/nobody')
    expect(activeAccount(it.kernel)?.address).toBe('t_abe')
  })
  it('[S8.23] require() returns the live connection of an account, or throws "connection client not set"', async () => {
    const it = await bench({ wallets: [wallet()] })
    expect(() =>
      use(it).require({ namespace: 'tally', address: 't_x', type: 'eoa', connection: 'tally/x' }),
    ).toThrow(expect.objectContaining({ name: 'KernelError', code: 'SERVICE_UNKNOWN' }))
    const account = await use(it).connect(ada)
    const walletSession = use(it).require(account)
    expect(walletSession).toMatchObject({
      id: account.connection,
      namespace: 'tally',
      connector: ada,
      network: main,
      accounts: [account],
    })
    expect(use(it).live(account.connection)).toBe(walletSession)
    await use(it).disconnect(account.connection)
    expect(use(it).live(account.connection)).toBeUndefined()
    expect(() => use(it).require(account)).toThrow(
      expect.objectContaining({ code: 'CLIENT_NOT_SET' }),
    )
    expect(walletSession.accounts).toEqual([])
  })
})

describe('a wallet that does not connect', () => {
  it.each([
    [
      '[D18a][R12] the person declines',
      { code: 4001 },
      'DECLINED',
      'You declined in Ada. Nothing was sent.',
    ],
    [
      '[D18a][R11] a request is open already',
      { code: -32002 },
      'PENDING',
      'Ada is already asking you something. Open Ada and answer there.',
    ],
    [
      '[D18a] the wallet is disconnected',
      { code: 4900 },
      'WALLET_DISCONNECTED',
      'Ada is disconnected from all of its networks.',
    ],
    [
      '[D18a] its chain is disconnected',
      { code: 4901 },
      'CHAIN_DISCONNECTED',
      'Ada cannot reach this network right now.',
    ],
    [
      '[D18a] the chain is unknown',
      { code: 4902 },
      'UNKNOWN_CHAIN',
      'Ada does not know this network. Nothing was changed.',
    ],
    [
      '[D18a] the wallet cannot be reached',
      new TypeError('Failed to fetch'),
      'UNREACHABLE',
      'Ada could not be reached. Nothing was sent.',
    ],
    [
      'the page is not allowed',
      { code: 4100 },
      'UNAUTHORIZED',
      'Ada does not allow this site to do that.',
    ],
    ['the wallet cannot do it', { code: 4200 }, 'UNSUPPORTED_BY_WALLET', 'Ada cannot do that.'],
    [
      'the wallet gets too many requests',
      { code: -32005 },
      'LIMIT',
      'Ada received too many requests.',
    ],
    ['something else', undefined, 'WALLET_FAILED', 'Something went wrong in Ada.'],
  ])('A connect that fails because %s has its own message', async (_, thrown, code, sentence) => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const connect = vi.fn(() => Promise.reject(thrown))
    source.add(puppet('ada', { name: 'Ada', connect }))
    const error = await failure(use(it).connect('ada'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.code).toBe(code)
    expect(error.message).toContain(sentence)
    const [state] = connectionsOf(it)
    expect(state?.phase).toEqual({
      name: 'failed',
      problem: error.userMessage,
      declined: code === 'DECLINED',
    })
    expect(connect).toHaveBeenCalledTimes(1)
    expect(it.reported).toEqual([])
    expect(payloadsOf(it, 'tracked')).toEqual(
      code === 'DECLINED' ? [] : [{ name: 'CONNECT_ERROR', properties: { message: code } }],
    )
  })
  it('A connector that throws before it returns a promise fails with the message of a rejection', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    source.add(
      puppet('ada', {
        connect() {
          throw Object.assign(new TypeError('no'), { code: 4001 })
        },
      }),
    )
    expect(await codeOf(use(it).connect('ada'))).toBe('DECLINED')
  })
  it('A failed connect keeps the message of an error that has one for people', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const userMessage = { id: 'x.y', en: 'The cable is out.' }
    source.add(
      puppet('ada', {
        connect: () => Promise.reject(Object.assign(new TypeError('x'), { userMessage })),
      }),
    )
    expect((await failure(use(it).connect('ada'))).userMessage).toEqual(userMessage)
  })
  it('An error of a connector with its own code and message is passed on', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const own = Object.assign(new TypeError('x'), {
      code: 'CABLE_OUT',
      userMessage: { id: 'x.y', en: 'The cable is out.' },
    })
    source.add(puppet('ada', { connect: () => Promise.reject(own) }))
    expect(await failure(use(it).connect('ada'))).toBe(own)
    expect(connectionsOf(it)[0]?.phase).toMatchObject({ name: 'failed', problem: own.userMessage })
  })
  describe.skipIf(!hasVectors)('codes of the public list of wallet errors', () => {
    const cases = hasVectors
      ? vectors<{ code: unknown; message: string; expect: string }>('wallet-errors').cases
      : []
    it.each(cases.map(one => [String(one.code), one.message, one] as const))(
      '[R12] the code %s with the message "%s" is classified as the public list says',
      async (_, message, { code, expect: expected }) => {
        const source = connectorSource()
        const it = await bench({ plugins: [source.plugin] })
        const cycle: Record<string, unknown> = { message }
        cycle.cause = cycle
        const shapes: Record<string, unknown> = {
          'string thrown, not Error': 'x',
          'null thrown': null,
          'object with circular reference': cycle,
          'message of 100 kB': { message: 'x'.repeat(100_000) },
          'viem name': Object.assign(new TypeError('x'), { name: code }),
        }
        const thrown = message in shapes ? shapes[message] : { code: code ?? undefined, message }
        source.add(puppet('ada', { connect: () => Promise.reject(thrown) }))
        const error = await failure(use(it).connect('ada'))
        const quiet = expected.includes('4001') || code === 4001
        expect(error.code === 'DECLINED').toBe(quiet)
        expect(error.code === 'PENDING').toBe(code === -32002 || code === 5720)
        expect(error.message.length).toBeLessThan(300)
        expect(it.reported).toEqual([])
        if (quiet) expect(payloadsOf(it, 'tracked')).toEqual([])
      },
    )
  })
  it('[D18c] A wallet that declined once connects at the second attempt', async () => {
    const scripted = wallet({ policy: 'decline' })
    const it = await bench({ wallets: [scripted] })
    expect(await codeOf(use(it).connect(ada))).toBe('DECLINED')
    scripted.policy = 'approve'
    expect((await use(it).connect(ada)).address).toBe('t_ada')
    expect(idsOf(it, 'walletConnected')).toHaveLength(1)
  })
})

describe('calls that cannot be answered', () => {
  it('[S8.21] A connect without any chain plugin fails with "chain required"', async () => {
    const source = connectorSource()
    const it = await bench({ chains: [], plugins: [source.plugin] })
    source.add(puppet('ada'))
    expect(await codeOf(use(it).connect('ada'))).toBe('CHAIN_REQUIRED')
    expect(await codeOf(use(it).switchNetwork(main))).toBe('CHAIN_REQUIRED')
  })
  it('[S8.21] A network id without a chain fails with "chain required"', async () => {
    const it = await bench()
    expect(await codeOf(use(it).switchNetwork('' as `${string}:${string}`))).toBe('CHAIN_REQUIRED')
  })
  it('[S8.22] A connector of a chain that the host did not include fails with "chain adapter not found"', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    source.add(puppet('ada', { namespace: 'elsewhere' }))
    expect(await codeOf(use(it).connect('ada'))).toBe('CHAIN_ADAPTER_NOT_FOUND')
    expect(connectionsOf(it)).toEqual([])
  })
  it('A connect with an unknown connector fails with a message that says so', async () => {
    const it = await bench()
    const error = await failure(use(it).connect('unknown'))
    expect([error.code, error.message]).toEqual([
      'CONNECTOR_NOT_FOUND',
      'This wallet was not found here. Open or install it, then try again.',
    ])
  })
  it('A disposed connection service sends no request to a wallet', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const connect = vi.fn(() => Promise.reject(new TypeError('no')))
    source.add(puppet('ada', { connect }))
    const service = use(it)
    await failure(service.connect('ada'))
    it.kernel.dispose()
    expect(await codeOf(service.connect('ada'))).toBeInstanceOf(DOMException)
    expect(connect).toHaveBeenCalledTimes(1)
  })
})

describe('the validation of what a wallet reports', () => {
  it.each([
    ['null', null],
    ['no accounts', { network: main }],
    [
      'another namespace',
      { accounts: [{ namespace: 'other', address: 't_x', type: 'eoa' }], network: main },
    ],
    ['a network that is none', reportOf(['t_x'], 'main' as never)],
  ])(
    '[S35] An invalid first report (%s) is a named error, changes nothing and closes the wallet session',
    async (_, report) => {
      const source = connectorSource()
      const it = await bench({ plugins: [source.plugin] })
      const walletSession = puppetSession(report)
      source.add(puppet('ada', { connect: async () => walletSession }))
      expect(await codeOf(use(it).connect('ada'))).toBe('WALLET_ANSWER')
      expect(activeAccount(it.kernel)).toBeUndefined()
      expect(walletSession.listeners.size).toBe(0)
      expect(walletSession.disconnects).toBe(1)
    },
  )
  it('A wallet that approves without an account is not connected', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    source.add(puppet('ada', { connect: async () => puppetSession(reportOf([])) }))
    expect(await codeOf(use(it).connect('ada'))).toBe('UNAUTHORIZED')
  })
  it('[S35] An invalid later report is reported and changes nothing', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    const before = it.kernel.state(sessionSlice)
    walletSession.say({ accounts: 'all', network: main })
    walletSession.say(null)
    await tick(30)
    expect(it.kernel.state(sessionSlice)).toBe(before)
    expect(it.reported).toMatchObject([{ code: 'WALLET_ANSWER' }, { code: 'WALLET_ANSWER' }])
  })
  it('A wallet session that reports as soon as it is subscribed to is connected, and its report is taken over', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    const { watch } = walletSession
    walletSession.watch = listener => {
      listener(reportOf(['t_new']))
      return watch(listener)
    }
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(own).connect('ada')
    await until(() => activeAccount(own.kernel)?.address === 't_new')
    expect([walletSession.disconnects, walletSession.listeners.size]).toEqual([0, 1])
  })
  it('A wallet session that ends as soon as it is subscribed to is disconnected', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    const { watch } = walletSession
    walletSession.watch = listener => {
      listener(undefined)
      return watch(listener)
    }
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(own).connect('ada')
    await until(() => connectionsOf(own).length === 0)
    expect(idsOf(own, 'walletConnected', 'walletDisconnected')).toEqual([
      'walletConnected',
      'walletDisconnected',
    ])
    expect(walletSession.listeners.size).toBe(0)
  })
  it('[S5] Fifty wallets with the name of the first one never replace it', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    for (let i = 0; i < 50; i++)
      source.add(
        puppet(`fox${i}`, {
          name: 'Fox',
          info: { rdns: 'io.fox', uuid: `${i}` },
          connect: async () => puppetSession(reportOf([`t_${'x'.repeat(i + 1)}`])),
        }),
      )
    expect((await use(it).connect('fox0')).address).toBe('t_x')
    expect(liveConnections(it.kernel).map(({ connector }) => connector)).toEqual(['fox0'])
  })
})

describe('roles', () => {
  it('[S6.01] Roles that a wallet reports are dropped: accounts differ only in address and type', async () => {
    const reported = {
      namespace: 'tally',
      role: 'admin',
      roles: ['admin'],
      isAdmin: true,
      permissions: ['send'],
    }
    const report = {
      network: main,
      accounts: [
        { ...reported, address: 't_ada', type: 'smartAccount' },
        { ...reported, address: 't_bob', type: 'eoa' },
      ],
    }
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    source.add(puppet('ada', { connect: async () => puppetSession(report as never) }))
    const connected = await use(it).connect('ada')
    const account = { namespace: 'tally', connection: connected.connection }
    const accounts = [
      { ...account, address: 't_ada', type: 'smartAccount' },
      { ...account, address: 't_bob', type: 'eoa' },
    ]
    expect(connected).toEqual(accounts[0])
    expect(accountState(it.kernel).allAccounts).toEqual(accounts)
    expect(JSON.stringify(it.kernel.state(sessionSlice))).not.toMatch(/admin|role|permission/i)
  })
})
