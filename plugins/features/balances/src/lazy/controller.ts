/** The portfolio: who asks for it, what is kept of the answers. Loaded with the account's page. */
import { anySignal, delay, KernelError } from '@portico/kernel'
import {
  type AssetId,
  activeNetwork,
  backendReach,
  balances,
  currencySlice,
  disconnected,
  displayText,
  type Holding,
  type NetworkId,
  networkOf,
  sortHoldings,
  toasts,
  tokenBalances,
  transactionSent,
  transactionSettled,
  transactionUndone,
} from '@portico/kernel/contracts'
import { BalancesError } from '../errors.js'
import type { BalancesOptions } from '../options.js'
import type { KnownPortfolio, Portfolio, PortfolioState, Saved } from '../portfolio.js'
import { type BalancesContext, portfolioSlice, savedSlice } from '../refs.js'
import { isLowQuality } from '../rules.js'
import { savedOf, soundHolding, withPortfolio } from '../saved.js'
import { keptOf, subjectOf } from '../select.js'
import type { KnownTokens } from './known-tokens.js'

type Subject = NonNullable<ReturnType<typeof subjectOf>>

export function createController(context: BalancesContext, options: BalancesOptions, vouched: KnownTokens): Portfolio {
  let newest: AbortController | undefined
  /** The last failure was told: a toast each minute would be noise. */
  let isTold = false
  let moved: readonly (AssetId | 'native')[] | undefined
  const rests = new Map<NetworkId, number>()
  const now = () => context.state(portfolioSlice)
  const set = (change: Partial<PortfolioState>) => context.update(portfolioSlice, state => void Object.assign(state, change))
  const saved = () => savedOf(context.state(savedSlice).saved)
  const save = (next: Saved) => context.update(savedSlice, state => void Object.assign(state, { saved: next }))

  /** A handler that failed rests; asking it meanwhile begins no new rest. Kept by the monotonic clock: a system clock that is set makes no rest longer. */
  const retryAt = (network: NetworkId, error: unknown) => {
    const left = (rests.get(network) ?? 0) - performance.now()
    if (codeOf(error) === 'COOLING_DOWN' && left > 0) return Date.now() + left
    rests.set(network, performance.now() + tokenBalances.coolDown)
    return Date.now() + tokenBalances.coolDown
  }
  const portfolioFrom = async (answer: { value: readonly Holding[]; at: number; source: string }, network: NetworkId, currency: string) => {
    const { value, at, source } = answer
    const names = new Set((await vouched(network)).map(({ asset }) => asset.toLowerCase()))
    const holdings = sortHoldings(value.flatMap(soundHolding).filter(one => !isLowQuality(one)))
    const known: KnownPortfolio = {
      holdings,
      at,
      currency,
      source,
      instead: source.startsWith('chain ') && context.find(backendReach)?.serves(network) === true,
      vouched: holdings.flatMap(({ token }) => (names.has(token.asset.toLowerCase()) ? token.asset : [])),
      smallBelow: options.smallBelow ?? '0.01',
    }
    return known
  }
  const ask = async ({ key, account, network }: Subject, signal: AbortSignal) => {
    const currency = context.state(currencySlice).code
    const fresh = moved
    set({ phase: 'asking' })
    try {
      const answer = await context.call(tokenBalances, { account, network, currency, ...(fresh && { moved: fresh }) }, signal)
      const known = await portfolioFrom(answer, network, currency)
      if (signal.aborted) return
      if (moved === fresh) moved = undefined
      isTold = false
      context.update(portfolioSlice, state => {
        Object.assign(state, { phase: 'known', known })
        delete state.retryAt
      })
      save(withPortfolio(saved(), key, known))
    } catch (error) {
      if (signal.aborted) return
      // A network that the host does not list has no endpoints: that is no failure.
      if (codeOf(error) === 'NOT_HANDLED' || !networkOf(context, network)) return set({ phase: 'none' })
      set({ phase: 'unavailable', retryAt: retryAt(network, error) })
      if (isTold) return
      isTold = true
      context.use(toasts).fail(new BalancesError('TOKEN_BALANCE', { cause: error }))
    }
  }

  // Both when it was sent and when a block has it: a service that keeps its answers would go on saying what was before.
  const moves = ({ network }: { readonly network: NetworkId }) => {
    if (network === activeNetwork(context))
      moved = now()
        .known?.holdings.slice(0, 20)
        .map(({ token }) => token.asset) ?? ['native']
    context.invalidate(tokenBalances)
  }
  context.on(transactionSent, moves)
  context.on(transactionSettled, moves)
  context.on(transactionUndone, moves)
  context.on(disconnected, () => {
    context.reset(portfolioSlice)
    // What the person added stays; what they had is nobody's business any more.
    save({ ...saved(), portfolios: {} })
  })

  return {
    async refresh(given) {
      newest?.abort()
      const own = new AbortController()
      newest = own
      const signal = anySignal([own.signal, given, context.signal])
      // A burst of changes is one question.
      await delay(0, signal).catch(() => undefined)
      if (signal.aborted) return
      const subject = subjectOf(context)
      if (!subject) return context.reset(portfolioSlice)
      if (subject.key !== now().subject) {
        const kept = keptOf(context, subject.key)
        context.update(portfolioSlice, state => {
          Object.assign(state, { subject: subject.key, phase: 'asking' })
          delete state.known
          delete state.retryAt
          if (kept) Object.assign(state, { known: kept })
        })
      }
      await ask(subject, signal)
      // Given up: what was known before is known still.
      if (newest === own && now().phase === 'asking' && now().known) set({ phase: 'known' })
    },
    async findToken(address, given) {
      const network = activeNetwork(context)
      const find = network && context.capability(balances, network)?.token
      if (!network || !find) throw new BalancesError('TOKEN_NETWORK')
      const { name, symbol, ...found } = await find(address, network, anySignal([context.signal, given]))
      const short = displayText(symbol, 16) ?? '?'
      return { ...found, symbol: short, name: displayText(name) ?? short }
    },
    async addToken(token) {
      const before = saved()
      save({ ...before, added: [...before.added.filter(({ asset }) => asset !== token.asset), token] })
      context.invalidate(tokenBalances)
    },
    async removeToken(asset) {
      const before = saved()
      save({ ...before, added: before.added.filter(token => token.asset !== asset) })
      context.invalidate(tokenBalances)
    },
    showHidden: async shown => set({ showsHidden: shown }),
  }
}

const codeOf = (error: unknown) => (error instanceof KernelError ? error.code : undefined)
