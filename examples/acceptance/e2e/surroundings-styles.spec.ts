import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import { walk } from './surroundings.js'
import { connect, disconnectButton, expect, fox, inModal, openConnect, owl, test } from './visit.js'

/** What style sheets of hosts do to everything that stands in their page. */
const sheets: Readonly<Record<string, string>> = {
  'a reset that takes everything': '*, *::before, *::after { all: unset !important }',
  'a reset with !important':
    '* { margin: 0 !important; padding: 0 !important; border: 0 !important; font: inherit !important; vertical-align: baseline !important; list-style: none !important }',
  'another box model': '*, *::before, *::after { box-sizing: content-box !important }',
  'rem that is 10 px':
    'html { font-size: 62.5% !important } body { font-size: 3rem !important; line-height: 3 !important; letter-spacing: .3em !important }',
  'drawings in its own colours':
    'svg, svg * { fill: red !important; stroke: lime !important; width: 99px !important; height: 99px !important }',
  'styles for dialogs':
    'dialog { display: none !important; position: static !important; inset: auto !important } dialog::backdrop, ::backdrop { display: none !important }',
  'styles for buttons':
    'button, [type=button] { display: none !important; background: red !important; color: red !important; border-radius: 0 !important; text-transform: uppercase !important; pointer-events: none !important }',
  'nothing beside its app':
    'body > *:not(main) { display: none !important; visibility: hidden !important; opacity: 0 !important; transform: scale(0) !important }',
  'nothing at all':
    'body > * { display: none !important } portico-root, portico-root * { display: none !important; opacity: 0 !important; filter: blur(9px) !important; all: unset !important }',
  'a body that is moved and blurred':
    'body { transform: rotate(3deg) translateX(300px) !important; filter: blur(4px) grayscale(1) !important; perspective: 100px; will-change: transform; contain: layout paint }',
  'a page that is moved, blurred and faint':
    'html { transform: scale(.5) rotate(9deg) !important; filter: invert(1) !important; opacity: .1 !important; will-change: transform }',
  'no scrolling':
    'html, body { overflow: hidden !important; height: 100% !important; position: fixed !important; inset: 0 !important; overscroll-behavior: none; touch-action: none !important }',
  'another colour scheme':
    ':root { color-scheme: light only !important; color: red !important; accent-color: red !important; forced-color-adjust: none } * { color-scheme: light only !important }',
  'layers over everything':
    'main, body::before { content: ""; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: red }',
  'nothing to click or to mark':
    'html, body, body * { pointer-events: none !important; user-select: none !important; cursor: none !important; -webkit-user-drag: none }',
  'writing from top to bottom':
    'html { writing-mode: vertical-rl !important; direction: rtl !important; text-align: end !important; text-indent: 50px !important; word-spacing: 20px !important; hyphens: auto }',
  'slow motion': '* { transition: all 20s !important; animation: none !important }',
}

/** What the person sees of the panel: its inside, because beyond its round corners is the page. */
async function inside(page: Page): Promise<string> {
  const box = await page.locator('portico-root dialog').boundingBox()
  if (!box) return ''
  const clip = { x: box.x + 8, y: box.y + 8, width: box.width - 16, height: box.height - 16 }
  return (await page.screenshot({ clip })).toString('base64')
}
/**
 * How many pixels of two pictures differ by more than a quarter of a channel: less is how a page
 * that scrolls is rastered. -1: they have not one size.
 */
const differing = (blank: Page, ...pictures: readonly [string, string]): Promise<number> =>
  blank.evaluate(async pictures => {
    const pixels = await Promise.all(
      pictures.map(async picture => {
        const image = new Image()
        image.src = `data:image/png;base64,${picture}`
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas?.drawImage(image, 0, 0)
        return canvas?.getImageData(0, 0, image.width, image.height)
      }),
    )
    const [before, after] = pixels
    if (!before || !after || before.width !== after.width || before.height !== after.height)
      return -1
    let count = 0
    for (let at = 0; at < before.data.length; at += 4)
      if (
        [0, 1, 2].some(
          channel =>
            Math.abs((before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0)) > 64,
        )
      )
        count++
    return count
  }, pictures)
const wear = (page: Page, sheet: string): Promise<void> =>
  page.evaluate(sheet => {
    const style = document.createElement('style')
    style.className = 'hostile'
    style.textContent = sheet
    document.head.append(style)
  }, sheet)

test.describe('a page whose styles are hostile', () => {
  test('[D40a] hostile styles of a page change no pixel of the panel in any view', async ({
    page,
    context,
    visit,
  }) => {
    const blank = await context.newPage()
    await visit({ wallets: [fox(), owl()] })
    await page.bringToFront()
    const states: Readonly<Record<string, () => Promise<unknown>>> = {
      Connect: () => openConnect(page),
      Account: () =>
        inModal(page, 'Fox')
          .click()
          .then(() => expect(page.getByTitle('10000 ETH')).toBeVisible()),
      Settings: () =>
        inModal(page, 'Settings')
          .click()
          .then(() => expect(disconnectButton(page)).toBeVisible()),
    }
    const changed: Record<string, number> = {}
    for (const [state, reach] of Object.entries(states)) {
      await reach()
      await page.mouse.move(2, 2)
      await settled(page)
      const clean = await inside(page)
      for (const [name, sheet] of Object.entries(sheets)) {
        await wear(page, sheet)
        const seen = await inside(page)
        const count = seen === clean ? 0 : await differing(blank, clean, seen)
        if (count) {
          changed[`${state}: ${name}`] = count
          await test.info().attach(`${state}, ${name}`, {
            body: Buffer.from(seen, 'base64'),
            contentType: 'image/png',
          })
        }
        await page.evaluate(() => document.querySelector('.hostile')?.remove())
      }
    }
    expect(changed).toEqual({})
  })

  test('[D40a] the tour passes with nearly all hostile styles at once, and zoomed', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox(), owl()] })
    // But the blurred ones, which only take this machine long to draw.
    for (const [name, sheet] of Object.entries({
      ...sheets,
      zoom: 'html { zoom: 1.5 !important }',
    }))
      if (!/blurred|slow motion/.test(name)) await wear(page, sheet)
    // The button stands in the page and is the page's to style.
    await page.evaluate(() => window.host.portico.open())
    await walk(page)
  })

  test('[D40a] a zoom in the page’s styles neither enlarges the panel nor pushes it off the screen', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 800, height: 480 })
    await visit()
    await wear(page, 'html { zoom: 1.75 !important }')
    await connect(page)
    await inModal(page, 'Settings').click()
    await expect(disconnectButton(page)).toBeVisible()
    await settled(page)
    const panel = await page.locator('portico-root dialog').boundingBox()
    expect(panel?.width).toBe(360)
    expect(panel?.y).toBeGreaterThanOrEqual(0)
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(480)
    await inModal(page, 'Close').click()
  })
})
