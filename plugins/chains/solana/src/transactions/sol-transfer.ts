import type * as Builder from './build-transaction.js'
import { holdsOneToken, nothingToSend, tooSmall } from './transfer-errors.js'
import {
  type Ends,
  expectDecimals,
  expectHolder,
  expectLamports,
  isTokenAccount,
  type Plan,
} from './transfer-plan.js'

// A lamport is a billionth of a SOL on every cluster, so the host's decimals are ignored.
const solDecimals = 9

/**
 * Plans a transfer of lamports. Throws a TransferError for a recipient that must not receive any.
 */
export function planSolTransfer(ends: Ends, { sendSol }: typeof Builder): Plan {
  const { rpc, from, to, amount, sender, recipient, leastLamports } = ends
  expectDecimals(ends.decimals, solDecimals)
  expectHolder(recipient)
  if (isTokenAccount(recipient)) throw holdsOneToken()
  const has = sender?.lamports ?? 0n

  return {
    amount(cost) {
      const sent = amount === 'max' ? has - cost : amount
      if (sent <= 0n && amount === 'max') throw nothingToSend()
      expectLamports(sent + cost, ends, sent <= has ? 'TRANSFER_FEE' : 'TRANSFER_FUNDS')
      if (!recipient && sent < leastLamports) throw tooSmall(leastLamports, rpc.network)
      return sent
    },
    instructions: sent => [sendSol(from.address, to, sent)],
    destination: to,
    deposit: 0n,
    opened: () => 0n,
    arriving: (_left, sent) => sent,
    warnings: () => [],
  }
}
