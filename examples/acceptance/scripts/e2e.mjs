import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { browser } from './browser.mjs'
import { compile } from './build.mjs'
import { runNode } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** Where the last full run is kept, for `npm run spec`. */
export const e2eReport = join(cache, 'e2e.json')

/** @typedef {{ title: string, file: string, tests: { status: string, results: { errors: { message?: string }[] }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, suites?: Suite[], specs: Spec[] }} Suite */

/** @param {string[]} above titles of the groups around it @param {Spec} spec @returns {Result[]} */
const fromSpec = (above, { title, file, tests }) =>
  tests.map(({ status, results }) => {
    const name = [...above, title].join(' ')
    if (status === 'skipped') return { title: name, status: 'skipped', detail: file }
    const messages = results.flatMap(each => each.errors.map(({ message = '' }) => stripVTControlCharacters(message)))
    if (status === 'flaky') return result(name, true, `passed at the second try: ${file}`)
    return result(name, status === 'expected', status === 'expected' ? undefined : [file, ...messages].join('\n'))
  })

/** @param {string[]} above @param {Suite} suite @returns {Result[]} */
const fromSuite = (above, { specs, suites = [] }) => [
  ...specs.flatMap(spec => fromSpec(above, spec)),
  ...suites.flatMap(each => fromSuite([...above, each.title], each)),
]

/** Reads what Playwright's json reporter wrote. @param {string} file @returns {Result[]} */
export function readE2eReport(file) {
  const { suites, errors } = /** @type {{ suites: Suite[], errors: { message?: string }[] }} */ (JSON.parse(readFileSync(file, 'utf8')))
  const outside = errors.map(({ message = '' }) => result('playwright', false, stripVTControlCharacters(message)))
  return [...suites.flatMap(suite => fromSuite([], suite)), ...outside]
}

/** Takes the traces of what failed out of the folder of this run, and with `isWhole` the report. The last run that ends is the one that is kept. @param {boolean} isWhole */
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
 * Runs the end-to-end tests in Chromium against built packages and a devnet of their own.
 *
 * @param {{ words?: string[], show?: boolean }} [options] `words`: passed on to Playwright, such as a file or `--headed`
 * @returns {Promise<Result[]>}
 */
export async function e2e({ words = [], show = true } = {}) {
  const built = await compile()
  if (built.status === 'failed') return [built]
  const report = join(runFolder(), 'e2e.json')
  const env = { PORTICO_BROWSER: await browser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { output } = await runNode('node_modules/@playwright/test/cli.js', ['test', '--config', 'examples/acceptance/playwright.config.ts', ...words], {
    cwd: root,
    env,
    show,
  })
  keep(words.length === 0)
  return existsSync(report) ? readE2eReport(report) : [result('playwright', false, output)]
}
