import {
  type ContextOf,
  defineEndpoint,
  defineService,
  defineView,
  type ServiceRef,
  type ViewRef,
} from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { message } from '@portico/kernel/text'
import { type DirectoryWallet, type FoundWallet, imageIdsService } from '@portico/kernel/wallet'

/** The titles of the views, and of the buttons that open them. */
export const titles = {
  allWallets: message('directory.title', 'All wallets'),
  getWallet: message('directory.get', 'Get a wallet'),
  help: message('directory.what', 'What is a wallet?'),
}

/** A query to a remote directory: wallets of these chains by page, or wallets that match a text. */
export interface WalletPageAsk {
  /** Starts at 1. */
  readonly page: number
  readonly search: string
  /** CAIP-2 ids. */
  readonly networks: readonly string[]
}
export interface WalletPage {
  readonly wallets: readonly DirectoryWallet[]
  /** The number of wallets on all pages. */
  readonly count: number
  /** The number of entries on this page, including rejected ones. */
  readonly entries: number
}
/**
 * Requests a page of wallets. Answered by the remote directory that a host names, or by a handler
 * of the host.
 * An answer is cached for an hour; a failed one is requested again by the next call.
 */
export const walletPagesEndpoint = /* @__PURE__ */ defineEndpoint<WalletPageAsk, WalletPage>(
  'walletPages',
  { cacheFor: 3_600_000 },
)

export interface WalletDirectory {
  /**
   * Resolves with the shipped wallets and the host's, as the host's options select them. Always the
   * same list.
   */
  wallets(): Promise<readonly DirectoryWallet[]>
  /**
   * Resolves with more wallets from a remote directory, without those of `wallets`. Undefined
   * without a remote directory.
   */
  page(ask: WalletPageAsk, signal?: AbortSignal): Promise<WalletPage | undefined>
  /**
   * Finds the wallet of `wallets` with this identity (`walletIdentity`).
   * Undefined when it supports no offered chain; `open` shows how to reach it.
   */
  find(identity: string): Promise<FoundWallet | undefined>
  /** Emits an event that the person searched for a wallet, without the text. */
  searched(): Promise<void>
}
export const walletDirectoryService: ServiceRef<WalletDirectory> =
  /* @__PURE__ */ defineService<WalletDirectory>('walletDirectory')

/** Where to get a wallet that is not here. */
export const getWalletView: ViewRef<{ readonly wallet: DirectoryWallet }> =
  /* @__PURE__ */ defineView('GetWallet')
/** Explains what a wallet is, for people who have none. */
export const whatIsAWalletView: ViewRef<void> = /* @__PURE__ */ defineView('WhatIsAWallet')
/** Suggests a few wallets to start with. */
export const getWalletsView: ViewRef<void> = /* @__PURE__ */ defineView('GetWallets')

export const access = {
  needs: [httpService],
  provides: [walletDirectoryService, imageIdsService],
} as const
export type DirectoryContext = ContextOf<typeof access>
