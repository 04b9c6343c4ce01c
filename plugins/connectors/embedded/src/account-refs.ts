import {
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import type { Message } from '@portico/kernel/text'
import type { ActivityEntry, WalletAccount, WalletDevice } from './protocol/account-requests.js'

/** Who is logged in, and everything that they can see and change of it. */
export const walletAccountView: ViewRef<void> = /* @__PURE__ */ defineView('EmbeddedAccount')
export const walletDevicesView: ViewRef<void> = /* @__PURE__ */ defineView('EmbeddedDevices')
export const activityLogView: ViewRef<void> = /* @__PURE__ */ defineView('EmbeddedActivity')
export const updateEmailView: ViewRef<void> = /* @__PURE__ */ defineView('UpdateEmailWallet')
export const deleteAccountView: ViewRef<void> = /* @__PURE__ */ defineView('EmbeddedDelete')

/** The phase of a changed e-mail address. `email` is the new one. */
export type EmailUpdatePhase =
  | { readonly name: 'idle'; readonly problem?: Message }
  /** Waits for the person, who confirms the address in the frame. */
  | { readonly name: 'confirming'; readonly email: string }
  /** A code was sent to the `old` or to the `new` address. */
  | {
      readonly name: 'code'
      readonly address: 'old' | 'new'
      readonly email: string
      readonly problem?: Message
    }
  | {
      readonly name: 'checking'
      readonly address: 'old' | 'new'
      readonly email: string
      /** Milliseconds since the epoch. */
      readonly deadline: number
    }
  | { readonly name: 'done'; readonly email: string }
/** Written by this plugin; read by its view, and by hosts with views of their own. */
export const emailUpdateSlice: SliceRef<{ readonly phase: EmailUpdatePhase }> =
  /* @__PURE__ */ defineSlice<{ readonly phase: EmailUpdatePhase }>({
    id: 'email-update',
    initial: () => ({ phase: { name: 'idle' } }),
  })

/**
 * The account of the person who is logged in. Every call throws an EmbeddedError. One that the
 * frame answers with `SESSION_EXPIRED` also disconnects the wallet.
 */
export interface WalletAccountSettings {
  account(signal?: AbortSignal): Promise<WalletAccount>
  devices(signal?: AbortSignal): Promise<readonly WalletDevice[]>
  /** Signs another device out, and removes it. */
  removeDevice(id: string): Promise<void>
  /** The newest entries, 100 at most; with `before`, those with a lower `seq`. */
  activity(
    before?: number,
    signal?: AbortSignal,
  ): Promise<{ readonly entries: readonly ActivityEntry[]; readonly isComplete: boolean }>
  /** Disconnects the wallet in this browser. */
  signOut(): Promise<void>
  /** Ends every login. `keepsThis`: all but this one. */
  signOutEverywhere(keepsThis: boolean): Promise<void>
  /** Asks the person in the frame, then offers what the server knows of them as a file. */
  downloadData(signal?: AbortSignal): Promise<void>
  /** Asks the person in the frame, then deletes the account and disconnects the wallet. */
  deleteAccount(signal?: AbortSignal): Promise<void>
  /** Opens a screen of the frame. Resolves when the person leaves it. */
  show(screen: 'recovery' | 'export', signal?: AbortSignal): Promise<void>
  /** Asks the person in the frame, then sends a code to the present address. */
  updateEmail(email: string): Promise<void>
  /** Takes the code of the present address, then that of the new one. */
  submitUpdateCode(code: string): Promise<void>
  /** Gives the update up. */
  cancelUpdate(): Promise<void>
}
export const walletAccountService: ServiceRef<WalletAccountSettings> =
  /* @__PURE__ */ defineService<WalletAccountSettings>('wallet-account')
/** Its calls, which load the code. */
export const walletAccountCalls = [
  'account',
  'devices',
  'removeDevice',
  'activity',
  'signOut',
  'signOutEverywhere',
  'downloadData',
  'deleteAccount',
  'show',
  'updateEmail',
  'submitUpdateCode',
  'cancelUpdate',
] as const
