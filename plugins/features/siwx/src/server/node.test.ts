import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '../../test/accounts.js'
import { site } from '../../test/handler-rig.js'
import { toNodeListener } from './index.js'

describe('the handler over Node', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const serve = async (listener: RequestListener) => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  /** Sends raw bytes, and resolves with everything received until the connection is closed. */
  const raw = (port: number, text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let received = ''
      socket.setEncoding('utf8').on('data', part => {
        received += part
      })
      socket.once('error', reject).once('close', () => resolve(received))
    })
  const last = 'GET /auth/session HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

  it.each([
    ['a method that no handler accepts', 'TRACE /auth/nonce HTTP/1.1', 405, '{"error":"METHOD"}'],
    ['a request for *', 'OPTIONS * HTTP/1.1', 405, '{"error":"METHOD"}'],
    ['an address without a host', 'GET // HTTP/1.1', 404, '{"error":"NOT_FOUND"}'],
    ['an address with an invalid port', 'GET //x:y/ HTTP/1.1', 404, '{"error":"NOT_FOUND"}'],
    [
      'an address of another host',
      'GET http://[evil/auth/session HTTP/1.1',
      200,
      '{"sessions":[],',
    ],
    ['an address with two slashes', 'GET //auth/session HTTP/1.1', 200, '{"sessions":[],'],
  ])('%s is answered, and the server keeps running', async (_, line, status, body) => {
    const port = await serve(toNodeListener(site().handler))
    const received = await raw(port, `${line}\r\nhost: x\r\n\r\n${last}`)
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(received).toContain(body)
    expect(received).toMatch(/HTTP\/1\.1 200 OK[\s\S]*"sessions":\[\]/)
  })
  it.each([
    [
      'without a declared length',
      'transfer-encoding: chunked',
      `f4240\r\n${'x'.repeat(1_000_000)}\r\n0\r\n\r\n`,
    ],
    ['with a declared length', 'content-length: 1000000', 'x'.repeat(1_000_000)],
  ])(
    '[R36] a body of a megabyte %s is rejected, and the connection stays open',
    async (_, header, body) => {
      const port = await serve(toNodeListener(site().handler))
      const received = await raw(
        port,
        `POST /auth/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n${body}${last}`,
      )
      expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE[\s\S]*HTTP\/1\.1 200 OK/)
    },
  )
  it('a body that breaks off is rejected, and the server keeps running', async () => {
    const there = site()
    const port = await serve(toNodeListener(there.handler))
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /auth/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"message":',
      () => socket.destroy(),
    )
    await vi.waitFor(
      () =>
        expect(there.reported).toMatchObject([
          { status: 400, code: 'BODY_MALFORMED', cause: { code: 'ECONNRESET' } },
        ]),
      10_000,
    )
    expect(await raw(port, last)).toMatch(/^HTTP\/1\.1 200 /)
  })
  it('a failure in the handler, or an unreadable body, is answered, unless an answer was sent before', async () => {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    const failing = toNodeListener(() => Promise.reject(new RangeError('secret')))
    const reading = toNodeListener(site().handler)
    const port = await serve((request, response) => {
      if (request.url === '/answered') response.end('mine')
      if (request.url === '/circle/verify')
        return void reading(Object.assign(request, { body: circle }), response)
      void failing(request, response)
    })
    const ask = (path: string) =>
      raw(
        port,
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      )
    expect(await ask('/any')).toMatch(/^HTTP\/1\.1 500 [\s\S]*{"error":"FAILED"}$/)
    expect(await ask('/circle/verify')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*{"error":"BODY_MALFORMED"}$/,
    )
    expect(await ask('/answered')).toMatch(/^HTTP\/1\.1 200 [\s\S]*mine/)
  })

  it('the Node listener answers like the handler alone, also where a body was read before', async () => {
    const there = site()
    const listener = toNodeListener(there.handler)
    const port = await serve((request, response) => {
      if (request.url !== '/read/signout') return void listener(request, response)
      request.resume()
      request.once(
        'end',
        () => void listener(Object.assign(request, { body: { accounts: 'none' } }), response),
      )
    })
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    const body = JSON.stringify(await there.signed(accounts.eip155))
    const answer = await fetch(at('/auth/verify'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: there.cookie() },
      body,
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      200,
      [expect.stringContaining('HttpOnly')],
    ])
    expect((await fetch(at('/auth/nonce'))).headers.get('cache-control')).toBe('no-store')
    expect((await fetch(at('/auth/nothing'))).status).toBe(404)
    const read = await fetch(at('/read/signout'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await read.json()).toEqual({ error: 'BODY_MALFORMED' })
  })
})
