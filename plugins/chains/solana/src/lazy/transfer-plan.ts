/** What the two kinds of transfers have in common: what they know, what they say, and how they refuse. */
import {
  type Account,
  decimalsMessage,
  feeMessage,
  formatAmount,
  fundsMessage,
  type Message,
  message,
  TransferError,
  type TransferErrorCode,
  type TransferIntent,
  withValues,
} from '@portico/kernel/contracts'
import type { Instruction } from './build-transaction.js'
import type { NodeAccount } from './node-answers.js'
import type { Rpc } from './rpc.js'
import { readMint, readTokenAccount } from './token-accounts.js'

/** Who is at both ends, as the network knows them. Undefined: nobody was there yet. */
export interface Ends {
  readonly rpc: Rpc
  readonly from: Account
  readonly to: string
  readonly amount: TransferIntent['amount']
  /** The decimals that the amount was shown with. */
  readonly decimals: number
  readonly sender: NodeAccount | undefined
  readonly recipient: NodeAccount | undefined
  /** The least lamports that an account without data keeps. */
  readonly leastLamports: bigint
}
/** A transfer whose budget is not known yet. Costs are lamports: the fee, and what opening an account takes. */
export interface Plan {
  /** Base units that leave, where everything else costs so much. Throws a TransferError when there is not enough. */
  amount(cost: bigint): bigint
  instructions(amount: bigint): readonly Instruction[]
  /** The account that receives: what is left of it after a trial tells the rest. */
  readonly destination: string
  /** What opening it takes at least. 0n: it is there. */
  readonly deposit: bigint
  /** What opening it took in the trial. */
  opened(left: NodeAccount | null | undefined): bigint
  /** Base units that arrive of so many that leave. */
  arriving(left: NodeAccount | null | undefined, amount: bigint): bigint
  warnings(arriving: bigint, cost: bigint): readonly Message[]
}

/** Throws a TransferError where an amount was shown with other decimals than the asset has: another amount would be sent than the one that was shown (threat S19). */
export function expectDecimals(shown: number, actual: number): void {
  if (shown !== actual) throw new TransferError('TRANSFER_ASSET', withValues(decimalsMessage, { shown, actual }))
}

/** What is not a place for anybody's coins: throws a TransferError for a program, and for a mint. */
export function expectHolder(account: NodeAccount | undefined): void {
  if (account?.executable)
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.program', 'This is the address of a program. What is sent there is lost.'))
  if (account && readMint(account) !== undefined)
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.mint', 'This is the address of a token itself, not of somebody who has it.'))
}

/** Throws a TransferError when so many lamports cannot leave an account: it does not have them, or would keep less than the network allows. */
export function expectLamports(leaving: bigint, { rpc, sender, leastLamports }: Ends, code: TransferErrorCode): void {
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
      message('solana.error.dust', 'Too little would stay: send everything, or leave at least {amount} {symbol}.', shown(leastLamports)),
    )
}

export const isTokenAccount = (account: NodeAccount | undefined): boolean => !!account && readTokenAccount(account) !== undefined
