import { defineSlice, type SliceRef } from '@portico/kernel'
import type { Saved } from './portfolio.js'

/**
 * What is stored between page loads. Restored together with the code that shows or requests
 * balances.
 */
export type SavedState =
  | { readonly phase: 'unread'; readonly saved?: never }
  | { readonly phase: 'ready'; readonly saved: Saved }
/**
 * @stores the last known tokens, amounts and values of the last 4 accounts (at most 100 tokens
 * each), by network and address; the last value of up to 12 networks; the ids of up to 12 networks
 * that an account was shown on; the tokens that the person added
 * @reason show the account at once, before the network has answered; count the networks that the
 * person uses; keep added tokens
 * @kept balances until the last wallet is disconnected; an added token until the person removes it
 * @deletedBy disconnecting the last wallet removes the balances; "Disconnect and forget" removes
 * everything
 */
export const savedBalancesSlice: SliceRef<SavedState> = /* @__PURE__ */ defineSlice<SavedState>({
  id: 'savedPortfolios',
  initial: () => ({ phase: 'unread' }),
  persist: { version: 1, pick: ({ saved }) => saved, summary: () => ({ phase: 'unread' }) },
})
