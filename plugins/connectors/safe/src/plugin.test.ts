import { createKernel, definePlugin, type Kernel } from '@portico/kernel'
import { transactionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot, eip155Transaction } from '@portico/kernel/chain'
import {
  type Connection,
  type Connector,
  connectorsSlot,
  discoveriesSlot,
} from '@portico/kernel/connector-kit'
import { activeAccount, connectionService } from '@portico/kernel/session'
import {
  connectionOf,
  createTestKernel,
  tally,
  testConnector,
  type WalletRig,
} from '@portico/kernel/testing'
import { followSent } from '@portico/kernel/transactions'
import { askToSend, environmentSlice, walletProblem } from '@portico/kernel/wallet'
import { eip155, eip155Wallet, mainnet, sepolia } from '@portico/plugin-eip155'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hashOf, type SafeAppOptions, safeApp, safeOrigin, treasury } from '../test/safe-app.js'
import { type SafeOptions, safe } from './index.js'

const never = () => new AbortController().signal
const kernels: Kernel[] = []
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Creates a framed page, and starts wallet discovery. */
async function framed({
  options = {},
  ...around
}: SafeAppOptions & {
  options?: SafeOptions
  prepare?: (app: ReturnType<typeof safeApp>['app']) => void
} = {}) {
  const { app, page } = safeApp(around)
  around.prepare?.(app)
  vi.stubGlobal('window', page)
  const reported: unknown[] = []
  const kernel = createKernel({
    plugins: [eip155({ networks: [mainnet, sepolia] }), safe(options)],
    onError: error => void reported.push(error),
  })
  kernels.push(kernel)
  await kernel.start()
  const look = () => Promise.all(kernel.items(discoveriesSlot).map(one => one.start()))
  return { app, kernel, reported, look }
}
const listed = (kernel: Kernel): Connector | undefined =>
  kernel.items(connectorsSlot).find(({ id }) => id === 'eip155:safe')
async function connected(around: Parameters<typeof framed>[0] = {}) {
  const made = await framed(around)
  await made.look()
  const connector = listed(made.kernel)
  if (!connector) throw new RangeError('no Safe is listed')
  const walletSession = await connector.connect({}, never())
  const { via, from } = connectionOf(walletSession, connector)
  made.app.asked.length = 0
  return {
    ...made,
    connector,
    walletSession,
    via: via as Connection,
    from,
    wallet: eip155Wallet(via),
  }
}

describe('A Safe around the page', () => {
  it('[D15a] A Safe is listed as an external wallet where the page is framed, and is a contract account', async () => {
    const { connector, walletSession, app } = await connected()
    expect(connector).toMatchObject({ name: 'Safe', type: 'EXTERNAL', chain: 'eip155' })
    const here = { ...environmentSlice.initial(), iframe: true }
    expect([connector.worksIn?.(here), connector.worksIn?.({ ...here, iframe: false })]).toEqual([
      true,
      false,
    ])
    expect(walletSession.report).toEqual({
      accounts: [{ namespace: 'eip155', address: treasury, type: 'smartAccount' }],
      network: 'eip155:1',
      approved: ['eip155:1'],
    })
    expect(app.listeners).toBe(0)
  })
  it('[S1.17] A Safe is not requested where the page is not framed', async () => {
    const { app, page } = safeApp()
    vi.stubGlobal('window', Object.assign(page, { parent: page, self: page }))
    const kernel = createKernel({ plugins: [eip155(), safe()] })
    kernels.push(kernel)
    await kernel.start()
    await Promise.all(kernel.items(discoveriesSlot).map(one => one.start()))
    expect({ listed: listed(kernel), asked: app.asked, listeners: app.listeners }).toEqual({
      listed: undefined,
      asked: [],
      listeners: 0,
    })
  })
  it.each<[string, SafeAppOptions]>([
    ['a page of another origin answers', { origin: 'https://app.safe.global.example' }],
    [
      'the browser says that another origin frames the page',
      { origin: 'https://evil.example', ancestorOrigins: ['https://evil.example'] },
    ],
    ['the origin is only the beginning of the right one', { origin: 'https://app.safe.glob' }],
    ['it is the right host without encryption', { origin: 'http://app.safe.global' }],
  ])(
    '[S12] A Safe is not listed, and receives nothing of value, where %s',
    async (_what, around) => {
      const { app, kernel, look } = await framed(around)
      await look()
      expect(listed(kernel)).toBeUndefined()
      expect(app.methods()).toEqual(around.ancestorOrigins ? [] : ['getSafeInfo'])
      expect(app.asked.map(({ params }) => params).filter(Boolean)).toEqual([])
    },
  )
  it('[S9] [S12] A message of another window is ignored, even with the right content and the right origin', async () => {
    const { app, kernel, look } = await framed({
      prepare: app => {
        app.answers.getSafeInfo = () => undefined
      },
    })
    const looking = look()
    await vi.waitFor(() => expect(app.asked).toHaveLength(1))
    const answer = {
      id: app.asked[0]?.id,
      version: '9.1.0',
      success: true,
      data: { safeAddress: treasury, chainId: 1 },
    }
    app.say(answer, { source: {} })
    app.say(answer, { source: null })
    app.say({ ...answer, id: 'another' })
    app.say(null)
    await looking
    expect(listed(kernel)).toBeUndefined()
    // The Safe itself may be slow: it is listed when it answers, however late.
    app.say(answer)
    await vi.waitFor(() => expect(listed(kernel)).toBeDefined(), { timeout: 10_000 })
  })
  it('[S9] 100,000 messages that are not its answer change nothing while the Safe is asked, and its answer is accepted after them', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => undefined
    const asking = wallet.request('eth_sendTransaction', [
      { from: treasury, to: treasury, value: '0x1' },
    ])
    await vi.waitFor(() => expect(app.methods()).toContain('sendTransactions'))
    const id = app.asked.at(-1)?.id ?? ''
    const answer = { id, version: '9.1.0', success: true, data: { safeTxHash: hashOf('ee') } }
    const forgeries = [
      ...[null, undefined, {}, app].map(source => ({ from: { source } })),
      ...[
        'null',
        '',
        '*',
        'http://app.safe.global',
        'https://app.safe.global.example',
        'https://app.safe.global/',
      ].map(origin => ({ from: { origin } })),
      ...[
        undefined,
        null,
        '',
        0,
        '__proto__',
        [id],
        { id },
        id.toUpperCase(),
        ` ${id}`,
        id.slice(1),
      ].map(id => ({ change: { id } })),
    ] as const
    const bodies = [
      { ...answer, data: { safeTxHash: hashOf('ff') } },
      { ...answer, success: false, error: 'No' },
      ...fc.sample(fc.object(), { numRuns: 50, seed: 9 }).map(body => ({ ...body, id })),
    ]
    for (let sent = 0; sent < 100_000; sent++) {
      const { from, change } = {
        from: undefined,
        change: undefined,
        ...forgeries[sent % forgeries.length],
      }
      app.say({ ...bodies[Math.floor(sent / forgeries.length) % bodies.length], ...change }, from)
    }
    for (const data of [null, undefined, 7, id, [], [id]]) app.say(data)
    app.say(answer)
    await expect(asking).resolves.toBe(hashOf('ee'))
  })
  it('[S9] A Safe may have an origin that the host names, and only an origin can be named', async () => {
    const own = 'https://safe.example.org'
    const { kernel, look } = await framed({ origin: own, options: { origins: [own] } })
    await look()
    expect(listed(kernel)).toBeDefined()
    for (const origin of [
      '*',
      'https://safe.example.org/',
      'https://*.example.org',
      'javascript:alert(1)',
      '',
    ])
      expect(() => safe({ origins: [origin] }), origin).toThrow(
        expect.objectContaining({ code: 'BAD_PLUGIN' }),
      )
  })
  it('[S9] A Safe receives requests only at its own origin, once that is known', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    await wallet.request('eth_sendTransaction', [{ from: treasury, to: treasury, value: '0x1' }])
    expect(new Set(app.asked.map(({ target }) => target))).toEqual(new Set([safeOrigin]))
    // Another page has replaced the Safe in the frame: nothing reaches that page.
    app.asked.length = 0
    app.origin = 'https://evil.example'
    const asking = wallet.request(
      'eth_sendTransaction',
      [{ from: treasury, to: treasury }],
      AbortSignal.timeout(50),
    )
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' })
    expect({ asked: app.asked, listeners: app.listeners }).toEqual({ asked: [], listeners: 0 })
  })
  it('A Safe is restored without asking the person, and is not listed for chains that it cannot send on', async () => {
    const { connector, kernel } = await connected()
    expect((await connector.restore({}, never()))?.report.accounts[0]?.address).toBe(treasury)
    expect(kernel.items(chainsSlot)).toHaveLength(1)
    const other = createKernel({ plugins: [tally(), safe()] })
    kernels.push(other)
    await other.start()
    await Promise.all(other.items(discoveriesSlot).map(one => one.start()))
    expect(other.items(connectorsSlot)).toEqual([])
  })
  it.each([
    ['no address', { chainId: 1 }],
    ['no address of Ethereum', { safeAddress: 'eth:0x11', chainId: 1 }],
    ['a chain in words', { safeAddress: treasury, chainId: 'one' }],
    ['half a chain', { safeAddress: treasury, chainId: 1.5 }],
    ['nothing', null],
    ['a text', 'ok'],
  ])('[D37] A Safe that answers with %s is not connected', async (_what, data) => {
    const { app, connector, reported } = await connected()
    app.answers.getSafeInfo = () => ({ data })
    await expect(connector.connect({}, never())).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    expect({ reported, listeners: app.listeners }).toEqual({ reported: [], listeners: 0 })
  })
  it.each([undefined, 9, '0.9.0', 'newest', ''])(
    '[D37] A Safe that speaks version %j is not supported',
    async version => {
      const { app, connector } = await connected()
      app.version = version
      await expect(connector.connect({}, never())).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )
})

describe('Requests to a Safe', () => {
  it('A transaction has the hash of the Safe, which can report its status', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    const draft = { from: treasury, to: treasury, value: '0xde0b6b3a7640000', gas: '0x5208' }
    expect(await wallet.request('eth_sendTransaction', [draft])).toBe(hashOf('ab'))
    expect(app.asked.at(-1)).toMatchObject({
      method: 'sendTransactions',
      params: { txs: [{ to: treasury, value: '1000000000000000000', data: '0x' }] },
    })

    const states = [
      ['AWAITING_CONFIRMATIONS', null, { status: 'pending', hashes: [] }],
      ['AWAITING_EXECUTION', null, { status: 'pending', hashes: [] }],
      ['SUCCESS', hashOf('cd'), { status: 'confirmed', hashes: [hashOf('cd')] }],
      ['FAILED', hashOf('cd'), { status: 'reverted', hashes: [hashOf('cd')] }],
      ['CANCELLED', undefined, { status: 'failed', hashes: [] }],
    ] as const
    for (const [txStatus, txHash, status] of states) {
      app.answers.getTxBySafeTxHash = () => ({
        data: { txStatus, txHash, txId: 'more than is read' },
      })
      expect(await wallet.callsStatus(hashOf('ab')), txStatus).toEqual(status)
    }
    app.answers.getTxBySafeTxHash = () => ({ data: { txStatus: 'LOST' } })
    await expect(wallet.callsStatus(hashOf('ab'))).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
  it('Several calls are sent as one', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    const calls = [
      { to: treasury, value: 2n },
      { to: treasury, data: '0xabcd' },
    ] as const
    expect(
      await wallet.sendCalls({ from: treasury, network: 'eip155:1', calls, atomic: true }),
    ).toMatchObject({ id: hashOf('ab') })
    const txs = [
      { to: treasury, value: '2', data: '0x' },
      { to: treasury, value: '0', data: '0xabcd' },
    ]
    expect(app.asked.at(-1)).toMatchObject({ method: 'sendTransactions', params: { txs } })
    expect(await wallet.capabilities(treasury)).toEqual({
      'eip155:1': { atomic: { status: 'supported' } },
    })
  })
  it('Text is signed as text, and typed data as data', async () => {
    const { app, wallet } = await connected()
    app.answers.signMessage = () => ({ data: { signature: '0xaa' } })
    app.answers.signTypedMessage = () => ({
      data: { messageHash: hashOf('01'), signature: '0xbb' },
    })
    expect(
      await wallet.request('personal_sign', [
        `0x${Buffer.from('Grüße 👋').toString('hex')}`,
        treasury,
      ]),
    ).toBe('0xaa')
    expect(app.asked.at(-1)?.params).toEqual({ message: 'Grüße 👋' })
    await wallet.request('personal_sign', ['0xff00', treasury])
    expect(app.asked.at(-1)?.params).toEqual({ message: '0xff00' })
    // Text that looks like bytes: a Safe that reads it as bytes would sign something else.
    for (const words of ['0x68', '0xABC', '0x']) {
      const bytes = `0x${Buffer.from(words).toString('hex')}`
      await wallet.request('personal_sign', [bytes, treasury])
      expect(app.asked.at(-1)?.params).toEqual({ message: bytes })
    }
    await wallet.request('personal_sign', [
      `0x${Buffer.from('0x68 and more').toString('hex')}`,
      treasury,
    ])
    expect(app.asked.at(-1)?.params).toEqual({ message: '0x68 and more' })
    const typed = { primaryType: 'Mail', domain: { chainId: 1 }, types: { Mail: [] }, message: {} }
    expect(await wallet.request('eth_signTypedData_v4', [treasury, JSON.stringify(typed)])).toBe(
      '0xbb',
    )
    expect(app.asked.at(-1)?.params).toEqual({ typedData: typed })
  })
  it('A signature waits for the last owner as long as the caller waits', async () => {
    const { app, wallet } = await connected()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    app.answers.signMessage = () => ({ data: { messageHash: hashOf('01') } })
    let signature = ''
    app.answers.getOffChainSignature = () => ({ data: signature || null })
    const signing = wallet.request('personal_sign', ['0x68', treasury])
    await vi.advanceTimersByTimeAsync(8_100)
    expect(app.methods().filter(method => method === 'getOffChainSignature')).toHaveLength(3)
    signature = '0xabcdef'
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await signing).toBe('0xabcdef')

    signature = ''
    const controller = new AbortController()
    const given = wallet.request('personal_sign', ['0x68', treasury], controller.signal)
    given.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    await expect(given).rejects.toBeDefined()
    const { length } = app.asked
    await vi.advanceTimersByTimeAsync(20_000)
    expect({ asked: app.asked.length, listeners: app.listeners }).toEqual({
      asked: length,
      listeners: 0,
    })
  })
  it.each([
    [
      'signs with a transaction',
      'personal_sign',
      ['0x68', treasury],
      { data: { safeTxHash: hashOf('ab') } },
      'safe.error.onChain',
    ],
    [
      'answers without a signature',
      'personal_sign',
      ['0x68', treasury],
      { data: {} },
      'wallet.error.answer',
    ],
    [
      'should create a contract',
      'eth_sendTransaction',
      [{ data: '0x00' }],
      { data: { safeTxHash: hashOf('ab') } },
      'safe.error.creation',
    ],
    [
      'receives a request that it does not support',
      'eth_sign',
      [treasury, '0x'],
      { data: '0x' },
      'wallet.error.unsupported',
    ],
    [
      'receives an invalid request',
      'eth_sendTransaction',
      [{ to: 'nobody' }],
      { data: {} },
      'wallet.error.unsupported',
    ],
    [
      'answers with no hash',
      'eth_sendTransaction',
      [{ to: treasury }],
      { data: { safeTxHash: 'soon' } },
      'wallet.error.answer',
    ],
  ])('The error has a message when a Safe %s', async (_what, method, params, answer, sentence) => {
    const { app, wallet } = await connected()
    for (const known of ['signMessage', 'sendTransactions']) app.answers[known] = () => answer
    await expect(wallet.request(method, params)).rejects.toMatchObject({
      userMessage: { id: sentence },
    })
    expect(app.listeners).toBe(0)
  })
  it('[D18a] A request that the person rejected is declined, and may be repeated; any other failure keeps its own message', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => ({ error: 'Transaction was rejected' })
    const thrown = await wallet
      .request('eth_sendTransaction', [{ to: treasury }])
      .catch((error: unknown) => error)
    expect(walletProblem(thrown).kind).toBe('declined')
    app.answers.sendTransactions = () => ({ error: 'Not enough funds' })
    const failed = await wallet
      .request('eth_sendTransaction', [{ to: treasury }])
      .catch((error: unknown) => error)
    expect(walletProblem(failed)).toMatchObject({ message: 'Not enough funds' })
    expect(walletProblem(failed).kind).not.toBe('declined')
    app.answers.sendTransactions = () => ({ data: { safeTxHash: hashOf('ab') } })
    expect(await wallet.request('eth_sendTransaction', [{ to: treasury }])).toBe(hashOf('ab'))
  })
  it.each([
    ['Transaction was rejected', 4001],
    ['User rejected the request.', 4001],
    ['Cancelled', 4001],
    ['Execution was rejected by the network after it was sent', 'WALLET_OUTCOME'],
    ['Not enough funds', 'WALLET_OUTCOME'],
    ['The relayer denied the gas, the transaction is queued', 'WALLET_OUTCOME'],
  ])(
    '[S35] An error counts as a refusal of the person only with a whole sentence that says so: "%s"',
    async (error, code) => {
      const { app, wallet } = await connected()
      app.answers.sendTransactions = () => ({ error })
      const sending = askToSend(
        () => wallet.request('eth_sendTransaction', [{ to: treasury }]),
        hash => hash,
      )
      await expect(sending).rejects.toMatchObject({ code })
    },
  )
  it('[S35] A signature that became a transaction of the Safe is not a refusal', async () => {
    const { app, wallet } = await connected()
    app.answers.signMessage = () => ({ data: { safeTxHash: hashOf('ab') } })
    await expect(wallet.request('personal_sign', ['0x68', treasury])).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
    })
  })
  it('[S24] A request goes only to the Safe that was connected: another Safe that was opened meanwhile is reported', async () => {
    const { app, wallet, walletSession } = await connected()
    const other = '0x2222222222222222222222222222222222222222'
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report))
    app.answers.getSafeInfo = () => ({ data: { safeAddress: other, chainId: 11155111 } })
    await expect(wallet.request('eth_sendTransaction', [{ to: treasury }])).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(app.methods()).not.toContain('sendTransactions')
    expect(reports.at(-1)).toEqual({
      accounts: [{ namespace: 'eip155', address: other, type: 'smartAccount' }],
      network: 'eip155:11155111',
      approved: ['eip155:11155111'],
    })
  })
  it('A Safe offers only its own network: it is never asked to switch', async () => {
    const { app, wallet } = await connected()
    await expect(
      wallet.request('wallet_switchEthereumChain', [{ chainId: '0xaa36a7' }]),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(app.asked).toEqual([])
  })
})

describe('A transaction of a Safe', () => {
  const [orderHash, mined, other] = [
    hashOf('ab'),
    hashOf('cd'),
    '0x3333333333333333333333333333333333333333',
  ]
  const owner = '0x2222222222222222222222222222222222222222'
  const word = (text: string) => text.padStart(64, '0')
  /**
   * Encodes `execTransaction` as an owner sends it to the Safe. It pays an amount to an address,
   * signed by one owner.
   */
  const order = (to: string, amount: bigint) => {
    const fees = [0, 0, 0, 0, 0].map(() => word(''))
    const heads = [
      word(to.slice(2)),
      word(amount.toString(16)),
      word('140'),
      word('0'),
      ...fees,
      word('160'),
    ]
    return `0x6a761202${heads.join('')}${word('0')}${word('41')}${'51'.repeat(65).padEnd(192, '0')}`
  }
  /**
   * Creates a page connected to a Safe, with a node that has `sent`.
   * Also returns the outcomes of a payment of 5 wei.
   */
  async function paying(txs: { status: string; hash?: string }, sent = order(other, 5n)) {
    const { app, page } = safeApp()
    vi.stubGlobal('window', page)
    const answers: Record<string, (params: readonly unknown[]) => unknown> = {
      eth_chainId: () => '0x1',
      eth_getTransactionCount: () => '0x7',
      eth_getBlockByNumber: () => ({ number: '0x20', transactions: [] }),
      eth_getCode: () => '0x60',
      eth_getTransactionByHash: ([hash]) =>
        hash === mined && txs.hash
          ? { hash, from: owner, nonce: '0x1', to: treasury, value: '0x0', input: sent }
          : null,
      eth_getTransactionReceipt: ([hash]) =>
        hash === mined && txs.hash
          ? { transactionHash: hash, blockNumber: '0x20', status: '0x1', logs: [] }
          : null,
    }
    vi.stubGlobal('fetch', async (_url: unknown, { body }: RequestInit) => {
      const asked = JSON.parse(String(body)) as
        | { id: number; method: string; params: readonly unknown[] }
        | { id: number; method: string; params: readonly unknown[] }[]
      const one = ({
        id,
        method,
        params,
      }: {
        id: number
        method: string
        params: readonly unknown[]
      }) => ({
        jsonrpc: '2.0',
        id,
        result: answers[method]?.(params),
      })
      return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked))
    })
    app.answers.sendTransactions = () => ({ data: { safeTxHash: orderHash } })
    app.answers.getTxBySafeTxHash = () => ({ data: { txStatus: txs.status, txHash: txs.hash } })
    const kernel = await createTestKernel({
      plugins: [eip155({ networks: [{ ...mainnet, rpcUrls: ['https://node.example'] }] }), safe()],
      connected: 'eip155:1',
    })
    kernels.push(kernel)
    const account = activeAccount(kernel, 'eip155') ?? expect.unreachable('not connected')
    const chain =
      kernel.capability(transactionsCapability, 'eip155:1') ?? expect.unreachable('no chain')
    const draft = eip155Transaction.draft('eip155:1', { to: other as `0x${string}`, value: 5n })
    const description = await chain.describe?.(account, [draft], never())
    const via = kernel.use(connectionService).require(account)
    const { hash } = await chain.send(via, account, draft, never())
    expect(hash).toBe(orderHash)
    // Fake timers do not wait for files to load.
    await import('../../../chains/eip155/src/transactions/send-all.js')
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    })
    const told: unknown[] = []
    const listener = {
      absent: () => void told.push('absent'),
      waiting: () => void told.push('waiting'),
      unread: () => void told.push('unread'),
      compared: (difference: unknown) => void told.push(['compared', difference]),
      isOther: () => false,
      renamed: (hash: string) => void told.push(['renamed', hash]),
      changed: () => undefined,
    }
    const context = {
      capability: kernel.capability,
      signal: never(),
      report: (error: unknown) => void told.push(error),
    } as Parameters<typeof followSent>[0]
    const state: { outcome?: unknown } = {}
    void followSent(
      context,
      { hash, network: 'eip155:1', description: description ?? '' },
      listener,
      {
        whenVisible: async () => undefined,
        said: undefined,
      },
    ).then(
      outcome => Object.assign(state, { outcome }),
      error => Object.assign(state, { outcome: error }),
    )
    return { told, state, chain, account, via, draft }
  }

  it('[S2] a Safe transaction that other owners have to sign is awaited without an alert, then compared and confirmed by its hash on the chain', async () => {
    const txs: { status: string; hash?: string } = { status: 'AWAITING_CONFIRMATIONS' }
    const { told, state } = await paying(txs)
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect([told, state.outcome]).toEqual([['waiting'], undefined])
    Object.assign(txs, { status: 'SUCCESS', hash: mined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual(['waiting', ['renamed', mined], ['compared', undefined]])
    expect(state.outcome).toMatchObject({ status: 'confirmed' })
  })

  it('[S23] a bundle that other owners have to sign is said to wait for them after half a minute, once, and is named when they have', async () => {
    const txs: { status: string; hash?: string } = { status: 'AWAITING_CONFIRMATIONS' }
    const { chain, account, via, draft } = await paying(txs)
    let told = 0
    const sent = chain.sendAll?.(via, account, [draft, draft], never(), {
      waiting: () => void told++,
    })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toBe(0)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(told).toBe(1)
    Object.assign(txs, { status: 'SUCCESS', hash: mined })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sent).toEqual({ hash: mined })
  })

  it.each<[string, string, object]>([
    ['a payment to another account', order(owner, 500n), { to: owner, amount: 500n }],
    ['another amount', order(other, 9n), { amount: 9n }],
  ])(
    '[S2] a Safe transaction whose owners signed %s instead of the payment shown compares as different',
    async (_, sent, difference) => {
      const { told } = await paying({ status: 'SUCCESS', hash: mined }, sent)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(told.at(-1)).toEqual(['compared', difference])
    },
  )

  it.each([
    ['CANCELLED', 'expired'],
    ['FAILED', 'failed'],
  ])('a transaction that the Safe reports as %s has ended as %s', async (status, outcome) => {
    const { told, state } = await paying({ status })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.outcome).toMatchObject({ status: outcome })
    expect(told).not.toContain('absent')
  })
})

testConnector('A Safe', () => {
  const { app, page } = safeApp()
  vi.stubGlobal('window', page)
  const info = app.answers.getSafeInfo
  let policy: WalletRig['policy'] = 'approve'
  let lie: string | undefined
  app.answers.getSafeInfo = params => {
    if (policy === 'hang') return undefined
    return lie
      ? { data: lie === 'malformed' ? { safeAddress: 'me', chainId: 1 } : { chainId: 1 } }
      : info?.(params)
  }
  const [chain, own] = [eip155({ networks: [mainnet] }), safe()]
  const both = () =>
    definePlugin({
      id: 'test/both',
      setup(context) {
        chain.setup(context)
        own.setup(context)
      },
    })
  const wallet: WalletRig = {
    get policy() {
      return policy
    },
    set policy(next) {
      policy = next
    },
    asksNobody: true,
    prompts: 0,
    get listeners() {
      return app.listeners
    },
    lie(next) {
      if (next === 'other-network') return false
      lie = next
      return true
    },
  }
  return { plugin: both, namespace: 'eip155', network: mainnet.caipNetworkId, wallet }
})
