import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { hash, quantity, type Rpc, smallQuantity } from '../chains/json-rpc.js'
import type { ChainConfiguration } from '../configuration.js'
import { BackendError } from '../errors.js'
import { type Log, reasonOf } from '../log.js'
import type { Lock, Store } from '../store/open-store.js'
import { dropMonths } from '../store/partitions.js'
import { followAccounts } from './account-follower.js'
import { createChainClock } from './chain-clock.js'
import { type IndexedBlock, lied, readBlocks } from './evm-blocks.js'
import { type IndexScope, wholeChain } from './index-scope.js'
import { createIndexWriter, type IndexWriter } from './index-writer.js'
import { createPieceSize } from './piece-size.js'
import { deleteOldest } from './retention.js'
import { learnTokens } from './token-names.js'

/** The state of an indexer. */
export interface IndexState {
  readonly chain: string
  /** `waiting`: another server indexes this chain. */
  readonly phase: 'starting' | 'indexing' | 'following' | 'waiting' | 'failing' | 'stopped'
  /** The last block that is in. */
  readonly block?: number
  /** Its hash. */
  readonly hash?: string
  /** The last block of the chain that was seen. */
  readonly head?: number
  /** Blocks between the two. */
  readonly lag?: number
  /** Why it fails: the code of an error. */
  readonly reason?: string
}
export interface Indexer {
  readonly state: IndexState
  stop(): Promise<void>
}

const blockHash = v.nullable(v.object({ hash }))
const newestBlock = v.object({ number: smallQuantity, timestamp: smallQuantity })
const [firstBlocks, mostBlocks] = [2, 25]
const [dayMs, deleteEveryMs] = [86_400_000, 60_000]
/**
 * Transactions and logs of a piece: a larger one makes the next piece smaller. Each piece is
 * parsed and written without a pause, and a request to the API may wait for it.
 */
const mostWeight = 2_000
/**
 * Milliseconds: between polls for new blocks, between retries (doubled each time), at most between
 * retries, between attempts to take over from another server, and the duration of a slow piece.
 */
const [pollMs, firstRetryMs, longestRetryMs, takeOverMs, slowMs] = [
  1_000, 500, 30_000, 2_000, 2_000,
]

/**
 * Follows a chain from its checkpoint on until it is stopped. One server does so for each chain;
 * the others wait to take over. `longestKeepDays`: of all chains in this database.
 */
export function startEvmIndexer(
  store: Store,
  chain: ChainConfiguration,
  rpc: Rpc,
  log: Log,
  longestKeepDays = chain.keepDays,
): Indexer {
  const stopping = new AbortController()
  const { signal } = stopping
  const writer = createIndexWriter(store.database, chain.id)
  const size = createPieceSize(firstBlocks, mostBlocks)
  const clock = createChainClock()
  let deleteAfter = performance.now()
  let state: IndexState = { chain: chain.id, phase: 'starting' }
  const show = ({ reason, ...next }: Partial<IndexState>) => {
    if (next.phase && next.phase !== state.phase)
      log.info('index', { chain: chain.id, phase: next.phase, block: next.block ?? state.block })
    const { reason: _, ...before } = state
    const { block, head } = { ...before, ...next }
    state = {
      ...before,
      ...next,
      ...(block !== undefined && head !== undefined && { lag: Math.max(0, head - block) }),
      ...(reason && { reason }),
    }
  }

  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      let lock: Lock | undefined
      try {
        lock = await store.lock(`index:${chain.id}`)
        if (!lock) {
          show({ phase: 'waiting' })
          await sleep(takeOverMs, undefined, { signal })
          continue
        }
        await follow(lock, () => {
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) break
        failures++
        show({ phase: 'failing', reason: reasonOf(error) })
        log.warn('index-failed', { chain: chain.id, reason: reasonOf(error), failures })
        const retryMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
        await sleep(retryMs, undefined, { signal }).catch(() => undefined)
      } finally {
        await lock?.release().catch(() => undefined)
      }
    }
  }

  /** `worked` is called after each step that succeeded, which ends the backoff of retries. */
  const follow = async (lock: Lock, worked: () => void) => {
    const { database } = store
    const scope =
      chain.index === 'accounts'
        ? await followAccounts({ database, writer, chain, rpc, clock, log, signal })
        : wholeChain(writer, chain)
    await begin(writer, scope, rpc, signal)
    while (!signal.aborted && lock.held) {
      if (!(await step(scope))) await sleep(pollMs, undefined, { signal })
      worked()
      await new Promise<void>(resolve => setImmediate(resolve))
    }
  }

  /** Returns false when there was nothing to do. */
  const step = async (scope: IndexScope): Promise<boolean> => {
    const { number: head, timestamp } = await rpc.call(
      'eth_getBlockByNumber',
      ['latest', false],
      newestBlock,
      signal,
    )
    clock.seen(timestamp)
    const { block = -1, start = 0 } = (await writer.checkpoint()) ?? {}
    const common = await commonBlock(writer, rpc, { chain: chain.id, block, head, signal })
    if (common === undefined || common < block) {
      log.warn('reorganised', { chain: chain.id, from: block, to: common })
      if (common === undefined) await scope.restart(start, head)
      else await writer.truncate(common)
      return true
    }
    const hash = await writer.hashOf(block)
    const phase = block < head ? 'indexing' : 'following'
    show({ phase, block, head, ...(hash !== undefined && { hash }) })
    if (await scope.prepare(block, head)) return true
    if (block < head) await advance(block, head, scope)
    await deleteOld()
    return (await scope.fillGaps()) || block < head
  }

  /** One small step at a time, so that new blocks are not held up. */
  const deleteOld = async () => {
    const nowMs = clock.nowMs()
    if (nowMs === undefined || performance.now() < deleteAfter) return
    const before = (days: number) => Math.floor((nowMs - days * dayMs) / 1_000)
    // PostgreSQL drops whole months, which costs nothing, once no chain keeps them.
    const isDropped = store.kind === 'postgres' && chain.keepDays === longestKeepDays
    const isMore = isDropped
      ? await dropMonths(store.database, before(longestKeepDays + 1)).then(() => false)
      : await deleteOldest(store.database, chain.id, before(chain.keepDays))
    if (!isMore) deleteAfter = performance.now() + deleteEveryMs
  }

  const advance = async (block: number, head: number, scope: IndexScope) => {
    const beganAt = performance.now()
    const to = Math.min(block + size.value, head)
    const read = await readBlocks(rpc, block + 1, to, signal).catch((error: unknown) => {
      size.shrink()
      throw error
    })
    const found = chained(read, await writer.hashOf(block))
    if (read.length > 0 && found.length === 0) throw lied('a block with another parent')
    if (weightOf(found) > mostWeight || performance.now() - beganAt > slowMs) size.shrink()
    else size.grow()
    const kept = scope.only(found)
    await learnTokens(store.database, chain.id, rpc, kept, signal)
    const last = found.at(-1)
    if (last && (await writer.append(block, kept, scope.followed)))
      show({ block: last.number, hash: last.hash })
  }

  const done = run()
  return {
    get state() {
      return state
    },
    async stop() {
      stopping.abort()
      await done.catch(() => undefined)
      show({ phase: 'stopped' })
    },
  }
}

const weightOf = (blocks: readonly IndexedBlock[]): number =>
  blocks.reduce(
    (sum, { transactions }) =>
      sum +
      transactions.reduce(
        (all, { transfers, nfts }) => all + 1 + transfers.length + nfts.length,
        0,
      ),
    0,
  )

/**
 * Begins at the first block, or goes on. A chain of which only accounts were indexed begins anew
 * when all of it is to be indexed.
 */
async function begin(
  writer: IndexWriter,
  scope: IndexScope,
  rpc: Rpc,
  signal: AbortSignal,
): Promise<void> {
  const known = await writer.checkpoint()
  if (known && (scope.name === 'accounts' || known.scope === 'chain')) return
  if (known) await writer.truncate(-1)
  const head = await rpc.call('eth_blockNumber', [], smallQuantity, signal)
  await writer.begin(scope.firstBlock(head), scope.name)
}

/** Returns the blocks up to the first whose parent is not the block before it. */
function chained(
  blocks: readonly IndexedBlock[],
  known: string | undefined,
): readonly IndexedBlock[] {
  const end = blocks.findIndex(({ parent }, index) => {
    const before = index === 0 ? known : blocks[index - 1]?.hash
    return before !== undefined && parent !== before
  })
  return end < 0 ? blocks : blocks.slice(0, end)
}

/**
 * Returns the last indexed block that is still part of the chain. Undefined when none of the kept
 * ones is: the reorg is deeper than the index follows, and everything is indexed anew.
 *
 * @throws BackendError NODE_WRONG_NETWORK when the node serves another chain by now
 */
async function commonBlock(
  writer: IndexWriter,
  rpc: Rpc,
  {
    chain,
    block,
    head,
    signal,
  }: {
    readonly chain: string
    readonly block: number
    readonly head: number
    readonly signal: AbortSignal
  },
): Promise<number | undefined> {
  const lowest = await writer.lowestKept()
  if (lowest === undefined) return block
  for (let number = block; number >= lowest; number--) {
    if (
      number <= head &&
      (await hashOnChain(rpc, number, signal)) === (await writer.hashOf(number))
    )
      return number
  }
  await verifyChain(rpc, chain, signal)
  return undefined
}

/** A node that serves another chain would look like a deep reorg, and erase the index. */
async function verifyChain(rpc: Rpc, chain: string, signal: AbortSignal): Promise<void> {
  const id = await rpc.call('eth_chainId', [], quantity, signal)
  if (`eip155:${id}` !== chain)
    throw new BackendError('NODE_WRONG_NETWORK', `A node of ${chain} serves eip155:${id} now.`)
}

async function hashOnChain(
  rpc: Rpc,
  number: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await rpc.call(
    'eth_getBlockByNumber',
    [`0x${number.toString(16)}`, false],
    blockHash,
    signal,
  )
  return found?.hash
}
