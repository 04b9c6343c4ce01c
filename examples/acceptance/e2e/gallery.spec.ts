/**
 * Every state of every view, as the gallery of the playground has them: looked at by axe, measured,
 * in every language and size.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { hasVectors, vectorsFolder } from '../scripts/vectors.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'
import { axe } from './axe.js'
import {
  axeScript,
  desktop,
  dress,
  faults,
  inventory,
  parts,
  phone,
  test,
  visit,
} from './gallery-page.js'
import { expect } from './visit.js'

test.describe.configure({ mode: 'parallel' })

const kinds = ['loading', 'empty', 'full', 'error', 'long']
const pseudo = 'en-XA'

test('every view has a picture of each state, or a reason why it never has that state', async ({
  page,
}) => {
  const { entries, views, cannot, plugins } = await inventory(page)
  const missing = [...views, 'frame', 'page'].flatMap(view =>
    kinds
      .filter(
        kind =>
          !entries.some(entry => entry.view === view && entry.kind === kind) &&
          !cannot[view]?.[kind],
      )
      .map(kind => `${view}: ${kind}`),
  )
  expect(missing).toEqual([])
  expect(
    entries.filter(({ id }, at) => entries.findIndex(entry => entry.id === id) !== at),
  ).toEqual([])
  // A plugin that the gallery does not know would have no views in it.
  const folders = workspaces().filter(
    ({ folder }) => folder.startsWith('plugins/') && existsSync(join(root, folder, 'src', 'views')),
  )
  const ids = folders.map(
    ({ folder }) =>
      /definePlugin\(\{\s*id: '([^']+)'/.exec(
        readFileSync(join(root, folder, 'src', 'plugin.ts'), 'utf8'),
      )?.[1],
  )
  expect(plugins).toEqual(expect.arrayContaining(ids))
})

// What light changes is colours: the other rules have looked at the same elements in dark.
const colourRules = ['color-contrast', 'link-in-text-block']

/** What of a state moves after it is there, and what axe finds in it in both modes. */
async function settlesAndIsAccessible(page: Page, kind: string): Promise<readonly string[]> {
  // What a wallet or a node answers in the end may need its room.
  const moved = kind === 'error' ? [] : await page.evaluate(() => window.galleryState.moved)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dark = await axe(page, { parts, script: axeScript })
  await dress(page, { mode: 'light' })
  const light = await axe(page, { parts, rules: colourRules })
  return [
    ...moved,
    ...dark.map(fault => `dark: ${fault}`),
    ...light.map(fault => `light: ${fault}`),
  ]
}
/**
 * Faults that stay. What follows a new size comes with the next frames, for which pages beside this
 * one wait too.
 */
async function lasting(
  page: Page,
  find: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let there = await find(page)
  for (let again = 0; there.length && again < 30; again++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.waitForTimeout(100)
    there = await find(page)
  }
  return there
}
// In these views the primary button stays visible, however long the content is.
const reviews = ['SendPreview', 'SwapPreview', 'SIWXSignMessage']
const hiddenAction = (page: Page) => page.evaluate(() => window.galleryState.hiddenAction())

/** What of a state does not fit, in any language and size. */
async function fits(page: Page, view: string): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (how: string, find: (page: Page) => Promise<readonly string[]> = faults) => {
    found.push(...(await lasting(page, find)).map(fault => `${how}: ${fault}`))
  }
  if (reviews.includes(view)) await look('desktop', hiddenAction)
  await page.setViewportSize(phone)
  if (reviews.includes(view)) await look('phone', hiddenAction)
  for (const language of ['en', 'de', 'ar', pseudo]) {
    await dress(page, { language })
    await look(language)
  }
  // The pseudo-language stays: it is the longest. 1280 x 800 at 200 %, and the narrowest page that
  // WCAG 2.2 (1.4.10) knows.
  for (const size of [
    { width: 640, height: 400 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => window.galleryState.settle())
    await look(`${size.width} x ${size.height}`)
  }
  return found
}
const shards = 8
for (let shard = 0; shard < shards; shard++)
  test(`no state moves after it is shown, violates axe, or overflows in any language and size: part ${shard + 1}`, async ({
    page,
    context,
    serveGallery,
  }) => {
    test.slow()
    const { entries } = await inventory(page)
    const left = entries.filter((_, at) => at % shards === shard)
    const found: string[] = []
    const goThrough = async (page: Page) => {
      // A new origin, so that it shares no storage with the pages beside it; and served
      // as hosts do it: what one state has loaded, the next one has.
      const base = await serveGallery({ 'cache-control': 'max-age=3600' })
      for (let entry = left.shift(); entry; entry = left.shift()) {
        const { id, view, kind, isOtherOnPhone } = entry
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await page.setViewportSize(desktop)
        await visit(page, id, base)
        found.push(...(await settlesAndIsAccessible(page, kind)).map(fault => `${id}, ${fault}`))
        if (isOtherOnPhone) {
          await page.setViewportSize(phone)
          await visit(page, id, base)
        }
        found.push(...(await fits(page, view)).map(fault => `${id}, ${fault}`))
      }
    }
    // While one page waits for what moves, the others work.
    await Promise.all([page, await context.newPage(), await context.newPage()].map(goThrough))
    expect(found).toEqual([])
  })

test('six accents are readable in each view, in both modes', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const id of [
    'connecting/declined',
    'connecting/retry',
    'account/full',
    'networks/many',
    'settings/full',
    'page/disconnected',
  ]) {
    await visit(page, id)
    for (const accent of ['#3b82f6', '#ff6600', '#16a34a', '#8b5cf6', '#ffe600', '#111318'])
      for (const mode of ['dark', 'light'] as const) {
        await dress(page, { mode, accent })
        found.push(
          ...(await axe(page, { parts, rules: ['color-contrast'] })).map(
            fault => `${id}, ${mode}, ${accent}: ${fault}`,
          ),
        )
      }
  }
  expect(found).toEqual([])
})

test('every button has an edge and a visible focus in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const id of [
    'connect/ways',
    'connecting/retry',
    'account/full',
    'networks/many',
    'settings/full',
    'unsupported-chain/full',
    'wallets/full',
  ]) {
    await visit(page, id)
    const without = await page.locator('portico-root').evaluate(host => {
      const buttons = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('.p-panel button') ?? [])]
      return buttons.flatMap(button => {
        button.focus()
        const inside = button.querySelector('.p-account-turn, span:first-child')
        const hasEdge = [button, inside].some(
          one => one && getComputedStyle(one).borderTopWidth !== '0px',
        )
        return hasEdge && getComputedStyle(button).outlineStyle === 'solid'
          ? []
          : [button.ariaLabel ?? button.textContent]
      })
    })
    expect(without, id).toEqual([])
  }
})

test('[D39d] choosing a language loads that language and no other one', async ({ page }) => {
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  const ofLanguages = (names: string) =>
    requests.filter(path => new RegExp(`/(${names})-[^/]*\\.js$`).test(path))
  await visit(page, 'account/full')
  const before = requests.length
  expect(ofLanguages('de|ar')).toEqual([])
  await dress(page, { language: 'de' })
  expect(ofLanguages('de').length).toBeGreaterThan(3)
  expect(ofLanguages('ar')).toEqual([])
  expect(requests.slice(before).filter(path => !path.includes('/languages-'))).toEqual(
    ofLanguages('de'),
  )
  await dress(page, { language: 'ar' })
  expect(ofLanguages('ar').length).toBeGreaterThan(3)
})

test('[D39e] a name is aligned to the start of its row, in both writing directions', async ({
  page,
}) => {
  const sides = () =>
    page.locator('portico-root').evaluate(host => {
      const titles = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('.p-row-title') ?? [])]
      return [...new Set(titles.map(title => getComputedStyle(title).textAlign))]
    })
  await visit(page, 'connect/long')
  expect(await sides()).toEqual(['left'])
  await dress(page, { language: 'ar' })
  expect(await sides()).toEqual(['right'])
})

test('[D39e] an address among facts is aligned to the end like the other values, line by line', async ({
  page,
}) => {
  /** How far each line of the address is from the side on which values end. */
  const gaps = () =>
    page.locator('portico-root .p-facts>dd>.p-address').evaluate(address => {
      const groups = [...address.children].map(group => group.getBoundingClientRect())
      const value = (address.parentElement as Element).getBoundingClientRect()
      const isMirrored = address.parentElement?.matches(':dir(rtl)')
      const lines = [...new Set(groups.map(({ top }) => top))].map(top =>
        groups.filter(group => group.top === top),
      )
      return lines.map(line =>
        Math.round(
          isMirrored
            ? Math.min(...line.map(({ left }) => left)) - value.left
            : value.right - Math.max(...line.map(({ right }) => right)),
        ),
      )
    })
  await visit(page, 'send/review-full')
  expect(await gaps()).toEqual([0, 0, 0])
  await dress(page, { language: 'ar' })
  expect(await gaps()).toEqual([0, 0, 0])
})

test.describe('[S6] text from outside', () => {
  const count = 8
  for (let part = 0; part < count; part++)
    test(`text from outside runs no script, fits the modal, and violates no Trusted Types, part ${part + 1}`, async ({
      page,
      serveGallery,
    }) => {
      test.skip(!hasVectors, 'there are no public vectors here: PORTICO_VECTORS names their folder')
      test.slow()
      const base = await serveGallery({
        'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'",
      })
      await page.addInitScript(() => {
        const violations: string[] = []
        Object.assign(window, { violations })
        document.addEventListener('securitypolicyviolation', event =>
          violations.push(`${event.effectiveDirective} ${event.sample}`),
        )
      })
      page.on('dialog', dialog => {
        throw new Error(`A name opened a dialog: ${dialog.message()}`)
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`${base}/gallery.html?hostile`)
      await page.waitForFunction(() => 'galleryHostile' in window)
      const { cases } = JSON.parse(
        readFileSync(join(vectorsFolder, 'hostile-strings.json'), 'utf8'),
      ) as {
        readonly cases: readonly { readonly input: string }[]
      }
      const names = cases.map(({ input }) => input).filter((_, at) => at % count === part)
      expect(names.length).toBeGreaterThan(20)
      const found: string[] = []
      for (let at = 0; at < names.length; at += 20)
        found.push(
          ...(await page.evaluate(
            names => window.galleryHostile.show(names),
            names.slice(at, at + 20),
          )),
        )
      expect(found).toEqual([])
      expect(
        await page.evaluate(() => (window as unknown as { violations: string[] }).violations),
      ).toEqual([])
    })

  test('text from outside cannot become markup, because no published file contains an HTML sink', () => {
    const sinks =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|srcdoc|createContextualFragment|DOMParser|setHTMLUnsafe)\b/
    const shipped = workspaces().filter(
      ({ published, folder }) => published && !/mock-wallets|devnet/.test(folder),
    )
    expect(shipped.length).toBeGreaterThan(6)
    const found = shipped.flatMap(({ folder }) =>
      readdirSync(join(root, folder, 'dist'), { recursive: true, encoding: 'utf8' })
        // The script for pages without a bundler is built from the same sources, and contains
        // React, whose own code names such a sink.
        .filter(file => file.endsWith('.js') && !file.startsWith('global/'))
        .filter(file =>
          sinks.test(
            // `hasAttribute` reads, and writes no markup.
            readFileSync(join(root, folder, 'dist', file), 'utf8').replaceAll(
              /hasAttribute\(["']srcdoc["']\)/g,
              '',
            ),
          ),
        )
        .map(file => `${folder}/dist/${file}`),
    )
    expect(found).toEqual([])
  })
})

test('a field is never wider than its view, also on a page that is zoomed to half the width of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await visit(page, 'receive/full')
  const field = page.getByRole('textbox', { name: /^Amount in/ })
  await expect(field).toBeAttached()
  const { scrollWidth, clientWidth } = await page
    .locator('portico-root .p-outlet')
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
  expect(scrollWidth).toBe(clientWidth)
})
