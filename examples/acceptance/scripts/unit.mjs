import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runNode } from './process.mjs'
import { result } from './results.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** Tests that start ledgers and relays, wait for blocks, or compile what they read. */
const slowTests = [
  'plugins/chains/*/test/**',
  'plugins/chains/*/src/lazy/{transfers,activity}.test.ts',
  'plugins/connectors/*/test/**',
  'sdk/{devnet,mock-wallets,pocket}/**',
  'examples/**',
  'kernel/src/testing/**',
]

/** What `npm run test:fast` asks vitest for: neither those, nor tests of thousands of cases, which say so by their tag. */
export const quick = [...slowTests.map(pattern => `--exclude=${pattern}`), '--tags-filter=!thorough']

/** Where the last full run is kept, for `npm run spec`. */
export const unitReport = join(cache, 'unit.json')

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} TestFile */

/** @param {string} file @param {Assertion} assertion @returns {Result} */
function fromAssertion(file, { fullName, status, failureMessages }) {
  if (status === 'passed') return result(fullName, true)
  if (status === 'failed') return { title: fullName, status: 'failed', detail: [file, ...failureMessages].join('\n') }
  return { title: fullName, status: 'skipped', detail: file }
}

/** @param {TestFile} testFile @returns {Result[]} */
function fromFile({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const results = assertionResults.map(each => fromAssertion(file, each))
  const broken = status === 'failed' && !results.some(each => each.status === 'failed')
  return broken ? [...results, { title: file, status: 'failed', detail: message || 'the file failed outside of its tests' }] : results
}

/** Reads what vitest's json reporter wrote. @param {string} file @returns {Result[]} */
export const readUnitReport = file => JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap(fromFile)

/**
 * Runs the tests that need no browser: unit, contract suites, layer rules, documents.
 *
 * @param {{ filter?: readonly string[], options?: readonly string[], show?: boolean }} [how] `filter`: only files whose path contains one of these; `options`: more for vitest
 * @returns {Promise<Result[]>}
 */
export async function unit({ filter = [], options = [], show = false } = {}) {
  const report = filter.length || options.length ? join(cache, 'unit-part.json') : unitReport
  mkdirSync(cache, { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--config', 'vitest.workspace.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...options, ...filter]
  const { code, output } = await runNode('node_modules/vitest/vitest.mjs', args, { cwd: root, show })
  if (!existsSync(report)) return [{ title: 'vitest', status: 'failed', detail: output }]
  const results = readUnitReport(report)
  const explained = results.some(each => each.status === 'failed')
  if (explained && !show) process.stderr.write(output) // the report names what failed, only this shows the difference
  if (code !== 0 && !explained) return [...results, { title: 'vitest', status: 'failed', detail: output }] // such as an error that nobody caught
  return results.length ? results : [{ title: 'vitest', status: 'failed', detail: 'no test was found' }]
}
