/** Validates node responses. Undefined: malformed (decision 37, situation R7). */
import type { Hex } from '@portico/kernel/chain'
import { readAccounts, readBytes, readHash } from '../wallets/wallet-answers.js'

/** A number of at most 256 bits. */
export function readQuantity(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && /^0x[\da-fA-F]{1,64}$/.test(answer)
    ? BigInt(answer)
    : undefined
}
const below = (bits: bigint) => (answer: unknown) => {
  const quantity = readQuantity(answer)
  return quantity !== undefined && quantity >> bits === 0n ? quantity : undefined
}
/** No coin has a supply near 2^128 base units, so the node is wrong. */
export const readNativeAmount = below(128n)
/** Wei per unit of gas: 18 ether at most. */
export const readGasPrice = below(64n)
export const readGas = below(40n)
export const readCount = below(53n)

/** The result of a contract call. */
export const readCallResult = (answer: unknown): Hex | undefined => readBytes(answer, 1_048_576)

/** A number that a contract returned: exactly one word. */
export function readWord(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && /^0x[\da-fA-F]{64}$/.test(answer)
    ? BigInt(answer)
    : undefined
}

export interface Block {
  readonly number: bigint
  /** Block time in seconds since the epoch. */
  readonly seconds?: bigint
  /** Absent before EIP-1559. */
  readonly baseFee?: bigint
  /** Only when requested. */
  readonly transactions: readonly PendingTransaction[]
}
export function readBlock(answer: unknown): Block | undefined {
  const { number, baseFeePerGas, transactions, timestamp } = fieldsOf(answer)
  const [height, seconds] = [readCount(number), readCount(timestamp)]
  const baseFee =
    baseFeePerGas === undefined || baseFeePerGas === null ? undefined : readGasPrice(baseFeePerGas)
  if (
    height === undefined ||
    !Array.isArray(transactions) ||
    (baseFee === undefined && baseFeePerGas != null)
  )
    return undefined
  return {
    number: height,
    ...(seconds !== undefined && { seconds }),
    ...(baseFee !== undefined && { baseFee }),
    transactions: transactions.flatMap(one => readTransaction(one) ?? []),
  }
}

export interface PendingTransaction {
  readonly hash: Hex
  readonly from: Hex
  readonly nonce: bigint
}
/** null: the node does not know the transaction. */
function readTransaction(answer: unknown): PendingTransaction | null | undefined {
  if (answer === null) return null
  const fields = fieldsOf(answer)
  const hash = readHash(fields.hash)
  const nonce = readCount(fields.nonce)
  const [from] = readAccounts([fields.from]) ?? []
  return hash && from && nonce !== undefined ? { hash, from, nonce } : undefined
}

/** Accepts only the transaction with this hash. */
export const readTransactionOf =
  (hash: string) =>
  (answer: unknown): PendingTransaction | null | undefined => {
    const transaction = readTransaction(answer)
    return transaction && transaction.hash !== hash.toLowerCase() ? undefined : transaction
  }

/** What a transaction does. */
export interface SentTransaction extends PendingTransaction {
  /** Absent where it creates a contract. */
  readonly to?: Hex
  readonly value: bigint
  readonly input: Hex
  /** Sets code at an account (EIP-7702). */
  readonly setsCode: boolean
}
export const readSentTransactionOf =
  (hash: string) =>
  (answer: unknown): SentTransaction | null | undefined => {
    const transaction = readTransactionOf(hash)(answer)
    if (!transaction) return transaction
    const fields = fieldsOf(answer)
    const [to] = readAccounts([fields.to]) ?? []
    const [value, input] = [readNativeAmount(fields.value), readCallResult(fields.input)]
    if (value === undefined || input === undefined || (!to && fields.to != null)) return undefined
    return {
      ...transaction,
      ...(to && { to }),
      value,
      input,
      setsCode: readCount(fields.type) === 4n,
    }
  }

/** A pending transaction with its fees. */
export interface PendingCall extends SentTransaction {
  readonly gas: bigint
  /** Per unit of gas, in wei. */
  readonly most: bigint
  readonly tip: bigint
}
/**
 * Accepts only the transaction with this hash. null: no pending transaction has it, or one that
 * carries blobs or sets code, which cannot be repeated from here.
 */
export const readPendingCallOf =
  (hash: string) =>
  (answer: unknown): PendingCall | null | undefined => {
    const transaction = readSentTransactionOf(hash)(answer)
    if (!transaction) return transaction
    const fields = fieldsOf(answer)
    const type = fields.type === undefined ? 0n : readCount(fields.type)
    if (fields.blockNumber != null || (type !== 0n && type !== 2n)) return null
    const gas = readGas(fields.gas)
    const price = readGasPrice(fields.gasPrice)
    const most = type === 2n ? readGasPrice(fields.maxFeePerGas) : price
    const tip = type === 2n ? readGasPrice(fields.maxPriorityFeePerGas) : price
    return gas === undefined || most === undefined || tip === undefined
      ? undefined
      : { ...transaction, gas, most, tip }
  }

/** Transactions of the pending block. Empty where the node returns none. */
export function readPendingTransactions(answer: unknown): readonly PendingTransaction[] {
  const { transactions } = fieldsOf(answer)
  return Array.isArray(transactions) ? transactions.flatMap(one => readTransaction(one) ?? []) : []
}

/** Turns a transaction into the parameters of an equivalent call. */
export function readCall(
  answer: unknown,
): Readonly<Record<'from' | 'to' | 'data' | 'value', Hex>> | undefined {
  const { from: sender, to: contract, input, value: amount } = fieldsOf(answer)
  const [[from] = [], [to] = []] = [readAccounts([sender]), readAccounts([contract])]
  const [data, value] = [readCallResult(input), readNativeAmount(amount)]
  return from && to && data && value !== undefined
    ? { from, to, data, value: `0x${value.toString(16)}` }
    : undefined
}

export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
}
/** Accepts only the receipt of this transaction. null: the transaction is in no block. */
export const readReceiptOf =
  (hash: string) =>
  (answer: unknown): Receipt | null | undefined => {
    if (answer === null) return null
    const { transactionHash, status, blockNumber } = fieldsOf(answer)
    const block = readCount(blockNumber)
    const outcome = readCount(status)
    if (
      readHash(transactionHash) !== hash.toLowerCase() ||
      block === undefined ||
      outcome === undefined ||
      outcome > 1n
    )
      return undefined
    return { succeeded: outcome === 1n, block }
  }

/** An event log: its topics, and its data in words of 32 bytes. */
export interface Log {
  /** The contract. */
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transaction?: Hex
}
export function readLogs(answer: unknown): readonly Log[] | undefined {
  if (!Array.isArray(answer) || answer.length > 100_000) return undefined
  const logs = answer.map((one): Log | undefined => {
    const { address, topics, data, transactionHash } = fieldsOf(one)
    const words =
      Array.isArray(topics) && topics.length <= 4
        ? topics.flatMap(topic => readHash(topic) ?? [])
        : undefined
    const bytes = readCallResult(data)
    const [contract] = readAccounts([address]) ?? []
    const transaction = readHash(transactionHash)
    return contract &&
      bytes !== undefined &&
      words &&
      words.length === (topics as readonly unknown[]).length
      ? { address: contract, topics: words, data: bytes, ...(transaction && { transaction }) }
      : undefined
  })
  return logs.every(log => log !== undefined) ? logs : undefined
}
/** Accepts only logs of this contract. */
export const readLogsOf =
  (contract: Hex) =>
  (answer: unknown): readonly Log[] | undefined => {
    const logs = readLogs(answer)
    return logs?.every(
      log => log.address.toLowerCase() === contract.toLowerCase() && log.topics.length > 0,
    )
      ? logs
      : undefined
  }

function fieldsOf(answer: unknown): Readonly<Record<string, unknown>> {
  return typeof answer === 'object' && answer !== null
    ? (answer as Readonly<Record<string, unknown>>)
    : {}
}
