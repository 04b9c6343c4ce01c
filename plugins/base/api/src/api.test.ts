import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel, type Kernel } from '@portico/kernel'
import { HttpAnswerError, HttpError, httpService } from '@portico/kernel/backend'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from './plugin.js'

interface Seen {
  readonly method: string | undefined
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (request: Seen, response: ServerResponse) => void

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value))
  }
const anything = (body: unknown) => body

let seen: Seen[] = []
let answer: Answer = json({})
let origin = ''
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const one = {
    method: request.method,
    url: new URL(request.url ?? '', origin),
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  }
  seen.push(one)
  answer(one, response)
})
const kernels: Kernel[] = []
const kernelWith = (options?: Parameters<typeof api>[0]) => {
  const kernel = createKernel({
    plugins: [api(options)],
    onError: error => expect.unreachable(String(error)),
  })
  kernels.push(kernel)
  return kernel
}
const client = (options?: Parameters<typeof api>[0]) => kernelWith(options).use(httpService)
const failure = (work: Promise<unknown>): Promise<HttpError> =>
  work.then(
    () => expect.unreachable('no error'),
    error => error,
  )

beforeEach(async () => {
  seen = []
  answer = json({})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

describe('the HTTP client', () => {
  it('[S7.01] the client can GET, POST, PUT, DELETE and get a blob', async () => {
    const ask = client()
    answer = ({ method }, response) => json({ method })({} as Seen, response)
    for (const method of ['get', 'post', 'put', 'delete'] as const)
      expect(await ask[method](`${origin}/v1`, { read: anything })).toEqual({
        method: method.toUpperCase(),
      })

    const bytes = new Uint8Array([137, 80, 78, 71, 0, 255])
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
    const blob = await ask.blob(`${origin}/image`)
    expect(blob.type).toBe('image/png')
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
  })

  it('[S7.02] the client adds query parameters to those of the address, without null and undefined', async () => {
    await client().get(`${origin}/v1?kept=1`, {
      query: { text: 'a b&c=ä', empty: '', zero: 0, no: false, none: null, missing: undefined },
      read: anything,
    })
    expect([...(seen[0]?.url.searchParams ?? [])]).toEqual([
      ['kept', '1'],
      ['text', 'a b&c=ä'],
      ['empty', ''],
      ['zero', '0'],
      ['no', 'false'],
    ])
  })

  it('[S7.02] any query value arrives as it was given', async () => {
    const ask = client()
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string({ minLength: 1, unit: 'grapheme' }),
          fc.string({ unit: 'grapheme' }),
          { maxKeys: 5 },
        ),
        async query => {
          seen = []
          await ask.get(`${origin}/v1`, { query, read: anything })
          expect([...(seen[0]?.url.searchParams ?? [])]).toEqual(Object.entries(query))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('[S7.03] the client appends the client id when there is one, and nothing when there is none', async () => {
    await client({ clientId: 'did:key:z6Mk' }).get(`${origin}/v1`, {
      query: { a: 1 },
      read: anything,
    })
    await client().get(`${origin}/v1`, { query: { a: 1 }, read: anything })
    await client({ clientId: '' }).get(`${origin}/v1`, { query: { a: 1 }, read: anything })
    expect(seen.map(({ url }) => url.search)).toEqual([
      '?a=1&clientId=did%3Akey%3Az6Mk',
      '?a=1',
      '?a=1',
    ])
  })

  it('[S7.04] the client sends bodies as JSON, and no body where there is none', async () => {
    const ask = client()
    await ask.post(`${origin}/v1`, { body: { amount: '1', list: [null, true] }, read: anything })
    await ask.delete(`${origin}/v1`, { read: anything })
    expect(seen[0]).toMatchObject({
      body: '{"amount":"1","list":[null,true]}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(seen[1]?.body).toBe('')
    expect(seen[1]?.headers).not.toHaveProperty('content-type')
  })

  it('the headers of the caller win over those of the client', async () => {
    await client().post(`${origin}/v1`, {
      body: 1,
      headers: { 'content-type': 'text/plain', 'x-sign': 'a' },
      read: anything,
    })
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'text/plain', 'x-sign': 'a' })
  })

  it.each([400, 401, 403, 404, 418, 500, 502, 599])(
    '[S7.05] status %d raises an error that carries the status and the response',
    async status => {
      answer = json({ reason: 'no' }, status)
      const error = await failure(client().get(`${origin}/v1?account=secret`, { read: anything }))
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({
        code: 'HTTP_STATUS',
        status,
        response: { reason: 'no' },
        message: `The service answered with an error (${status}).`,
      })
      expect(seen).toHaveLength(1)
    },
  )

  it('[S7.05] a response that is no JSON is carried as text, and a long one is cut', async () => {
    answer = (_, response) => response.writeHead(500).end('<h1>Oops</h1>')
    expect(await failure(client().get(`${origin}/v1`, { read: anything }))).toMatchObject({
      response: '<h1>Oops</h1>',
    })
    answer = (_, response) => response.writeHead(500).end('x'.repeat(1_000_000))
    expect((await failure(client().get(`${origin}/v1`, { read: anything }))).response).toBe(
      'x'.repeat(16_384),
    )
  })

  it('[S7.05] a request for a blob raises the same error on an error status', async () => {
    answer = json('gone', 410)
    expect(await failure(client().blob(`${origin}/image`))).toMatchObject({
      code: 'HTTP_STATUS',
      status: 410,
      response: 'gone',
    })
  })

  it('a response without a body reads as undefined', async () => {
    answer = (_, response) => response.writeHead(204).end()
    expect(await client().delete(`${origin}/v1`, { read: body => ({ body }) })).toEqual({
      body: undefined,
    })
  })

  it('[R7] a body that the schema rejects, or that is no JSON, is a named error with a message', async () => {
    const ask = client()
    const strict = (body: unknown) => {
      if (typeof body !== 'number') throw new TypeError('not a number')
      return body
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.json(), fc.constantFrom('<html>', '{"a":', 'NaN', '[[[', '')),
        async body => {
          fc.pre(!/^\s*-?\d/.test(body))
          answer = (_, response) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end(body)
          const error = await failure(ask.get(`${origin}/v1`, { read: strict }))
          expect(error).toBeInstanceOf(HttpAnswerError)
          expect(error.userMessage.en).toBe(
            'The service sent an invalid answer. Nothing was changed.',
          )
          expect(error.cause).toBeInstanceOf(Error)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('[S3] keys that reach into a prototype are removed', async () => {
    answer = (_, response) =>
      response.end('{"a":{"__proto__":{"polluted":1},"\\u0063onstructor":2,"b":3},"prototype":4}')
    const body = await client().get(`${origin}/v1`, {
      read: body => body as Record<string, object>,
    })
    expect(body).toEqual({ a: { b: 3 } })
    expect(Object.keys(body.a ?? {})).toEqual(['b'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('[R6] the client gives up after the timeout, also when the body stalls', async () => {
    const ask = client()
    answer = () => {}
    expect(await failure(ask.get(`${origin}/v1`, { timeout: 60, read: anything }))).toMatchObject({
      code: 'HTTP_TIMEOUT',
      message: 'The service did not answer in time.',
    })
    answer = (_, response) => void response.writeHead(200).write('{"half":')
    expect(await failure(ask.get(`${origin}/v1`, { timeout: 60, read: anything }))).toMatchObject({
      code: 'HTTP_TIMEOUT',
    })
  })

  it('the signal of the caller ends a request with its own reason, and closes the connection', async () => {
    const controller = new AbortController()
    const closed = new Promise<void>(resolve => {
      answer = (_, response) => {
        response.on('close', resolve)
        controller.abort('changed my mind')
      }
    })
    expect(
      await failure(client().get(`${origin}/v1`, { signal: controller.signal, read: anything })),
    ).toBe('changed my mind')
    await closed
  })

  it('[R29] disposing the kernel closes the connection of every request', async () => {
    const kernel = kernelWith()
    const closed = new Promise<void>(resolve => {
      answer = (_, response) => {
        response.on('close', resolve)
        kernel.dispose()
      }
    })
    expect(
      await failure(kernel.use(httpService).get(`${origin}/v1`, { read: anything })),
    ).toMatchObject({ name: 'AbortError' })
    await closed
  })

  it('a service that cannot be reached is a named error', async () => {
    const ask = client()
    answer = (_, response) => void response.socket?.destroy()
    expect(await failure(ask.get(`${origin}/v1`, { read: anything }))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
      status: undefined,
    })
  })

  it('[R36] an endless response is rejected under a second, with little of it in memory', async () => {
    let sent = 0
    const piece = Buffer.alloc(256 * 1024, 'x')
    answer = (_, response) => {
      const push = () => {
        while (sent < 50 * 1024 * 1024 && !response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', push)
        }
        response.end()
      }
      push()
    }
    const ask = client()
    await ask.get(`${origin}/warm`, { limit: 1e9, read: () => undefined }).catch(() => undefined)
    sent = 0
    // CPU time: on a busy machine the same response took 1.4 s, most of it waiting for a core.
    const start = process.cpuUsage()
    expect(await failure(ask.get(`${origin}/v1`, { read: anything }))).toMatchObject({
      code: 'HTTP_TOO_LARGE',
      status: 200,
    })
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(1_000)
    expect(sent).toBeLessThan(20 * 1024 * 1024)
  })

  it('[R36] a response that declares a huge size is not read at all, and the caller can set the limit', async () => {
    const ask = client()
    answer = (_, response) => response.writeHead(200, { 'content-length': '52428800' }).write('{')
    expect(await failure(ask.blob(`${origin}/v1`))).toMatchObject({ code: 'HTTP_TOO_LARGE' })
    answer = json('1234567890')
    expect(await failure(ask.get(`${origin}/v1`, { limit: 11, read: anything }))).toMatchObject({
      code: 'HTTP_TOO_LARGE',
    })
    expect(await ask.get(`${origin}/v1`, { limit: 12, read: anything })).toBe('1234567890')
  })

  it.each([
    'http://api.example/v1',
    'http://10.0.0.1/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'ftp://localhost/',
    'javascript:alert(1)',
    'data:application/json,1',
    'https://user:pass@api.example/',
    'file:///etc/passwd',
    '//',
    '',
    'v1',
  ])('the client sends no request to %j', async address => {
    expect(await failure(client().get(address, { read: anything }))).toMatchObject({
      code: 'HTTP_ADDRESS',
      message: 'The address of this service is not safe.',
    })
  })

  it.each([
    'http://localhost:1/',
    'http://app.localhost:1/',
    'http://127.9.9.9:1/',
    'http://[::1]:1/',
    'https://127.0.0.1:1/',
  ])('the client accepts the address %s', async address => {
    expect(await failure(client().get(address, { read: anything }))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    })
  })
})

describe('[R8] a busy service', () => {
  const busyFor = (times: number, retryAfter?: string, status = 429): Answer => {
    let left = times
    return (request, response) =>
      (left-- > 0
        ? json('busy', status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
        : json('done'))(request, response)
  }

  it.each([429, 503])(
    '[R8] a busy service is requested again at the time that it named (%d)',
    { tags: 'thorough' },
    async status => {
      answer = busyFor(1, '1', status)
      const start = performance.now()
      expect(await client().get(`${origin}/v1`, { read: anything })).toBe('done')
      expect(performance.now() - start).toBeGreaterThan(990)
      expect(seen).toHaveLength(2)
    },
  )

  it('[R8] a retry date is read by the clock of the service', { tags: 'thorough' }, async () => {
    const date = new Date(Date.now() - 86_400_000)
    date.setMilliseconds(0)
    let left = 1
    answer = (request, response) => {
      response.sendDate = false
      const headers = {
        date: date.toUTCString(),
        'retry-after': new Date(date.getTime() + 1_000).toUTCString(),
      }
      return left-- > 0
        ? json('busy', 429, headers)(request, response)
        : json('done')(request, response)
    }
    const start = performance.now()
    expect(await client().get(`${origin}/v1`, { read: anything })).toBe('done')
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('[R8] a busy service is not requested by any caller while its pause exceeds the timeout', async () => {
    const ask = client()
    answer = busyFor(100, '30')
    expect(await failure(ask.get(`${origin}/v1`, { read: anything }))).toMatchObject({
      status: 429,
      response: 'busy',
      retryInMs: 30_000,
    })
    const refused = await failure(ask.post(`${origin}/other`, { body: 1, read: anything }))
    expect(refused).toMatchObject({ code: 'HTTP_STATUS', status: 429 })
    expect(refused.retryInMs).toBeGreaterThan(29_000)
    expect(seen).toHaveLength(1)
  })

  it('[R8] a busy service gets fewer than five retries a minute, over all requests', async () => {
    const ask = client()
    answer = busyFor(1_000, '0')
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_, i) => failure(ask.get(`${origin}/${i}`, { read: anything }))),
    )
    expect(failures.every(error => error.status === 429)).toBe(true)
    expect(seen.length - 10).toBe(4)
  })

  it('[R8] a busy service is requested again after our own pause when it names none', {
    tags: 'thorough',
  }, async () => {
    answer = busyFor(1)
    const start = performance.now()
    expect(await client().get(`${origin}/v1`, { read: anything })).toBe('done')
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('a POST that may have been carried out is never repeated', async () => {
    answer = busyFor(1, '0', 503)
    expect(await failure(client().post(`${origin}/v1`, { body: 1, read: anything }))).toMatchObject(
      { status: 503 },
    )
    expect(seen).toHaveLength(1)
  })
})

describe('the plugin', () => {
  it('the plugin loads nothing and sends nothing before the first call', () => {
    const kernel = kernelWith()
    expect(Object.keys(kernel.use(httpService))).toEqual([
      'get',
      'post',
      'put',
      'delete',
      'blob',
      'picture',
    ])
    expect(seen).toEqual([])
  })

  it('the client follows a redirect only to an address that it would have requested itself', async () => {
    answer = ({ url }, response) =>
      url.pathname === '/a'
        ? response.writeHead(302, { location: '/b' }).end()
        : json('there')({} as Seen, response)
    expect(await client().get(`${origin}/a`, { read: anything })).toBe('there')

    // This address reaches the same machine, but does not look local.
    const otherHost = `${origin.replace('127.0.0.1', '0.0.0.0')}/b`
    answer = ({ url }, response) =>
      url.pathname === '/a'
        ? response.writeHead(302, { location: otherHost }).end()
        : json('there')({} as Seen, response)
    expect(await failure(client().get(`${origin}/a`, { read: anything }))).toMatchObject({
      code: 'HTTP_ADDRESS',
    })
  })

  it('[S26] a picture is fetched only from a named host; one that redirects to another host, and one that never ends, is not', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])
    answer = ({ url }, response) => {
      if (url.pathname === '/a') response.writeHead(302, { location: '/b' }).end()
      else if (url.pathname === '/huge')
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.concat([png, Buffer.alloc(1_048_576)]))
      else response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    }
    const { picture } = client({ imageHosts: [new URL(origin).host] })
    expect(await picture(`${origin}/b`)).toBe(`data:image/png;base64,${png.toString('base64')}`)
    expect(await picture(`${origin}/a`)).toBeUndefined()
    expect(await picture(`${origin}/huge`)).toBeUndefined()
    expect(await client().picture(`${origin}/b`)).toBeUndefined()
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/b', '/a', '/huge'])
    expect(seen[0]?.headers).not.toHaveProperty('cookie')
  })
})
