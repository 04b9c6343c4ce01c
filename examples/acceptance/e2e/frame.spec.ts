import { expect, type Page, test } from '@playwright/test'
import { settled } from './animations.js'
import { axe } from './axe.js'
import { focused, isModal, open, setUpFrame, visit } from './frame-page.js'

setUpFrame()

test.describe('the frame', () => {
  test('[D40a] [D40c] the modal is a native dialog in the top layer, in an open shadow root, with constructed style sheets only', async ({
    page,
  }) => {
    await visit(page)
    const bodyBefore = await page.locator('body').getAttribute('style')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
    expect(await isModal(page)).toBe(true)
    const found = await page.locator('portico-root').evaluate(host => ({
      last: host === document.body.lastElementChild,
      mode: host.shadowRoot?.mode,
      sheets: host.shadowRoot?.adoptedStyleSheets.length ?? 0,
      tags: host.shadowRoot?.querySelectorAll('style, link').length,
    }))
    expect(found).toMatchObject({ last: true, mode: 'open', tags: 0 })
    expect(found.sheets).toBeGreaterThan(3)
    expect(await page.locator('body').getAttribute('style')).toBe(bodyBefore)
  })

  test('[D40a] the modal stays open and shakes for ten Escapes while a guard refuses, and closes on the first one after that', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(() => Object.assign(window.frame.switches, { guarded: true }))
    for (let press = 0; press < 10; press++) await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveClass(/p-shakes/)
    expect(await isModal(page)).toBe(true)
    await page.waitForTimeout(600)
    await expect(page.getByRole('dialog')).not.toHaveClass(/p-shakes/)
    await page.evaluate(() => Object.assign(window.frame.switches, { guarded: false }))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the modal opens again when the browser closes it and the guard refuses', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(() => {
      window.frame.switches.guarded = true
      window.frame.toasts.dismiss()
    })
    for (let close = 0; close < 3; close++) {
      await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
      await expect
        .poll(() =>
          page
            .locator('portico-root')
            .evaluate(host => host.shadowRoot?.querySelector('dialog')?.matches(':modal')),
        )
        .toBe(true)
    }
    await page.evaluate(() => Object.assign(window.frame.switches, { guarded: false }))
    await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
    await expect.poll(() => page.evaluate(() => window.frame.kernel.views.current)).toBeUndefined()
  })

  test('the modal closes by a click beside it, but not by a click on a toast, by a drag, or while a wallet is asking', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    const title = await page.getByRole('heading', { name: 'Connect a wallet' }).boundingBox()
    await page.mouse.move((title?.x ?? 0) + 5, (title?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move(40, 700)
    await page.mouse.up()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => window.frame.toasts.progress({ id: 'x', en: 'Sending' }))
    await page.getByText('Sending').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { done: window.frame.shell.wait() }))
    await page.mouse.click(40, 700)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => (window as unknown as { done(): void }).done())
    await page.mouse.click(40, 700)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the page behind the open modal does not scroll, and scrolls again after it is closed', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.mouse.move(100, 600)
    await page.mouse.wheel(0, 500)
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  })

  test('the modal opens above a modal dialog of the page', async ({ page }) => {
    await visit(page)
    await page.evaluate(() => {
      const own = document.createElement('dialog')
      own.textContent = 'The page’s own dialog'
      document.body.append(own)
      own.showModal()
    })
    await open(page, 'Connect')
    await page.getByRole('button', { name: 'Fox Wallet' }).click()
    await expect(page.getByRole('heading', { name: 'Open Fox Wallet to approve' })).toBeVisible()
  })

  test('a view that throws shows the error and a way back, and its plugin is named to the host', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(() => window.frame.push('Throwing'))
    await expect(page.getByRole('alert').filter({ hasText: 'does not work' })).toBeVisible()
    expect(await page.evaluate(() => window.frame.errors)).toContainEqual({
      plugin: 'test/frame',
      message: 'This view throws while it renders.',
    })
    await page.locator('.p-view').getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
  })

  test('a view whose code did not load shows Try again, which loads it', async ({ page }) => {
    await visit(page)
    await open(page, 'Missing')
    await expect(page.getByText('could not be loaded')).toBeVisible()
    expect(await page.evaluate(() => window.frame.errors.map(({ plugin }) => plugin))).toContain(
      'test/frame',
    )
    await page.evaluate(() => Object.assign(window.frame.switches, { missing: false }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Here at last')).toBeVisible()
  })

  test('a slow view keeps the old view for 150 ms and then its height, so the dialog does not jump', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
    await settled(page)
    // In the page: a look from outside may come late.
    const seen = await page.evaluate(async () => {
      const panel = document.querySelector('portico-root')?.shadowRoot
      const heightOf = () => panel?.querySelector('dialog')?.getBoundingClientRect().height ?? 0
      const before = heightOf()
      const from = performance.now()
      window.frame.push('Slow')
      let isKept = true
      while (!panel?.querySelector('.p-pending')) {
        isKept &&= Boolean(panel?.textContent?.includes('Fox Wallet'))
        await new Promise(requestAnimationFrame)
      }
      const ms = performance.now() - from
      let jump = 0
      while (panel.querySelector('.p-pending')) {
        jump = Math.max(jump, Math.abs(heightOf() - before))
        await new Promise(requestAnimationFrame)
      }
      return { isKept, ms, jump }
    })
    expect(seen.isKept).toBe(true)
    expect(seen.ms).toBeGreaterThanOrEqual(149)
    expect(seen.jump).toBeLessThan(1)
    await expect(page.getByText('Here at last')).toBeVisible()
  })

  test('a toast is announced as a status, and an alert at once; closing the alert returns the focus to the dialog', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.evaluate(() => {
      window.frame.toasts.success({ id: 'x', en: 'Sent {amount}', values: { amount: '1.5 ETH' } })
      window.frame.toasts.alert({
        kind: 'failure',
        title: { id: 'y', en: 'Not allowed here' },
        detail: { id: 'z', en: 'This page is not on the list.' },
      })
    })
    await expect(page.getByRole('status').getByText('Sent 1.5 ETH')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Not allowed here' })).toContainText(
      'This page is not on the list.',
    )
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Not allowed here')).toBeHidden()
    await expect(page.getByRole('dialog'), 'what had the focus is gone').toBeFocused()
  })

  test('a copied address is announced to screen readers', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page)
    await open(page, 'Account')
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b',
    )
  })

  test('Copy address works in a browser without a clipboard API', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    )
    await visit(page)
    await open(page, 'Account')
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('status').filter({ hasText: /Copied|did not allow/ })).toHaveCount(
      1,
    )
    expect(await focused(page)).toBe('Copy address')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const drag = async (page: Page, by: number) => {
    const head = await page.locator('.p-head').boundingBox()
    await page.mouse.move(195, (head?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(195, (head?.y ?? 0) + 10 + by / 2, { steps: 4 })
    await page.waitForTimeout(200)
    await page.mouse.move(195, (head?.y ?? 0) + 10 + by, { steps: 4 })
    await page.waitForTimeout(200)
    await page.mouse.up()
  }

  test('the modal on a phone is a sheet at the bottom that closes when dragged down, and stays while a guard refuses', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await settled(page)
    const sheet = await page.getByRole('dialog').boundingBox()
    expect(sheet?.width).toBe(390)
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(844)
    await drag(page, 40)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => Object.assign(window.frame.switches, { guarded: true }))
    await drag(page, 200)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(700)
    expect(Math.round((await page.getByRole('dialog').boundingBox())?.y ?? 0)).toBe(
      Math.round(sheet?.y ?? 0),
    )
    await page.evaluate(() => Object.assign(window.frame.switches, { guarded: false }))
    await drag(page, 200)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('inside the page', () => {
  test('the inline modal is shown where the host wants it, without a dialog and without Close', async ({
    page,
  }) => {
    await visit(page, 'inline')
    await expect(page.getByRole('region', { name: 'Connect a wallet' })).toBeVisible()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Fox Wallet' }).click()
    await page.evaluate(() => window.frame.shell.close())
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
    await page.evaluate(() => window.frame.dispose())
    await expect(page.locator('portico-root')).toHaveCount(0)
  })

  test('the inline modal is as wide as the theme says, and never wider than its container in any layout', async ({
    page,
  }) => {
    await visit(page, 'inline')
    const panel = page.getByRole('region', { name: 'Connect a wallet' })
    await expect(panel).toBeVisible()
    for (const layout of [
      'display:block',
      'display:grid',
      'display:grid;justify-content:center',
      'display:grid;place-items:center',
      'display:flex',
      'display:flex;justify-content:center',
      'display:flex;flex-direction:column',
      'display:flex;flex-direction:column;align-items:center',
      'display:inline-block',
    ])
      for (const [width, is] of [
        [300, 300],
        [500, 360],
      ]) {
        await page
          .locator('portico-root')
          .evaluate(
            (host, style) => host.parentElement?.setAttribute('style', style),
            `${layout};width:${width}px`,
          )
        expect((await panel.boundingBox())?.width, `${layout} in ${width}px`).toBe(is)
      }
  })
})

test.describe('the accessibility of the frame', () => {
  for (const mode of ['dark', 'light'] as const)
    test(`axe finds no violation in any view of the frame in ${mode} mode`, async ({ page }) => {
      await visit(page, `mode=${mode}`)
      for (const view of ['Connect', 'Account', 'Networks', 'Parts', 'Waiting'] as const) {
        await open(page, view, view === 'Waiting' ? { wallet: 'Fox Wallet' } : undefined)
        await expect(page.locator('.p-view')).toBeVisible()
        await settled(page)
        expect(await axe(page, { parts: ['portico-root'] }), view).toEqual([])
      }
    })

  test('a row shows its edge and its focus in forced colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await visit(page)
    await open(page, 'Connect')
    await page.keyboard.press('Tab')
    const row = page.getByRole('button', { name: 'Fox Wallet' })
    expect(await row.evaluate(element => getComputedStyle(element).borderTopWidth)).toBe('1px')
    await row.focus()
    expect(await row.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
  })
})
