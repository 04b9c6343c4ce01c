/**
 * The options of features by name, for hosts that think in options. A feature exists if and only if
 * its plugin is in the list.
 */
export interface FeatureOptions {
  readonly swaps?: boolean
  readonly onramp?: boolean
  readonly receive?: boolean
  readonly send?: boolean
  readonly email?: boolean
  readonly emailShowWallets?: boolean
  readonly socials?: readonly string[] | false
  readonly history?: boolean
  readonly analytics?: boolean
  readonly allWallets?: boolean
  readonly legalCheckbox?: boolean
  readonly smartSessions?: boolean
  readonly collapseWallets?: boolean
  /** Default onramp, swaps, receive, send. */
  readonly walletFeaturesOrder?: readonly string[]
  /** Overrides the order of email, social and wallet. */
  readonly connectMethodsOrder?: readonly string[]
}
