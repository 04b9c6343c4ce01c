/** Validates responses of Solana wallets. Decision 37. */
import type { ReportedAccount } from '@portico/kernel/account'
import { ChainError } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import { readBase58, sameBytes } from '../messages/keys.js'
import { namespace, type SolanaNetwork } from '../networks.js'
import { chainsOf, read } from './standard-wallet.js'

/** An account of an injected wallet. */
export interface WalletAccount {
  readonly address: string
  readonly label: string | undefined
  /** The account's clusters, by their names in wallets. */
  readonly chains: readonly string[]
  /** The wallet's own object, which identifies the account. */
  readonly source: unknown
}

const mostAccounts = 1000
// A transaction has at most 1,232 bytes; a message to sign may be longer, and is returned
// unchanged.
const mostBytes = 1_048_576

/**
 * Parses a wallet's accounts. Omits those of other chains, and duplicates.
 *
 * Throws a ChainError WALLET_ANSWER for a malformed list, and for an account whose key and address
 * differ.
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
  if (typeof source !== 'object' || source === null || !Array.isArray(read(source, 'chains')))
    throw new ChainError('WALLET_ANSWER')
  const chains = chainsOf(source)
  if (!chains.length) return undefined
  const address = read(source, 'address')
  const key = readBase58(address, 32)
  const publicKey = readBytes(read(source, 'publicKey'))
  if (!key || !publicKey || !sameBytes(key, publicKey)) throw new ChainError('WALLET_ANSWER')
  return { address: address as string, label: displayText(read(source, 'label')), chains, source }
}

/** Filters the accounts of a network. */
export const accountsOn = (
  accounts: readonly WalletAccount[],
  { walletChain }: SolanaNetwork,
): readonly WalletAccount[] => accounts.filter(({ chains }) => chains.includes(walletChain))

export const reportedAccounts = (
  accounts: readonly Pick<WalletAccount, 'address' | 'label'>[],
): readonly ReportedAccount[] =>
  accounts.map(({ address, label }) => ({
    namespace,
    address,
    type: 'eoa',
    ...(label && { label }),
  }))

/** Copies the bytes that a wallet returns. Undefined for anything else. */
function readBytes(answer: unknown): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(answer) || answer.byteLength > mostBytes) return undefined
    return new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength).slice()
  } catch {
    return undefined
  }
}

/** Reads the bytes under a key of the only output. Throws a ChainError WALLET_ANSWER. */
export function readOutput(
  answer: unknown,
  key: 'signature' | 'signedMessage' | 'signedTransaction',
): Uint8Array {
  const bytes =
    Array.isArray(answer) && answer.length === 1
      ? readBytes(read(read(answer, '0'), key))
      : undefined
  if (!bytes || (key === 'signature' && bytes.length !== 64)) throw new ChainError('WALLET_ANSWER')
  return bytes
}
