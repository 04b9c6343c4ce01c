export type { AnnouncedInfo } from './announce.js'
export {
  type Approvals,
  createApprovals,
  type PendingRequest,
  type Question,
  type Refusals,
} from './approvals.js'
export { type BitcoinAccount, bitcoinAccount } from './bip122/keys.js'
export type {
  BitcoinAddressKind,
  BitcoinNetworkName,
  BitcoinProtocol,
  BitcoinQuirks,
  BitcoinWalletOptions,
} from './bip122/options.js'
export { type PsbtAsk, signBip322, signLegacy, signPsbt } from './bip122/signing.js'
export { type MockBitcoinWallet, mockBitcoinWallet } from './bip122/wallet.js'
export { MockWalletError, WalletRpcError } from './errors.js'
export type { EvmQuirks, EvmWalletOptions } from './evm-options.js'
export type { EvmProvider } from './evm-provider.js'
export { type MockEvmWallet, mockEvmWallet } from './evm-wallet.js'
export {
  type AnyMockWallet,
  type MockNamespace,
  makeWallet,
  type WalletOptions,
  type WalletOptionsOf,
} from './makers.js'
export type { WalletStorage } from './memory.js'
export type { MockWallet, WalletCall } from './mock-wallet.js'
export type { Send } from './node-rpc.js'
export type { Nonsense } from './nonsense.js'
export type { Policy, PolicyTable } from './policy.js'
export { type PolkadotKey, polkadotKey } from './polkadot/keys.js'
export type {
  KeyType as PolkadotKeyType,
  PolkadotAccountOptions,
  PolkadotQuirks,
  PolkadotWalletOptions,
} from './polkadot/options.js'
export {
  type MockPolkadotWallet,
  mockPolkadotWallet,
  type PolkadotEntry,
} from './polkadot/wallet.js'
export type { SolanaChain, SolanaQuirks, SolanaWalletOptions } from './solana/options.js'
export { type MockSolanaWallet, mockSolanaWallet } from './solana/solana-wallet.js'
export {
  readTransaction as readSolanaTransaction,
  type WireTransaction as SolanaWireTransaction,
} from './solana/wire.js'
export type { WalletEnvironment } from './wallet-environment.js'
