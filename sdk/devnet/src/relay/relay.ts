import { DevnetError } from '../errors.js'
import type { RunningPart } from '../part.js'
import { errorFrame, readFrame, resultFrame } from './frames.js'
import { createMailbox, type Letter } from './mailbox.js'
import { readCall, type Subscriber, shown } from './methods.js'
import { phaseOf, type RelayPhase } from './phases.js'
import { RelayRefusal } from './refusal.js'
import { type RelaySocket, startRelayServer } from './server.js'

/**
 * How the relay behaves.
 *
 * `ok` · `down` cuts what is open and accepts no connection · `refuse` accepts each and closes it
 * at once with code 3000, as for an unknown project id · `slow` sends everything late · `stall`
 * keeps connections open and never says anything · `garbage` sends what is no JSON · `nonsense`
 * answers results that make none, and messages that cannot be read · `error` answers JSON-RPC
 * errors · `twice` pushes each message twice · `shuffle` pushes what comes at about the same time
 * in the opposite order.
 * A function returns the result of each request, and the relay does not execute the request.
 */
export type RelayMode = (typeof modes)[number] | ((request: RelayRequest) => unknown)

const modes = [
  'ok',
  'down',
  'refuse',
  'slow',
  'stall',
  'garbage',
  'nonsense',
  'error',
  'twice',
  'shuffle',
] as const

export interface RelayOptions {
  /** For `slow`, in milliseconds. Default 3,000. */
  readonly delayMs?: number
  /** For `refuse`: what the relay says. */
  readonly reason?: string
}

/** A request as it came. */
export interface RelayRequest {
  /** The client: its did:key, or a name of the connection where it has none. */
  readonly client: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** The phases of the messages that it publishes. */
  readonly phases: readonly RelayPhase[]
}

/**
 * What the relay holds at present. All zero once every client has disconnected and everything was
 * read or has expired.
 */
export interface RelayHoldings {
  readonly sockets: number
  readonly subscriptions: number
  /** The same, by who has them: its did:key, or a name of the connection where it has none. */
  readonly byClient: Readonly<Record<string, number>>
  /** Messages that were not acknowledged yet. */
  readonly messages: number
  /** The same, by what they are for. */
  readonly byPhase: Readonly<Partial<Record<RelayPhase, number>>>
}

/** A running relay of WalletConnect. */
export interface Relay extends RunningPart {
  /** `ws://127.0.0.1:<port>`: the `relayUrl` of clients. Any project id will do. */
  readonly url: string
  /**
   * Behaves like this from now on.
   *
   * @throws DevnetError BAD_ARGUMENT for a mode there is not
   */
  set(mode: RelayMode, options?: RelayOptions): void
  /** Cuts every connection, without a closing handshake. Messages stay. Returns their number. */
  cut(): number
  /**
   * Cuts every connection at the moment when a message of this phase arrives: `before` it was kept,
   * so that it is lost and has to be sent again, or `after`, so that only the answer is lost.
   * Happens once; resolves when it did.
   */
  cutAt(phase: RelayPhase, when?: 'before' | 'after'): Promise<void>
  /** Lets so much time pass at once for the messages that are kept, in milliseconds. */
  passTime(milliseconds: number): void
  readonly holds: RelayHoldings
  /** How many connections were attempted, the refused ones included. */
  readonly attempts: number
  /** How many different messages ever came, by what they were for. */
  readonly published: Readonly<Partial<Record<RelayPhase, number>>>
  /** Every request that came, in its order. */
  readonly requests: readonly RelayRequest[]
}

interface Connection extends Subscriber {
  readonly socket: RelaySocket
  /** Pushed messages without an acknowledgement, by the id of the push. */
  readonly pushed: Map<
    string,
    { readonly letter: Letter; readonly at: number; readonly isTrue: boolean }
  >
}

/** After how many ms a message without an acknowledgement is pushed again. */
const timeoutMs = 2_000

/**
 * Starts Portico's own relay in this process, in memory, on the loopback interface. It is not
 * WalletConnect's: it speaks the same public protocol (the methods of irn and the combined ones),
 * so WalletConnect's own clients work with it.
 * It knows neither accounts nor limits, and cannot read what it carries. What it does badly is
 * commanded by `set`.
 */
export async function startRelay(): Promise<Relay> {
  const state = {
    mode: 'ok' as RelayMode,
    options: {} as RelayOptions,
    skippedMs: 0,
    attempts: 0,
    lastId: Date.now() * 1_000,
  }
  const requests: RelayRequest[] = []
  const connections = new Set<Connection>()
  const traps = new Set<{
    readonly phase: RelayPhase
    readonly when: 'before' | 'after'
    readonly spring: () => void
  }>()
  const mailbox = createMailbox(() => Date.now() + state.skippedMs)
  const snapshots = new Set<string>()

  const cut = (): number => {
    const { size } = connections
    for (const { socket } of connections) socket.cut()
    connections.clear()
    return size
  }
  const springs = (phases: readonly RelayPhase[], when: 'before' | 'after'): boolean => {
    const sprung = [...traps].filter(trap => trap.when === when && phases.includes(trap.phase))
    if (sprung.length === 0) return false
    cut()
    for (const trap of sprung) {
      traps.delete(trap)
      trap.spring()
    }
    return true
  }

  const send = (socket: RelaySocket, frame: string) => {
    if (state.mode === 'stall') return
    const said = state.mode === 'garbage' ? '<!doctype html><title>Welcome</title>' : frame
    socket.send(said, state.mode === 'slow' ? (state.options.delayMs ?? 3_000) : 0)
  }
  const push = (connection: Connection, letter: Letter, id = String(++state.lastId)) => {
    connection.pushed.delete(id)
    if (!connections.has(connection) || !mailbox.isWaitingFor(connection.client, letter)) return
    const isTrue = state.mode !== 'nonsense'
    const data = isTrue ? shown(letter) : { ...shown(letter), message: 'AAAA' }
    connection.pushed.set(id, { letter, at: performance.now(), isTrue })
    const frame = `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify({ id: letter.topic, data })}}`
    for (let time = 0; time < (state.mode === 'twice' ? 2 : 1); time++)
      send(connection.socket, frame)
  }
  const deliver = (letter: Letter) => {
    for (const connection of connections)
      if (connection.topics.has(letter.topic)) connection.push(letter)
  }

  const answer = (
    connection: Connection,
    id: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ) => {
    const { mode } = state
    const { socket, client } = connection
    try {
      const call = readCall(method, params, connection, mailbox, deliver)
      const request = {
        client,
        method,
        params,
        phases: call.postings.map(({ tag }) => phaseOf(tag)),
      }
      requests.push(request)
      if (mode === 'stall' || springs(request.phases, 'before')) return
      if (typeof mode === 'function') return send(socket, resultFrame(id, mode(request)))
      if (mode === 'error') throw new RelayRefusal(-32000, 'The relay is out of order.')
      const result = call.run()
      if (!springs(request.phases, 'after'))
        send(socket, resultFrame(id, mode === 'nonsense' ? { nonsense: [null] } : result))
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error
      send(socket, errorFrame(id, error.code, error.message))
    }
  }

  const receive = (connection: Connection, text: string) => {
    const frame = readFrame(text)
    if (!frame)
      return send(connection.socket, errorFrame('0', -32600, 'Expected a JSON-RPC request.'))
    if (frame.kind === 'request') return answer(connection, frame.id, frame.method, frame.params)
    const id = frame.id.replaceAll('"', '')
    const known = connection.pushed.get(id)
    if (!known?.isTrue) return
    mailbox.acknowledge(connection.client, known.letter)
    connection.pushed.delete(id)
  }

  const accept = (socket: RelaySocket) => {
    const connection: Connection = {
      socket,
      client: socket.client,
      topics: new Set(),
      pushed: new Map(),
      // After the answer that is being given, and out of order where that is wanted.
      push: letter =>
        queueMicrotask(() =>
          state.mode === 'shuffle'
            ? shuffled.add(() => push(connection, letter))
            : push(connection, letter),
        ),
    }
    connections.add(connection)
    socket.onText = text => receive(connection, text)
    socket.onClose = () => void connections.delete(connection)
  }

  const again = setInterval(() => {
    const before = performance.now() - timeoutMs
    for (const connection of connections)
      for (const [id, { letter, at }] of [...connection.pushed])
        if (at < before) push(connection, letter, id)
  }, timeoutMs / 2)

  const shuffled = backwards()
  const server = await startRelayServer({
    admits() {
      state.attempts++
      return state.mode !== 'down'
    },
    accept(socket) {
      if (state.mode === 'refuse') socket.close(3000, state.options.reason ?? 'Project not found')
      else accept(socket)
    },
  })

  return {
    id: 'relay',
    url: server.url,
    pids: [],
    addresses: { ws: server.url },

    set(mode, options = {}) {
      if (typeof mode !== 'function' && !modes.includes(mode)) {
        throw new DevnetError(
          'BAD_ARGUMENT',
          `The relay can be ${modes.join(', ')}, or a function, not ${JSON.stringify(mode)}.`,
        )
      }
      Object.assign(state, { mode, options })
      if (mode === 'down') cut()
      if (mode === 'refuse')
        for (const { socket } of connections)
          socket.close(3000, options.reason ?? 'Project not found')
    },
    cut,
    cutAt: (phase, when = 'before') =>
      new Promise(resolve => traps.add({ phase, when, spring: resolve })),
    passTime(milliseconds) {
      state.skippedMs += milliseconds
    },
    get holds() {
      const { unread } = mailbox
      const phases = unread.map(({ tag }) => phaseOf(tag))
      return {
        sockets: connections.size,
        subscriptions: [...connections].reduce((sum, { topics }) => sum + topics.size, 0),
        byClient: Object.fromEntries(
          [...connections].map(({ client, topics }) => [client, topics.size]),
        ),
        messages: unread.length,
        byPhase: Object.fromEntries(
          [...new Set(phases)].map(phase => [phase, phases.filter(one => one === phase).length]),
        ),
      }
    },
    get attempts() {
      return state.attempts
    },
    published: mailbox.published,
    requests,

    // Messages in flight stay in flight: a relay has no other state to restore.
    async snapshot(name) {
      snapshots.add(name)
    },
    async revert(name) {
      if (!snapshots.has(name))
        throw new DevnetError('NO_SUCH_SNAPSHOT', `The relay has no snapshot "${name}".`)
    },
    async stop() {
      shuffled.stop()
      clearInterval(again)
      await server.stop()
      connections.clear()
    },
  }
}

/** Does what is added within a moment in the opposite order. */
function backwards() {
  const state = {
    waiting: [] as readonly (() => void)[],
    timer: undefined as NodeJS.Timeout | undefined,
  }
  const flush = () => {
    const { waiting } = state
    Object.assign(state, { waiting: [], timer: undefined })
    for (const work of waiting.toReversed()) work()
  }
  return {
    add(work: () => void) {
      state.waiting = [...state.waiting, work]
      state.timer ??= setTimeout(flush, 100)
    },
    stop: () => clearTimeout(state.timer),
  }
}
