/** A handler where requests are Node's own: `node:http`, Express, Connect, Fastify with middleware. */

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
  setHeader(name: string, value: string | readonly string[]): unknown
  end(text: string): unknown
}

/** `http.createServer(toNodeListener(handler))`, `app.use('/auth', toNodeListener(handler))`. */
export function toNodeListener(handler: (request: Request) => Promise<Response>): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (asked, answered) => {
    const response = await handler(requestOf(asked))
    answered.statusCode = response.status
    for (const [name, value] of response.headers) if (name !== 'set-cookie') answered.setHeader(name, value)
    const cookies = response.headers.getSetCookie()
    if (cookies.length) answered.setHeader('set-cookie', cookies)
    answered.end(await response.text())
  }
}

function requestOf(asked: NodeRequest): Request {
  const { method = 'GET', url = '/', headers, body } = asked
  const sent = new Headers(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])))
  // Only its path counts.
  const address = new URL(url, 'http://localhost')
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers: sent })
  const parsed = typeof body === 'object' && body !== null
  if (parsed) sent.delete('content-length')
  return new Request(address, { method, headers: sent, body: parsed ? JSON.stringify(body) : streamOf(asked), duplex: 'half' } as RequestInit)
}

function streamOf(asked: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = asked[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}
