/**
 * What can be signed. A member that is not listed is refused, so nothing is signed that the frame's
 * decoders do not know: no raw digest, no 7702 authorization, no blob.
 */
import * as v from 'valibot'

const most = 65_536
const hex = v.pipe(v.string(), v.maxLength(2 * most + 2), v.regex(/^0x(?:[\da-f]{2})*$/i))
const quantity = v.pipe(v.string(), v.maxLength(66), v.regex(/^0x[\da-f]+$/i))
const word = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i))
const address = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i))
const count = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least))
const base64 = v.pipe(v.string(), v.maxLength(2 * most), v.regex(/^[A-Za-z\d+/]*={0,2}$/))
const bitcoinNetwork = v.picklist(['mainnet', 'testnet', 'regtest'])

const evmTransaction = {
  chainId: count(1),
  nonce: count(0),
  to: v.optional(address),
  value: quantity,
  data: v.optional(hex),
  gas: quantity,
}
const accessList = v.array(v.strictObject({ address, storageKeys: v.array(word) }))

export const signRequest = v.variant('kind', [
  v.strictObject({ kind: v.literal('eip155/message'), message: hex }),
  v.strictObject({
    kind: v.literal('eip155/typed-data'),
    typedData: v.pipe(v.string(), v.maxLength(most)),
  }),
  v.strictObject({
    kind: v.literal('eip155/transaction'),
    transaction: v.variant('type', [
      v.strictObject({ ...evmTransaction, type: v.literal('legacy'), gasPrice: quantity }),
      v.strictObject({
        ...evmTransaction,
        type: v.literal('eip1559'),
        maxFeePerGas: quantity,
        maxPriorityFeePerGas: quantity,
        accessList: v.optional(accessList),
      }),
    ]),
  }),
  v.strictObject({ kind: v.literal('solana/message'), message: base64 }),
  v.strictObject({
    kind: v.literal('solana/transactions'),
    transactions: v.pipe(v.array(base64), v.minLength(1), v.maxLength(20)),
  }),
  v.strictObject({ kind: v.literal('polkadot/bytes'), data: hex }),
  v.strictObject({ kind: v.literal('polkadot/payload'), payload: hex }),
  v.strictObject({
    kind: v.literal('bip122/message'),
    network: bitcoinNetwork,
    address: v.pipe(v.string(), v.maxLength(100)),
    message: v.pipe(v.string(), v.maxLength(most)),
  }),
  v.strictObject({
    kind: v.literal('bip122/psbt'),
    network: bitcoinNetwork,
    psbt: base64,
    /** Only these inputs; without it all of this wallet. */
    inputs: v.optional(v.pipe(v.array(count(0)), v.minLength(1), v.maxLength(1_000))),
    finalize: v.optional(v.boolean()),
  }),
])

/** One kind of answer for each kind of request: a signature, or what was signed with it. */
export const signResult = v.union([
  v.strictObject({ signature: v.string() }),
  v.strictObject({ signed: v.string(), hash: v.string() }),
  v.strictObject({ signed: v.array(v.string()) }),
  v.strictObject({ psbt: v.string(), txid: v.optional(v.string()) }),
])

export type SignRequest = v.InferOutput<typeof signRequest>
export type SignResult = v.InferOutput<typeof signResult>
/** The requests whose kind begins with this namespace. */
export type SignRequestOf<Namespace extends string> = Extract<
  SignRequest,
  { readonly kind: `${Namespace}/${string}` }
>
