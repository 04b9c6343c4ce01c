import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { askTokenFacts } from '../chains/evm-tokens.js'
import { hash, type Rpc, smallQuantity } from '../chains/json-rpc.js'
import type { ChainConfiguration } from '../configuration.js'
import { type Log, reasonOf } from '../log.js'
import type { Lock, Store } from '../store/open-store.js'
import { type IndexedBlock, readBlocks } from './evm-blocks.js'
import { createIndexWriter, type IndexWriter, keepTokens, unknownTokens } from './index-writer.js'

/** What one can see of an indexer. */
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
}
export interface Indexer {
  readonly state: IndexState
  stop(): Promise<void>
}

const blockHash = v.nullable(v.object({ hash }))
/** Blocks asked for at a time. */
const batchSize = 25
/**
 * Milliseconds: between questions for new blocks, after a failure, and between tries to take over
 * from another server.
 */
const [pollMs, longestRetryMs, takeOverMs] = [1_000, 30_000, 2_000]

/**
 * Follows a chain from its checkpoint on, for as long as it is not stopped. One server does so for
 * each chain; the others wait to take over.
 */
export function startEvmIndexer(
  store: Store,
  chain: ChainConfiguration,
  rpc: Rpc,
  log: Log,
): Indexer {
  const stopping = new AbortController()
  const { signal } = stopping
  const writer = createIndexWriter(store.database, chain.id)
  let state: IndexState = { chain: chain.id, phase: 'starting' }
  const show = (next: Partial<IndexState>) => {
    if (next.phase && next.phase !== state.phase)
      log.info('index', { chain: chain.id, phase: next.phase, block: next.block ?? state.block })
    state = { ...state, ...next }
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
        show({ phase: 'failing' })
        log.warn('index-failed', { chain: chain.id, reason: reasonOf(error), failures })
        await sleep(Math.min(250 * 2 ** failures, longestRetryMs), undefined, { signal }).catch(
          () => undefined,
        )
      } finally {
        await lock?.release().catch(() => undefined)
      }
    }
  }

  const follow = async (lock: Lock, worked: () => void) => {
    await begin(writer, chain, rpc, signal)
    while (!signal.aborted && lock.held) {
      const head = await rpc.call('eth_blockNumber', [], smallQuantity, signal)
      const { block = -1, start = 0 } = (await writer.checkpoint()) ?? {}
      const common = await commonBlock(writer, rpc, { block, start, head, signal })
      if (common < block) {
        log.warn('reorganised', { chain: chain.id, from: block, to: common })
        await writer.truncate(common)
        continue
      }
      worked()
      const hash = await writer.hashOf(block)
      show({
        phase: block < head ? 'indexing' : 'following',
        block,
        head,
        ...(hash !== undefined && { hash }),
      })
      if (block >= head) await sleep(pollMs, undefined, { signal })
      else await advance(block, Math.min(block + batchSize, head))
    }
  }

  const advance = async (block: number, to: number) => {
    const found = chained(await readBlocks(rpc, block + 1, to, signal), await writer.hashOf(block))
    const tokens = [
      ...new Set(
        found.flatMap(({ transactions }) =>
          transactions.flatMap(({ transfers, nfts }) =>
            [...transfers, ...nfts].map(({ token }) => token),
          ),
        ),
      ),
    ]
    const unknown = await unknownTokens(
      store.database,
      chain.id,
      tokens.filter(token => token !== 'native'),
    )
    const facts = await askTokenFacts(rpc, unknown, signal)
    await keepTokens(
      store.database,
      unknown.map((address, index) => ({
        chain: chain.id,
        address,
        ...(facts[index] ?? { name: null, symbol: null, decimals: null }),
      })),
    )
    const last = found.at(-1)
    if (last && (await writer.append(block, found))) show({ block: last.number, hash: last.hash })
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

async function begin(
  writer: IndexWriter,
  { startBlock }: ChainConfiguration,
  rpc: Rpc,
  signal: AbortSignal,
): Promise<void> {
  if (await writer.checkpoint()) return
  await writer.begin(
    startBlock === 'latest'
      ? (await rpc.call('eth_blockNumber', [], smallQuantity, signal)) + 1
      : startBlock,
  )
}

/**
 * As many blocks as follow upon each other and upon what is in: the chain may have changed between
 * two answers.
 */
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
 * The last block that is in and still belongs to the chain. Where none of the kept ones does, the
 * chain was changed deeper than it is followed: everything is indexed anew from its start.
 */
async function commonBlock(
  writer: IndexWriter,
  rpc: Rpc,
  {
    block,
    start,
    head,
    signal,
  }: {
    readonly block: number
    readonly start: number
    readonly head: number
    readonly signal: AbortSignal
  },
): Promise<number> {
  const lowest = await writer.lowestKept()
  if (lowest === undefined) return block
  for (let number = block; number >= lowest; number--) {
    if (
      number <= head &&
      (await hashOnChain(rpc, number, signal)) === (await writer.hashOf(number))
    )
      return number
  }
  return start - 1
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
