import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MissingNeed } from './needs.mjs'
import { root, workspaces } from './workspaces.mjs'

/**
 * Public conformance data, as every unit test reads it too: PORTICO_VECTORS, or the folder beside
 * the repository. Without it, tests skip.
 */
export const vectorsFolder = process.env.PORTICO_VECTORS ?? join(root, '..', 'shared', 'vectors')

export const hasVectors = existsSync(vectorsFolder)
if (!hasVectors && process.env.PORTICO_VECTORS_REQUIRED === '1')
  throw new MissingNeed(
    `PORTICO_VECTORS_REQUIRED is set, and there are no vectors in ${vectorsFolder}: set PORTICO_VECTORS to their folder.`,
  )

/**
 * The test files with groups that read the vectors, each marked `skipIf(!hasVectors)`, in the
 * browser `skip(!hasVectors)`.
 */
const readers = () =>
  workspaces()
    .flatMap(({ folder }) => ['src', 'test', 'e2e'].map(name => join(folder, name)))
    .filter(each => existsSync(join(root, each)))
    .flatMap(each =>
      readdirSync(join(root, each), { recursive: true, encoding: 'utf8' }).map(name =>
        join(each, name),
      ),
    )
    .filter(name => /\.(test|spec)\.tsx?$/.test(name))
    .map(file => ({
      file,
      groups:
        readFileSync(join(root, file), 'utf8').match(/\.skip(If)?\(!hasVectors\b/g)?.length ?? 0,
    }))
    .filter(({ groups }) => groups > 0)

/** The unit tests that read the vectors, from the root. */
export const unitTestsOverVectors = () =>
  readers()
    .map(({ file }) => file)
    .filter(file => !file.endsWith('.spec.ts'))

/**
 * What a run says that skipped the vectors: how many groups, and why. Undefined where they are
 * here.
 */
export const skippedVectors = () =>
  hasVectors
    ? undefined
    : `${readers().reduce((sum, { groups }) => sum + groups, 0)} groups of tests skipped: no public vectors in ${vectorsFolder} (PORTICO_VECTORS names another folder)`
