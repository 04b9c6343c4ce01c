import type { AppStore, DirectoryWallet } from '@portico/kernel/wallet'

export interface DirectoryOptions {
  /**
   * The wallets to show first, in this order.
   * Wallets are named by their id here, by their rdns, or by their id in WalletConnect's directory.
   */
  readonly featured?: readonly string[]
  /** Shows only these wallets. */
  readonly include?: readonly string[]
  /** Hides these wallets; wins over `include`. */
  readonly exclude?: readonly string[]
  /**
   * Wallets of your own.
   * One that is in the directory too replaces the directory's. An invalid one is left out and
   * reported.
   */
  readonly custom?: readonly CustomWallet[]
  /**
   * Hosts that no link may lead to, including their subdomains.
   * A list of phishing hosts, or a function that loads one.
   */
  readonly blockedHosts?: readonly string[] | (() => Promise<readonly string[]>)
  /**
   * A remote directory to request more wallets from. It must answer like `GET /getWallets` of
   * WalletConnect's.
   * Icons that a network or a connector names by `imageId` come from its
   * `GET /public/getAssetImage/{imageId}`.
   */
  readonly remote?: RemoteDirectory
  /**
   * Icons of your own, or of your backend, by image id: they replace the shipped ones.
   * `{ 'wallet/metamask': 'https://icons.example/metamask.svg', 'network/eip155:1': 'data:…' }`;
   * also `coin/ETH`, and `token/` with a CAIP-19 id. The URLs pass the checks of every image, so a
   * host belongs into `imageHosts`. The icon that an installed wallet announces still wins.
   */
  readonly icons?: Readonly<Record<string, string>>
}
export interface RemoteDirectory {
  /** Its origin and path: `https://directory.example/v1`. */
  readonly url: string
  readonly projectId?: string
}

/** A wallet as a host writes it. Links are https; `native` is a scheme: `rainbow://`. */
export interface CustomWallet extends Omit<DirectoryWallet, 'stores'> {
  /** The wallet's pages in the stores. */
  readonly stores?: Readonly<Partial<Record<AppStore, string>>>
}
