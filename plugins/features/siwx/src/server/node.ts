/** A handler where requests are Node's own: `node:http`, Express, Connect, Fastify with middleware. */
import { refusalOf } from './handler.js'
import { Refusal } from './request-body.js'

/** What of Node's `IncomingMessage` is looked at. `body`: where another middleware has read it already. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
}
/** What of Node's `ServerResponse` is used. */
export interface NodeResponse {
  statusCode: number
  readonly headersSent: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  end(text: string): unknown
}

/** `http.createServer(toNodeListener(handler))`, `app.use('/auth', toNodeListener(handler))`. Never rejects: what cannot be a request is answered with 4xx. */
export function toNodeListener(handler: (request: Request) => Promise<Response>): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (asked, answered) => {
    try {
      await write(await handler(requestOf(asked)), answered)
    } catch (error) {
      // Whoever answered before us has had the last word.
      if (!answered.headersSent) await write(refusalOf(error), answered)
    }
  }
}

async function write(response: Response, answered: NodeResponse): Promise<void> {
  const text = await response.text()
  answered.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') answered.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length) answered.setHeader('set-cookie', cookies)
  answered.end(text)
}

/** Throws a Refusal for what no handler is for. */
function requestOf(asked: NodeRequest): Request {
  const { method = 'GET', url = '/', headers, body } = asked
  if (method !== 'GET' && method !== 'POST') throw new Refusal(405, 'METHOD', { allow: 'GET, POST' })
  const sent = new Headers(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])))
  // Only its path counts, however the request names a host: `http://other/auth/nonce`, `//auth/nonce`.
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^[/\\]+/, '')
  const address = new URL(`http://localhost/${path}`)
  if (method === 'GET') return new Request(address, { method, headers: sent })
  const parsed = typeof body === 'object' && body !== null
  if (parsed) sent.delete('content-length')
  return new Request(address, { method, headers: sent, body: parsed ? textOf(body) : streamOf(asked), duplex: 'half' } as RequestInit)
}

function textOf(body: object): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new Refusal(400, 'BODY_MALFORMED', {}, cause)
  }
}

function streamOf(asked: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = asked[Symbol.asyncIterator]()
  const drain = async () => {
    try {
      while (!(await chunks.next()).done);
    } catch {
      // The browser has gone, and there is nothing left to answer.
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
        // Ending the iterator would close the connection before the answer is on its way; so would leaving the rest unread.
        void drain()
      },
    },
    // A body that nobody asks for is left to Node, which lets go of it with the answer.
    { highWaterMark: 0 },
  )
}
