import type { Kysely, Migration } from 'kysely'
import type { Configuration } from '../configuration.js'
import { BackendError } from '../errors.js'
import type { Job } from '../jobs/job.js'
import type { Route } from '../server/route.js'
import type { Base, Module } from './module.js'

/**
 * Merges the migrations of all modules.
 *
 * @throws BackendError BAD_MODULE when two modules use one name
 */
export function migrationsOf(modules: readonly Module[]): Readonly<Record<string, Migration>> {
  const found = modules.flatMap(({ migrations = {} }) => Object.entries(migrations))
  refuseTwice(
    'name',
    modules.map(({ name }) => name),
  )
  refuseTwice(
    'migration',
    found.map(([name]) => name),
  )
  return Object.fromEntries(found)
}

interface Surroundings extends Omit<Base, 'options' | 'database' | 'provide' | 'use'> {
  readonly configuration: Configuration & Readonly<Record<string, unknown>>
  readonly database: unknown
}

/**
 * Sets up each module in its order, and collects routes and jobs.
 *
 * @throws BackendError BAD_MODULE when two modules use one route, job or service name
 */
export function setUpModules(
  modules: readonly Module[],
  { configuration, database, ...shared }: Surroundings,
): { readonly routes: readonly Route[]; readonly jobs: readonly Job[] } {
  const services = new Map<string, unknown>()
  const base: Base = {
    ...shared,
    options: configuration,
    database: <Tables>() => database as Kysely<Tables>,
    provide(service, value) {
      refuseTwice('service', [...services.keys(), service.name])
      services.set(service.name, value)
    },
    use: <Value>({ name }: { readonly name: string }) => services.get(name) as Value | undefined,
  }
  const parts = modules.map(module => module.setup(base))
  const routes = parts.flatMap(({ routes = [] }) => routes)
  const jobs = parts.flatMap(({ jobs = [] }) => jobs)
  refuseTwice(
    'route',
    routes.map(({ method, path }) => `${method} ${path}`),
  )
  refuseTwice(
    'job',
    jobs.map(({ name }) => name),
  )
  return { routes, jobs }
}

function refuseTwice(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new BackendError('BAD_MODULE', `Two modules have the ${kind} "${twice}".`)
}
