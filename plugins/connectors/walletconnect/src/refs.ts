import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type ViewRef,
} from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import type { Message } from '@portico/kernel/text'
import type { DirectoryWallet } from '@portico/kernel/wallet'
import { type DeepLink, savedSessionsSlice } from './persisted.js'

/** Pairing without a chosen wallet: a code to scan, and a link to copy. */
export const connectingWalletConnectBasicView: ViewRef<{ readonly connector: string }> =
  /* @__PURE__ */ defineView('ConnectingWalletConnectBasic')
/**
 * Pairing with a wallet of a directory. Opens its app on this device, its web page, or another
 * device.
 */
export const connectingWalletConnectView: ViewRef<{ readonly wallet: DirectoryWallet }> =
  /* @__PURE__ */ defineView('ConnectingWalletConnect')

export interface Pairings {
  /** Stores the app that was opened until the last connection ends, also after a reload. */
  choose(link: DeepLink): Promise<void>
  /**
   * Offers a link before the person chose how to connect, and connects this namespace once a wallet
   * approved it. No connection is shown until then.
   * A pairing that the person starts before then shows the same link. Ends when the modal closes,
   * or when another wallet has connected.
   */
  offer(namespace: string): Promise<void>
}
export const pairingsService: ServiceRef<Pairings> =
  /* @__PURE__ */ defineService<Pairings>('pairings')

/**
 * The phase of a pairing, from the first link to the wallet's answer. Times are milliseconds since
 * the epoch.
 */
export type PairingPhase =
  /** No pairing is in progress. */
  | { readonly name: 'idle' }
  /** The relay is being notified of the pairing; there is no link yet. */
  | { readonly name: 'preparing'; readonly since: number }
  /**
   * `uri` is what a wallet scans or opens. It is a secret between page and wallet, and is removed
   * when the pairing ends.
   */
  | { readonly name: 'offered'; readonly uri: string; readonly expiresAt: number }
  | { readonly name: 'approved' }
  /** The person declined in the wallet. */
  | { readonly name: 'declined' }
  /** The link expired and could not be renewed yet. */
  | { readonly name: 'expired' }
  | { readonly name: 'failed'; readonly problem: Message }

export interface PairingState {
  readonly phase: PairingPhase
  /** True while the relay connection is lost and being restored. */
  readonly isRelayLost: boolean
  /**
   * The person disconnected while the modal was open: until it closes, nothing is paired without a
   * click.
   */
  readonly waitsForClick?: true
}
/**
 * The current pairing. Written by this plugin; read by its views and by hosts with views of their
 * own.
 */
export const pairingSlice = /* @__PURE__ */ defineSlice<PairingState>({
  id: 'pairing',
  initial: () => ({ phase: { name: 'idle' }, isRelayLost: false }),
})

/** The services and slices that this plugin uses and owns. */
export const access = {
  wants: [connectionService, shellService, toastsService],
  owns: [pairingSlice, savedSessionsSlice],
  provides: [pairingsService],
} as const
export type WalletConnectContext = ContextOf<typeof access>
