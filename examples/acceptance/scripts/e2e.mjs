import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { browser } from './browser.mjs'
import { compile } from './build.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { runNode } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** Where the last full run is kept, for `npm run spec`. */
export const e2eReport = join(cache, 'e2e.json')

/** More failures than this are no matter of a busy machine. */
const aloneLimit = 8
/** The whole run. Milliseconds. */
const timeoutMs = 40 * 60_000

/**
 * What Playwright's json reporter writes. `status` is `alone` where we say so: failed beside
 * others, passed when it ran alone.
 *
 * @typedef {{ status: string, expectedStatus: string, projectName?: string, results: { errors: {
 * message?: string }[] }[] }} Test
 * @typedef {{ id: string, title: string, file: string, tests: Test[] }} Spec
 * @typedef {{ title: string, file: string, suites?: Suite[], specs: Spec[] }} Suite
 * @typedef {{ suites: Suite[], errors: { message?: string }[] }} Report
 */

/**
 * It did not run, such as behind one that failed, and was not meant to be skipped.
 * @param {Test} test
 */
const isLeftOut = ({ status, expectedStatus }) =>
  status === 'skipped' && expectedStatus !== 'skipped'

/** @param {string[]} above titles of the groups around it @param {Spec} spec @returns {Result[]} */
const fromSpec = (above, { title, file, tests }) =>
  tests.map(test => {
    const { status, results, projectName } = test
    const name = [...above, title, ...(projectName ? [`(${projectName})`] : [])].join(' ')
    if (isLeftOut(test)) return result(name, false, `${file}: did not run`)
    if (status === 'skipped') return { title: name, status: 'skipped', detail: file }
    const messages = results.flatMap(each =>
      each.errors.map(({ message = '' }) => stripVTControlCharacters(message)),
    )
    if (status === 'alone')
      return { ...result(name, true, [file, ...messages].join('\n')), only: 'when run alone' }
    return result(
      name,
      status === 'expected',
      status === 'expected' ? undefined : [file, ...messages].join('\n'),
    )
  })

/** @param {string[]} above @param {Suite} suite @returns {Result[]} */
const fromSuite = (above, { specs, suites = [] }) => [
  ...specs.flatMap(spec => fromSpec(above, spec)),
  ...suites.flatMap(each => fromSuite([...above, each.title], each)),
]

/** @param {Suite} suite @returns {Spec[]} */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** @param {Report} report @returns {Result[]} */
function resultsOf({ suites, errors }) {
  const outside = errors.map(({ message = '' }) =>
    result('playwright', false, stripVTControlCharacters(message)),
  )
  return [...suites.flatMap(suite => fromSuite([], suite)), ...outside]
}

/** @param {string} file @returns {Report} */
const readReport = file => JSON.parse(readFileSync(file, 'utf8'))

/** Reads what Playwright's json reporter wrote. @param {string} file @returns {Result[]} */
export const readE2eReport = file => resultsOf(readReport(file))

/**
 * Whether those that failed get another chance, each alone: a few tests, and nothing that broke the
 * run itself.
 * @param {Report} report
 */
export function isWorthAnother({ suites, errors }) {
  const failed = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(test => test.status === 'unexpected' || isLeftOut(test)))
  return errors.length === 0 && failed.length > 0 && failed.length <= aloneLimit
}

/**
 * The report of a run, with what became of those that failed when they ran alone: what passed then
 * is flaky, what failed again or never ran is a failure.
 *
 * @param {Report} report
 * @param {Report} alone
 * @returns {Report}
 */
export function withAlone({ suites, errors }, alone) {
  const again = new Map(alone.suites.flatMap(specsOf).map(spec => [spec.id, spec.tests]))
  /** @param {Spec} spec @returns {Spec} */
  const merged = spec => ({
    ...spec,
    tests: spec.tests.map((test, i) => {
      const second =
        test.status === 'unexpected' || isLeftOut(test) ? again.get(spec.id)?.[i] : undefined
      if (!second) return test
      const isPassed = second.status === 'expected'
      return {
        ...second,
        status: isPassed ? 'alone' : 'unexpected',
        results: [...test.results, ...second.results],
      }
    }),
  })
  /** @param {Suite} suite @returns {Suite} */
  const inSuite = suite => ({
    ...suite,
    specs: suite.specs.map(merged),
    ...(suite.suites && { suites: suite.suites.map(inSuite) }),
  })
  return { suites: suites.map(inSuite), errors: [...errors, ...alone.errors] }
}

/**
 * Takes the traces of what failed out of the folder of this run, and with `isWhole` the report. The
 * last run that ends is the one that is kept.
 * @param {boolean} isWhole
 */
function keep(isWhole) {
  const [traces, report] = [join(runFolder(), 'traces'), join(runFolder(), 'e2e.json')]
  mkdirSync(cache, { recursive: true })
  if (existsSync(traces)) {
    rmSync(join(cache, 'e2e'), { recursive: true, force: true })
    renameSync(traces, join(cache, 'e2e'))
  }
  if (isWhole && existsSync(report)) copyFileSync(report, e2eReport)
}

/**
 * Runs tests with Playwright's runner.
 *
 * @param {string} report the file that it writes
 * @param {string[]} words passed on to it
 * @param {boolean} show
 * @param {string} [config] below this package
 */
export async function playwright(report, words, show, config = 'playwright.config.ts') {
  const env = {
    PORTICO_BROWSER: await browser({ headed: words.includes('--headed') }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const args = ['test', '--config', `examples/acceptance/${config}`, ...words]
  return runNode('node_modules/@playwright/test/cli.js', args, { cwd: root, env, show, timeoutMs })
}

/**
 * Runs what failed once more, when everything else is over, one at a time, and writes what became
 * of it into the report.
 * @param {string} file of the report
 * @param {boolean} show
 */
async function tryAlone(file, show) {
  const [traces, report] = [join(runFolder(), 'traces'), join(runFolder(), 'e2e-alone.json')]
  if (show) process.stderr.write('\nOnce more, each alone:\n')
  const only = ['--last-failed', '--last-failed-file', join(traces, '.last-run.json')]
  await playwright(
    report,
    [
      ...only,
      '--workers=1',
      '--retries=0',
      '--trace=retain-on-failure',
      '--output',
      join(traces, 'alone'),
    ],
    show,
  )
  if (existsSync(report))
    writeFileSync(file, JSON.stringify(withAlone(readReport(file), readReport(report))))
}

/**
 * Runs the end-to-end tests in Chromium against built packages and a devnet of their own. When all
 * of them run and a few fail, those run once more alone; which passed only then is said.
 *
 * @param {{ words?: string[], show?: boolean }} [options] `words`: passed on to Playwright, such as
 * a file or `--headed`
 * @returns {Promise<Result[]>}
 */
export async function e2e({ words = [], show = true } = {}) {
  const built = await compile()
  if (built.status === 'failed') return [built]
  const report = join(runFolder(), 'e2e.json')
  const { output } = await playwright(report, words, show)
  if (words.length === 0 && existsSync(report) && isWorthAnother(readReport(report)))
    await tryAlone(report, show)
  await oneAtATime('traces', async () => keep(words.length === 0))
  return existsSync(report) ? readE2eReport(report) : [result('playwright', false, output)]
}
