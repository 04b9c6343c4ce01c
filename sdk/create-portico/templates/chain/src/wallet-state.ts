import { ChainError, isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { Connection, WalletReport } from '@portico/kernel/connector-kit'
import { isAddress } from './addresses.js'
import { namespace } from './networks.js'

/** How this plugin reaches a wallet, in the page or on another device. */
export interface Handle {
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  switchTo(network: NetworkId, signal: AbortSignal): Promise<void>
}
/** The handle travels through Portico as an opaque part of the wallet session. */
export const handleOf = (via: Connection): Handle => via.handle as Handle

/** Validates addresses that a wallet reports. Throws a ChainError WALLET_ANSWER. */
export function readAccounts(addresses: unknown): WalletReport['accounts'] {
  if (!Array.isArray(addresses) || !addresses.every(isAddress))
    throw new ChainError('WALLET_ANSWER')
  return addresses.map(address => ({ namespace, address, type: 'eoa' }))
}

/** Validates what the wallet in the page says of itself. Throws a ChainError WALLET_ANSWER. */
export function readReport(answer: unknown): WalletReport {
  const { accounts, network } = Object(answer) as {
    readonly accounts?: unknown
    readonly network?: unknown
  }
  if (!isNetworkId(network) || namespaceOf(network) !== namespace)
    throw new ChainError('WALLET_ANSWER')
  return { accounts: readAccounts(accounts), network }
}
