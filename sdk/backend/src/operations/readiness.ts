import type { Configuration } from '../configuration.js'
import type { IndexState } from '../history/evm-indexer.js'
import type { Store } from '../store/open-store.js'
import type { Providers } from './providers.js'

export interface NetworkState {
  readonly chain: string
  readonly ready: boolean
  readonly provider: 'ok' | 'failing' | 'unknown'
  /** Blocks between the index and the chain; absent without an index. */
  readonly lag?: number
  /** Why it is not ready. */
  readonly reason?: string
}
export interface Readiness {
  readonly ready: boolean
  readonly database: boolean
  /** Absent without Redis. The server works without it. */
  readonly redis?: boolean
  readonly networks: readonly NetworkState[]
  readonly indexes: readonly IndexState[]
}

interface Parts {
  readonly configuration: Pick<Configuration, 'chains' | 'maxLagBlocks'>
  readonly store: Store
  readonly providers: Providers
  readonly indexes: () => readonly IndexState[]
  readonly isStopping: () => boolean
  readonly redis: (() => Promise<boolean>) | undefined
}

/**
 * Judges whether this process can answer: the database responds, and at least one network is ready.
 *
 * One network that fails does not take the server out of a load balancer; `networks` names it.
 */
export async function readReadiness(parts: Parts): Promise<Readiness> {
  const [database, redis, networks] = await Promise.all([
    parts.store.answers(),
    parts.redis?.(),
    Promise.all(parts.configuration.chains.map(({ id }) => networkState(parts, id))),
  ])
  const isServing = networks.length === 0 || networks.some(({ ready }) => ready)
  return {
    ready: database && isServing && !parts.isStopping(),
    database,
    ...(redis !== undefined && { redis }),
    networks,
    indexes: parts.indexes(),
  }
}

async function networkState(parts: Parts, chain: string): Promise<NetworkState> {
  const { configuration, providers, store } = parts
  const { state: provider, head } = await providers.probe(chain)
  if (provider === 'failing')
    return { chain, ready: false, provider, reason: 'No node of this network responds.' }
  const isIndexed = configuration.chains.some(({ id, index }) => id === chain && index)
  if (!isIndexed || head === undefined || !chain.startsWith('eip155:'))
    return { chain, ready: true, provider }
  const block = await indexedBlock(parts, store, chain)
  if (block === undefined)
    return { chain, ready: false, provider, reason: 'The index has not begun.' }
  const lag = Math.max(0, head - block)
  return lag <= configuration.maxLagBlocks
    ? { chain, ready: true, provider, lag }
    : { chain, ready: false, provider, lag, reason: `The index is ${lag} blocks behind.` }
}

/** From the indexer of this process, or from the database that another one writes. */
async function indexedBlock(
  { indexes }: Pick<Parts, 'indexes'>,
  { database }: Store,
  chain: string,
): Promise<number | undefined> {
  const own = indexes().find(index => index.chain === chain)
  if (own?.block !== undefined) return own.block
  const row = await database
    .selectFrom('checkpoints')
    .select('block')
    .where('chain', '=', chain)
    .executeTakeFirst()
    .catch(() => undefined) // `database` says so
  return row?.block
}
