/**
 * Brings the icons of wallets, networks, coins and tokens from published packages into `data/icons`:
 * cleaned, and small. Run by hand; what it writes is committed, and none of these packages is a
 * dependency. `data/icons.json` names the packages with their hashes, and where in them each icon
 * is.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { optimize } from 'svgo'
import { browser, browserArgs } from '../../../../examples/acceptance/scripts/browser.mjs'
import { pictureFault } from './picture-faults.mjs'

/**
 * Where an icon is in a package. `name`: an export, or the variable that holds it; `background`:
 * for a mark without one, which would vanish in one of the modes.
 *
 * @typedef {{ package: string, file: string, name?: string, background?: string }} Place
 */
/**
 * `networks`: by name, with the CAIP-2 ids that show the icon. `coins`: by symbol. `tokens`: by
 * name, which is the symbol in the lists of tokens that ship; `symbols`: others of these lists that
 * show the icon; `names`: under which it is listed, compared with the picture by a person;
 * `assets`: CAIP-19 ids of tokens that are in none. `tiles`: by id of the wallet.
 *
 * @typedef {object} Sources
 * @property {Record<string, { version: string, integrity: string, licence: string }>} packages
 * @property {Record<string, Place>} wallets
 * @property {Record<string, Place & { ids: string[] }>} networks
 * @property {Record<string, Place>} coins
 * @property {Record<string, Place & { symbols?: string[], names?: string[], assets?: string[] }>} tokens
 * @property {Record<string, string>} tiles the brand colors of wallets without a published icon
 */

const folder = fileURLToPath(new URL('..', import.meta.url))
/** Below `node_modules`, so that a component in a package finds React. */
const cache = join(folder, '../../../node_modules/.cache/portico/icon-packages')
/** What an icon may take in a host's build. Bytes, gzip. */
const limit = 2_048
/** Rows and tiles show at most 88 px. */
const sides = [96, 80, 64]

/** @type {Sources} */
const sources = JSON.parse(readFileSync(join(folder, 'data/icons.json'), 'utf8'))

/** The folder of a package, whose tarball has the pinned hash. @param {string} name */
function unpack(name) {
  const { version, integrity } = /** @type {Sources['packages'][string]} */ (sources.packages[name])
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  const target = join(cache, file.replace(/\.tgz$/, ''))
  mkdirSync(target, { recursive: true })
  if (!existsSync(join(cache, file)))
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: cache })
  const hash = `sha512-${createHash('sha512')
    .update(readFileSync(join(cache, file)))
    .digest('base64')}`
  if (hash !== integrity) throw new Error(`${file} has another hash than data/icons.json: ${hash}`)
  execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components=1'], { cwd: cache })
  return target
}

/**
 * The picture as its package has it: a data URL, or the text of an SVG.
 * @param {string} root of the package
 * @param {Place} place
 * @returns {Promise<string>}
 */
async function originalOf(root, { package: from, file, name }) {
  const path = join(root, file)
  if (from === '@omnisat/lasereyes-react') {
    const copy = path.replace(/\.js$/, '.mjs')
    writeFileSync(copy, readFileSync(path))
    const [component = '', walletName] = String(name).split(':')
    const [{ renderToStaticMarkup }, { createElement }, logos] = await Promise.all([
      import('react-dom/server'),
      import('react'),
      import(copy),
    ])
    return renderToStaticMarkup(
      createElement(logos[component], { size: 96, ...(walletName && { walletName }) }),
    )
  }
  // Components of React as well, which render an `img` with a data URL.
  if (from === '@bgd-labs/react-web3-icons') {
    const [{ renderToStaticMarkup }, { createElement }, { default: Icon }] = await Promise.all([
      import('react-dom/server'),
      import('react'),
      import(path),
    ])
    const found = /src="(data:image[^"]*)"/.exec(renderToStaticMarkup(createElement(Icon)))?.[1]
    if (!found) throw new Error(`${from} has no picture in ${file}`)
    return found
  }
  const text = readFileSync(path, 'utf8')
  const found = name
    ? new RegExp(`var ${name}="(data:image[^"]*)"`).exec(text)?.[1]
    : /data:image\/[^'"`]*/.exec(text)?.[0]
  // One package has an SVG in an SVG that it does not close: what is inside is whole.
  const svg = /<svg(?![\s\S]*<svg)[\s\S]*?<\/svg>/.exec(text)?.[0]
  if (!found && !svg) throw new Error(`${from} has no picture in ${file}`)
  // As it stands in a text of JavaScript.
  return found ?? String(svg).replaceAll('\\n', ' ').replaceAll('\\"', '"')
}

/** The text of an SVG; undefined for a picture of pixels. @param {string} original */
function svgOf(original) {
  if (original.startsWith('<')) return original
  const [, kind, data = ''] =
    /^data:image\/(svg\+xml|\w+)[^,]*?(?:;base64)?,([\s\S]*)$/.exec(original) ?? []
  if (kind !== 'svg+xml') return undefined
  return /^data:[^,]*;base64,/.test(original)
    ? Buffer.from(data, 'base64').toString()
    : decodeURIComponent(data)
}

/**
 * An SVG with a background and some air around it.
 * @param {string} svg
 * @param {string} background
 */
function withBackground(svg, background) {
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1]
  if (!box) throw new Error('an SVG has no viewBox')
  const [x = 0, y = 0, width = 0, height = 0] = box.split(/[\s,]+/).map(Number)
  const side = 1.4 * Math.max(width, height)
  const [left, top] = [x - (side - width) / 2, y - (side - height) / 2]
  return svg
    .replace(box, [left, top, side, side].join(' '))
    .replace(
      /(<svg[^>]*)>/,
      `$1><rect x="${left}" y="${top}" width="${side}" height="${side}" fill="${background}"/>`,
    )
}

/** What an SVG of a component lacks to be a file of its own. @param {string} svg */
const standalone = svg =>
  ['xmlns="http://www.w3.org/2000/svg"', 'xmlns:xlink="http://www.w3.org/1999/xlink"']
    .filter(name => !svg.includes(name))
    .reduce((svg, name) => svg.replace('<svg', `<svg ${name}`), svg)

/**
 * The digits after the point that an SVG needs, so that no point moves by more than a tenth of a
 * pixel in the largest icon, of 88 px.
 * @param {string} svg
 */
function digitsOf(svg) {
  // The numbers of a transformation are factors.
  if (/gradientTransform|matrix\(/.test(svg)) return 2
  const width = Number(/viewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)/.exec(svg)?.[1] ?? 0)
  return width >= 440 ? 0 : width >= 44 ? 1 : 2
}

/** The smallest form of an SVG without faults that is small enough. @param {string} svg */
function cleaned(svg) {
  const digits = digitsOf(svg)
  for (const floatPrecision of [digits, Math.max(digits - 1, 0)]) {
    const { data } = optimize(svg, {
      multipass: true,
      floatPrecision,
      plugins: [
        'preset-default',
        'removeScripts',
        'removeXlink',
        'removeDimensions',
        'convertStyleToAttrs',
        'removeStyleElement',
        { name: 'removeAttrs', params: { attrs: 'class' } },
      ],
    })
    if (!pictureFault(data) && gzipSync(data, { level: 9 }).length <= limit) return data
  }
  return undefined
}

/**
 * Draws a picture with at most so many pixels, as WebP of a quality that is small enough.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} url
 */
async function drawn(page, url) {
  for (const side of sides)
    for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5]) {
      const webp = await page.evaluate(
        async ({ url, side, quality }) => {
          const image = new Image()
          image.src = url
          await image.decode()
          const canvas = document.createElement('canvas')
          canvas.width = canvas.height = side
          const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
          pen.imageSmoothingQuality = 'high'
          pen.drawImage(image, 0, 0, side, side)
          return canvas.toDataURL('image/webp', quality)
        },
        { url, side, quality },
      )
      const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64')
      if (gzipSync(bytes.toString('base64'), { level: 9 }).length <= limit) return bytes
    }
  throw new Error('a picture stays too large')
}

const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
const page = await chrome.newPage()
rmSync(join(folder, 'data/icons'), { recursive: true, force: true })
const roots = new Map(Object.keys(sources.packages).map(name => [name, unpack(name)]))
for (const kind of /** @type {const} */ (['wallets', 'networks', 'coins', 'tokens'])) {
  mkdirSync(join(folder, 'data/icons', kind), { recursive: true })
  for (const [id, place] of Object.entries(sources[kind])) {
    const original = await originalOf(/** @type {string} */ (roots.get(place.package)), place)
    const found = svgOf(original)
    const whole = found && standalone(found)
    const svg = whole && place.background ? withBackground(whole, place.background) : whole
    const small = svg && cleaned(svg)
    const url = svg ? `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` : original
    writeFileSync(
      join(folder, 'data/icons', kind, small ? `${id}.svg` : `${id}.webp`),
      small || (await drawn(page, url)),
    )
  }
}
await chrome.close()

/** The texts of the licences, each once. @type {Record<string, string>} */
const licences = {}
for (const [name, root] of roots) {
  if (existsSync(join(root, 'LICENSE')))
    licences[name] = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
}
writeFileSync(join(folder, 'data/icon-licences.json'), `${JSON.stringify(licences, null, 2)}\n`)
