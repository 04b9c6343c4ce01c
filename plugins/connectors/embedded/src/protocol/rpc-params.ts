/** Schemas of the parameters of what the frame signs. An unknown field makes a request invalid. */
import * as v from 'valibot'

/** S5.32: a destination and data start with 0x. */
const bytes = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^0x(?:[\da-fA-F]{2})*$/))
const address = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
const quantity = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{1,64}$/))
const text = /* @__PURE__ */ v.string()

/**
 * A transaction with everything that is signed. `authorizationList` is not in the list, so a
 * request that delegates the account (EIP-7702) is invalid.
 */
export const evmTransactionSchema = /* @__PURE__ */ v.strictObject({
  type: v.optional(v.picklist(['0x0', '0x1', '0x2'])),
  from: v.optional(address),
  to: v.optional(address),
  data: v.optional(bytes),
  input: v.optional(bytes),
  value: v.optional(quantity),
  nonce: v.optional(quantity),
  gas: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  chainId: v.optional(quantity),
})
export type EvmTransaction = v.InferOutput<typeof evmTransactionSchema>

const callSchema = /* @__PURE__ */ v.strictObject({
  to: address,
  data: v.optional(bytes),
  value: v.optional(quantity),
})
export const evmCallsSchema = /* @__PURE__ */ v.strictObject({
  version: v.optional(text),
  id: v.optional(text),
  chainId: v.optional(quantity),
  from: v.optional(address),
  atomicRequired: v.optional(v.boolean()),
  capabilities: v.optional(v.record(text, v.unknown())),
  calls: v.pipe(v.array(callSchema), v.minLength(1), v.maxLength(64)),
})

const solanaTransaction = /* @__PURE__ */ v.pipe(
  v.string(),
  v.maxLength(4_096),
  v.regex(/^[\da-zA-Z+/=]+$/),
)
const solanaAddress = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const commitment = /* @__PURE__ */ v.picklist([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])

/** By method. A method without a schema here is refused as unsupported. */
export const rpcParams = {
  personal_sign: /* @__PURE__ */ v.strictTuple([bytes, address]),
  eth_signTypedData_v4: /* @__PURE__ */ v.strictTuple([
    address,
    v.union([text, v.record(text, v.unknown())]),
  ]),
  eth_sendTransaction: /* @__PURE__ */ v.strictTuple([evmTransactionSchema]),
  wallet_sendCalls: /* @__PURE__ */ v.strictTuple([evmCallsSchema]),
  solana_signMessage: /* @__PURE__ */ v.strictObject({
    message: v.pipe(text, v.regex(/^[1-9A-HJ-NP-Za-km-z]+$/)),
    pubkey: solanaAddress,
  }),
  solana_signTransaction: /* @__PURE__ */ v.strictObject({
    transaction: solanaTransaction,
    pubkey: v.optional(solanaAddress),
  }),
  solana_signAllTransactions: /* @__PURE__ */ v.strictObject({
    transactions: v.pipe(v.array(solanaTransaction), v.minLength(1), v.maxLength(16)),
  }),
  solana_signAndSendTransaction: /* @__PURE__ */ v.strictObject({
    transaction: solanaTransaction,
    options: v.optional(
      v.strictObject({
        skipPreflight: v.optional(v.boolean()),
        preflightCommitment: v.optional(commitment),
        maxRetries: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        minContextSlot: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      }),
    ),
  }),
  signMessage: /* @__PURE__ */ v.strictObject({
    message: v.pipe(text, v.maxLength(32_768)),
    account: text,
    address: v.optional(text),
    protocol: v.optional(v.picklist(['ecdsa', 'bip322'])),
  }),
  signPsbt: /* @__PURE__ */ v.strictObject({
    psbt: v.pipe(text, v.base64()),
    account: text,
    signInputs: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
            address: v.optional(text),
            // Only what covers the whole transaction.
            sighashTypes: v.optional(v.array(v.picklist([0, 1]))),
          }),
        ),
        v.minLength(1),
        v.maxLength(1_000),
      ),
    ),
    // The frame contacts no node: the page sends what was signed.
    broadcast: v.optional(v.literal(false)),
  }),
  polkadot_signMessage: /* @__PURE__ */ v.strictObject({ address: text, message: text }),
  polkadot_signTransaction: /* @__PURE__ */ v.strictObject({
    address: text,
    transactionPayload: v.record(text, v.unknown()),
  }),
} as const
export type SignedMethod = keyof typeof rpcParams
