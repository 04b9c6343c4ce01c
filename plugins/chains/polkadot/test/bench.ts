/** A kernel with this plugin, a connected wallet, and helpers for transfer tests. */
import type { Account } from '@portico/kernel/account'
import { transactionsCapability, transfersCapability } from '@portico/kernel/capabilities'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import type { PolkadotKeyType, PolkadotWalletOptions } from '@portico/mock-wallets'
import { polkadot, polkadotRelay, type SubstrateNetwork } from '../src/index.js'
import { dotWallet, keyOf } from './page.js'

export const never = new AbortController().signal
export const network = polkadotRelay.caipNetworkId
/** The recipient in tests. */
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
export async function connect({
  page,
  rpcUrls,
  type = 'sr25519',
  wallet: options,
  definition,
}: BenchOptions) {
  const wallet = dotWallet(page, { accounts: [{ seed: keyOf(1).seed, type }], ...options })
  const kernel = await createTestKernel({
    plugins: [
      polkadot({
        networks: [{ ...polkadotRelay, rpcUrls, ...definition }],
        confirmationPollMs: 5,
        rpcTimeoutMs: 10_000,
      }),
    ],
    connected: network,
  })
  const id = 'polkadot/polkadot:dot' as const
  const account = kernel.state(sessionSlice).connections[id]?.accounts[0] as Account
  const via = kernel.use(connectionService).live(id) as Connection
  const prepare = (amount: bigint | 'max', rest: object = {}) =>
    kernel
      .capability(transfersCapability, network)
      ?.prepare(
        { from: account, to, network, asset: 'native', decimals: 10, amount, ...rest },
        never,
      ) ?? Promise.reject()
  const sender = kernel.capability(transactionsCapability, network)
  const own = keyOf(1, type).accountId
  return { wallet, kernel, account, via, prepare, sender, own }
}
