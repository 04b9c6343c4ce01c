import { formatAmount } from '@portico/kernel/text'
import * as v from 'valibot'
import type { WireTransaction, WireTransfer } from '../wire.js'
import type { NativeCoin } from './chain.js'

export const count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform(value => BigInt(value)),
)
export const tokenAmount = v.object({
  amount: v.pipe(
    v.string(),
    v.regex(/^\d{1,20}$/),
    v.transform(value => BigInt(value)),
  ),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
})
const tokenBalances = v.nullish(
  v.array(v.object({ mint: v.string(), owner: v.nullish(v.string()), uiTokenAmount: tokenAmount })),
  [],
)
export const pastTransaction = v.object({
  blockTime: v.nullish(v.number()),
  transaction: v.object({
    message: v.object({
      header: v.object({ numRequiredSignatures: v.number() }),
      accountKeys: v.array(v.string()),
    }),
  }),
  meta: v.object({
    err: v.unknown(),
    fee: count,
    preBalances: v.array(count),
    postBalances: v.array(count),
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    loadedAddresses: v.nullish(
      v.object({ writable: v.array(v.string()), readonly: v.array(v.string()) }),
    ),
  }),
})
type PastTransaction = v.InferOutput<typeof pastTransaction>

interface Move {
  readonly holder: string
  /** A mint, or `native`. */
  readonly asset: string
  /** Base units: what the holder has more, or less, than before. */
  readonly change: bigint
  readonly decimals: number
}
type NameOf = (asset: string) => Omit<NativeCoin, 'decimals'>

interface Seen {
  readonly hash: string
  readonly address: string
  readonly chain: string
  readonly nativeDecimals: number
  readonly nameOf: NameOf
  /** Whether a list vouches for a token. */
  readonly isListed: (asset: string) => boolean
}

/** A transaction as it looks from this account. */
export function readEntry(
  past: PastTransaction,
  { hash, address, chain, nativeDecimals, nameOf, isListed }: Seen,
): WireTransaction {
  const moves = movesIn(past, nativeDecimals)
  const own = moves.filter(({ holder }) => holder === address)
  const [main] = own
  const other =
    main &&
    moves.find(
      ({ asset, holder, change }) =>
        asset === main.asset && holder !== address && change > 0n !== main.change > 0n,
    )
  const { err } = past.meta
  const { header, accountKeys } = past.transaction.message
  const payer = accountKeys[0] ?? address
  // The creator of a token may keep the right to move it out of any account (S17): what left an
  // account without its signature is no payment of it, unless a list vouches for the token.
  const isTaken =
    !accountKeys.slice(0, header.numRequiredSignatures).includes(address) &&
    own.some(({ asset, change }) => asset !== 'native' && change < 0n && !isListed(asset))
  const operationType = !main || isTaken ? 'execute' : main.change > 0n ? 'receive' : 'send'
  return {
    id: `${chain}:${hash}`,
    metadata: {
      operationType,
      hash,
      minedAt: new Date((past.blockTime ?? 0) * 1_000).toISOString(),
      sentFrom:
        operationType === 'send'
          ? address
          : operationType === 'receive'
            ? (other?.holder ?? payer)
            : payer,
      sentTo:
        operationType === 'send'
          ? (other?.holder ?? '')
          : operationType === 'receive'
            ? address
            : '',
      status: err === null || err === undefined ? 'confirmed' : 'failed',
      nonce: 0,
      application: null,
      chain,
    },
    transfers: own.map(move => transferOf(move, chain, nameOf)),
  }
}

function transferOf(
  { asset, change, decimals }: Move,
  chain: string,
  nameOf: NameOf,
): WireTransfer {
  const { name, symbol, logoURI } = nameOf(asset)
  return {
    fungible_info: {
      name,
      symbol,
      icon: logoURI ? { url: logoURI } : null,
      address: `${chain}:${asset}`,
    },
    nft_info: null,
    direction: change > 0n ? 'in' : 'out',
    quantity: { numeric: formatAmount(change > 0n ? change : -change, decimals) },
    value: null,
    price: null,
  }
}

/**
 * Returns the transfers, tokens first: they matter more than the rent of their accounts. The fee is
 * no transfer.
 */
function movesIn({ transaction, meta }: PastTransaction, nativeDecimals: number): readonly Move[] {
  const keys = [
    ...transaction.message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  const tokens = new Map<string, Move>()
  const add = (balances: PastTransaction['meta']['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances ?? []) {
      if (!owner) continue
      const before = tokens.get(`${owner} ${mint}`)?.change ?? 0n
      tokens.set(`${owner} ${mint}`, {
        holder: owner,
        asset: mint,
        change: before + sign * uiTokenAmount.amount,
        decimals: uiTokenAmount.decimals,
      })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  const lamports = keys.map((holder, index) => ({
    holder,
    asset: 'native',
    change:
      (meta.postBalances[index] ?? 0n) -
      (meta.preBalances[index] ?? 0n) +
      (index === 0 ? meta.fee : 0n),
    decimals: nativeDecimals,
  }))
  return [...tokens.values(), ...lamports].filter(({ change }) => change !== 0n)
}
