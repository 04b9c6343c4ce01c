import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import { disconnectButton, expect, fox, inModal, openConnect, owl, test, title } from './visit.js'

/**
 * Buttons of the modal that have no name, no size, or nothing drawn in them that differs from what
 * is around it.
 */
async function blankButtons(page: Page, blank: Page): Promise<string[]> {
  await settled(page)
  const found = await page.locator('portico-root').evaluate(host =>
    [...(host.shadowRoot?.querySelectorAll('button, [role=radio], a') ?? [])].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
        x,
        y,
        width,
        height,
      }
    }),
  )
  const picture = (await page.screenshot()).toString('base64')
  const drawn = await blank.evaluate(
    async ({ found, picture }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      })
      canvas?.drawImage(image, 0, 0)
      return found.map(({ x, y, width, height }) => {
        // Inside its edges.
        const pixels =
          canvas?.getImageData(x + 2, y + 2, Math.max(1, width - 4), Math.max(1, height - 4))
            .data ?? []
        const levels = new Set<number>()
        for (let at = 0; at < pixels.length; at += 4)
          levels.add(
            Math.round(((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 24),
          )
        return Math.max(...levels) - Math.min(...levels)
      })
    },
    { found, picture },
  )
  return found
    .filter(
      ({ name, width, height }, at) => !name || width < 8 || height < 8 || (drawn[at] ?? 0) < 8,
    )
    .map(({ name }) => name || 'nameless')
}

const failures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'no font and no image arrives': async page => {
    await page.route(/\.(woff2?|ttf|png|svg|ico)$/, route => route.abort())
    await page.addInitScript(() => {
      // Not the page's own either, nor those that wallets bring along.
      Object.defineProperty(HTMLImageElement.prototype, 'src', {
        set: () => undefined,
        configurable: true,
      })
      Object.defineProperty(document, 'fonts', { value: undefined, configurable: true })
      const style = new CSSStyleSheet()
      style.replaceSync(':root { --portico-font: "No Such Font" }')
      document.adoptedStyleSheets = [style]
    })
  },
  'the variables of the theme are nonsense': page =>
    page.addInitScript(() => {
      const names =
        'accent surface surface-raised surface-hover text text-muted text-faint line good warn bad good-soft bad-soft shadow radius width font font-size speed ease on-accent accent-text accent-soft'
      const style = new CSSStyleSheet()
      style.replaceSync(
        `:root { ${names
          .split(' ')
          .map(name => `--portico-${name}: "nonsense" 7foo`)
          .join(';')} }`,
      )
      document.adoptedStyleSheets = [style]
    }),
  'the browser cannot construct style sheets': page =>
    page.addInitScript(() => {
      Object.assign(window, { CSSStyleSheet: undefined })
    }),
}

for (const [name, fail] of Object.entries(failures))
  test(`[R37] no button is blank when ${name}`, async ({ page, context, visit }) => {
    const blank = await context.newPage()
    await fail(page)
    await visit({ wallets: [fox(), owl()] })
    await page.bringToFront()
    await openConnect(page)
    await expect(inModal(page, 'Owl')).toBeVisible()
    const found: Record<string, string[]> = { Connect: await blankButtons(page, blank) }
    await inModal(page, 'Fox').click()
    await expect(page.getByTitle('10000 ETH')).toBeVisible()
    found.Account = await blankButtons(page, blank)
    await inModal(page, 'Network: Ethereum').click()
    await expect(inModal(page, 'Base')).toBeVisible()
    found.Networks = await blankButtons(page, blank)
    await inModal(page, 'Back').click()
    await inModal(page, 'Settings').click()
    await expect(title(page, 'Settings')).toBeVisible()
    found.Settings = await blankButtons(page, blank)
    expect(found).toEqual({ Connect: [], Account: [], Networks: [], Settings: [] })
    await disconnectButton(page).click()
    await expect(inModal(page, 'Fox')).toBeVisible()
  })
