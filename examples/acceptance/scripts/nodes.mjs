import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRepository } from './clean-copy.mjs'
import { fetchByNpm, MissingNeed } from './needs.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { isQuick, quick, vitest } from './unit.mjs'
import { unitTestsOverVectors, vectorsFolder } from './vectors.mjs'
import { cache } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** The oldest Node that we promise. All unit and contract tests run on it. */
const oldest = '20.19.0'
/** The last of each later line that people run. */
const later = ['22.23.3', '24.21.0']

/** The one that runs without the public vectors, as contributors outside do. */
const withoutVectors = '22.23.3'

/** Where the last run is kept, for `npm run spec`. */
export const nodesReport = join(cache, 'nodes.json')

/**
 * Brings a Node beside ours, from the packages in which npm carries it. Answers its program.
 * @param {string} version
 */
async function fetchNode(version) {
  const folder = join(cache, `node-${version}`)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const program = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(program)) return program
  return oneAtATime(`node-${version}`, async () => {
    mkdirSync(folder, { recursive: true })
    // so that npm does not look for a project further up
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    if (!existsSync(program))
      await fetchByNpm(
        `Node ${version}`,
        ['install', '--ignore-scripts', `${name}@${version}`],
        folder,
      )
    if (!existsSync(program)) throw new Error(`npm brought no program with Node ${version}.`)
    return program
  })
}

/**
 * The program of the oldest Node that we promise; this Node where that one cannot be fetched, which
 * `nodes` then reports.
 */
export async function oldestNode() {
  try {
    return await fetchNode(oldest)
  } catch (error) {
    if (error instanceof MissingNeed) return process.execPath
    throw error
  }
}

/** The program of the newest Node that we test with, for tools that need it. */
export const newestNode = () => fetchNode(later.at(-1) ?? oldest)

/** Calls the function of `build.mjs` that its argument names. */
const building = `
const build = await import('./examples/acceptance/scripts/build.mjs')
const { status, detail } = await build[process.argv[1]]()
console.log(detail)
process.exitCode = status === 'passed' ? 0 : 1`

/**
 * Builds a copy of the repository. Types are checked once: the answer of the compiler does not
 * depend on Node.
 * @param {string} version
 * @param {string} copy
 */
async function compile(version, copy) {
  const node = await fetchNode(version)
  const declared =
    version === oldest
      ? { code: 0, output: '' }
      : await run(node, ['node_modules/typescript/bin/tsc', '-b', '--force', '--noCheck'], {
          cwd: copy,
        })
  const how = version === oldest ? 'compile' : 'bundleOnly'
  const { code, output } =
    declared.code === 0
      ? await run(node, ['--input-type=module', '--eval', building, how], { cwd: copy })
      : declared
  return result(
    `[D56a] Portico builds on Node ${version}, in a clean copy`,
    code === 0,
    code === 0 ? undefined : output,
  )
}

/**
 * Runs the quick tests of a copy of the repository; without the vectors also all tests that would
 * read them.
 *
 * @param {string} version
 * @param {string} copy
 * @param {{ hasVectors: boolean }} how without them as contributors outside have it
 * @returns {Promise<Result[]>}
 */
async function passQuickTests(version, copy, { hasVectors }) {
  const title = `[D56a] Portico passes its quick tests on Node ${version}, in a clean copy${hasVectors ? '' : ' without the public vectors'}`
  const node = await fetchNode(version)
  const env = hasVectors
    ? { PORTICO_VECTORS: vectorsFolder }
    : { PORTICO_VECTORS: join(copy, '..', 'shared', 'vectors'), PORTICO_VECTORS_REQUIRED: '' }
  const how = { report: join(cache, `unit-node-${version}.json`), program: node, cwd: copy, env }
  const { results } = await vitest({ ...how, options: quick })
  // Also those that are not quick: each has to get along without the vectors. The others have just
  // run.
  if (!hasVectors)
    results.push(
      ...(await vitest({ ...how, filter: unitTestsOverVectors().filter(file => !isQuick(file)) }))
        .results,
    )
  const failed = results.filter(each => each.status === 'failed')
  if (failed.length > 0)
    return [result(title, false, failed.map(each => `${each.title}: ${each.detail}`).join('\n'))]
  const skipped = results.filter(each => each.status === 'skipped').length
  const flaky = results
    .filter(({ only }) => only)
    .map(each => ({ ...each, title: `${each.title} (Node ${version})` }))
  return [result(title, true, `${results.length} tests, ${skipped} skipped`), ...flaky]
}

/**
 * Builds everything on each supported Node, in a clean copy, and runs the tests that need no ledger
 * on the later ones: the local chains are third-party programs with their own requirements on Node.
 *
 * @returns {Promise<Result[]>}
 */
export async function nodes() {
  for (const version of [oldest, ...later]) await fetchNode(version)
  const { folder, remove } = await copyRepository()
  const build = async () => {
    const built = []
    for (const version of [oldest, ...later]) built.push(await compile(version, folder))
    return built
  }
  const test = () =>
    Promise.all(
      later.map(version =>
        passQuickTests(version, folder, { hasVectors: version !== withoutVectors }),
      ),
    )
  try {
    // Each of these waits half of its time, and tests read the sources, not what the compiler
    // writes.
    const results = (await Promise.all([build(), test()])).flat(2)
    writeFileSync(nodesReport, JSON.stringify(results))
    return results
  } finally {
    remove()
  }
}
