import { spawnSync } from 'node:child_process'
import { findPostgres } from './find-postgres.mjs'
import { installFromDebian } from './programs.mjs'

const isHere = () => findPostgres() !== undefined

/**
 * Brings Debian's package of a PostgreSQL server where there is none and we are root. The tests of
 * the backend say themselves what they left out without it.
 */
export async function postgres() {
  if (!isHere()) await installFromDebian('PostgreSQL', ['postgresql'])
}

/**
 * Installs Debian's package of a Redis server where there is none and we are root. Tests that need
 * Redis are skipped without it.
 */
export async function redis() {
  const { status } = spawnSync('redis-server', ['--version'])
  if (status !== 0) await installFromDebian('Redis', ['redis-server'])
}

/** What a run says that skipped the tests on PostgreSQL. Undefined where it is here. */
export const skippedPostgres = () =>
  isHere()
    ? undefined
    : 'The tests of the backend on PostgreSQL were skipped: no PostgreSQL server is installed here (install the package postgresql, or set PORTICO_POSTGRES to the folder of its programs)'
