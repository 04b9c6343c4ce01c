import { countWaves } from '../scripts/waves.mjs'
import {
  announceWallets,
  clickAndWatch,
  countTimers,
  holdIdle,
  keepRecords,
  openAndCloseTimes,
  openList,
  scrollList,
  watchResults,
} from './in-page.mjs'

/** @import { Browser, BrowserContext, CDPSession, Page } from '@playwright/test' */

/** A page with one button, whose dialog shows three wallets. */
const oneButton = { images: 3, button: 'button' }
/** ms of a frame at 60 Hz. */
const frameMs = 1000 / 60

/**
 * A first visitor: nothing is cached, three wallets are in the page unless `hasWallets` says
 * otherwise, and nothing is prefetched by an idle page unless `isIdle`.
 *
 * @template Answer
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number, hasWallets?: boolean, isIdle?: boolean, isSlowLine?:
 * boolean, prepare?: (context: BrowserContext) => Promise<unknown> }} visit `slowdown`: how many
 * times slower the CPU is made; `isSlowLine`: 400 kbit/s, and 400 ms for each request
 * @param {(page: Page, session: CDPSession) => Promise<Answer>} run
 * @returns {Promise<Answer>}
 */
async function asFirstVisitor(
  chrome,
  { url, slowdown, hasWallets = true, isIdle = false, isSlowLine = false, prepare },
  run,
) {
  const context = await chrome.newContext()
  try {
    if (hasWallets) await context.addInitScript(announceWallets)
    if (!isIdle) await context.addInitScript(holdIdle)
    await context.addInitScript(keepRecords)
    await prepare?.(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (isSlowLine)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 50_000,
        uploadThroughput: 50_000,
      })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await run(page, session)
  } finally {
    await context.close()
  }
}

/** @typedef {{ painted: number, stable: number }} Opened ms after the click */

/**
 * The clicks of the rounds begin at different moments of a frame, the same for every page.
 * @param {number} round
 * @param {number} rounds
 */
const phaseOf = (round, rounds) => (round / rounds) * frameMs

/**
 * Opens the dialog twice: as a first visitor, and again.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number }} visit
 * @param {number} round
 * @param {number} rounds
 * @returns {Promise<{ cold: Opened, warm: Opened, shift: number }>} `shift`: layout-shift score of
 * the whole visit
 */
export const openTwice = (chrome, visit, round, rounds) =>
  asFirstVisitor(chrome, visit, async page => {
    const phase = phaseOf(round, rounds)
    // No real pointer: its coming near would prefetch, and these are the figures without that.
    const cold = await page.evaluate(clickAndWatch, { ...oneButton, phase })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.waitForTimeout(300)
    const warm = await page.evaluate(clickAndWatch, { ...oneButton, phase })
    return { cold, warm, shift: await page.evaluate(() => window.records.shift) }
  })

/**
 * Opens the dialog after the pointer came near and what that fetches has arrived.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number }} visit
 * @param {number} round
 * @param {number} rounds
 * @returns {Promise<Opened>}
 */
export const openPreloaded = (chrome, visit, round, rounds) =>
  asFirstVisitor(chrome, visit, async page => {
    await page.getByRole('button').first().hover()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(600)
    return page.evaluate(clickAndWatch, { ...oneButton, phase: phaseOf(round, rounds) })
  })

/**
 * How long an idle page is left alone before the click: longer than any wait of Portico for an idle
 * moment. Milliseconds.
 */
const idleMs = 1_500

/**
 * Opens a dialog of the real page once, after the page came to rest.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number, hasWallets: boolean, images: number, button: string }}
 * visit
 * @param {number} round
 * @param {number} rounds
 * @returns {Promise<Opened>}
 */
export const openReal = (chrome, { images, button, ...visit }, round, rounds) =>
  asFirstVisitor(chrome, { ...visit, isIdle: true }, async page => {
    await page.waitForTimeout(idleMs)
    return page.evaluate(clickAndWatch, { images, button, phase: phaseOf(round, rounds) })
  })

/**
 * Opens the real page's modal while scripts arrive in waves.
 *
 * @param {Browser} chrome
 * @param {{ url: string, hasWallets: boolean, button: string }} visit
 * @returns {Promise<readonly (readonly string[])[]>} the paths of the scripts in each wave between
 * the click and the first rows
 */
export const realWaves = (chrome, { button, ...visit }) =>
  asFirstVisitor(chrome, { ...visit, slowdown: 1, isIdle: true }, async page => {
    await page.waitForTimeout(idleMs)
    const { waves, stop } = await countWaves(page)
    await page.locator(button).evaluate(element => /** @type {HTMLElement} */ (element).click())
    // Frame by frame: what is requested after the rows are painted is no part of this.
    await page.waitForFunction(
      () => document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog[open] li'),
      undefined,
      { polling: 'raf' },
    )
    const seen = waves().map(urls => urls.map(url => new URL(url).pathname))
    await stop()
    return seen
  })

/**
 * Opens the dialog on a slow phone and a slow line, as a first visitor whose pointer was on the
 * button a fifth of a second before the click.
 *
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<Opened & { longestTask: number }>}
 */
export const openSlowly = (chrome, url) =>
  asFirstVisitor(chrome, { url, slowdown: 6, isSlowLine: true }, async page => {
    await page.evaluate(() => {
      window.records.longestTaskMs = 0
    })
    await page.getByRole('button').first().hover()
    await page.waitForTimeout(200)
    const opened = await page.evaluate(clickAndWatch, { ...oneButton, phase: 0 })
    return { ...opened, longestTask: await page.evaluate(() => window.records.longestTaskMs) }
  })

/**
 * Total blocking time of a page on load, in ms.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number }} visit
 * @returns {Promise<number>}
 */
export const blockedOnLoad = (chrome, visit) =>
  asFirstVisitor(chrome, visit, async page => {
    await page.waitForTimeout(500)
    return page.evaluate(() => window.records.blockedMs)
  })

/**
 * @typedef {{ heapBytes: number, nodes: number, listeners: number, timers: number }} Held what a
 * page holds after a forced collection
 */

/**
 * Opens and closes many times.
 *
 * @param {Browser} chrome
 * @param {string} url
 * @param {{ first: number, last: number }} cycles after how many it is looked what the page holds
 * @returns {Promise<{ first: Held, last: Held }>}
 */
export const openAndClose = (chrome, url, { first, last }) =>
  asFirstVisitor(
    chrome,
    { url, slowdown: 1, prepare: context => context.addInitScript(countTimers) },
    async (page, session) => {
      const held = async () => {
        await page.waitForTimeout(1_000)
        for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
        const timers = await page.evaluate(() => window.liveTimers.size)
        return { heapBytes: usedSize, nodes, listeners: jsEventListeners, timers }
      }
      await page.evaluate(openAndCloseTimes, { times: first, button: 'button' })
      const before = await held()
      await page.evaluate(openAndCloseTimes, { times: last - first, button: 'button' })
      return { first: before, last: await held() }
    },
  )

/** Keys as a person types and corrects them: the results change with each. */
const keys = ['1', '2', '3', 'Backspace', '9', 'Backspace', 'Backspace', 'Backspace']
/** The row of the Connect view that leads to the list. */
const rowOfAll = 'All wallets'

/**
 * How long each key takes until the next paint: Event Timing, which tells pages steps of 8 ms, to
 * the microsecond, as the browser's own trace has it.
 *
 * @param {CDPSession} session
 * @param {() => Promise<unknown>} type
 * @returns {Promise<number[]>} ms
 */
async function timeKeys(session, type) {
  /** @type {Map<number, number>} */
  const keys = new Map()
  const listener = (/** @type {{ value: object[] }} */ { value }) => {
    for (const {
      name,
      args,
    } of /** @type {{ name?: string, args?: { data?: { interactionId: number, duration: number } } }[]} */ (
      value
    )) {
      const { interactionId, duration } = (name === 'EventTiming' && args?.data) || {}
      if (interactionId && duration)
        keys.set(interactionId, Math.max(keys.get(interactionId) ?? 0, duration))
    }
  }
  session.on('Tracing.dataCollected', listener)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await type()
  // The browser reports the last interaction when the page is idle.
  await new Promise(resolve => setTimeout(resolve, 500))
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', listener)
  return [...keys.values()]
}

/**
 * From the Connect view to the whole wallet list, as people come there: they are on its row before
 * they press it.
 *
 * @param {Page} page
 * @returns {Promise<number>} ms from the click to the painted list
 */
async function toWallets(page) {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: rowOfAll }).hover()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  return page.evaluate(openList, rowOfAll)
}

/**
 * Opens the whole wallet list as a first visitor.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number }} visit
 * @returns {Promise<number>} ms from the click in the Connect view to the painted list
 */
export const openWallets = (chrome, visit) => asFirstVisitor(chrome, visit, toWallets)

/**
 * Opens the whole wallet list as a first visitor, types into its search field, and scrolls the
 * list.
 *
 * @param {Browser} chrome
 * @param {{ url: string, slowdown: number }} visit
 * @param {number} times that the keys are typed
 * @returns {Promise<{ keystrokes: number[], byHand: number[], results: number[], frames: number[]
 * }>} ms from a key to the next paint, in the list and in a field from which nothing follows; ms
 * from a key to the paint of what it finds; ms of each frame while the list is scrolled
 */
export const searchWallets = (chrome, visit, times) =>
  asFirstVisitor(chrome, visit, async (page, session) => {
    const typing = async () => {
      const taken = await timeKeys(session, async () => {
        for (let time = 0; time < times; time++) {
          for (const key of keys) {
            await page.keyboard.press(key)
            await page.waitForTimeout(100)
          }
        }
      })
      // The browser tells nothing of some: these count as slower than all others.
      return [
        ...taken,
        ...Array(Math.max(0, times * keys.length - taken.length)).fill(Number.POSITIVE_INFINITY),
      ]
    }
    await page.getByLabel('By hand').focus()
    const byHand = await typing()
    await toWallets(page)
    await page.getByRole('searchbox').focus()
    await page.waitForTimeout(500)
    await page.evaluate(watchResults)
    const keystrokes = await typing()
    const results = await page.evaluate(() => window.results)
    return { byHand, keystrokes, results, frames: await page.evaluate(scrollList, 2_000) }
  })

/**
 * Opens an account with ten thousand transactions that is known already, and scrolls them.
 *
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<{ opened: number, rows: number, frames: number[] }>} ms from the click to the
 * entries, elements of the list, and ms of each frame while it is scrolled
 */
export const scrollHistory = (chrome, url) =>
  asFirstVisitor(chrome, { url, slowdown: 1 }, async page => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: /Bench Wallet/ }).click()
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const opened = await page.evaluate(openList, '')
    const frames = await page.evaluate(scrollList, 2_000)
    return { opened, rows: await page.getByRole('listitem').count(), frames }
  })
