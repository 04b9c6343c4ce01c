/** What both kinds of transfers share: state, messages and refusals. */
import type { Account } from '@portico/kernel/account'
import {
  decimalsMessage,
  feeMessage,
  fundsMessage,
  type TransferIntent,
} from '@portico/kernel/capabilities'
import { TransferError, type TransferErrorCode } from '@portico/kernel/chain'
import { formatAmount, type Message, message, withValues } from '@portico/kernel/text'
import { readMint, readTokenAccount } from '../assets/token-accounts.js'
import type { NodeAccount } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import type { Instruction } from './build-transaction.js'

/** Both ends, as the network knows them. Undefined: the account does not exist yet. */
export interface Ends {
  readonly rpc: Rpc
  readonly from: Account
  readonly to: string
  readonly amount: TransferIntent['amount']
  /** The decimals with which the amount was shown. */
  readonly decimals: number
  readonly sender: NodeAccount | undefined
  readonly recipient: NodeAccount | undefined
  /** The minimum balance of an account without data, in lamports. */
  readonly leastLamports: bigint
}
/**
 * A transfer before its budget is known. Costs are lamports: the fee, and the rent of a new
 * account.
 */
export interface Plan {
  /**
   * Base units that leave, given all other costs. Throws a TransferError for an insufficient
   * balance.
   */
  amount(cost: bigint): bigint
  instructions(amount: bigint): readonly Instruction[]
  /** The receiving account, whose state after the simulation completes the plan. */
  readonly destination: string
  /** The minimum rent for opening it. 0n: it exists. */
  readonly deposit: bigint
  /** The rent that opening took in the simulation. */
  opened(left: NodeAccount | null | undefined): bigint
  /** Base units that arrive of `amount`. */
  arriving(left: NodeAccount | null | undefined, amount: bigint): bigint
  warnings(arriving: bigint, cost: bigint): readonly Message[]
}

/**
 * Throws a TransferError where an amount was shown with other decimals than the asset has, because
 * another amount would be sent (threat S19).
 */
export function expectDecimals(shown: number, actual: number): void {
  if (shown !== actual)
    throw new TransferError('TRANSFER_ASSET', withValues(decimalsMessage, { shown, actual }))
}

/** Throws a TransferError for recipients that cannot own coins: a program, and a mint. */
export function expectHolder(account: NodeAccount | undefined): void {
  if (account?.executable)
    throw new TransferError(
      'TRANSFER_REFUSED',
      message(
        'solana.error.program',
        'This is the address of a program. What you send there is lost.',
      ),
    )
  if (account && readMint(account) !== undefined)
    throw new TransferError(
      'TRANSFER_REFUSED',
      message(
        'solana.error.mint',
        'This is the address of the token itself, not of a person who has it.',
      ),
    )
}

/**
 * Throws a TransferError when the account lacks these lamports, or would keep less than the network
 * allows.
 */
export function expectLamports(
  leaving: bigint,
  { rpc, sender, leastLamports }: Ends,
  code: TransferErrorCode,
): void {
  const has = sender?.lamports ?? 0n
  const { decimals, symbol } = rpc.network.nativeCurrency
  const shown = (lamports: bigint) => ({ amount: formatAmount(lamports, decimals), symbol })
  if (leaving > has) {
    throw code === 'TRANSFER_FEE'
      ? new TransferError(code, withValues(feeMessage, shown(leaving - has)))
      : new TransferError(code, withValues(fundsMessage, shown(leaving - has)))
  }
  if (leaving < has && has - leaving < leastLamports)
    throw new TransferError(
      'TRANSFER_REFUSED',
      message(
        'solana.error.dust',
        'Too little would be left: send everything, or leave at least {amount} {symbol}.',
        shown(leastLamports),
      ),
    )
}

export const isTokenAccount = (account: NodeAccount | undefined): boolean =>
  !!account && readTokenAccount(account) !== undefined
