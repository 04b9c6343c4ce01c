/** What a host may set. */
export interface ConnectionOptions {
  /** Allows networks that the host does not list. Default false. */
  readonly allowUnsupportedChain?: boolean
  /**
   * Restores saved connections silently when the page loads and when another tab connects. Default
   * true.
   */
  readonly autoConnect?: boolean
  /**
   * What follows a connection that began with a button or with `open()` without a view. `close`
   * (default): the modal closes. `account`: it shows Account.
   */
  readonly afterConnect?: 'close' | 'account'
  /** Milliseconds that a wallet has to confirm a saved connection. Default 10,000. */
  readonly restoreTimeoutMs?: number
}

/** Options of the plugin `connectGate`. */
export interface ConnectGateOptions {
  /** Requires a ticked box before anything is connected. Default false. */
  readonly legalCheckbox?: boolean
  /** https address of the terms of use. */
  readonly termsConditionsUrl?: string
  /** https address of the privacy policy. */
  readonly privacyPolicyUrl?: string
  /** Shows the wallets as one row that opens their own view. Default false. */
  readonly collapseWallets?: boolean
  /** Shows wallets beside the e-mail login; otherwise they are one tap behind it. Default true. */
  readonly emailShowWallets?: boolean
}
