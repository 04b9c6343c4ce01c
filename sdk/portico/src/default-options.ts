import type { AnalyticsOptions } from '@portico/plugin-analytics'
import type { BackendOptions } from '@portico/plugin-api'
import type { BalancesOptions } from '@portico/plugin-balances'
import type { ConnectGateOptions } from '@portico/plugin-connection'
import type { DirectoryOptions } from '@portico/plugin-directory'
import type { Eip155Options } from '@portico/plugin-eip155'
import type { NftsOptions } from '@portico/plugin-nfts'
import type { SendOptions } from '@portico/plugin-send'
import type { SwapOptions } from '@portico/plugin-swap'
import type { EvmQuotesOptions } from '@portico/plugin-swap/evm'

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

/** The options of `defaultPlugins`: the enabled features, and the options of their plugins. */
export interface DefaultOptions {
  readonly features?: FeatureOptions
  readonly eip155?: Eip155Options
  readonly directory?: DirectoryOptions
  readonly balances?: BalancesOptions
  readonly send?: SendOptions
  readonly swap?: SwapOptions
  /**
   * Where Uniswap is, beside the networks that are known. Swaps ask only these contracts, on the
   * chain itself: other routes are added to the list.
   */
  readonly evmQuotes?: EvmQuotesOptions
  /** Collections and gateways. NFTs are listed where there is a source: this, or a backend. */
  readonly nfts?: NftsOptions
  /**
   * The service for balances, prices, NFTs and history. Without it the chains answer what they can.
   */
  readonly backend?: BackendOptions
  /** The endpoint of the events. Without one, nothing is sent. */
  readonly analytics?: AnalyticsOptions
  /** The legal links of the page where one gets in. */
  readonly legal?: Pick<ConnectGateOptions, 'termsConditionsUrl' | 'privacyPolicyUrl'>
}
