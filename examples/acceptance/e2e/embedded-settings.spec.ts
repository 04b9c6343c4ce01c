import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
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
const newAddress = () => `settings${test.info().parallelIndex}-${++people}@mail.test`
const modal = (page: Page) => page.locator('portico-root')
const button = (page: Page, name: string | RegExp) => modal(page).getByRole('button', { name })
const alert = (page: Page, text: string | RegExp) =>
  modal(page).getByRole('alert').filter({ hasText: text })
const wallet = (page: Page) => page.frameLocator('iframe')
const address = (page: Page) => page.evaluate(() => window.embeddedPage.address())
const codeField = (page: Page) => modal(page).getByRole('textbox', { name: 'Code of six digits' })
/** What the frame's server says of this browser's login. */
const session = (page: Page) =>
  page
    .frames()
    .find(frame => frame.url().startsWith(world.wallet))
    ?.evaluate(async () => ((await (await fetch('/login/session')).json()) as object) ?? {})

async function openPage(page: Page): Promise<void> {
  const frame = `${world.wallet}/frame.html`
  await page.goto(`${world.app}/page.html?frame=${encodeURIComponent(frame)}`)
}
async function openConnect(page: Page): Promise<void> {
  await openPage(page)
  await page.locator('portico-button').getByRole('button').click()
}
/** Sends a code to an address and types it. */
async function enterCode(page: Page, email: string): Promise<void> {
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  const after = world.mails()
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(await world.code(email, after))
}
async function logIn(page: Page, email = newAddress()): Promise<string> {
  await openConnect(page)
  await enterCode(page, email)
  await expect(button(page, 'Copy address')).toBeVisible()
  return email
}
async function openAccount(page: Page): Promise<void> {
  await button(page, 'Settings').click()
  await button(page, 'Wallet account').click()
  await expect(button(page, 'Devices')).toBeVisible()
}
async function press(page: Page, name: string | RegExp): Promise<void> {
  await expect(button(page, name)).not.toHaveAttribute('aria-disabled', 'true')
  await button(page, name).click()
}
async function confirmInFrame(page: Page, heading: string | RegExp): Promise<void> {
  await expect(wallet(page).getByRole('heading', { name: heading })).toBeVisible()
  await expect(wallet(page).locator('main')).toContainText(world.app)
  const confirm = wallet(page).getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeEnabled()
  await confirm.click()
}
/** Another browser that logged in with an address. */
async function otherDevice(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await openConnect(page)
  await enterCode(page, email)
  await expect.poll(() => session(page)).toHaveProperty('person')
  return page
}

test('a person revokes another device, which is signed out, and sees both in the log', async ({
  page,
  browser,
}) => {
  const email = await logIn(page)
  world.passTime(60_000)
  const other = await otherDevice(browser, email)
  await openAccount(page)
  await expect(modal(page)).toContainText(`You are logged in as ${email}.`)
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await button(page, 'Devices').click()
  await expect(modal(page)).toContainText('This device')
  const rows = modal(page).getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await press(page, /^Sign out Chrome/)
  await expect(rows).toHaveCount(1)
  await expect(modal(page)).toContainText('You are logged in on this device only.')
  expect(await session(other)).toEqual({ session: null })
  expect(await session(page)).toHaveProperty('person')
  await button(page, 'Back').click()
  await button(page, 'Account activity').click()
  const log = modal(page).getByRole('list', { name: 'Account activity' })
  await expect(log).toContainText('Device signed out')
  await expect(log).toContainText('Account created')
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await other.context().close()
})

test('the link of the mail about a new device removes that device, after a click', async ({
  page,
  browser,
}) => {
  const email = await logIn(page)
  world.passTime(60_000)
  const after = world.mails() + 1 // the first mail is the code
  const other = await otherDevice(browser, email)
  const mail = await page.context().newPage()
  await mail.goto(await world.link(email, after))
  await expect(mail.getByRole('heading', { name: 'Remove the new device' })).toBeVisible()
  expect(await axe(mail, { parts: ['main'] })).toEqual([])
  expect(await session(other)).toHaveProperty('person')
  await mail.getByRole('button', { name: 'Remove the device' }).click()
  await expect(mail.getByRole('status')).toContainText('The device is removed and logged out.')
  expect(await session(other)).toEqual({ session: null })
  expect(await session(page)).toHaveProperty('person')
  await other.context().close()
})

test('"Sign out on all devices" ends the login of every device and disconnects this one', async ({
  page,
  browser,
}) => {
  const email = await logIn(page)
  world.passTime(60_000)
  const other = await otherDevice(browser, email)
  await openAccount(page)
  await button(page, 'Devices').click()
  await press(page, 'Sign out on all devices')
  await expect.poll(() => address(page)).toBeUndefined()
  expect(await session(other)).toEqual({ session: null })
  await page.reload()
  await page.locator('portico-button').getByRole('button').click()
  await expect(modal(page).getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  await other.context().close()
})

test('[S8.52] a session that expired says "Session Expired" at the next signature, and disconnects', async ({
  page,
}) => {
  await logIn(page)
  world.passTime(40 * 86_400_000)
  expect(await page.evaluate(() => window.embeddedPage.sign('Hello'))).toMatch(
    /^SESSION_EXPIRED: Session Expired/,
  )
  await expect.poll(() => address(page)).toBeUndefined()
})

test('[S7.47] [S5.31] a person changes the e-mail with the codes of both addresses, after another login where theirs is too old', async ({
  page,
}) => {
  const email = await logIn(page)
  const next = newAddress()
  world.passTime(600_000)
  await openAccount(page)
  await button(page, 'Change e-mail').click()
  const field = modal(page).getByRole('textbox', { name: 'New e-mail' })
  await field.fill('no address')
  await page.keyboard.press('Enter')
  await expect(modal(page)).toContainText('This is no e-mail address')
  await field.fill(next)
  await page.keyboard.press('Enter')
  await confirmInFrame(page, 'Change the e-mail that opens your wallet')
  await expect(alert(page, 'Your login is too old for this')).toBeVisible()
  // In the page the ten minutes have passed, too.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 600_000
  })
  let after = world.mails()
  await press(page, 'Log in again')
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(await world.code(email, after))
  await expect(button(page, 'Copy address')).toBeVisible()

  world.passTime(60_000)
  await openAccount(page)
  await button(page, 'Change e-mail').click()
  await field.fill(next)
  after = world.mails()
  await page.keyboard.press('Enter')
  await confirmInFrame(page, 'Change the e-mail that opens your wallet')
  await expect(modal(page)).toContainText(`Step 1 of 2: the code that we sent to ${email}.`)
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await codeField(page).fill('000000')
  await expect(alert(page, 'This code is wrong')).toBeVisible()
  await codeField(page).fill(await world.code(email, after))
  await expect(modal(page)).toContainText(`Step 2 of 2: the code that we sent to ${next}.`)
  await codeField(page).fill(await world.code(next, after))
  await expect(modal(page)).toContainText(`From now on you log in with ${next}.`)
  expect(await session(page)).toMatchObject({ person: { email: next } })
})

test('a person downloads their data, which has no share, and deletes the account; the wallet is gone', async ({
  page,
}) => {
  const email = await logIn(page)
  await openAccount(page)
  const saving = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  await confirmInFrame(page, 'Download your data as a file')
  const file = await saving
  expect(file.suggestedFilename()).toBe('wallet-data.json')
  const text = readFileSync(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ person: { email }, devices: [{ isCurrent: true }] })
  expect(text).not.toMatch(/"share"|"blob"/)

  await button(page, 'Delete account').click()
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await press(page, 'Delete account')
  await wallet(page).getByRole('button', { name: 'Decline' }).click()
  await expect(alert(page, 'You declined')).toBeVisible()
  await press(page, 'Delete account')
  await confirmInFrame(page, 'Delete your wallet account')
  await expect.poll(() => address(page)).toBeUndefined()
  expect(await session(page)).toEqual({ session: null })
  // The address begins anew, with another wallet.
  world.passTime(60_000)
  await page.reload()
  await page.locator('portico-button').getByRole('button').click()
  await enterCode(page, email)
  await expect(button(page, 'Copy address')).toBeVisible()
})

/** A browser with an authenticator of its own, which approves by itself. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

test('a passkey makes a wallet, comes back after a reload, and opens the same wallet again after a sign-out', async ({
  page,
}) => {
  await openConnect(page)
  const { client, authenticatorId } = await addAuthenticator(page)
  await button(page, 'Continue with a passkey').click()
  await expect(alert(page, 'No passkey was used')).toBeVisible()
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
  await button(page, 'Make a new wallet with a passkey').click()
  await confirmInFrame(page, 'Make a passkey and a new wallet')
  await expect(button(page, 'Copy address')).toBeVisible()
  const account = await address(page)
  expect(account).toMatch(/^0x/)
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([
    { rpId: 'wallet.portico.localhost', isResidentCredential: true },
  ])
  await page.reload()
  await expect.poll(() => address(page)).toBe(account)
  await page.locator('portico-button').getByRole('button').click()
  await openAccount(page)
  await expect(modal(page)).toContainText('You are logged in with a passkey.')
  await press(page, 'Sign out on this device')
  await expect.poll(() => address(page)).toBeUndefined()
  await openConnect(page)
  await button(page, 'Continue with a passkey').click()
  await expect(button(page, 'Copy address')).toBeVisible()
  expect(await address(page)).toBe(account)
})

test('two people who share one browser profile each get the wallet of their own', async ({
  page,
}) => {
  const first = await logIn(page)
  const wallets = [await address(page)]
  await page.evaluate(() => window.embeddedPage.disconnect())
  const second = await logIn(page)
  wallets.push(await address(page))
  expect(new Set(wallets).size).toBe(2)
  await page.evaluate(() => window.embeddedPage.disconnect())
  world.passTime(60_000)
  await logIn(page, first)
  expect(await address(page)).toBe(wallets[0])
  await openAccount(page)
  await expect(modal(page)).toContainText(`You are logged in as ${first}.`)
  await expect(modal(page)).not.toContainText(second)
})

test('[R39] a code that is wrong five times is over, another one can be requested, and a mail that never comes is sent again', async ({
  page,
}) => {
  const email = newAddress()
  await openConnect(page)
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  const after = world.mails()
  await page.keyboard.press('Enter')
  const digits = await world.code(email, after)
  const wrong = digits === '000000' ? '111111' : '000000'
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(button(page, 'Confirm')).not.toHaveAttribute('aria-busy', 'true')
    await expect(codeField(page)).toHaveValue('')
    await codeField(page).fill(wrong)
    await expect(alert(page, /wrong|expired/)).toBeVisible()
    await expect(codeField(page)).toHaveValue('')
  }
  await codeField(page).fill(digits)
  await expect(alert(page, 'This code has expired')).toBeVisible()
  expect(await address(page)).toBeUndefined()
  await expect(button(page, /^Send again in/)).toHaveAttribute('aria-disabled', 'true')
})
