import type { AppStore, DirectoryWallet } from '@portico/kernel/contracts'

export interface DirectoryOptions {
  /** Wallets are named by their id here, by their rdns, or by their id in WalletConnect's directory. These come first, in this order. */
  readonly featured?: readonly string[]
  /** Only these. */
  readonly include?: readonly string[]
  /** Without these; this wins over `include`. */
  readonly exclude?: readonly string[]
  /** Wallets of your own. One that is in the directory too takes that one's place. What makes no sense in one leaves it out and is reported. */
  readonly custom?: readonly CustomWallet[]
  /** Hosts that no link may lead to, nor to anything below them: a list of phishing hosts, or how to get it. */
  readonly blockedHosts?: readonly string[] | (() => Promise<readonly string[]>)
  /** A directory that is asked over the network for more: one that answers as `GET /getWallets` of WalletConnect's does. */
  readonly remote?: RemoteDirectory
}
export interface RemoteDirectory {
  /** Its origin and path: `https://directory.example/v1`. */
  readonly url: string
  readonly projectId?: string
}

/** A wallet as a host writes it down. Links are https; `native` is a scheme: `rainbow://`. */
export interface CustomWallet extends Omit<DirectoryWallet, 'stores'> {
  /** Their pages in the stores. */
  readonly stores?: Readonly<Partial<Record<AppStore, string>>>
}
