import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './build.mjs'
import { playwright, readE2eReport } from './e2e.mjs'
import { firefox, webKit } from './engine-programs.mjs'
import { MissingNeed } from './needs.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { cache, root } from './workspaces.mjs'
import { buildPage } from './world.mjs'

/** @import { Result } from './results.mjs' */

/** Engines beside Chromium, each with what brings its programs to this machine. */
const brings = /** @type {const} */ ({ Firefox: firefox, WebKit: webKit })

/**
 * Installs an engine. Undefined where it is installed; else the result that replaces its tests: a
 * failure in CI, which must have it, and skipped on other machines.
 *
 * @param {keyof typeof brings} name
 * @returns {Promise<Result | undefined>}
 */
async function missing(name) {
  try {
    await brings[name]()
    return undefined
  } catch (error) {
    if (!(error instanceof MissingNeed)) throw error
    return {
      title: `The tour runs in ${name}`,
      status: process.env.CI ? 'failed' : 'skipped',
      detail: error.message,
    }
  }
}

/**
 * @typedef {{ title: string, tests: { projectName: string, status: string, results: { duration:
 * number }[] }[] }} Spec
 */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/** @param {Suite} suite @returns {Spec[]} */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * The table of a run: a line for each step, a column for each engine.
 * @param {string} report
 * @param {readonly string[]} engines
 */
function tableOf(report, engines) {
  const { suites } = /** @type {{ suites: Suite[] }} */ (JSON.parse(readFileSync(report, 'utf8')))
  const specs = suites.flatMap(specsOf)
  const rows = [...new Set(specs.map(({ title }) => title))].map(title => {
    const tests = specs.filter(spec => spec.title === title).flatMap(({ tests }) => tests)
    const cells = engines.map(engine => {
      const test = tests.find(({ projectName }) => projectName === engine)
      const seconds = (test?.results.reduce((sum, { duration }) => sum + duration, 0) ?? 0) / 1_000
      if (!test || test.status === 'skipped') return '–'
      return `${test.status === 'expected' ? 'passes' : 'FAILS'} ${seconds.toFixed(1)} s`
    })
    return `| ${title} | ${cells.join(' | ')} |`
  })
  return [
    `| step | ${engines.join(' | ')} |`,
    `|---|${engines.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n')
}

/** Keeps the pictures of pages whose test failed. */
function keepPictures() {
  const [taken, kept] = [join(runFolder(), 'engine-traces'), join(cache, 'engines')]
  if (!existsSync(taken)) return
  rmSync(kept, { recursive: true, force: true })
  renameSync(taken, kept)
}

/** How long Playwright ran, with the start of the chains and the page. @param {string} report */
const secondsOf = report => JSON.parse(readFileSync(report, 'utf8')).stats.duration / 1_000

/** @typedef {'Chromium' | 'Firefox' | 'WebKit'} EngineName */
const all = /** @type {const} */ (['Chromium', 'Firefox', 'WebKit'])

/**
 * Runs tests of the folder `engines`.
 *
 * @param {readonly EngineName[]} names
 * @param {readonly string[]} words passed on to Playwright
 * @param {{ needsGallery?: boolean, config?: string }} [options]
 * @returns {Promise<{ results: readonly Result[], seconds: number | undefined }>} `seconds`:
 * undefined where no test ran
 */
async function runIn(names, words, { needsGallery = false, config = 'playwright' } = {}) {
  const built = await compile()
  if (built.status === 'failed') return { results: [built], seconds: undefined }
  /** @type {Result[]} */
  const absent = []
  /** @type {EngineName[]} */
  const here = []
  // One after the other: apt works for one process at a time.
  for (const name of names) {
    const gone = name === 'Chromium' ? undefined : await missing(name)
    if (gone) absent.push(gone)
    else here.push(name)
  }
  if (here.length === 0) return { results: absent, seconds: undefined }
  if (needsGallery)
    process.env.PORTICO_GALLERY_PAGES = await buildPage(
      join(root, 'examples', 'playground'),
      'gallery',
    )
  const report = join(runFolder(), 'engines.json')
  const { output } = await playwright(
    report,
    [...words, ...here.map(name => `--project=${name}`)],
    true,
    `engines/${config}.config.ts`,
  )
  keepPictures()
  if (!existsSync(report))
    return { results: [...absent, result('engines', false, output)], seconds: undefined }
  process.stderr.write(`\n${tableOf(report, here)}\n`)
  return { results: [...absent, ...readE2eReport(report)], seconds: secondsOf(report) }
}

/**
 * What the tour may take in Firefox and WebKit together, beside each other on two cores. Seconds.
 */
const tourLimit = 120

/**
 * The tour in the engines beside Chromium, as part of `npm test`.
 * @returns {Promise<readonly Result[]>}
 */
export async function otherEngines() {
  const { results, seconds } = await runIn(['Firefox', 'WebKit'], ['tour.spec.ts'])
  if (seconds !== undefined)
    process.stderr.write(
      `\nThe tour took ${seconds.toFixed(0)} s in Firefox and WebKit, of the ${tourLimit} s that it may take on a machine that does nothing else.\n`,
    )
  return results
}

/**
 * Everything in every engine.
 *
 * @param {{ words?: readonly string[] }} [options] `words`: engines, `sheets`, or what is passed on
 * to Playwright, such as a file
 * @returns {Promise<readonly Result[]>}
 */
export async function engines({ words = [] } = {}) {
  const isName = (/** @type {string} */ word) =>
    all.some(name => name.toLowerCase() === word.toLowerCase())
  const named = all.filter(name => words.some(word => word.toLowerCase() === name.toLowerCase()))
  const names = named.length ? named : all
  const others = words.filter(word => !isName(word) && word !== 'sheets')
  if (words.includes('sheets'))
    return (await runIn(names, others, { needsGallery: true, config: 'sheets' })).results
  const needsGallery =
    !others.some(word => word.endsWith('.spec.ts')) || others.includes('gallery.spec.ts')
  return (await runIn(names, others, { needsGallery })).results
}
