import type { Kysely, Migration } from 'kysely'
import type { Registry } from 'prom-client'
import type * as v from 'valibot'
import type { Chains } from '../chains/open-chains.js'
import type { Configuration, OptionsPart } from '../configuration.js'
import type { AccountRequests } from '../history/followed-accounts.js'
import type { Job, Jobs } from '../jobs/job.js'
import type { Log } from '../log.js'
import type { Route } from '../server/route.js'
import type { CreateCache } from '../shared/cache.js'
import type { CreateRateLimit } from '../shared/limits.js'

/**
 * A feature of the backend: options, tables, routes, jobs and metrics in one folder.
 *
 * The base knows no module by its name; `startBackend` sets modules up in their order.
 */
export interface Module<Entries extends v.ObjectEntries = v.ObjectEntries> extends OptionsPart {
  readonly name: string
  /** Entries added to the configuration, each with a default or optional. */
  readonly options?: Entries
  check?(options: Options<Entries>, chains: Configuration['chains']): string | undefined
  /** Changes of tables by name, such as `guestbook/0001`; never edited once released. */
  readonly migrations?: Readonly<Record<string, Migration>>
  setup(base: Base<Entries>): ModuleParts
}

export type Options<Entries extends v.ObjectEntries> = v.InferOutput<
  v.StrictObjectSchema<Entries, undefined>
>

export interface ModuleParts {
  readonly routes?: readonly Route[]
  readonly jobs?: readonly Job[]
}

/** What the base offers to a module. */
export interface Base<Entries extends v.ObjectEntries = v.ObjectEntries> {
  /** The base's own options and this module's. */
  readonly options: Configuration & Options<Entries>
  readonly chains: Chains
  /** Notes accounts that the index then follows. */
  readonly accounts: Pick<AccountRequests, 'request' | 'signIn'>
  readonly log: Log
  /** Sends jobs; a job runs in a process with the role `worker`. */
  readonly jobs: Pick<Jobs, 'send'>
  /** Where metrics are registered. Prometheus reads them at `/metrics`. */
  readonly metrics: Registry
  /** Creates a cache, in Redis where it is configured. */
  readonly cache: CreateCache
  /** Creates a rate limit that all processes share. Names begin with that of the module. */
  readonly limit: CreateRateLimit
  /** The query builder over this module's tables. */
  database<Tables>(): Kysely<Tables>
  provide<Value>(service: Service<Value>, value: Value): void
  /** What an earlier module provided; undefined without such a module. */
  use<Value>(service: Service<Value>): Value | undefined
}

/** A value that one module offers to the ones after it. */
export interface Service<Value> {
  readonly name: string
  readonly Value?: Value
}

export const defineService = <Value>(name: string): Service<Value> => ({ name })

/** Types a module by its options. */
export const defineModule = <const Entries extends v.ObjectEntries = Record<never, never>>(
  module: Module<Entries>,
): Module<Entries> => module
