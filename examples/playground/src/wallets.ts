import {
  type MockWallet,
  mockBitcoinWallet,
  mockEvmWallet,
  mockPolkadotWallet,
  mockSolanaWallet,
} from '@portico/mock-wallets'
import { world } from './world.js'

/** A wallet of this page, and what its remote control needs to know beside it. */
export interface RemoteWallet {
  readonly wallet: MockWallet
  /** Its picture, as it announces it. */
  readonly icon?: string
  /** How many accounts it holds: more than one can be switched. */
  readonly accounts: number
  /** Where its owner can switch to, where the wallet has chains at all. */
  readonly chains?: readonly { readonly name: string; go(): void }[]
}

const chains = Object.fromEntries(world.chains.map(chain => [chain.id, chain.url]))
const only = Object.fromEntries(Object.entries(chains).slice(0, 1))
// The first ones belong to tests that count their money to the last digit.
const [first, second, third] = world.keys.slice(3)

/** Two extensions that announce themselves by EIP-6963. */
function evmWallets(): readonly RemoteWallet[] {
  if (!first || !second || !third || world.chains.length === 0) return []
  const fox = mockEvmWallet({
    name: 'Fox Wallet',
    rdns: 'dev.portico.fox',
    accounts: [first, second],
    chains,
    remember: true,
  })
  const specter = mockEvmWallet({
    name: 'Specter',
    rdns: 'dev.portico.specter',
    accounts: [third],
    chains: only,
    remember: true,
    announce: 300,
  })
  const switches = (wallet: typeof fox) => [
    { name: 'Ethereum', go: () => wallet.switchChain(1) },
    { name: 'Base', go: () => wallet.switchChain(8453) },
    { name: 'Gnosis, which this app does not list', go: () => wallet.switchChain(100) },
  ]
  return [
    { wallet: fox, icon: fox.info.icon, accounts: 2, chains: switches(fox) },
    { wallet: specter, icon: specter.info.icon, accounts: 1, chains: switches(specter) },
  ]
}

/** One wallet of a namespace whose ledger runs; none without a ledger. */
function ledgerWallet(
  namespace: string,
  make: (accounts: readonly `0x${string}`[], url: string) => MockWallet,
): readonly RemoteWallet[] {
  const accounts = world.seeds[namespace]?.slice(0, 2) ?? []
  const url = world.ledgers[namespace]?.http
  return url && accounts.length ? [{ wallet: make(accounts, url), accounts: accounts.length }] : []
}

/**
 * Every wallet of this page, as extensions would put it there: discovered by the real protocols,
 * signing for real. A new namespace adds its wallets here.
 */
export const wallets: readonly RemoteWallet[] = [
  ...evmWallets(),
  ...ledgerWallet('solana', (accounts, url) =>
    mockSolanaWallet({
      namespace: 'solana',
      name: 'Glow',
      accounts,
      chains: { 'solana:localnet': url },
      remember: true,
    }),
  ),
  ...ledgerWallet('bip122', accounts =>
    mockBitcoinWallet({ namespace: 'bip122', name: 'Orange', accounts, remember: true }),
  ),
  ...ledgerWallet('polkadot', accounts =>
    mockPolkadotWallet({
      namespace: 'polkadot',
      name: 'Relay',
      key: 'Relay',
      accounts,
      remember: true,
    }),
  ),
]
