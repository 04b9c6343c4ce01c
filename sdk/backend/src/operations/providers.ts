import * as v from 'valibot'
import { type Rpc, smallQuantity } from '../chains/json-rpc.js'
import { BackendError } from '../errors.js'

/** Whether the nodes of a chain respond, and its last block. */
export interface ProviderState {
  readonly state: 'ok' | 'failing' | 'unknown'
  readonly head?: number
}
export interface ProviderMetrics {
  /** `result`: `ok`, or the code of the error. */
  called(chain: string, result: string, calls: number): void
  took(chain: string, seconds: number): void
}
/** Watches the nodes of every chain. */
export interface Providers {
  /** Counts and times what is asked of this chain's nodes. */
  observe(chain: string, rpc: Rpc): Rpc
  /** Asks the nodes for their last block, at most once in five seconds. */
  probe(chain: string): Promise<ProviderState>
}

const [keepMs, timeoutMs] = [5_000, 3_000]

export function createProviders(metrics: ProviderMetrics): Providers {
  const rpcs = new Map<string, Rpc>()
  const probed = new Map<string, { readonly at: number; readonly state: Promise<ProviderState> }>()

  const measured = async <Answer>(
    chain: string,
    calls: number,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const beganAt = performance.now()
    try {
      const answer = await ask()
      metrics.called(chain, 'ok', calls)
      return answer
    } catch (error) {
      const result = error instanceof BackendError ? error.code : 'aborted'
      metrics.called(chain, result, calls)
      throw error
    } finally {
      metrics.took(chain, (performance.now() - beganAt) / 1_000)
    }
  }

  const ask = async (chain: string): Promise<ProviderState> => {
    const rpc = rpcs.get(chain)
    if (!rpc) return { state: 'unknown' }
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), timeoutMs)
    try {
      const head = chain.startsWith('eip155:')
        ? await rpc.call('eth_blockNumber', [], smallQuantity, over.signal)
        : await rpc.call('getSlot', [], v.number(), over.signal)
      return { state: 'ok', head }
    } catch {
      return { state: 'failing' } // the metrics say why
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    observe(chain, rpc) {
      const observed: Rpc = {
        call: (method, params, schema, signal) =>
          measured(chain, 1, () => rpc.call(method, params, schema, signal)),
        batch: (calls, signal) => measured(chain, calls.length, () => rpc.batch(calls, signal)),
      }
      // The first client of a chain is the one for requests; the index has another one.
      if (!rpcs.has(chain)) rpcs.set(chain, observed)
      return observed
    },
    probe(chain) {
      const found = probed.get(chain)
      if (found && performance.now() - found.at < keepMs) return found.state
      const state = ask(chain)
      probed.set(chain, { at: performance.now(), state })
      return state
    },
  }
}
