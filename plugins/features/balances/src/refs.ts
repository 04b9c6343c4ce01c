import { type ContextOf, defineService, defineSlice, defineView, type ServiceRef, type SliceRef } from '@portico/kernel'
import { backendReach, currencySlice, http, message, toasts } from '@portico/kernel/contracts'
import type { Portfolio, PortfolioState } from './portfolio.js'

export const addTokenMessage = /* @__PURE__ */ message('balances.add', 'Add a token')
export const currencyMessage = /* @__PURE__ */ message('balances.currency', 'Currency')
export const tokensMessage = /* @__PURE__ */ message('balances.tokens', 'Tokens')

export const portfolio: ServiceRef<Portfolio> = /* @__PURE__ */ defineService<Portfolio>('portfolio')
export const portfolioSlice: SliceRef<PortfolioState> = /* @__PURE__ */ defineSlice<PortfolioState>({
  id: 'portfolio',
  initial: () => ({ phase: 'asking', showsHidden: false }),
})
/** What outlives the page, as it was found: `savedOf` reads it. */
export const savedSlice: SliceRef<{ readonly saved?: unknown }> = /* @__PURE__ */ defineSlice<{ readonly saved?: unknown }>({
  id: 'savedPortfolios',
  initial: () => ({}),
  persist: { version: 1, pick: ({ saved }) => saved, restore: saved => ({ saved }) },
})
/** A token is added by its address. */
export const importTokenView = /* @__PURE__ */ defineView('ImportToken')

/** What values are reckoned in. */
export const currencyView = /* @__PURE__ */ defineView('Currency')

/** What this plugin may use and write. */
export const access = { needs: [http, toasts], wants: [backendReach], owns: [portfolioSlice, savedSlice, currencySlice], provides: [portfolio] } as const
export type BalancesContext = ContextOf<typeof access>
