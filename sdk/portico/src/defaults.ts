import { KernelError, type Plugin } from '@portico/kernel'
import { type AnalyticsOptions, analytics } from '@portico/plugin-analytics'
import { type BackendOptions, backend } from '@portico/plugin-api'
import { type BalancesOptions, balances } from '@portico/plugin-balances'
import { type ConnectGateOptions, connectGate } from '@portico/plugin-connection'
import { type DirectoryOptions, directory } from '@portico/plugin-directory'
import { type Eip155Options, eip155 } from '@portico/plugin-eip155'
import { history } from '@portico/plugin-history'
import { type NftsOptions, nfts } from '@portico/plugin-nfts'
import { receive } from '@portico/plugin-receive'
import { type SendOptions, send } from '@portico/plugin-send'
import { type SwapOptions, swap } from '@portico/plugin-swap'
import { type EvmQuotesOptions, evmQuotes } from '@portico/plugin-swap/evm'
import { transactions } from '@portico/plugin-transactions'
import { warnOfFeatures } from './check-options.js'
import type { FeatureOptions } from './feature-options.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

export type { FeatureOptions } from './feature-options.js'

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
   * Where balances, prices, NFTs and history are asked for. Without it the chains answer what they
   * can.
   */
  readonly backend?: BackendOptions
  /** Where events go. Without an endpoint nothing is sent. */
  readonly analytics?: AnalyticsOptions
  /** The legal links of the page where one gets in. */
  readonly legal?: Pick<ConnectGateOptions, 'termsConditionsUrl' | 'privacyPolicyUrl'>
}

const defaultActions = ['onramp', 'swaps', 'receive', 'send']

/**
 * The plugins of every feature that is on and that a plugin serves. An option that is on and that
 * no plugin serves yet changes nothing, and says so once in development; `smartSessions`, which is
 * off by default, throws a KernelError when it is on.
 */
export function defaultPlugins(options: DefaultOptions = {}): readonly Plugin[] {
  if (process.env.NODE_ENV !== 'production' && options.features) warnOfFeatures(options.features)
  if (options.features?.smartSessions)
    throw new KernelError(
      'BAD_PLUGIN',
      'No plugin serves the option "smartSessions" yet.',
      'sdk',
      'leave it out',
    )
  const {
    allWallets = true,
    history: hasHistory = true,
    receive: hasReceive = true,
    send: hasSend = true,
    swaps: hasSwaps = true,
    analytics: hasAnalytics = true,
    legalCheckbox = false,
    collapseWallets = false,
    emailShowWallets = true,
  } = options.features ?? {}
  const hasConnectGate = legalCheckbox || collapseWallets || !emailShowWallets || options.legal
  return [
    eip155(options.eip155),
    balances(options.balances),
    ...(hasHistory ? [history()] : []),
    ...(options.nfts || options.backend ? [nfts(options.nfts)] : []),
    ...(hasReceive ? [receive()] : []),
    ...(hasSend || hasSwaps ? [transactions()] : []),
    ...(hasSend ? [send(options.send)] : []),
    ...(hasSwaps ? [swap(options.swap), evmQuotes(options.evmQuotes)] : []),
    ...(options.backend ? [backend(options.backend)] : []),
    ...(hasAnalytics ? [analytics(options.analytics)] : []),
    ...(allWallets ? [directory(options.directory)] : []),
    ...(hasConnectGate
      ? [connectGate({ legalCheckbox, collapseWallets, emailShowWallets, ...options.legal })]
      : []),
  ]
}

/** The orders among the options, for `createPortico({ order })`. */
export function defaultOrder(
  features: FeatureOptions = {},
): Readonly<Record<string, readonly string[]>> {
  return {
    accountActions: features.walletFeaturesOrder ?? defaultActions,
    ...(features.connectMethodsOrder && { connectMethods: features.connectMethodsOrder }),
  }
}
