/** Several endpoints of one network, and the rules for choosing among them. */
import { anySignal } from '../async.js'
import { ChainError, type ChainErrorCode } from '../contracts/chain/chain-errors.js'
import { delay } from '../delay.js'
import { readBody } from './response-body.js'

export type NodeFailure = 'unreachable' | 'busy' | 'nonsense' | 'wrong-network'
export interface NodeProblem {
  readonly failure: NodeFailure
  /** Milliseconds until the node may be used again (`Retry-After`). */
  readonly retryAfter?: number | undefined
}

/** One endpoint, with its state. */
export interface NetworkNode {
  readonly url: string
  /** True after it confirmed that it serves the right network. Set by the caller. */
  isConfirmed: boolean
  /** True after it named another network; never used again. Set by the caller. */
  isWrong: boolean
}
/** Settles the requests that the node answered; the others keep their error. */
export type Attempt = (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | undefined>

export interface Nodes {
  readonly all: readonly NetworkNode[]
  /**
   * Makes attempts until the work is settled. Starts the next node when one fails and when one is
   * slow (3 s); the first response wins; the whole ends at the timeout. Tries a node three times at
   * most, and not during its Retry-After or the pause after a failure of its own.
   *
   * Returns undefined when the work is settled, else the error for it: CHAIN_UNAVAILABLE,
   * CHAIN_ANSWER, CHAIN_NETWORK or CHAIN_NO_ENDPOINT.
   */
  serve(work: Work, attempt: Attempt): Promise<ChainError | undefined>
  /**
   * Like `serve`, for a request that one node answers alone. Resolves with the first response.
   * Throws the error of `serve`, or the signal's abort reason.
   */
  first<Answer>(
    ask: (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | Answered<Answer>>,
    signal: AbortSignal,
  ): Promise<Answer>
  /** Sends a request to one node. Never throws. */
  query(node: NetworkNode, attempt: Attempt, signal: AbortSignal): Promise<NodeProblem | undefined>
}
export interface Answered<Answer> {
  readonly answer: Answer
}
export interface Work {
  readonly isSettled: boolean
  readonly settled: Promise<unknown>
}

interface KnownNode extends NetworkNode {
  /** When it may be used again, on the monotonic clock. */
  restsUntil: number
  failedAt: number
  failures: number
}

const mostTries = 3
// After this time another node is tried too. A slower node counts as failed, even when its request
// was aborted here.
const slowAfterMs = 3000
// How long a failed node comes after the others. Then the host's order applies again.
const memoryInMs = 30_000

/** `timeoutMs`: for one piece of work, over all nodes. */
export function createNodes(urls: readonly string[], timeoutMs: number): Nodes {
  const nodes = urls.map(
    (url): KnownNode => ({
      url,
      isConfirmed: false,
      isWrong: false,
      restsUntil: 0,
      failedAt: Number.NEGATIVE_INFINITY,
      failures: 0,
    }),
  )

  const ask = async (node: KnownNode, attempt: Attempt, signal: AbortSignal) => {
    const beganAt = performance.now()
    const problem = await attempt(node, signal).catch(
      (): NodeProblem => ({ failure: 'unreachable' }),
    )
    const now = performance.now()
    // Aborted here before it was slow, which says nothing about the node.
    if (signal.aborted && now - beganAt < slowAfterMs) return problem
    node.failures = problem ? node.failures + 1 : 0
    if (problem) {
      node.failedAt = now
      node.restsUntil = now + restInMs(problem, node.failures)
    }
    return problem
  }

  const serve: Nodes['serve'] = async (work, attempt) => {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    const endsAt = performance.now() + timeoutMs
    const tries = new Map<KnownNode, number>()
    const running = new Map<KnownNode, Promise<void>>()
    const failures = new Set<NodeFailure>()
    const finished = work.settled.then(() => controller.abort())
    const pause = (ms: number) => delay(ms, signal).catch(() => undefined)
    const triesOf = (node: KnownNode) => tries.get(node) ?? 0
    const next = () =>
      nodes
        .filter(
          node =>
            !node.isWrong &&
            !running.has(node) &&
            triesOf(node) < mostTries &&
            node.restsUntil < endsAt,
        )
        .sort(
          (a, b) =>
            byReadiness(a) - byReadiness(b) || triesOf(a) - triesOf(b) || byMemory(a) - byMemory(b),
        )[0]

    while (!signal.aborted && !work.isSettled) {
      const node = next()
      const wait = node ? node.restsUntil - performance.now() : timeoutMs
      if (!node && !running.size) break
      if (node && wait <= 0) {
        tries.set(node, triesOf(node) + 1)
        const attempted = ask(node, attempt, signal).then(problem => {
          running.delete(node)
          if (problem) failures.add(problem.failure)
        })
        running.set(node, attempted)
        await Promise.race([attempted, pause(slowAfterMs), finished])
      } else await Promise.race([...running.values(), pause(wait), finished])
    }

    clearTimeout(timer)
    controller.abort()
    return work.isSettled ? undefined : unanswered(nodes, failures)
  }

  return {
    all: nodes,
    serve,
    async first<Answer>(
      askOne: (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | Answered<Answer>>,
      signal: AbortSignal,
    ) {
      signal.throwIfAborted()
      let answered: Answered<Answer> | undefined
      const controller = new AbortController()
      const over = anySignal([signal, controller.signal])
      const work = {
        get isSettled() {
          return over.aborted
        },
        settled: new Promise<void>(resolve =>
          over.addEventListener('abort', () => resolve(), { once: true }),
        ),
      }
      const error = await serve(work, async (node, within) => {
        const said = await askOne(node, within)
        if ('failure' in said) return said
        answered ??= said
        controller.abort()
        return undefined
      })
      signal.throwIfAborted()
      if (!answered) throw error
      return answered.answer
    },
    async query(node, attempt, signal) {
      // Not AbortSignal.timeout: Node 20 collects one that only AbortSignal.any refers to, and a
      // hanging node would never time out.
      const limit = new AbortController()
      const timer = setTimeout(
        () => limit.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError')),
        timeoutMs,
      )
      try {
        return await ask(node as KnownNode, attempt, anySignal([signal, limit.signal]))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * Sends an HTTP request. Returns status and text, or the problem. `init.signal` is required. Throws
 * when the node is unreachable.
 */
export async function queryNode(
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<NodeProblem | { readonly status: number; readonly text: string }> {
  const response = await fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' })
  const { status } = response
  if (status === 429 || status === 503) {
    await response.body?.cancel()
    return { failure: 'busy', retryAfter: retryAfter(response) }
  }
  const text = await readBody(response)
  return text === undefined ? { failure: 'nonsense' } : { status, text }
}

/**
 * Pauses a busy node for its Retry-After, else for 4, 8, 16, 30 s, which makes fewer than 5 retries
 * a minute. Other failures need only a moment.
 */
function restInMs({ failure, retryAfter }: NodeProblem, failures: number): number {
  if (failure === 'busy') return retryAfter ?? Math.min(30_000, 2000 * 2 ** failures)
  return Math.min(2000, 62.5 * 4 ** failures)
}

/** Parses Retry-After into milliseconds. Undefined: the node sent none. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 3_600_000)
}

const byReadiness = ({ restsUntil }: KnownNode): number => (restsUntil > performance.now() ? 1 : 0)
const byMemory = ({ failedAt }: KnownNode): number =>
  failedAt + memoryInMs > performance.now() ? 1 : 0

function unanswered(nodes: readonly NetworkNode[], failures: ReadonlySet<NodeFailure>): ChainError {
  return new ChainError(codeOf())

  function codeOf(): ChainErrorCode {
    if (!nodes.length) return 'CHAIN_NO_ENDPOINT'
    if (nodes.every(node => node.isWrong)) return 'CHAIN_NETWORK'
    return failures.has('nonsense') && !failures.has('unreachable') && !failures.has('busy')
      ? 'CHAIN_ANSWER'
      : 'CHAIN_UNAVAILABLE'
  }
}
