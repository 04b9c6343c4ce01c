import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import type { Message } from '@portico/kernel/text'
import { emailUpdateSlice, walletAccountService } from './account-refs.js'
import type { WalletUser } from './protocol/requests.js'

/** Asks for the code that was sent by e-mail. */
export const emailCodeView: ViewRef<void> = /* @__PURE__ */ defineView('EmailVerifyOtp')

/** The phase of a login by e-mail. Times are milliseconds since the epoch. */
export type EmailLoginPhase =
  | { readonly name: 'idle'; readonly problem?: Message }
  /** The frame loads, and the code is being sent. */
  | { readonly name: 'sending'; readonly email: string; readonly deadline: number }
  /** Waits for the person. */
  | { readonly name: 'code'; readonly email: string; readonly problem?: Message }
  | { readonly name: 'checking'; readonly email: string; readonly deadline: number }
  /** The code was right, and the person recovers the wallet in the frame. */
  | { readonly name: 'recovering'; readonly email: string }
  /** The code was right, and the accounts are being read. */
  | { readonly name: 'connecting'; readonly email: string; readonly deadline: number }

export interface EmailLoginState {
  readonly phase: EmailLoginPhase
  /** Until then no other code may be requested. */
  readonly resendAt: number
}
/** Written by this plugin; read by its views, and by hosts with views of their own. */
export const emailLoginSlice: SliceRef<EmailLoginState> =
  /* @__PURE__ */ defineSlice<EmailLoginState>({
    id: 'email-login',
    initial: () => ({ phase: { name: 'idle' }, resendAt: 0 }),
  })

export interface WalletUserState {
  /** Somebody logged in here before, so the frame is loaded to restore it. */
  readonly wasUsed: boolean
  /** By namespace, the user as the frame reports it. Empty while logged out. */
  readonly users: Readonly<Record<string, WalletUser>>
}
/**
 * @stores that somebody logged in to the embedded wallet on this page
 * @reason load the wallet's frame on the next visit, and only then
 * @kept until the person disconnects
 * @deletedBy disconnecting; "Disconnect and forget"
 */
export const walletUserSlice: SliceRef<WalletUserState> =
  /* @__PURE__ */ defineSlice<WalletUserState>({
    id: 'embedded',
    initial: () => ({ wasUsed: false, users: {} }),
    persist: {
      version: 1,
      pick: ({ wasUsed }) => (wasUsed ? true : undefined),
      restore: saved => ({ wasUsed: saved === true, users: {} }),
    },
  })

export interface EmailLogin {
  /**
   * Sends a code to an address. A second call within 30 s is refused with the seconds that are
   * left. What fails is in the phase of the login.
   */
  sendCode(email: string): Promise<void>
  /** Sends another code to the same address. */
  resend(): Promise<void>
  /** Logs in with the six digits of the mail, and connects the wallet. */
  submitCode(code: string): Promise<void>
  /** Gives the login up. A code that was sent is not asked for any more. */
  cancel(): Promise<void>
}
export const emailLoginService: ServiceRef<EmailLogin> =
  /* @__PURE__ */ defineService<EmailLogin>('email-login')
export const emailLoginCalls = ['sendCode', 'resend', 'submitCode', 'cancel'] as const

/** The phase of a login by a passkey. */
export type PasskeyLoginPhase =
  | { readonly name: 'idle'; readonly problem?: Message }
  /** Waits for the person, in the browser's own dialog. `isNew`: a passkey is being made. */
  | { readonly name: 'asking'; readonly isNew: boolean }
  /** The accounts are being read. `deadline`: milliseconds since the epoch. */
  | { readonly name: 'connecting'; readonly deadline: number }
/** Written by this plugin; read by its view, and by hosts with views of their own. */
export const passkeyLoginSlice: SliceRef<{ readonly phase: PasskeyLoginPhase }> =
  /* @__PURE__ */ defineSlice<{ readonly phase: PasskeyLoginPhase }>({
    id: 'passkey-login',
    initial: () => ({ phase: { name: 'idle' } }),
  })
export interface PasskeyLogin {
  /**
   * Logs in with a passkey, and connects the wallet; `isNew` makes a passkey and a wallet. What
   * fails is in the phase of the login.
   */
  logIn(how: { readonly isNew: boolean }): Promise<void>
  /** Gives the login up. */
  cancel(): Promise<void>
}
export const passkeyLoginService: ServiceRef<PasskeyLogin> =
  /* @__PURE__ */ defineService<PasskeyLogin>('passkey-login')

/** The services and slices that this plugin uses and owns. */
export const access = {
  wants: [connectionService, toastsService],
  owns: [emailLoginSlice, passkeyLoginSlice, emailUpdateSlice, walletUserSlice],
  provides: [emailLoginService, passkeyLoginService, walletAccountService],
} as const
export type EmbeddedContext = ContextOf<typeof access>
