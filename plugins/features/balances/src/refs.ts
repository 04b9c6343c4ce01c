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
import type { Portfolio, PortfolioState, Saved } from './portfolio.js'

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
    initial: () => ({ phase: 'asking', showsHidden: false }),
  },
)
export const networkBalancesService: ServiceRef<NetworkBalances> =
  /* @__PURE__ */ defineService<NetworkBalances>('networkBalances')
export const networkBalancesSlice: SliceRef<NetworkBalancesState> =
  /* @__PURE__ */ defineSlice<NetworkBalancesState>({
    id: 'networkBalances',
    initial: () => ({ answers: {}, most: 6, showsAll: false }),
  })
/**
 * What is stored between page loads. Restored together with the code that shows or requests
 * balances.
 */
export type SavedState =
  | { readonly phase: 'unread'; readonly saved?: never }
  | { readonly phase: 'ready'; readonly saved: Saved }
/**
 * @stores the last known tokens, amounts and values of the last 4 accounts (at most 100 tokens
 * each), by network and address; the last value of up to 12 networks; the ids of up to 12 networks
 * that an account was shown on; the tokens that the person added
 * @reason show the account at once, before the network has answered; count the networks that the
 * person uses; keep added tokens
 * @kept balances until the last wallet is disconnected; an added token until the person removes it
 * @deletedBy disconnecting the last wallet removes the balances; "Disconnect and forget" removes
 * everything
 */
export const savedSlice: SliceRef<SavedState> = /* @__PURE__ */ defineSlice<SavedState>({
  id: 'savedPortfolios',
  initial: () => ({ phase: 'unread' }),
  persist: { version: 1, pick: ({ saved }) => saved, summary: () => ({ phase: 'unread' }) },
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
  owns: [portfolioSlice, networkBalancesSlice, savedSlice, currencySlice],
  provides: [portfolioService, networkBalancesService],
} as const
export type BalancesContext = ContextOf<typeof access>
