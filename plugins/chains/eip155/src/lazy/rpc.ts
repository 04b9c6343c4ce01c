/** Questions to a network: batched, asked at several endpoints, each answer read at the door. Decision 48. */
import { anySignal, delay } from '@portico/kernel'
import { ChainError, type ChainErrorCode, type NetworkId } from '@portico/kernel/contracts'
import type { EvmNetwork } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { type Call, createEndpoint, type Endpoint, type Failure, patienceInMs } from './endpoint.js'
import { createJoin } from './joining.js'

export interface Rpc {
  readonly network: EvmNetwork
  /**
   * Asks the network. `read` is the schema at the door: undefined for what is no answer to this question; the next endpoint is asked then.
   *
   * Throws an RpcRefusal when the network understood and refused, else a ChainError: nobody answered within the time limit, or nothing that makes sense.
   */
  ask<Answer>(method: string, params: readonly unknown[], read: (answer: unknown) => Answer | undefined, signal: AbortSignal): Promise<Answer>
  /** The endpoints that say now that they serve this network. */
  confirmed(signal: AbortSignal): Promise<readonly string[]>
}
/** Throws a ChainError for a network that the host does not list, or lists without endpoints. */
export type RpcOf = (network: NetworkId) => Rpc

export function createRpcs(setup: Pick<Eip155Setup, 'networks' | 'rpcTimeoutMs'>): RpcOf {
  const rpcs = new Map(setup.networks.filter(network => network.rpcUrls.length).map(network => [network.caipNetworkId, createRpc(network, setup.rpcTimeoutMs)]))
  return network => {
    const rpc = rpcs.get(network)
    if (!rpc) throw new ChainError('CHAIN_NO_ENDPOINT')
    return rpc
  }
}

const mostCalls = 1000
const mostTries = 3
// For as long the others go first after a failure; then the host's order counts again.
const memoryInMs = 30_000

function createRpc(network: EvmNetwork, timeoutMs: number): Rpc {
  const endpoints = network.rpcUrls.map(url => createEndpoint(url, Number(network.id)))
  const join = createJoin()
  let queue: Call[] = []

  const flush = () => {
    const calls = queue
    queue = []
    for (let at = 0; at < calls.length; at += mostCalls) void serve(calls.slice(at, at + mostCalls))
  }

  /** Settles all of the calls. The next endpoint is started when one fails and when it is slow; the first good answer wins; the whole ends at the time limit. */
  const serve = async (calls: readonly Call[]): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    const endsAt = performance.now() + timeoutMs
    const tries = new Map<Endpoint, number>()
    const running = new Map<Endpoint, Promise<void>>()
    const failures = new Set<Failure>()
    const open = () => calls.filter(call => !call.isSettled)
    const finished = Promise.all(calls.map(call => call.settled)).then(() => controller.abort())
    const pause = (ms: number) => delay(ms, signal).catch(() => undefined)
    const next = () =>
      endpoints
        .filter(one => !one.isWrong && !running.has(one) && (tries.get(one) ?? 0) < mostTries && one.restsUntil < endsAt)
        .sort((a, b) => byReadiness(a) - byReadiness(b) || (tries.get(a) ?? 0) - (tries.get(b) ?? 0) || byMemory(a) - byMemory(b))[0]

    while (!signal.aborted && open().length) {
      const endpoint = next()
      const wait = endpoint ? endpoint.restsUntil - performance.now() : timeoutMs
      if (!endpoint && !running.size) break
      if (endpoint && wait <= 0) {
        tries.set(endpoint, (tries.get(endpoint) ?? 0) + 1)
        const attempt = endpoint.ask(open(), signal).then(failure => {
          running.delete(endpoint)
          if (failure) failures.add(failure)
        })
        running.set(endpoint, attempt)
        await Promise.race([attempt, pause(patienceInMs), finished])
      } else await Promise.race([...running.values(), pause(wait), finished])
    }

    clearTimeout(timer)
    controller.abort()
    for (const call of open()) call.refuse(unanswered(endpoints, failures))
  }

  return {
    network,
    ask: (method, params, read, signal) =>
      join(
        endpoints,
        JSON.stringify([method, params]),
        own =>
          new Promise((resolve, reject) => {
            const call = createCall(method, params, read, resolve, reject)
            own.addEventListener('abort', () => call.refuse(own.reason))
            if (queue.push(call) === 1) setTimeout(flush)
          }),
        signal,
      ),
    async confirmed(signal) {
      const within = anySignal([signal, AbortSignal.timeout(timeoutMs)])
      await Promise.all(endpoints.filter(one => !one.isConfirmed && !one.isWrong).map(one => one.ask([], within)))
      return endpoints.filter(one => one.isConfirmed).map(one => one.url)
    },
  }
}

const byReadiness = ({ restsUntil }: Endpoint): number => (restsUntil > performance.now() ? 1 : 0)
const byMemory = ({ failedAt }: Endpoint): number => (failedAt + memoryInMs > performance.now() ? 1 : 0)

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

function unanswered(endpoints: readonly Endpoint[], failures: ReadonlySet<Failure>): ChainError {
  const code: ChainErrorCode = endpoints.every(one => one.isWrong)
    ? 'CHAIN_NETWORK'
    : failures.has('nonsense') && !failures.has('unreachable') && !failures.has('busy')
      ? 'CHAIN_ANSWER'
      : 'CHAIN_UNAVAILABLE'
  return new ChainError(code)
}
