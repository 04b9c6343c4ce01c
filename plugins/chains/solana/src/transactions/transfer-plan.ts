/** What both kinds of transfers share: state and checks. */
import type { Account } from '@portico/kernel/account'
import type { TransferIntent } from '@portico/kernel/capabilities'
import type { TransferErrorCode } from '@portico/kernel/chain'
import type { Message } from '@portico/kernel/text'
import { readMint, readTokenAccount } from '../assets/token-accounts.js'
import type { NodeAccount } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import type { Instruction } from './build-transaction.js'
import {
  isProgram,
  isToken,
  missingLamports,
  otherDecimals,
  tooLittleLeft,
} from './transfer-errors.js'

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
  if (shown !== actual) throw otherDecimals(shown, actual)
}

/** Throws a TransferError for recipients that cannot own coins: a program, and a mint. */
export function expectHolder(account: NodeAccount | undefined): void {
  if (account?.executable) throw isProgram()
  if (account && readMint(account) !== undefined) throw isToken()
}

/**
 * Throws a TransferError when the account lacks these lamports, or would keep less than the network
 * allows.
 */
export function expectLamports(
  spent: bigint,
  { rpc, sender, leastLamports }: Ends,
  code: TransferErrorCode,
): void {
  const has = sender?.lamports ?? 0n
  if (spent > has) throw missingLamports(spent - has, rpc.network, code)
  if (spent < has && has - spent < leastLamports) throw tooLittleLeft(leastLamports, rpc.network)
}

export const isTokenAccount = (account: NodeAccount | undefined): boolean =>
  !!account && readTokenAccount(account) !== undefined
