/** What a person sees and changes of their account, by requests to the frame. */
import { connectionId } from '@portico/kernel/account'
import { connectionService } from '@portico/kernel/session'
import { emailUpdateSlice, type WalletAccountSettings } from '../account-refs.js'
import { EmbeddedError } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { type EmbeddedContext, walletUserSlice } from '../refs.js'
import { createEmailUpdate } from './email-update.js'

type AskFrame = FrameClient['request']

export function createWalletAccount(
  context: EmbeddedContext,
  openFrame: () => FrameClient,
): WalletAccountSettings {
  /** Disconnects the wallet of each of its chains; the last one signs out. */
  const signOut = async (): Promise<void> => {
    const connections = context.find(connectionService)
    const namespaces = Object.keys(context.state(walletUserSlice).users)
    await Promise.all(
      namespaces.map(name => connections?.disconnect(connectionId(name, `${name}:embedded`))),
    )
  }
  const ask: AskFrame = async (name, payload, signal) => {
    try {
      return await openFrame().request(name, payload, signal ?? context.signal)
    } catch (error) {
      // The login is over, so the disconnect has nothing left to tell the frame.
      if (error instanceof EmbeddedError && error.code === 'SESSION_EXPIRED')
        await signOut().catch(failure => context.report(failure))
      throw error
    }
  }
  const update = createEmailUpdate(context, async (name, payload, signal) => {
    const result = await ask(name, payload, signal)
    if (name === 'UPDATE_EMAIL_SECONDARY_OTP') {
      const { newEmail } = result as { readonly newEmail: string }
      context.update(walletUserSlice, state => {
        for (const user of Object.values(state.users)) user.email = newEmail
      })
    }
    return result
  })
  // Another person's update, after a disconnect, begins anew.
  context.watch(
    () => Object.keys(context.state(walletUserSlice).users).length > 0,
    isLoggedIn => {
      if (!isLoggedIn && context.state(emailUpdateSlice).phase.name !== 'idle')
        void update.cancelUpdate()
    },
  )

  return {
    account: signal => ask('GET_ACCOUNT', undefined, signal),
    devices: async signal => (await ask('GET_DEVICES', undefined, signal)).devices,
    removeDevice: async id => void (await ask('REMOVE_DEVICE', { id })),
    activity: (before, signal) =>
      ask('GET_ACTIVITY_LOG', before === undefined ? {} : { before }, signal),
    signOut,
    async signOutEverywhere(keepsThis) {
      await ask('SIGN_OUT_EVERYWHERE', { keepsThis })
      if (!keepsThis) await signOut()
    },
    downloadData: async signal => void (await ask('DOWNLOAD_DATA', undefined, signal)),
    async deleteAccount(signal) {
      await ask('DELETE_ACCOUNT', undefined, signal)
      await signOut()
    },
    show: async (screen, signal) =>
      void (await ask(screen === 'recovery' ? 'SHOW_RECOVERY' : 'SHOW_EXPORT', undefined, signal)),
    ...update,
  }
}
