/** Trying a transaction without sending it, and what it would cost. */
import { displayText, message, TransferError } from '@portico/kernel/contracts'
import { base64 } from '@scure/base'
import { RpcRefusal } from '../errors.js'
import { readFee, readSimulationOf, type Simulated } from './node-answers.js'
import { commitment, type Rpc } from './rpc.js'
import { readWire } from './transaction-wire.js'

/** Tries an unsigned transaction, and says what would be left of these accounts. Throws a TransferError when it would fail. */
export async function simulate(rpc: Rpc, wire: Uint8Array, addresses: readonly string[], signal: AbortSignal): Promise<Simulated> {
  const options = { encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true, accounts: { encoding: 'base64', addresses } }
  const outcome = await rpc.ask('simulateTransaction', [base64.encode(wire), options], readSimulationOf(addresses.length), signal).catch(error => {
    throw refusedTransfer(error)
  })
  if (outcome.err !== null && outcome.err !== undefined) throw failing(outcome.err, outcome.logs ?? [])
  return outcome
}

/** Lamports for signatures and priority. Throws a TransferError for a transaction whose time is over. */
export async function feeOf(rpc: Rpc, wire: Uint8Array, signal: AbortSignal): Promise<bigint> {
  const read = readWire(wire)
  const fee = read && (await rpc.ask('getFeeForMessage', [base64.encode(read.message), { commitment }], readFee, signal))
  if (typeof fee !== 'bigint') throw tooOld()
  return fee
}

/** The words for a network that refuses a transaction before it is sent. */
export function refusedTransfer(error: unknown): unknown {
  if (!(error instanceof RpcRefusal)) return error
  const { err, logs } = (error.data ?? {}) as { readonly err?: unknown; readonly logs?: unknown }
  return failing(err ?? error.message, Array.isArray(logs) ? logs : [], error)
}

/** Whether the network refused a transaction because it has it already. */
export const isAlreadyThere = (error: unknown): boolean => error instanceof RpcRefusal && JSON.stringify(error.data ?? null).includes('"AlreadyProcessed"')

function failing(problem: unknown, logs: readonly unknown[], cause: unknown = problem): TransferError {
  const told = typeof problem === 'string' ? problem : JSON.stringify(problem)
  const lines = logs.filter(line => typeof line === 'string')
  if (/InsufficientFunds|AccountNotFound/.test(told) || lines.some(line => /insufficient (?:lamports|funds)/i.test(line)))
    return new TransferError('TRANSFER_FUNDS', message('solana.error.funds', 'There is not enough to pay for this transaction and its fee.'), { cause })
  if (/BlockhashNotFound/.test(told)) return tooOld({ cause })
  const reason = displayText(lines.findLast(line => /error|failed/i.test(line)) ?? told, 160) ?? ''
  return new TransferError('TRANSFER_REFUSED', message('solana.error.fails', 'This transaction would fail. {reason}', { reason }), { cause })
}

const tooOld = (options?: { readonly cause: unknown }) =>
  new TransferError('TRANSFER_REFUSED', message('solana.error.old', 'This transaction is too old to be sent. Make it again.'), options)
