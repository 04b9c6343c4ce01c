import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const debian = '/usr/lib/postgresql'

/**
 * Where the programs of a PostgreSQL server are: PORTICO_POSTGRES, Debian's folder of the newest
 * version, or undefined.
 *
 * @returns {string | undefined}
 */
export function findPostgres() {
  if (process.env.PORTICO_POSTGRES) return process.env.PORTICO_POSTGRES
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(debian, version, 'bin'))
    .find(folder => existsSync(join(folder, 'initdb')))
}
