import { expect, type Page, test } from '@playwright/test'
import { serve } from '../scripts/serve.mjs'
import { settled } from './animations.js'
import { folder, open, setUpFrame, visit } from './frame-page.js'

const policyA =
  "default-src 'self'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
const policyB = "default-src 'self'; require-trusted-types-for 'script'"

setUpFrame()

test.describe('the look', () => {
  const colour = (page: Page, property: 'backgroundColor' | 'color' = 'backgroundColor') =>
    page
      .getByRole('button', { name: 'Send 1.5 ETH' })
      .evaluate((button, property) => getComputedStyle(button)[property], property)

  test('[S1.19] [S1.20] the modal is dark and 360 px wide unless the host says otherwise', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await settled(page)
    expect(await page.locator('portico-root').getAttribute('data-mode')).toBe('dark')
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(360)
    await page.evaluate(() => window.frame.theme.setVariables({ 'portico-width': '420px' }))
    await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(420)
  })

  test('[S1.18] the accent follows its variable, set by the theme service, a style sheet of the page, or on our element', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Parts')
    const own = await colour(page)
    await page.evaluate(() =>
      window.frame.theme.setVariables({ 'portico-accent': 'rgb(255, 102, 0)' }),
    )
    await expect.poll(() => colour(page)).toBe('rgb(255, 102, 0)')
    await page.evaluate(() => window.frame.theme.setVariables({ 'portico-accent': undefined }))
    await expect.poll(() => colour(page)).toBe(own)
    await page.addStyleTag({ content: ':root { --portico-accent: rgb(0, 128, 0) }' })
    await expect.poll(() => colour(page)).toBe('rgb(0, 128, 0)')
    await page.addStyleTag({ content: 'portico-root { --portico-accent: rgb(128, 0, 128) }' })
    await expect.poll(() => colour(page)).toBe('rgb(128, 0, 128)')
  })

  test('the text on the accent is black or white, whichever is readable', async ({ page }) => {
    for (const [accent, on] of [
      ['#ffe600', 'rgb(0, 0, 0)'],
      ['#101080', 'rgb(255, 255, 255)'],
    ] as const) {
      await visit(page, `accent=${encodeURIComponent(accent)}`)
      await open(page, 'Parts')
      const painted = await page.getByRole('button', { name: 'Send 1.5 ETH' }).evaluate(button => {
        const canvas = document.createElement('canvas').getContext('2d', { colorSpace: 'srgb' })
        if (!canvas) return ''
        canvas.fillStyle = getComputedStyle(button).color
        canvas.fillRect(0, 0, 1, 1)
        return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(', ')})`
      })
      expect(painted).toBe(on)
    }
  })

  test('the modal follows the colour scheme of the system in auto mode', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, 'mode=auto')
    await open(page, 'Connect')
    const host = page.locator('portico-root')
    expect(await host.getAttribute('data-mode')).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(host).toHaveAttribute('data-mode', 'dark')
  })

  test('the modal takes the font of the page when the host sets it to inherit', async ({
    page,
  }) => {
    await visit(page)
    await page.addStyleTag({ content: 'body { font-family: serif }' })
    await page.evaluate(() => window.frame.theme.setVariables({ 'portico-font': 'inherit' }))
    await open(page, 'Connect')
    expect(
      await page
        .getByRole('button', { name: 'Fox Wallet' })
        .evaluate(button => getComputedStyle(button).fontFamily),
    ).toBe('serif')
  })

  test('the modal keeps its look on a page with hostile styles', async ({ page }) => {
    await visit(page)
    await open(page, 'Connect')
    const measure = () =>
      page
        .getByRole('button', { name: 'Fox Wallet' })
        .evaluate(row => [
          row.getBoundingClientRect().height,
          getComputedStyle(row).fontSize,
          getComputedStyle(row).color,
          getComputedStyle(row).letterSpacing,
        ])
    const before = await measure()
    await page.addStyleTag({
      content:
        '* { all: unset !important; color: red !important; font-size: 40px !important; letter-spacing: 9px !important; display: none } body > * { display: none !important; visibility: hidden !important; opacity: 0 !important } html, body { display: block !important; transform: rotate(3deg) !important; filter: blur(4px) !important; text-transform: uppercase !important }',
    })
    expect(await measure()).toEqual(before)
    await page.getByRole('button', { name: 'Fox Wallet' }).click()
    await expect(page.getByRole('heading', { name: 'Open Fox Wallet to approve' })).toBeVisible()
  })

  test('[S9.04] [S9.05] [S9.06] the modal moves in 120 ms (title) and 150 ms (height, view), and forward comes from the end', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
    await settled(page)
    /** What moves in the first frame of a step. */
    const motions = (step: 'forward' | 'back') =>
      page.evaluate(async step => {
        if (step === 'forward') window.frame.push('Networks')
        else window.frame.shell.back()
        const root = document.querySelector('portico-root')?.shadowRoot
        do await new Promise(requestAnimationFrame)
        while (!root?.getAnimations().length)
        return root.getAnimations().map(({ effect }) => {
          const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
          const target = effect instanceof KeyframeEffect ? effect.target?.classList[0] : undefined
          return `${target} ${effect?.getTiming().duration} ${keyframes[0]?.translate ?? ''}${keyframes[0]?.height === undefined ? '' : 'height'}`.trim()
        })
      }, step)
    expect(await motions('forward')).toEqual(
      expect.arrayContaining(['p-title 120', 'p-outlet 150 height', 'p-view 150 12px']),
    )
    await settled(page)
    expect(await motions('back')).toContain('p-view 150 -12px')
  })

  test('the modal moves nothing when the system reduces motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit(page)
    await open(page, 'Connect')
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
    const moving = await page.evaluate(async () => {
      window.frame.push('Networks')
      await new Promise(requestAnimationFrame)
      return document
        .querySelector('portico-root')
        ?.shadowRoot?.getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 0).length
    })
    expect(moving).toBe(0)
  })

  test('[D39c] [D39d] [D39e] the modal changes its language, keeps the host’s own words, and mirrors a right-to-left language', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await visit(page, `messages=${encodeURIComponent(JSON.stringify({ 'ui.back': 'Go back' }))}`)
    await open(page, 'Connect')
    await page.evaluate(() => window.frame.push('Parts'))
    await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
    expect(requests.filter(url => /\/(de|ar)-/.test(url))).toEqual([])
    await page.evaluate(() => window.frame.text.setLanguage('de'))
    await expect(page.getByRole('button', { name: 'Schließen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible()
    await page.evaluate(() => window.frame.text.setLanguage('ar'))
    await expect(page.getByRole('button', { name: 'إغلاق' })).toBeVisible()
    const close = await page.getByRole('button', { name: 'إغلاق' }).boundingBox()
    const back = await page.getByRole('button', { name: 'Go back' }).boundingBox()
    expect(close?.x).toBeLessThan(back?.x ?? 0)
    await page.evaluate(() => window.frame.push('Networks'))
    await expect.poll(() => page.locator('.p-root').getAttribute('dir')).toBe('rtl')
    const slid = await page.evaluate(async () => {
      window.frame.shell.back()
      await new Promise(requestAnimationFrame)
      const view = document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-view')
      return view
        ?.getAnimations()
        .map(({ effect }) =>
          effect instanceof KeyframeEffect ? effect.getKeyframes()[0]?.translate : undefined,
        )
    })
    expect(slid).toContain('12px')
  })
})

test.describe('images from outside', () => {
  test('[D38a] the modal shows allowed images, and drops and reports others', async ({ page }) => {
    await visit(page)
    await open(page, 'Connect')
    await expect(page.locator('.p-view img')).toHaveCount(3)
    const reported = { plugin: 'ui', message: expect.stringContaining('An image was not shown') }
    await expect.poll(() => page.evaluate(() => window.frame.errors)).toEqual([reported])
  })

  test('[S9.02] the modal gives up an image that has not loaded after 2 s', async ({ page }) => {
    await page.route('https://images.example/**', () => new Promise(() => undefined))
    await visit(page, `image=${encodeURIComponent('https://images.example/wallet.png')}`)
    await open(page, 'Connect')
    const started = Date.now()
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toBeVisible()
    await page.waitForTimeout(2_400 - (Date.now() - started))
    expect(await page.locator('.p-view img').count()).toBe(0)
    await expect(page.getByRole('button', { name: 'Fox Wallet' })).toContainText('F')
  })

  for (const [name, policy, images, violations] of [
    ['policy A: nothing is violated', policyA, 3, 0],
    ['policy B: initials, and one refused image that is noticed', policyB, 0, 1],
  ] as const)
    test(`[D40b] the modal works under ${name}`, async ({ page }) => {
      const strict = await serve(folder, { headers: { 'content-security-policy': policy } })
      try {
        await page.addInitScript(() => {
          const broken: string[] = []
          Object.assign(window, { broken })
          document.addEventListener('securitypolicyviolation', event =>
            broken.push(
              `${event.effectiveDirective} ${event.blockedURI.slice(0, 40)} ${event.sourceFile}`,
            ),
          )
        })
        await visit(page, '', strict.url)
        for (const view of ['Connect', 'Account', 'Networks', 'Parts'] as const) {
          await open(page, view)
          await expect(page.locator('.p-view')).toBeVisible()
          await page.waitForTimeout(300)
          if (view === 'Connect') await expect(page.locator('.p-view img')).toHaveCount(images)
        }
        await page.evaluate(() => window.frame.push('Waiting'))
        await page.waitForTimeout(300)
        const broken = await page.evaluate(() => (window as unknown as { broken: string[] }).broken)
        expect(broken.length, broken.join('\n')).toBe(violations)
        expect(broken.every(line => line.startsWith('img-src'))).toBe(true)
      } finally {
        await strict.close()
      }
    })
})
