/** What the chain says, by an Esplora-compatible HTTP API, read at the door. */
import { ChainError, createJoin, displayText, message } from '@portico/kernel/contracts'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { createEndpoints, type TextAnswer } from './endpoints.js'

/** An unspent output. Values in satoshi. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly confirmed: boolean
}
export type Speed = 'slow' | 'normal' | 'fast'
export interface KnownTransaction {
  readonly height: bigint | undefined
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[]
}
export interface Esplora {
  coins(address: string, signal: AbortSignal): Promise<readonly Coin[]>
  /** Satoshi per 1,000 virtual bytes, because endpoints answer fractions of satoshi per byte. */
  feeRate(speed: Speed, signal: AbortSignal): Promise<bigint>
  /** Undefined: nobody has it (any more). */
  transaction(txid: string, signal: AbortSignal): Promise<KnownTransaction | undefined>
  /** The height of the newest block. */
  head(signal: AbortSignal): Promise<bigint>
  /** The transaction itself. Its id was computed here from its bytes, so an endpoint cannot lie about what it holds. Undefined: no endpoint has it. */
  rawTransaction(txid: string, signal: AbortSignal): Promise<Transaction | undefined>
  /** Who spent this output. Undefined: nobody. */
  spender(output: { readonly txid: string; readonly vout: number }, signal: AbortSignal): Promise<string | undefined>
  /** Sends a transaction; one that the network has already is sent. Throws a ChainError CHAIN_REFUSED with the node's reason. */
  broadcast(transaction: { readonly id: string; readonly hex: string }, signal: AbortSignal): Promise<void>
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
const transactionAnswer = v.object({
  status: v.object({ confirmed: v.boolean(), block_height: v.optional(v.nullable(index)) }),
  vin: v.array(v.object({ txid: hash, vout: index })),
})
const outspendAnswer = v.object({ spent: v.boolean(), txid: v.optional(v.nullable(hash)) })
const payment = v.pipe(
  v.object({ scriptpubkey_address: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))), value: satoshi }),
  v.transform(({ scriptpubkey_address: address, value }): Payment => ({ address: address ?? undefined, value })),
)
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
// What is in a block may have any version and any script.
const anyTransaction = { allowUnknownVersion: true, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

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
      const found = await join(ask, txid, own => find(`/tx/${txid}`, transactionAnswer, own), signal)
      if (!found) return undefined
      const { confirmed, block_height: height } = found.status
      return { height: confirmed ? BigInt(height ?? 0) : undefined, inputs: found.vin }
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
          const transaction = status === 200 && text.length <= mostHexDigits ? Transaction.fromRaw(hex.decode(text.trim()), anyTransaction) : undefined
          if (transaction?.id !== txid) throw new ChainError('CHAIN_ANSWER')
          return transaction
        },
        signal,
      ),
    async spender({ txid, vout }, signal) {
      const found = await find(`/tx/${txid}/outspend/${vout}`, outspendAnswer, signal)
      return found?.spent ? (found.txid ?? undefined) : undefined
    },
    broadcast: ({ id, hex }, signal) =>
      ask(
        '/tx',
        ({ status, text }) => {
          if (status === 200 ? text.trim() === id : isKnownAlready(text)) return
          if (status !== 200 && /RPC error|"code"/.test(text)) throw refusedByNode(text)
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

/** Said by a node that got it from another endpoint a moment ago. */
const isKnownAlready = (body: string): boolean => /txn-already-(?:known|in-mempool)|already in (?:mempool|block ?chain|utxo set)/i.test(body)

/** Why a node refused a transaction, in its own words, fit to be shown. */
function refusedByNode(body: string): ChainError {
  const reason = displayText(/"message"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? body, 160)
  return new ChainError('CHAIN_REFUSED', reason ? message('bip122.refused', 'The network refused this transaction: {reason}', { reason }) : undefined)
}

function parse<Schema extends v.GenericSchema>(schema: Schema, { status, text }: TextAnswer): v.InferOutput<Schema> {
  try {
    return v.parse(schema, status === 200 ? JSON.parse(text) : undefined)
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}
