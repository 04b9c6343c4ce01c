import type { Kysely } from 'kysely'
import type { Rpc } from '../chains/json-rpc.js'
import type { ChainConfiguration } from '../configuration.js'
import { BackendError } from '../errors.js'
import type { Log } from '../log.js'
import type { Tables } from '../store/schema.js'
import { blockAt, createRangeReader } from './account-ranges.js'
import type { ChainClock } from './chain-clock.js'
import { type GapPiece, openFollowedAccounts } from './followed-accounts.js'
import type { IndexScope } from './index-scope.js'
import { type IndexWriter, participantsOf } from './index-writer.js'
import { createPieceSize } from './piece-size.js'
import { learnTokens } from './token-names.js'

/** Blocks that are read one by one after a break. More are back-filled. */
const mostBlocksBehind = 300
/** A new index begins this far below the head, so that a reorg of these blocks is noticed. */
const settledDepth = 32
const [firstRange, mostRange] = [100, 50_000]
const [firstAccounts, mostAccounts] = [500, 500]
const dayMs = 86_400_000
/** Days without a request after which an account is not followed any more. */
const requestedDays = 30
/** Accounts of one chain that are followed without having signed in. */
const mostRequested = 20_000
/** Milliseconds: how long gaps are filled before new blocks are read, and between expirations. */
const [fillMs, expireEveryMs, floorForMs] = [500, 600_000, 3_600_000]
/** One block of one account that is refused more often is left out. */
const [mostRefusals, longestPauseMs] = [8, 60_000]
const firstBlock = (head: number): number => Math.max(0, head - settledDepth + 1)

export async function followAccounts({
  database,
  writer,
  chain,
  rpc,
  clock,
  log,
  signal,
}: {
  readonly database: Kysely<Tables>
  readonly writer: IndexWriter
  readonly chain: ChainConfiguration
  readonly rpc: Rpc
  readonly clock: ChainClock
  readonly log: Log
  readonly signal: AbortSignal
}): Promise<IndexScope> {
  const followed = openFollowedAccounts(database, chain.id)
  const ranges = createRangeReader(rpc)
  const [blocks, accounts] = [
    createPieceSize(firstRange, mostRange),
    createPieceSize(firstAccounts, mostAccounts),
  ]
  let expiredAt = Number.NEGATIVE_INFINITY
  let floor: { readonly block: number; readonly at: number } | undefined
  let failures = 0
  let fillAfter = Number.NEGATIVE_INFINITY
  await followed.load()

  const expire = async () => {
    const nowMs = clock.nowMs()
    if (nowMs === undefined || performance.now() - expiredAt < expireEveryMs) return
    expiredAt = performance.now()
    await followed.expire(nowMs - requestedDays * dayMs, mostRequested)
  }

  /** The oldest block that is kept. */
  const floorAt = async (head: number): Promise<number> => {
    if (!floor || performance.now() - floor.at > floorForMs) {
      const oldest = Math.floor(((clock.nowMs() ?? 0) - chain.keepDays * dayMs) / 1_000)
      floor = { block: await blockAt(rpc, oldest, head, signal), at: performance.now() }
    }
    return chain.startBlock === 'latest' ? floor.block : Math.max(floor.block, chain.startBlock)
  }

  /** Returns false when there is nothing to fill now. */
  const fillPiece = async (): Promise<boolean> => {
    if (performance.now() < fillAfter) return false
    const piece = await followed.nextPiece(blocks.value, accounts.value)
    if (!piece) return false
    try {
      const found = await ranges.read(piece.from, piece.to, piece.accounts, signal)
      await learnTokens(database, chain.id, rpc, only(found), signal)
      await followed.fill(piece, found)
      failures = 0
      blocks.grow()
      accounts.grow()
    } catch (error) {
      if (signal.aborted || !(error instanceof BackendError)) throw error
      await retreat(piece, error)
    }
    return true
  }

  /** Fewer blocks first, then fewer accounts, then pauses: each may be what the node refuses. */
  const retreat = async (piece: GapPiece, error: BackendError) => {
    const { from, to } = piece
    log.warn('back-fill', { chain: chain.id, reason: error.code, blocks: to - from + 1, failures })
    const isUnreachable = error.code === 'NODE_UNREACHABLE'
    if (from < to) blocks.shrink()
    else if (piece.accounts.length > 1) accounts.shrink()
    else if (!isUnreachable && failures >= mostRefusals) return followed.fill(piece, [])
    if (from < to && !isUnreachable) return
    failures++
    fillAfter = performance.now() + Math.min(250 * 2 ** failures, longestPauseMs)
  }

  const only: IndexScope['only'] = all =>
    all.map(block => ({
      ...block,
      transactions: block.transactions.filter(one =>
        participantsOf(one).some(address => followed.current.has(address)),
      ),
    }))

  return {
    name: 'accounts',
    followed: followed.current,
    firstBlock,

    async prepare(block, head) {
      await expire()
      await followed.adopt(block, () => floorAt(block))
      if (head - block <= mostBlocksBehind) return false
      const to = head - settledDepth
      await followed.leaveOut(block + 1, to)
      await writer.skipTo(block, to)
      return true
    },

    async fillGaps() {
      const endsAt = performance.now() + fillMs
      while (await fillPiece()) {
        signal.throwIfAborted()
        if (performance.now() > endsAt) return true
        await new Promise(resolve => setImmediate(resolve))
      }
      return false
    },

    only,

    async restart(_start, head) {
      const first = firstBlock(head)
      floor = undefined
      await writer.truncate(-1)
      await writer.begin(first, 'accounts')
      await followed.leaveOut(await floorAt(head), first - 1)
    },
  }
}
