import { defineService, defineSlice, defineView, type ServiceRef, type ViewRef } from '@portico/kernel'
import type { EntranceAsk } from './slot.js'

export interface EntranceOptions {
  /** Nothing can be connected before a box is ticked. Default false. */
  readonly legalCheckbox?: boolean
  /** https. Where the terms of use are. */
  readonly termsConditionsUrl?: string
  /** https. Where the privacy policy is. */
  readonly privacyPolicyUrl?: string
  /** The wallets are one row, and a page of their own behind it. Default false. */
  readonly collapseWallets?: boolean
  /** Wallets stand beside the e-mail login; off, they are one tap behind it. Default true. */
  readonly emailShowWallets?: boolean
}

/** What the host wants of the page where one gets in, and whether the person has ticked the box: as long as the page lives, and nowhere else. */
export interface EntranceState extends EntranceOptions {
  readonly isAccepted: boolean
}
export const entranceSlice = /* @__PURE__ */ defineSlice<EntranceState>({ id: 'entrance', initial: () => ({ isAccepted: false }) })

export interface Consent {
  /** What the box does, for hosts with an interface of their own. */
  accept(isAccepted: boolean): void
}
export const consent: ServiceRef<Consent> = /* @__PURE__ */ defineService<Consent>('consent')

/** The box in a view of its own, for those who got to a wallet without passing the Connect view. */
export const acceptTermsView: ViewRef<EntranceAsk> = /* @__PURE__ */ defineView('AcceptTerms')
/** The wallets, where they are one row of the Connect view. */
export const connectWalletsView: ViewRef<void> = /* @__PURE__ */ defineView('ConnectWallets')
