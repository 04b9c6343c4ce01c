/** The networks as the frame knows them: built in, or from the configuration of its host. */
import * as v from 'valibot'

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/))

/** Where the calls of a Substrate network are, and what its signatures cover besides. */
const polkadotNetwork = v.strictObject({
  genesisHash: hash,
  /** Of its addresses. */
  prefix: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16_383)),
  /** Places of the calls: the pallet, and two calls of it. */
  balances: index,
  transferKeepAlive: index,
  transferAllowDeath: index,
  /** True where the fee may be paid in other assets (`ChargeAssetTxPayment`). */
  hasFeeAsset: v.boolean(),
  /** True where the runtime has `CheckMetadataHash`. */
  checksMetadata: v.boolean(),
  /** The only runtimes that are signed for. Without them any runtime of this genesis. */
  metadataHashes: v.optional(v.array(hash)),
})
export type PolkadotNetwork = v.InferOutput<typeof polkadotNetwork>

const tokenSchema = v.strictObject({
  address: v.pipe(v.string(), v.maxLength(64)),
  symbol: short,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
})
export type FrameToken = v.InferOutput<typeof tokenSchema>

/** A network. `id` is CAIP-2. */
export const networkSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}$/)),
  name: short,
  symbol: short,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  /** Nodes that the frame may ask about a token. Their hosts belong into its policy. */
  rpcUrls: v.optional(v.pipe(v.array(v.pipe(v.string(), v.url())), v.maxLength(4))),
  /** The format of its addresses. */
  bitcoin: v.optional(v.picklist(['mainnet', 'testnet', 'regtest'])),
  polkadot: v.optional(polkadotNetwork),
  tokens: v.optional(v.pipe(v.array(tokenSchema), v.maxLength(500))),
})
export type FrameNetwork = v.InferOutput<typeof networkSchema>

export const networkOf = (
  networks: readonly FrameNetwork[],
  chainId: string,
): FrameNetwork | undefined => networks.find(({ id }) => id === chainId)
