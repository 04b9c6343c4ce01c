import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres } from '../../../examples/acceptance/scripts/find-postgres.mjs'
import { type Postgres, startPostgres } from './postgres.js'

export interface Databases {
  readonly kind: 'sqlite' | 'postgres'
  /** The url of a new, empty database. */
  create(): Promise<string>
  /** Cuts every connection, where there are any. */
  cut(): Promise<void>
}

/**
 * Runs a suite of tests on SQLite and on PostgreSQL. Where there is no server of it, what is left
 * out says so in its title.
 */
export function onBothDatabases(title: string, suite: (databases: Databases) => void): void {
  describe(`${title}, on SQLite`, () => {
    const folders: string[] = []
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
    suite({
      kind: 'sqlite',
      async create() {
        const folder = mkdtempSync(join(tmpdir(), 'portico-sqlite-'))
        folders.push(folder)
        return `file:${join(folder, 'backend.db')}`
      },
      cut: async () => undefined,
    })
  })

  const bin = findPostgres()
  const missing = bin
    ? ''
    : ' (not run: no PostgreSQL server is installed here; apt-get install postgresql, or PORTICO_POSTGRES=folder of its programs)'
  describe.skipIf(!bin)(`${title}, on PostgreSQL${missing}`, () => {
    let server: Postgres | undefined
    beforeAll(async () => {
      server = await startPostgres(bin ?? '')
    }, 60_000)
    afterAll(async () => {
      if (server) await server.stop() // not there when it could not start
    }, 60_000)
    suite({
      kind: 'postgres',
      create: async () => server?.create() ?? '',
      cut: async () => server?.cut(),
    })
  })
}
