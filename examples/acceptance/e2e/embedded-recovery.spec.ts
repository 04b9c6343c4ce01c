import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { EmbeddedPage } from '../fixtures/embedded/page.js'
import { axe } from './axe.js'
import { type EmbeddedWorld, startEmbeddedWorld } from './embedded-wallet.js'

declare global {
  interface Window {
    readonly embeddedPage: EmbeddedPage
    /** The page's port to the frame. */
    framePort?: MessagePort
  }
}

let world: EmbeddedWorld
test.beforeAll(async () => {
  test.setTimeout(120_000)
  world = await startEmbeddedWorld(test.info().parallelIndex)
})
test.afterAll(() => world.stop())

let people = 0
const newAddress = () => `owner${test.info().parallelIndex}-${++people}@mail.test`
const modal = (page: Page) => page.locator('portico-root')
const wallet = (page: Page) => page.frameLocator('iframe')
const press = (page: Page, name: string) =>
  wallet(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => wallet(page).getByRole('heading', { name, level: 1 })
const field = (page: Page, name: string) => wallet(page).getByRole('textbox', { name })
const problem = (page: Page) => wallet(page).locator('#problem')
const address = (page: Page) => page.evaluate(() => window.embeddedPage.address())
const frameOf = (page: Page) => {
  const frame = page.frames().find(one => /^http:..wallet\./.test(one.url()))
  if (!frame) throw new TypeError('The page has no frame.')
  return frame
}

/** Everything that a policy blocked, or a script threw. */
const complaints = new WeakMap<Page, string[]>()
async function open(page: Page, { app, wallet } = world): Promise<void> {
  const list: string[] = []
  complaints.set(page, list)
  page.on('pageerror', error => list.push(String(error)))
  page.on('console', line => {
    if (/Content Security Policy|Trusted/i.test(line.text())) list.push(line.text())
  })
  // The test asks for the screens on the port that the page has.
  await page.addInitScript(() => {
    const Channel = MessageChannel
    window.MessageChannel = class extends Channel {
      constructor() {
        super()
        window.framePort = this.port1
      }
    }
  })
  const frame = `${wallet}/frame.html`
  await page.goto(`${app}/page.html?frame=${encodeURIComponent(frame)}`)
}

/** Types address and code: the wallet is connected then, or the frame asks for its recovery. */
async function logIn(page: Page, email: string, place = world): Promise<void> {
  await page.locator('portico-button').getByRole('button').click()
  const after = place.mails()
  await expect(async () => {
    await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.keyboard.press('Enter')
    await expect(modal(page).getByRole('textbox', { name: 'Code of six digits' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 45_000 })
  const digits = await place.code(email, after)
  await modal(page).getByRole('textbox', { name: 'Code of six digits' }).fill(digits)
}
const isConnected = (page: Page) =>
  expect(modal(page).getByRole('button', { name: 'Copy address' })).toBeVisible()

async function newWallet(page: Page, place = world): Promise<{ email: string; account: string }> {
  const email = newAddress()
  await open(page, place)
  await logIn(page, email, place)
  await isConnected(page)
  return { email, account: String(await address(page)) }
}

/** Sends a request for a screen; answers how it ended. */
const show = (page: Page, type: 'SHOW_RECOVERY' | 'SHOW_EXPORT'): Promise<string> =>
  page.evaluate(
    type =>
      new Promise<string>(resolve => {
        const bytes = crypto.getRandomValues(new Uint8Array(16))
        const id = btoa(String.fromCharCode(...bytes))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .slice(0, 22)
        window.framePort?.addEventListener('message', ({ data }) => {
          if (data.id === id) resolve(data.payload?.code ?? 'done')
        })
        window.framePort?.postMessage({ type, id })
      }),
    type,
  )

/** Gets a code, types the two groups back, and answers the code. */
async function keepCode(page: Page): Promise<string> {
  const shown = wallet(page).locator('.code')
  await wallet(page)
    .getByRole('button', { name: /Get a(nother)? recovery code/ })
    .click()
  await expect(shown).toBeVisible()
  const code = String(await shown.textContent())
  await press(page, 'I have kept it')
  await typeGroups(page, code)
  await press(page, 'Confirm the code')
  await expect(heading(page, 'Recovery')).toBeVisible()
  return code
}
async function typeGroups(page: Page, code: string): Promise<void> {
  const labels = await wallet(page).locator('label').allTextContents()
  expect(labels).toHaveLength(2)
  for (const label of labels) {
    const at = Number(/\d/.exec(label)?.[0])
    await field(page, label).fill(String(code.split('-')[at - 1]).toLowerCase())
  }
}

/** A screen is readable, works in both directions, and styles nothing by attributes. */
async function expectGoodScreen(page: Page): Promise<void> {
  const frame = frameOf(page)
  expect(await axe(frame as unknown as Page, { parts: ['main'] })).toEqual([])
  for (const direction of ['rtl', 'ltr']) {
    const overflow = await frame.evaluate(direction => {
      document.documentElement.dir = direction
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    }, direction)
    expect(overflow, direction).toBe(0)
  }
  expect(await frame.evaluate(() => document.querySelectorAll('[style]').length)).toBe(0)
}

test('a person keeps a recovery code, and opens the wallet in a fresh profile with it after wrong answers', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { email, account } = await newWallet(page)
  const done = show(page, 'SHOW_RECOVERY')
  await expect(wallet(page).getByText('Not protected yet')).toBeVisible()
  await expectGoodScreen(page)
  await press(page, 'Get a recovery code')
  const shown = wallet(page).locator('.code')
  await expect(shown).toBeVisible()
  await expectGoodScreen(page)
  const first = String(await shown.textContent())
  expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    wallet(page).getByRole('link', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain(first)
  await page.context().grantPermissions(['clipboard-write'])
  await press(page, 'Copy')
  await expect(wallet(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  await frameOf(page).evaluate(() => {
    window.print = () => document.body.classList.add('printed')
  })
  await press(page, 'Print')
  await expect(wallet(page).locator('body.printed')).toBeVisible()
  await press(page, 'I have kept it')
  await expectGoodScreen(page)
  await typeGroups(page, '0000-0000-0000-0000-0000-0000-0000')
  await press(page, 'Confirm the code')
  await expect(problem(page)).toContainText('That is another text than in your code.')
  await expectGoodScreen(page)
  // Nothing is protected by a code that was not typed back.
  await press(page, 'Cancel')
  await expect(wallet(page).getByText('Not protected yet')).toBeVisible()
  const code = await keepCode(page)
  expect(code).not.toBe(first)
  await expect(wallet(page).getByText('Protected: you can open your wallet')).toBeVisible()
  await expectGoodScreen(page)
  await press(page, 'Close')
  expect(await done).toBe('done')
  await expect(page.locator('iframe')).toBeHidden()

  const context = await browser.newContext()
  const other = await context.newPage()
  await open(other)
  await logIn(other, email)
  await expect(heading(other, 'Recover your wallet')).toBeVisible()
  await expectGoodScreen(other)
  const answer = field(other, 'Recovery code')
  for (const [wrong, sentence] of [
    ['ABCD', 'This code has a typing mistake'],
    [first, 'This does not open your wallet'],
  ] as const) {
    // By keyboard alone: the field has the focus, and Enter sends it.
    await expect(answer).toBeFocused()
    await other.keyboard.type(wrong)
    await other.keyboard.press('Enter')
    await expect(problem(other)).toContainText(sentence)
  }
  await expectGoodScreen(other)
  await other.keyboard.type(code.toLowerCase().replaceAll('-', ' '))
  await other.keyboard.press('Enter')
  await isConnected(other)
  expect(await address(other)).toBe(account)

  // The first browser has an older share now: its next login asks for the recovery.
  await page.evaluate(() => window.embeddedPage.disconnect())
  await page.reload()
  await logIn(page, email)
  await expect(heading(page, 'Recover your wallet')).toBeVisible()
  await field(page, 'Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await isConnected(page)
  expect(await address(page)).toBe(account)
  for (const one of [page, other]) expect(complaints.get(one)).toEqual([])
  await context.close()
})

test('a person who has no recovery is told what to do, and can cancel', async ({
  page,
  browser,
}) => {
  const { email } = await newWallet(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await open(other)
  await logIn(other, email)
  await expect(
    wallet(other).getByText('This wallet has no recovery code and no passkey.'),
  ).toBeVisible()
  await expectGoodScreen(other)
  await other.keyboard.press('Escape')
  await expect(other.locator('iframe')).toBeHidden()
  expect(await address(other)).toBeUndefined()
  await context.close()
})

async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}
/** The profile as it is new, with the passkeys that the platform brings along. */
async function forgetProfile(page: Page, cdp: CDPSession): Promise<void> {
  for (const origin of [world.app, world.wallet])
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await page.context().clearCookies()
  await page.reload()
}

test('a passkey opens the wallet in a fresh profile, and without it the code does', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { cdp, id } = await addAuthenticator(page)
  const { email, account } = await newWallet(page)
  const done = show(page, 'SHOW_RECOVERY')
  await press(page, 'Add a passkey')
  await expect(wallet(page).getByText(/^Passkey/)).toBeVisible()
  // One passkey can be deleted, so that is not enough.
  await expect(wallet(page).getByText('Not protected yet')).toBeVisible()
  const code = await keepCode(page)
  await expect(wallet(page).getByText('Protected: you can open your wallet')).toBeVisible()
  await press(page, 'Close')
  expect(await done).toBe('done')
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
  expect(credentials.map(({ rpId }) => rpId)).toEqual([new URL(world.wallet).hostname])

  await forgetProfile(page, cdp)
  await logIn(page, email)
  await expect(heading(page, 'Recover your wallet')).toBeVisible()
  await press(page, 'Use a passkey')
  await isConnected(page)
  expect(await address(page)).toBe(account)

  await forgetProfile(page, cdp)
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId: id })
  await logIn(page, email)
  await press(page, 'Use a passkey')
  await expect(problem(page)).toContainText('No passkey was used.')
  await field(page, 'Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await isConnected(page)
  expect(await address(page)).toBe(account)
  expect(complaints.get(page)).toEqual([])
})

test('words and keys are shown in the frame after a typed word, and the downloaded file gives the words without a network', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { account } = await newWallet(page)
  const setUp = show(page, 'SHOW_RECOVERY')
  const code = await keepCode(page)
  await press(page, 'Close')
  await setUp

  const done = show(page, 'SHOW_EXPORT')
  const typed = field(page, 'Type SHOW to go on')
  await expect(typed).toBeFocused()
  await expectGoodScreen(page)
  await page.keyboard.type('yes')
  await page.keyboard.press('Enter')
  await expect(problem(page)).toContainText('That is another word. Type SHOW.')
  await page.keyboard.type('show')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your words')).toBeVisible()
  await expectGoodScreen(page)
  const words = (await wallet(page).locator('.words li').allTextContents()).join(' ')
  expect(mnemonicToAccount(words).address).toBe(account)
  await wallet(page).getByText('Keys of single accounts').click()
  const [key = ''] =
    /0x[\da-f]{64}/.exec(String(await wallet(page).locator('dl').textContent())) ?? []
  expect(privateKeyToAccount(key as `0x${string}`).address).toBe(account)

  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      wallet(page).getByRole('link', { name }).click(),
    ])
    const path = test.info().outputPath(download.suggestedFilename())
    await download.saveAs(path)
    return path
  }
  const file = await save('Download the recovery file')
  const parts = readFileSync(await save('Download the parts for it'), 'utf8').split('\n')
  const after = (label: string) => parts[parts.findIndex(line => line.startsWith(label)) + 1] ?? ''
  await press(page, 'Done')
  expect(await done).toBe('done')
  // The words are gone with the screen.
  expect(await frameOf(page).evaluate(() => document.body.textContent)).toBe('')

  const context = await browser.newContext({ offline: true })
  const offline = await context.newPage()
  await offline.goto(pathToFileURL(file).href)
  await offline.getByLabel('1. Part of a device').fill(after('Part of a device'))
  await offline.getByLabel('3. Recovery code').fill(code)
  await offline.getByLabel('Data that belongs to the recovery code').fill(after('Data that'))
  await offline.getByRole('button', { name: 'Show my words' }).click()
  await expect(offline.locator('#words')).toHaveText(words)
  await offline.getByLabel('1. Part of a device').fill('')
  await offline.getByRole('button', { name: 'Show my words' }).click()
  await expect(offline.locator('#problem')).toContainText('two of the three parts')
  await expect(offline.locator('#words')).toBeEmpty()
  expect(complaints.get(page)).toEqual([])
  await context.close()
})

test('a frame without its server says so on the screen, and goes on when the network is back', async ({
  page,
  context,
}) => {
  await newWallet(page)
  const done = show(page, 'SHOW_RECOVERY')
  await expect(wallet(page).getByText('Not protected yet')).toBeVisible()
  await context.setOffline(true)
  await press(page, 'Get a recovery code')
  await expect(problem(page)).toContainText('does not reach its server')
  await expectGoodScreen(page)
  await context.setOffline(false)
  await press(page, 'Close')
  expect(await done).toBe('done')
})

test.describe('a while after the login', () => {
  let later: EmbeddedWorld
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    const index = test.info().parallelIndex
    later = await startEmbeddedWorld(100 + index, { recentSeconds: 15 })
  })
  test.afterAll(() => later.stop())

  test('words are shown only after another login inside of the frame', async ({ page }) => {
    test.setTimeout(120_000)
    const { email } = await newWallet(page, later)
    // The next code is sent 30 s after the first one.
    await page.waitForTimeout(31_000)
    const done = show(page, 'SHOW_EXPORT')
    await field(page, 'Type SHOW to go on').fill('SHOW')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Is it you?')).toBeVisible()
    await expect(wallet(page).locator('.words')).toHaveCount(0)
    await expectGoodScreen(page)
    const after = later.mails()
    await press(page, 'Send a code')
    const digits = await later.code(email, after)
    const code = field(page, 'Code of six digits')
    await expect(code).toBeFocused()
    await page.keyboard.type(digits === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await expect(problem(page)).toContainText('This code is wrong.')
    await page.keyboard.type(digits)
    await page.keyboard.press('Enter')
    await expect(wallet(page).locator('.words li')).toHaveCount(12)
    await page.keyboard.press('Escape')
    expect(await done).toBe('done')
    expect(complaints.get(page)).toEqual([])
  })
})
