/** Validates node responses. Undefined: malformed (decision 37, situation R7). */
import * as v from 'valibot'
import { readBase58 } from '../messages/keys.js'

/**
 * Parses JSON with exact integers: those beyond a JavaScript number become decimal text (threat
 * S19).
 */
export function readJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, part =>
      /^-?\d{16,}$/.test(part) ? `"${part}"` : part,
    ),
  )
}

/** 32 bytes in base58: an address or a hash. */
export const readKey = (answer: unknown): string | undefined =>
  readBase58(answer, 32) ? (answer as string) : undefined

const largest = 2n ** 64n - 1n
/** An amount: 64 bits, exact. */
const u64 = v.pipe(
  v.union([
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  ]),
  v.transform(value => BigInt(value)),
  v.check(value => value <= largest),
)
const key = v.pipe(
  v.string(),
  v.check(text => readBase58(text, 32) !== undefined),
)
const signatureText = v.pipe(
  v.string(),
  v.check(text => readBase58(text, 64) !== undefined),
)
const small = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const inContext = <Schema extends v.GenericSchema>(value: Schema) =>
  v.object({ context: v.object({ slot: u64 }), value })

/** Parses by a schema. Undefined for an invalid value. */
const reading =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (answer: unknown): v.InferOutput<Schema> | undefined => {
    const result = v.safeParse(schema, answer)
    return result.success ? result.output : undefined
  }
/** Parses a value that comes with its slot. */
const readingIn = <Schema extends v.GenericSchema>(value: Schema) => {
  const read = reading(inContext(value))
  return (answer: unknown): v.InferOutput<Schema> | undefined =>
    (read(answer) as { readonly value: v.InferOutput<Schema> } | undefined)?.value
}

const bytes = v.pipe(
  v.tuple([
    v.pipe(v.string(), v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)),
    v.literal('base64'),
  ]),
  v.transform(([text]) => Uint8Array.from(atob(text), character => character.charCodeAt(0))),
)
const account = v.object({ lamports: u64, owner: key, data: bytes, executable: v.boolean() })
export type NodeAccount = v.InferOutput<typeof account>

export const readLamports = readingIn(u64)
export const readCount = reading(u64)
/** As many as requested. null: the account does not exist. */
export const readAccountsOf = (count: number) =>
  readingIn(v.pipe(v.array(v.nullable(account)), v.length(count)))
export const readBlockhash = readingIn(v.object({ blockhash: key, lastValidBlockHeight: u64 }))
export const readFee = readingIn(v.nullable(u64))
export const readSignature = reading(signatureText)
export const readPriorityFees = reading(
  v.pipe(v.array(v.object({ prioritizationFee: u64 })), v.maxLength(1000)),
)

const tokenAmount = v.object({ amount: u64, decimals: small })
export const readTokenAccounts = readingIn(
  v.pipe(
    v.array(
      v.object({
        pubkey: key,
        account: v.object({
          owner: key,
          data: v.object({
            parsed: v.object({
              info: v.object({
                mint: key,
                owner: key,
                state: v.picklist(['uninitialized', 'initialized', 'frozen']),
                tokenAmount,
              }),
            }),
          }),
        }),
      }),
    ),
    v.maxLength(20_000),
  ),
)
export type TokenHolding = NonNullable<ReturnType<typeof readTokenAccounts>>[number]

// Null is success. Any other value is never shown, and read only by our own code.
const failure = v.unknown()
export const readSimulationOf = (count: number) =>
  readingIn(
    v.object({
      err: failure,
      logs: v.nullish(v.array(v.string())),
      unitsConsumed: v.optional(u64),
      accounts: v.nullish(v.pipe(v.array(v.nullable(account)), v.length(count))),
    }),
  )
export type Simulated = NonNullable<ReturnType<ReturnType<typeof readSimulationOf>>>

export const readStatus = readingIn(
  v.tuple([
    v.nullable(
      v.object({
        slot: u64,
        err: failure,
        confirmationStatus: v.nullish(v.picklist(['processed', 'confirmed', 'finalized'])),
      }),
    ),
  ]),
)
export const readSignatures = reading(
  v.pipe(
    v.array(
      v.object({
        signature: signatureText,
        slot: u64,
        err: failure,
        blockTime: v.nullish(u64),
        confirmationStatus: v.nullish(v.string()),
      }),
    ),
    v.maxLength(1000),
  ),
)

const tokenBalances = v.array(
  v.object({ accountIndex: small, mint: key, owner: v.optional(key), uiTokenAmount: tokenAmount }),
)
export const readTransaction = reading(
  v.nullable(
    v.object({
      slot: u64,
      blockTime: v.nullish(u64),
      transaction: v.object({
        message: v.object({
          header: v.object({ numRequiredSignatures: small }),
          accountKeys: v.pipe(v.array(key), v.minLength(1)),
        }),
      }),
      meta: v.object({
        err: failure,
        fee: u64,
        preBalances: v.array(u64),
        postBalances: v.array(u64),
        preTokenBalances: v.nullish(tokenBalances),
        postTokenBalances: v.nullish(tokenBalances),
        loadedAddresses: v.nullish(v.object({ writable: v.array(key), readonly: v.array(key) })),
      }),
    }),
  ),
)
export type NodeTransaction = NonNullable<ReturnType<typeof readTransaction>>
/** The bytes of a transaction that is in a block. null: there is none. */
export const readTransactionBytes = reading(v.nullable(v.object({ slot: u64, transaction: bytes })))
