export { SignInError, type SignInErrorCode } from './errors.js'
export type { FoundSession, FoundSessions, SiwxOptions, SiwxStorage } from './options.js'
export { siwx } from './plugin.js'
export {
  connectingSiweView,
  signedInEvent,
  signedOutEvent,
  signInsView,
  siwxService,
  siwxSignMessageView,
  siwxSlice,
} from './refs.js'
export { signIn } from './sign-in.js'
export type { SessionFilter, Siwx, SiwxSession } from './siwx.js'
export type {
  KnownSession,
  SignInPhase,
  SignInRequest,
  SignInTarget,
  SignInWarning,
  SiwxState,
} from './siwx-state.js'
