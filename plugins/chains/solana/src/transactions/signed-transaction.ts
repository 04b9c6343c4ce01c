/** Checks that a wallet signed what was requested (threat S35). */

import { ChainError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { isSignedBy } from '@portico/signatures/solana'
import { readBase58, sameBytes } from '../messages/keys.js'
import { computeBudgetProgram, systemProgram } from './programs.js'
import { readWire, type WireInstruction, type WireTransaction } from './transaction-wire.js'

// Assertions that Phantom and other wallets append. They move nothing, and can only fail the
// transaction. Source: https://docs.phantom.com/developer-powertools/lighthouse
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/**
 * Reads a signed transaction. Wallets may add compute budget instructions and guards; the requested
 * instructions must be unchanged, paid by the same account, for at most 0.01 SOL more than shown.
 *
 * Throws a ChainError WALLET_ANSWER for anything else.
 */
export function expectSigned(
  requested: WireTransaction,
  bytes: Uint8Array,
  address: string,
): WireTransaction {
  const signed = readWire(bytes)
  if (!signed) throw new ChainError('WALLET_ANSWER')
  if (
    signed.signers[0] !== requested.signers[0] ||
    !holds(signed, requested) ||
    isOverpaid(signed, requested)
  )
    throw new ChainError(
      'WALLET_ANSWER',
      message('solana.error.altered', 'The wallet changed the transaction.'),
    )
  const signature = signed.signatures[signed.signers.indexOf(address)]
  if (!signature || !hasSigned(address, signed.message, signature))
    throw new ChainError(
      'WALLET_ANSWER',
      message('solana.error.transactionSigner', 'The wallet signed with another account.'),
    )
  return signed
}

export function hasSigned(address: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = readBase58(address, 32)
  return !!key && isSignedBy(key, bytes, signature)
}

/**
 * Returns true when a transaction has exactly the requested instructions in order. Compute budget
 * instructions may differ, and guards may be added. Any other instruction could move money (threats
 * S2, S35).
 */
export function holds(signed: WireTransaction, requested: WireTransaction): boolean {
  if (sameBytes(signed.message, requested.message)) return true
  const isAction = ({ program }: WireInstruction) => program !== computeBudgetProgram
  const wanted = requested.instructions.filter(isAction)
  let found = 0
  for (const one of signed.instructions.filter(isAction)) {
    const next = wanted[found]
    if (next && isSame(one, next)) found++
    else if (one.program !== lighthouse) return false
  }
  return found === wanted.length
}

// A wallet may raise the priority fee, up to 0.01 SOL above the shown fee.
const mostAdded = 10_000_000n
/**
 * Returns true when the requested payer pays far more than the shown fee, because a wallet that
 * burns money as fee sends another transaction.
 */
export const isOverpaid = (sent: WireTransaction, requested: WireTransaction): boolean =>
  sent.signers[0] === requested.signers[0] && offeredFee(sent) > offeredFee(requested) + mostAdded

const lamportsPerSignature = 5_000n
const microLamports = 1_000_000n
/**
 * Maximum compute units of one transaction, and the default per instruction: of a built-in program,
 * and of another.
 */
const [mostUnits, unitsOfBuiltIn, unitsOfOther] = [1_400_000n, 3_000n, 200_000n] as const
/**
 * Lamports for signatures and priority. The network charges all units that a transaction names,
 * used or not.
 */
function offeredFee({ signatures, instructions }: WireTransaction): bigint {
  let [named, price]: [bigint | undefined, bigint] = [undefined, 0n]
  let granted = 0n
  for (const { program, data } of instructions) {
    granted +=
      program === systemProgram || program === computeBudgetProgram ? unitsOfBuiltIn : unitsOfOther
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (program !== computeBudgetProgram) continue
    // SetComputeUnitLimit and SetComputeUnitPrice.
    if (data[0] === 2 && data.length >= 5) named = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const units = named ?? granted
  return (
    BigInt(signatures.length) * lamportsPerSignature +
    ((units < mostUnits ? units : mostUnits) * price) / microLamports
  )
}

const isSame = (a: WireInstruction, b: WireInstruction): boolean =>
  a.program === b.program && a.accounts.join() === b.accounts.join() && sameBytes(a.data, b.data)
