/** The whole wallet list with five thousand wallets in it, gone through by keys alone: how it looks is the gallery's business. */
import type { Page } from '@playwright/test'
import { expect, test } from './visit.js'

async function openList(page: Page, language?: string): Promise<void> {
  await page.goto(`/gallery.html?${new URLSearchParams({ state: 'all-wallets/many' })}`)
  await page.waitForFunction(() => 'galleryState' in window)
  await page.evaluate(() => window.galleryState.ready)
  if (language) await page.evaluate(language => window.galleryState.dress({ mode: 'dark', language, accent: '' }), language)
  await page.getByRole('searchbox').focus()
}
const names = (page: Page) => page.locator('.p-wallet-tile-name').allTextContents()
const focused = (page: Page) => page.locator('.p-wallet-tile:focus')

test('[S2.05] [R32] the whole list of 5,000 wallets is gone through by keys, and nobody loses their place', async ({ page }) => {
  await openList(page)
  await page.keyboard.press('Tab')
  await expect(focused(page)).toContainText('Fox Wallet')
  for (const [key, wallet] of [
    ['ArrowDown', 'Wallet 3'],
    ['ArrowRight', 'Wallet 4'],
    ['End', 'Wallet 5000'],
    ['PageUp', 'Wallet 4984'],
    ['Home', 'Fox Wallet'],
    ['PageDown', 'Wallet 15'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused(page)).toContainText(wallet)
    await expect(focused(page)).toBeInViewport({ ratio: 1 })
  }
  // Scrolled away by a wheel, it still is the one that the keys are at.
  await page.locator('.p-long').evaluate(grid => {
    grid.scrollTop = 60_000
  })
  await expect(page.getByText('Wallet 2310', { exact: true })).toBeVisible()
  await expect(focused(page)).toContainText('Wallet 15')
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toContainText('Wallet 16')
  await expect(focused(page)).toBeInViewport({ ratio: 1 })
  // One step back to the field, however long the list is.
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a list that is given more room, as by a phone that is turned, fills it', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openList(page)
  await expect(page.getByText('Fox Wallet', { exact: true })).toBeInViewport()
  await expect(page.getByText('Wallet 14', { exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Wallet 14', { exact: true })).toBeInViewport()
})

test('what is typed finds wallets among thousands, and Enter picks one', async ({ page }) => {
  await openList(page)
  await page.keyboard.type('499')
  await expect
    .poll(() => names(page))
    .toEqual(
      ['499', '4990', '4991', '4992', '4993', '4994', '4995', '4996', '4997', '4998', '4999', '1499', '2499', '3499', '4499'].map(name => `Wallet ${name}`),
    )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wallet 4990' }).first()).toBeVisible()
})

test('arrow keys follow the eye in a language that is written from the right', async ({ page }) => {
  await openList(page, 'ar')
  await page.keyboard.press('Tab')
  await expect(focused(page)).toContainText('Fox Wallet')
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toContainText('Specter')
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toContainText('Fox Wallet')
})
