import { type ContextOf, defineService, defineSlice, defineView, type ServiceRef, type ViewRef } from '@portico/kernel'
import { connection, type DirectoryWallet, type Message, shell, toasts } from '@portico/kernel/contracts'

/** Pairing without a chosen wallet: a code to scan, a link to copy. */
export const connectingWalletConnectBasicView: ViewRef<{ readonly connector: string }> = /* @__PURE__ */ defineView('ConnectingWalletConnectBasic')
/** Pairing with a wallet of a directory: by its app here, on the web, or on another device. */
export const connectingWalletConnectView: ViewRef<{ readonly wallet: DirectoryWallet }> = /* @__PURE__ */ defineView('ConnectingWalletConnect')

/** Where a person was sent to approve: its next requests open the same app. */
export interface DeepLink {
  readonly name: string
  /** The wallet's own part of its links, ending in a slash. */
  readonly href: string
}
export interface DeepLinks {
  /** Remembers it, beyond the page, until the last connection ends. */
  choose(link: DeepLink): Promise<void>
}
export const deepLinks: ServiceRef<DeepLinks> = /* @__PURE__ */ defineService<DeepLinks>('deepLinks')

/** A pairing, from the first link to the wallet's answer. Times are milliseconds since the epoch. */
export type PairingPhase =
  /** Nobody waits for a wallet. */
  | { readonly name: 'idle' }
  /** The relay is being told of the pairing; there is no link yet. */
  | { readonly name: 'preparing'; readonly since: number }
  /** `uri` is what a wallet scans or is handed. It is a secret of the two, and gone as soon as nobody waits. */
  | { readonly name: 'offered'; readonly uri: string; readonly expiresAt: number }
  | { readonly name: 'approved' }
  /** The person said no in the wallet. */
  | { readonly name: 'declined' }
  /** The link ran out and could not be renewed yet. */
  | { readonly name: 'expired' }
  | { readonly name: 'failed'; readonly problem: Message }

export interface PairingState {
  readonly phase: PairingPhase
  /** The relay was lost, and is being looked for again. */
  readonly isRelayLost: boolean
}
/** The pairing of now. Written by this plugin, read by its views and by hosts that draw their own. */
export const pairing = /* @__PURE__ */ defineSlice<PairingState>({
  id: 'pairing',
  initial: () => ({ phase: { name: 'idle' }, isRelayLost: false }),
})

/** What outlives the page, exactly as it was found: `readMemory` gives it its shape where it is used, so that a page without a session loads no code for it. */
export const memorySlice = /* @__PURE__ */ defineSlice<{ readonly found: unknown }>({
  id: 'walletconnect',
  initial: () => ({ found: undefined }),
  persist: { version: 1, pick: state => state.found, restore: found => ({ found }) },
})

/** What this plugin may use and write. */
export const access = { wants: [connection, shell, toasts], owns: [pairing, memorySlice], provides: [deepLinks] } as const
export type WalletConnectContext = ContextOf<typeof access>
