import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DevnetError } from './errors.js'
import {
  badHex,
  extra,
  invented,
  type Lie,
  partial,
  type ReceivedCall,
  type RpcAnswer,
  shuffle,
  wrongChain,
} from './faults.js'

/**
 * How an endpoint behaves.
 *
 * `ok` forwards · `down` cuts the connection · `slow` answers late · `stall` never answers · `html`
 * answers a web page with status 200 · `429` and `503` refuse with Retry-After · `wrong-chain`
 * claims another chain id · `bad-hex` answers what is no hex · `shuffle` answers a batch in another
 * order · `partial` leaves every second answer of a batch out · `extra` adds unrequested answers.
 * A function returns the result of each call instead of the node.
 */
export type FaultMode = (typeof modes)[number] | ((call: ReceivedCall) => unknown)

export interface FaultOptions {
  /** For `slow`, in milliseconds. Default 5,000. */
  readonly delayMs?: number
  /** For `429` and `503`, in seconds; `undefined` sends no Retry-After. Default 1. */
  readonly retryAfterSeconds?: number | undefined
}

export interface FaultProxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /**
   * Behaves like this from the next request on.
   *
   * @throws DevnetError BAD_ARGUMENT for a mode there is not
   */
  set(mode: FaultMode, options?: FaultOptions): void
  /** How many HTTP requests came, without preflights of browsers. */
  readonly requests: number
  /** Every JSON-RPC call that came, in its order; a batch counts with each of its calls. */
  readonly calls: readonly ReceivedCall[]
  /** Forgets what came. The mode stays. */
  reset(): void
  /** Frees the port and cuts what is open. Asking twice is harmless. */
  stop(): Promise<void>
}

const modes = [
  'ok',
  'down',
  'slow',
  'stall',
  'html',
  '429',
  '503',
  'wrong-chain',
  'bad-hex',
  'shuffle',
  'partial',
  'extra',
] as const

const lies: Readonly<Partial<Record<string, Lie>>> = {
  'wrong-chain': wrongChain,
  'bad-hex': badHex,
  shuffle,
  partial,
  extra,
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'retry-after',
}

/**
 * Starts an HTTP endpoint before `upstream` that fails on command. It speaks HTTP only, no
 * websocket.
 */
export async function startFaultProxy({
  upstream,
}: {
  readonly upstream: string
}): Promise<FaultProxy> {
  const stopping = new AbortController()
  const state = {
    mode: 'ok' as FaultMode,
    options: {} as FaultOptions,
    requests: 0,
    calls: [] as ReceivedCall[],
  }

  const server = createServer((request, response) => {
    // Cuts the connection for a body that is no JSON, a node that is gone, and a stopped proxy.
    serve(request, response).catch(() => response.destroy())
  })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { mode, options } = state
    if (request.method === 'OPTIONS')
      return mode === 'down' ? void response.destroy() : send(response, 204, '')

    const body = await readBody(request)
    const { calls, isBatch } = readCalls(body)
    state.requests++
    state.calls.push(...calls)

    if (failsPlainly(mode, options, response)) return
    if (mode === 'slow')
      await sleep(options.delayMs ?? 5_000, undefined, { signal: stopping.signal })
    if (typeof mode === 'function') return answer(response, invented(mode)([], calls), isBatch)

    const truth = await fetch(upstream, {
      method: 'POST',
      headers: json,
      body,
      signal: stopping.signal,
    })
    const text = await truth.text()
    const lie = lies[mode]
    if (!lie) return send(response, truth.status, text, json)
    const answers = JSON.parse(text) as RpcAnswer | RpcAnswer[]
    answer(response, lie(Array.isArray(answers) ? answers : [answers], calls), isBatch)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    set(mode, options = {}) {
      if (typeof mode !== 'function' && !modes.includes(mode)) {
        throw new DevnetError(
          'BAD_ARGUMENT',
          `An endpoint can be ${modes.join(', ')}, or a function, not ${JSON.stringify(mode)}.`,
        )
      }
      Object.assign(state, { mode, options })
    },
    get requests() {
      return state.requests
    },
    get calls() {
      return state.calls
    },
    reset() {
      Object.assign(state, { requests: 0, calls: [] })
    },
    async stop() {
      stopping.abort()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const json = { 'content-type': 'application/json' }

/** True when the endpoint fails without reading the request. */
function failsPlainly(mode: FaultMode, options: FaultOptions, response: ServerResponse): boolean {
  if (mode === 'down') response.destroy()
  else if (mode === 'html')
    send(response, 200, '<!doctype html><title>Welcome</title><p>Please sign in to this network.', {
      'content-type': 'text/html',
    })
  else if (mode === '429' || mode === '503') send(response, Number(mode), '', retryAfter(options))
  else return mode === 'stall'
  return true
}

/**
 * Closes the connection after each answer: a browser that reuses one which was cut repeats its
 * request, and the count would be wrong.
 */
function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...cors, ...headers, connection: 'close' }).end(text)
}

/** A single call has a single answer, unless the lie is to give more than one. */
function answer(response: ServerResponse, answers: readonly RpcAnswer[], isBatch: boolean): void {
  send(response, 200, JSON.stringify(isBatch || answers.length !== 1 ? answers : answers[0]), json)
}

function retryAfter(options: FaultOptions): Readonly<Record<string, string>> {
  const seconds = 'retryAfterSeconds' in options ? options.retryAfterSeconds : 1
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function readCalls(body: string): {
  readonly calls: readonly ReceivedCall[]
  readonly isBatch: boolean
} {
  const parsed: unknown = JSON.parse(body)
  return {
    calls: (Array.isArray(parsed) ? parsed : [parsed]) as ReceivedCall[],
    isBatch: Array.isArray(parsed),
  }
}
