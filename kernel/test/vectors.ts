/**
 * Public conformance data, read from the folder that PORTICO_VECTORS names, or from the one beside
 * the repository. Without it tests skip: `describe.skipIf(!hasVectors)`. With
 * PORTICO_VECTORS_REQUIRED=1 a missing folder is an error.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Put together here: in tests with a page the bundler would make an address of it.
const folder =
  process.env.PORTICO_VECTORS ?? join(fileURLToPath(import.meta.url), '../../../../shared/vectors')

export const hasVectors: boolean = existsSync(folder)
if (!hasVectors && process.env.PORTICO_VECTORS_REQUIRED === '1')
  throw new Error(`PORTICO_VECTORS_REQUIRED is set, and there are no vectors in ${folder}.`)

export interface Vectors<Case> {
  readonly title: string
  readonly count: number
  readonly cases: readonly Case[]
}
/**
 * The cases of `<name>.json`; none where the folder is missing, so that a skipped suite can still
 * be collected.
 */
export function vectors<Case>(name: string): Vectors<Case> {
  return hasVectors
    ? (JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Vectors<Case>)
    : { title: name, count: 0, cases: [] }
}
