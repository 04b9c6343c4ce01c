import type { Kysely, Migration } from 'kysely'

/** Events of the analytics sink. */
interface Events {
  id: string
  received: number
  happened: number
  domain: string
  url: string
  event: string
  project: string | null
  address: string | null
  properties: string
}

export interface AnalyticsTables {
  events: Events
}

/** Released before modules had names of their own, like every name without a slash. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0002-events': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema
        .createTable('events')
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('received', 'bigint', column => column.notNull())
        .addColumn('happened', 'bigint', column => column.notNull())
        .addColumn('domain', 'text', column => column.notNull())
        .addColumn('url', 'text', column => column.notNull())
        .addColumn('event', 'text', column => column.notNull())
        .addColumn('project', 'text')
        .addColumn('address', 'text')
        .addColumn('properties', 'text', column => column.notNull())
        .execute()
      await schema.createIndex('events_received').on('events').column('received').execute()
    },
  },
}
