import { expect, type Page, test } from '@playwright/test'
import { isModal, open, setUpFrame, visit } from './frame-page.js'

setUpFrame()

test.describe('a wallet that draws its window in the page', () => {
  const overlay = (page: Page, style: string) =>
    page.evaluate(style => {
      const window = document.createElement('div')
      window.id = 'overlay'
      window.style.cssText = style
      const input = document.createElement('input')
      input.setAttribute('aria-label', 'Password')
      window.append(input)
      document.body.append(window)
    }, style)

  test('[D40d] a wallet that declares its window in the page gets the page while it asks, and then the panel is modal again', async ({
    page,
  }) => {
    await visit(page)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() =>
      Object.assign(window, { done: window.frame.shell.wait({ overlaysPage: true }) }),
    )
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await isModal(page)).toBe(false)
    await overlay(page, 'position:fixed;inset:200px;background:#fff;z-index:99999')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
    await page.evaluate(() => (window as unknown as { done(): void }).done())
    expect(await isModal(page)).toBe(true)
    await page.evaluate(() => document.querySelector('#overlay')?.remove())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
  })

  test('[D40d] a wallet gets the page without a declaration when its element covers more than half of the page', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(() => Object.assign(window, { done: window.frame.shell.wait() }))
    expect(await isModal(page)).toBe(true)
    // A layer that is lower than ours, as some wallets have it.
    await overlay(page, 'position:fixed;inset:0;width:10px;height:10px;z-index:10;background:#fff;')
    await page.waitForTimeout(100)
    expect(await isModal(page)).toBe(true)
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('#overlay')?.style.setProperty('width', '100%'),
    )
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('#overlay')?.style.setProperty('height', '100%'),
    )
    await expect.poll(() => isModal(page)).toBe(false)
    const middle = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.id,
    )
    expect(middle).toBe('overlay')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
    await page.evaluate(() => {
      document.querySelector('#overlay')?.remove()
      ;(window as unknown as { done(): void }).done()
    })
    await expect.poll(() => isModal(page)).toBe(true)
  })

  test('[D40d] a wallet gets the page when its window takes the focus, and keeps the focus', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(async () => {
      window.frame.shell.wait()
      await new Promise(requestAnimationFrame)
      const own = document.createElement('dialog')
      own.setAttribute('aria-label', 'Wallet window')
      const input = document.createElement('input')
      input.setAttribute('aria-label', 'Password')
      own.append(input)
      document.body.append(own)
      own.showModal()
    })
    await expect
      .poll(() =>
        page
          .locator('portico-root')
          .evaluate(host => host.shadowRoot?.querySelector('dialog')?.matches(':modal')),
      )
      .toBe(false)
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  })
})
