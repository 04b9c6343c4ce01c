export { EmbeddedError, type EmbeddedErrorCode } from './errors.js'
export type { EmbeddedNamespace, EmbeddedOptions } from './options.js'
export { embedded } from './plugin.js'
export type { WalletUser } from './protocol/requests.js'
export {
  type EmailLogin,
  type EmailLoginPhase,
  type EmailLoginState,
  emailCodeView,
  emailLoginService,
  emailLoginSlice,
  type WalletUserState,
  walletUserSlice,
} from './refs.js'
