/** A kernel with this plugin, a connected wallet, and what tests of transfers ask of them. */
import { type Account, type Connection, connection, session, transactions, transfers } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import type { PolkadotKeyType, PolkadotWalletOptions } from '@portico/mock-wallets'
import { polkadot, polkadotRelay, type SubstrateNetwork } from '../src/index.js'
import { dotWallet, keyOf } from './page.js'

export const never = new AbortController().signal
export const network = polkadotRelay.caipNetworkId
/** The account that tests pay. */
const to = keyOf(9).at(0)
/** Base units of one DOT. */
export const dot = 10_000_000_000n

export interface BenchOptions {
  readonly page: EventTarget
  readonly rpcUrls: readonly string[]
  readonly type?: PolkadotKeyType
  readonly wallet?: Partial<PolkadotWalletOptions>
  readonly definition?: Partial<SubstrateNetwork>
}
export async function connect({ page, rpcUrls, type = 'sr25519', wallet: options, definition }: BenchOptions) {
  const wallet = dotWallet(page, { accounts: [{ seed: keyOf(1).seed, type }], ...options })
  const kernel = await createTestKernel({
    plugins: [polkadot({ networks: [{ ...polkadotRelay, rpcUrls, ...definition }], confirmationPollMs: 5, rpcTimeoutMs: 10_000 })],
    connected: network,
  })
  const id = 'polkadot/polkadot:dot' as const
  const account = kernel.state(session).connections[id]?.accounts[0] as Account
  const via = kernel.use(connection).live(id) as Connection
  const prepare = (amount: bigint | 'max', rest: object = {}) =>
    kernel.capability(transfers, network)?.prepare({ from: account, to, network, asset: 'native', decimals: 10, amount, ...rest }, never) ?? Promise.reject()
  const sender = kernel.capability(transactions, network)
  const own = keyOf(1, type).accountId
  return { wallet, kernel, account, via, prepare, sender, own }
}
