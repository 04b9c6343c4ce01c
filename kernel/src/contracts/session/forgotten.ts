import { defineEvent, type EventRef } from '../../refs.js'

/** What was stored is deleted, in this tab or in another, and the slices are reset: plugins drop what they hold outside of slices. */
export const forgottenEvent: EventRef<{
  /** `forget` waits for this promise, and fails with it: for what a plugin stores by itself. */
  waitUntil(done: Promise<unknown>): void
}> = /* @__PURE__ */ defineEvent('forgotten')
