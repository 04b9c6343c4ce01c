/** Reads the chain through an Esplora-compatible HTTP API, and validates the responses. */
import { ChainError } from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { displayText } from '@portico/kernel/text'
import { hex } from '@scure/base'
import * as v from 'valibot'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { type RawTransaction, readRawTransaction } from '../transactions/raw-transaction.js'
import { createEndpoints, type TextAnswer } from './endpoints.js'

/** An unspent output. Values in satoshi. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly confirmed: boolean
}
export type BroadcastAnswer =
  | { readonly status: 'sent' }
  | { readonly status: 'spent' | 'refused'; readonly reason: string }
export type Speed = 'slow' | 'normal' | 'fast'
export interface KnownTransaction {
  readonly height: bigint | undefined
  /**
   * `address` and `value`: owner and satoshis of the spent coin, as the endpoint reports them.
   * Absent: the endpoint reports none.
   */
  readonly inputs: readonly {
    readonly txid: string
    readonly vout: number
    readonly address?: string | undefined
    readonly value?: bigint | undefined
  }[]
}
export interface Spender {
  readonly txid: string
  readonly isConfirmed: boolean
}
export interface Esplora {
  coins(address: string, signal: AbortSignal): Promise<readonly Coin[]>
  /** Satoshi per 1,000 virtual bytes, because endpoints return fractions of satoshi per byte. */
  feeRate(speed: Speed, signal: AbortSignal): Promise<bigint>
  /** Undefined: no endpoint has the transaction (any more). */
  transaction(txid: string, signal: AbortSignal): Promise<KnownTransaction | undefined>
  /** The height of the newest block. */
  head(signal: AbortSignal): Promise<bigint>
  /** The transaction itself. Undefined: no endpoint has it. */
  rawTransaction(txid: string, signal: AbortSignal): Promise<RawTransaction | undefined>
  /** The transaction that spent this output. Undefined: it is unspent. */
  spender(
    output: { readonly txid: string; readonly vout: number },
    signal: AbortSignal,
  ): Promise<Spender | undefined>
  /**
   * Broadcasts a transaction. Counts one that the network already has as sent. `spent`: the node
   * lacks its coins, or knows another transaction that spends them. `refused`: the node refuses it
   * for another reason. Neither proves that nothing was sent: the wallet may have sent it, or the
   * node may have relayed it before it refused.
   */
  broadcast(
    transaction: { readonly id: string; readonly hex: string },
    signal: AbortSignal,
  ): Promise<BroadcastAnswer>
  /**
   * The transactions of an address, newest first: pending ones and the first page of the rest, or
   * the page after `after`.
   */
  history(
    address: string,
    after: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly PastTransaction[]>
}
/**
 * An output, or the output that an input spends. The address is absent where the script has none.
 */
export interface Payment {
  readonly address: string | undefined
  readonly value: bigint
}
export interface PastTransaction {
  readonly txid: string
  /** Seconds since 1970. Undefined while the transaction is pending. */
  readonly minedAt: number | undefined
  readonly from: readonly Payment[]
  readonly to: readonly Payment[]
}
/** A full page of confirmed transactions: more may follow. */
export const historyPage = 25

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
// The maximum supply of bitcoin.
const satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(21e14),
  v.transform(value => BigInt(value)),
)
const coinsAnswer = v.array(
  v.object({
    txid: hash,
    vout: index,
    value: satoshi,
    status: v.object({ confirmed: v.boolean() }),
  }),
)
// A plausible fee is below 10,000 sat/vB.
const feesAnswer = v.pipe(
  v.unknown(),
  v.check(fees => !Array.isArray(fees)),
  v.record(v.pipe(v.string(), v.digits()), v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
)
const payment = v.pipe(
  v.object({
    scriptpubkey_address: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
    value: satoshi,
  }),
  v.transform(
    ({ scriptpubkey_address: address, value }): Payment => ({
      address: address ?? undefined,
      value,
    }),
  ),
)
const status = v.object({ confirmed: v.boolean(), block_height: v.optional(v.nullable(index)) })
const transactionAnswer = v.object({
  txid: hash,
  status,
  vin: v.array(v.object({ txid: hash, vout: index, prevout: v.optional(v.nullable(payment)) })),
})
const outspendAnswer = v.object({
  spent: v.boolean(),
  txid: v.optional(v.nullable(hash)),
  status: v.optional(v.nullable(status)),
})
const historyAnswer = v.pipe(
  v.array(
    v.object({
      txid: hash,
      // A coinbase input spends no output.
      vin: v.array(v.object({ prevout: v.optional(v.nullable(payment)) })),
      vout: v.array(payment),
      status: v.object({
        confirmed: v.boolean(),
        block_time: v.optional(
          v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(2 ** 32))),
        ),
      }),
    }),
  ),
  v.maxLength(500),
)

// A block has 4,000,000 weight units and a byte weighs at least one (BIP-141), so no transaction
// has more bytes.
const mostHexDigits = 8_000_000

const blocksFor: Readonly<Record<Speed, number>> = { fast: 1, normal: 6, slow: 144 }
// The lowest rate at which nodes relay a transaction.
const leastRate = 1_000n

export function createEsplora(network: BitcoinNetwork, setup: Bip122Setup): Esplora {
  const { query } = createEndpoints(network, setup)
  const join = createShareInFlight()
  /** Undefined: the endpoint has no such resource. */
  const find = <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema> | undefined> =>
    query(path, answer => (answer.status === 404 ? undefined : parse(schema, answer)), signal)
  const must = <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> => query(path, answer => parse(schema, answer), signal)

  return {
    async coins(address, signal) {
      const found = await must(`/address/${address}/utxo`, coinsAnswer, signal)
      return found.map(({ txid, vout, value, status }) => ({
        txid,
        vout,
        value,
        confirmed: status.confirmed,
      }))
    },
    async feeRate(speed, signal) {
      const estimates = Object.entries(await must('/fee-estimates', feesAnswer, signal)).map(
        ([blocks, rate]) => ({ blocks: Number(blocks), rate }),
      )
      const wanted = blocksFor[speed]
      // Uses the nearest estimate that is at least as fast. An endpoint without one serves a chain
      // where the lowest fee is enough.
      const { rate = 0 } =
        estimates
          .filter(({ blocks }) => blocks <= wanted)
          .sort((one, other) => other.blocks - one.blocks)[0] ?? {}
      const milli = BigInt(Math.ceil(rate * 1_000))
      return milli > leastRate ? milli : leastRate
    },
    async transaction(txid, signal) {
      // Concurrent polls of the same transaction share one request.
      const answer = v.pipe(
        transactionAnswer,
        v.check(found => found.txid === txid),
      )
      const found = await join(query, txid, own => find(`/tx/${txid}`, answer, own), signal)
      if (!found) return undefined
      const { confirmed, block_height: height } = found.status
      const inputs = found.vin.map(({ txid, vout, prevout }) => ({
        txid,
        vout,
        address: prevout?.address,
        value: prevout?.value,
      }))
      return { height: confirmed ? BigInt(height ?? 0) : undefined, inputs }
    },
    head: signal =>
      join(
        query,
        'head',
        own =>
          query(
            '/blocks/tip/height',
            ({ status, text }) => {
              if (status !== 200 || !/^\d{1,10}\s*$/.test(text))
                throw new ChainError('CHAIN_ANSWER')
              return BigInt(text.trim())
            },
            own,
          ),
        signal,
      ),
    rawTransaction: (txid, signal) =>
      query(
        `/tx/${txid}/hex`,
        ({ status, text }) => {
          if (status === 404) return undefined
          const transaction =
            status === 200 && text.length <= mostHexDigits
              ? readRawTransaction(hex.decode(text.trim()))
              : undefined
          if (transaction?.id !== txid) throw new ChainError('CHAIN_ANSWER')
          return transaction
        },
        signal,
      ),
    async spender({ txid, vout }, signal) {
      const found = await find(`/tx/${txid}/outspend/${vout}`, outspendAnswer, signal)
      return found?.spent && found.txid
        ? { txid: found.txid, isConfirmed: found.status?.confirmed ?? false }
        : undefined
    },
    broadcast: ({ id, hex }, signal) =>
      query(
        '/tx',
        ({ status, text }): BroadcastAnswer => {
          if (status === 200 ? text.trim() === id : isKnownAlready(text)) return { status: 'sent' }
          if (status !== 200 && areCoinsSpent(text))
            return { status: 'spent', reason: reasonOf(text) }
          if (status !== 200 && /RPC error|"code"/.test(text))
            return { status: 'refused', reason: reasonOf(text) }
          throw new ChainError('CHAIN_ANSWER')
        },
        signal,
        hex,
      ),
    async history(address, after, signal) {
      const found = await must(
        `/address/${address}/txs${after === undefined ? '' : `/chain/${after}`}`,
        historyAnswer,
        signal,
      )
      return found.map(({ txid, vin, vout, status }) => ({
        txid,
        minedAt: status.confirmed ? (status.block_time ?? 0) : undefined,
        from: vin.flatMap(({ prevout }) => prevout ?? []),
        to: vout,
      }))
    },
  }
}

/**
 * Recognises a node that already has the transaction, from another endpoint or from the wallet.
 * -27: RPC_VERIFY_ALREADY_IN_CHAIN of Bitcoin Core.
 */
const isKnownAlready = (body: string): boolean =>
  /txn-already-(?:known|in-mempool)|txn-same-nonwitness-data-in-mempool|already in (?:mempool|block ?chain|utxo set)|"code"\s*:\s*-27\b/i.test(
    body,
  )
/**
 * Recognises a node that has another transaction with these coins, or no longer has them: -25 of
 * Bitcoin Core, and the replacement rules (BIP-125).
 */
const areCoinsSpent = (body: string): boolean =>
  /missing-?(?: ?inputs|orspent)|inputs-(?:missing|spent)|mempool-conflict|double.?spend|insufficient.fee|replacement/i.test(
    body,
  )

/** Extracts a node's reason for a refusal, sanitised for display. */
const reasonOf = (body: string): string =>
  displayText(/"message"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? body, 160) ?? ''

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  { status, text }: TextAnswer,
): v.InferOutput<Schema> {
  try {
    return v.parse(schema, status === 200 ? JSON.parse(text) : undefined)
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}
