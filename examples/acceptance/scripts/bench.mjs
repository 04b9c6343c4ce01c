import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser, browserArgs } from './browser.mjs'
import { compile } from './build.mjs'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { serve } from './serve.mjs'
import { root } from './workspaces.mjs'
import { buildPage } from './world.mjs'

/** @import { Browser } from '@playwright/test' */
/** @import { Result } from './results.mjs' */

/**
 * `baseline` is what the same thing costs in a page written by hand, `ratio` how many times that we take; `limit` is the most that
 * `value` may be, or `ratio` where there is a baseline.
 *
 * @typedef {{ id: string, value: number, unit: 'ms', baseline: number | null, ratio: number | null, limit: number }} Figure
 */

const rounds = 9
const acceptance = join(root, 'examples', 'acceptance')

const median = (/** @type {number[]} */ values) => /** @type {number} */ (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)])
const rounded = (/** @type {number} */ value) => Math.round(value * 100) / 100

/** @param {number} plugins @returns {Promise<number>} ms of a first boot, in a fresh process */
async function boot(plugins) {
  const { code, output } = await run(process.execPath, [join(acceptance, 'bench', 'boot.mjs'), String(plugins)], { cwd: root })
  if (code !== 0) throw new Error(`The kernel did not boot with ${plugins} plugins:\n${output}`)
  return Number(output)
}

/** Runs in the page: the ms from the click to the first frame after a Connect heading stands in an open dialog. */
function untilPainted() {
  /** @param {ParentNode} place @returns {boolean} */
  const shows = place => {
    const dialog = place.querySelector('dialog[open]')
    if (dialog && /connect/i.test(dialog.textContent ?? '') && dialog.querySelector('button')) return true
    return [...place.querySelectorAll('*')].some(element => element.shadowRoot !== null && shows(element.shadowRoot))
  }
  return new Promise(resolve => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          if (!shows(document)) return requestAnimationFrame(look)
          return requestAnimationFrame(() => resolve(performance.now() - timeStamp)) // the frame before this callback was painted
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}

/** Opens a page as a first visitor and clicks. @param {Browser} chrome @param {string} url */
async function openCold(chrome, url) {
  const context = await chrome.newContext()
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    const painted = page.evaluate(untilPainted)
    // Not a real pointer: its coming near would preload, and this is the figure without that.
    await page
      .getByRole('button', { name: /connect/i })
      .first()
      .evaluate(button => button instanceof HTMLElement && button.click())
    return /** @type {number} */ (await painted)
  } finally {
    await context.close()
  }
}

/** Cold clicks on our host and on the hand-written page, in turns. @returns {Promise<{ ours: number, floor: number }>} */
async function measureOpen() {
  const pages = [
    await buildPage(join(acceptance, 'size', 'hosts', 'react-host'), 'bench-host'),
    await buildPage(join(acceptance, 'bench', 'floor'), 'bench-floor'),
  ]
  const servers = await Promise.all(pages.map(page => serve(page)))
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  const [ours, floor] = /** @type {[number[], number[]]} */ ([[], []])
  try {
    const [hostUrl = '', floorUrl = ''] = servers.map(({ url }) => url)
    for (let round = 0; round < rounds; round++) {
      ours.push(await openCold(chrome, hostUrl))
      floor.push(await openCold(chrome, floorUrl))
    }
  } finally {
    await chrome.close()
    await Promise.all(servers.map(server => server.close()))
  }
  return { ours: median(ours), floor: median(floor) }
}

/** @param {number} plugins @param {number} limit @returns {Promise<Figure>} */
async function bootFigure(plugins, limit) {
  const values = []
  for (let round = 0; round < rounds; round++) values.push(await boot(plugins))
  return { id: `boot/${plugins}-plugins`, value: rounded(median(values)), unit: 'ms', baseline: null, ratio: null, limit }
}

/**
 * Measures speed: medians of nine rounds, each in a fresh process or browser context.
 *
 * @param {{ json?: boolean }} [options]
 * @returns {Promise<Result[]>}
 */
export async function bench({ json = false } = {}) {
  const built = await compile()
  if (built.status === 'failed') return [built]
  const boots = [await bootFigure(10, 10), await bootFigure(100, 10)]
  const { ours, floor } = await measureOpen()
  /** @type {Figure[]} */
  const figures = [...boots, { id: 'open/cold', value: rounded(ours), unit: 'ms', baseline: rounded(floor), ratio: rounded(ours / floor), limit: 1.6 }]
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  return figures.map(({ id, value, unit, baseline, ratio, limit }) =>
    result(
      id,
      (ratio ?? value) <= limit,
      ratio === null ? `${value} ${unit}, at most ${limit} ${unit}` : `${value} ${unit} is ${ratio} times ${baseline} ${unit}, at most ${limit} times`,
    ),
  )
}
