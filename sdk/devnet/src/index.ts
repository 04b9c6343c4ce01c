export { type DevAccount, devAccounts, devMnemonic, type Hex } from './accounts.js'
export type { DevnetBackend } from './backend.js'
export { type BitcoinDevAccount, bitcoinAccounts } from './bitcoin/accounts.js'
export { type BitcoinLedger, startBitcoinLedger } from './bitcoin/ledger.js'
export { contracts, create2Deployer, startingDollars } from './contracts.js'
export { type Devnet, type DevnetOptions, type Snapshot, startDevnet } from './devnet.js'
export { DevnetError, type DevnetErrorCode } from './errors.js'
export type { EvmChain } from './evm-chain.js'
export {
  type FaultMode,
  type FaultOptions,
  type FaultProxy,
  startFaultProxy,
} from './fault-proxy.js'
export type { Rpc, RpcCall } from './json-rpc.js'
export { type Ledger, type LedgerName, ledgerNames } from './ledgers.js'
export {
  type MailSink,
  type MailSinkOptions,
  type MailWaitOptions,
  startMailSink,
} from './mail/mail-sink.js'
export type { ReceivedMail } from './mail/read-mail.js'
export { nftContracts } from './nft-contracts.js'
export type { RunningPart } from './part.js'
export {
  type PolkadotDevAccount,
  polkadotDevAccounts,
  polkadotDevMnemonic,
} from './polkadot/accounts.js'
export {
  type PolkadotLedger,
  rococoTransferIndexes,
  startingRococo,
  startPolkadotLedger,
} from './polkadot/ledger.js'
export type { RelayPhase } from './relay/phases.js'
export {
  type Relay,
  type RelayHoldings,
  type RelayMode,
  type RelayOptions,
  type RelayRequest,
  startRelay,
} from './relay/relay.js'
export {
  type SolanaDevAccount,
  type SolanaToken,
  solanaDevAccounts,
  solanaGenesisHash,
  solanaTokens,
} from './solana/accounts.js'
export {
  type SolanaLedger,
  startingLamports,
  startingTokens,
  startSolanaLedger,
} from './solana/ledger.js'
export {
  startWalletApp,
  type WalletApp,
  type WalletAppOptions,
  type WalletAppPolicy,
} from './solana/wallet-app.js'
export { swapTokens, uniswap } from './uniswap/addresses.js'
