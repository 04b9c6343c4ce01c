/** What a person sees and changes of their login and account. */
import { FrameRefusal } from '../frame/errors.js'
import type { FrameHandlers } from '../frame/serve-page.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { Confirm } from '../signing/sign-request.js'
import type { LoginApi, Proof } from './login-api.js'
import { createProofs, requirePerson } from './server-share.js'
import type { WalletLogin } from './wallet-login.js'

export type AccountSettings = Pick<
  FrameHandlers,
  | 'GET_ACCOUNT'
  | 'GET_DEVICES'
  | 'REMOVE_DEVICE'
  | 'SIGN_OUT_EVERYWHERE'
  | 'GET_ACTIVITY_LOG'
  | 'DOWNLOAD_DATA'
  | 'DELETE_ACCOUNT'
  | 'UPDATE_EMAIL'
  | 'UPDATE_EMAIL_PRIMARY_OTP'
  | 'UPDATE_EMAIL_SECONDARY_OTP'
>
export interface AccountSettingsOptions {
  readonly api: LoginApi
  readonly keys: Pick<KeyWorkerClient, 'proveDevice' | 'proveWallet' | 'forget' | 'signOut'>
  readonly login: Pick<WalletLogin, 'loggedIn' | 'unlock'>
  readonly confirm: Confirm
  /** The screens of the frame that the page may ask for. */
  readonly screens: readonly ('recovery' | 'export')[]
  /** New shares of the wallet everywhere: those of other devices become useless. */
  splitAnew(signal: AbortSignal): Promise<void>
  /** Called with what failed without stopping a request. */
  report(error: unknown): void
  /** Offers a file to the person. */
  save(name: string, text: string): void
}

/**
 * Creates the handlers of these requests. What a hostile page could misuse is confirmed in the
 * frame: another address, the data, and the end of the account.
 */
export function createAccountSettings({
  api,
  keys,
  login,
  confirm,
  screens,
  splitAnew,
  report,
  save,
}: AccountSettingsOptions): AccountSettings {
  /** The code that the present step of a changed address waits for. */
  let step: { readonly purpose: 'old' | 'new'; readonly codeId: string } | undefined

  const proofs = createProofs(api, keys)
  /** The device signs, and so does the wallet where it can be opened: a new device needs both. */
  const prove = async (
    purpose: string,
    binding: string,
    signal: AbortSignal,
  ): Promise<{ readonly proof: Proof; readonly walletProof?: string }> => {
    const isOpen = await login.unlock(signal).then(() => true, unlessLocked)
    if (isOpen) return proofs.prove(purpose, binding, signal)
    return { proof: await proofs.proveDevice(purpose, binding, signal) }
  }
  /** While the person read, another tab may have logged another person in. */
  const stillLoggedIn = async (person: string, signal: AbortSignal): Promise<void> => {
    requirePerson(await login.loggedIn(signal), person)
  }
  const takeStep = (purpose: 'old' | 'new'): string => {
    if (step?.purpose !== purpose) throw new FrameRefusal('CODE_EXPIRED')
    return step.codeId
  }

  return {
    async GET_ACCOUNT(_payload, { signal }) {
      const { person, passkeys } = await login.loggedIn(signal)
      return { email: person.email, passkeys: passkeys.length, screens: [...screens] }
    },
    async GET_DEVICES(_payload, { signal }) {
      return { devices: await api.devices(signal) }
    },
    async REMOVE_DEVICE({ id }, { signal }) {
      await api.removeDevice(id, signal)
      return undefined
    },
    async SIGN_OUT_EVERYWHERE({ keepsThis }, { signal }) {
      // The logins end all the same where the wallet cannot be split: that is what hurries.
      await splitAnew(signal).catch(report)
      const proofs = await prove('sign-out-everywhere', keepsThis ? 'keep' : 'all', signal)
      await api.signOutEverywhere({ keepCurrent: keepsThis, ...proofs }, signal)
      if (!keepsThis) await keys.signOut({ keepsLoginKey: false })
      return undefined
    },
    GET_ACTIVITY_LOG: ({ before }, { signal }) => api.activityLog(before, signal),
    async DOWNLOAD_DATA(_payload, { origin, signal }) {
      const { person } = await login.loggedIn(signal)
      await confirm({ change: { kind: 'download' }, origin }, signal)
      await stillLoggedIn(person.id, signal)
      save('wallet-data.json', JSON.stringify(await api.data(signal), null, 2))
      return undefined
    },
    async DELETE_ACCOUNT(_payload, { origin, signal }) {
      const { person } = await login.loggedIn(signal)
      await confirm({ change: { kind: 'delete', email: person.email }, origin }, signal)
      await stillLoggedIn(person.id, signal)
      const proofs = await prove('delete', 'delete', signal)
      await api.deleteAccount(proofs, signal)
      await keys.forget(person.id)
      await keys.signOut({ keepsLoginKey: false })
      return undefined
    },
    async UPDATE_EMAIL({ email }, { origin, signal }) {
      const { person } = await login.loggedIn(signal)
      await confirm({ change: { kind: 'email', email }, origin }, signal)
      await stillLoggedIn(person.id, signal)
      const proofs = await prove('email', email, signal)
      const { action, codeId } = await api.changeEmail({ email, ...proofs }, signal)
      step = { purpose: action === 'VERIFY_PRIMARY_OTP' ? 'old' : 'new', codeId }
      return { action }
    },
    async UPDATE_EMAIL_PRIMARY_OTP({ otp }, { signal }) {
      const { codeId } = await api.confirmOldEmail({ codeId: takeStep('old'), code: otp }, signal)
      step = { purpose: 'new', codeId }
      return undefined
    },
    async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal }) {
      const { email } = await api.confirmNewEmail({ codeId: takeStep('new'), code: otp }, signal)
      step = undefined
      return { newEmail: email }
    },
  }
}

/** False for a wallet that takes another login to open. The server then says what is missing. */
const unlessLocked = (error: unknown): false => {
  if (error instanceof FrameRefusal && lockedCodes.includes(error.code)) return false
  throw error
}
const lockedCodes: readonly string[] = ['SESSION_EXPIRED', 'WALLET_ELSEWHERE', 'LOGIN_TOO_OLD']
