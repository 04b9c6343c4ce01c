import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel, definePlugin, type PluginContext } from '@portico/kernel'
import { allWalletsView, connectView, networksView } from '@portico/kernel/connect-page'
import { connectionService } from '@portico/kernel/session'
import { shellService, shellSlice, trackedEvent } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TestKernel,
  tally,
  tallyWallet,
  testFeaturePlugin,
} from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connection as connectionPlugin } from '../../../base/connection/src/index.js'
import { shell } from '../../../base/shell/src/index.js'
import { type AnalyticsOptions, analytics } from './index.js'

interface EventBody {
  readonly eventId: string
  readonly url: string
  readonly domain: string
  readonly timestamp: number
  readonly props: {
    readonly type: string
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>>
    readonly address?: string
  }
}
const pageUrl = 'https://shop.example/checkout?mail=ada@example.org&token=abc#t_ada'
/** A stub of the parts of a page that this plugin uses. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const shows = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

const kernels: TestKernel[] = []
let server: Server
let endpoint: string
let status: number | 'cut'
/** The requests that reached the host's endpoint: the whole address, and the body. */
let received: {
  readonly address: URL
  readonly method: string | undefined
  readonly type: string | undefined
  readonly body: EventBody
}[]
let beacons: EventBody[]
let isOnline: boolean
let asker: PluginContext

const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()
beforeEach(async () => {
  status = 200
  received = []
  beacons = []
  isOnline = true
  server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as EventBody
    received.push({
      address: new URL(request.url ?? '', endpoint),
      method: request.method,
      type: request.headers['content-type'],
      body,
    })
    if (status === 'cut') return void request.socket.destroy()
    response.writeHead(status).end('any answer will do')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const online = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL(pageUrl))
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online))
  vi.stubGlobal('dispatchEvent', online.dispatchEvent.bind(online))
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
    sendBeacon: (_address: string, body: string) => beacons.push(JSON.parse(body) as EventBody) > 0,
  })
})
afterEach(async () => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  shows('visible')
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const voice = definePlugin({
  id: 'test/voice',
  setup(context) {
    asker = context
  },
})
const bench = async (
  options: AnalyticsOptions = { endpoint, projectId: 'shop', sdkVersion: 'html-tally-1.2.3' },
) => {
  const kernel = await createTestKernel({
    base: [shell(), connectionPlugin()],
    plugins: [tally({ wallets: [tallyWallet()] }), voice, analytics(options)],
  })
  kernels.push(kernel)
  return kernel
}
const say = (name: string, properties?: Record<string, string | number | boolean>) =>
  asker.emit(trackedEvent, { name, ...(properties && { properties }) })
const events = () => received.map(({ body }) => body.props.event)
const until = (count: number) =>
  vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), {
    timeout: 5_000,
    interval: 5,
  })
/**
 * Expects `count` requests in total. A later event arrives, so an unwanted one would have arrived
 * before it.
 */
const nothingMore = async (kernel: TestKernel, count: number) => {
  await vi.dynamicImportSettled()
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(received).toHaveLength(count)
  return kernel
}

testFeaturePlugin('analytics', {
  plugin: () => analytics({ endpoint: 'https://sink.example' }),
  items: [],
})

describe('events', () => {
  it("[S7.06] events are sent one by one as POST /e to the host's endpoint, with project, sdk type and version, in a request without a preflight", async () => {
    await bench({
      endpoint: `${endpoint}/sink/`,
      projectId: 'shop',
      sdkVersion: 'html-tally-1.2.3',
    })
    say('MODAL_OPEN')
    await until(2)
    expect(events()).toEqual(['INITIALIZE', 'MODAL_OPEN'])
    for (const { address, method, type } of received) {
      expect([method, address.pathname, address.search]).toEqual([
        'POST',
        '/sink/e',
        '?projectId=shop&st=portico&sv=html-tally-1.2.3',
      ])
      expect(type).toContain('text/plain')
    }
    expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(2)
  })

  it('[S7.07] events contain eventId, url without query and hash, domain, timestamp and props, and no more', async () => {
    const kernel = await bench()
    const before = Date.now()
    await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
    await vi.waitFor(() => expect(events()).toContain('CONNECT_SUCCESS'))
    const { body } = received.find(one => one.body.props.event === 'CONNECT_SUCCESS') ?? {}
    expect(body).toEqual({
      eventId: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      url: 'https://shop.example/checkout',
      domain: 'shop.example',
      timestamp: expect.any(Number),
      props: {
        type: 'track',
        event: 'CONNECT_SUCCESS',
        properties: { method: 'browser', name: 'Tally Wallet' },
      },
    })
    expect(body?.timestamp).toBeGreaterThanOrEqual(before)
  })

  it('[S7.07] events contain the address only where the host says so', async () => {
    for (const includeAddress of [false, true]) {
      const kernel = await bench({ endpoint, includeAddress })
      await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
      say('SEND_SUCCESS')
      await vi.waitFor(() => expect(events()).toContain('SEND_SUCCESS'))
      const success = received.find(({ body }) => body.props.event === 'SEND_SUCCESS')
      expect(success?.body.props.address).toBe(includeAddress ? 't_ada' : undefined)
      kernel.dispose()
      received = []
    }
  })

  it('[S7.08] the creation of the modal and invalid events are never sent', async () => {
    const kernel = await bench()
    for (const name of ['MODAL_CREATED', '', 'no event', 'A'.repeat(65), 'MODAL_CLOSE']) say(name)
    await until(2)
    expect(events()).toEqual(['INITIALIZE', 'MODAL_CLOSE'])
    await nothingMore(kernel, 2)
  })

  it('[S7.09] events are not sent on a server, neither during setup nor after the start', async () => {
    vi.stubGlobal('document', undefined)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const rendered = createKernel({ plugins: [voice, analytics({ endpoint })] })
    say('MODAL_OPEN')
    const kernel = await bench()
    say('MODAL_OPEN')
    await nothingMore(kernel, 0)
    rendered.dispose()
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it('[S7.10] [S27] events are not sent without an endpoint: not one request', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const kernel = await bench({ projectId: 'shop', includeAddress: true })
    kernel.use(shellService).open()
    await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
    await nothingMore(kernel, 0)
    shows('hidden')
    expect([fetched.mock.calls, beacons]).toEqual([[], []])
    fetched.mockRestore()
  })

  it('[S7.10] events are not sent to an unsafe address, which is reported once; in browsers without URL.canParse, too', async () => {
    const { canParse } = URL
    onTestFinished(() => void Object.assign(URL, { canParse }))
    Object.assign(URL, { canParse: undefined })
    for (const bad of [
      'http://sink.example',
      'ftp://sink.example',
      'https://',
      'javascript:alert(1)//',
    ]) {
      const kernel = await bench({ endpoint: bad })
      say('MODAL_OPEN')
      say('MODAL_CLOSE')
      await vi.waitFor(() =>
        expect(kernel.reported).toMatchObject([{ error: { code: 'HTTP_ADDRESS' } }]),
      )
    }
    await nothingMore(await bench({}), 0)
  })

  it('[S7.11] an answer of 403 is shown once, and no further event is sent', async () => {
    status = 403
    const kernel = await bench()
    await until(1)
    await vi.waitFor(() =>
      expect(kernel.state(shellSlice).alert?.title.en).toBe('Invalid App Configuration'),
    )
    const alerts = vi.fn()
    kernel.on('*', (id: string) => id === 'configurationRefused' && alerts())
    for (const name of ['MODAL_OPEN', 'MODAL_CLOSE']) say(name)
    await nothingMore(kernel, 1)
    expect(alerts).not.toHaveBeenCalled()
    expect(kernel.reported).toEqual([])
  })

  it('[S27] events contain no mail address and no account, with any properties', async () => {
    vi.stubGlobal(
      'location',
      new URL(
        'https://shop.example/u/ada@example.org/0xDE709F2102306220921060314715629080E2FB77/a%40b.example?x=1',
      ),
    )
    await bench()
    say('CONNECT_ERROR', {
      message:
        'ada@example.org of 0xde709f2102306220921060314715629080e2fb77 and bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      long: 'x y '.repeat(100),
      late: `${'x y '.repeat(26)}0xde709f2102306220921060314715629080e2fb77`,
      lateMail: `${'x y '.repeat(27)}ada@example.org`,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqAQZSsYr',
      count: 3,
    })
    await until(2)
    const { body } = received[1] as (typeof received)[number]
    expect(body.props.properties).toEqual({
      message: '[mail] of [address] and [address]',
      long: 'x y '.repeat(30),
      late: `${'x y '.repeat(26)}[address]`,
      lateMail: `${'x y '.repeat(27)}[mail]`,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqAQZSsYr',
      count: 3,
    })
    expect(body.url).toBe('https://shop.example/u/[mail]/[address]/[mail]')
  })
})

describe('events that cannot be sent', () => {
  it('events wait for the network while it is away, the newest hundred of them', async () => {
    isOnline = false
    const kernel = await bench()
    for (let count = 0; count < 120; count++) say(`EVENT_${count}`)
    await nothingMore(kernel, 0)
    shows('hidden')
    expect(beacons).toEqual([])
    isOnline = true
    globalThis.dispatchEvent(new Event('online'))
    await until(100)
    expect([events()[0], events().at(-1), received.length]).toEqual(['EVENT_20', 'EVENT_119', 100])
  })

  it('an endpoint that is down gets one try, then a pause, and is reported once; each event keeps its id until it is accepted', async () => {
    status = 'cut'
    const kernel = await bench()
    await until(1)
    await vi.waitFor(() =>
      expect(kernel.reported).toMatchObject([{ error: { code: 'HTTP_UNREACHABLE' } }]),
    )
    for (const name of ['MODAL_OPEN', 'MODAL_CLOSE']) say(name)
    await nothingMore(kernel, 1)
    status = 503
    globalThis.dispatchEvent(new Event('online'))
    await until(2)
    await nothingMore(kernel, 2)
    status = 200
    globalThis.dispatchEvent(new Event('online'))
    await until(5)
    expect(events().slice(2)).toEqual(['INITIALIZE', 'MODAL_OPEN', 'MODAL_CLOSE'])
    expect(new Set(received.slice(0, 3).map(({ body }) => body.eventId)).size).toBe(1)
    expect(kernel.reported).toHaveLength(1)
  })

  it('events that the endpoint rejects are dropped, and the next ones are sent', async () => {
    status = 422
    await bench()
    await until(1)
    status = 200
    say('MODAL_OPEN')
    await until(2)
    expect(events()).toEqual(['INITIALIZE', 'MODAL_OPEN'])
  })

  it('[S27] events are sent at once when the page closes, outlive the page, and include no cookie; one that is not accepted stays queued', async () => {
    status = 'cut'
    const kernel = await bench()
    await until(1)
    await vi.waitFor(() => expect(kernel.reported).toHaveLength(1))
    say('MODAL_CLOSE')
    await nothingMore(kernel, 1)
    const fetched = vi.spyOn(globalThis, 'fetch')
    shows('hidden')
    await until(3)
    expect(events().slice(1).sort()).toEqual(['INITIALIZE', 'MODAL_CLOSE'])
    for (const [, init] of fetched.mock.calls)
      expect(init).toMatchObject({ keepalive: true, credentials: 'omit' })
    expect(beacons).toEqual([])
    await vi.waitFor(() =>
      expect(fetched.mock.settledResults.map(({ type }) => type)).toEqual(['rejected', 'rejected']),
    )
    fetched.mockRestore()
    status = 200
    globalThis.dispatchEvent(new Event('online'))
    await until(5)
    expect(events().slice(3).sort()).toEqual(['INITIALIZE', 'MODAL_CLOSE'])
    shows('hidden')
    await nothingMore(kernel, 5)
  })
})

describe('arriving at a view', () => {
  const at = (...ids: string[]) => ids.map(id => ({ id, params: undefined }))
  it('arriving at a view emits the event that the specification names, also for hosts that listen; going back emits none', async () => {
    const kernel = await bench()
    const names: string[] = []
    kernel.on(trackedEvent, ({ name }) => void names.push(name))
    await until(1)
    kernel.use(shellService).open({ view: connectView })
    kernel.views.push(networksView)
    await vi.waitFor(() => expect(names).toEqual(['MODAL_OPEN', 'CLICK_NETWORKS']))
    kernel.views.back()
    kernel.use(shellService).close()
    await until(4)
    expect(events().slice(1)).toEqual(names)
    expect(names).toEqual(['MODAL_OPEN', 'CLICK_NETWORKS', 'MODAL_CLOSE'])
    expect(kernel.views.has(allWalletsView)).toBe(false)
  })

  it('choosing a wallet is one event, however many views it takes', async () => {
    const { arrival } = await import('./tracked-views.js')
    expect(arrival(at('Connect'), at('Connect', 'ConnectingMultiChain'))).toBe('SELECT_WALLET')
    expect(
      arrival(
        at('Connect', 'ConnectingMultiChain'),
        at('Connect', 'ConnectingMultiChain', 'ConnectingExternal'),
      ),
    ).toBeUndefined()
    expect(
      arrival(at('Connect', 'AllWallets', 'GetWallet'), at('Connect', 'AllWallets')),
    ).toBeUndefined()
    expect(arrival(at('Connect'), at('Connect', 'AllWallets'))).toBe('CLICK_ALL_WALLETS')
    expect(arrival(at(), at('Account'))).toBeUndefined()
  })

  it('opening the networks from Swap is the event for choosing the network to swap on', async () => {
    const { arrival } = await import('./tracked-views.js')
    expect(arrival(at('Swap'), at('Swap', 'Networks'))).toBe('CLICK_SELECT_NETWORK_TO_SWAP')
    expect(arrival(at('Swap', 'Networks'), at('Swap'))).toBeUndefined()
    expect(arrival(at('Account'), at('Account', 'Networks'))).toBe('CLICK_NETWORKS')
  })
})
