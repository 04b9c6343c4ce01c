import { defineEvent, type EventRef } from '@portico/kernel'
import type { Announcement } from './wallets/announcements.js'

/**
 * Injected wallets announced themselves (EIP-6963). One event for a burst, so the list changes
 * once.
 */
export const walletsAnnouncedEvent: EventRef<readonly Announcement[]> =
  /* @__PURE__ */ defineEvent('walletsAnnounced')

/** The methods that load with their first call. */
export const transactionMethods = [
  'estimate',
  'send',
  'sendAll',
  'describe',
  'find',
  'compare',
  'confirm',
  'replacements',
  'replace',
] as const
