import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import { backendReachService, currencySlice, httpService } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import type { NetworkBalances, NetworkBalancesState } from './network-balances.js'
import { savedBalancesSlice } from './persisted.js'
import type { Portfolio, PortfolioState } from './portfolio.js'

export const addTokenMessage = /* @__PURE__ */ message('balances.add', 'Add a token')
export const currencyMessage = /* @__PURE__ */ message('balances.currency', 'Currency')
export const hiddenTokensMessage = /* @__PURE__ */ message(
  'balances.hidden',
  'Small and suspicious tokens',
)
export const networkBalancesMessage = /* @__PURE__ */ message(
  'balances.byNetwork',
  'Balances by network',
)
export const tokenMessage = /* @__PURE__ */ message('balances.token', 'Token')
export const tokensMessage = /* @__PURE__ */ message('balances.tokens', 'Tokens')

export const portfolioService: ServiceRef<Portfolio> =
  /* @__PURE__ */ defineService<Portfolio>('portfolio')
export const portfolioSlice: SliceRef<PortfolioState> = /* @__PURE__ */ defineSlice<PortfolioState>(
  {
    id: 'portfolio',
    initial: () => ({ phase: 'loading', showsHidden: false }),
  },
)
export const networkBalancesService: ServiceRef<NetworkBalances> =
  /* @__PURE__ */ defineService<NetworkBalances>('networkBalances')
export const networkBalancesSlice: SliceRef<NetworkBalancesState> =
  /* @__PURE__ */ defineSlice<NetworkBalancesState>({
    id: 'networkBalances',
    initial: () => ({ answers: {}, most: 6, showsAll: false }),
  })

/** Adds a token by its address. */
export const importTokenView = /* @__PURE__ */ defineView('ImportToken')

/** The value of the connected accounts by network. */
export const networkBalancesView = /* @__PURE__ */ defineView('NetworkBalances')
/** Shows one token: balance, price and its history, contract, and what can be done with it. */
export const tokenView: ViewRef<{ readonly token: Token }> = /* @__PURE__ */ defineView<{
  readonly token: Token
}>('Token')

/** Chooses the currency of values. */
export const currencyView = /* @__PURE__ */ defineView('Currency')

/** The services and slices that this plugin uses, owns and provides. */
export const access = {
  needs: [httpService, toastsService],
  wants: [backendReachService],
  owns: [portfolioSlice, networkBalancesSlice, savedBalancesSlice, currencySlice],
  provides: [portfolioService, networkBalancesService],
} as const
export type BalancesContext = ContextOf<typeof access>
