import type { Kysely, Migration } from 'kysely'

/** Tables of the base itself: jobs and rate limits. */
export const baseMigrations: Readonly<Record<string, Migration>> = {
  'base/0001': {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('jobs')
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('key', 'text', column => column.notNull())
        .addColumn('payload', 'text', column => column.notNull())
        .addColumn('due', 'bigint', column => column.notNull())
        .addColumn('attempts', 'bigint', column => column.notNull())
        .addUniqueConstraint('jobs_key', ['name', 'key'])
        .execute()
      await schema.createIndex('jobs_due').on('jobs').column('due').execute()
      await schema
        .createTable('rate_limits')
        .addColumn('key', 'varchar(255)', column => column.primaryKey())
        .addColumn('points', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('expire', 'bigint')
        .execute()
      await schema.createIndex('rate_limits_expire').on('rate_limits').column('expire').execute()
    },
  },
}
