/** Deleting what is stored: the event, and the call that hosts and views make. */
import { defineEvent, type EventRef, type ServiceRef } from '../../refs.js'
import { type Connections, connectionService } from './session.js'

/**
 * What was stored is deleted, in this tab or in another, and the slices are reset: plugins drop
 * what they hold outside of slices.
 */
export const forgottenEvent: EventRef<{
  /** `forget` waits for this promise, and fails with it: for what a plugin stores by itself. */
  waitUntil(done: Promise<unknown>): void
}> = /* @__PURE__ */ defineEvent('forgotten')

/** The part of a kernel that `disconnectAndForget` uses. */
interface ForgetfulKernel {
  start(): Promise<void>
  find(service: ServiceRef<Connections>): Connections | undefined
  forget(): Promise<void>
}
/**
 * Disconnects every wallet, and deletes what is stored except preferences, in every tab. Throws a
 * KernelError `NOT_FORGOTTEN` where something is still stored; else the ConnectionError of wallets
 * that did not confirm the disconnect in time, which are disconnected here all the same.
 */
export async function disconnectAndForget(kernel: ForgetfulKernel): Promise<void> {
  await kernel.start()
  // The connections end here at once. Their wallets have some seconds to confirm, during which
  // nothing may stay stored.
  const confirmed = kernel.find(connectionService)?.disconnect()
  confirmed?.catch(() => undefined)
  await kernel.forget()
  await confirmed
}
