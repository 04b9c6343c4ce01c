/**
 * Validates the answers of a backend (decision 37).
 * An answer of another shape is rejected as a whole; an invalid entry is left out.
 */
import type { GasPrice, PricePoint } from '@portico/kernel/backend'
import type {
  ActivityEntry,
  ActivityPage,
  ActivityTransfer,
  Nft,
  NftPage,
} from '@portico/kernel/capabilities'
import { isNetworkId, type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { displayText, parseAmount } from '@portico/kernel/text'
import * as v from 'valibot'
import { decimalText } from './decimal-text.js'

/** The entries of one answer that are read. */
const most = 5_000
const list = v.pipe(v.array(v.unknown()), v.maxLength(most))
const text = v.pipe(v.string(), v.maxLength(4_096))
const optional = v.nullish(text)
/** An unknown figure may be absent, while `v.unknown()` in an object would be required. */
const figure = v.optional(v.unknown())
const each = <Schema extends v.GenericSchema, Value>(
  schema: Schema,
  values: readonly unknown[],
  take: (entry: v.InferOutput<Schema>) => Value | undefined,
): Value[] =>
  values.flatMap(value => {
    const { success, output } = v.safeParse(schema, value)
    return (success ? take(output) : undefined) ?? []
  })

const networks = v.object({ http: v.array(v.string()) })
export const readNetworks = (body: unknown): ReadonlySet<string> =>
  new Set(v.parse(networks, body).http)

/** A balance as it was sent, with exact figures. */
export interface SentBalance {
  readonly name: string
  readonly symbol: string
  readonly network?: string
  /** CAIP-10. Absent: the native coin. */
  readonly address?: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  readonly price?: string
  readonly value?: string
  readonly imageUrl?: string
}
const balance = v.object({
  name: text,
  symbol: text,
  chainId: optional,
  address: optional,
  value: figure,
  price: figure,
  quantity: v.object({
    decimals: v.union([v.pipe(v.string(), v.regex(/^\d{1,3}$/)), v.number()]),
    numeric: text,
  }),
  iconUrl: optional,
})
export const readBalances = (body: unknown): readonly SentBalance[] =>
  each(
    balance,
    v.parse(v.object({ balances: list }), body).balances,
    ({ chainId, address, iconUrl, quantity, ...sent }) => {
      const decimals = Number(quantity.decimals)
      // A token without decimals is of low quality (specification section 3).
      const amount = decimals === 0 ? undefined : parseAmount(quantity.numeric, decimals)
      const symbol = displayText(sent.symbol, 24)
      const price = decimalText(sent.price)
      const value = decimalText(sent.value)
      if (amount === undefined || !symbol) return undefined
      return {
        name: displayText(sent.name) ?? symbol,
        symbol,
        decimals,
        amount,
        ...(chainId && { network: chainId }),
        ...(address && { address }),
        // Services write zero for an unknown price.
        ...(price && price !== '0' && { price }),
        ...(value && value !== '0' && { value }),
        ...(iconUrl && { imageUrl: iconUrl }),
      }
    },
  )

const fungible = v.object({ address: text, symbol: text, price: figure })
export const readPrices = (
  body: unknown,
): readonly { readonly address: string; readonly symbol: string; readonly price: string }[] =>
  each(fungible, v.parse(v.object({ fungibles: list }), body).fungibles, ({ address, ...sent }) => {
    const symbol = displayText(sent.symbol, 24)
    const price = decimalText(sent.price)
    return symbol && price && price !== '0' ? { address, symbol, price } : undefined
  })

const point = v.object({ time: v.pipe(v.number(), v.finite(), v.minValue(1)), price: figure })
/** Points with an invalid time or price are left out. */
export const readPriceHistory = (body: unknown): readonly PricePoint[] =>
  each(point, v.parse(v.object({ points: list }), body).points, ({ time, ...sent }) => {
    const price = decimalText(sent.price)
    return price && price !== '0' ? { at: time * 1_000, price } : undefined
  })

const units = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^\d{1,30}$/)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ]),
  v.transform(units => BigInt(units)),
)
const gas = v.object({ standard: units, fast: units, instant: units })
export const readGas = (body: unknown): GasPrice => v.parse(gas, body)

const picture = v.nullish(v.object({ url: optional }))
const transfer = v.object({
  fungible_info: v.nullish(
    v.object({ name: optional, symbol: optional, icon: picture, address: optional }),
  ),
  nft_info: v.nullish(
    v.object({
      name: optional,
      content: v.nullish(v.object({ preview: picture })),
      flags: v.nullish(v.object({ is_spam: v.nullish(v.boolean()) })),
    }),
  ),
  direction: v.nullish(v.picklist(['in', 'out', 'self'])),
  quantity: v.object({ numeric: figure }),
})
const entry = v.object({
  id: text,
  metadata: v.object({
    operationType: optional,
    hash: optional,
    minedAt: v.pipe(
      text,
      v.check(at => !Number.isNaN(Date.parse(at))),
    ),
    sentFrom: optional,
    sentTo: optional,
    status: text,
    chain: optional,
  }),
  transfers: v.nullish(list),
})
/**
 * Maps the states of an on-ramp, such as `ONRAMP_TRANSACTION_STATUS_SUCCESS`, which are passed on
 * unchanged.
 */
const statusOf = (status: string): ActivityEntry['metadata']['status'] =>
  /^confirmed$|SUCCESS$/.test(status)
    ? 'confirmed'
    : /^failed$|FAILED$/.test(status)
      ? 'failed'
      : 'pending'

/** `address`: of the token, CAIP-10. */
export type SentMove = ActivityTransfer & { readonly address?: string }
export interface SentEntry extends ActivityEntry {
  readonly transfers: readonly SentMove[]
}
export const readHistory = (
  body: unknown,
): Pick<ActivityPage, 'next'> & { readonly entries: readonly SentEntry[] } => {
  const { data, next } = v.parse(v.object({ data: list, next: optional }), body)
  const entries = each(entry, data, ({ id, metadata, transfers }): SentEntry => {
    const { operationType, hash, minedAt, sentFrom, sentTo, status, chain } = metadata
    return {
      id,
      metadata: {
        minedAt: new Date(minedAt).toISOString(),
        chain: chain && isNetworkId(chain) ? (chain as NetworkId) : null,
        operationType:
          operationType && /^[a-z]{1,24}$/.test(operationType) ? operationType : 'execute',
        status: statusOf(status),
        sentFrom: sentFrom ?? '',
        sentTo: sentTo ?? '',
        ...(hash && { hash }),
      },
      transfers: each(transfer, transfers ?? [], transferOf),
    }
  })
  return { entries, ...(next && { next }) }
}

function transferOf({
  fungible_info,
  nft_info,
  direction,
  quantity,
}: v.InferOutput<typeof transfer>): SentMove | undefined {
  const numeric = decimalText(quantity.numeric)
  if (numeric === undefined) return undefined
  const [name, symbol, icon] = [
    displayText(fungible_info?.name),
    displayText(fungible_info?.symbol, 24),
    fungible_info?.icon?.url,
  ]
  const [title, preview] = [displayText(nft_info?.name), nft_info?.content?.preview?.url]
  return {
    quantity: { numeric },
    ...(direction && { direction }),
    ...(fungible_info?.address && { address: fungible_info.address }),
    ...(fungible_info && {
      fungible_info: {
        ...(name && { name }),
        ...(symbol && { symbol }),
        ...(icon && { icon: { url: icon } }),
      },
    }),
    ...(nft_info && {
      nft_info: {
        ...(title && { name: title }),
        flags: { is_spam: nft_info.flags?.is_spam ?? false },
        ...(preview && { content: { preview: { url: preview } } }),
      },
    }),
  }
}

const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const picturing = v.pipe(v.string(), v.maxLength(131_072))
const nft = v.object({
  id: text,
  standard: text,
  contract: optional,
  tokenId: digits,
  amount: digits,
  name: optional,
  description: optional,
  image: v.nullish(picturing),
  collection: v.nullish(v.object({ name: optional, symbol: optional })),
  attributes: v.nullish(v.pipe(v.array(v.object({ name: text, value: text })), v.maxLength(200))),
  isSpam: v.nullish(v.boolean()),
})
/**
 * Reads a page of NFTs. Undefined: none of this network are listed there.
 * External metadata is dropped, because the backend has read it already. Names are cleaned where
 * they are shown.
 */
export const readNfts = (body: unknown): NftPage | undefined => {
  const { data, next, isListed } = v.parse(
    v.object({ data: list, next: optional, isListed: v.optional(v.boolean()) }),
    body,
  )
  if (isListed === false) return undefined
  const items = each(
    nft,
    data,
    ({
      id,
      standard,
      contract,
      tokenId,
      amount,
      attributes,
      isSpam,
      ...words
    }): Nft | undefined => {
      const parsed = parseAssetId(id)
      const { name, description, image } = words
      const collection = words.collection?.name ?? words.collection?.symbol
      if (!parsed) return undefined
      return {
        asset: id as Nft['asset'],
        network: parsed.network,
        standard,
        tokenId,
        amount: BigInt(amount),
        ...(contract && { address: contract }),
        ...(collection && { collection }),
        ...(name && { name }),
        ...(description && { description }),
        ...(image && { image }),
        ...(attributes?.length && { traits: attributes }),
        ...(isSpam && { isSpam }),
      }
    },
  )
  return { items, ...(next && { next }) }
}
