export type {
  AccountPage,
  AccountPageState,
  BalancePhase,
  KnownBalance,
  Profile,
} from './account-page.js'
export { type AccountOptions, account } from './plugin.js'
export { accountPageService, accountPageSlice, walletsView } from './refs.js'
export { addressExplorerUrl, currentTab } from './select.js'
