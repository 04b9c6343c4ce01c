/**
 * Wallets that are not in the page: what a directory knows of them, and which plugin leads to them.
 */
import { firstAnswer } from '../../combine.js'
import { defineSlot, type Read, type SlotItem, type SlotRef, type ViewRef } from '../../refs.js'
import type { WalletApps } from './app-links.js'

/**
 * A wallet of a directory. Its links passed `parseLink`, its name `displayText`: fit to be shown
 * and opened.
 */
export interface DirectoryWallet extends WalletApps {
  /** What hosts name it by: `metamask`. */
  readonly id: string
  readonly name: string
  readonly rdns?: string
  /** Its id in WalletConnect's directory. */
  readonly explorerId?: string
  readonly namespaces: readonly string[]
  readonly imageUrl?: string
  /** Instead of `imageUrl`: an id that `imageIdsService` resolves. */
  readonly imageId?: string
  readonly homepage?: string
  /** Where it runs as a page. */
  readonly web?: string
  /** Its own browser, as `browserLink` has it. */
  readonly browse?: string
  readonly stores?: Readonly<Partial<Record<AppStore, string>>>
}
export type AppStore = 'ios' | 'android' | 'chrome' | 'firefox' | 'edge' | 'opera'

/** Branding of a wallet that was connected through a connector for many wallets. */
export type PickedWallet = Pick<DirectoryWallet, 'name' | 'rdns' | 'explorerId'>

/** A wallet that a person used earlier and that is not in the page. */
export interface FoundWallet {
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  /** Shows the way to it. */
  open(): void
}
/** Knows wallets by what the connection remembers of them. */
export interface WalletFinder extends SlotItem {
  /**
   * `id`: its identity (`walletIdentity`). Undefined: not known, or not for what the modal is open
   * for.
   */
  find(id: string): Promise<FoundWallet | undefined>
}
/**
 * The first item is used. Finds a wallet again that was connected lately and is not in the
 * page: its row in Connect leads to it.
 */
export const walletFindersSlot: SlotRef<WalletFinder> =
  /* @__PURE__ */ defineSlot<WalletFinder>('walletFinders')

/** A route to wallets outside this page: by WalletConnect, by the wallet's own page. */
export interface WalletRoute extends SlotItem {
  /** Shown for the wallet that was picked. */
  readonly view: ViewRef<{ readonly wallet: DirectoryWallet }>
  /** Whether it leads to this wallet from here. */
  leads(wallet: DirectoryWallet, read: Read): boolean
}
/**
 * The view that a click opens for a wallet that is not in the page. Without an answer: where to get
 * the wallet.
 */
export const walletRoutesSlot = /* @__PURE__ */ defineSlot('walletRoutes', {
  combine: /* @__PURE__ */ firstAnswer((route: WalletRoute, wallet: DirectoryWallet, read: Read) =>
    route.leads(wallet, read) ? route.view : undefined,
  ),
})
