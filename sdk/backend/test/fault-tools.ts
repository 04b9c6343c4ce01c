import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Seconds that a fault lasts. `npm run faults -- backend` says a minute. */
export const faultSeconds = Number(process.env.PORTICO_FAULT_SECONDS) || 3

/** Adds a row to the table that `npm run faults -- backend` prints. */
export function observe(fault: string, observed: string): void {
  const file = process.env.PORTICO_FAULT_TABLE
  if (file) appendFileSync(file, `${JSON.stringify({ fault, observed })}\n`)
}

/** A TCP proxy to a database that a test can take away and bring back. */
export interface Proxy {
  readonly port: number
  /** Cuts every connection and refuses new ones. */
  down(): Promise<void>
  up(): Promise<void>
}

const closed = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
  })

export async function startProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const open = async (at: number) => {
    const server = createServer(client => {
      const target = connect(port, '127.0.0.1')
      for (const socket of [client, target]) keep(socket)
      client.pipe(target).pipe(client)
      client.on('close', () => target.destroy())
      target.on('close', () => client.destroy())
    })
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await open(0)
  const own = (server.address() as AddressInfo).port
  return {
    port: own,
    async down() {
      const ended = closed(server)
      for (const socket of sockets) socket.destroy()
      await ended
    },
    async up() {
      server = await open(own)
    },
  }
}

/** The url of a database behind a proxy. */
export const through = (url: string, { port }: Proxy): string => {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

/** An EVM node that knows its chain id, its last block and balances. Counts calls. */
export async function startNode(): Promise<{
  readonly url: string
  readonly calls: () => number
  /** Every account has it from now on. */
  balance(wei: string): void
  stop(): Promise<void>
}> {
  let count = 0
  const answers: Record<string, unknown> = {
    eth_chainId: '0x1',
    eth_blockNumber: '0x10',
    eth_getBalance: '0x1',
    eth_call: '0x',
  }
  const server = createHttpServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const requested = JSON.parse(text) as
      | { readonly id: number; readonly method: string }
      | { readonly id: number; readonly method: string }[]
    const answer = ({ id, method }: { readonly id: number; readonly method: string }) => {
      count++
      return { jsonrpc: '2.0', id, result: answers[method] ?? null }
    }
    response.end(
      JSON.stringify(Array.isArray(requested) ? requested.map(answer) : answer(requested)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => count,
    balance(wei) {
      answers.eth_getBalance = wei
    },
    async stop() {
      const ended = closed(server)
      server.closeAllConnections()
      await ended
    },
  }
}
