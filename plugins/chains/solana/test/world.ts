/** A page with this plugin and a connected wallet, on the devnet's ledger. */
import type { SolanaDevAccount, SolanaLedger } from '@portico/devnet'
import type { CapabilityRef } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { Connection, Connector, WalletSession } from '@portico/kernel/connector-kit'
import { connectionOf } from '@portico/kernel/testing'
import {
  type MockSolanaWallet,
  mockSolanaWallet,
  type SolanaWalletOptions,
} from '@portico/mock-wallets'
import { defineSolanaNetwork, type SolanaNetwork, type SolanaOptions } from '../src/index.js'
import { type Bench, createPage, never, startBench } from './bench.js'

export interface World extends Bench {
  readonly wallet: MockSolanaWallet
  readonly network: SolanaNetwork
  readonly connector: (id?: string) => Promise<Connector>
  connect(): Promise<Connected>
  /** The plugin's capability on the ledger's network. */
  offer<Offer>(ref: CapabilityRef<Offer>): Offer
}
export interface Connected {
  readonly walletSession: WalletSession
  readonly via: Connection
  readonly from: Account
}
export interface WorldOptions {
  readonly wallet?: Partial<SolanaWalletOptions>
  readonly plugin?: Partial<SolanaOptions>
  /** The endpoints of the network; the ledger itself by default. */
  readonly rpcUrls?: readonly string[]
}

export async function startWorld(
  ledger: Pick<SolanaLedger, 'url' | 'genesisHash'> & {
    readonly accounts: readonly SolanaDevAccount[]
  },
  options: WorldOptions = {},
): Promise<World> {
  const page = createPage()
  const network = defineSolanaNetwork({
    genesisHash: ledger.genesisHash,
    name: 'Solana local',
    rpcUrls: options.rpcUrls ?? [ledger.url],
  })
  const wallet = mockSolanaWallet({
    namespace: 'solana',
    name: 'Test Wallet',
    accounts: ledger.accounts.slice(0, 2).map(({ seed }) => seed),
    chains: { 'solana:localnet': ledger.url },
    ...options.wallet,
    target: page,
  })
  const bench = await startBench(
    { networks: [network], confirmationPollMs: 20, ...options.plugin },
    page,
  )
  const connector = (id = 'solana:Test Wallet') => bench.connector(id)
  return {
    ...bench,
    wallet,
    network,
    connector,
    async connect() {
      const found = await connector()
      const walletSession = await found.connect({ network: network.caipNetworkId }, never())
      return { walletSession, ...connectionOf(walletSession, found) }
    },
    offer<Offer>(ref: CapabilityRef<Offer>) {
      return bench.kernel.capability(ref, network.caipNetworkId) as Offer
    },
  }
}
