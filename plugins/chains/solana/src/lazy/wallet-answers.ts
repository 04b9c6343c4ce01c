/** What Solana wallets answer, read at the door. Decision 37. */
import { ChainError, displayText, type ReportedAccount } from '@portico/kernel/contracts'
import { namespace, type SolanaNetwork } from '../networks.js'
import { readBase58, sameBytes } from './keys.js'
import { chainsOf, read } from './standard-wallet.js'

/** An account of a wallet in the page. */
export interface WalletAccount {
  readonly address: string
  readonly label: string | undefined
  /** The clusters that it is for, as wallets call them. */
  readonly chains: readonly string[]
  /** The wallet's own object: it knows the account by it. */
  readonly source: unknown
}

const mostAccounts = 1000
// A transaction has at most 1,232 bytes; a message to sign may be longer, and comes back as it went.
const mostBytes = 1_048_576

/**
 * Reads a wallet's list of accounts. Those of other chains are left out, they are no accounts here, and each counts once.
 *
 * Throws a ChainError WALLET_ANSWER for what is no list, and for an account whose key and address are not the same.
 */
export function readAccounts(list: unknown): readonly WalletAccount[] {
  if (!Array.isArray(list) || list.length > mostAccounts) throw new ChainError('WALLET_ANSWER')
  const accounts = new Map<string, WalletAccount>()
  for (let index = 0; index < list.length; index++) {
    const account = readAccount(read(list, String(index)))
    if (account && !accounts.has(account.address)) accounts.set(account.address, account)
  }
  return [...accounts.values()]
}

function readAccount(source: unknown): WalletAccount | undefined {
  if (typeof source !== 'object' || source === null || !Array.isArray(read(source, 'chains'))) throw new ChainError('WALLET_ANSWER')
  const chains = chainsOf(source)
  if (!chains.length) return undefined
  const address = read(source, 'address')
  const key = readBase58(address, 32)
  const publicKey = readBytes(read(source, 'publicKey'))
  if (!key || !publicKey || !sameBytes(key, publicKey)) throw new ChainError('WALLET_ANSWER')
  return { address: address as string, label: displayText(read(source, 'label')), chains, source }
}

/** The accounts that are for a network. */
export const accountsOn = (accounts: readonly WalletAccount[], { walletChain }: SolanaNetwork): readonly WalletAccount[] =>
  accounts.filter(({ chains }) => chains.includes(walletChain))

export const reportedAccounts = (accounts: readonly Pick<WalletAccount, 'address' | 'label'>[]): readonly ReportedAccount[] =>
  accounts.map(({ address, label }) => ({ namespace, address, type: 'eoa', ...(label && { label }) }))

/** A copy of the bytes that a wallet hands over; undefined for what are none. */
function readBytes(answer: unknown): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(answer) || answer.byteLength > mostBytes) return undefined
    return new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength).slice()
  } catch {
    return undefined
  }
}

/** The bytes under a key of the one output that stands for the one input. Throws a ChainError WALLET_ANSWER. */
export function readOutput(answer: unknown, key: 'signature' | 'signedMessage' | 'signedTransaction'): Uint8Array {
  const bytes = Array.isArray(answer) && answer.length === 1 ? readBytes(read(read(answer, '0'), key)) : undefined
  if (!bytes || (key === 'signature' && bytes.length !== 64)) throw new ChainError('WALLET_ANSWER')
  return bytes
}
