import { type ContextOf, defineEndpoint, defineService, defineView, type ServiceRef, type ViewRef } from '@portico/kernel'
import { type DirectoryWallet, type FoundWallet, http, message } from '@portico/kernel/contracts'

/** The titles of the views, and of what opens them. */
export const titles = {
  allWallets: message('directory.title', 'All wallets'),
  getWallet: message('directory.get', 'Get a wallet'),
  help: message('directory.what', 'What is a wallet?'),
}

/** A question to a remote directory: the wallets of these chains, page by page, or those that a text finds. */
export interface WalletPageAsk {
  /** From 1. */
  readonly page: number
  readonly search: string
  /** CAIP-2. */
  readonly networks: readonly string[]
}
export interface WalletPage {
  readonly wallets: readonly DirectoryWallet[]
  /** Of all pages together. */
  readonly count: number
  /** Entries of this page, with those that were not let in. */
  readonly entries: number
}
/** Answered by the remote directory that a host names; a host may answer it in another way. What a directory says is good for an hour; one that fails is asked again by who asks again. */
export const walletPages = /* @__PURE__ */ defineEndpoint<WalletPageAsk, WalletPage>('walletPages', { cacheFor: 3_600_000 })

export interface WalletDirectory {
  /** What ships and what the host adds, as the host wants it shown. Always the same list. */
  wallets(): Promise<readonly DirectoryWallet[]>
  /** More of them from a remote directory, without those that `wallets` has. Undefined: there is none to ask. */
  page(ask: WalletPageAsk, signal?: AbortSignal): Promise<WalletPage | undefined>
  /** The one of `wallets` with this identity (`walletIdentity`), where it is for a chain that is wanted; `open` shows the way to it. */
  find(identity: string): Promise<FoundWallet | undefined>
  /** Somebody has looked for a wallet: an event, without what they typed. */
  searched(): Promise<void>
}
export const walletDirectory: ServiceRef<WalletDirectory> = /* @__PURE__ */ defineService<WalletDirectory>('walletDirectory')

/** Where to get a wallet that is not here. */
export const getWalletView: ViewRef<{ readonly wallet: DirectoryWallet }> = /* @__PURE__ */ defineView('GetWallet')
/** What a wallet is, for those who have none. */
export const whatIsAWalletView: ViewRef<void> = /* @__PURE__ */ defineView('WhatIsAWallet')
/** Wallets to begin with. */
export const getWalletsView: ViewRef<void> = /* @__PURE__ */ defineView('GetWallets')

export const access = { needs: [http], provides: [walletDirectory] } as const
export type DirectoryContext = ContextOf<typeof access>
