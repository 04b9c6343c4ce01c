import type { ChainConfiguration } from '../configuration.js'
import type { IndexedBlock } from './evm-blocks.js'
import type { Followed, IndexWriter } from './index-writer.js'

/** What an indexer keeps of a chain, and what it does beside reading new blocks. */
export interface IndexScope {
  readonly name: 'accounts' | 'chain'
  readonly followed: Followed
  /** The first block of a new index. */
  firstBlock(head: number): number
  /**
   * Prepares for the blocks after `block`. Returns true when it skipped some that are too many to
   * be read one by one: they are back-filled.
   */
  prepare(block: number, head: number): Promise<boolean>
  /** Fills gaps for a moment. Returns false when there are none. */
  fillGaps(): Promise<boolean>
  /** The blocks with the transactions that are kept. */
  only(blocks: readonly IndexedBlock[]): readonly IndexedBlock[]
  /** Begins anew after a reorg that is deeper than the index follows. */
  restart(start: number, head: number): Promise<void>
}

/** Keeps every transaction from the start block on. */
export function wholeChain(
  writer: IndexWriter,
  { startBlock }: Pick<ChainConfiguration, 'startBlock'>,
): IndexScope {
  return {
    name: 'chain',
    followed: undefined,
    firstBlock: head => (startBlock === 'latest' ? head + 1 : startBlock),
    prepare: async () => false,
    fillGaps: async () => false,
    only: blocks => blocks,
    restart: start => writer.truncate(start - 1),
  }
}
