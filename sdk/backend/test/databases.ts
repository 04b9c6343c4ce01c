import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type Postgres, startPostgres } from './postgres.js'

export interface Databases {
  readonly kind: 'sqlite' | 'postgres'
  /** The url of a new, empty database. */
  create(): Promise<string>
}

/** Runs a suite of tests on SQLite and on PostgreSQL. Where there is no server of it, what is left out says so in its title. */
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
    })
  })

  const bin = findPostgres()
  const missing = bin ? '' : ' (not run: no PostgreSQL server is installed here; apt-get install postgresql, or PORTICO_POSTGRES=folder of its programs)'
  describe.skipIf(!bin)(`${title}, on PostgreSQL${missing}`, () => {
    let server: Postgres
    beforeAll(async () => {
      server = await startPostgres(bin ?? '')
    })
    afterAll(() => server.stop())
    suite({ kind: 'postgres', create: () => server.create() })
  })
}
