/**
 * Records a payment as text, to find it after an unknown outcome and to compare it with the
 * network.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import type {
  FoundTransaction,
  TransactionComparison,
  WhenVisible,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { isUnanswered, pollUntilAbsent } from '@portico/kernel/rpc'
import * as v from 'valibot'
import { addressOfScript, parseBitcoinAddress } from '../addresses/address.js'
import type { AddressFormat } from '../networks.js'
import { hexOf, sameBytes } from '../node/bytes.js'
import type { Esplora } from '../node/esplora.js'
import type { Output, RawTransaction } from './raw-transaction.js'

type Payment = Pick<RawTransaction, 'inputs' | 'outputs'>

// A description is at most 4 kB. Any one of the coins shows whether the payment was sent, so a
// payment from more coins lists only some of them.
const mostCoins = 24
const mostPayments = 48
const mostText = 4_000
/**
 * The factor by which a wallet may raise the fee. Above it, the transaction counts as another one
 * than shown.
 */
const mostFeeRaise = 10n

const satoshis = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const recordSchema = v.strictObject({
  from: v.pipe(v.string(), v.maxLength(90)),
  /** The spent coins, `txid:vout`. */
  coins: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}:\d{1,10}$/))),
    v.minLength(1),
    v.maxLength(mostCoins),
  ),
  /**
   * Digests of the outputs to others, and their number. Change is excluded, because a wallet may
   * raise the fee.
   */
  pays: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\da-f]{32}$/))), v.maxLength(mostPayments)),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Satoshis of the coins, of those outputs, and of the fee. */
  spent: satoshis,
  paid: satoshis,
  fee: satoshis,
})
export type PaymentRecord = v.InferOutput<typeof recordSchema>

export function writePaymentRecord(
  transaction: Payment & { readonly fee: bigint },
  from: string,
  format: AddressFormat,
): string {
  const pays = foreignOutputs(transaction, parseBitcoinAddress(from, format).script)
  const { fee } = transaction
  const record: PaymentRecord = {
    from,
    coins: coinsOf(transaction).slice(0, mostCoins),
    pays: pays.map(digestOf).slice(0, mostPayments),
    count: pays.length,
    spent: Number(sum(transaction.outputs) + fee),
    paid: Number(sum(pays)),
    fee: Number(fee),
  }
  return JSON.stringify(record)
}

/** Throws a ChainError CHAIN_ANSWER for a text that `writePaymentRecord` did not write. */
export function readPaymentRecord(text: string): PaymentRecord {
  try {
    return v.parse(recordSchema, text.length <= mostText ? JSON.parse(text) : undefined)
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}

/** Searches once for a transaction that spends the coins and pays what was described. */
export async function findPayment(
  record: PaymentRecord,
  format: AddressFormat,
  esplora: Esplora,
  signal: AbortSignal,
): Promise<FoundTransaction> {
  const own = parseBitcoinAddress(record.from, format).script
  const spenders = await Promise.all(
    record.coins.map(coin => esplora.spender(outpointOf(coin), signal)),
  )
  const confirmed = new Map(
    spenders.flatMap(spender => (spender ? [[spender.txid, spender.isConfirmed] as const] : [])),
  )
  /** A confirmed transaction that spends a coin for something else. */
  let by: string | undefined
  for (const [hash, isConfirmed] of confirmed) {
    const transaction = await esplora.rawTransaction(hash, signal)
    // Ignores an endpoint whose named spender spends none of the coins.
    if (!transaction || !coinsOf(transaction).some(coin => record.coins.includes(coin))) continue
    const { missing, others } = differences(record, foreignOutputs(transaction, own))
    // A wallet may add its own output. The recipients were paid, and `comparePayment` reports
    // the rest.
    if (!missing && (record.count || !others.length)) return { status: 'found', hash }
    if (isConfirmed) by ??= hash
  }
  return by === undefined ? { status: 'open' } : { status: 'impossible', by }
}

/** Waits until the network knows the transaction, then compares it with the record. */
export async function comparePayment(
  hash: string,
  record: PaymentRecord,
  format: AddressFormat,
  esplora: Esplora,
  {
    everyMs,
    whenVisible,
  }: { readonly everyMs: number; readonly whenVisible: WhenVisible | undefined },
  signal: AbortSignal,
): Promise<TransactionComparison> {
  if (!/^[\da-f]{64}$/.test(hash)) return { status: 'absent' }
  const look = async () => {
    const transaction = await esplora.rawTransaction(hash, signal)
    return transaction && comparisonOf(transaction, record, format, esplora, signal)
  }
  return (
    (await pollUntilAbsent(look, { everyMs, isPassing: isUnanswered, whenVisible }, signal)) ?? {
      status: 'absent',
    }
  )
}

async function comparisonOf(
  transaction: RawTransaction,
  record: PaymentRecord,
  format: AddressFormat,
  esplora: Esplora,
  signal: AbortSignal,
): Promise<TransactionComparison> {
  const own = parseBitcoinAddress(record.from, format).script
  const { payers, spent } = await spentCoins(transaction, record, esplora, signal)
  // Where only others pay, what returns to them is their change.
  const isTheirChange = (output: Output) =>
    payers.length === transaction.inputs.length &&
    payers.includes(addressOfScript(output.script, format))
  const paid = foreignOutputs(transaction, own).filter(output => !isTheirChange(output))
  const { missing, others } = differences(record, paid)
  const isPaid = !missing && !others.length
  // All recipients were paid, but the change may have gone to the miner (threat S35).
  const fee = spent === undefined ? undefined : spent - sum(transaction.outputs)
  if (isPaid && !payers.length)
    return { status: fee !== undefined && isFeeOfAnother(fee, record) ? 'different' : 'same' }
  // The money went to the largest undescribed output. Without any output to others, all of it came
  // back.
  const [other = { script: own, value: sum(transaction.outputs) }] = [
    ...(others.length ? others : paid),
  ].sort((one, two) => (one.value < two.value ? 1 : -1))
  const to = addressOfScript(other.script, format)
  const from = payers.find(payer => payer !== undefined)
  return {
    status: 'different',
    ...(from && { from }),
    ...(!isPaid && { amount: other.value, ...(to && { to }) }),
  }
}

/** True where the fee is raised more than tenfold, and by more than a tenth of the payment. */
function isFeeOfAnother(fee: bigint, record: PaymentRecord): boolean {
  const shown = BigInt(record.fee)
  return fee > mostFeeRaise * shown && (fee - shown) * 10n > BigInt(record.paid)
}

/**
 * The coins that a transaction spends. `payers`: other payers of undescribed coins; an undefined
 * one: an endpoint names no address. `spent`: total satoshis;
 * undefined: an endpoint does not report them.
 */
async function spentCoins(
  transaction: RawTransaction,
  { from, coins, spent }: PaymentRecord,
  esplora: Esplora,
  signal: AbortSignal,
) {
  const isListed = (coin: string) => coins.includes(coin)
  const spends = coinsOf(transaction)
  if (spends.length === coins.length && spends.every(isListed))
    return { payers: [], spent: BigInt(spent) }
  const inputs = new Map(
    (await esplora.transaction(transaction.id, signal))?.inputs.map(input => [
      `${input.txid}:${input.vout}`,
      input,
    ]),
  )
  const values = spends.map(coin => inputs.get(coin)?.value)
  const payers = spends
    .filter(coin => !isListed(coin))
    .map(coin => inputs.get(coin)?.address)
    .filter(payer => payer !== from)
  return {
    payers,
    spent: values.reduce(
      (all, value) => (all === undefined || value === undefined ? undefined : all + value),
      0n as bigint | undefined,
    ),
  }
}

/** Finds described outputs that are missing, and outputs that were not described. */
function differences({ pays, count }: PaymentRecord, outputs: readonly Output[]) {
  const awaited = [...pays]
  const others = outputs.filter(output => {
    const at = awaited.indexOf(digestOf(output))
    if (at >= 0) awaited.splice(at, 1)
    return at < 0
  })
  // Outputs that the record counts but does not list.
  const unlisted = count - pays.length
  return {
    missing: awaited.length + Math.max(0, unlisted - others.length),
    others: others.slice(unlisted),
  }
}

const foreignOutputs = ({ outputs }: Payment, own: Uint8Array) =>
  outputs.filter(({ script }) => !sameBytes(script, own))
const coinsOf = ({ inputs }: Payment): readonly string[] =>
  inputs.map(({ txid, vout }) => `${txid}:${vout}`)
const digestOf = ({ script, value }: Output): string =>
  hexOf(sha256(new TextEncoder().encode(`${hexOf(script)} ${value}`))).slice(0, 32)
function outpointOf(coin: string) {
  const [txid = '', vout] = coin.split(':')
  return { txid, vout: Number(vout) }
}
const sum = (outputs: readonly Output[]) => outputs.reduce((all, { value }) => all + value, 0n)
