import { accountCostMessage } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { formatAmount, message, withValues } from '@portico/kernel/text'
import type * as Builder from './build-transaction.js'
import {
  type Ends,
  expectDecimals,
  expectHolder,
  expectLamports,
  isTokenAccount,
  type Plan,
} from './transfer-plan.js'

// A lamport is a billionth of a SOL on every cluster, whatever the host configures.
const solDecimals = 9

/**
 * Plans a transfer of lamports. Throws a TransferError for a recipient that must not receive any.
 */
export function planSolTransfer(ends: Ends, { sendSol }: typeof Builder): Plan {
  const { rpc, from, to, amount, sender, recipient, leastLamports } = ends
  const { decimals, symbol } = rpc.network.nativeCurrency
  expectDecimals(ends.decimals, solDecimals)
  expectHolder(recipient)
  if (isTokenAccount(recipient))
    throw new TransferError(
      'TRANSFER_REFUSED',
      message(
        'solana.error.tokens',
        'This address holds only one kind of token. Ask the recipient for their own address.',
      ),
    )
  const has = sender?.lamports ?? 0n

  return {
    amount(cost) {
      const sent = amount === 'max' ? has - cost : amount
      if (sent <= 0n && amount === 'max')
        throw new TransferError(
          'TRANSFER_FUNDS',
          message(
            'solana.error.nothing',
            'There is nothing to send: the rest is needed for the fee.',
          ),
        )
      expectLamports(sent + cost, ends, sent <= has ? 'TRANSFER_FEE' : 'TRANSFER_FUNDS')
      if (!recipient && sent < leastLamports)
        throw new TransferError(
          'TRANSFER_TOO_SMALL',
          withValues(accountCostMessage, {
            amount: formatAmount(leastLamports, decimals),
            symbol,
          }),
        )
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
