/** The websockets of the relay, on one loopback port. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** One connection of a client. */
export interface RelaySocket {
  /** The client's did:key, or a name of this connection where it has none. */
  readonly client: string
  onText: (text: string) => void
  onClose: () => void
  /**
   * Sends a frame, so many milliseconds late, in order. What was to be sent after the end is not.
   */
  send(text: string, delayMs: number): void
  close(code: number, reason: string): void
  cut(): void
}

export interface RelayServerOptions {
  /** Whether a connection is accepted. */
  admits(): boolean
  accept(socket: RelaySocket): void
}

/** Clients in Node leave a connection on which nothing came for 35 s. */
const pingEveryMs = 20_000
const maxFrameBytes = 4 * 1024 * 1024

export async function startRelayServer({
  admits,
  accept,
}: RelayServerOptions): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) =>
    response.writeHead(426, { connection: 'close' }).end('This is a relay for websockets.'),
  )
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  server.on('upgrade', (request, tcp, head) => {
    if (!admits()) return void tcp.destroy()
    sockets.handleUpgrade(request, tcp, head, socket =>
      accept(relaySocket(socket, clientOf(request.url ?? '/'))),
    )
  })
  const beat = setInterval(() => {
    for (const socket of sockets.clients) socket.ping()
  }, pingEveryMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(beat)
      if (!server.listening) return
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function relaySocket(socket: WebSocket, client: string): RelaySocket {
  const timers = new Set<NodeJS.Timeout>()
  const state = { lastDueAt: 0 }
  const late: string[] = []
  const say = (text: string) => {
    if (socket.readyState === socket.OPEN) socket.send(text)
  }
  const made: RelaySocket = {
    client,
    onText: () => undefined,
    onClose: () => undefined,
    send(text, delayMs) {
      if (delayMs === 0 && timers.size === 0) return say(text)
      state.lastDueAt = Math.max(state.lastDueAt, performance.now() + delayMs)
      late.push(text)
      const timer = setTimeout(() => {
        timers.delete(timer)
        // Whichever timer comes first: they count in whole milliseconds, and what was said first is
        // sent first.
        say(late.shift() ?? '')
      }, state.lastDueAt - performance.now())
      timers.add(timer)
    },
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
  }
  socket.on('message', data => made.onText(String(data)))
  // A frame that breaks the protocol ends the connection, which is all that there is to say about
  // it.
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const timer of timers) clearTimeout(timer)
    made.onClose()
  })
  return made
}

/**
 * The client's key, from its token. The signature is not checked: nothing here is worth
 * a lie.
 */
function clientOf(url: string): string {
  const [, body = ''] = (new URL(url, 'ws://127.0.0.1').searchParams.get('auth') ?? '').split('.')
  try {
    const { iss } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      readonly iss?: unknown
    }
    if (typeof iss === 'string') return iss
  } catch {
    // No token: a client without a name.
  }
  return randomUUID()
}
