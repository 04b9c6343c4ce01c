import { expect, type Page, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import type { EmbeddedPage } from '../fixtures/embedded/page.js'
import { axe } from './axe.js'
import { type EmbeddedWorld, startEmbeddedWorld } from './embedded-wallet.js'

declare global {
  interface Window {
    readonly embeddedPage: EmbeddedPage
  }
}

let world: EmbeddedWorld
test.beforeAll(async () => {
  test.setTimeout(120_000)
  world = await startEmbeddedWorld(test.info().parallelIndex)
})
test.afterAll(() => world.stop())

let people = 0
const newAddress = () => `person${test.info().parallelIndex}-${++people}@mail.test`
const modal = (page: Page) => page.locator('portico-root')
const wallet = (page: Page) => page.frameLocator('iframe')
const address = (page: Page) => page.evaluate(() => window.embeddedPage.address())
const sign = (page: Page, text: string) =>
  page.evaluate(text => window.embeddedPage.sign(text), text)

/** Logs in, and answers the milliseconds from the submitted code to the connected account. */
async function logIn(page: Page, email = newAddress()): Promise<number> {
  const frame = `${world.wallet}/frame.html`
  await page.goto(`${world.app}/page.html?frame=${encodeURIComponent(frame)}`)
  await page.locator('portico-button').getByRole('button').click()
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  const after = world.mails()
  await page.keyboard.press('Enter')
  const code = modal(page).getByRole('textbox', { name: 'Code of six digits' })
  await expect(code).toBeVisible()
  const digits = await world.code(email, after)
  const start = Date.now()
  await code.fill(digits)
  await expect(modal(page).getByRole('button', { name: 'Copy address' })).toBeVisible()
  return Date.now() - start
}

test('[S1.03] [S1.04] [S9.44] a person logs in with the code of a real mail, confirms a signature in the frame, and comes back after a reload', async ({
  page,
}) => {
  expect(await logIn(page)).toBeLessThan(3_000)
  const account = (await address(page)) as `0x${string}`
  const signed = sign(page, 'Hello')
  const approve = wallet(page).getByRole('button', { name: 'Confirm' })
  await expect(wallet(page).getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await expect(wallet(page).locator('main')).toContainText(world.app)
  await expect(approve).toBeEnabled()
  await approve.click()
  const signature = (await signed) as `0x${string}`
  expect(await verifyMessage({ address: account, message: 'Hello', signature })).toBe(true)

  await page.reload()
  await expect.poll(() => address(page)).toBe(account)
  const again = sign(page, 'Hello again')
  await expect(approve).toBeEnabled()
  await approve.click()
  expect(
    await verifyMessage({
      address: account,
      message: 'Hello again',
      signature: (await again) as `0x${string}`,
    }),
  ).toBe(true)
  expect(await page.evaluate(() => window.embeddedPage.errors)).toEqual([])
  // The page itself stores that a person logged in, and nothing else of the wallet.
  const keys = await page.evaluate(() => Object.keys(localStorage).sort())
  expect(keys).toEqual(['portico.connection', 'portico.embedded'])
})

test('a person who declines signs nothing, and the frame is hidden', async ({ page }) => {
  await logIn(page)
  const signed = sign(page, 'Hello')
  await wallet(page).getByRole('button', { name: 'Decline' }).click()
  expect(await signed).toMatch(/^4001/)
  await expect(page.locator('iframe')).toBeHidden()
})

test('[S17] the frame refuses a sign-in for another site, and the person is not asked', async ({
  page,
}) => {
  await logIn(page)
  const account = await address(page)
  const text = `evil.example wants you to sign in with your Ethereum account:\n${account}\n\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-11-28T00:00:00Z`
  expect(await sign(page, text)).toMatch(/^INVALID/)
  await expect(page.locator('iframe')).toBeHidden()
})

/** What a hostile page does to the frame or around it. Each is undone with the page. */
const covers: readonly (readonly [string, string])[] = [
  ['an opaque cover', 'cover.style.background = "white"'],
  ['a transparent cover', 'cover.style.background = "transparent"'],
  [
    'a cover that lets clicks through',
    'cover.style.pointerEvents = "none"; cover.style.background = "white"',
  ],
  [
    'a cover of the button alone',
    'cover.style.insetBlockStart = "auto"; cover.style.blockSize = "45%"; cover.style.background = "white"',
  ],
  ['a frame of opacity 0', 'element.style.opacity = "0"'],
  ['a frame of opacity 0.99', 'element.style.opacity = "0.99"'],
  ['a dialog of opacity 0.5', 'dialog.style.opacity = "0.5"'],
  ['a filter', 'element.style.filter = "blur(9px)"'],
  ['a hue', 'dialog.style.filter = "hue-rotate(90deg)"'],
  ['a frame turned by 180 degrees', 'element.style.transform = "rotate(180deg)"'],
  ['a small frame', 'element.style.transform = "scale(0.01)"'],
  ['a skewed frame', 'dialog.style.transform = "skew(40deg)"'],
  ['a frame outside of the screen', 'dialog.style.translate = "200vw"'],
  ['a frame that is cut', 'element.style.clipPath = "inset(0 0 60% 0)"'],
  ['a mask', 'element.style.maskImage = "linear-gradient(black, transparent)"'],
  ['a blend mode', 'element.style.mixBlendMode = "difference"'],
  ['a frame of one pixel', 'element.style.width = element.style.height = "1px"'],
  ['a frame of ten pixels', 'element.style.height = "10px"'],
  ['a dialog that is not shown', 'dialog.style.display = "none"'],
  ['a hidden frame', 'element.style.visibility = "hidden"'],
  ['a hidden dialog', 'dialog.style.contentVisibility = "hidden"'],
  ['a frame in which only the buttons have room', 'element.style.height = "90px"'],
  [
    'a dialog that cuts off all but the button',
    'dialog.style.clipPath = "inset(calc(100% - 60px) 0 0 50%)"',
  ],
  [
    'a cover of all but the buttons',
    'cover.style.insetBlockEnd = innerHeight - element.getBoundingClientRect().bottom + 60 + "px"; cover.style.background = "white"',
  ],
]

test('[S10] [S11] a frame that the page covers, cuts, moves or makes see-through confirms nothing, with one exception that is known', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await logIn(page)
  const accepted: string[] = []
  for (const [name, code] of covers) {
    const signed = sign(page, 'Hello')
    const frame = page.frames().find(one => one.url().startsWith(world.wallet))
    await frame?.waitForSelector('.approve', { state: 'attached' })
    await page.evaluate(code => {
      const element = document.querySelector('iframe')
      const dialog = element?.parentElement
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647'
      if (code.startsWith('cover')) dialog?.append(cover)
      Reflect.construct(Function, ['element', 'dialog', 'cover', code])(element, dialog, cover)
    }, code)
    await page.waitForTimeout(1_200)
    const isEnabled = await frame?.evaluate(
      () => !document.querySelector<HTMLButtonElement>('.approve')?.disabled,
    )
    if (isEnabled !== false) accepted.push(name)
    await page.evaluate(() => {
      document.querySelector('#cover')?.remove()
      const element = document.querySelector('iframe')
      for (const part of [element, element?.parentElement])
        if (part)
          for (const property of [
            'opacity',
            'filter',
            'transform',
            'translate',
            'clip-path',
            'mask-image',
            'mix-blend-mode',
            'display',
            'visibility',
            'content-visibility',
          ])
            part.style.removeProperty(property)
      if (element) element.style.width = element.style.height = '100%'
    })
    await frame?.evaluate(() => document.querySelector<HTMLButtonElement>('footer button')?.click())
    expect(await signed, name).toMatch(/^4001/)
  }
  // Chromium's observer does not notice a mask. Only a pop-up window is safe from that.
  expect(accepted).toEqual(['a mask'])
  expect(covers.length).toBe(24)
})

test('[S10] a text that is longer than the frame is confirmed only after it was scrolled to its end', async ({
  page,
}) => {
  await logIn(page)
  const account = (await address(page)) as `0x${string}`
  const text = `${'A line that a person reads.\n\n'.repeat(60)}${'a word '.repeat(200)}`
  const signed = sign(page, text)
  const approve = wallet(page).getByRole('button', { name: 'Confirm' })
  await expect(approve).toBeVisible()
  await page.waitForTimeout(1_200)
  await expect(approve).toBeDisabled()
  for (let pages = 0; pages < 20 && (await approve.isDisabled()); pages++) {
    await page.keyboard.press('PageDown')
    await page.waitForTimeout(400)
  }
  await expect(approve).toBeEnabled()
  await approve.click()
  const signature = (await signed) as `0x${string}`
  expect(await verifyMessage({ address: account, message: text, signature })).toBe(true)
})

test('the screen that asks has no violation of accessibility rules', async ({ page }) => {
  await logIn(page)
  const signed = sign(page, 'Hello')
  const approve = wallet(page).getByRole('button', { name: 'Confirm' })
  await expect(approve).toBeEnabled()
  const frame = page.frames().find(one => one.url().startsWith(world.wallet))
  expect(frame && (await axe(frame as unknown as Page, { parts: ['main'] }))).toEqual([])
  await wallet(page).getByRole('button', { name: 'Decline' }).click()
  expect(await signed).toMatch(/^4001/)
})
