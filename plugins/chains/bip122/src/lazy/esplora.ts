/** What the chain says, by an Esplora-compatible HTTP API, read at the door. */
import { ChainError, createJoin, displayText } from '@portico/kernel/contracts'
import { hex } from '@scure/base'
import * as v from 'valibot'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { createEndpoints, type TextAnswer } from './endpoints.js'
import { type RawTransaction, readRawTransaction } from './raw-transaction.js'

/** An unspent output. Values in satoshi. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly confirmed: boolean
}
export type BroadcastAnswer = { readonly status: 'sent' } | { readonly status: 'spent' | 'refused'; readonly reason: string }
export type Speed = 'slow' | 'normal' | 'fast'
export interface KnownTransaction {
  readonly height: bigint | undefined
  /** `address` and `value`: whose coin it is and its satoshis, in the words of the endpoint. Absent: it names none. */
  readonly inputs: readonly { readonly txid: string; readonly vout: number; readonly address?: string | undefined; readonly value?: bigint | undefined }[]
}
export interface Spender {
  readonly txid: string
  readonly isConfirmed: boolean
}
export interface Esplora {
  coins(address: string, signal: AbortSignal): Promise<readonly Coin[]>
  /** Satoshi per 1,000 virtual bytes, because endpoints answer fractions of satoshi per byte. */
  feeRate(speed: Speed, signal: AbortSignal): Promise<bigint>
  /** Undefined: nobody has it (any more). */
  transaction(txid: string, signal: AbortSignal): Promise<KnownTransaction | undefined>
  /** The height of the newest block. */
  head(signal: AbortSignal): Promise<bigint>
  /** The transaction itself. Undefined: no endpoint has it. */
  rawTransaction(txid: string, signal: AbortSignal): Promise<RawTransaction | undefined>
  /** Who spent this output. Undefined: nobody. */
  spender(output: { readonly txid: string; readonly vout: number }, signal: AbortSignal): Promise<Spender | undefined>
  /**
   * Sends a transaction; one that the network has already is sent. `spent`: the node misses its coins, or knows another transaction that spends them. `refused`: the
   * node refuses it for another reason. Neither proves that nothing was sent: the wallet may have sent it, or the node itself, before it refused.
   */
  broadcast(transaction: { readonly id: string; readonly hex: string }, signal: AbortSignal): Promise<BroadcastAnswer>
  /** The transactions of an address, newest first: those that wait and the first page of the rest, or the page behind this one. */
  history(address: string, after: string | undefined, signal: AbortSignal): Promise<readonly PastTransaction[]>
}
/** An output, or what an input spends. The address is absent where the script has none. */
export interface Payment {
  readonly address: string | undefined
  readonly value: bigint
}
export interface PastTransaction {
  readonly txid: string
  /** Seconds since 1970; undefined while it waits. */
  readonly minedAt: number | undefined
  readonly from: readonly Payment[]
  readonly to: readonly Payment[]
}
/** So many confirmed transactions are a full page: behind it there may be more. */
export const historyPage = 25

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
// All the bitcoin there will ever be.
const satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(21e14),
  v.transform(value => BigInt(value)),
)
const coinsAnswer = v.array(v.object({ txid: hash, vout: index, value: satoshi, status: v.object({ confirmed: v.boolean() }) }))
// More than 10,000 sat/vB was never paid by anybody who meant it.
const feesAnswer = v.pipe(
  v.unknown(),
  v.check(fees => !Array.isArray(fees)),
  v.record(v.pipe(v.string(), v.digits()), v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
)
const payment = v.pipe(
  v.object({ scriptpubkey_address: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))), value: satoshi }),
  v.transform(({ scriptpubkey_address: address, value }): Payment => ({ address: address ?? undefined, value })),
)
const status = v.object({ confirmed: v.boolean(), block_height: v.optional(v.nullable(index)) })
const transactionAnswer = v.object({ txid: hash, status, vin: v.array(v.object({ txid: hash, vout: index, prevout: v.optional(v.nullable(payment)) })) })
const outspendAnswer = v.object({ spent: v.boolean(), txid: v.optional(v.nullable(hash)), status: v.optional(v.nullable(status)) })
const historyAnswer = v.pipe(
  v.array(
    v.object({
      txid: hash,
      // What a coinbase spends is nothing.
      vin: v.array(v.object({ prevout: v.optional(v.nullable(payment)) })),
      vout: v.array(payment),
      status: v.object({ confirmed: v.boolean(), block_time: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(2 ** 32)))) }),
    }),
  ),
  v.maxLength(500),
)

// A block has 4,000,000 weight units and a byte weighs at least one (BIP-141), so no transaction has more bytes.
const mostHexDigits = 8_000_000

const blocksFor: Readonly<Record<Speed, number>> = { fast: 1, normal: 6, slow: 144 }
// What nodes ask for at least to pass a transaction on.
const leastRate = 1_000n

export function createEsplora(network: BitcoinNetwork, setup: Bip122Setup): Esplora {
  const { ask } = createEndpoints(network, setup)
  const join = createJoin()
  /** Undefined: there is no such thing. */
  const find = <Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema> | undefined> =>
    ask(path, answer => (answer.status === 404 ? undefined : parse(schema, answer)), signal)
  const must = <Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema>> =>
    ask(path, answer => parse(schema, answer), signal)

  return {
    async coins(address, signal) {
      const found = await must(`/address/${address}/utxo`, coinsAnswer, signal)
      return found.map(({ txid, vout, value, status }) => ({ txid, vout, value, confirmed: status.confirmed }))
    },
    async feeRate(speed, signal) {
      const estimates = Object.entries(await must('/fee-estimates', feesAnswer, signal)).map(([blocks, rate]) => ({ blocks: Number(blocks), rate }))
      const wanted = blocksFor[speed]
      // The nearest estimate that is at least as quick; an endpoint with none for that is a chain where the least fee will do.
      const { rate = 0 } = estimates.filter(({ blocks }) => blocks <= wanted).sort((one, other) => other.blocks - one.blocks)[0] ?? {}
      const milli = BigInt(Math.ceil(rate * 1_000))
      return milli > leastRate ? milli : leastRate
    },
    async transaction(txid, signal) {
      // Who waits for the same looks at the same moment: that is one question.
      const answer = v.pipe(
        transactionAnswer,
        v.check(found => found.txid === txid),
      )
      const found = await join(ask, txid, own => find(`/tx/${txid}`, answer, own), signal)
      if (!found) return undefined
      const { confirmed, block_height: height } = found.status
      const inputs = found.vin.map(({ txid, vout, prevout }) => ({ txid, vout, address: prevout?.address, value: prevout?.value }))
      return { height: confirmed ? BigInt(height ?? 0) : undefined, inputs }
    },
    head: signal =>
      join(
        ask,
        'head',
        own =>
          ask(
            '/blocks/tip/height',
            ({ status, text }) => {
              if (status !== 200 || !/^\d{1,10}\s*$/.test(text)) throw new ChainError('CHAIN_ANSWER')
              return BigInt(text.trim())
            },
            own,
          ),
        signal,
      ),
    rawTransaction: (txid, signal) =>
      ask(
        `/tx/${txid}/hex`,
        ({ status, text }) => {
          if (status === 404) return undefined
          const transaction = status === 200 && text.length <= mostHexDigits ? readRawTransaction(hex.decode(text.trim())) : undefined
          if (transaction?.id !== txid) throw new ChainError('CHAIN_ANSWER')
          return transaction
        },
        signal,
      ),
    async spender({ txid, vout }, signal) {
      const found = await find(`/tx/${txid}/outspend/${vout}`, outspendAnswer, signal)
      return found?.spent && found.txid ? { txid: found.txid, isConfirmed: found.status?.confirmed ?? false } : undefined
    },
    broadcast: ({ id, hex }, signal) =>
      ask(
        '/tx',
        ({ status, text }): BroadcastAnswer => {
          if (status === 200 ? text.trim() === id : isKnownAlready(text)) return { status: 'sent' }
          if (status !== 200 && areCoinsSpent(text)) return { status: 'spent', reason: reasonOf(text) }
          if (status !== 200 && /RPC error|"code"/.test(text)) return { status: 'refused', reason: reasonOf(text) }
          throw new ChainError('CHAIN_ANSWER')
        },
        signal,
        hex,
      ),
    async history(address, after, signal) {
      const found = await must(`/address/${address}/txs${after === undefined ? '' : `/chain/${after}`}`, historyAnswer, signal)
      return found.map(({ txid, vin, vout, status }) => ({
        txid,
        minedAt: status.confirmed ? (status.block_time ?? 0) : undefined,
        from: vin.flatMap(({ prevout }) => prevout ?? []),
        to: vout,
      }))
    },
  }
}

/** Said by a node that has it already: from another endpoint, or from the wallet. -27: RPC_VERIFY_ALREADY_IN_CHAIN of Bitcoin Core. */
const isKnownAlready = (body: string): boolean =>
  /txn-already-(?:known|in-mempool)|txn-same-nonwitness-data-in-mempool|already in (?:mempool|block ?chain|utxo set)|"code"\s*:\s*-27\b/i.test(body)
/** Said by a node that has another transaction with these coins, or has them no more: -25 of Bitcoin Core, and the rules of replacing (BIP-125). */
const areCoinsSpent = (body: string): boolean =>
  /missing-?(?: ?inputs|orspent)|inputs-(?:missing|spent)|mempool-conflict|double.?spend|insufficient.fee|replacement/i.test(body)

/** Why a node refused a transaction, in its own words, fit to be shown. */
const reasonOf = (body: string): string => displayText(/"message"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? body, 160) ?? ''

function parse<Schema extends v.GenericSchema>(schema: Schema, { status, text }: TextAnswer): v.InferOutput<Schema> {
  try {
    return v.parse(schema, status === 200 ? JSON.parse(text) : undefined)
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}
