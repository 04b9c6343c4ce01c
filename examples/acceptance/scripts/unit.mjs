import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** Tests that start ledgers and relays, wait for blocks, or compile what they read. */
const slowTests = [
  'plugins/chains/*/test/**',
  'plugins/chains/*/src/transactions/{transfers,sent-transfers,activity,extrinsic}.test.ts',
  'plugins/chains/*/src/wallets/{page-connector,page-connector-sessions}.test.ts',
  'plugins/connectors/*/test/**',
  'plugins/features/{swap,siwx}/test/**',
  'sdk/{devnet,mock-wallets,pocket}/**',
  'sdk/backend/test/**',
  'examples/**',
  'kernel/src/testing/**',
  'plugins/base/connection/src/restoring/tabs.test.ts',
  'plugins/features/siwx/src/{untrue-answers,server-sign-in}.test.ts',
  // It is a part of `npm run check`, which has run by then.
  'kernel/test/architecture.test.ts',
]

/** What a pattern of these means. @param {string} pattern with `*`, `**` and `{a,b}` */
function meaningOf(pattern) {
  const inside = pattern.replace(
    /\{([^}]*)\}/g,
    (_, /** @type {string} */ names) => `(${names.replaceAll(',', '|')})`,
  )
  return new RegExp(
    `^${inside.replaceAll('.', '\\.').replace(/\*\*?/g, stars => (stars === '*' ? '[^/]*' : '.*'))}$`,
  )
}

/** Whether the quick tests contain every test of a file. @param {string} file from the root */
export const isQuick = file =>
  !slowTests.some(pattern => meaningOf(pattern).test(file)) &&
  !/tags: \[?'thorough'/.test(readFileSync(join(root, file), 'utf8'))

/**
 * What `npm run test:fast` asks vitest for: neither those, nor tests of thousands of cases, which
 * say so by their tag.
 */
export const quick = [
  ...slowTests.map(pattern => `--exclude=${pattern}`),
  '--tags-filter=!thorough',
]

/**
 * More processes than cores: ledgers, relays and deadlines make a whole run wait half of its time.
 */
const manyWorkers = { PORTICO_UNIT_WORKERS: String(2 * availableParallelism()) }

/** Where the last full run is kept, for `npm run spec`. */
export const unitReport = join(cache, 'unit.json')

/**
 * `status` is `alone` where we say so: failed beside others, passed when its file ran alone.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion
 */
/**
 * @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }}
 * TestFile
 */

/** @param {string} file @param {Assertion} assertion @returns {Result} */
function fromAssertion(file, { fullName, status, failureMessages }) {
  if (status === 'passed') return result(fullName, true)
  if (status === 'alone')
    return {
      ...result(fullName, true, [file, ...failureMessages].join('\n')),
      only: 'when run alone',
    }
  if (status === 'failed')
    return { title: fullName, status: 'failed', detail: [file, ...failureMessages].join('\n') }
  return { title: fullName, status: 'skipped', detail: file }
}

/** @param {TestFile} testFile @returns {Result[]} */
function fromFile({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const results = assertionResults.map(each => fromAssertion(file, each))
  const broken = status === 'failed' && !results.some(each => each.status === 'failed')
  return broken
    ? [
        ...results,
        {
          title: file,
          status: 'failed',
          detail: message || 'the file failed outside of its tests',
        },
      ]
    : results
}

/** @typedef {{ testResults: TestFile[] }} Report */

/** The last lines, which say why a program ended. @param {string} output */
const endOf = output => output.trim().split('\n').slice(-60).join('\n')

/**
 * What vitest printed about errors outside of tests, such as a rejection that nothing handled. Its
 * first line names the first error and the file that ran; a summary shows no more.
 * @param {string} output
 */
function errorsOutsideOfTests(output) {
  const lines = output.split('\n')
  const start = lines.findIndex(line => /Unhandled Errors/.test(line))
  if (start < 0) return undefined
  const said = lines.slice(start, start + 60)
  const heading = said.findIndex(line => /Uncaught Exception|Unhandled Rejection/.test(line))
  const file = said.map(line => /originated in "(.+?)"/.exec(line)?.[1]).find(Boolean)
  return `${said[heading + 1] ?? 'unknown'} (${file ?? 'no file'})\n${said.join('\n')}`
}

/** More files than this that fail are no matter of a busy machine. */
const aloneLimit = 4
/**
 * A run of vitest takes some five minutes; one that hangs is ended, and its files are named.
 * Milliseconds.
 */
const longestRunMs = 15 * 60_000

/** @param {string} file @returns {Report} */
const readReport = file => JSON.parse(readFileSync(file, 'utf8'))

/** Reads what vitest's json reporter wrote. @param {string} file @returns {Result[]} */
export const readUnitReport = file => readReport(file).testResults.flatMap(fromFile)

/**
 * The files that get another chance, each alone: a few, or none.
 * @param {Report} report
 * @returns {string[]}
 */
export function worthAnother({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length <= aloneLimit ? failed : []
}

/**
 * The report of a run, with what became of the files that ran once more alone: a test that passed
 * only then says so, with why it failed before.
 *
 * @param {Report} report
 * @param {Report} alone
 * @returns {Report}
 */
export function withAlone({ testResults }, alone) {
  const again = new Map(alone.testResults.map(each => [each.name, each]))
  /** @param {TestFile} before @returns {TestFile} */
  const merged = before => {
    const after = again.get(before.name)
    if (!after) return before
    const passed = new Set(
      before.assertionResults
        .filter(({ status }) => status === 'passed')
        .map(({ fullName }) => fullName),
    )
    const isNews = (/** @type {Assertion} */ { status, fullName }) =>
      status === 'passed' && !passed.has(fullName)
    const failureMessages = (/** @type {string} */ name) =>
      before.assertionResults.find(({ fullName }) => fullName === name)?.failureMessages ?? []
    const alone = (/** @type {Assertion} */ each) => ({
      ...each,
      status: 'alone',
      failureMessages: failureMessages(each.fullName),
    })
    return {
      ...after,
      assertionResults: after.assertionResults.map(each => (isNews(each) ? alone(each) : each)),
    }
  }
  return { testResults: testResults.map(merged) }
}

/**
 * Runs vitest, and the few files that failed once more, one at a time.
 *
 * @param {{ report: string, options?: readonly string[], filter?: readonly string[], program?:
 * string, cwd?: string, env?: Record<string, string>, show?: boolean, timeoutMs?: number }} how
 * `report`: the file in the cache that tells afterwards what became of each test; `program`:
 * another Node than this one; `cwd`: another copy of the repository
 * @returns {Promise<{ results: Result[], output: string }>}
 */
export async function vitest({
  report,
  options = [],
  filter = [],
  program = process.execPath,
  cwd = root,
  env = {},
  show = false,
  timeoutMs = longestRunMs,
}) {
  /** @param {string} file @param {readonly string[]} more */
  const start = (file, more) => {
    const reporters = ['default', 'json', './examples/acceptance/scripts/unfinished-files.mjs'].map(
      name => `--reporter=${name}`,
    )
    const args = [
      'run',
      '--config',
      'vitest.workspace.ts',
      ...reporters,
      `--outputFile.json=${file}`,
      ...options,
      ...more,
    ]
    return run(program, ['node_modules/vitest/vitest.mjs', ...args], {
      cwd,
      env: { ...env, PORTICO_UNFINISHED_FILES: unfinished },
      show,
      timeoutMs,
    })
  }
  // Written where no other run of a command writes; what ends last is kept.
  const [first, second, unfinished] = [
    join(runFolder(), `unit-${randomUUID()}.json`),
    join(runFolder(), `unit-alone-${randomUUID()}.json`),
    join(runFolder(), `unit-unfinished-${randomUUID()}`),
  ]
  const { code, output } = await start(first, filter)
  if (!existsSync(first)) {
    const files = existsSync(unfinished)
      ? readFileSync(unfinished, 'utf8').split('\n').filter(Boolean)
      : []
    const reason =
      files.length > 0
        ? `These files did not end: ${files.join(', ')}`
        : `vitest ended with code ${code} and wrote no report`
    return { results: [result('vitest', false, `${reason}\n${endOf(output)}`)], output }
  }
  const failed = worthAnother(readReport(first))
  if (failed.length > 0) {
    await start(second, ['--no-file-parallelism', ...failed])
    if (existsSync(second))
      writeFileSync(first, JSON.stringify(withAlone(readReport(first), readReport(second))))
  }
  mkdirSync(cache, { recursive: true })
  copyFileSync(first, report)
  const results = readUnitReport(first)
  if (results.length === 0)
    return { results: [result('vitest', false, 'no test was found')], output }
  const outside = errorsOutsideOfTests(output)
  if (outside) results.push(result('no error occurs outside of tests', false, outside))
  const isExplained =
    code === 0 || failed.length > 0 || results.some(each => each.status === 'failed')
  if (!isExplained)
    results.push(
      result('vitest', false, `ended with code ${code}, no test failed\n${endOf(output)}`),
    )
  return { results, output }
}

/**
 * Runs the tests that need no browser: unit, contract suites, layer rules, documents.
 *
 * @param {{ filter?: readonly string[], options?: readonly string[], show?: boolean, program?:
 * string }} [how] `filter`: only files whose path contains one of these; `options`: more for
 * vitest; `program`: another Node than this one
 * @returns {Promise<Result[]>}
 */
export async function unit({
  filter = [],
  options = [],
  show = false,
  program = process.execPath,
} = {}) {
  const isWhole = filter.length + options.length === 0
  const report = isWhole ? unitReport : join(cache, 'unit-part.json')
  const { results, output } = await vitest({
    report,
    options,
    filter,
    show,
    program,
    ...(isWhole && { env: manyWorkers }),
  })
  // the report names what failed, only this shows the difference
  if (!show && results.some(each => each.status === 'failed')) process.stderr.write(output)
  return results
}
