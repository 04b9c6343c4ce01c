import type { Kysely } from 'kysely'
import type { AnalyticsTables } from '../src/modules/analytics/tables.js'
import { builtinModules } from '../src/modules/builtin.js'
import type { LoginTables } from '../src/modules/login/tables.js'
import type { PriceTables } from '../src/modules/prices/tables.js'
import { migrationsOf } from '../src/modules/set-up.js'
import type { SignInTables } from '../src/modules/sign-in/tables.js'
import type { BaseTables } from '../src/store/base-tables.js'
import { openStore, type Store } from '../src/store/open-store.js'
import type { Tables } from '../src/store/schema.js'

type AllTables = Tables & BaseTables & AnalyticsTables & PriceTables & SignInTables & LoginTables
export type TestStore = Omit<Store, 'database'> & { readonly database: Kysely<AllTables> }

/** Opens a database with the tables of every module of this package. */
export const openTestStore = async (url: string): Promise<TestStore> => {
  const store = await openStore(url, { migrations: migrationsOf(builtinModules) })
  return { ...store, database: store.database as unknown as Kysely<AllTables> }
}
