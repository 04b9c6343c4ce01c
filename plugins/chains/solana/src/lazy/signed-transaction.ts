/** Whether a wallet signed what it was asked to (threat S35). */

import { ChainError, message } from '@portico/kernel/contracts'
import { isSignedBy } from '@portico/signatures/solana'
import { readBase58, sameBytes } from './keys.js'
import { readWire, type WireInstruction, type WireTransaction } from './transaction-wire.js'

const computeBudget = 'ComputeBudget111111111111111111111111111111'
// Assertions that Phantom and other wallets append: they move nothing, and let the transaction fail. Source: https://docs.phantom.com/developer-powertools/lighthouse
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/**
 * Reads a signed transaction. Wallets may add instructions of the compute budget and guards; what was asked stands in the transaction as it was, paid by the same account.
 *
 * Throws a ChainError WALLET_ANSWER for anything else.
 */
export function expectSigned(asked: WireTransaction, bytes: Uint8Array, address: string): WireTransaction {
  const signed = readWire(bytes)
  if (!signed) throw new ChainError('WALLET_ANSWER')
  if (signed.signers[0] !== asked.signers[0] || !holds(signed, asked))
    throw new ChainError('WALLET_ANSWER', message('solana.error.altered', 'The wallet changed the transaction.'))
  const signature = signed.signatures[signed.signers.indexOf(address)]
  if (!signature || !hasSigned(address, signed.message, signature))
    throw new ChainError('WALLET_ANSWER', message('solana.error.transactionSigner', 'The wallet signed with another account.'))
  return signed
}

export function hasSigned(address: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = readBase58(address, 32)
  return !!key && isSignedBy(key, bytes, signature)
}

/**
 * Whether a transaction does what was asked and nothing else: the same instructions in the same order. What only says how much work is paid for may differ, and guards
 * may be added. Any other instruction could move money (threats S2, S35).
 */
export function holds(signed: WireTransaction, asked: WireTransaction): boolean {
  if (sameBytes(signed.message, asked.message)) return true
  const isAction = ({ program }: WireInstruction) => program !== computeBudget
  const wanted = asked.instructions.filter(isAction)
  let found = 0
  for (const one of signed.instructions.filter(isAction)) {
    const next = wanted[found]
    if (next && isSame(one, next)) found++
    else if (one.program !== lighthouse) return false
  }
  return found === wanted.length
}
const isSame = (a: WireInstruction, b: WireInstruction): boolean =>
  a.program === b.program && a.accounts.join() === b.accounts.join() && sameBytes(a.data, b.data)
