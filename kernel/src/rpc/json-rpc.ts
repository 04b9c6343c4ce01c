/**
 * JSON-RPC 2.0 requests to a network over HTTP: batched, sent to several nodes, with validated
 * responses.
 */
import { createShareInFlight } from '../contracts/connector-kit/share-in-flight.js'
import {
  type Attempt,
  createNodes,
  type NetworkNode,
  type NodeFailure,
  type NodeProblem,
  queryNode,
} from './nodes.js'

export interface JsonRpc {
  /**
   * Sends a request. `read` validates the result: undefined rejects it, and the next node is used.
   * Identical concurrent requests are sent once.
   *
   * Throws the error of `refusal` when the network refused the request, else a ChainError: no node
   * responded in time, or no response was valid.
   */
  request<Answer>(
    method: string,
    params: readonly unknown[],
    read: (answer: unknown) => Answer | undefined,
    signal: AbortSignal,
  ): Promise<Answer>
  /** URLs of the nodes that currently confirm that they serve this network. */
  confirmed(signal: AbortSignal): Promise<readonly string[]>
}
export interface JsonRpcOptions {
  readonly urls: readonly string[]
  readonly timeoutMs: number
  /**
   * The request for the network that a node serves, and whether the result names this network;
   * undefined for an invalid result.
   */
  readonly identity: {
    readonly method: string
    readonly params: readonly unknown[]
    read(answer: unknown): boolean | undefined
  }
  /** The error to throw when a node understood the request and refused it. */
  refusal(code: number, message: unknown, data: unknown): Error
  /**
   * Parses a response where `JSON.parse` would lose precision: whole numbers of 64 bits. May throw.
   */
  parse?(text: string): unknown
}

/** A request in flight. */
interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly isSettled: boolean
  /** Resolves when the request has a result, or is no longer needed. */
  readonly settled: Promise<void>
  /** False: the result is invalid. */
  accept(result: unknown): boolean
  refuse(error: unknown): void
}
interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: {
    readonly code?: unknown
    readonly message?: unknown
    readonly data?: unknown
  } | null
}
interface Question {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

const mostCalls = 1000

export function createJsonRpc({
  urls,
  timeoutMs,
  identity,
  refusal,
  parse = JSON.parse,
}: JsonRpcOptions): JsonRpc {
  const nodes = createNodes(urls, timeoutMs)
  const join = createShareInFlight()
  /** The batch size that each node accepts. */
  const batches = new Map<NetworkNode, number>()
  const batchOf = (node: NetworkNode) => batches.get(node) ?? mostCalls
  let queue: Call[] = []
  let lastId = 0

  /** Uses a node only after it confirmed that it serves the right network. */
  const confirm = (
    node: NetworkNode,
    check: number,
    answers: ReadonlyMap<unknown, Answer>,
  ): NodeProblem | undefined => {
    const isRight = identity.read(answers.get(check)?.result)
    if (isRight === undefined)
      return { failure: [...answers.values()].some(isBusy) ? 'busy' : 'nonsense' }
    node.isWrong = !isRight
    node.isConfirmed = isRight
    return isRight ? undefined : { failure: 'wrong-network' }
  }
  /** Numbers the calls. The first batch to a node also requests the network that it serves. */
  const write = (node: NetworkNode, calls: readonly Call[]) => {
    const check = node.isConfirmed ? undefined : ++lastId
    const numbered = new Map(calls.map(call => [++lastId, call]))
    const questions: Question[] = check
      ? [{ jsonrpc: '2.0', id: check, method: identity.method, params: identity.params }]
      : []
    for (const [id, { method, params }] of numbered)
      questions.push({ jsonrpc: '2.0', id, method, params })
    return { check, numbered, questions }
  }
  const post = async (
    node: NetworkNode,
    calls: readonly Call[],
    signal: AbortSignal,
  ): Promise<NodeProblem | undefined> => {
    const { check, numbered, questions } = write(node, calls)
    const received = await exchange(node.url, questions, parse, signal)
    if ('failure' in received) return received
    const { body } = received
    if (!Array.isArray(body) && questions.length > 1) {
      // One response for the whole batch: this node accepts no batches, or none of this size.
      if (isBusy(body) || batchOf(node) === 1) return { failure: 'busy' }
      batches.set(node, Math.max(1, Math.floor(calls.length / 10)))
      return postInParts(node, calls, signal)
    }
    const answers = byId([body].flat())
    const problem = check && confirm(node, check, answers)
    if (problem) return problem
    const failed = [...numbered].flatMap(([id, call]) => settle(call, answers.get(id)) ?? [])
    return failed.length ? { failure: failed.includes('busy') ? 'busy' : 'nonsense' } : undefined
  }
  const postInParts = async (
    node: NetworkNode,
    calls: readonly Call[],
    signal: AbortSignal,
  ): Promise<NodeProblem | undefined> => {
    if (!node.isConfirmed && batchOf(node) === 1) {
      const problem = await post(node, [], signal)
      if (problem) return problem
    }
    const size = node.isConfirmed ? batchOf(node) : batchOf(node) - 1
    const parts = Array.from({ length: Math.ceil(calls.length / size) || 1 }, (_, at) =>
      calls.slice(at * size, (at + 1) * size),
    )
    const problems = await Promise.all(parts.map(part => post(node, part, signal)))
    return problems.find(Boolean)
  }
  const settle = (call: Call, answer: Answer | undefined): NodeFailure | undefined => {
    if (call.isSettled) return undefined
    if (!answer) return 'nonsense'
    if (isBusy(answer)) return 'busy'
    if (!answer.error) return call.accept(answer.result) ? undefined : 'nonsense'
    const { code, message, data } = answer.error
    if (!Number.isSafeInteger(code)) return 'nonsense'
    call.refuse(refusal(code as number, message, data))
    return undefined
  }

  const serve = async (calls: readonly Call[]) => {
    const open = () => calls.filter(call => !call.isSettled)
    const work = {
      get isSettled() {
        return open().length === 0
      },
      settled: Promise.all(calls.map(call => call.settled)),
    }
    const error = await nodes.serve(work, (node, signal) => postInParts(node, open(), signal))
    for (const call of open()) call.refuse(error)
  }
  const flush = () => {
    const calls = queue
    queue = []
    for (let at = 0; at < calls.length; at += mostCalls) void serve(calls.slice(at, at + mostCalls))
  }
  const introduce: Attempt = (node, signal) => post(node, [], signal)

  /** Queues a request. Its result is shared unparsed, because each caller has its own reader. */
  const enqueue = (
    method: string,
    params: readonly unknown[],
    isAnswer: (answer: unknown) => boolean,
    signal: AbortSignal,
  ) =>
    new Promise<{ readonly given: unknown }>((resolve, reject) => {
      const call = createCall(
        method,
        params,
        given => (isAnswer(given) ? { given } : undefined),
        resolve,
        reject,
      )
      signal.addEventListener('abort', () => call.refuse(signal.reason))
      if (queue.push(call) === 1) setTimeout(flush)
    })

  return {
    async request<Answer>(
      method: string,
      params: readonly unknown[],
      read: (answer: unknown) => Answer | undefined,
      signal: AbortSignal,
    ) {
      let own: Answer | undefined
      const isAnswer = (given: unknown) => {
        own = read(given)
        return own !== undefined
      }
      const shared = await join(
        nodes,
        JSON.stringify([method, params]),
        within => enqueue(method, params, isAnswer, within),
        signal,
      )
      if (own !== undefined || isAnswer(shared.given)) return own as Answer
      // The result satisfied only another caller's reader.
      await enqueue(method, params, isAnswer, signal)
      return own as Answer
    },
    async confirmed(signal) {
      await Promise.all(
        nodes.all
          .filter(node => !node.isConfirmed && !node.isWrong)
          .map(node => nodes.query(node, introduce, signal)),
      )
      return nodes.all.filter(node => node.isConfirmed).map(node => node.url)
    },
  }
}

async function exchange(
  url: string,
  questions: readonly Question[],
  parse: (text: string) => unknown,
  signal: AbortSignal,
): Promise<NodeProblem | { readonly body: object }> {
  const body = questions.length === 1 ? questions[0] : questions
  const said = await queryNode(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if ('failure' in said) return said
  const parsed = objectOf(said.text, parse)
  return parsed ? { body: parsed } : { failure: said.status < 300 ? 'nonsense' : 'unreachable' }
}

function objectOf(text: string, parse: (text: string) => unknown): object | undefined {
  try {
    const parsed = parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Maps responses by id. A request with two responses counts as unanswered. */
function byId(answers: readonly unknown[]): ReadonlyMap<unknown, Answer> {
  const found = new Map<unknown, Answer>()
  const repeated = new Set<unknown>()
  for (const answer of answers) {
    if (typeof answer !== 'object' || answer === null) continue
    const { id } = answer as Answer
    if (found.has(id)) repeated.add(id)
    found.set(id, answer)
  }
  for (const id of repeated) found.delete(id)
  return found
}

function isBusy({ error }: Answer): boolean {
  return (
    error?.code === -32005 ||
    error?.code === 429 ||
    (typeof error?.message === 'string' && /too many requests|rate limit/i.test(error.message))
  )
}

function createCall<Answer>(
  method: string,
  params: readonly unknown[],
  read: (answer: unknown) => Answer | undefined,
  resolve: (answer: Answer) => void,
  reject: (error: unknown) => void,
): Call {
  let isSettled = false
  let finish: (() => void) | undefined
  const settled = new Promise<void>(resolveSettled => {
    finish = resolveSettled
  })
  const settle = (run: () => void) => {
    if (isSettled) return
    isSettled = true
    run()
    finish?.()
  }
  return {
    method,
    params,
    settled,
    get isSettled() {
      return isSettled
    },
    accept(result) {
      const answer = read(result)
      if (answer !== undefined) settle(() => resolve(answer))
      return answer !== undefined
    },
    refuse: error => settle(() => reject(error)),
  }
}
