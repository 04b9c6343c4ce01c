import { defineEvent, type EventRef } from '@portico/kernel'
import type { Announcement } from './lazy/announcements.js'

/** Wallets in the page announced themselves (EIP-6963). One event for all that came at once, hence one change of the list. */
export const walletsAnnounced: EventRef<readonly Announcement[]> = /* @__PURE__ */ defineEvent('walletsAnnounced')
