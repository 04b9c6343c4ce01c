/**
 * The whole wallet list with five thousand wallets in it, gone through by keys, searched, and
 * opened. How it looks is the gallery's business.
 */

import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import { leastWork } from './page-work.js'
import { ethereum, expect, inModal, openConnect, test, title } from './visit.js'

async function openList(page: Page, language?: string): Promise<void> {
  await page.goto(`/gallery.html?${new URLSearchParams({ state: 'all-wallets/many' })}`)
  await page.waitForFunction(() => 'galleryState' in window)
  await page.evaluate(() => window.galleryState.ready)
  if (language)
    await page.evaluate(
      language => window.galleryState.dress({ mode: 'dark', language, accent: '' }),
      language,
    )
  await page.getByRole('searchbox').focus()
}
const names = (page: Page) => page.locator('.p-wallet-tile-name').allTextContents()
const focused = (page: Page) => page.locator('.p-wallet-tile:focus')

test('[S2.05] [R32] the whole list of 5,000 wallets is reached by keys, and its scroll position is kept', async ({
  page,
}) => {
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

test('the list of wallets fills more room, as when a phone is turned', async ({ page }) => {
  // The state is ready once it shows its twelfth wallet, for which a turned phone has no room.
  await page.setViewportSize({ width: 390, height: 844 })
  await openList(page)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByText('Fox Wallet', { exact: true })).toBeInViewport()
  await expect(page.getByText('Wallet 14', { exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Wallet 14', { exact: true })).toBeInViewport()
})

test('a search finds wallets among thousands, and Enter picks one', async ({ page }) => {
  await openList(page)
  await page.keyboard.type('499')
  await expect
    .poll(() => names(page))
    .toEqual(
      [
        '499',
        '4990',
        '4991',
        '4992',
        '4993',
        '4994',
        '4995',
        '4996',
        '4997',
        '4998',
        '4999',
        '1499',
        '2499',
        '3499',
        '4499',
      ].map(name => `Wallet ${name}`),
    )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wallet 4990' }).first()).toBeVisible()
})

test('arrow keys follow the direction on screen in a right-to-left language', async ({ page }) => {
  await openList(page, 'ar')
  await page.keyboard.press('Tab')
  await expect(focused(page)).toContainText('Fox Wallet')
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toContainText('Specter')
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toContainText('Fox Wallet')
})

test.describe('all wallets in a page of a host', () => {
  const wallets = Array.from({ length: 5_000 }, (_, at) => ({
    id: `wallet-${at}`,
    name: `Wallet ${at + 1}`,
    namespaces: ['eip155'],
    homepage: `https://wallet-${at}.example/`,
  }))
  const pictured = wallets.map((wallet, at) => ({
    ...wallet,
    imageUrl: `https://icons.example/${at}.png`,
  }))
  const hostWith = (custom: typeof wallets) => ({
    imageHosts: ['icons.example'],
    chains: {
      eip155: { networks: [ethereum] },
      directory: { custom, include: custom.map(({ id }) => id) },
    },
  })
  /**
   * Presses a key or a button, and waits until the names that are shown are painted and others than
   * before.
   */
  const untilOthers = async (page: Page, press: () => Promise<unknown>) => {
    const shown = () =>
      page.evaluate(
        () =>
          document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-wallet-tile-name')
            ?.textContent ?? '',
      )
    const before = await shown()
    await press()
    await page.evaluate(async before => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      const name = () =>
        document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-wallet-tile-name')
          ?.textContent ?? ''
      while (name() === before) await frame()
      // It is painted with the frame after.
      await frame()
    }, before)
  }

  test('[R32] the list of 5,000 wallets opens with 150 ms of work of the page, and a key filters it with 50 ms', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [], host: hostWith(wallets) })
    await openConnect(page)
    const row = inModal(page, 'All wallets')
    await row.hover()
    await page.waitForLoadState('networkidle')
    const opening = await leastWork(page, {
      async before() {
        if (await title(page, 'All wallets').isVisible()) await inModal(page, 'Back').click()
        await expect(row).toBeVisible()
      },
      act: () => untilOthers(page, () => row.evaluate(one => (one as HTMLElement).click())),
    })
    await page.getByRole('searchbox').focus()
    const keys = ['4', '9', 'Backspace', '8', 'Backspace', 'Backspace']
    const typing = await leastWork(
      page,
      { act: () => untilOthers(page, () => page.keyboard.press(keys.shift() ?? '1')) },
      keys.length,
    )
    test
      .info()
      .annotations.push({ type: 'figures', description: JSON.stringify({ opening, typing }) })
    expect(opening.totalMs).toBeLessThan(150)
    expect(typing.totalMs).toBeLessThan(50)
  })

  test('[R32] pictures are requested only for the wallets in view, at most six at once', async ({
    page,
    visit,
    said,
  }) => {
    const requests = new Set<string>()
    let [open, mostOpen] = [0, 0]
    await page.route('https://icons.example/**', async route => {
      requests.add(route.request().url())
      mostOpen = Math.max(mostOpen, ++open)
      await new Promise(resolve => setTimeout(resolve, 50))
      open--
      await route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } })
    })
    await visit({ wallets: [], host: hostWith(pictured) })
    await openConnect(page)
    await inModal(page, 'All wallets').click()
    await expect(page.getByText('Wallet 12', { exact: true })).toBeVisible()
    await settled(page)
    const tiles = await page.locator('.p-wallet-tile').count()
    await expect.poll(() => requests.size).toBeGreaterThan(6)
    await page.waitForLoadState('networkidle')
    expect(requests.size).toBeLessThanOrEqual(tiles)
    expect(tiles).toBeLessThan(60)
    expect(mostOpen).toBeLessThanOrEqual(6)
    said.splice(0)
  })
})
