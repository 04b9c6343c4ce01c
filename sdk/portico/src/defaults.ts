import { KernelError, type Plugin } from '@portico/kernel'
import { analytics } from '@portico/plugin-analytics'
import { backend } from '@portico/plugin-api'
import { balances } from '@portico/plugin-balances'
import { connectGate } from '@portico/plugin-connection'
import { directory } from '@portico/plugin-directory'
import { eip155 } from '@portico/plugin-eip155'
import { history } from '@portico/plugin-history'
import { nfts } from '@portico/plugin-nfts'
import { receive } from '@portico/plugin-receive'
import { send } from '@portico/plugin-send'
import { swap } from '@portico/plugin-swap'
import { evmQuotes } from '@portico/plugin-swap/evm'
import { transactions } from '@portico/plugin-transactions'
import { noteOrder, warnOfDefaults } from './check-options.js'
import type { DefaultOptions, FeatureOptions } from './default-options.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

export type { DefaultOptions, FeatureOptions } from './default-options.js'

const defaultActions = ['onramp', 'swaps', 'receive', 'send']

/**
 * The plugins of every feature that is on and that a plugin serves. An option that is on and that
 * no plugin serves yet changes nothing, and says so once in development; `smartSessions`, which is
 * off by default, throws a KernelError when it is on.
 */
export function defaultPlugins(options: DefaultOptions = {}): readonly Plugin[] {
  if (process.env.NODE_ENV !== 'production') warnOfDefaults(options)
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
  if (process.env.NODE_ENV !== 'production') noteOrder(features)
  return {
    accountActions: features.walletFeaturesOrder ?? defaultActions,
    ...(features.connectMethodsOrder && { connectMethods: features.connectMethodsOrder }),
  }
}
