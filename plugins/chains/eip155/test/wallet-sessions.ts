/** Sessions with scripted wallets, as the connection plugin would hold them. */
import type { Account } from '@portico/kernel/account'
import type { Connection, WalletSession } from '@portico/kernel/connector-kit'
import { connectionOf } from '@portico/kernel/testing'
import { mainnet } from '../src/networks.js'
import type { Eip155Setup } from '../src/options.js'
import { never } from './bench.js'
import { type Reply, type ScriptedProvider, scriptedProvider } from './scripted-provider.js'

export interface Connected {
  readonly wallet: ScriptedProvider
  readonly walletSession: WalletSession
  readonly via: Connection
  readonly from: Account
}
export const setupOf = (networks: Eip155Setup['networks'] = [mainnet]): Eip155Setup => ({
  networks,
  rpcTimeoutMs: 10_000,
  signal: never(),
  report: () => undefined,
})

/** Connects a scripted wallet, and clears the requests that this made. */
export async function connectScripted(replies: Record<string, Reply> = {}): Promise<Connected> {
  const wallet = scriptedProvider(replies)
  const { provider } = wallet
  const { createInjectedConnector } = await import('../src/wallets/injected-connector.js')
  const walletSession = await createInjectedConnector(
    { provider, request: provider.request },
    setupOf(),
  ).connect({}, never())
  wallet.calls.length = 0
  return {
    wallet,
    walletSession,
    ...connectionOf(walletSession, { namespace: 'eip155', id: 'test' }),
  }
}
