import type { Kysely, Migration } from 'kysely'

/** Prices as they were. `asset` is a CAIP-10 id in the form in which ids are compared. */
interface PriceSamples {
  asset: string
  currency: string
  /** Seconds since 1970. */
  time: number
  /** Exact decimal text. */
  price: string
}

export interface PriceTables {
  price_samples: PriceSamples
}

/** Released before modules had names of their own, like every name without a slash. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0007-price-samples': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('price_samples')
        .addColumn('asset', 'text', column => column.notNull())
        .addColumn('currency', 'text', column => column.notNull())
        .addColumn('time', 'bigint', column => column.notNull())
        .addColumn('price', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('price_samples_key', ['asset', 'currency', 'time'])
        .execute()
      await database.schema
        .createIndex('price_samples_time')
        .on('price_samples')
        .column('time')
        .execute()
    },
  },
}
