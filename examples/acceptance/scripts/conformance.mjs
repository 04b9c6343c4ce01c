import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runNode } from './process.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */
/**
 * @typedef {{ namespace: string, check: string, result: 'pass' | 'fail' | 'unsupported', ms: number
 * }} Outcome
 */
/**
 * @typedef {{ fullName: string, status: string, duration?: number | null, failureMessages: string[]
 * }} Assertion
 */
/** @typedef {{ status: string, message: string, assertionResults: Assertion[] }} TestFile */

const words = /** @type {const} */ ({ passed: 'pass', failed: 'fail' })
const suite = / keeps the contract of a chain /

/**
 * What vitest's json report says of chains: each test of a chain's suite is
 * `<namespace> keeps the contract of a chain <check> · <sentence>`.
 * @param {TestFile} file
 */
export function readOutcomes({ status, message, assertionResults }) {
  // A suite whose world did not start is not one that supports nothing.
  const isBroken = status === 'failed' && !assertionResults.some(each => each.status === 'failed')
  return assertionResults.flatMap(({ fullName, status, duration, failureMessages }) => {
    const [who = '', check] = fullName.split(suite)
    if (check === undefined) return []
    // Ids of promises may stand before it.
    const namespace = who.split(' ').at(-1) ?? who
    /** @type {Outcome['result']} */
    const result = isBroken ? 'fail' : (words[/** @type {keyof words} */ (status)] ?? 'unsupported')
    const why = stripVTControlCharacters(isBroken ? message : failureMessages.join('\n'))
    return [
      {
        namespace,
        check: check.split(' · ')[0] ?? check,
        result,
        ms: Math.round(duration ?? 0),
        why,
      },
    ]
  })
}

/**
 * One line per check, one column per namespace: the milliseconds of what passed.
 * @param {readonly Outcome[]} outcomes
 */
export function tableOf(outcomes) {
  const namespaces = [...new Set(outcomes.map(({ namespace }) => namespace))]
  const checks = [...new Set(outcomes.map(({ check }) => check))]
  const cell = (/** @type {Outcome | undefined} */ outcome) =>
    !outcome
      ? ''
      : outcome.result === 'pass'
        ? `${outcome.ms} ms`
        : outcome.result === 'fail'
          ? 'FAIL'
          : 'unsupported'
  const width = Math.max(...checks.map(check => check.length)) + 2
  const line = (/** @type {string} */ head, /** @type {readonly string[]} */ cells) =>
    `${head.padEnd(width)}${cells.map(each => each.padStart(13)).join('')}\n`
  const rows = checks.map(check =>
    line(
      check,
      namespaces.map(namespace =>
        cell(outcomes.find(outcome => outcome.namespace === namespace && outcome.check === check)),
      ),
    ),
  )
  return line('', namespaces) + rows.join('')
}

/**
 * Runs the contract suite of every chain plugin and of tally on their mock wallets and local
 * ledgers, and prints namespace by check.
 *
 * @param {{ json?: boolean }} [options]
 * @returns {Promise<Result[]>}
 */
export async function conformance({ json = false } = {}) {
  const report = join(cache, 'conformance.json')
  mkdirSync(cache, { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [
    'run',
    '--config',
    'vitest.workspace.ts',
    ...reporters,
    '-t',
    'keeps the contract of a chain',
    'test/chain-suite.test.ts',
  ]
  const { output } = await runNode('node_modules/vitest/vitest.mjs', args, { cwd: root })
  if (!existsSync(report)) return [{ title: 'vitest', status: 'failed', detail: output }]

  const { testResults } = /** @type {{ testResults: TestFile[] }} */ (
    JSON.parse(readFileSync(report, 'utf8'))
  )
  const namespaces = [...readdirSync(join(root, 'plugins', 'chains')).sort(), 'tally']
  const found = testResults.flatMap(readOutcomes)
  const outcomes = namespaces.flatMap(namespace => {
    const own = found.filter(outcome => outcome.namespace === namespace)
    return own.length
      ? own
      : [
          {
            namespace,
            check: 'suite',
            result: /** @type {const} */ ('fail'),
            ms: 0,
            why: 'Its plugin has no test/chain-suite.test.ts that can be loaded.',
          },
        ]
  })
  const shown = outcomes.map(({ namespace, check, result, ms }) => ({
    namespace,
    check,
    result,
    ms,
  }))
  process.stdout.write(json ? `${JSON.stringify(shown, null, 2)}\n` : `\n${tableOf(shown)}`)
  if (!json)
    for (const { namespace, check, result, why } of outcomes)
      if (result === 'fail') process.stdout.write(`\n${namespace} · ${check}\n${why}\n`)
  const statuses = /** @type {const} */ ({ pass: 'passed', fail: 'failed', unsupported: 'skipped' })
  return outcomes.map(({ namespace, check, result }) => ({
    title: `${namespace}: ${check}`,
    status: statuses[result],
  }))
}
