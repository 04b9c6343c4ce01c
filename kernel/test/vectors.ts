/** Public conformance data. It stays where it is: PORTICO_VECTORS, or the folder beside the repository. Without it, tests skip: `describe.skipIf(!hasVectors)`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Put together here: in tests with a page the bundler would make an address of it.
const folder = process.env.PORTICO_VECTORS ?? join(fileURLToPath(import.meta.url), '../../../../shared/vectors')

export const hasVectors: boolean = existsSync(folder)

export interface Vectors<Case> {
  readonly title: string
  readonly count: number
  readonly cases: readonly Case[]
}
/** The cases of `<name>.json`; none where the folder is missing, so that a skipped suite can still be collected. */
export function vectors<Case>(name: string): Vectors<Case> {
  return hasVectors ? (JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Vectors<Case>) : { title: name, count: 0, cases: [] }
}
