import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { ChainConfiguration } from '../configuration.js'
import { type Chain, type Holding, nativeCoinOf } from './chain.js'
import type { Rpc } from './json-rpc.js'
import { count, pastTransaction, readEntry, tokenAmount } from './solana-history.js'

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const
const entriesPerPage = 50
const commitment = 'confirmed'
/**
 * What every transaction pays for a signature, in lamports; speed is bought by compute units, which
 * the wallet decides.
 */
const lamportsPerSignature = 5_000n

const balance = v.object({ value: count })
const tokenAccounts = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({ parsed: v.object({ info: v.object({ mint: v.string(), tokenAmount }) }) }),
      }),
    }),
  ),
})
const signatures = v.array(v.object({ signature: v.string() }))

/** Solana by its JSON-RPC. The node knows past transactions by account. */
export function createSolanaChain(configuration: ChainConfiguration, rpc: Rpc): Chain {
  const native = nativeCoinOf(configuration)
  const listed = new Map(configuration.tokens.map(token => [token.address, token]))
  const nameOf = (asset: string) =>
    asset === 'native'
      ? native
      : (listed.get(asset) ?? {
          name: shortened(asset),
          symbol: shortened(asset),
          logoURI: undefined,
        })

  return {
    id: configuration.id,
    configuration,
    native,
    nativeAddress: 'So11111111111111111111111111111111111111112',
    readAddress: text => (isPublicKey(text) ? text : undefined),

    async holdings(address, _also, signal) {
      const [lamports, ...accounts] = await Promise.all([
        rpc.call('getBalance', [address, { commitment }], balance, signal),
        ...tokenPrograms.map(programId =>
          rpc.call(
            'getTokenAccountsByOwner',
            [address, { programId }, { encoding: 'jsonParsed', commitment }],
            tokenAccounts,
            signal,
          ),
        ),
      ])
      const held = new Map<string, { readonly amount: bigint; readonly decimals: number }>()
      for (const { account } of accounts.flatMap(({ value }) => value)) {
        const { mint, tokenAmount } = account.data.parsed.info
        held.set(mint, {
          amount: tokenAmount.amount + (held.get(mint)?.amount ?? 0n),
          decimals: tokenAmount.decimals,
        })
      }
      const tokens = [...held].flatMap(([asset, found]): readonly Holding[] =>
        found.amount > 0n ? [{ ...nameOf(asset), asset, ...found }] : [],
      )
      return [{ ...native, asset: 'native', amount: lamports.value }, ...tokens]
    },

    async history(address, cursor, signal) {
      if (cursor !== undefined && !/^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(cursor)) return undefined
      const filter = { limit: entriesPerPage, commitment, ...(cursor && { before: cursor }) }
      const found = await rpc.call('getSignaturesForAddress', [address, filter], signatures, signal)
      const options = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }
      const past = await Promise.all(
        found.map(async ({ signature }) => ({
          hash: signature,
          transaction: await rpc.call(
            'getTransaction',
            [signature, options],
            v.nullable(pastTransaction),
            signal,
          ),
        })),
      )
      const seen = {
        address,
        chain: configuration.id,
        nativeDecimals: native.decimals,
        nameOf,
        isListed: (asset: string) => listed.has(asset),
      }
      const entries = past.flatMap(({ hash, transaction }) =>
        transaction ? [readEntry(transaction, { hash, ...seen })] : [],
      )
      return { entries, ...(found.length === entriesPerPage && { next: found.at(-1)?.signature }) }
    },

    gasPrice: async () => ({
      standard: lamportsPerSignature,
      fast: lamportsPerSignature,
      instant: lamportsPerSignature,
    }),
  }
}

const shortened = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`

function isPublicKey(text: string): boolean {
  try {
    return text.length <= 44 && base58.decode(text).length === 32
  } catch {
    return false
  }
}
