import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser, browserArgs } from './browser.mjs'
import { takeFilm, takeFilmstrips } from './motion-pictures.mjs'
import { result } from './results.mjs'
import { serve } from './serve.mjs'
import { root } from './workspaces.mjs'
import { buildPage } from './world.mjs'

/** @import { Result } from './results.mjs' */
/** @import { Browser, BrowserContextOptions } from '@playwright/test' */

const folder = join(root, 'shots')
/** @type {Readonly<Record<string, BrowserContextOptions>>} */
const sizes = {
  '1280x800': { viewport: { width: 1280, height: 800 } },
  '390x844': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
const modes = /** @type {const} */ (['dark', 'light'])
/** A state that takes longer is not going to come. */
const timeoutMs = 30_000
/** The share of pixels of a picture that may differ from the earlier one. */
const maxDifference = 0.001

/**
 * Takes the pictures of some states in one size.
 *
 * @param {Browser} chrome
 * @param {string} url of the gallery
 * @param {string} size
 * @param {readonly string[]} ids
 * @returns {Promise<Result[]>} one for each state
 */
async function takeAll(chrome, url, size, ids) {
  // Without motion: the same picture every time.
  const context = await chrome.newContext({ ...sizes[size], reducedMotion: 'reduce' })
  const page = await context.newPage()
  /** @type {string[]} */
  const said = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(String(error)))
  /** @type {Result[]} */
  const results = []
  for (const id of ids) {
    said.length = 0
    try {
      await page.goto(`${url}?${new URLSearchParams({ state: id })}`)
      await page.waitForFunction(() => 'galleryState' in window, undefined, { timeout: timeoutMs })
      for (const mode of modes) {
        await page.evaluate(async mode => {
          await window.galleryState.ready
          await window.galleryState.dress({ mode, language: 'en', accent: '' })
          await window.galleryState.settle()
        }, mode)
        const path = join(folder, `${id.replaceAll('/', '-')}.${size}.${mode}.png`)
        mkdirSync(dirname(path), { recursive: true })
        await page.screenshot({ path, timeout: timeoutMs })
      }
      results.push(
        result(
          `${id} ${size}`,
          said.length === 0,
          said.length ? `the console says: ${said.join('\n')}` : undefined,
        ),
      )
    } catch (error) {
      results.push(
        result(`${id} ${size}`, false, error instanceof Error ? error.message : String(error)),
      )
    }
  }
  await context.close()
  return results
}

/**
 * Compares the pictures in `shots/` whose names begin with `only` with those of the same names in
 * another folder, pixel by pixel.
 *
 * @param {Browser} chrome
 * @param {string} before
 * @param {string} only
 * @returns {Promise<Result[]>} one for each picture; it fails where more than 0.1 % of the pixels
 * differ
 */
export async function compareAll(chrome, before, only) {
  const names = [...new Set([folder, before].flatMap(one => readdirSync(one)))]
    .filter(name => name.endsWith('.png') && name.startsWith(only))
    .sort()
  const page = await chrome.newPage()
  const share = (/** @type {string[]} */ texts) =>
    page.evaluate(async texts => {
      const [one, other] = await Promise.all(
        texts.map(async text =>
          createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob()),
        ),
      )
      if (!one || !other || one.width !== other.width || one.height !== other.height) return 1
      const [a, b] = [one, other].map(image => {
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas?.drawImage(image, 0, 0)
        return new Uint32Array(
          canvas?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0),
        )
      })
      return a && b ? a.filter((pixel, i) => pixel !== b[i]).length / a.length : 1
    }, texts)
  /** @type {Result[]} */
  const results = []
  for (const name of names) {
    const paths = [join(before, name), join(folder, name)]
    const missing = paths.find(path => !existsSync(path))
    const different = missing ? 1 : await share(paths.map(path => readFileSync(path, 'base64')))
    const detail = missing
      ? `${missing} does not exist`
      : `${(100 * different).toFixed(2)} % of the pixels differ`
    results.push(result(`${name} is as before`, different <= maxDifference, detail))
  }
  await page.close()
  return results
}

/**
 * Writes a sheet of each size: the pictures in `shots/` whose names begin with `only`, and below
 * them those of the same size from another folder, such as Connect views of other kits.
 *
 * @param {Browser} chrome
 * @param {string} others
 * @param {string} only
 * @returns {Promise<Result[]>} one for each sheet
 */
async function writeSheets(chrome, others, only) {
  const results = []
  for (const [size, { viewport }] of Object.entries(sizes)) {
    const found = [folder, others].map(place =>
      readdirSync(place)
        .filter(name => name.includes(size) && (place === others || name.startsWith(only)))
        .sort()
        .map(name => ({ name, data: readFileSync(join(place, name), 'base64') })),
    )
    const page = await chrome.newPage({ viewport: { width: 1_800, height: 800 } })
    const width = (viewport?.width ?? 0) / 3
    await page.setContent(
      `<style>body{font:12px sans-serif}section{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}</style>${found
        .map(
          pictures =>
            `<section>${pictures.map(({ name, data }) => `<figure><img width="${width}" src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`).join('')}</section><hr>`,
        )
        .join('')}`,
    )
    const path = join(folder, `sheet.${size}.png`)
    await page.screenshot({ path, fullPage: true, timeout: timeoutMs })
    await page.close()
    results.push(
      result(
        path,
        found.every(pictures => pictures.length > 0),
        `${found.map(({ length }) => length).join(' and ')} pictures`,
      ),
    )
  }
  return results
}

/**
 * Writes a picture of every state of the gallery, in two sizes and both modes, to `shots/`. Fails
 * where a state cannot be reached or something is said in the console.
 *
 * @param {{ words?: string[] }} [options] `--only connect` takes the states whose id begins so;
 * `--compare <folder>` compares the pictures with those that another commit left there; `--beside
 * <folder>` writes sheets of them with the pictures in that folder; `--readme` takes the
 * moving picture of the README instead; `--motion` draws the modal's motions moment by moment
 * @returns {Promise<Result[]>}
 */
export async function shots({ words = [] } = {}) {
  if (words.includes('--readme')) return takeFilm()
  if (words.includes('--motion')) return takeFilmstrips()
  const [only = '', before = '', beside = ''] = ['--only', '--compare', '--beside'].map(option =>
    words.includes(option) ? (words[words.indexOf(option) + 1] ?? '') : '',
  )
  const server = await serve(await buildPage(join(root, 'examples', 'playground'), 'gallery'))
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  try {
    const url = `${server.url}/gallery.html`
    const index = await chrome.newPage()
    await index.goto(url)
    await index.waitForFunction(() => 'gallery' in window)
    const ids = (await index.evaluate(() => window.gallery.entries.map(({ id }) => id))).filter(
      id => id.startsWith(only),
    )
    await index.close()
    if (!ids.length)
      return [result('shots', false, `the gallery has no state whose id begins with ${only}`)]
    if (!only) rmSync(folder, { recursive: true, force: true })
    const started = Date.now()
    const results = (
      await Promise.all(Object.keys(sizes).map(size => takeAll(chrome, url, size, ids)))
    ).flat()
    const seconds = Math.round((Date.now() - started) / 1_000)
    const count = results.filter(({ status }) => status === 'passed').length * modes.length
    process.stderr.write(
      `${count} pictures of ${ids.length} states in ${folder}, in ${seconds} s\n`,
    )
    const begin = only.replaceAll('/', '-')
    if (before) results.push(...(await compareAll(chrome, before, begin)))
    if (beside) results.push(...(await writeSheets(chrome, beside, begin)))
    return results
  } finally {
    await Promise.allSettled([chrome.close(), server.close()])
  }
}
