/** Simulates a transaction, and computes its cost. */

import {
  failsMessage,
  maybeSentMessage,
  transactionFundsMessage,
} from '@portico/kernel/capabilities'
import { ChainError, TransferError } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { displayText, message, withValues } from '@portico/kernel/text'
import { base64 } from '@scure/base'
import { readFee, readSimulationOf, type Simulated } from '../node/node-answers.js'
import { commitment, type Rpc } from '../node/rpc.js'
import { readWire } from './transaction-wire.js'

/**
 * Simulates an unsigned transaction and returns the resulting accounts. Throws a TransferError when
 * it would fail.
 */
export async function simulate(
  rpc: Rpc,
  wire: Uint8Array,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Simulated> {
  const options = {
    encoding: 'base64',
    commitment,
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const outcome = await rpc
    .request(
      'simulateTransaction',
      [base64.encode(wire), options],
      readSimulationOf(addresses.length),
      signal,
    )
    .catch(error => {
      throw error instanceof RpcRefusal ? refusedTransfer(error) : error
    })
  if (outcome.err !== null && outcome.err !== undefined)
    throw failing(outcome.err, outcome.logs ?? [])
  return outcome
}

/**
 * Lamports for signatures and priority. Throws a TransferError for a transaction whose blockhash
 * expired.
 */
export async function feeOf(rpc: Rpc, wire: Uint8Array, signal: AbortSignal): Promise<bigint> {
  const read = readWire(wire)
  const fee =
    read &&
    (await rpc.request(
      'getFeeForMessage',
      [base64.encode(read.message), { commitment }],
      readFee,
      signal,
    ))
  if (typeof fee !== 'bigint') throw tooOld()
  return fee
}

/** Returns the error for a transaction that a node refuses. */
function refusedTransfer(refusal: RpcRefusal): TransferError {
  const { err, logs } = (refusal.data ?? {}) as { readonly err?: unknown; readonly logs?: unknown }
  return failing(err ?? refusal.message, Array.isArray(logs) ? logs : [], refusal)
}

/**
 * Returns the error for a signed transaction that a node refused. The outcome is unknown, because
 * the node may have relayed it, and a person who reads that nothing was sent would pay twice.
 */
export function unknownOutcome(refusal: RpcRefusal): ChainError {
  const cause = refusedTransfer(refusal)
  return new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason: cause.message }), {
    cause,
  })
}

// Preflight failed; a missing or invalid signature; malformed bytes.
const [preflightFailed, badSignature, badTransaction] = [-32002, -32003, -32602] as const

/**
 * Returns true when a node proves that a signed transaction can never be included. False where the
 * network may have it already, and where the node does not know the blockhash: another node may
 * know it, and `confirm` reports when it expires.
 */
export function isRefusal({ rpcCode, data }: RpcRefusal): boolean {
  if (rpcCode === badSignature || rpcCode === badTransaction) return true
  const reported = JSON.stringify((data as { readonly err?: unknown } | undefined)?.err ?? null)
  return (
    rpcCode === preflightFailed &&
    reported !== 'null' &&
    !/AlreadyProcessed|BlockhashNotFound/.test(reported)
  )
}

function failing(
  problem: unknown,
  logs: readonly unknown[],
  cause: unknown = problem,
): TransferError {
  const reported = typeof problem === 'string' ? problem : JSON.stringify(problem)
  const lines = logs.filter(line => typeof line === 'string')
  if (
    /InsufficientFunds|AccountNotFound/.test(reported) ||
    lines.some(line => /insufficient (?:lamports|funds)/i.test(line))
  )
    return new TransferError('TRANSFER_FUNDS', transactionFundsMessage, { cause })
  if (/BlockhashNotFound/.test(reported)) return tooOld({ cause })
  const reason =
    displayText(lines.findLast(line => /error|failed/i.test(line)) ?? reported, 160) ?? ''
  return new TransferError('TRANSFER_REFUSED', withValues(failsMessage, { reason }), { cause })
}

const tooOld = (options?: { readonly cause: unknown }) =>
  new TransferError(
    'TRANSFER_REFUSED',
    message('solana.error.old', 'This transaction is too old to be sent. Create it again.'),
    options,
  )
