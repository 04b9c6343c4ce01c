import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { announceWallets, holdIdle } from '../bench/in-page.mjs'
import { firstUses } from '../size/first-use.mjs'
import { firstUsesWithViem } from '../size/first-use-with-viem.mjs'
import { budgets, buildHosts, pluginHosts } from '../size/hosts.mjs'
import { signIns } from '../size/sign-in.mjs'
import { browser, browserArgs } from './browser.mjs'
import { compile } from './build.mjs'
import { writeSizes } from './readme-sizes.mjs'
import { result } from './results.mjs'
import { serve } from './serve.mjs'

/** @import { Browser, Page } from '@playwright/test' */
/** @import { Result } from './results.mjs' */
/** @import { BuiltHost } from '../size/hosts.mjs' */

/**
 * @typedef {{ boot: number, firstView: number, otherHosts: { load: string[], open: string[] },
 * errors: string[], files: Fetched[] }} Visit bytes are gzip -9; NaN where it did not come so far
 */
/** @typedef {{ file: string, when: 'load' | 'idle' | 'open', gzipBytes: number }} Fetched */
/** @typedef {{ id: string, gzipBytes: number, budgetBytes: number }} Row */

/** Waits until the page sends no request for 400 ms. @param {() => number} requestCount */
async function quiet(requestCount) {
  for (let before = -1; before !== requestCount(); ) {
    before = requestCount()
    await new Promise(resolve => setTimeout(resolve, 400))
  }
}

/**
 * Rejects where the page goes before the body was read.
 * @param {import('@playwright/test').Response} response
 * @param {Fetched['when']} when
 * @returns {Promise<Fetched>}
 */
async function weigh(response, when) {
  const body = await response.body()
  return {
    file: new URL(response.url()).pathname,
    when,
    gzipBytes: gzipSync(body, { level: 9 }).length,
  }
}

/**
 * Opens a built host and adds up what the browser really fetched, without the page itself, which is
 * the host's own: `boot` with the page, `firstView` until the Connect view is complete. No moment
 * of the page is idle while it loads, nor after the click, so that what is fetched then is not
 * counted in either.
 *
 * @param {Browser} chrome
 * @param {BuiltHost} host
 * @param {{ hasWallets?: boolean }} [options] `hasWallets`: the visitor has three wallets, whose
 * rows come with the Connect view
 * @returns {Promise<Visit>}
 */
async function visit(chrome, { folder, opens }, { hasWallets = false } = {}) {
  const server = await serve(folder)
  const context = await chrome.newContext()
  /** @type {Promise<Fetched>[]} */
  const fetched = []
  try {
    const page = await context.newPage()
    await page.addInitScript(holdIdle)
    if (hasWallets) await page.addInitScript(announceWallets)
    /** @type {Fetched['when']} */
    let when = 'load'
    /** @type {string[]} */
    const otherHosts = []
    /** @type {string[]} */
    const errors = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== server.url) otherHosts.push(request.url())
    })
    page.on('response', response => {
      const isPage =
        response.request().resourceType() === 'document' || response.url().endsWith('/favicon.ico')
      if (response.url().startsWith(server.url) && !isPage) {
        const weighed = weigh(response, when)
        fetched.push(weighed)
        // `total` and the end of the visit throw what it throws. One that fails before either looks
        // would end the whole run as an unhandled rejection.
        weighed.catch(() => undefined)
      }
    })
    const total = async () =>
      (await Promise.all(fetched)).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)

    await page.goto(server.url, { waitUntil: 'load' })
    await quiet(() => fetched.length)
    const boot = await total()
    let firstView = Number.NaN
    when = 'idle'
    await page.evaluate(() => window.idle.release())
    await quiet(() => fetched.length)
    await page.evaluate(() => window.idle.hold())
    const load = [...otherHosts]
    when = 'open'
    if (opens)
      try {
        await open(page, () => fetched.length)
        if (hasWallets) await page.getByRole('button', { name: 'Fox' }).waitFor({ timeout: 10_000 })
        firstView = await total()
      } catch (error) {
        errors.push(
          `The Connect view did not open: ${error instanceof Error ? error.message : error}`,
        )
      }
    return {
      boot,
      firstView,
      otherHosts: { load, open: otherHosts.slice(load.length) },
      errors,
      files: await Promise.all(fetched),
    }
  } finally {
    // Also where the visit itself failed: a body cannot be read once its page is closed.
    await Promise.allSettled(fetched)
    await context.close()
    await server.close()
  }
}

/**
 * Clicks the host's button and waits for the Connect view.
 * @param {Page} page
 * @param {() => number} requestCount
 */
async function open(page, requestCount) {
  await page
    .getByRole('button', { name: /connect/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor({ state: 'visible', timeout: 10_000 })
  await quiet(requestCount)
}

/** Hosts that are opened by a visitor with wallets besides. */
const wanted = ['react-host', 'four-chains-host', 'real-page-host']

/** The name of the visit of a person with wallets. @param {string} host */
const withWallets = host => `${host}, three wallets`

/** The rows that budgets are set for. @param {Map<string, Visit>} visits @returns {Row[]} */
function rowsOf(visits) {
  const loaded = (/** @type {string} */ name) => visits.get(name)?.boot ?? Number.NaN
  const opened = (/** @type {string} */ name) => visits.get(name)?.firstView ?? Number.NaN
  const react = loaded('react')
  const figures = {
    kernel: loaded('kernel'),
    'boot/one-chain': loaded('react-host') - react,
    'boot/four-chains': loaded('four-chains-host') - react,
    'boot/real-page': loaded('real-page-host') - react,
    'boot/defaults': loaded('defaults-host') - react,
    'boot/plain': loaded('plain-host'),
    'first-view/one-chain': opened('react-host') - react,
    'first-view/one-chain/three-wallets': opened(withWallets('react-host')) - react,
    'first-view/four-chains': opened('four-chains-host') - react,
    'first-view/four-chains/three-wallets': opened(withWallets('four-chains-host')) - react,
    'first-view/real-page': opened('real-page-host') - react,
    'first-view/real-page/three-wallets': opened(withWallets('real-page-host')) - react,
    'first-view/plain': opened('plain-host'),
  }
  const hosts = Object.entries(figures).map(([id, gzipBytes]) => ({
    id,
    gzipBytes,
    budgetBytes: budgets.get(id) ?? 0,
  }))
  const plugins = pluginHosts().map(({ name, budgetBytes, needs }) => ({
    id: `plugin/${name}`,
    gzipBytes: loaded(`with-${name}`) - loaded(needs ? `with-${needs}` : 'bare'),
    budgetBytes,
  }))
  return [...hosts, ...plugins]
}

/** @param {number} bytes */
const kilobytes = bytes =>
  Number.isNaN(bytes) ? 'not measured' : `${(bytes / 1024).toFixed(2)} kB`

/** Shows where the bytes come from. @param {BuiltHost} host @param {readonly Fetched[]} files */
function list({ name, modules }, files) {
  process.stderr.write(`\n${name} fetches\n`)
  for (const { file, when, gzipBytes } of files) {
    process.stderr.write(`  ${when}  ${kilobytes(gzipBytes).padStart(9)}  ${file}\n`)
    for (const share of (modules[file] ?? []).slice(0, 30))
      if (!share.startsWith('  0')) process.stderr.write(`                     ${share}\n`)
  }
}

/** @param {Row} row @returns {Result} */
const budgetResult = ({ id, gzipBytes, budgetBytes }) =>
  result(
    `${id} is within its budget`,
    gzipBytes <= budgetBytes,
    `${kilobytes(gzipBytes)} of ${kilobytes(budgetBytes)}`,
  )

/** How many files the first view may take, which an idle page prefetches. */
const mostFiles = new Map([
  ['react-host', 8],
  ['four-chains-host', 12],
])

/**
 * @param {string} host
 * @param {number} most
 * @param {Visit | undefined} visited
 * @returns {Result}
 */
function filesResult(host, most, visited) {
  const files = (visited?.files ?? []).filter(({ when }) => when === 'idle').map(({ file }) => file)
  return result(
    `The first view of ${host} takes at most ${most} files`,
    files.length > 0 && files.length <= most,
    `${files.length}: ${files.join(', ')}`,
  )
}

/** @param {BuiltHost} host @returns {Result} */
const absenceResult = ({ name, absent, found }) =>
  result(`${name} contains nothing of ${absent.join(', ')}`, found.length === 0, found.join('\n'))

/** @param {string} name @param {Visit | undefined} visited @returns {Result[]} */
const visitResults = (name, visited) =>
  visited
    ? [
        result(
          `${name} asks no other host on load`,
          visited.otherHosts.load.length === 0,
          visited.otherHosts.load.join('\n'),
        ),
        result(
          `${name} asks no other host on open`,
          visited.otherHosts.open.length === 0,
          visited.otherHosts.open.join('\n'),
        ),
        result(
          `${name} opens without an error`,
          visited.errors.length === 0,
          visited.errors.join('\n'),
        ),
      ]
    : []

/**
 * Measures production builds of real host pages in Chromium: bytes as gzip -9 of what is fetched, 1
 * kB = 1,024 B.
 * Rows of pages with React are what comes on top of the host's own React; `plain` has none, and its
 * first view brings it.
 *
 * @param {{ json?: boolean, words?: string[] }} [options] `words`: names of hosts for which it is
 * also said where their bytes come from; `--readme` writes the README's table
 * @returns {Promise<Result[]>}
 */
export async function size({ json = false, words = [] } = {}) {
  const built = await compile()
  if (built.status === 'failed') return [built]
  const hosts = await buildHosts()
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  /** @type {Map<string, Visit>} */
  const visits = new Map()
  /** @type {Row[]} */
  const rows = []
  try {
    for (const host of hosts.filter(({ problem }) => !problem)) {
      visits.set(host.name, await visit(chrome, host))
      if (wanted.includes(host.name))
        visits.set(withWallets(host.name), await visit(chrome, host, { hasWallets: true }))
    }
    rows.push(
      ...(await signIns(chrome)),
      ...(await firstUses()),
      ...(await firstUsesWithViem(chrome)),
    )
  } finally {
    await chrome.close()
  }
  for (const host of hosts)
    if (words.includes(host.name)) list(host, visits.get(host.name)?.files ?? [])
  rows.unshift(...rowsOf(visits))
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  if (words.includes('--readme')) await writeSizes(rows)
  return [
    ...rows.map(budgetResult),
    ...[...mostFiles].map(([host, most]) => filesResult(host, most, visits.get(host))),
    ...hosts
      .filter(({ problem }) => problem)
      .map(({ name, problem }) => result(`${name} builds`, false, problem)),
    ...hosts.filter(({ absent }) => absent.length).map(absenceResult),
    ...hosts
      .filter(({ opens }) => opens)
      .flatMap(({ name }) => visitResults(name, visits.get(name))),
    ...wanted.flatMap(name => visitResults(withWallets(name), visits.get(withWallets(name)))),
  ]
}
