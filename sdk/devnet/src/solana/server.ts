/** One loopback port that speaks JSON-RPC over HTTP, alone and in batches, and over websocket. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Bank } from './bank.js'
import { LedgerRefusal } from './refusal.js'
import { createSubscriptions } from './subscriptions.js'

export interface LedgerServer {
  readonly port: number
  stop(): Promise<void>
}
type Call = (method: string, params: readonly unknown[]) => unknown

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'content-type': 'application/json',
}

export async function startLedgerServer(
  bank: Bank,
  methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
): Promise<LedgerServer> {
  const call: Call = (method, params) => {
    if (!Object.hasOwn(methods, method))
      throw new LedgerRefusal(-32601, `Method not found: ${method}`)
    return methods[method]?.(params)
  }
  const server = createServer((request, response) => {
    serve(request, response, call).catch(() => response.destroy())
  })
  // Keeps connections open without a limit: closing one while the next request
  // is on its way would look like a node that is down.
  server.keepAliveTimeout = 0
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => {
    const subscriptions = createSubscriptions(bank, socket)
    const callOrSubscribe: Call = (method, params) =>
      Object.hasOwn(methods, method) ? call(method, params) : subscriptions.call(method, params)
    socket.on('message', text =>
      socket.send(JSON.stringify(answerTo(String(text), callOrSubscribe))),
    )
    socket.on('close', subscriptions.stop)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      if (!server.listening) return
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
): Promise<void> {
  if (request.method !== 'POST')
    return void response.writeHead(request.method === 'OPTIONS' ? 204 : 405, headers).end()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  response
    .writeHead(200, headers)
    .end(JSON.stringify(answerTo(Buffer.concat(chunks).toString('utf8'), call)))
}

function answerTo(text: string, call: Call): unknown {
  const body = parse(text)
  return Array.isArray(body) ? body.map(one => answerOne(one, call)) : answerOne(body, call)
}

function answerOne(request: unknown, call: Call): object {
  const {
    id = null,
    method,
    params,
  } = (request ?? {}) as {
    readonly id?: unknown
    readonly method?: unknown
    readonly params?: unknown
  }
  try {
    if (typeof method !== 'string') throw new LedgerRefusal(-32600, 'Invalid request')
    return { jsonrpc: '2.0', id, result: call(method, Array.isArray(params) ? params : []) }
  } catch (error) {
    const { code, message, data } =
      error instanceof LedgerRefusal ? error : new LedgerRefusal(-32603, `Internal error: ${error}`)
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
