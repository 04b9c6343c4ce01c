import { type ContextOf, defineService, defineSlice, defineView } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { type AccountPage, type AccountPageState, initialAccountPage } from './account-page.js'

export const forgetMessage = /* @__PURE__ */ message('account.forget', 'Disconnect and forget')
export const settingsMessage = /* @__PURE__ */ message('account.settings', 'Settings')
export const walletsMessage = /* @__PURE__ */ message('account.wallets', 'Wallets')

export const accountPageService = /* @__PURE__ */ defineService<AccountPage>('accountPage')
export const accountPageSlice = /* @__PURE__ */ defineSlice<AccountPageState>({
  id: 'accountPage',
  initial: initialAccountPage,
})
/** All wallets that are connected, and their accounts. */
export const walletsView = /* @__PURE__ */ defineView('Wallets')

/** What this plugin may use and write. */
export const access = {
  needs: [connectionService],
  owns: [accountPageSlice],
  provides: [accountPageService],
} as const
export type AccountContext = ContextOf<typeof access>
