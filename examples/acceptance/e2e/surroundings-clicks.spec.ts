import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Frame } from '../fixtures/frame/main.js'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

declare global {
  interface Window {
    readonly frame: Frame
  }
}

let server: Awaited<ReturnType<typeof serve>>
test.beforeAll(async () => {
  server = await serve(
    await buildPage(
      join(root, 'examples/acceptance/fixtures/frame'),
      `frame-clicks-${test.info().parallelIndex}`,
    ),
  )
})
test.afterAll(() => server.close())
test.beforeEach(async ({ page }) => {
  await page.goto(server.url)
  await page.waitForFunction(() => 'frame' in window)
})

const confirm = (page: Page) => page.getByRole('button', { name: 'Send 1.5 ETH' })
const count = (page: Page) => page.evaluate(() => window.frame.confirmations.count)
async function openConfirm(page: Page): Promise<void> {
  await page.evaluate(() => window.frame.open('Confirm'))
  await expect(confirm(page)).toBeVisible()
}
/**
 * Opens the view and clicks there 100 ms later, all inside the page. False: the machine was too
 * slow for that to be a lure.
 */
const clickOnAppearance = (page: Page, at: { readonly x: number; readonly y: number }) =>
  page.evaluate(async ({ x, y }) => {
    window.frame.open('Confirm')
    const root = () => document.querySelector('portico-root')?.shadowRoot
    while (!root()?.querySelector('.p-view .p-button-primary'))
      await new Promise(requestAnimationFrame)
    const seen = performance.now()
    await new Promise(resolve => setTimeout(resolve, 100))
    const target = root()?.elementFromPoint(x, y)
    const isLure = performance.now() - seen < 300 && target?.closest('.p-button-primary') !== null
    if (isLure && target instanceof HTMLElement) target.click()
    window.frame.shell.close()
    while (root()?.querySelector('.p-view')) await new Promise(requestAnimationFrame)
    return isLure
  }, at)
/** Where the middle of it is, once it may be clicked. */
async function middle(page: Page) {
  await expect(confirm(page)).toBeEnabled()
  const box = await confirm(page).boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

test('[S11] [D60] thirty lured clicks confirm nothing, and one deliberate click confirms', async ({
  page,
}) => {
  await openConfirm(page)
  const at = await middle(page)
  await page.keyboard.press('Escape')

  // Ten times the page opens it under a click that comes at once, as the second one of a double
  // click does.
  let lured = 0
  for (let tries = 0; lured < 10 && tries < 30; tries++)
    if (await clickOnAppearance(page, at)) lured++
  expect(lured).toBe(10)
  expect(await count(page), 'opened under the pointer').toBe(0)

  // Ten times it is moved under the pointer.
  await openConfirm(page)
  await expect(confirm(page)).toBeEnabled()
  for (let lure = 0; lure < 10; lure++)
    await page.evaluate(async () => {
      const [send, move] =
        document
          .querySelector('portico-root')
          ?.shadowRoot?.querySelectorAll<HTMLElement>('.p-view .p-button') ?? []
      move?.click()
      // React moves it at the end of this task's first step.
      await null
      send?.click()
    })
  expect(await count(page), 'moved under the pointer').toBe(0)

  // Ten times something lies over it that lets clicks through.
  const below = await middle(page)
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.popover = 'manual'
    cover.style.cssText =
      'position:fixed;inset:0;width:100%;height:100%;margin:0;border:0;background:#fff;pointer-events:none'
    cover.textContent = 'Click here to win'
    document.body.append(cover)
    cover.showPopover()
  })
  await expect(confirm(page)).toBeDisabled()
  for (let lure = 0; lure < 10; lure++) await page.mouse.click(below.x, below.y)
  expect(await count(page), 'covered').toBe(0)

  await page.evaluate(() => document.querySelector('#cover')?.remove())
  await confirm(page).click()
  expect(await count(page), 'meant').toBe(1)
})

test('[S11] [D60] a held key does not confirm a new button, which keeps the focus and reacts to a later key', async ({
  page,
}) => {
  await openConfirm(page)
  const early = await confirm(page).evaluate((button: HTMLElement) => {
    button.focus()
    // Moved within the frame, so that it counts as new however slow the machine is.
    const panel = button.closest('dialog') as HTMLElement
    panel.style.translate = '1px 0'
    for (let press = 0; press < 5; press++) button.click()
    panel.style.translate = ''
    return window.frame.confirmations.count
  })
  await expect(confirm(page)).toBeEnabled()
  await expect(confirm(page)).toBeFocused()
  expect(early).toBe(0)
  await page.keyboard.press('Enter')
  expect(await count(page)).toBe(1)
})

for (const [where, style, moves] of [
  ['a button that was scrolled into view', '', true],
  [
    'a button that sticks to the edge while the text beside it is scrolled',
    'position:fixed;inset-block-end:20px',
    false,
  ],
] as const)
  test(`[S11] ${where} reacts to a click at once`, async ({ page }) => {
    await openConfirm(page)
    await expect(confirm(page)).toBeEnabled()
    const scrolled = await confirm(page).evaluate(async (button: HTMLElement, style) => {
      const guard = button.parentElement as HTMLElement
      guard.style.cssText = style
      let box = button.parentElement
      while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement
      if (!box) return undefined
      box.style.maxBlockSize = '60px'
      box.scrollTop = 0
      await new Promise(resolve => setTimeout(resolve, 1_000))
      const before = button.getBoundingClientRect().top
      box.scrollTop = 1_000
      button.click()
      return { by: box.scrollTop, moved: before !== button.getBoundingClientRect().top }
    }, style)
    expect(scrolled?.by).toBeGreaterThan(0)
    expect(scrolled?.moved).toBe(moves)
    expect(await count(page)).toBe(1)
  })
