import type { Page } from '@playwright/test'
import { countWaves } from '../scripts/waves.mjs'
import {
  close,
  connectButton,
  enter,
  expect,
  fox,
  inModal,
  owl,
  prepare,
  test,
  title,
} from './visit.js'

/** Notes what the panel holds whenever anything is put into it or taken out. */
const watchPanel = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenPanels: seen })
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      new MutationObserver(() => {
        const dialog = root.querySelector('dialog[open]')
        const state =
          dialog &&
          [...dialog.querySelectorAll('h2, li button, .p-skeleton, img')]
            .map(part => part.textContent || part.nodeName)
            .join()
        if (state && seen.at(-1) !== state) seen.push(state)
      }).observe(root, { subtree: true, childList: true, attributes: true })
      return root
    }
  })

test('[R35] a click without a prefetch requests everything in at most two waves, with the rows of wallets', async ({
  page,
  context,
}) => {
  await prepare(context, { wallets: [fox(), owl()], host: { prefetch: 'none' } })
  await enter(page)
  const { waves, stop } = await countWaves(page)
  // Not a real pointer: its coming near would prefetch.
  await connectButton(page).evaluate(button => (button as HTMLElement).click())
  await expect(inModal(page, 'Owl')).toBeVisible()
  // How many files it takes is asserted by `npm run size`, of the packages as they are published:
  // this page is built from the sources.
  expect(waves().length).toBeLessThanOrEqual(2)
  await stop()
})

test('[R35] a click requests nothing after the pointer was over the button', async ({
  page,
  context,
}) => {
  await prepare(context, { wallets: [fox()], host: { prefetch: 'intent' } })
  await enter(page)
  const rows = page.waitForResponse(/\/connect-view-/)
  await connectButton(page).hover()
  await rows
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  await expect
    .poll(async () => {
      const before = await loaded()
      await page.waitForTimeout(300)
      return (await loaded()) - before
    })
    .toBe(0)
  const { waves, stop } = await countWaves(page)
  await connectButton(page).click()
  await expect(inModal(page, 'Fox')).toBeVisible()
  await close(page)
  await connectButton(page).click()
  await expect(inModal(page, 'Fox')).toBeVisible()
  expect(waves()).toEqual([])
  await stop()
})

test('[R35] the first paint of the Connect view has every row, and only icons follow', async ({
  page,
  context,
}) => {
  await prepare(context, { wallets: [fox(), owl()], host: { prefetch: 'none' } })
  await watchPanel(page)
  // However slow the machine is: the time of the skeleton does not come.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
        setTimeout(run, ms === 150 ? 10_000 : ms, ...rest),
    })
  })
  await enter(page)
  await connectButton(page).click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(inModal(page, 'Owl').locator('img')).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seenPanels: string[] }).seenPanels)
  expect(seen[0]).toContain('Fox')
  expect(seen[0]).toContain('Owl')
  expect(seen.join()).not.toContain('SPAN')
  expect(seen.length, 'what was seen, one after the other').toBeLessThanOrEqual(3)
})
