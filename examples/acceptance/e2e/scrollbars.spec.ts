/** Scrollbars that take room, as on Windows. Playwright hides them otherwise. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browser, browserArgs } from '../scripts/browser.mjs'
import { desktop, dress, test, visit } from './gallery-page.js'
import { expect } from './visit.js'

let classic: Browser
test.beforeAll(async () => {
  classic = await chromium.launch({
    executablePath: await browser(),
    args: browserArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
})
test.afterAll(() => classic.close())

const boxes = (page: Page) =>
  page.locator('portico-root .p-outlet').evaluate(outlet => {
    const { offsetWidth, clientWidth, scrollHeight, clientHeight } = outlet as HTMLElement
    const panel = (outlet.closest('.p-panel') as Element).getBoundingClientRect()
    const row = outlet.querySelector('.p-row')?.getBoundingClientRect()
    return {
      scrolls: scrollHeight > clientHeight,
      width: offsetWidth - clientWidth,
      before: (row?.left ?? 0) - panel.left,
      behind: panel.right - (row?.right ?? 0),
    }
  })

/** Where the thumb is painted, as distances from the panel in pixels, and its contrast. */
async function thumbOf(page: Page, picture: Buffer) {
  const panel = await page.locator('portico-root .p-panel').evaluate(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  })
  return page.evaluate(
    async ({ data, panel }) => {
      const bytes = Uint8Array.from(atob(data), one => one.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context) throw new Error('There is no canvas.')
      context.drawImage(image, 0, 0)
      const right = Math.round(panel.right)
      const [x, y] = [right - 14, Math.round(panel.top) + 56]
      const [width, height] = [12, Math.round(panel.bottom) - y - 1]
      const { data: pixels } = context.getImageData(x, y, width, height)
      const light = (at: number) => {
        const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(part => {
          const value = (pixels[at * 4 + part] ?? 0) / 255
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      // The strip is the surface, and the thumb.
      const surface = light(0)
      const contrast = (at: number) => {
        const [dark = 0, bright = 0] = [surface, light(at)].sort((a, b) => a - b)
        return (bright + 0.05) / (dark + 0.05)
      }
      const painted = Array.from({ length: width * height }, (_, at) => at).filter(
        at => contrast(at) >= 2 && Math.floor(at / width) < height - 18,
      )
      const columns = painted.map(at => at % width)
      const rows = painted.map(at => Math.floor(at / width))
      const middle = painted[Math.floor(painted.length / 2)] ?? 0
      return {
        thickness: Math.max(...columns) - Math.min(...columns) + 1,
        fromEdge: right - (x + Math.max(...columns) + 1),
        aboveBottom: Math.round(panel.bottom) - (y + Math.max(...rows) + 1),
        contrast: contrast(middle),
      }
    },
    { data: picture.toString('base64'), panel },
  )
}

test('a scrollbar stands in the padding: rows are at the same place with and without one', async ({
  serveGallery,
}) => {
  const page = await classic.newPage({ viewport: desktop })
  const base = await serveGallery({})
  for (const [long, short] of [
    ['wallets/fifty', 'wallets/full'],
    ['tokens/full', 'tokens/none'],
  ] as const) {
    await visit(page, long, base)
    const scrolling = await boxes(page)
    await visit(page, short, base)
    const still = await boxes(page)
    expect([scrolling.scrolls, still.scrolls], long).toEqual([true, false])
    expect(scrolling.width, long).toBe(8)
    expect([scrolling.before, scrolling.behind], long).toEqual([still.before, still.behind])
    expect(scrolling.before, long).toBeCloseTo(scrolling.behind, 0)
  }
  await page.close()
})

for (const mode of ['dark', 'light'] as const)
  test(`the thumb of a scrollbar is thin, visible and inside the round corner, ${mode}`, async ({
    serveGallery,
  }) => {
    const page = await classic.newPage({ viewport: desktop })
    await visit(page, 'wallets/fifty', await serveGallery({}))
    await dress(page, { mode })
    await page.locator('portico-root .p-outlet').evaluate(outlet => {
      outlet.scrollTop = outlet.scrollHeight
    })
    await page.mouse.move(5, 5)
    const thumb = await thumbOf(page, await page.screenshot())
    await page.close()
    expect(thumb.thickness).toBeLessThanOrEqual(4)
    expect(thumb.fromEdge).toBeGreaterThanOrEqual(2)
    // The corner has a radius of 24 px: 4 px from the edge it ends 11 px above the bottom.
    expect(thumb.aboveBottom).toBeGreaterThanOrEqual(11)
    expect(thumb.contrast).toBeGreaterThanOrEqual(3)
  })

test('the thumb of a scrollbar is visible in forced colors', async ({ serveGallery }) => {
  const page = await classic.newPage({ viewport: desktop, forcedColors: 'active' })
  await visit(page, 'wallets/fifty', await serveGallery({}))
  await page.mouse.move(5, 5)
  const thumb = await thumbOf(page, await page.screenshot())
  await page.close()
  expect(thumb.contrast).toBeGreaterThanOrEqual(3)
})
