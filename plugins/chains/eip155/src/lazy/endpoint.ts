/** One address where a network answers: one POST to it, and what is known of it. */
import { RpcRefusal } from '../errors.js'
import { readBody } from './response-body.js'
import { readChainId } from './wallet-answers.js'

/** One question on its way. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly isSettled: boolean
  /** Resolves when it has its answer, or needs none any more. */
  readonly settled: Promise<void>
  /** False: this is no answer to the question. */
  accept(result: unknown): boolean
  refuse(error: unknown): void
}
export type Failure = 'unreachable' | 'busy' | 'nonsense' | 'wrong-chain'

export interface Endpoint {
  readonly url: string
  /** It said that it serves the right network. */
  readonly isConfirmed: boolean
  /** It said that it serves another one: never asked again. */
  readonly isWrong: boolean
  /** When it may be asked again, on the monotonic clock. */
  readonly restsUntil: number
  readonly failedAt: number
  /** Settles the calls that it answers well; what is left tells the failure. Never throws. */
  ask(calls: readonly Call[], signal: AbortSignal): Promise<Failure | undefined>
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } | null
}
type Answers = ReadonlyMap<unknown, Answer>
interface Envelope {
  readonly numbered: ReadonlyMap<number, Call>
  readonly check: number | undefined
  readonly questions: readonly { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[]
}
interface Problem {
  readonly failure: Failure
  /** Milliseconds that the node wants to be left alone. */
  readonly retryAfter?: number | undefined
}

const mostCalls = 1000
// From then on another endpoint was started; whoever is slower than that has failed, even if it is us who cut it off.
export const patienceInMs = 3000

export function createEndpoint(url: string, chainId: number): Endpoint {
  const state = { url, isConfirmed: false, isWrong: false, restsUntil: 0, failedAt: Number.NEGATIVE_INFINITY }
  let batch = mostCalls
  let failures = 0
  let lastId = 0

  /** Writes the calls down; the first batch asks on the way whom this endpoint serves. */
  const write = (calls: readonly Call[]): Envelope => {
    const numbered = new Map(calls.map(call => [++lastId, call]))
    const check = state.isConfirmed ? undefined : ++lastId
    const questions: { jsonrpc: '2.0'; id: number; method: string; params: readonly unknown[] }[] = []
    if (check) questions.push({ jsonrpc: '2.0', id: check, method: 'eth_chainId', params: [] })
    for (const [id, { method, params }] of numbered) questions.push({ jsonrpc: '2.0', id, method, params })
    return { numbered, check, questions }
  }
  /** Nothing that an endpoint says counts before it said that it serves the right network. */
  const confirm = (check: number | undefined, answers: Answers): Problem | undefined => {
    if (!check) return undefined
    const served = readChainId(answers.get(check)?.result)
    if (served === undefined) return { failure: [...answers.values()].some(isBusy) ? 'busy' : 'nonsense' }
    state.isWrong = served !== chainId
    state.isConfirmed = !state.isWrong
    return state.isWrong ? { failure: 'wrong-chain' } : undefined
  }
  const post = async (calls: readonly Call[], signal: AbortSignal): Promise<Problem | undefined> => {
    const { numbered, check, questions } = write(calls)
    const received = await exchange(url, questions.length === 1 ? questions[0] : questions, signal)
    if ('failure' in received) return received
    const { body } = received
    if (!Array.isArray(body) && questions.length > 1) {
      // One answer for all: this node takes no batches, or none as long as this.
      if (isBusy(body) || batch === 1) return { failure: 'busy' }
      batch = Math.max(1, Math.floor(calls.length / 10))
      return askInParts(calls, signal)
    }
    const answers = byId(Array.isArray(body) ? body : [body])
    const problem = confirm(check, answers)
    if (problem) return problem
    const failed = [...numbered].flatMap(([id, call]) => settle(call, answers.get(id)) ?? [])
    if (failed.length) return { failure: failed.includes('busy') ? 'busy' : 'nonsense' }
    return undefined
  }

  const askInParts = async (calls: readonly Call[], signal: AbortSignal): Promise<Problem | undefined> => {
    if (!state.isConfirmed && batch === 1) {
      const problem = await post([], signal)
      if (problem) return problem
    }
    const size = state.isConfirmed ? batch : batch - 1
    const parts = Array.from({ length: Math.ceil(calls.length / size) || 1 }, (_, at) => calls.slice(at * size, (at + 1) * size))
    const problems = await Promise.all(parts.map(part => post(part, signal)))
    return problems.find(Boolean)
  }

  return Object.assign(state, {
    async ask(calls: readonly Call[], signal: AbortSignal): Promise<Failure | undefined> {
      const beganAt = performance.now()
      const problem = await askInParts(calls, signal).catch((): Problem => ({ failure: 'unreachable' }))
      const now = performance.now()
      // Cut off by us before it was slow: that says nothing about it.
      if (signal.aborted && now - beganAt < patienceInMs) return problem?.failure
      failures = problem ? failures + 1 : 0
      if (problem) {
        state.failedAt = now
        state.restsUntil = now + restInMs(problem, failures)
      }
      return problem?.failure
    },
  })
}

async function exchange(url: string, body: unknown, signal: AbortSignal): Promise<Problem | { readonly body: object }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit', signal })
  if (response.status === 429 || response.status === 503) {
    await response.body?.cancel()
    return { failure: 'busy', retryAfter: retryAfter(response) }
  }
  const parsed = parse(await readBody(response))
  return parsed ? { body: parsed } : { failure: response.ok ? 'nonsense' : 'unreachable' }
}

/** Nodes that ask for rest get it: what they say, else 4, 8, 16, 30 s, which makes less than 5 retries a minute. After other failures a moment is enough. */
function restInMs({ failure, retryAfter }: Problem, failures: number): number {
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

function parse(text: string | undefined): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Answers by their ids. Who answers one question twice has not answered it. */
function byId(answers: readonly unknown[]): Answers {
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

function settle(call: Call, answer: Answer | undefined): Failure | undefined {
  if (call.isSettled) return undefined
  if (!answer) return 'nonsense'
  if (isBusy(answer)) return 'busy'
  if (answer.error) {
    const { code, message, data } = answer.error
    if (!Number.isSafeInteger(code)) return 'nonsense'
    call.refuse(new RpcRefusal(code as number, message, data))
    return undefined
  }
  return call.accept(answer.result) ? undefined : 'nonsense'
}

function isBusy({ error }: Answer): boolean {
  return error?.code === -32005 || error?.code === 429 || (typeof error?.message === 'string' && /too many requests|rate limit/i.test(error.message))
}
