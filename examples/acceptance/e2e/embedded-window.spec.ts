/** Confirmations in a window of the wallet, where the browser cannot tell what covers the frame. */
import { expect, type Page, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { axe } from './axe.js'
import { type EmbeddedWorld, startEmbeddedWorld } from './embedded-wallet.js'

let world: EmbeddedWorld
test.beforeAll(async () => {
  test.setTimeout(120_000)
  world = await startEmbeddedWorld(test.info().parallelIndex, { openerPolicy: 'same-origin' })
})
test.afterAll(() => world.stop())

// As in Firefox and Safari, which lack this part of IntersectionObserver.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    delete (IntersectionObserverEntry.prototype as { isVisible?: boolean }).isVisible
  }),
)

let people = 0
const wallet = (page: Page) => page.frameLocator('iframe')
const openButton = (page: Page) => wallet(page).getByRole('button', { name: 'Open window' })
const sign = (page: Page, text: string) =>
  page.evaluate(text => window.embeddedPage.sign(text), text)

/** Logs in, and answers the address. */
async function logIn(page: Page): Promise<`0x${string}`> {
  const email = `window${test.info().parallelIndex}-${++people}@mail.test`
  const modal = page.locator('portico-root')
  const frame = `${world.wallet}/frame.html`
  await page.goto(`${world.app}/page.html?frame=${encodeURIComponent(frame)}`)
  await page.locator('portico-button').getByRole('button').click()
  await modal.getByRole('textbox', { name: 'E-mail' }).fill(email)
  const after = world.mails()
  await page.keyboard.press('Enter')
  const code = modal.getByRole('textbox', { name: 'Code of six digits' })
  await expect(code).toBeVisible()
  await code.fill(await world.code(email, after))
  await expect(modal.getByRole('button', { name: 'Copy address' })).toBeVisible()
  return (await page.evaluate(() => window.embeddedPage.address())) as `0x${string}`
}
/** Opens the window by a button of the frame. */
async function openWindow(page: Page, name = 'Open window'): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await wallet(page).getByRole('button', { name }).click()
  return opened
}
const confirm = (window: Page) => window.getByRole('button', { name: 'Confirm' })

test('[S10] a browser that cannot tell what covers the frame asks in a window of the wallet, also where the page isolates its opener', async ({
  page,
}) => {
  const address = await logIn(page)
  const signed = sign(page, 'Hello')
  const window = await openWindow(page)
  await expect(window.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await expect(window.locator('main')).toContainText(world.app)
  expect(await axe(window, { parts: ['main'] })).toEqual([])
  expect(await window.evaluate(() => [opener, location.hash])).toEqual([null, ''])
  const closed = window.waitForEvent('close')
  await confirm(window).click()
  await closed
  const signature = (await signed) as `0x${string}`
  expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
  await expect(page.locator('iframe')).toBeHidden()
})

test('declined in the window, or in the frame while the window is open, nothing is signed and the window closes', async ({
  page,
}) => {
  await logIn(page)
  const first = sign(page, 'One')
  const window = await openWindow(page)
  await window.getByRole('button', { name: 'Decline' }).click()
  expect(await first).toMatch(/^4001/)

  const second = sign(page, 'Two')
  const other = await openWindow(page)
  await expect(confirm(other)).toBeVisible()
  const closed = other.waitForEvent('close')
  await wallet(page).getByRole('button', { name: 'Decline' }).click()
  expect(await second).toMatch(/^4001/)
  await closed
})

test('a window that the person closed can be opened again, and only the last window counts', async ({
  page,
}) => {
  await logIn(page)
  const signed = sign(page, 'Hello')
  const first = await openWindow(page)
  await expect(confirm(first)).toBeVisible()
  await first.close()
  await expect(wallet(page).getByRole('status')).toHaveText(
    'The window was closed. Nothing was signed.',
  )
  const second = await openWindow(page, 'Open again')
  await expect(confirm(second)).toBeVisible()
  const replaced = second.waitForEvent('close')
  const third = await openWindow(page, 'Open again')
  await replaced
  await confirm(third).click()
  expect(await signed).toMatch(/^0x/)
})

test('where the browser blocks windows, the frame says so and what to do', async ({ page }) => {
  await page.context().addInitScript(() => {
    window.open = () => null
  })
  await logIn(page)
  const signed = sign(page, 'Hello')
  await openButton(page).click()
  await expect(wallet(page).getByRole('status')).toHaveText(
    'No window opened. Allow pop-up windows for this site, then try again.',
  )
  await page.keyboard.press('Escape')
  expect(await signed).toMatch(/^4001/)
})

test('[S10] the window confirms nothing without an id that the frame gave, in a frame of another page, or sooner than 600 ms', async ({
  page,
}) => {
  await logIn(page)
  const unasked = await page.context().newPage()
  await unasked.goto(`${world.wallet}/window.html#${'A'.repeat(22)}`)
  await expect(unasked.getByText('You can close this window.')).toBeVisible({ timeout: 10_000 })
  await unasked.close()
  await page.evaluate(
    url => {
      const frame = document.createElement('iframe')
      frame.name = 'covered'
      frame.src = url
      document.body.append(frame)
    },
    `${world.wallet}/window.html#${'A'.repeat(22)}`,
  )
  const covered = page.frameLocator('iframe[name=covered]').locator('body')
  await expect(covered).toBeAttached()
  await page.waitForTimeout(300)
  await expect(covered).toHaveText('')
  await page.evaluate(() => document.querySelector('iframe[name=covered]')?.remove())

  const signed = sign(page, 'Hello')
  const window = await openWindow(page)
  await expect(confirm(window)).toBeVisible()
  // A click in the moment in which the window appears is none.
  await confirm(window).dispatchEvent('click')
  await expect(confirm(window)).toBeEnabled()
  // A page's own script cannot click either.
  await confirm(window).dispatchEvent('click')
  await expect(confirm(window)).toBeVisible()
  await window.getByRole('button', { name: 'Decline' }).click()
  expect(await signed).toMatch(/^4001/)
})
