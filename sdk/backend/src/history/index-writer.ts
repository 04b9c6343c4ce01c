import type { Kysely, Transaction } from 'kysely'
import { ensureMonths, partitionedTables } from '../store/partitions.js'
import type { Tables } from '../store/schema.js'
import type { IndexedBlock, IndexedTransaction } from './evm-blocks.js'

/**
 * How many blocks are kept by their hash: a reorganisation of at most so many is followed block by
 * block.
 */
export const reorganisationDepth = 128
/** Rows of one statement: both databases bound the number of values. */
const rowsAtOnce = 500
/**
 * NFTs that are sent to more accounts at once than this are spam, and no part of the sender's
 * activity.
 */
const mostGivenTo = 20
const isMass = ({ nfts }: IndexedTransaction): boolean =>
  new Set(nfts.map(({ recipient }) => recipient)).size > mostGivenTo
const zeroAddress = `0x${'0'.repeat(40)}`

export interface Checkpoint {
  /** The last block that is in. */
  readonly block: number
  readonly start: number
  readonly scope: Tables['checkpoints']['scope']
}
/** Undefined: every account. */
export type Followed = ReadonlySet<string> | undefined

/**
 * What stands in the database of one chain. Everything that belongs together is written together:
 * killed at any moment, it is whole.
 */
export interface IndexWriter {
  checkpoint(): Promise<Checkpoint | undefined>
  begin(start: number, scope: Tables['checkpoints']['scope']): Promise<void>
  /** The hash of a block that is in, among the last ones. */
  hashOf(number: number): Promise<string | undefined>
  /** The lowest block whose hash is kept. */
  lowestKept(): Promise<number | undefined>
  /**
   * Appends blocks after `from`. False, and nothing is written, where another server was faster.
   */
  append(from: number, blocks: readonly IndexedBlock[], followed?: Followed): Promise<boolean>
  /** Moves the checkpoint without indexing the blocks between; their hashes are not known. */
  skipTo(from: number, to: number): Promise<void>
  /** Takes every block above this one out again. */
  truncate(to: number): Promise<void>
}

export function createIndexWriter(database: Kysely<Tables>, chain: string): IndexWriter {
  return {
    async checkpoint() {
      return database
        .selectFrom('checkpoints')
        .select(['block', 'start', 'scope'])
        .where('chain', '=', chain)
        .executeTakeFirst()
    },

    async begin(start, scope) {
      const begun = { start, block: start - 1, scope }
      await database
        .insertInto('checkpoints')
        .values({ chain, ...begun })
        .onConflict(conflict => conflict.column('chain').doUpdateSet(begun))
        .execute()
    },

    async skipTo(from, to) {
      await database.transaction().execute(async transaction => {
        await transaction
          .updateTable('checkpoints')
          .set({ block: to })
          .where('chain', '=', chain)
          .where('block', '=', from)
          .execute()
        await transaction.deleteFrom('blocks').where('chain', '=', chain).execute()
      })
    },

    async hashOf(number) {
      const found = await database
        .selectFrom('blocks')
        .select('hash')
        .where('chain', '=', chain)
        .where('number', '=', number)
        .executeTakeFirst()
      return found?.hash
    },

    async lowestKept() {
      const found = await database
        .selectFrom('blocks')
        .select('number')
        .where('chain', '=', chain)
        .orderBy('number')
        .executeTakeFirst()
      return found?.number
    },

    async append(from, blocks, followed) {
      const last = blocks.at(-1)
      if (!last) return true
      await ensureMonths(
        database,
        blocks.map(({ time }) => time),
      )
      return database.transaction().execute(async transaction => {
        const moved = await transaction
          .updateTable('checkpoints')
          .set({ block: last.number })
          .where('chain', '=', chain)
          .where('block', '=', from)
          .executeTakeFirst()
        if (moved.numUpdatedRows !== 1n) return false
        await insertBlocks(transaction, chain, blocks)
        await insertTransactions(transaction, chain, blocks, followed)
        await transaction
          .deleteFrom('blocks')
          .where('chain', '=', chain)
          .where('number', '<=', last.number - reorganisationDepth)
          .execute()
        return true
      })
    },

    async truncate(to) {
      await database.transaction().execute(async transaction => {
        for (const table of partitionedTables) {
          await transaction
            .deleteFrom(table)
            .where('chain', '=', chain)
            .where('block', '>', to)
            .execute()
        }
        await transaction
          .deleteFrom('blocks')
          .where('chain', '=', chain)
          .where('number', '>', to)
          .execute()
        await transaction
          .updateTable('checkpoints')
          .set({ block: to })
          .where('chain', '=', chain)
          .where('block', '>', to)
          .execute()
      })
    },
  }
}

async function insertBlocks(
  transaction: Transaction<Tables>,
  chain: string,
  blocks: readonly IndexedBlock[],
): Promise<void> {
  await inParts(blocks, part =>
    transaction
      .insertInto('blocks')
      .values(part.map(({ number, hash }) => ({ chain, number, hash })))
      .execute(),
  )
}

/**
 * Inserts what these blocks hold of the followed accounts. Rows that are already there stay: a
 * transaction may have been found for another account before.
 */
export async function insertTransactions(
  transaction: Transaction<Tables>,
  chain: string,
  blocks: readonly IndexedBlock[],
  followed: Followed,
): Promise<void> {
  const rows = rowsOf(chain, blocks, followed)
  await inParts(rows.transactions, part =>
    transaction
      .insertInto('transactions')
      .values(part)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  await inParts(rows.transfers, part =>
    transaction
      .insertInto('transfers')
      .values(part)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  await inParts(rows.nftMoves, part =>
    transaction
      .insertInto('nft_moves')
      .values(part)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  await inParts(rows.participants, part =>
    transaction
      .insertInto('participants')
      .values(part)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
}

function rowsOf(chain: string, blocks: readonly IndexedBlock[], followed: Followed) {
  const isFollowed = (address: string | null) => !followed || (!!address && followed.has(address))
  const concerns = ({ sender, recipient }: { sender: string; recipient: string | null }) =>
    isFollowed(sender) || isFollowed(recipient)
  const all = blocks.flatMap(block =>
    block.transactions.flatMap(one => {
      const participants = participantsOf(one).filter(isFollowed)
      const isKept = !followed || participants.length > 0 || one.nfts.some(concerns)
      return isKept ? [{ block, one, participants }] : []
    }),
  )
  return {
    transactions: all.map(({ block, one }) => ({
      chain,
      hash: one.hash,
      block: block.number,
      place: one.place,
      time: block.time,
      sender: one.sender,
      recipient: one.recipient,
      nonce: one.nonce,
      status: one.isConfirmed ? ('confirmed' as const) : ('failed' as const),
      selector: one.selector,
      payee: one.payee,
    })),
    transfers: all.flatMap(({ block, one }) =>
      one.transfers.filter(concerns).map(transfer => ({
        chain,
        hash: one.hash,
        block: block.number,
        time: block.time,
        ...transfer,
        amount: String(transfer.amount),
      })),
    ),
    nftMoves: all.flatMap(({ block, one }) => {
      const mass = isMass(one) ? 1 : 0
      return one.nfts.filter(concerns).map(({ tokenId, amount, ...nft }) => ({
        chain,
        hash: one.hash,
        block: block.number,
        time: block.time,
        token_id: tokenId,
        amount: String(amount),
        mass,
        ...nft,
      }))
    }),
    participants: all.flatMap(({ block, one, participants }) =>
      participants.map(address => ({
        address,
        time: block.time,
        chain,
        block: block.number,
        place: one.place,
        hash: one.hash,
      })),
    ),
  }
}

/** The accounts that find this transaction in their history. */
export function participantsOf(one: IndexedTransaction): readonly string[] {
  const moves = isMass(one) ? one.transfers : [...one.transfers, ...one.nfts]
  const all = new Set([
    one.sender,
    one.recipient,
    ...moves.flatMap(({ sender, recipient }) => [sender, recipient]),
  ])
  return [...all].flatMap(address => (address && address !== zeroAddress ? [address] : []))
}

async function inParts<Row>(
  rows: readonly Row[],
  write: (part: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await write(rows.slice(at, at + rowsAtOnce))
}

/** Contracts of this chain that moved something and whose names are not known yet. */
export async function unknownTokens(
  database: Kysely<Tables>,
  chain: string,
  candidates: readonly string[],
): Promise<readonly string[]> {
  const unknown = new Set(candidates)
  await inParts(candidates, async part => {
    const known = await database
      .selectFrom('tokens')
      .select('address')
      .where('chain', '=', chain)
      .where('address', 'in', part)
      .execute()
    for (const { address } of known) unknown.delete(address)
  })
  return [...unknown]
}

export async function keepTokens(
  database: Kysely<Tables>,
  rows: readonly Tables['tokens'][],
): Promise<void> {
  await inParts(rows, part =>
    database
      .insertInto('tokens')
      .values(part)
      .onConflict(conflict => conflict.columns(['chain', 'address']).doNothing())
      .execute(),
  )
}
