import { defineSlice, type SliceRef } from '@portico/kernel'

/** A wallet app of this phone that the person connected. */
export interface SavedApp {
  /** Opaque, from the app: authorizes this page again without a connection prompt. */
  readonly token: string
  readonly accounts: readonly { readonly address: string; readonly label?: string | undefined }[]
  /** CAIP-2. */
  readonly network: string
  /** Whether the app signs transactions without sending them. */
  readonly signsOnly: boolean
}
export type WalletAppState =
  | { readonly phase: 'unread'; readonly app?: SavedApp | undefined }
  | { readonly phase: 'ready'; readonly app: SavedApp | undefined }
/**
 * @stores the token that the wallet app of an Android phone gave to this page, and the addresses
 * and labels of the accounts that it shows
 * @reason restore the connection after a reload, without another prompt in the app
 * @kept until the wallet is disconnected
 * @deletedBy disconnecting the wallet, and "Disconnect and forget"
 */
export const walletAppSlice: SliceRef<WalletAppState> = /* @__PURE__ */ defineSlice<WalletAppState>(
  {
    id: 'solanaWalletApp',
    initial: () => ({ phase: 'unread' }),
    persist: { version: 1, pick: ({ app }) => app, summary: () => ({ phase: 'unread' }) },
  },
)
