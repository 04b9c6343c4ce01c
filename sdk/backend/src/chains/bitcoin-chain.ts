import { formatAmount } from '@portico/kernel/text'
import * as v from 'valibot'
import type { ChainConfiguration } from '../configuration.js'
import type { WireTransaction } from '../wire.js'
import { readBitcoinAddress } from './bitcoin-address.js'
import { type Chain, type NativeCoin, nativeCoinOf } from './chain.js'
import { createEsplora } from './esplora.js'

/** Confirmed transactions of one response of Esplora. */
const entriesPerPage = 25

const satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform(value => BigInt(value)),
)
const sums = v.object({ funded_txo_sum: satoshi, spent_txo_sum: satoshi })
const statistics = v.object({ chain_stats: sums, mempool_stats: sums })
const output = v.object({ scriptpubkey_address: v.nullish(v.string()), value: satoshi })
const past = v.object({
  txid: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  vin: v.array(v.object({ prevout: v.nullish(output) })),
  vout: v.array(output),
  status: v.object({ confirmed: v.boolean(), block_time: v.nullish(v.number()) }),
})

type Past = v.InferOutput<typeof past>
type Output = v.InferOutput<typeof output>

/**
 * Bitcoin by the API of Esplora. What its balance shows includes payments that wait for a block, as
 * wallets do.
 */
export function createBitcoinChain(configuration: ChainConfiguration): Chain {
  const native = nativeCoinOf(configuration)
  const esplora = createEsplora(configuration.id, configuration.rpc)

  return {
    id: configuration.id,
    configuration,
    native,
    nativeAddress: 'native',
    readAddress: text => readBitcoinAddress(text, configuration.id),

    async holdings(address, _also, signal) {
      const { chain_stats, mempool_stats } = await esplora.get(
        `/address/${address}`,
        statistics,
        signal,
      )
      const amount =
        chain_stats.funded_txo_sum -
        chain_stats.spent_txo_sum +
        mempool_stats.funded_txo_sum -
        mempool_stats.spent_txo_sum
      return [{ ...native, asset: 'native', amount: amount > 0n ? amount : 0n }]
    },

    async history(address, cursor, signal) {
      if (cursor !== undefined && !/^[0-9a-f]{64}$/.test(cursor)) return undefined
      const found = await esplora.get(
        cursor ? `/address/${address}/txs/chain/${cursor}` : `/address/${address}/txs`,
        v.array(past),
        signal,
      )
      const confirmed = found.filter(({ status }) => status.confirmed)
      return {
        entries: found.map(one => readEntry(one, { address, chain: configuration.id, native })),
        ...(confirmed.length >= entriesPerPage && { next: confirmed.at(-1)?.txid }),
      }
    },
  }
}

/** A transaction as it looks from this account. */
function readEntry(
  past: Past,
  {
    address,
    chain,
    native,
  }: { readonly address: string; readonly chain: string; readonly native: NativeCoin },
): WireTransaction {
  const { direction, amount, from, to } = movementOf(past, address)
  return {
    id: `${chain}:${past.txid}`,
    metadata: {
      operationType: direction === 'in' ? 'receive' : 'send',
      hash: past.txid,
      // What waits for a block has no time yet: it is the newest there is.
      minedAt: new Date(
        past.status.block_time ? past.status.block_time * 1_000 : Date.now(),
      ).toISOString(),
      sentFrom: from,
      sentTo: to,
      status: past.status.confirmed ? 'confirmed' : 'pending',
      nonce: 0,
      application: null,
      chain,
    },
    transfers: [
      {
        fungible_info: {
          name: native.name,
          symbol: native.symbol,
          icon: native.logoURI ? { url: native.logoURI } : null,
          address: `${chain}:native`,
        },
        nft_info: null,
        direction,
        quantity: { numeric: formatAmount(amount, native.decimals) },
        value: null,
        price: null,
      },
    ],
  }
}

/** What it moved for this account, in satoshi. The fee was paid, not sent. */
function movementOf({ vin, vout }: Past, address: string) {
  const inputs = vin.flatMap(({ prevout }) => prevout ?? [])
  const ownSum = (outputs: readonly Output[]) =>
    outputs.reduce((sum, one) => (one.scriptpubkey_address === address ? sum + one.value : sum), 0n)
  const sum = (outputs: readonly Output[]) =>
    outputs.reduce((total, { value }) => total + value, 0n)
  const [spent, received] = [ownSum(inputs), ownSum(vout)]
  const others = vout.flatMap(one =>
    one.scriptpubkey_address && one.scriptpubkey_address !== address
      ? [one.scriptpubkey_address]
      : [],
  )
  const payer = inputs.find(one => one.scriptpubkey_address)?.scriptpubkey_address ?? ''
  if (spent <= received)
    return { direction: 'in', amount: received - spent, from: payer, to: address } as const
  if (others.length === 0)
    return { direction: 'self', amount: received, from: address, to: address } as const
  // Where others paid as well, the fee may have been theirs, and whom they paid is unknown (S17).
  const isAlone = inputs.every(one => one.scriptpubkey_address === address)
  const fee = isAlone ? sum(inputs) - sum(vout) : 0n
  return {
    direction: 'out',
    amount: spent - received - fee,
    from: address,
    to: (isAlone && others[0]) || '',
  } as const
}
