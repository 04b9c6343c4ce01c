/** What the chain says, by an Esplora-compatible HTTP API, read at the door. */
import { once, unlessAborted } from '@portico/kernel'
import { ChainError } from '@portico/kernel/contracts'
import * as v from 'valibot'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { fetchText, refusedByNode } from './fetch-text.js'

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
  /** The whole transaction in hex. */
  rawTransaction(txid: string, signal: AbortSignal): Promise<string>
  /** Who spent this output. Undefined: nobody. */
  spender(output: { readonly txid: string; readonly vout: number }, signal: AbortSignal): Promise<string | undefined>
  /** Answers the transaction's id; throws a ChainError CHAIN_REFUSED with the node's reason. */
  broadcast(hex: string, signal: AbortSignal): Promise<string>
  /** Throws a ChainError CHAIN_NETWORK where the endpoint serves another chain. Asked once. */
  verify(signal: AbortSignal): Promise<void>
}

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

const blocksFor: Readonly<Record<Speed, number>> = { fast: 1, normal: 6, slow: 144 }
// What nodes ask for at least to pass a transaction on.
const leastRate = 1_000n

export function createEsplora(network: BitcoinNetwork, { endpointTimeoutMs, signal: life }: Bip122Setup): Esplora {
  const ask = (path: string, signal: AbortSignal, body?: string) => fetchText(network.rpcUrls, path, body, endpointTimeoutMs, signal)
  const read = async <Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema> | undefined> => {
    const { status, body } = await ask(path, signal)
    if (status === 404) return undefined
    return parse(schema, status === 200 ? body : undefined)
  }
  const must = async <Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema>> => {
    const answer = await read(path, schema, signal)
    if (answer === undefined) throw new ChainError('CHAIN_ANSWER')
    return answer
  }
  const verified = once(async () => {
    const { body } = await ask('/block-height/0', life)
    const first = body.trim()
    if (!v.is(hash, first)) throw new ChainError('CHAIN_ANSWER')
    return first.startsWith(network.id)
  })

  return {
    async verify(signal) {
      signal.throwIfAborted()
      if (!network.rpcUrls.length) throw new ChainError('CHAIN_NO_ENDPOINT')
      if (!(await unlessAborted(verified(), signal))) throw new ChainError('CHAIN_NETWORK')
    },
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
      const found = await read(`/tx/${txid}`, transactionAnswer, signal)
      if (!found) return undefined
      const { confirmed, block_height: height } = found.status
      return { height: confirmed ? BigInt(height ?? 0) : undefined, inputs: found.vin }
    },
    async rawTransaction(txid, signal) {
      const { status, body } = await ask(`/tx/${txid}/hex`, signal)
      if (status !== 200 || !/^(?:[\da-f]{2})+$/.test(body.trim())) throw new ChainError('CHAIN_ANSWER')
      return body.trim()
    },
    async spender({ txid, vout }, signal) {
      const found = await read(`/tx/${txid}/outspend/${vout}`, outspendAnswer, signal)
      return found?.spent ? (found.txid ?? undefined) : undefined
    },
    async broadcast(hex, signal) {
      const { status, body } = await ask('/tx', signal, hex)
      if (status !== 200) throw refusedByNode(body)
      const txid = body.trim()
      if (!v.is(hash, txid)) throw new ChainError('CHAIN_ANSWER')
      return txid
    },
  }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: string | undefined): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(body ?? ''))
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}
