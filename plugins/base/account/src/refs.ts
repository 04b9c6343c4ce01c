import { type ContextOf, defineService, defineSlice, defineView } from '@portico/kernel'
import { connection, message } from '@portico/kernel/contracts'
import { type AccountPage, type AccountPageState, initialAccountPage } from './account-page.js'

export const settingsMessage = /* @__PURE__ */ message('account.settings', 'Settings')
export const walletsMessage = /* @__PURE__ */ message('account.wallets', 'Wallets')

export const accountPage = /* @__PURE__ */ defineService<AccountPage>('accountPage')
export const accountPageSlice = /* @__PURE__ */ defineSlice<AccountPageState>({ id: 'accountPage', initial: initialAccountPage })
/** All wallets that are connected, and their accounts. */
export const walletsView = /* @__PURE__ */ defineView('Wallets')

/** What this plugin may use and write. */
export const access = { needs: [connection], owns: [accountPageSlice], provides: [accountPage] } as const
export type AccountContext = ContextOf<typeof access>
