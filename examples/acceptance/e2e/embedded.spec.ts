import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { EmbeddedPage } from '../fixtures/embedded/page.js'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'
import { axe } from './axe.js'

declare global {
  interface Window {
    readonly embeddedPage: EmbeddedPage
  }
}

// The address of the private key 1.
const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const email = 'ada@example.org'
let server: Awaited<ReturnType<typeof serve>>
const origin = (host: string) => server.url.replace('localhost', `${host}.localhost`)
const app = () => origin('app.portico')
const wallet = () => origin('wallet.portico')
const frameUrl = (allowed = app()) => `${wallet()}/frame.html?origin=${encodeURIComponent(allowed)}`
const pageUrl = (frame = frameUrl()) => `${app()}/page.html?frame=${encodeURIComponent(frame)}`

test.beforeAll(async () => {
  server = await serve(
    await buildPage(
      join(root, 'examples/acceptance/fixtures/embedded'),
      `embedded-${test.info().parallelIndex}`,
    ),
  )
})
test.afterAll(() => server.close())

const modal = (page: Page) => page.locator('portico-root')
const button = (page: Page, name: string | RegExp) => modal(page).getByRole('button', { name })
const alert = (page: Page, text: string | RegExp) =>
  modal(page).getByRole('alert').filter({ hasText: text })
const frames = (page: Page) => page.frames().filter(frame => frame.url().startsWith(wallet()))
const sign = (page: Page, text: string) =>
  page.evaluate(text => window.embeddedPage.sign(text), text)

async function openConnect(page: Page): Promise<void> {
  await page.locator('portico-button').getByRole('button').click()
  await expect(modal(page).getByRole('textbox', { name: 'E-mail' })).toBeVisible()
}
async function enterEmail(page: Page): Promise<void> {
  await openConnect(page)
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('textbox', { name: 'Code of six digits' })).toBeVisible()
}
async function logIn(page: Page, url = pageUrl()): Promise<void> {
  await page.goto(url)
  await enterEmail(page)
  await modal(page).getByRole('textbox', { name: 'Code of six digits' }).fill('123456')
  await expect(button(page, 'Copy address')).toBeVisible()
}

test('[S1.03] [S1.04] [S3.13] [D31e] a visitor logs in by e-mail, signs, comes back and leaves; the frame loads no earlier than the address is sent', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().startsWith(wallet())) asked.push(request.url())
  })
  await page.goto(pageUrl())
  await openConnect(page)
  expect(asked).toEqual([])
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
  const code = modal(page).getByRole('textbox', { name: 'Code of six digits' })
  await expect(code).toBeFocused()
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  // Pasted with blanks, as mail programs copy it.
  await code.evaluate(field => (field as HTMLInputElement).select())
  await page.keyboard.insertText('123 456')
  await expect(button(page, 'Copy address')).toBeVisible()
  expect(await page.evaluate(() => window.embeddedPage.address())).toBe(address)
  expect((await page.evaluate(() => window.embeddedPage.user())).users).toMatchObject({
    eip155: { email, address, chainId: 'eip155:1' },
  })
  expect(await sign(page, 'Hello')).toMatch(/^0x[\da-f]{130}$/)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.embeddedPage.address())).toBe(address)
  expect(await sign(page, 'Hello again')).toMatch(/^0x[\da-f]{130}$/)
  await page.evaluate(() => window.embeddedPage.disconnect())
  asked.length = 0
  await page.reload()
  await openConnect(page)
  expect(asked).toEqual([])
  expect(await page.evaluate(() => window.embeddedPage.errors)).toEqual([])
})

test('[R39] a wrong code says so and can be corrected; the wait before another code lasts over a closed modal', async ({
  page,
}) => {
  await page.goto(pageUrl())
  await enterEmail(page)
  await expect(button(page, /^Send again in (30|29|28) s$/)).toBeVisible()
  const code = modal(page).getByRole('textbox', { name: 'Code of six digits' })
  await code.fill('000000')
  await expect(alert(page, 'This code is wrong')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal(page).getByRole('dialog')).toBeHidden()
  await openConnect(page)
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(alert(page, /^Please try again after \d+ seconds$/)).toBeVisible()
})

test('[S10] a request to approve shows the frame above the page, and hides it again', async ({
  page,
}) => {
  await logIn(page)
  const signed = sign(page, 'wait')
  const approve = page.frameLocator('iframe').getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await approve.click()
  expect(await signed).toMatch(/^0x[\da-f]{130}$/)
  await expect(approve).toBeHidden()
})

test('[S9] [D31a] the frame answers no second page: another origin around it, a second bootstrap message, a sibling window', async ({
  page,
}) => {
  const steal = async (url: string) =>
    page.evaluate(async url => {
      const frame = document.createElement('iframe')
      frame.src = url
      await new Promise(resolve => {
        frame.onload = resolve
        document.body.append(frame)
      })
      return new Promise<string>(resolve => {
        addEventListener('message', ({ data }) => resolve(String(data.type)))
        const { port2 } = new MessageChannel()
        const message = {
          type: 'portico-embedded/BOOTSTRAP',
          version: 1,
          id: 'AAAAAAAAAAAAAAAAAAAAAA',
        }
        frame.contentWindow?.postMessage(message, '*', [port2])
        setTimeout(() => resolve('silence'), 500)
      })
    }, url)
  await page.goto(`${origin('other')}/page.html`)
  expect(await steal(frameUrl())).toBe('silence')
  // The page itself gets an answer in a frame of its own, which shares nothing with the wallet's.
  await page.goto(`${app()}/page.html`)
  expect(await steal(frameUrl())).toBe('portico-embedded/READY')

  await logIn(page)
  const heard = await page.evaluate(async () => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    const frame = document.querySelector('iframe')
    for (let time = 0; time < 20; time++) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => heard.push(data)
      const message = {
        type: 'portico-embedded/BOOTSTRAP',
        version: 1,
        id: 'AAAAAAAAAAAAAAAAAAAAAA',
      }
      frame?.contentWindow?.postMessage(message, '*', [port2])
      port1.postMessage({ type: 'IS_CONNECTED', id: 'BBBBBBBBBBBBBBBBBBBBBB' })
    }
    await new Promise(resolve => setTimeout(resolve, 500))
    return heard
  })
  expect(heard).toEqual([])
  expect(
    await frames(page)[0]?.evaluate(
      () => (window as unknown as { acceptance: { refused: number } }).acceptance.refused,
    ),
  ).toBe(20)
  expect(await sign(page, 'Still here')).toMatch(/^0x[\da-f]{130}$/)
})

test('[R38] [S10] a frame that is reloaded, moved or removed ends the open request in less than 1 s, and is rebuilt once', async ({
  page,
}) => {
  await logIn(page)
  for (const disturb of [
    'element.contentWindow.location.replace(element.src)',
    'element.src = location.origin + "/page.html"',
    'document.body.append(element)',
    'element.remove()',
  ]) {
    await page.goto(pageUrl())
    await expect.poll(() => page.evaluate(() => window.embeddedPage.address())).toBe(address)
    const pending = sign(page, 'never')
    await page.waitForTimeout(200)
    const start = Date.now()
    await page.evaluate(code => {
      const element = document.querySelector('iframe')
      Reflect.construct(Function, ['element', code])(element)
    }, disturb)
    // The next request notices a frame whose loss was not reported.
    const next = sign(page, 'Hello')
    expect(await pending, disturb).toMatch(/An error occurred/)
    expect(Date.now() - start, disturb).toBeLessThan(1_000)
    expect(await next, disturb).toMatch(/^0x[\da-f]{130}$|An error occurred/)
    expect(await sign(page, 'Hello'), disturb).toMatch(/^0x[\da-f]{130}$/)
    expect(await page.locator('iframe').count(), disturb).toBe(1)
  }
})

test('[S8.48] a frame that does not answer leaves a sentence at the field, and every other wallet usable', async ({
  page,
}) => {
  await page.goto(pageUrl(frameUrl('https://other.example')))
  await openConnect(page)
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(alert(page, 'Unable to load email login dependency')).toBeVisible({
    timeout: 10_000,
  })
  await expect(modal(page).getByRole('textbox', { name: 'E-mail' })).toBeEnabled()
  expect(await page.locator('iframe').count()).toBe(0)
})

test('[D31e] without an address the plugin shows nothing and reports it once', async ({ page }) => {
  await page.goto(`${app()}/page.html`)
  await page.locator('portico-button').getByRole('button').click()
  await expect(modal(page).getByRole('dialog')).toBeVisible()
  await expect(modal(page).getByRole('textbox', { name: 'E-mail' })).toHaveCount(0)
  expect(await page.evaluate(() => window.embeddedPage.errors)).toEqual(['UNCONFIGURED'])
})

test('[S9] a frame on the origin of the page is refused when the page starts', async ({ page }) => {
  const failed = page.waitForEvent('pageerror').catch(() => undefined)
  await page.goto(pageUrl(`${app()}/frame.html`))
  const errors = await Promise.race([
    failed.then(error => [String(error)]),
    page
      .waitForFunction(() => window.embeddedPage?.errors.length)
      .then(() => page.evaluate(() => window.embeddedPage.errors)),
  ])
  expect(errors.join()).toMatch(/BAD_PLUGIN|origin/)
})
