import { type Kysely, type Migration, sql } from 'kysely'
import { createMonth, isPostgresDatabase, monthOf, partitionedTables } from './partitions.js'

/**
 * Every change of the tables, in its order, for SQLite and PostgreSQL alike. What was released is
 * never changed: a change is a new entry.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-history': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema
        .createTable('transactions')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addColumn('block', 'bigint', column => column.notNull())
        .addColumn('place', 'bigint', column => column.notNull())
        .addColumn('time', 'bigint', column => column.notNull())
        .addColumn('sender', 'text', column => column.notNull())
        .addColumn('recipient', 'text')
        .addColumn('nonce', 'bigint', column => column.notNull())
        .addColumn('status', 'text', column => column.notNull())
        .addColumn('selector', 'text')
        .addPrimaryKeyConstraint('transactions_key', ['chain', 'hash'])
        .execute()
      await schema
        .createTable('transfers')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addColumn('place', 'bigint', column => column.notNull())
        .addColumn('block', 'bigint', column => column.notNull())
        .addColumn('token', 'text', column => column.notNull())
        .addColumn('sender', 'text', column => column.notNull())
        .addColumn('recipient', 'text', column => column.notNull())
        .addColumn('amount', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('transfers_key', ['chain', 'hash', 'place'])
        .execute()
      await schema
        .createTable('participants')
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('time', 'bigint', column => column.notNull())
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('block', 'bigint', column => column.notNull())
        .addColumn('place', 'bigint', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('participants_key', ['address', 'time', 'chain', 'block', 'place'])
        .execute()
      for (const table of ['transactions', 'transfers', 'participants']) {
        await schema.createIndex(`${table}_block`).on(table).columns(['chain', 'block']).execute()
      }
      await schema
        .createTable('tokens')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('name', 'text')
        .addColumn('symbol', 'text')
        .addColumn('decimals', 'bigint')
        .addPrimaryKeyConstraint('tokens_key', ['chain', 'address'])
        .execute()
      await schema
        .createTable('blocks')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('number', 'bigint', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('blocks_key', ['chain', 'number'])
        .execute()
      await schema
        .createTable('checkpoints')
        .addColumn('chain', 'text', column => column.primaryKey())
        .addColumn('block', 'bigint', column => column.notNull())
        .addColumn('start', 'bigint', column => column.notNull())
        .execute()
    },
  },
  '0004-nfts': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema
        .createTable('nft_moves')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addColumn('place', 'bigint', column => column.notNull())
        .addColumn('block', 'bigint', column => column.notNull())
        .addColumn('token', 'text', column => column.notNull())
        .addColumn('standard', 'text', column => column.notNull())
        .addColumn('token_id', 'text', column => column.notNull())
        .addColumn('sender', 'text', column => column.notNull())
        .addColumn('recipient', 'text', column => column.notNull())
        .addColumn('amount', 'text', column => column.notNull())
        .addColumn('mass', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('nft_moves_key', ['chain', 'hash', 'place'])
        .execute()
      await schema
        .createIndex('nft_moves_block')
        .on('nft_moves')
        .columns(['chain', 'block'])
        .execute()
      await schema
        .createIndex('nft_moves_received')
        .on('nft_moves')
        .columns(['chain', 'recipient', 'block', 'place'])
        .execute()
      await schema
        .createIndex('nft_moves_item')
        .on('nft_moves')
        .columns(['chain', 'recipient', 'token', 'token_id'])
        .execute()
      await schema
        .createTable('nft_documents')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('token', 'text', column => column.notNull())
        .addColumn('token_id', 'text', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull())
        .addColumn('facts', 'text')
        .addColumn('fetched', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('nft_documents_key', ['chain', 'token', 'token_id'])
        .execute()
      await schema
        .createIndex('nft_documents_fetched')
        .on('nft_documents')
        .column('fetched')
        .execute()
    },
  },
  '0005-nft-order': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema.dropIndex('nft_moves_item').execute()
      await schema
        .createIndex('nft_moves_item')
        .on('nft_moves')
        .columns(['chain', 'recipient', 'token', 'token_id', 'block', 'place'])
        .execute()
    },
  },
  '0006-payee': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('transactions').addColumn('payee', 'text').execute()
    },
  },
  '0008-followed-accounts': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema
        .alterTable('checkpoints')
        .addColumn('scope', 'text', column => column.notNull().defaultTo('chain'))
        .execute()
      await schema
        .createTable('followed_accounts')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('requested', 'bigint', column => column.notNull())
        .addColumn('signed_in', 'bigint', column => column.notNull())
        .addColumn('since', 'bigint')
        .addPrimaryKeyConstraint('followed_accounts_key', ['chain', 'address'])
        .execute()
      await schema
        .createIndex('followed_accounts_requested')
        .on('followed_accounts')
        .columns(['chain', 'signed_in', 'requested'])
        .execute()
      await schema
        .createIndex('followed_accounts_since')
        .on('followed_accounts')
        .columns(['chain', 'since'])
        .execute()
      await schema
        .createTable('index_gaps')
        .addColumn('chain', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('low', 'bigint', column => column.notNull())
        .addColumn('high', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('index_gaps_key', ['chain', 'address', 'low'])
        .execute()
      await schema
        .createIndex('index_gaps_high')
        .on('index_gaps')
        .columns(['chain', 'high'])
        .execute()
    },
  },
  '0009-months': {
    async up(database: Kysely<unknown>) {
      for (const table of ['transfers', 'nft_moves']) {
        await database.schema
          .alterTable(table)
          .addColumn('time', 'bigint', column => column.notNull().defaultTo(0))
          .execute()
        await sql`update ${sql.table(table)} set time = coalesce((select t.time from transactions t
          where t.chain = ${sql.table(table)}.chain and t.hash = ${sql.table(table)}.hash), 0)`.execute(
          database,
        )
      }
      if (isPostgresDatabase(database)) await partition(database)
    },
  },
}

/** Replaces the tables by ones that consist of a part per month. */
async function partition(database: Kysely<unknown>): Promise<void> {
  const keys = {
    transactions: 'chain, hash, time',
    transfers: 'chain, hash, place, time',
    nft_moves: 'chain, hash, place, time',
    participants: 'address, time, chain, block, place',
  }
  const indexes = {
    transactions_block: 'transactions (chain, block)',
    transfers_block: 'transfers (chain, block)',
    participants_block: 'participants (chain, block)',
    nft_moves_block: 'nft_moves (chain, block)',
    nft_moves_received: 'nft_moves (chain, recipient, block, place)',
    nft_moves_item: 'nft_moves (chain, recipient, token, token_id, block, place)',
  }
  const run = (text: string) => sql.raw(text).execute(database)
  for (const name of Object.keys(indexes)) await run(`drop index ${name}`)
  for (const table of partitionedTables) {
    await run(`alter table ${table} drop constraint ${table}_key`)
    await run(`alter table ${table} rename to ${table}_old`)
    await run(`create table ${table} (like ${table}_old) partition by range (time)`)
  }
  const { rows } = await sql<{ readonly time: number }>`
    select distinct extract(epoch from date_trunc('month', to_timestamp(time) at time zone 'UTC'))::bigint as time
    from (select time from transactions_old union select time from transfers_old
      union select time from nft_moves_old union select time from participants_old) as times`.execute(
    database,
  )
  for (const { time } of rows)
    for (const table of partitionedTables) await createMonth(database, table, monthOf(Number(time)))
  for (const table of partitionedTables) {
    await run(`insert into ${table} select * from ${table}_old`)
    await run(`drop table ${table}_old`)
    await run(`alter table ${table} add constraint ${table}_key primary key (${keys[table]})`)
  }
  for (const [name, columns] of Object.entries(indexes))
    await run(`create index ${name} on ${columns}`)
}
