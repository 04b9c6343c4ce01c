/** All four namespaces on one page: a wallet of each, on the local ledgers. */
import {
  bitcoinAccounts,
  polkadotDevAccounts,
  rococoTransferIndexes,
  solanaDevAccounts,
  solanaGenesisHash,
} from '@portico/devnet'
import type {
  MockBitcoinWallet,
  MockPolkadotWallet,
  MockSolanaWallet,
  WalletOptions,
  WalletOptionsOf,
} from '@portico/mock-wallets'
import type { HostOptions } from '../fixtures/host/options.js'
import { addressesOf, addressOf, base8453, ethereum, wallet } from './visit.js'

declare module '@portico/mock-wallets/page' {
  interface PageMockWallets {
    readonly Glow?: MockSolanaWallet
    readonly Talisman?: MockPolkadotWallet
    readonly Xverse?: MockBitcoinWallet
  }
}

/** What its devnet part answers to. */
const httpOf = (namespace: string) => addressesOf(namespace).http ?? ''

export const everyChain: NonNullable<HostOptions['chains']> = {
  eip155: { networks: [ethereum, base8453] },
  solana: {
    networks: [
      {
        genesisHash: solanaGenesisHash,
        name: 'Solana local',
        rpcUrls: [httpOf('solana')],
        testnet: true,
      },
    ],
    confirmationPollMs: 50,
  },
  polkadot: {
    networks: [
      {
        genesisHash: `0x${'45'.repeat(32)}`,
        name: 'Polkadot local',
        nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
        ss58Prefix: 42,
        transferIndexes: rococoTransferIndexes,
        rpcUrls: [httpOf('polkadot')],
        testnet: true,
      },
    ],
    confirmationPollMs: 200,
  },
  bip122: {
    networks: [
      {
        reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
        name: 'Bitcoin local',
        addressFormat: 'regtest',
        walletName: 'Regtest',
        esploraUrls: [httpOf('bip122')],
        testnet: true,
      },
    ],
    confirmationPollMs: 200,
  },
}

export const glow = (more: Partial<WalletOptionsOf<'solana'>> = {}): WalletOptions => ({
  namespace: 'solana',
  name: 'Glow',
  accounts: solanaDevAccounts.slice(0, 2).map(({ seed }) => seed),
  chains: { 'solana:localnet': httpOf('solana') },
  ...more,
})
export const talisman = (more: Partial<WalletOptionsOf<'polkadot'>> = {}): WalletOptions => ({
  namespace: 'polkadot',
  name: 'Talisman',
  accounts: polkadotDevAccounts.slice(0, 2).map(({ seed, name }) => ({ seed, name })),
  ...more,
})
export const xverse = (more: Partial<WalletOptionsOf<'bip122'>> = {}): WalletOptions => ({
  namespace: 'bip122',
  name: 'Xverse',
  accounts: bitcoinAccounts.slice(0, 2).map(({ privateKey }) => privateKey),
  ...more,
})

/** The wallets of one person, in the order of the chains, and the address that each shows first. */
export const everyWallet = (): readonly WalletOptions[] => [
  wallet('Fox', [0, 1]),
  glow(),
  talisman(),
  xverse(),
]
export const people = [
  { wallet: 'Fox', namespace: 'eip155', chain: 'Ethereum', address: addressOf(0) },
  { wallet: 'Glow', namespace: 'solana', chain: 'Solana', address: solanaDevAccounts[0].address },
  {
    wallet: 'Talisman',
    namespace: 'polkadot',
    chain: 'Polkadot',
    address: polkadotDevAccounts[0].address,
  },
  { wallet: 'Xverse', namespace: 'bip122', chain: 'Bitcoin', address: bitcoinAccounts[0].address },
] as const
