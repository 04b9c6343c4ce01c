import { createId, maxOpenRequests, safeMethods } from '@portico/plugin-embedded/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { messagesArrived, pageOrigin } from '../../test/framed-page.js'
import { KeyError, type KeyErrorCode } from '../keys/errors.js'
import { FrameRefusal } from './errors.js'
import { type FrameHandlers, type PageService, servePage } from './serve-page.js'

const running: PageService[] = []
afterEach(() => {
  for (const service of running.splice(0)) service.close()
})

/** A frame that serves a page, and everything that reached its handlers. */
function servedPage(more: FrameHandlers = {}, optional?: ('bip122' | 'polkadot')[]) {
  const { port1: page, port2: port } = new MessageChannel()
  const calls: string[] = []
  const reported: unknown[] = []
  const answers: unknown[] = []
  page.onmessage = ({ data }) => void answers.push(data)
  const service = servePage({
    port,
    origin: pageOrigin,
    ...(optional && { optional }),
    report: error => void reported.push(error),
    handlers: {
      IS_CONNECTED: async () => {
        calls.push('IS_CONNECTED')
        return { isConnected: true }
      },
      CONNECT_EMAIL: async ({ email }) => {
        calls.push(`CONNECT_EMAIL ${email}`)
        return { action: 'VERIFY_OTP' }
      },
      CONNECT_OTP: async ({ otp }) => void calls.push(`CONNECT_OTP ${otp}`),
      sign: async ({ method }) => {
        calls.push(method)
        return '0x01'
      },
      ...more,
    },
  })
  running.push(service)
  const post = async (...messages: unknown[]) => {
    for (const message of messages) page.postMessage(message)
    await messagesArrived()
  }
  return { page, port, service, calls, reported, answers, post }
}
const request = (type: string, payload?: unknown) =>
  payload === undefined ? { type, id: createId() } : { type, id: createId(), payload }
const rpc = (method: unknown, params: unknown = [], chainId = 'eip155:1') =>
  request('RPC_REQUEST', { method, params, chainId })

const own = (key: string, value: unknown) => JSON.parse(`{"${key}":${JSON.stringify(value)}}`)
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const cyclic = (() => {
  const value: { self?: unknown } = {}
  value.self = value
  return value
})()
const email = (value: unknown) => request('CONNECT_EMAIL', value)
const named = (list: unknown[]) => Object.assign(list, { email: 'ada@example.org' })

/** Messages that get no answer at all. */
const dropped: readonly (readonly [string, unknown])[] = [
  ['an unknown type', request('TRANSFER_EVERYTHING')],
  ['a type in small letters', request('is_connected')],
  ['a type with a blank', request('IS_CONNECTED ')],
  ['the type __proto__', request('__proto__')],
  ['the type constructor', request('constructor')],
  ['the type toString', request('toString')],
  ['the type of another kit', request('@w3m-app/IS_CONNECTED')],
  ['the type of an answer', request('IS_CONNECTED_SUCCESS')],
  ['the type of an event', request('SESSION_UPDATE', { token: 'x' })],
  ['a bootstrap message', { type: 'portico-embedded/BOOTSTRAP', version: 1, id: createId() }],
  ['a type that is a list', { type: ['IS_CONNECTED'], id: createId() }],
  ['no type', { id: createId() }],
  ['no id', { type: 'IS_CONNECTED' }],
  ['an id that can be guessed', { type: 'IS_CONNECTED', id: 'k3j5x' }],
  ['a long id', { type: 'IS_CONNECTED', id: createId().repeat(2) }],
  ['an id that is an object', { type: 'IS_CONNECTED', id: { id: createId() } }],
  ['one field more', { ...request('IS_CONNECTED'), origin: pageOrigin }],
  ['64 kB of text', email({ email: 'a'.repeat(65_536) })],
  [
    '64 kB of keys',
    email(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))),
  ],
  [
    '64 kB of entries',
    rpc(
      'personal_sign',
      Array.from({ length: 40_000 }, () => 1),
    ),
  ],
  ['17 levels', rpc('personal_sign', nested(17))],
  ['a cycle', rpc('personal_sign', cyclic)],
  ['an own __proto__', email(own('__proto__', { email: 'ada@example.org' }))],
  ['an own constructor', email(own('constructor', {}))],
  ['an own prototype', email(own('prototype', {}))],
  ['a deep __proto__', rpc('personal_sign', [own('__proto__', {})])],
  ['a Map', email(new Map([['email', 'ada@example.org']]))],
  ['a Date', email(new Date(0))],
  ['bytes', email(new Uint8Array(8))],
  ['an Error', email(new RangeError('x'))],
  ['a bigint', rpc('personal_sign', [1n])],
  ['NaN', rpc('personal_sign', [Number.NaN])],
  ['an infinite number', rpc('personal_sign', [Number.POSITIVE_INFINITY])],
  ['a list with a hole', rpc('personal_sign', new Array(3))],
  ['a list with a named property', rpc('personal_sign', named([]))],
  ['text', JSON.stringify(request('IS_CONNECTED'))],
  ['a list', [request('IS_CONNECTED')]],
  ['null', null],
  ['a number', 1],
]

const address = `0x${'11'.repeat(20)}`
const transaction = { from: address, to: address, value: '0x1' }
/** Messages that get an error. */
const refused: readonly (readonly [string, string, unknown])[] = [
  ['a payload that the request does not have', 'INVALID', request('IS_CONNECTED', { a: 1 })],
  ['no payload', 'INVALID', request('CONNECT_EMAIL')],
  ['no e-mail address', 'INVALID', email({ email: 'ada' })],
  ['an address that is a list', 'INVALID', email({ email: ['ada@example.org'] })],
  ['an address of 255 signs', 'INVALID', email({ email: `${'a'.repeat(243)}@example.org` })],
  ['an address with a line break', 'INVALID', email({ email: 'ada@example.org\nbcc: eve' })],
  ['an unknown field of the payload', 'INVALID', email({ email: 'ada@example.org', admin: true })],
  ['a code of five digits', 'INVALID', request('CONNECT_OTP', { otp: '12345' })],
  ['a code of other digits', 'INVALID', request('CONNECT_OTP', { otp: '１２３４５６' })],
  ['a code that is a number', 'INVALID', request('CONNECT_OTP', { otp: 123456 })],
  ['a request that the frame lacks', 'UNSUPPORTED', request('CONNECT_FARCASTER')],
  [
    'a provider outside the list',
    'INVALID',
    request('GET_SOCIAL_REDIRECT_URI', { provider: 'eve' }),
  ],
  ['another theme mode', 'INVALID', request('SYNC_THEME', { themeMode: 'sepia' })],
  ['another account type', 'INVALID', request('SET_PREFERRED_ACCOUNT', { type: 'root' })],
  ['eth_sign', 'NOT_ALLOWED', rpc('eth_sign', [address, '0x01'])],
  ['capital letters', 'NOT_ALLOWED', rpc('PERSONAL_SIGN', ['0x01', address])],
  ['a blank after the method', 'NOT_ALLOWED', rpc('personal_sign ', ['0x01', address])],
  ['a method with a zero byte', 'NOT_ALLOWED', rpc('personal_sign\0', ['0x01', address])],
  ['a method that is a list', 'NOT_ALLOWED', rpc(['personal_sign'], ['0x01', address])],
  ['a method of the prototype', 'NOT_ALLOWED', rpc('hasOwnProperty')],
  ['a Bitcoin method, not turned on', 'NOT_ALLOWED', rpc('signPsbt', {}, 'bip122:00')],
  [
    'a network of another namespace',
    'INVALID',
    rpc('personal_sign', ['0x01', address], 'solana:x'),
  ],
  ['no network', 'INVALID', request('RPC_REQUEST', { method: 'personal_sign', params: [] })],
  [
    'a network that is a number',
    'INVALID',
    request('RPC_REQUEST', { method: 'personal_sign', chainId: 1 }),
  ],
  [
    'an RPC address of the page',
    'INVALID',
    request('RPC_REQUEST', {
      method: 'personal_sign',
      chainId: 'eip155:1',
      rpcUrl: 'https://evil.example',
    }),
  ],
  [
    'a delegation (EIP-7702)',
    'INVALID',
    rpc('eth_sendTransaction', [{ ...transaction, authorizationList: [] }]),
  ],
  [
    'a transaction of type 4',
    'INVALID',
    rpc('eth_sendTransaction', [{ ...transaction, type: '0x4' }]),
  ],
  [
    'a destination without 0x',
    'INVALID',
    rpc('eth_sendTransaction', [{ ...transaction, to: address.slice(2) }]),
  ],
  [
    'data without 0x',
    'INVALID',
    rpc('wallet_sendCalls', [{ calls: [{ to: address, data: 'ab' }] }]),
  ],
  ['two transactions', 'INVALID', rpc('eth_sendTransaction', [transaction, transaction])],
  ['a method without a view', 'UNSUPPORTED', rpc('wallet_grantPermissions', [])],
]

describe('The port of the frame', () => {
  it.each(dropped)(
    '[S9] [D31b] the frame drops a message with %s without an answer, and counts it',
    async (_name, message) => {
      const { post, calls, answers, service, reported } = servedPage()
      await post(message)
      expect({ calls, answers, reported, refused: service.refused }).toEqual({
        calls: [],
        answers: [],
        reported: [],
        refused: 1,
      })
    },
  )

  it.each(refused)(
    '[S9] [S28] [S5.27] [S5.28] [S5.29] [S5.32] [S5.33] the frame refuses %s as %s',
    async (_name, code, message) => {
      const { post, calls, answers, reported } = servedPage()
      await post(message)
      const { type, id } = message as { type: string; id: string }
      expect({ calls, answers, reported }).toEqual({
        calls: [],
        answers: [{ type: `${type}_ERROR`, id, payload: { code } }],
        reported: [],
      })
    },
  )

  it.skipIf(!hasVectors)(
    '[S28] [S9.43] [S9.44] [D31d] the frame signs by the 11 methods of the public list, and by none of the others',
    async () => {
      const { cases } = vectors<{ method: unknown; class: string }>('rpc-method-classes')
      expect(cases).toHaveLength(70)
      for (const row of cases) {
        const { post, answers, calls } = servedPage()
        await post(
          rpc(
            row.method,
            [],
            row.method?.toString().startsWith('solana') ? 'solana:x' : 'eip155:1',
          ),
        )
        const [{ payload }] = answers as [{ payload: { code: string } }]
        expect(payload.code === 'NOT_ALLOWED', String(row.method)).toBe(row.class !== 'unsafe')
        expect(calls).toEqual([])
      }
    },
  )

  it('[S9.43] the frame refuses every method that only reads, because it contacts no node', async () => {
    const { post, answers, calls } = servedPage()
    await post(...safeMethods.slice(0, 30).map(method => rpc(method)))
    expect(answers).toHaveLength(30)
    expect(answers).toEqual(
      answers.map(() => expect.objectContaining({ type: 'RPC_REQUEST_ERROR' })),
    )
    expect(calls).toEqual([])
  })

  it('[S9] a valid request reaches its handler once, and is answered with its id', async () => {
    const { post, answers, calls } = servedPage({}, ['polkadot'])
    const messages = [
      request('IS_CONNECTED'),
      email({ email: 'ada@example.org' }),
      request('CONNECT_OTP', { otp: '000042' }),
      rpc('personal_sign', ['0x01', address]),
      rpc('polkadot_signMessage', { address: '5x', message: 'hi' }, 'polkadot:91b'),
    ]
    await post(...messages)
    expect(calls).toEqual([
      'IS_CONNECTED',
      'CONNECT_EMAIL ada@example.org',
      'CONNECT_OTP 000042',
      'personal_sign',
      'polkadot_signMessage',
    ])
    expect(answers).toEqual(
      messages.map(({ id }) =>
        expect.objectContaining({ id, type: expect.stringMatching(/_SUCCESS$/) }),
      ),
    )
  })

  it.each([
    ['at once', 0],
    ['after its answer', 1],
  ])('[S9] a message that is sent again %s is dropped', async (_when, pause) => {
    const { post, calls, answers, service } = servedPage()
    const message = request('CONNECT_OTP', { otp: '000042' })
    if (pause) await post(message).then(() => post(message))
    else await post(message, message)
    expect(calls).toEqual(['CONNECT_OTP 000042'])
    expect(answers).toHaveLength(1)
    expect(service.refused).toBe(1)
  })

  it('[S9] an id that was used for another request is dropped', async () => {
    const { post, calls, service } = servedPage()
    const first = request('IS_CONNECTED')
    await post(first, { ...email({ email: 'ada@example.org' }), id: first.id })
    expect(calls).toEqual(['IS_CONNECTED'])
    expect(service.refused).toBe(1)
  })

  it('[S9] an abort ends its own signing request only, whatever order the messages have', async () => {
    const signals: AbortSignal[] = []
    const waiting: FrameHandlers = {
      sign: (_request, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    }
    const { post, answers } = servedPage(waiting)
    const [early, first, second] = [0, 1, 2].map(() => rpc('personal_sign', ['0x01', address]))
    if (!early || !first || !second) expect.unreachable()
    // An abort that overtakes its request has nothing to end.
    await post(request('RPC_ABORT', { id: early.id }), early, first, second)
    await post(request('RPC_ABORT', { id: second.id }), request('RPC_ABORT', { id: createId() }))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true])
    expect(answers).toContainEqual({
      type: 'RPC_REQUEST_ERROR',
      id: second.id,
      payload: { code: 'ABORTED' },
    })
  })

  it('[S9] a page has at most 32 open requests, and an abort always gets through', async () => {
    const { post, answers } = servedPage({ sign: () => new Promise(() => undefined) })
    const messages = Array.from({ length: maxOpenRequests + 1 }, () =>
      rpc('personal_sign', ['0x01', address]),
    )
    await post(...messages)
    expect(answers).toEqual([
      { type: 'RPC_REQUEST_ERROR', id: messages.at(-1)?.id, payload: { code: 'FAILED' } },
    ])
    await post(request('RPC_ABORT', { id: messages[0]?.id }))
    expect(answers).toContainEqual(
      expect.objectContaining({ id: messages[0]?.id, payload: { code: 'ABORTED' } }),
    )
  })

  it('[S9] a frame tells the page no more of a failure than a code, and its own log all of it', async () => {
    const failure = new RangeError('The key is 0x1234.')
    const { post, answers, reported } = servedPage({
      IS_CONNECTED: () => Promise.reject(failure),
      CONNECT_EMAIL: () => Promise.reject(new FrameRefusal('COOL_DOWN', { seconds: 12 })),
      CONNECT_OTP: async () => ({ secret: 1 }) as never,
    })
    await post(
      request('IS_CONNECTED'),
      email({ email: 'ada@example.org' }),
      request('CONNECT_OTP', { otp: '000042' }),
    )
    expect(answers).toEqual([
      expect.objectContaining({ payload: { code: 'FAILED' } }),
      expect.objectContaining({ payload: { code: 'COOL_DOWN', seconds: 12 } }),
      expect.objectContaining({ payload: { code: 'FAILED' } }),
    ])
    expect(reported[0]).toBe(failure)
    expect(reported).toHaveLength(2)
  })

  it.each<[KeyErrorCode, string]>([
    ['STORAGE_BLOCKED', 'STORAGE_BLOCKED'],
    ['BROWSER_TOO_OLD', 'BROWSER_TOO_OLD'],
    ['DEVICE_SHARE_MISSING', 'WALLET_ELSEWHERE'],
    ['LOGIN_KEY_MISSING', 'SESSION_EXPIRED'],
    ['SHARE_WRONG', 'WALLET_MISMATCH'],
  ])('the page is told of the error %s of the keys by the code %s', async (code, told) => {
    const failure = new KeyError(code, 'The share is 0x1234.')
    const { post, answers, reported } = servedPage({
      IS_CONNECTED: () => Promise.reject(failure),
    })
    await post(request('IS_CONNECTED'))
    expect(answers).toEqual([expect.objectContaining({ payload: { code: told } })])
    expect(reported).toEqual([failure])
  })

  it('[S9] nothing that arrives after the port is closed reaches a handler', async () => {
    const { page, port, service, calls } = servedPage()
    service.close()
    port.dispatchEvent(new MessageEvent('message', { data: request('IS_CONNECTED') }))
    page.postMessage(request('IS_CONNECTED'))
    await messagesArrived()
    expect(calls).toEqual([])
  })
})
