/** What the bridges make fits the libraries, by the types of each. */
import type { PolkadotSigner } from '@polkadot-api/pjs-signer'
import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'
import type { Portico } from '@portico/sdk'
import { getTransactionEncoder, type Transaction as KitTransaction } from '@solana/kit'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import type { Transaction, VersionedTransaction } from '@solana/web3.js'
import type { Wallet } from '@wallet-standard/base'
import { BrowserProvider, type Eip1193Provider, type JsonRpcSigner } from 'ethers'
import { type Account, createWalletClient, custom, type EIP1193Provider } from 'viem'
import { eip1193Provider } from './eip1193.js'
import { ethersSigner } from './ethers.js'
import { polkadotSigner } from './polkadot.js'
import { viemWallet } from './viem.js'
import type { SessionWallet } from './wallet-standard.js'

declare const portico: Portico

const provider = eip1193Provider(portico)
provider satisfies Eip1193Provider
const { account, chain } = viemWallet(portico)
const client = createWalletClient({ account, chain, transport: custom(provider) })
client.account satisfies Account
// The events that libraries of viem's types listen to.
const on: EIP1193Provider['on'] = (event, listener) =>
  provider.on(event as never, listener as never)
on('accountsChanged', accounts => accounts satisfies readonly string[])

ethersSigner(portico, BrowserProvider) satisfies Promise<JsonRpcSigner>

declare const wallet: SessionWallet
wallet satisfies Wallet
type AdapterWallet = ConstructorParameters<typeof StandardWalletAdapter>[0]['wallet']
new StandardWalletAdapter({ wallet: wallet as SessionWallet & AdapterWallet })
// Transactions are bytes: web3.js 1 serializes to them, and its successors encode to them.
declare const versioned: VersionedTransaction
declare const legacy: Transaction
declare const kit: KitTransaction
const { signTransaction } = wallet.features['solana:signTransaction']
signTransaction(
  { account: { address: '' }, transaction: versioned.serialize() },
  {
    account: { address: '' },
    transaction: new Uint8Array(getTransactionEncoder().encode(kit)),
  },
  { account: { address: '' }, transaction: legacy.serialize(), chain: 'solana:mainnet' },
)

const signer = polkadotSigner(portico)
getPolkadotSignerFromPjs(
  signer.address,
  signer.signPayload,
  signer.signRaw,
) satisfies PolkadotSigner
