/**
 * Adapts a handler to Node's own requests: `node:http`, Express, Connect, Fastify with middleware.
 */
import { refusalOf } from './handler.js'
import { Refusal } from './request-body.js'

/**
 * The part of Node's `IncomingMessage` that is read. `body`: set where another middleware has read
 * it already.
 */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
}
/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  statusCode: number
  readonly headersSent: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  end(text: string): unknown
}

/**
 * Use as `http.createServer(toNodeListener(handler))` or
 * `app.use('/auth', toNodeListener(handler))`.
 * Never rejects: an invalid request is answered with 4xx.
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      await write(await handler(requestOf(incoming)), outgoing)
    } catch (error) {
      // An answer that another middleware has sent stays.
      if (!outgoing.headersSent) await write(refusalOf(error), outgoing)
    }
  }
}

async function write(response: Response, outgoing: NodeResponse): Promise<void> {
  const text = await response.text()
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length) outgoing.setHeader('set-cookie', cookies)
  outgoing.end(text)
}

/** Converts a request. Throws a Refusal for one that no handler accepts. */
function requestOf(incoming: NodeRequest): Request {
  const { method = 'GET', url = '/', headers, body } = incoming
  if (method !== 'GET' && method !== 'POST')
    throw new Refusal(405, 'METHOD', { allow: 'GET, POST' })
  const sent = new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  )
  // Only the path matters, however the request names a host: `http://other/auth/nonce`,
  // `//auth/nonce`.
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^[/\\]+/, '')
  const address = new URL(`http://localhost/${path}`)
  if (method === 'GET') return new Request(address, { method, headers: sent })
  const parsed = typeof body === 'object' && body !== null
  if (parsed) sent.delete('content-length')
  return new Request(address, {
    method,
    headers: sent,
    body: parsed ? textOf(body) : streamOf(incoming),
    duplex: 'half',
  } as RequestInit)
}

function textOf(body: object): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new Refusal(400, 'BODY_MALFORMED', {}, cause)
  }
}

function streamOf(incoming: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  const drain = async () => {
    try {
      while (!(await chunks.next()).done);
    } catch {
      // The browser has disconnected, so there is nothing to answer.
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        // Ending the iterator would close the connection before the answer is sent, and so would an
        // unread rest.
        void drain()
      },
    },
    // An unread body is left to Node, which discards it with the answer.
    { highWaterMark: 0 },
  )
}
