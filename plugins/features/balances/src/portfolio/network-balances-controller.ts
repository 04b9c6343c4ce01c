/** Requests the balances of the connected accounts on the networks beside the active one. */
import { anySignal, KernelError, latest } from '@portico/kernel'
import { currencySlice, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { networkOf } from '@portico/kernel/chain'
import { disconnectedEvent } from '@portico/kernel/session'
import type {
  NetworkAnswer,
  NetworkBalances,
  NetworkPlace,
  NetworkSummary,
} from '../network-balances.js'
import { networkPlaces, summaryOf } from '../network-rows.js'
import { savedBalancesSlice } from '../persisted.js'
import { type BalancesContext, networkBalancesSlice } from '../refs.js'
import { savedOf, withNetworks } from '../saved.js'
import type { ReadPortfolio } from './read-portfolio.js'

/** Networks that are requested at the same time, because "all" may be thirty. */
const atOnce = 6

export function createNetworkBalances(
  context: BalancesContext,
  readPortfolio: ReadPortfolio,
): NetworkBalances {
  const request = latest(context.signal)
  /** Aborts with the last disconnect. */
  let session = new AbortController()
  /** The newest request of each row: an older one that was cancelled changes nothing. */
  const newest = new Map<string, AbortSignal>()
  const rests = new Map<string, number>()
  const now = () => context.state(networkBalancesSlice)
  const set = (id: string, change: NetworkAnswer) =>
    context.patch(networkBalancesSlice, { answers: { ...now().answers, [id]: change } })
  const whileConnected = () => anySignal([context.signal, session.signal])
  const others = () => networkPlaces(context).places.slice(1)

  /** A request during the cool-down does not extend it. */
  const retryAt = (id: string, error: unknown) => {
    const left = (rests.get(id) ?? 0) - performance.now()
    if (codeOf(error) === 'COOLING_DOWN' && left > 0) return Date.now() + left
    rests.set(id, performance.now() + tokenBalancesEndpoint.coolDown)
    return Date.now() + tokenBalancesEndpoint.coolDown
  }
  const ask = async ({ id, account, network }: NetworkPlace, signal: AbortSignal) => {
    const currency = context.state(currencySlice).code
    const before = now().answers[id]
    const last = before?.summary && { summary: before.summary }
    newest.set(id, signal)
    set(id, { phase: 'loading', ...last })
    try {
      const answer = await context.call(
        tokenBalancesEndpoint,
        { account, network, currency },
        signal,
      )
      const summary = summaryOf(await readPortfolio(answer, network, currency))
      signal.throwIfAborted()
      set(id, { phase: 'known', summary })
    } catch (error) {
      if (signal.aborted) {
        // The request was cancelled, so the previous answer stays valid.
        if (newest.get(id) === signal) set(id, before ?? { phase: 'loading' })
        return
      }
      // A network without a source is no failure.
      if (codeOf(error) === 'NOT_HANDLED' || !networkOf(context, network))
        return set(id, { phase: 'none' })
      set(id, { phase: 'unavailable', ...last, retryAt: retryAt(id, error) })
    }
  }
  const askAll = async (places: readonly NetworkPlace[], signal: AbortSignal) => {
    const waiting = [...places]
    const work = async () => {
      for (let place = waiting.shift(); place && !signal.aborted; place = waiting.shift())
        await ask(place, signal)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (!signal.aborted) save()
  }
  const save = () => {
    const found = Object.entries(now().answers).flatMap(([id, { summary }]) =>
      summary ? [[id, summary] as const] : [],
    )
    const networks: Readonly<Record<string, NetworkSummary>> = Object.fromEntries(found)
    const saved = savedOf(context)
    context.patch(savedBalancesSlice, { saved: withNetworks(saved, networks) })
  }
  context.on(disconnectedEvent, () => {
    newest.clear()
    request.stop()
    session.abort()
    session = new AbortController()
    context.patch(networkBalancesSlice, { answers: {}, showsAll: false })
  })

  const refresh = (given?: AbortSignal) => askAll(others(), request.start(given))
  return {
    refresh,
    async retry(id) {
      const place = others().find(one => one.id === id)
      if (place) await askAll([place], whileConnected())
    },
    async showAll() {
      const before = new Set(others().map(({ id }) => id))
      context.patch(networkBalancesSlice, { showsAll: true })
      await askAll(
        others().filter(({ id }) => !before.has(id)),
        whileConnected(),
      )
    },
  }
}

const codeOf = (error: unknown) => (error instanceof KernelError ? error.code : undefined)
