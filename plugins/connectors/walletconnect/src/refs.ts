import { type ContextOf, defineService, defineSlice, defineView, type ServiceRef, type ViewRef } from '@portico/kernel'
import { connection, type DirectoryWallet, type Message, shell, toasts } from '@portico/kernel/contracts'
import type { WalletSession } from './lazy/wallet-session.js'

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

/** What outlives the page. */
export interface Memory {
  /** The app that the requests of a session open; before its approval, of none. */
  readonly choice?: DeepLink & { readonly topic?: string | undefined }
  readonly sessions: readonly WalletSession[]
  /** By namespace, the topic of the session that its connection stands on. */
  readonly uses: Readonly<Record<string, string>>
}
/** Restored with the code that finds sessions: a page without one loads none of it. */
export type MemoryState = { readonly phase: 'unread'; readonly memory?: never } | { readonly phase: 'ready'; readonly memory: Memory }
export const memorySlice = /* @__PURE__ */ defineSlice<MemoryState>({
  id: 'walletconnect',
  initial: () => ({ phase: 'unread' }),
  persist: {
    version: 1,
    pick: ({ memory }) => (memory.sessions.length || memory.choice ? memory : undefined),
    summary: () => ({ phase: 'unread' }),
  },
})

/** What this plugin may use and write. */
export const access = { wants: [connection, shell, toasts], owns: [pairing, memorySlice], provides: [deepLinks] } as const
export type WalletConnectContext = ContextOf<typeof access>
