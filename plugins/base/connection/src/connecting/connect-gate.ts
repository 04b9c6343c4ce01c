/** What a host requires before anything is connected, and its state while the page lives. */
import {
  type CurrentView,
  defineService,
  defineSlice,
  defineSlot,
  defineView,
  type Read,
  type ServiceRef,
  type SlotItem,
  type ViewRef,
} from '@portico/kernel'
import type { ConnectGateOptions } from '../options.js'

export interface ConnectGate extends SlotItem {
  /** The view that asks for what is missing; undefined when nothing is. */
  missing(read: Read): ViewRef<ConnectGateParams> | undefined
}
export interface ConnectGateParams {
  /** The connector that the person picked. */
  readonly connector: string
  /** The view that this one replaced, where that view connects by itself as soon as it opens. */
  readonly from?: CurrentView
}
/**
 * Filled by the plugin `connectGate`. A gate that throws lets no wallet through: its error reaches
 * the caller of `connect`.
 */
export const connectGatesSlot = /* @__PURE__ */ defineSlot('connectGates', {
  combine: (gates: readonly ConnectGate[], _report, read: Read) =>
    gates.flatMap(gate => gate.missing(read) ?? [])[0],
})

/** The host's options, and whether the person has ticked the box. Not persisted. */
export interface ConnectGateState extends ConnectGateOptions {
  readonly isAccepted: boolean
}
export const connectGateSlice = /* @__PURE__ */ defineSlice<ConnectGateState>({
  id: 'connectGate',
  initial: () => ({ isAccepted: false }),
})

export interface Consent {
  /** Ticks or clears the box, for hosts with their own interface. */
  accept(isAccepted: boolean): void
}
export const consentService: ServiceRef<Consent> = /* @__PURE__ */ defineService<Consent>('consent')

/** The box as a view, for a wallet that was picked outside the Connect view. */
export const acceptTermsView: ViewRef<ConnectGateParams> = /* @__PURE__ */ defineView('AcceptTerms')
/** The wallets, when the Connect view collapses them into one row. */
export const connectWalletsView: ViewRef<void> = /* @__PURE__ */ defineView('ConnectWallets')
