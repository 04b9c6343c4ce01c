/** Trying a transaction without sending it, and what it would cost. */
import { ChainError, displayText, failsMessage, maybeSentMessage, message, TransferError, transactionFundsMessage, withValues } from '@portico/kernel/contracts'
import { base64 } from '@scure/base'
import { RpcRefusal } from '../errors.js'
import { readFee, readSimulationOf, type Simulated } from './node-answers.js'
import { commitment, type Rpc } from './rpc.js'
import { readWire } from './transaction-wire.js'

/** Tries an unsigned transaction, and says what would be left of these accounts. Throws a TransferError when it would fail. */
export async function simulate(rpc: Rpc, wire: Uint8Array, addresses: readonly string[], signal: AbortSignal): Promise<Simulated> {
  const options = { encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true, accounts: { encoding: 'base64', addresses } }
  const outcome = await rpc.ask('simulateTransaction', [base64.encode(wire), options], readSimulationOf(addresses.length), signal).catch(error => {
    throw error instanceof RpcRefusal ? refusedTransfer(error) : error
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

/** The sentence for a transaction that a node refuses. */
function refusedTransfer(refusal: RpcRefusal): TransferError {
  const { err, logs } = (refusal.data ?? {}) as { readonly err?: unknown; readonly logs?: unknown }
  return failing(err ?? refusal.message, Array.isArray(logs) ? logs : [], refusal)
}

/**
 * The error for a signed transaction that a node refused. The outcome is unknown, because the node may have forwarded the transaction all the same: who reads that nothing
 * was sent would pay twice.
 */
export function unknownOutcome(refusal: RpcRefusal): ChainError {
  const cause = refusedTransfer(refusal)
  return new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason: cause.message }), { cause })
}

// Preflight failed, a signature is missing or wrong, the bytes are no transaction.
const [preflightFailed, badSignature, badTransaction] = [-32002, -32003, -32602] as const

/**
 * Whether a node says of a signed transaction that it can never come into a block. False where the network may have it already, and where the node does not know the
 * blockhash: another node may know it, and `confirm` tells when its time is over.
 */
export function isRefusal({ rpcCode, data }: RpcRefusal): boolean {
  if (rpcCode === badSignature || rpcCode === badTransaction) return true
  const told = JSON.stringify((data as { readonly err?: unknown } | undefined)?.err ?? null)
  return rpcCode === preflightFailed && told !== 'null' && !/AlreadyProcessed|BlockhashNotFound/.test(told)
}

function failing(problem: unknown, logs: readonly unknown[], cause: unknown = problem): TransferError {
  const told = typeof problem === 'string' ? problem : JSON.stringify(problem)
  const lines = logs.filter(line => typeof line === 'string')
  if (/InsufficientFunds|AccountNotFound/.test(told) || lines.some(line => /insufficient (?:lamports|funds)/i.test(line)))
    return new TransferError('TRANSFER_FUNDS', transactionFundsMessage, { cause })
  if (/BlockhashNotFound/.test(told)) return tooOld({ cause })
  const reason = displayText(lines.findLast(line => /error|failed/i.test(line)) ?? told, 160) ?? ''
  return new TransferError('TRANSFER_REFUSED', withValues(failsMessage, { reason }), { cause })
}

const tooOld = (options?: { readonly cause: unknown }) =>
  new TransferError('TRANSFER_REFUSED', message('solana.error.old', 'This transaction is too old to be sent. Make it again.'), options)
