import { setMaxListeners } from 'node:events'
import { type Kysely, sql } from 'kysely'
import type { Rpc } from '../../chains/json-rpc.js'
import { hasLink } from '../../history/token-names.js'
import type { Tables } from '../../store/schema.js'
import type { WireNft } from '../../wire.js'
import { askAmounts, askDocuments, type NftKey } from './nft-facts.js'
import type { NftMetadata, ReadMetadata } from './nft-metadata.js'

export interface NftAsk {
  readonly chain: string
  readonly rpc: Rpc
  /** In lower case. */
  readonly address: string
  readonly cursor: string | undefined
  readonly limit: number
}
/**
 * What accounts have that is one of its kind: whose it was by the index, whose it is by the chain.
 */
export interface NftPages {
  /**
   * A page, newest receipt first; undefined for a cursor that is none of ours.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_NONSENSE
   */
  read(
    ask: NftAsk,
  ): Promise<{ readonly data: readonly WireNft[]; readonly next: string | null } | undefined>
  /** Forgets documents that were not requested in a long time, and what is more than is kept. */
  forget(): Promise<void>
}

type Row = NftKey & {
  readonly block: number
  readonly place: number
  readonly mass: number
  readonly name: string | null
  readonly symbol: string | null
}

const dayMs = 86_400_000
/**
 * Milliseconds that a document is kept, by how it was found, and that one page waits for its
 * documents; documents that are fetched at once.
 */
const keptMs = { known: dayMs, missing: dayMs, unreachable: 600_000 } as const
const [timeoutMs, atOnce] = [6_000, 8]
/** Anybody may mint documents and ask for them: no more are kept. The oldest go first. */
const mostDocuments = 100_000

export function createNftPages(database: Kysely<Tables>, readMetadata: ReadMetadata): NftPages {
  const metadataOf = async (
    chain: string,
    rpc: Rpc,
    rows: readonly NftKey[],
  ): Promise<ReadonlyMap<string, NftMetadata>> => {
    const known = await keptMetadata(database, chain, rows)
    const unknown = rows.filter(row => !known.has(keyOf(row)))
    if (unknown.length === 0) return known
    const documents = await askDocuments(rpc, unknown)
    const waiting = unknown.flatMap((row, index) =>
      documents[index] ? [{ row, ...documents[index] }] : [],
    )
    const signal = AbortSignal.timeout(timeoutMs)
    setMaxListeners(0, signal)
    const found: { readonly row: NftKey; readonly metadata: NftMetadata }[] = []
    const work = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const metadata: NftMetadata = next.uri
          ? await readMetadata(next.uri, signal)
          : { state: 'missing' }
        // One that was not waited for to its end may be there the next time.
        if (!signal.aborted) found.push({ row: next.row, metadata })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await keepMetadata(database, chain, found)
    return new Map([...known, ...found.map(({ row, metadata }) => [keyOf(row), metadata] as const)])
  }

  return {
    async read({ chain, rpc, address, cursor, limit }) {
      const after = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !after) return undefined
      const found = await received(database, chain, address, after, limit + 1)
      const rows = found.slice(0, limit)
      const amounts = await askAmounts(rpc, address, rows)
      const held = rows.flatMap((row, index) =>
        amounts[index] ? [{ row, amount: amounts[index] }] : [],
      )
      const metadata = await metadataOf(
        chain,
        rpc,
        held.map(({ row }) => row),
      )
      const last = rows.at(-1)
      return {
        data: held.map(({ row, amount }) =>
          written(chain, row, amount, metadata.get(keyOf(row)) ?? { state: 'unreachable' }),
        ),
        next: found.length > rows.length && last ? `${last.block}.${last.place}` : null,
      }
    },

    async forget() {
      const [first] = await database
        .selectFrom('nft_documents')
        .select('fetched')
        .orderBy('fetched', 'desc')
        .offset(mostDocuments)
        .limit(1)
        .execute()
      await database
        .deleteFrom('nft_documents')
        .where('fetched', '<=', Math.max(first?.fetched ?? 0, Date.now() - 30 * dayMs))
        .execute()
    },
  }
}

const keyOf = ({ token, tokenId }: Pick<NftKey, 'token' | 'tokenId'>): string =>
  `${token}/${tokenId}`

function readCursor(
  cursor: string,
): { readonly block: number; readonly place: number } | undefined {
  const [, block, place] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return block && place ? { block: Number(block), place: Number(place) } : undefined
}

/** What came to an account, each item once: by the last time that it came. */
async function received(
  database: Kysely<Tables>,
  chain: string,
  address: string,
  after: { readonly block: number; readonly place: number } | undefined,
  limit: number,
): Promise<readonly Row[]> {
  let query = database
    .selectFrom('nft_moves as m')
    .leftJoin('tokens as k', join =>
      join.onRef('k.chain', '=', 'm.chain').onRef('k.address', '=', 'm.token'),
    )
    .select([
      'm.token',
      'm.standard',
      'm.token_id as tokenId',
      'm.block',
      'm.place',
      'm.mass',
      'k.name',
      'k.symbol',
    ])
    .where('m.chain', '=', chain)
    .where('m.recipient', '=', address)
    // The last one is the first that the index meets. "None that is later" would read all of them
    // for each: an item may have come a million times.
    .where(
      sql<boolean>`(m.block, m.place) = (
        select n.block, n.place from nft_moves as n
        where n.chain = m.chain and n.recipient = m.recipient and n.token = m.token and n.token_id = m.token_id
        order by n.block desc, n.place desc limit 1
      )`,
    )
  if (after)
    query = query.where(sql<boolean>`(m.block, m.place) < (${after.block}, ${after.place})`)
  return query.orderBy('m.block', 'desc').orderBy('m.place', 'desc').limit(limit).execute()
}

async function keptMetadata(
  database: Kysely<Tables>,
  chain: string,
  rows: readonly NftKey[],
): Promise<ReadonlyMap<string, NftMetadata>> {
  if (rows.length === 0) return new Map()
  const found = await database
    .selectFrom('nft_documents')
    .select(['token', 'token_id as tokenId', 'state', 'facts', 'fetched'])
    .where('chain', '=', chain)
    .where('token', 'in', [...new Set(rows.map(({ token }) => token))])
    .where('token_id', 'in', [...new Set(rows.map(({ tokenId }) => tokenId))])
    .execute()
  const fresh = found.filter(({ state, fetched }) => fetched + keptMs[state] > Date.now())
  return new Map(
    fresh.map(({ state, facts, ...row }) => [
      keyOf(row),
      state === 'known' && facts ? (JSON.parse(facts) as NftMetadata) : ({ state } as NftMetadata),
    ]),
  )
}

async function keepMetadata(
  database: Kysely<Tables>,
  chain: string,
  found: readonly { readonly row: NftKey; readonly metadata: NftMetadata }[],
): Promise<void> {
  const fetched = Date.now()
  for (const { row, metadata } of found) {
    const facts = metadata.state === 'known' ? JSON.stringify(metadata) : null
    const said = { state: metadata.state, facts, fetched }
    await database
      .insertInto('nft_documents')
      .values({ chain, token: row.token, token_id: row.tokenId, ...said })
      .onConflict(conflict => conflict.columns(['chain', 'token', 'token_id']).doUpdateSet(said))
      .execute()
  }
}

function written(chain: string, row: Row, amount: bigint, metadata: NftMetadata): WireNft {
  const facts = metadata.state === 'known' ? metadata : undefined
  const said = [facts?.name, facts?.description, row.name].join(' ')
  return {
    id: `${chain}/${row.standard}:${row.token}/${row.tokenId}`,
    chainId: chain,
    standard: row.standard,
    contract: row.token,
    tokenId: row.tokenId,
    amount: String(amount),
    name: facts?.name ?? null,
    description: facts?.description ?? null,
    collection: { name: row.name, symbol: row.symbol },
    image: facts?.image ?? null,
    animation: facts?.animation ?? null,
    externalUrl: facts?.externalUrl ?? null,
    attributes: facts?.attributes ?? [],
    metadata: metadata.state,
    // What came to many at once unasked, or sends its reader somewhere.
    isSpam: row.mass === 1 || hasLink(said),
  }
}
