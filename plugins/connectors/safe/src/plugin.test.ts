import { createKernel, definePlugin } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot, discoveriesSlot } from '@portico/kernel/connector-kit'
import { tally, testConnector, type WalletRig } from '@portico/kernel/testing'
import { environmentSlice } from '@portico/kernel/wallet'
import { eip155, mainnet } from '@portico/plugin-eip155'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { hashOf, type SafeAppOptions, safeApp, safeOrigin, treasury } from '../test/safe-app.js'
import { connected, framed, kernels, listed, never, setUpSafe } from '../test/safe-bench.js'
import { safe } from './index.js'

setUpSafe()

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
    connectsWithoutPrompt: true,
    prompts: 0,
    get listeners() {
      return app.listeners
    },
    lie(next) {
      if (next === 'other-network') return false
      lie = next
      return true
    },
    inapplicable: {
      switchAccount: 'a Safe does not tell the page that another one was opened',
      disconnectByWallet: 'a Safe does not tell the page that it disconnects',
      disconnects: 'a Safe has no request to disconnect',
      announceAgain: 'a Safe does not announce itself: the page asks the one that frames it',
      withdraw: 'a Safe frames the page, so it stays as long as the page',
    },
  }
  return { plugin: both, namespace: 'eip155', network: mainnet.caipNetworkId, wallet }
})

describe('A Safe around the page', () => {
  it('[D15a] A Safe is listed as an external wallet where the page is framed, and is a contract account', async () => {
    const { connector, walletSession, app } = await connected()
    expect(connector).toMatchObject({ name: 'Safe', type: 'EXTERNAL', namespace: 'eip155' })
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
    expect({ listed: listed(kernel), questions: app.questions, listeners: app.listeners }).toEqual({
      listed: undefined,
      questions: [],
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
    ['the origin is the right host without encryption', { origin: 'http://app.safe.global' }],
  ])(
    '[S12] A Safe is not listed, and receives nothing of value, where %s',
    async (_what, around) => {
      const { app, kernel, look } = await framed(around)
      await look()
      expect(listed(kernel)).toBeUndefined()
      expect(app.methods()).toEqual(around.ancestorOrigins ? [] : ['getSafeInfo'])
      expect(app.questions.map(({ params }) => params).filter(Boolean)).toEqual([])
    },
  )
  it('[S9] [S12] A message of another window is ignored, even with the right content and the right origin', async () => {
    const { app, kernel, look } = await framed({
      prepare: app => {
        app.answers.getSafeInfo = () => undefined
      },
    })
    const looking = look()
    await vi.waitFor(() => expect(app.questions).toHaveLength(1))
    const answer = {
      id: app.questions[0]?.id,
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
  it('[S9] 100,000 messages that are not its answer change nothing while a request is open, and its answer is accepted after them', async () => {
    const { app, wallet } = await connected()
    app.answers.sendTransactions = () => undefined
    const asking = wallet.request('eth_sendTransaction', [
      { from: treasury, to: treasury, value: '0x1' },
    ])
    await vi.waitFor(() => expect(app.methods()).toContain('sendTransactions'))
    const id = app.questions.at(-1)?.id ?? ''
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
    expect(new Set(app.questions.map(({ target }) => target))).toEqual(new Set([safeOrigin]))
    // Another page has replaced the Safe in the frame: nothing reaches that page.
    app.questions.length = 0
    app.origin = 'https://evil.example'
    const asking = wallet.request(
      'eth_sendTransaction',
      [{ from: treasury, to: treasury }],
      AbortSignal.timeout(50),
    )
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' })
    expect({ questions: app.questions, listeners: app.listeners }).toEqual({
      questions: [],
      listeners: 0,
    })
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
