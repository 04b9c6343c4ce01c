import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRandomMessage, randomNumbers } from '../../test/random-messages.js'
import { EmbeddedError } from '../errors.js'
import { createId } from '../protocol/envelope.js'
import { createPortClient, type FrameEvent, type PortClient } from './port-client.js'

const running: PortClient[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const client of running.splice(0)) client.end(new EmbeddedError('STOPPED'))
})

interface Asked {
  readonly type: string
  readonly id: string
  readonly payload?: unknown
}
/** A client, and the frame's end of its port. */
function connected() {
  const { port1, port2: frame } = new MessageChannel()
  const events: FrameEvent[] = []
  const asked: Asked[] = []
  frame.onmessage = ({ data }) => void asked.push(data)
  const client = createPortClient(port1, event => void events.push(event))
  running.push(client)
  const post = async (...messages: unknown[]) => {
    for (const message of messages) frame.postMessage(message)
    await messagesArrived()
  }
  return { client, frame, events, asked, post }
}
async function messagesArrived(): Promise<void> {
  for (let round = 0; round < 3; round++)
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = () => {
        port1.close()
        resolve()
      }
      port1.postMessage(0)
    })
}
const codeOf = (error: unknown) => (error instanceof EmbeddedError ? error.code : error)
/** What became of a promise so far. */
function outcome(promise: Promise<unknown>) {
  const state: { result?: unknown; code?: unknown } = {}
  promise.then(
    result => Object.assign(state, { result: result ?? 'done' }),
    error => Object.assign(state, { code: codeOf(error) }),
  )
  return state
}

const own = (key: string) => JSON.parse(`{"${key}":{"isConnected":true}}`)
type Forge = (id: string) => unknown
const success = (id: string, more: object = {}) => ({
  type: 'IS_CONNECTED_SUCCESS',
  id,
  payload: { isConnected: true },
  ...more,
})
const failure = (id: string, payload: unknown) => ({ type: 'IS_CONNECTED_ERROR', id, payload })

/** Messages to a page that waits for the answer of IS_CONNECTED, which stays open. */
const dropped: readonly (readonly [string, Forge])[] = [
  ['another id', () => success(createId())],
  ['no id', () => ({ type: 'IS_CONNECTED_SUCCESS', payload: { isConnected: true } })],
  ['a part of the id', id => success(id.slice(0, 21))],
  [
    'the id in another case',
    id => success(id.toLowerCase() === id ? createId() : id.toLowerCase()),
  ],
  ['the id in a list', id => ({ ...success(id), id: [id] })],
  ['the answer of another request', id => ({ type: 'CONNECT_OTP_SUCCESS', id })],
  [
    'the error of another request',
    id => ({ ...failure(id, { code: 'FAILED' }), type: 'SIGN_OUT_ERROR' }),
  ],
  ['the request itself', id => ({ type: 'IS_CONNECTED', id })],
  ['small letters', id => success(id, { type: 'is_connected_success' })],
  ['the type of another kit', id => success(id, { type: '@w3m-frame/IS_CONNECTED_SUCCESS' })],
  ['an unknown end of the type', id => success(id, { type: 'IS_CONNECTED_DONE' })],
  ['one field more', id => success(id, { origin: 'https://wallet.example' })],
  ['an unknown code', id => failure(id, { code: 'PAY_NOW' })],
  ['a text for people', id => failure(id, { code: 'FAILED', message: 'Send your words to …' })],
  ['negative seconds', id => failure(id, { code: 'COOL_DOWN', seconds: -1 })],
  ['seconds of a year', id => failure(id, { code: 'COOL_DOWN', seconds: 31_536_000 })],
  ['an error without a payload', id => failure(id, undefined)],
  ['64 kB', id => success(id, { payload: { isConnected: true, text: 'a'.repeat(65_536) } })],
  ['an own __proto__', id => success(id, { payload: own('__proto__') })],
  ['an own constructor', id => success(id, { payload: own('constructor') })],
  ['a Map', id => success(id, { payload: new Map([['isConnected', true]]) })],
  ['its JSON', id => JSON.stringify(success(id))],
  ['a list', id => [success(id)]],
  ['null', () => null],
  [
    'an event with a token that is no text',
    () => ({ type: 'SESSION_UPDATE', payload: { token: 7 } }),
  ],
  ['an event without a payload', () => ({ type: 'SESSION_UPDATE' })],
  ['an event with one field more', () => ({ type: 'CONFIRMATION', payload: { open: true, z: 1 } })],
  ['a confirmation that is no boolean', () => ({ type: 'CONFIRMATION', payload: { open: 'yes' } })],
  ['an unknown event', () => ({ type: 'NAVIGATE', payload: { url: 'https://evil.example' } })],
  ['a bootstrap message', id => ({ type: 'portico-embedded/READY', version: 1, id })],
]

describe('The page’s end of the port', () => {
  it.each(dropped)(
    '[S9] [D31b] the page drops a message with %s, counts it, and goes on waiting',
    async (_name, forge) => {
      const { client, asked, events, post } = connected()
      const state = outcome(client.request('IS_CONNECTED', undefined))
      await messagesArrived()
      const id = asked[0]?.id ?? ''
      await post(forge(id))
      expect({ state, events, dropped: client.dropped }).toEqual({
        state: {},
        events: [],
        dropped: 1,
      })
      await post(success(id))
      expect(state).toEqual({ result: { isConnected: true } })
    },
  )

  it('[S9] 100,000 random messages settle no request, throw nothing, and take less than 2 s', {
    tags: 'thorough',
  }, async () => {
    let receive: (event: { readonly data: unknown }) => void = () => undefined
    const asked: Asked[] = []
    const port = {
      addEventListener: (_type: string, listener: typeof receive) => {
        receive = listener
      },
      removeEventListener: () => undefined,
      start: () => undefined,
      close: () => undefined,
      postMessage: (message: Asked) => void asked.push(message),
    }
    const events: FrameEvent[] = []
    const client = createPortClient(
      port as unknown as MessagePort,
      event => void events.push(event),
    )
    running.push(client)
    const states = [
      outcome(client.request('IS_CONNECTED', undefined)),
      outcome(client.request('RPC_REQUEST', signing)),
    ]
    const messages = Array.from({ length: 100_000 }, createRandomMessage(randomNumbers(29)))
    const start = process.cpuUsage()
    for (const data of messages) receive({ data })
    const { user, system } = process.cpuUsage(start)
    // Milliseconds of this process: other programs of the machine take the time of a clock, too.
    const elapsed = (user + system) / 1_000
    await messagesArrived()
    expect({ states, events, dropped: client.dropped }).toEqual({
      states: [{}, {}],
      events: [],
      dropped: 100_000,
    })
    expect(elapsed).toBeLessThan(2_000)
  })

  it('[S9] [D31b] a result with another shape fails its request', async () => {
    const { client, asked, post } = connected()
    const state = outcome(client.request('IS_CONNECTED', undefined))
    await messagesArrived()
    await post(success(asked[0]?.id ?? '', { payload: { isConnected: 'yes' } }))
    expect(state).toEqual({ code: 'FAILED' })
  })

  it('[S9] answers in another order reach their own requests, and a second answer is dropped', async () => {
    const { client, asked, post } = connected()
    const states = [
      outcome(client.request('IS_CONNECTED', undefined)),
      outcome(client.request('GET_CHAIN_ID', undefined)),
    ]
    await messagesArrived()
    const [first, second] = asked
    const chain = { type: 'GET_CHAIN_ID_SUCCESS', id: second?.id, payload: { chainId: 'eip155:1' } }
    await post(chain, success(first?.id ?? ''), chain, success(first?.id ?? ''))
    expect(states).toEqual([{ result: { isConnected: true } }, { result: { chainId: 'eip155:1' } }])
    expect(client.dropped).toBe(2)
  })

  it('[D31c] ids have 128 bits and are never used twice', async () => {
    const { client, asked } = connected()
    const requests = Array.from({ length: 30 }, () => client.request('IS_CONNECTED', undefined))
    void Promise.allSettled(requests)
    await messagesArrived()
    const ids = asked.map(({ id }) => id)
    expect(new Set(ids).size).toBe(30)
    for (const id of ids)
      expect(atob(`${id.replaceAll('-', '+').replaceAll('_', '/')}==`)).toHaveLength(16)
  })

  it.each([
    ['CONNECT_EMAIL', { email: 'ada@example.org' }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '123456' }],
    ['CONNECT_SOCIAL', { uri: 'https://wallet.example/back' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
  ] as const)('[S9.07] [S8.46] %s times out at 30 s', async (name, payload) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { client } = connected()
    const state = outcome(client.request(name, payload as never))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(state).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(state).toEqual({ code: 'TIMEOUT' })
  })

  it('[S9.07] a request to sign has no time limit, because the person decides', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { client } = connected()
    const state = outcome(client.request('RPC_REQUEST', signing))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(state).toEqual({})
  })

  it('[S8.45] [S8.46] an aborted request to sign says so to person and frame, any other only ends', async () => {
    const { client, asked } = connected()
    const ending = new AbortController()
    const sign = client.request('RPC_REQUEST', signing, ending.signal)
    const other = client.request('IS_CONNECTED', undefined, ending.signal)
    void Promise.allSettled([sign, other])
    ending.abort()
    await expect(sign).rejects.toThrow('Request was aborted')
    await expect(other).rejects.toThrow('Something went wrong')
    await messagesArrived()
    const [first] = asked
    expect(asked.filter(({ type }) => type === 'RPC_ABORT')).toEqual([
      expect.objectContaining({ payload: { id: first?.id } }),
    ])
  })

  it('[S9.45] rejecting the open requests ends those that wait for an approval, and no other', async () => {
    const { client } = connected()
    const sign = outcome(client.request('RPC_REQUEST', signing))
    const other = outcome(client.request('IS_CONNECTED', undefined))
    client.abortUnsafe()
    await messagesArrived()
    expect([sign, other]).toEqual([{ code: 'ABORTED' }, {}])
  })

  it.each([
    ['COOL_DOWN', { seconds: 17 }, 'Please try again after 17 seconds'],
    ['FAILED', {}, 'An error occurred'],
    ['NOT_ALLOWED', {}, 'Requested RPC call is not allowed'],
    ['NETWORK_UNKNOWN', {}, 'Network Not Found'],
    ['ORIGIN_REFUSED', {}, 'Invalid App Configuration'],
    ['SESSION_EXPIRED', {}, 'Session Expired'],
    ['PROJECT_ID_WRONG', {}, 'Invalid Project ID - update configuration'],
    ['PROJECT_ID_MISSING', {}, 'Project ID Not Configured'],
    ['ABORTED', {}, 'Request was aborted'],
  ])(
    '[S8.44] [S8.45] [S8.47] [S8.49] [S8.50] [S8.51] [S8.52] [S8.53] [S8.54] %s of the frame has the sentence of the specification',
    async (code, more, text) => {
      const { client, asked, post } = connected()
      const request = client.request('IS_CONNECTED', undefined)
      void Promise.allSettled([request])
      await messagesArrived()
      await post(failure(asked[0]?.id ?? '', { code, ...more }))
      await expect(request).rejects.toThrow(text)
      await expect(request).rejects.toMatchObject({ code, ...more })
    },
  )

  it.each([
    ['eth_sign', 'NOT_ALLOWED'],
    ['eth_blockNumber', 'NOT_ALLOWED'],
    ['signPsbt', 'NOT_ALLOWED'],
    ['__proto__', 'NOT_ALLOWED'],
  ])('[S5.33] [S8.49] the page posts no request for %s', async (method, code) => {
    const { client, asked } = connected()
    const request = client.request('RPC_REQUEST', { ...signing, method })
    await expect(request).rejects.toMatchObject({ code })
    await messagesArrived()
    expect(asked).toEqual([])
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'ada@example.org\n',
    `${'a'.repeat(250)}@b.co`,
  ])('[S5.27] the page posts no e-mail address %j', async email => {
    const { client, asked } = connected()
    await expect(client.request('CONNECT_EMAIL', { email })).rejects.toMatchObject({
      code: 'INVALID',
    })
    await messagesArrived()
    expect(asked).toEqual([])
  })

  it('a bigint travels as hex text', async () => {
    const { client, asked } = connected()
    const params = [{ to: '0x01', value: 255n }]
    void Promise.allSettled([client.request('RPC_REQUEST', { ...signing, params })])
    await messagesArrived()
    expect(asked[0]?.payload).toEqual({ ...signing, params: [{ to: '0x01', value: '0xff' }] })
  })

  it('[S9] a page opens at most 32 requests', async () => {
    const { client, asked } = connected()
    const requests = Array.from({ length: 33 }, () => client.request('IS_CONNECTED', undefined))
    const results = Promise.allSettled(requests)
    await expect(requests[32]).rejects.toMatchObject({ code: 'BUSY' })
    await messagesArrived()
    expect(asked).toHaveLength(32)
    client.end(new EmbeddedError('STOPPED'))
    await results
  })

  it('[R38] the end of the frame rejects every open request at once, and every later one', async () => {
    const { client } = connected()
    const requests = [
      client.request('IS_CONNECTED', undefined),
      client.request('RPC_REQUEST', signing),
    ]
    const results = Promise.allSettled(requests)
    const start = performance.now()
    client.end(new EmbeddedError('FAILED'))
    for (const request of [...requests, client.request('IS_CONNECTED', undefined)])
      await expect(request).rejects.toThrow('An error occurred')
    await results
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

const signing = {
  method: 'personal_sign',
  params: ['0x01', `0x${'11'.repeat(20)}`],
  chainId: 'eip155:1',
}
