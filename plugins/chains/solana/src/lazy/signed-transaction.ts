/** Whether a wallet signed what it was asked to (threat S35). */

import { ChainError, message } from '@portico/kernel/contracts'
import { isSignedBy } from '@portico/signatures/solana'
import { readBase58, sameBytes } from './keys.js'
import { readWire, type WireInstruction, type WireTransaction } from './transaction-wire.js'

const computeBudget = 'ComputeBudget111111111111111111111111111111'

/**
 * Reads a signed transaction. Wallets may put instructions of their own beside those they were given (guards, a fee for priority), but what was asked
 * stands in it as it was, paid by the same account, and nothing is missing.
 *
 * Throws a ChainError WALLET_ANSWER for anything else.
 */
export function expectSigned(asked: WireTransaction, bytes: Uint8Array, address: string): WireTransaction {
  const signed = readWire(bytes)
  if (!signed) throw new ChainError('WALLET_ANSWER')
  if (signed.signers[0] !== asked.signers[0] || !holds(signed, asked))
    throw new ChainError('WALLET_ANSWER', message('solana.error.altered', 'The wallet changed the transaction. Nothing was sent.'))
  const signature = signed.signatures[signed.signers.indexOf(address)]
  if (!signature || !hasSigned(address, signed.message, signature))
    throw new ChainError('WALLET_ANSWER', message('solana.error.signer', 'The wallet signed with another account. Nothing was changed.'))
  return signed
}

export function hasSigned(address: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = readBase58(address, 32)
  return !!key && isSignedBy(key, bytes, signature)
}

/** Whether every instruction of one transaction stands in another, in the same order. What only says how much work is paid for may differ. */
export function holds(signed: WireTransaction, asked: WireTransaction): boolean {
  if (sameBytes(signed.message, asked.message)) return true
  const rest = [...signed.instructions]
  return asked.instructions
    .filter(({ program }) => program !== computeBudget)
    .every(wanted => {
      const place = rest.findIndex(one => isSame(one, wanted))
      rest.splice(0, place + 1)
      return place >= 0
    })
}
const isSame = (a: WireInstruction, b: WireInstruction): boolean =>
  a.program === b.program && a.accounts.join() === b.accounts.join() && sameBytes(a.data, b.data)
