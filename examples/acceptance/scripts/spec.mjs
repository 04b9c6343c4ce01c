import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkStatically } from './check.mjs'
import { e2e, e2eReport, readE2eReport } from './e2e.mjs'
import { nodes, nodesReport, oldestNode } from './nodes.mjs'
import { result } from './results.mjs'
import { readUnitReport, unit, unitReport } from './unit.mjs'
import { cache, root, workspaces } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */
/** @typedef {{ id: string, home: string, promise: string }} Promised */

/**
 * Reads the list of promises: a heading per home, a table row per promise.
 * @param {string} markdown
 * @returns {Promised[]}
 */
export function readPromises(markdown) {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap(section => {
      const home = section.slice(0, section.indexOf('\n')).trim()
      return [...section.matchAll(/^\| ([SD]\d[\w.]*) \| (.*) \|$/gm)].map(
        ([, id = '', promise = '']) => ({ id, home, promise }),
      )
    })
}

/** The ids that a title names: `[S2.07] [R5] …`, or `[S2.07, R5] …`. @param {string} title */
export const idsOf = title =>
  [...title.matchAll(/\[([^\]]+)\]/g)]
    .flatMap(([, ids = '']) => ids.split(/[\s,]+/))
    .filter(id => /^[A-Z]\d[\w.]*$/.test(id))

/**
 * How many passing tests name each id.
 * @param {readonly Result[]} results
 * @returns {Map<string, number>}
 */
export function countTests(results) {
  const counts = new Map()
  for (const { title, status } of results) {
    if (status !== 'passed') continue
    for (const id of new Set(idsOf(title))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

const ignored = new Set(['node_modules', 'dist', 'test-results', 'shots'])

/** @param {string} folder @returns {number} when a file below was last changed, in ms */
function newest(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    entry => !ignored.has(entry.name),
  )
  return Math.max(
    0,
    ...entries.map(entry =>
      entry.isDirectory()
        ? newest(join(folder, entry.name))
        : statSync(join(folder, entry.name)).mtimeMs,
    ),
  )
}

/**
 * Reads a report that is newer than every source file, else makes it.
 * @param {string} report
 * @param {(file: string) => Result[]} read
 * @param {() => Promise<readonly Result[]>} make
 */
async function fresh(report, read, make) {
  const changed = Math.max(...workspaces().map(({ folder }) => newest(join(root, folder))))
  return existsSync(report) && statSync(report).mtimeMs > changed ? read(report) : make()
}

const readResults = (/** @type {string} */ file) =>
  /** @type {Result[]} */ (JSON.parse(readFileSync(file, 'utf8')))

/**
 * Prints, by home, which promises of `examples/docs/behaviour.md` have a passing test. It uses the
 * reports of the last `npm test`
 * where no file has changed since, and else runs the tests.
 *
 * @param {{ json?: boolean }} [options]
 * @returns {Promise<Result[]>} a failed one for each title that names an id outside the checklist
 */
export async function spec({ json = false } = {}) {
  const promises = readPromises(
    readFileSync(join(root, 'examples', 'docs', 'behaviour.md'), 'utf8'),
  )
  const types = await fresh(join(cache, 'types.json'), readResults, checkStatically)
  const results = [
    ...types,
    ...(await fresh(unitReport, readUnitReport, async () =>
      unit({ show: true, program: await oldestNode() }),
    )),
    ...(await fresh(nodesReport, readResults, nodes)),
    ...(await fresh(e2eReport, readE2eReport, () => e2e())),
  ]
  const counts = countTests(results)
  const rows = promises.map(promised => ({ ...promised, tests: counts.get(promised.id) ?? 0 }))

  if (json)
    process.stdout.write(
      `${JSON.stringify(
        rows.map(({ id, tests }) => ({ id, tests })),
        null,
        2,
      )}\n`,
    )
  else
    for (const home of new Set(rows.map(row => row.home))) {
      const mine = rows.filter(row => row.home === home)
      const shown = mine.filter(row => row.tests > 0)
      process.stdout.write(`\n${home}: ${shown.length} of ${mine.length}\n`)
      if (shown.length) process.stdout.write(`  shown    ${shown.map(row => row.id).join(' ')}\n`)
      for (const { id, promise } of mine.filter(row => row.tests === 0))
        process.stdout.write(`  not yet  ${id} ${promise}\n`)
    }
  if (!json)
    process.stdout.write(
      `\n${rows.filter(row => row.tests > 0).length} of ${rows.length} promises have a passing test.\n`,
    )

  const known = new Set(promises.map(({ id }) => id))
  const isPromise = (/** @type {string} */ id) => /^(S\d+\.|D)/.test(id)
  const unknown = new Set(
    results.flatMap(({ title }) => idsOf(title)).filter(id => isPromise(id) && !known.has(id)),
  )
  const failed = results.filter(each => each.status === 'failed')
  return [
    result('every id in a title is a promise', unknown.size === 0, [...unknown].join(' ')),
    result('every test passes', failed.length === 0, failed.map(({ title }) => title).join('\n')),
  ]
}
