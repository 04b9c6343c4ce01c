import type { Kysely, Migration } from 'kysely'

/** Nonces that were given out. Times are milliseconds since 1970. */
interface Nonces {
  nonce: string
  issued: number
  /** When it was used, or null while it waits. */
  used: number | null
}

/** Who is signed in. */
interface SignIns {
  /** The digest of a cookie. */
  browser: string
  address: string
  network: string
  issued: number
  expires: number
}

export interface SignInTables {
  nonces: Nonces
  sign_ins: SignIns
}

/** Released before modules had names of their own, like every name without a slash. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0003-sign-in': {
    async up(database: Kysely<unknown>) {
      const { schema } = database
      await schema
        .createTable('nonces')
        .addColumn('nonce', 'text', column => column.primaryKey())
        .addColumn('issued', 'bigint', column => column.notNull())
        .addColumn('used', 'bigint')
        .execute()
      await schema.createIndex('nonces_issued').on('nonces').column('issued').execute()
      await schema
        .createTable('sign_ins')
        .addColumn('browser', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('network', 'text', column => column.notNull())
        .addColumn('issued', 'bigint', column => column.notNull())
        .addColumn('expires', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('sign_ins_key', ['browser', 'address', 'network'])
        .execute()
      await schema.createIndex('sign_ins_expires').on('sign_ins').column('expires').execute()
    },
  },
}
