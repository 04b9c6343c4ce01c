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

/** What a node's refusal of a signed transaction says about it. */
export type BroadcastRefusal =
  /** It can never come into a block. */
  | 'refused'
  /** The blockhash is too old for this node, or too new. Another node may have taken the transaction. */
  | 'too-old'
  /** The network has it already, or may have it. */
  | 'unknown'
// Preflight failed, a signature is missing or wrong, the bytes are no transaction: such a node has not forwarded it.
const [preflightFailed, badSignature, badTransaction] = [-32002, -32003, -32602] as const

export function broadcastRefusal({ rpcCode, data }: RpcRefusal): BroadcastRefusal {
  if (rpcCode === badSignature || rpcCode === badTransaction) return 'refused'
  const told = JSON.stringify((data as { readonly err?: unknown } | undefined)?.err ?? null)
  if (rpcCode !== preflightFailed || told === 'null' || told.includes('AlreadyProcessed')) return 'unknown'
  return told.includes('BlockhashNotFound') ? 'too-old' : 'refused'
}

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
