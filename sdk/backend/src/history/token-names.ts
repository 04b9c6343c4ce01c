import type { Kysely } from 'kysely'
import { askTokenFacts } from '../chains/evm-tokens.js'
import type { Rpc } from '../chains/json-rpc.js'
import type { Tables } from '../store/schema.js'
import type { IndexedBlock } from './evm-blocks.js'
import { keepTokens, unknownTokens } from './index-writer.js'

const tokensAtOnce = 30

/** Reads what contracts of these blocks are called, where that is not known yet. */
export async function learnTokens(
  database: Kysely<Tables>,
  chain: string,
  rpc: Rpc,
  blocks: readonly IndexedBlock[],
  signal: AbortSignal,
): Promise<void> {
  const moves = blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ transfers, nfts }) => [...transfers, ...nfts]),
  )
  const tokens = [...new Set(moves.map(({ token }) => token))]
  const unknown = await unknownTokens(
    database,
    chain,
    tokens.filter(token => token !== 'native'),
  )
  for (let at = 0; at < unknown.length; at += tokensAtOnce) {
    const part = unknown.slice(at, at + tokensAtOnce)
    const facts = await askTokenFacts(rpc, part, signal)
    await keepTokens(
      database,
      part.map((address, index) => ({
        chain,
        address,
        ...(facts[index] ?? { name: null, symbol: null, decimals: null }),
      })),
    )
  }
}

/** True for untrusted text that names a website: unrequested NFTs advertise one. */
export const hasLink = (words: string): boolean =>
  /https?:|www\.|\b[a-z0-9-]+\.(com|net|org|io|xyz|app|site|top|fi|gift|claims?)\b/i.test(words)
