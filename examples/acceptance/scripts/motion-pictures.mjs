import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import gifenc from 'gifenc'
import { browser, browserArgs } from './browser.mjs'
import { result } from './results.mjs'
import { root } from './workspaces.mjs'
import { startPlayground } from './world.mjs'

/** @import { Locator, Page } from '@playwright/test' */
/** @import { Result } from './results.mjs' */

const { applyPalette, GIFEncoder, quantize } = gifenc
const megabyte = 2 ** 20
/** The playground around the button, and how much smaller the picture is. */
const stage = { width: 1_120, height: 760 }
const filmWidth = 840
/** A step that takes longer is not going to come. */
const timeoutMs = 30_000

/**
 * Runs on the playground of `npm start`, with the parts of its page that a visitor uses.
 *
 * @template Answer
 * @param {{ reducedMotion: 'reduce' | 'no-preference' }} how
 * @param {(page: Page, panel: Locator) => Promise<Answer>} run
 * @returns {Promise<Answer>}
 */
async function onPlayground(how, run) {
  const world = await startPlayground()
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  try {
    const page = await (await chrome.newContext({ viewport: stage, ...how })).newPage()
    page.setDefaultTimeout(timeoutMs)
    await page.goto(world.url)
    return await run(page, page.locator('portico-root dialog'))
  } finally {
    await Promise.allSettled([chrome.close(), world.stop()])
  }
}
const doorway = (/** @type {Page} */ page) =>
  page.locator('.doorway').getByRole('button', { name: 'Connect wallet' })

/**
 * The pixels of a screenshot, made smaller by the browser.
 * @param {Page} page of nothing
 * @param {Buffer} picture
 */
async function pixelsOf(page, picture) {
  const { width, height, text } = await page.evaluate(
    async ([data, width]) => {
      const whole = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${data}`)).blob(),
      )
      const height = Math.round((whole.height * width) / whole.width)
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      if (!canvas) throw new Error('no canvas')
      canvas.imageSmoothingQuality = 'high'
      canvas.drawImage(whole, 0, 0, width, height)
      const { data: bytes } = canvas.getImageData(0, 0, width, height)
      let text = ''
      for (let at = 0; at < bytes.length; at += 32_768)
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
      return { width, height, text: btoa(text) }
    },
    /** @type {const} */ ([picture.toString('base64'), filmWidth]),
  )
  return { width, height, rgba: new Uint8Array(Buffer.from(text, 'base64')) }
}

/**
 * Writes the moving picture of the README: the button, the wallets, a wallet request, the
 * account, and its activity.
 *
 * @returns {Promise<Result[]>}
 */
export const takeFilm = () =>
  onPlayground({ reducedMotion: 'reduce' }, async (page, panel) => {
    /** @type {{ picture: Buffer, ms: number }[]} */
    const scenes = []
    const scene = async (/** @type {number} */ ms) => {
      await page.waitForLoadState('networkidle')
      scenes.push({ picture: await page.screenshot(), ms })
    }
    // The wallet waits for its owner, as outside of a playground.
    await page
      .getByRole('article', { name: 'Fox Wallet' })
      .getByRole('radio', { name: 'Ask me' })
      .check()
    await page.evaluate(() => scrollTo(0, 0))
    await scene(1_200)
    await doorway(page).hover()
    await scene(500)
    await doorway(page).click()
    const fox = panel.getByRole('button', { name: /^Fox Wallet/ })
    await fox.waitFor()
    await page.mouse.move(0, 0)
    await scene(1_800)
    await fox.hover()
    await scene(500)
    await fox.click()
    await panel.getByRole('heading', { name: 'Open Fox Wallet to approve' }).waitFor()
    await scene(1_400)
    await page
      .getByRole('dialog', { name: 'Fox Wallet asks' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await page.getByTestId('status').filter({ hasText: 'connected' }).waitFor()
    const account = page.locator('.doorway').getByRole('button', { name: /^Account/ })
    if (!(await panel.isVisible())) await account.click()
    await panel.getByRole('button', { name: 'Copy address' }).waitFor()
    await panel.locator('.p-skeleton').first().waitFor({ state: 'detached' })
    await panel.getByText('ETH', { exact: true }).first().waitFor()
    await page.mouse.move(0, 0)
    await scene(2_600)

    const blank = await page.context().newPage()
    await blank.goto('about:blank')
    const gif = GIFEncoder()
    for (const { picture, ms } of scenes) {
      const { width, height, rgba } = await pixelsOf(blank, picture)
      const palette = quantize(rgba, 128)
      gif.writeFrame(applyPalette(rgba, palette), width, height, { palette, delay: ms })
    }
    gif.finish()
    const bytes = gif.bytes()
    writeFileSync(join(root, 'examples', 'docs', 'portico.gif'), bytes)
    return [
      result(
        'examples/docs/portico.gif is smaller than 1 MB',
        bytes.length < megabyte,
        `${Math.round(bytes.length / 1_024)} kB, ${scenes.length} scenes`,
      ),
    ]
  })

/** The moments of a motion that are drawn. Milliseconds. */
const moments = [0, 30, 60, 90, 120, 150, 200]
const aroundPanel = { x: 340, y: 40, width: 440, height: 680 }
/** Nothing of these takes longer. Milliseconds. */
const longestMs = 200

/**
 * Stops the motions of the modal that change one of these properties as soon as they begin, and
 * draws their moments.
 *
 * @param {Page} page
 * @param {string} name
 * @param {readonly string[]} properties
 * @param {() => Promise<unknown>} begin
 * @returns {Promise<Result[]>} how long it takes, and whether anything is seen to move
 */
async function drawMotion(page, name, properties, begin) {
  await page.evaluate(properties => {
    const modal = () => document.querySelector('portico-root')?.shadowRoot?.getAnimations() ?? []
    const changes = (/** @type {Animation} */ { effect }) =>
      effect instanceof KeyframeEffect &&
      effect.getKeyframes().some(frame => properties.some(property => property in frame))
    Object.assign(window, {
      stopped: new Promise(resolve => {
        const from = performance.now()
        const look = () => {
          const moving = modal().filter(
            motion =>
              changes(motion) &&
              motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
          )
          if (!moving.length && performance.now() - from < 3_000) return requestAnimationFrame(look)
          for (const motion of moving) motion.pause()
          Object.assign(window, { moving })
          return resolve(moving.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
        }
        requestAnimationFrame(look)
      }),
    })
  }, properties)
  await begin()
  const lengths = await page.evaluate(
    () => /** @type {{ stopped: Promise<number[]> }} */ (/** @type {unknown} */ (window)).stopped,
  )
  const frames = []
  for (const ms of moments) {
    await page.evaluate(ms => {
      const { moving } = /** @type {{ moving: Animation[] }} */ (/** @type {unknown} */ (window))
      for (const motion of moving) motion.currentTime = ms
    }, ms)
    frames.push({ ms, data: (await page.screenshot({ clip: aroundPanel })).toString('base64') })
  }
  await page.evaluate(() => {
    const { moving } = /** @type {{ moving: Animation[] }} */ (/** @type {unknown} */ (window))
    for (const motion of moving) motion.finish()
  })
  const strip = await page.context().newPage()
  await strip.setViewportSize({ width: 264 * frames.length + 8, height: 432 })
  await strip.setContent(
    `<style>body{margin:4px;display:flex;gap:4px;font:12px sans-serif}figure{margin:0}</style>${frames.map(({ ms, data }) => `<figure><img width="260" src="data:image/png;base64,${data}"><figcaption>${name} · ${ms} ms</figcaption></figure>`).join('')}`,
  )
  const folder = join(root, 'shots')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `motion-${name.replaceAll(' ', '-')}.png`), await strip.screenshot())
  await strip.close()
  const longest = Math.max(0, ...lengths)
  const different = new Set(frames.map(({ data }) => data)).size
  return [
    result(`${name} takes at most ${longestMs} ms`, longest <= longestMs, `${longest} ms`),
    result(
      `${name} is seen to move`,
      different >= 3,
      `${different} of ${frames.length} pictures differ`,
    ),
  ]
}

/**
 * Draws the motions of the modal moment by moment, as filmstrips in `shots/`: open, change of view
 * and height, and back. The press of a row is a tint: nothing moves.
 *
 * @returns {Promise<Result[]>}
 */
export const takeFilmstrips = () =>
  onPlayground({ reducedMotion: 'no-preference' }, async (page, panel) => {
    /** @type {Result[]} */
    const results = []
    /**
     * The pointer is on the button before, so that its own tint has come.
     * @param {string} name @param {readonly string[]} properties @param {Locator} button
     * @param {() => Promise<unknown>} [begin]
     */
    const draw = async (
      name,
      properties,
      button,
      begin = () => page.mouse.down().then(() => page.mouse.up()),
    ) => {
      await button.hover()
      await page.waitForTimeout(400)
      results.push(...(await drawMotion(page, name, properties, begin)))
    }
    const row = (/** @type {RegExp} */ name) => panel.getByRole('button', { name })
    const slide = ['translate', 'height', 'opacity', 'scale']
    await draw('open', slide, doorway(page))
    await draw('change of view and height', slide, row(/^All wallets/))
    await panel.getByRole('searchbox').waitFor()
    await draw('back', slide, row(/^Back$/))
    return results
  })
