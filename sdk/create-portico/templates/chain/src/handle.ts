import type { AnyPluginContext, Dispose } from '@portico/kernel'
import type { RemoteSession } from '@portico/kernel/capabilities'
import { ChainError, isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import {
  type Connection,
  sendWalletRequest,
  type WalletReport,
} from '@portico/kernel/connector-kit'
import { isAddress } from './addresses.js'
import { namespace, networks } from './networks.js'
import type { MyChainProvider } from './provider.js'

/** How this plugin reaches a wallet, wherever the wallet is. */
export interface Handle {
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  report(signal: AbortSignal): Promise<WalletReport>
  listen(changed: () => void, gone: () => void): Dispose
  close(signal: AbortSignal): Promise<void>
}
/** The handle travels through Portico as an opaque part of the wallet session. */
export const handleOf = (via: Connection): Handle => via.handle as Handle

export function pageHandle(provider: MyChainProvider, context: AnyPluginContext): Handle {
  const ask: Handle['ask'] = (method, params, signal) =>
    sendWalletRequest(method, () => provider.request(method, params), context, signal)
  return {
    ask,
    report: async signal => readReport(await ask('my_chain_state', undefined, signal)),
    listen(changed, gone) {
      provider.on('changed', changed)
      provider.on('gone', gone)
      return () => {
        provider.off('changed', changed)
        provider.off('gone', gone)
      }
    },
    close: async signal => void (await ask('my_chain_forget', undefined, signal)),
  }
}

/** A session that another device approved. Accounts and network come with its events. */
export function remoteHandle(session: RemoteSession): Handle {
  // Where the person was before, if the wallet approved it.
  let at: NetworkId =
    session.approved.find(one => one === session.network) ??
    session.approved[0] ??
    networks[0].caipNetworkId
  // A session names an account once for each network.
  const accounts = () => [...new Set(session.accounts.map(account => account.split(':')[2]))]
  return {
    ask: (method, params, signal) => session.request(method, params, at, signal),
    report: async () => ({
      ...readReport({ accounts: accounts(), network: at }),
      approved: session.approved,
    }),
    listen: (changed, gone) =>
      session.watch(({ name, network: to }) => {
        if (name === 'closed') return gone()
        at = to ?? at
        changed()
      }),
    close: signal => session.close(signal),
  }
}

/** Validates the report of the wallet. */
function readReport(state: unknown): WalletReport {
  const { accounts, network: at } = Object(state) as {
    readonly accounts?: unknown
    readonly network?: unknown
  }
  const isOurs = isNetworkId(at) && namespaceOf(at) === namespace
  if (!Array.isArray(accounts) || !accounts.every(isAddress) || !isOurs)
    throw new ChainError('WALLET_ANSWER')
  return { accounts: accounts.map(address => ({ namespace, address, type: 'eoa' })), network: at }
}
