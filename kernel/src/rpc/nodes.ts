/** Several addresses that serve one network, and the rule by which they are asked. */
import { anySignal } from '../async.js'
import { ChainError, type ChainErrorCode } from '../contracts/chain-errors.js'
import { delay } from '../delay.js'
import { readBody } from './response-body.js'

export type NodeFailure = 'unreachable' | 'busy' | 'nonsense' | 'wrong-network'
export interface NodeProblem {
  readonly failure: NodeFailure
  /** Milliseconds that the node wants to be left alone. */
  readonly retryAfter?: number | undefined
}

/** One address, and what is known of it. */
export interface NetworkNode {
  readonly url: string
  /** It said that it serves the right network. Set by who asks it. */
  isConfirmed: boolean
  /** It said that it serves another one: never asked again. Set by who asks it. */
  isWrong: boolean
}
/** Settles what the node answers well; what is left tells the problem. */
export type Attempt = (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | undefined>

export interface Nodes {
  readonly all: readonly NetworkNode[]
  /**
   * Makes attempts until the work is settled. The next node is started when one fails and when it is slow (3 s); what answers first wins; the whole ends at
   * the time limit. A node is tried three times at most, and left alone for as long as it wants (Retry-After) or after a failure of its own.
   *
   * Answers undefined when the work is settled, else the error to fail it with: CHAIN_UNAVAILABLE, CHAIN_ANSWER, CHAIN_NETWORK or CHAIN_NO_ENDPOINT.
   */
  serve(work: Work, attempt: Attempt): Promise<ChainError | undefined>
  /**
   * The same for a question that one node answers alone. Resolves with the first answer; throws what `serve` answers, or the abort of the signal.
   */
  first<Answer>(ask: (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | Answered<Answer>>, signal: AbortSignal): Promise<Answer>
  /** Asks one node. Never throws. */
  ask(node: NetworkNode, attempt: Attempt, signal: AbortSignal): Promise<NodeProblem | undefined>
}
export interface Answered<Answer> {
  readonly answer: Answer
}
export interface Work {
  readonly isSettled: boolean
  readonly settled: Promise<unknown>
}

interface KnownNode extends NetworkNode {
  /** When it may be asked again, on the monotonic clock. */
  restsUntil: number
  failedAt: number
  failures: number
}

const mostTries = 3
// From then on another node is started; whoever is slower than that has failed, even if it is us who cut it off.
const patienceInMs = 3000
// For as long the others go first after a failure; then the host's order counts again.
const memoryInMs = 30_000

/** `timeoutMs`: for the whole of one piece of work, all nodes together. */
export function createNodes(urls: readonly string[], timeoutMs: number): Nodes {
  const nodes = urls.map((url): KnownNode => ({ url, isConfirmed: false, isWrong: false, restsUntil: 0, failedAt: Number.NEGATIVE_INFINITY, failures: 0 }))

  const ask = async (node: KnownNode, attempt: Attempt, signal: AbortSignal) => {
    const beganAt = performance.now()
    const problem = await attempt(node, signal).catch((): NodeProblem => ({ failure: 'unreachable' }))
    const now = performance.now()
    // Cut off by us before it was slow: that says nothing about it.
    if (signal.aborted && now - beganAt < patienceInMs) return problem
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
        .filter(node => !node.isWrong && !running.has(node) && triesOf(node) < mostTries && node.restsUntil < endsAt)
        .sort((a, b) => byReadiness(a) - byReadiness(b) || triesOf(a) - triesOf(b) || byMemory(a) - byMemory(b))[0]

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
        await Promise.race([attempted, pause(patienceInMs), finished])
      } else await Promise.race([...running.values(), pause(wait), finished])
    }

    clearTimeout(timer)
    controller.abort()
    return work.isSettled ? undefined : unanswered(nodes, failures)
  }

  return {
    all: nodes,
    serve,
    async first<Answer>(askOne: (node: NetworkNode, signal: AbortSignal) => Promise<NodeProblem | Answered<Answer>>, signal: AbortSignal) {
      signal.throwIfAborted()
      let answered: Answered<Answer> | undefined
      const controller = new AbortController()
      const over = anySignal([signal, controller.signal])
      const work = {
        get isSettled() {
          return over.aborted
        },
        settled: new Promise<void>(resolve => over.addEventListener('abort', () => resolve(), { once: true })),
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
    ask: (node, attempt, signal) => ask(node as KnownNode, attempt, anySignal([signal, AbortSignal.timeout(timeoutMs)])),
  }
}

/** What a node says to a request over HTTP: its status and its text; or why that is no answer. `init.signal` is a must. Throws when it cannot be reached. */
export async function askNode(
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

/** Nodes that ask for rest get it: what they say, else 4, 8, 16, 30 s, which makes less than 5 retries a minute. After other failures a moment is enough. */
function restInMs({ failure, retryAfter }: NodeProblem, failures: number): number {
  if (failure === 'busy') return retryAfter ?? Math.min(30_000, 2000 * 2 ** failures)
  return Math.min(2000, 62.5 * 4 ** failures)
}

/** Milliseconds; undefined when the node does not say. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 3_600_000)
}

const byReadiness = ({ restsUntil }: KnownNode): number => (restsUntil > performance.now() ? 1 : 0)
const byMemory = ({ failedAt }: KnownNode): number => (failedAt + memoryInMs > performance.now() ? 1 : 0)

function unanswered(nodes: readonly NetworkNode[], failures: ReadonlySet<NodeFailure>): ChainError {
  return new ChainError(codeOf())

  function codeOf(): ChainErrorCode {
    if (!nodes.length) return 'CHAIN_NO_ENDPOINT'
    if (nodes.every(node => node.isWrong)) return 'CHAIN_NETWORK'
    return failures.has('nonsense') && !failures.has('unreachable') && !failures.has('busy') ? 'CHAIN_ANSWER' : 'CHAIN_UNAVAILABLE'
  }
}
