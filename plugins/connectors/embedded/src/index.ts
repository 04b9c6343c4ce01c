export {
  activityLogView,
  deleteAccountView,
  type EmailUpdatePhase,
  emailUpdateSlice,
  updateEmailView,
  type WalletAccountSettings,
  walletAccountService,
  walletAccountView,
  walletDevicesView,
} from './account-refs.js'
export { EmbeddedError, type EmbeddedErrorCode } from './errors.js'
export type { EmbeddedNamespace, EmbeddedOptions } from './options.js'
export { embedded } from './plugin.js'
export type { ActivityEntry, WalletAccount, WalletDevice } from './protocol/account-requests.js'
export type { WalletUser } from './protocol/requests.js'
export {
  type EmailLogin,
  type EmailLoginPhase,
  type EmailLoginState,
  emailCodeView,
  emailLoginService,
  emailLoginSlice,
  type PasskeyLogin,
  type PasskeyLoginPhase,
  passkeyLoginService,
  passkeyLoginSlice,
  type WalletUserState,
  walletUserSlice,
} from './refs.js'
