/** Requests the portfolio and stores the answers. Loaded with the account's page. */
import { anySignal, delay, KernelError, latest } from '@portico/kernel'
import { currencySlice, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { type AssetId, type NetworkId, networkOf } from '@portico/kernel/chain'
import { activeNetwork, balancesChangedEvents, disconnectedEvent } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { displaySymbol, displayText } from '@portico/kernel/text'
import { BalancesError } from '../errors.js'
import { savedBalancesSlice } from '../persisted.js'
import type { Portfolio, PortfolioState, Saved } from '../portfolio.js'
import { loadHistory } from '../price-chart/load-history.js'
import { type BalancesContext, portfolioSlice } from '../refs.js'
import { savedOf, withAdded, withPortfolio, withUsed } from '../saved.js'
import { keptOf, subjectOf } from '../select.js'
import type { ReadPortfolio } from './read-portfolio.js'

type Subject = NonNullable<ReturnType<typeof subjectOf>>

export function createController(
  context: BalancesContext,
  readPortfolio: ReadPortfolio,
): Portfolio {
  const request = latest(context.signal)
  /** True when the last failure was shown: a toast each minute would be noise. */
  let isReported = false
  let moved: readonly (AssetId | 'native')[] | undefined
  const rests = new Map<NetworkId, number>()
  const now = () => context.state(portfolioSlice)
  const set = (change: Partial<PortfolioState>) => context.patch(portfolioSlice, change)
  const saved = () => savedOf(context)
  const save = (next: Saved) => context.patch(savedBalancesSlice, { saved: next })

  /**
   * Returns when a failed handler may be requested again.
   * A request during the cool-down does not extend it. The cool-down uses the monotonic clock, so
   * changing the system clock does not extend it either.
   */
  const retryAt = (network: NetworkId, error: unknown) => {
    const left = (rests.get(network) ?? 0) - performance.now()
    if (codeOf(error) === 'COOLING_DOWN' && left > 0) return Date.now() + left
    rests.set(network, performance.now() + tokenBalancesEndpoint.coolDown)
    return Date.now() + tokenBalancesEndpoint.coolDown
  }
  const ask = async ({ key, account, network }: Subject, signal: AbortSignal) => {
    const currency = context.state(currencySlice).code
    const fresh = moved
    set({ phase: 'loading' })
    try {
      const answer = await context.call(
        tokenBalancesEndpoint,
        { account, network, currency, ...(fresh && { moved: fresh }) },
        signal,
      )
      const known = await readPortfolio(answer, network, currency)
      if (signal.aborted) return
      if (moved === fresh) moved = undefined
      isReported = false
      context.update(portfolioSlice, state => {
        Object.assign(state, { phase: 'known', known })
        delete state.retryAt
      })
      save(withPortfolio(saved(), key, known))
    } catch (error) {
      if (signal.aborted) return
      // A network that the host does not list has no endpoints, which is no failure.
      if (codeOf(error) === 'NOT_HANDLED' || !networkOf(context, network))
        return set({ phase: 'none' })
      set({ phase: 'unavailable', retryAt: retryAt(network, error) })
      if (isReported) return
      isReported = true
      context.use(toastsService).fail(new BalancesError('TOKEN_BALANCE', { cause: error }))
    }
  }

  // Invalidates both when a transaction is sent and when a block has it: a service with a cache
  // would repeat its old answer.
  context.on(balancesChangedEvents, ({ network }) => {
    if (network === activeNetwork(context))
      moved = now()
        .known?.holdings.slice(0, 20)
        .map(({ token }) => token.asset) ?? ['native']
    context.invalidate(tokenBalancesEndpoint)
  })
  context.on(disconnectedEvent, () => {
    // An answer that is on its way is of an account that is gone.
    request.stop()
    context.reset(portfolioSlice)
    // Tokens that the person added stay; the balances of the account are deleted. Nothing is
    // written over nothing.
    const { portfolios, networks } = saved()
    if (Object.keys({ ...portfolios, ...networks }).length)
      save({ ...saved(), portfolios: {}, networks: {} })
  })

  return {
    async refresh(given) {
      const signal = request.start(given)
      // Batches a burst of changes into one request.
      await delay(0, signal).catch(() => undefined)
      if (signal.aborted) return
      const subject = subjectOf(context)
      if (!subject) return context.reset(portfolioSlice)
      if (subject.key !== now().subject) {
        save(withUsed(saved(), subject.network))
        const kept = keptOf(context, subject.key)
        context.update(portfolioSlice, state => {
          Object.assign(state, { subject: subject.key, phase: 'loading' })
          delete state.known
          delete state.retryAt
          if (kept) Object.assign(state, { known: kept })
        })
      }
      await ask(subject, signal)
      // The request was cancelled, so the previous answer stays valid.
      if (request.isNewest(signal) && now().phase === 'loading' && now().known)
        set({ phase: 'known' })
    },
    async findToken(address, given) {
      const network = activeNetwork(context)
      const find = network && context.capability(balancesCapability, network)?.token
      if (!network || !find) throw new BalancesError('TOKEN_NETWORK')
      const { name, symbol, ...found } = await find(
        address,
        network,
        anySignal([context.signal, given]),
      )
      const short = displaySymbol(symbol)
      return { ...found, symbol: short, name: displayText(name) ?? short }
    },
    async addToken(token) {
      const before = saved()
      save(withAdded(before, [...before.added.filter(({ asset }) => asset !== token.asset), token]))
      context.invalidate(tokenBalancesEndpoint)
    },
    async removeToken(asset) {
      const before = saved()
      save({ ...before, added: before.added.filter(token => token.asset !== asset) })
      context.invalidate(tokenBalancesEndpoint)
    },
    priceHistory: (token, period, given) =>
      loadHistory(context, token, period, anySignal([context.signal, given])),
    showHidden: async shown => set({ showsHidden: shown }),
  }
}

const codeOf = (error: unknown) => (error instanceof KernelError ? error.code : undefined)
