/**
 * The playground as it is built: what is chosen, what it makes of it, and what can be seen inside.
 */

import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { settled } from './animations.js'
import { axe } from './axe.js'
import { connectButton, dialog, inModal, title } from './visit.js'

const test = base.extend<{ readonly said: string[] }>({
  said: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', message => said.push(message.text()))
      page.on('pageerror', error => said.push(String(error)))
      await use(said)
      expect(said, 'nothing in the console').toEqual([])
    },
    { auto: true },
  ],
})

const open = async (page: Page, hash = '') => {
  await page.goto(`/#${hash}`)
  await expect(page.getByRole('heading', { name: /^Portico/ })).toBeVisible()
}
/** One chain, as a host begins. */
const alone = [
  'solana',
  'bip122',
  'polkadot',
  'balances',
  'history',
  'nfts',
  'directory',
  'walletconnect',
  'receive',
  'transactions',
  'send',
  'swap',
  'evmQuotes',
]
  .map(id => `${id}=off`)
  .join('&')
const wallet = (page: Page, name: string): Locator => page.getByRole('article', { name })
const ownerOf = (page: Page, name: string, way: string) =>
  wallet(page, name).getByRole('radio', { name: way }).check()
const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const openConnect = async (page: Page) => {
  await connectButton(page).click()
  await expect(inModal(page, 'Fox Wallet')).toBeVisible()
}
const connect = async (page: Page) => {
  await openConnect(page)
  await inModal(page, 'Fox Wallet').click()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

test('a click connects, and the app signs and sends with the connected wallet', async ({
  page,
}) => {
  await open(page)
  await connect(page)
  await expect(page.getByTestId('connections')).toHaveText('Fox Wallet')
  await expect(page.getByTestId('address')).toHaveText(/^0x[\dA-Fa-f]{40}$/)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(page.getByTestId('outcome')).toHaveText(/^Signature 0x[\da-f]{130}$/)
  await page.getByRole('button', { name: 'Send ETH to myself' }).click()
  await expect(page.getByTestId('outcome')).toHaveText(/^Transaction 0x[\da-f]{64}$/)
  await page.getByRole('textbox', { name: 'Amount in ETH' }).fill('1,5')
  await page.getByRole('button', { name: 'Send ETH to myself' }).click()
  await expect(page.getByTestId('outcome')).toHaveText('"1,5" is no amount of ETH.')
})

for (const [name, hash, symbol, sent] of [
  ['Glow', 'solana=solanaDevnet', 'SOL', /^Transaction \S{40,}$/],
  // Its ledger mines only on request: another test may have spent these coins a moment ago.
  [
    'Orange',
    'bip122=bitcoinRegtest',
    'tBTC',
    /^(Transaction \S{40,}$|Your coins are not confirmed yet)/,
  ],
  ['Relay', 'polkadot=polkadotRelay', 'ROC', /^Transaction \S{40,}$/],
] as const)
  test(`a chain that is switched on has a wallet at once, which signs and sends on the local ledger: ${symbol}`, async ({
    page,
  }) => {
    await open(page, `placement=inside&${hash}`)
    await inModal(page, name).click()
    await expect(page.getByTestId('connections')).toHaveText(name)
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await expect(page.getByTestId('outcome')).toHaveText(/^Signature \S{40,}$/)
    await page.getByRole('button', { name: `Send ${symbol} to myself` }).click()
    // The Substrate chain executes its runtime in WebAssembly for each of some ten questions, one
    // after the other: 1 s each beside two whole runs.
    await expect(page.getByTestId('outcome')).toHaveText(sent, { timeout: 30_000 })
  })

test('an accent changes the modal, the address and the code at once, and is removed by reset', async ({
  page,
}) => {
  await open(page, 'placement=inside')
  const modal = page.locator('portico-root')
  const accent = () =>
    modal.evaluate(host =>
      getComputedStyle(host.shadowRoot?.querySelector('.p-root') ?? host)
        .getPropertyValue('--portico-accent')
        .trim(),
    )
  await expect(inModal(page, 'Fox Wallet')).toBeVisible()
  const kernels = await page.evaluate(() => document.querySelectorAll('portico-root').length)
  await part(page, 'Theme').getByRole('button', { name: 'Orange' }).click()
  await expect.poll(accent).toBe('#ff6600')
  await expect(page).toHaveURL(/#placement=inside&portico-accent=%23ff6600$/)
  await expect(part(page, 'app.tsx')).toContainText(
    "theme: { variables: { 'portico-accent': '#ff6600' } }",
  )
  expect(await page.evaluate(() => document.querySelectorAll('portico-root').length)).toBe(kernels)
  await page.getByRole('button', { name: 'Reset 1 variable' }).click()
  await expect.poll(accent).not.toBe('#ff6600')
  await expect(page).toHaveURL(/#placement=inside$/)
})

test('a variable is set by its field with its contrast, and refused when it requests an outside resource', async ({
  page,
}) => {
  await open(page)
  await page.getByText('Text', { exact: true }).click()
  const field = page.getByRole('textbox', { name: 'text-muted', exact: true })
  await field.fill('oklch(0.4 0 0)')
  await field.press('Enter')
  await expect(page).toHaveURL(/portico-text-muted=oklch/)
  await expect(page.getByText('1 below 4.5')).toBeVisible()
  const text = page.getByRole('textbox', { name: 'text', exact: true })
  await text.fill('url(https://evil.example/x)')
  await text.press('Enter')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expect(page).not.toHaveURL(/evil/)
})

test('a chosen language is in the modal and in the address, and kept over a reload', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Words of the modal' }).selectOption('de')
  await expect(
    connectButton(page)
      .or(page.getByRole('button', { name: 'Wallet verbinden' }))
      .first(),
  ).toBeVisible()
  await page.locator('.doorway .portico-button').last().click()
  await expect(title(page, 'Wallet verbinden')).toBeVisible()
  await expect(page).toHaveURL(/#language=de$/)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Words of the modal' })).toHaveValue('de')
})

test('a choice in the modal changes the settings of the playground', async ({ page }) => {
  await open(page, 'placement=inside')
  await inModal(page, 'Fox Wallet').click()
  await inModal(page, 'Settings').click()
  await page.locator('portico-root').getByText('Deutsch').click()
  await expect(page.getByRole('combobox', { name: 'Words of the modal' })).toHaveValue('de')
  await page.locator('portico-root').getByText('Hell', { exact: true }).click()
  await expect(page).toHaveURL(/#mode=light&placement=inside&language=de$/)
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
})

test('the address overrides the stored choice of an earlier visit', async ({ page }) => {
  await open(page)
  await part(page, 'Theme').getByRole('radio', { name: 'Light' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
  await page.goto('about:blank')
  await open(page, 'mode=dark')
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await expect(part(page, 'Theme').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('a plugin that is left out is missing in the app, and returns with the connection', async ({
  page,
}) => {
  await open(page, alone)
  await connect(page)
  const chain = page.getByRole('switch', { name: /^Ethereum and other EVM chains/ })
  await chain.uncheck()
  await expect(page.getByText('No wallet can be found without a chain.')).toBeVisible()
  await expect(page.getByTestId('status')).toBeHidden()
  await expect(page.locator('.doorway .portico-button')).toHaveCount(1)
  await expect(part(page, 'app.tsx')).toContainText('createPortico({ plugins: [] })')
  await expect(part(page, 'app.tsx')).not.toContainText('NetworkButton')
  await tab(page, 'Inspector').click()
  await tab(page, 'Plugins').click()
  await expect(page.getByRole('heading', { name: /base\/connection/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /chain\/eip155/ })).toBeHidden()
  await chain.check()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.getByRole('heading', { name: /chain\/eip155/ })).toBeVisible()
})

test('a malformed address opens the default page and shows a sentence', async ({ page }) => {
  await open(page, 'eip155=moon&mode=purple&portico-surface=url(x)')
  await expect(page.getByText('left out: eip155, mode, portico-surface.')).toBeVisible()
  await expect(page.getByRole('switch', { name: /^Ethereum and other EVM chains/ })).toBeChecked()
})

test('the code of every kind is copied as it stands', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await open(page)
  await page.getByRole('button', { name: 'Copy app.tsx' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toContain('<ConnectButton />')
  await tab(page, 'Custom element').click()
  await page.getByRole('button', { name: 'Copy main.ts' }).click()
  expect(await copied()).toContain('attach(portico)')
  await tab(page, 'Headless').click()
  await page.getByRole('button', { name: 'Copy main.ts' }).click()
  expect(await copied()).toContain('kernel.use(connectionService).discover()')
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await copied()).toBe(page.url())
})

test('the window of a mock wallet is beside the modal: stop, reject, then approve work in it', async ({
  page,
}) => {
  await open(page)
  await ownerOf(page, 'Fox Wallet', 'Ask me')
  await openConnect(page)
  await inModal(page, 'Fox Wallet').click()
  const window = page.getByRole('dialog', { name: 'Fox Wallet asks' })
  await expect(window.getByRole('button', { name: 'Approve' })).toBeVisible()
  await inModal(page, 'Cancel').click()
  await expect(window).toBeHidden()
  await page.keyboard.press('Escape')
  await wallet(page, 'Fox Wallet')
    .getByRole('list', { name: 'Requests to Fox Wallet' })
    .getByRole('button', { name: 'Reject' })
    .click()
  await openConnect(page)
  await inModal(page, 'Fox Wallet').click()
  await window.getByRole('button', { name: 'Reject' }).click()
  await expect(window).toBeHidden()
  await expect(page.getByText('You declined in Fox Wallet. Nothing was sent.')).toBeVisible()
  await inModal(page, 'Try again').click()
  await window.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByTestId('status')).toHaveText('connected')
})

test('the remote control drives a connected wallet: account, chain, delay, lock, disconnect, vanish', async ({
  page,
}) => {
  await open(page, 'placement=inside')
  await inModal(page, 'Fox Wallet').click()
  await expect(page.getByTestId('status')).toHaveText('connected')
  const fox = wallet(page, 'Fox Wallet')
  const address = await page.getByTestId('address').textContent()
  await fox.getByRole('button', { name: 'Next account' }).click()
  await expect(page.getByTestId('address')).not.toHaveText(address ?? '')
  await fox.getByRole('combobox').selectOption('Base')
  await expect(page.getByTestId('network')).toHaveText('Base')
  await fox.locator('.calls summary').click()
  await expect(fox.getByText('eth_requestAccounts')).toBeVisible()
  await ownerOf(page, 'Fox Wallet', 'In 4 s')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(page.getByTestId('outcome')).toHaveText('Signature: waiting for the wallet')
  await expect(page.getByTestId('outcome')).toHaveText(/^Signature 0x/)
  await ownerOf(page, 'Fox Wallet', 'Ask me')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await fox
    .getByRole('list', { name: 'Requests to Fox Wallet' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByTestId('outcome')).toHaveText(/^Signature/)
  await fox.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await fox.getByRole('button', { name: 'Lock' }).click()
  await expect(fox.locator('.wallet-head')).toContainText('locked')
  await fox.getByRole('button', { name: 'Vanish' }).click()
  await expect(fox.locator('.wallet-head')).toContainText('removed')
})

test('the inspector shows the latest event and patch, pauses, filters and clears', async ({
  page,
}) => {
  await open(page)
  await connect(page)
  await tab(page, 'Inspector').click()
  await expect(page.getByTestId('state-tree')).toContainText("address '0x")
  await expect(page.getByTestId('patches')).toContainText('chosen')
  await tab(page, 'Log').click()
  const log = page.getByTestId('log')
  await page.getByRole('radio', { name: 'Events' }).check()
  await expect(log.getByText('walletConnected')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter the log' }).fill('modal')
  await expect(log.getByText('walletConnected')).toBeHidden()
  await expect(log.getByText('modalClosed')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter the log' }).fill('')
  await page.getByRole('button', { name: 'Pause' }).click()
  await wallet(page, 'Fox Wallet').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: /^Go on \(\d+ new\)$/ })).toBeVisible()
  await expect(log.getByText('walletDisconnected')).toBeHidden()
  await page.getByRole('button', { name: /^Go on/ }).click()
  await expect(log.getByText('walletDisconnected')).toBeVisible()
  // Paused, because the page has more events after a disconnect.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Nothing has happened since it was cleared.')).toBeVisible()
})

test('the inspector shows endpoints with their counts, storage with its keys, and the history of views', async ({
  page,
}) => {
  await open(page, `${alone}&placement=inside`)
  await inModal(page, 'Fox Wallet').click()
  await expect(page.locator('portico-root .p-account-balance').getByTitle(/ETH$/)).toBeVisible()
  await tab(page, 'Inspector').click()
  await tab(page, 'Endpoints').click()
  const row = page.getByRole('row', { name: /nativeBalance/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText('1')
  await expect(row.getByRole('cell').nth(3)).toHaveText('1')
  await tab(page, 'Views').click()
  await expect(page.getByRole('tabpanel', { name: 'Views' })).toContainText('Account')
  await tab(page, 'Storage').click()
  await expect(page.getByTestId('storage')).toContainText('portico.')
  await page.getByRole('button', { name: 'Clear and begin anew' }).click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
})

test('[D40d] a wallet with an open request that is chosen again is answered in its window', async ({
  page,
}) => {
  await open(page, alone)
  await ownerOf(page, 'Fox Wallet', 'Ask me')
  await openConnect(page)
  const window = page.getByRole('dialog', { name: 'Fox Wallet asks' })
  await inModal(page, 'Fox Wallet').click()
  await expect(window).toBeVisible()
  await inModal(page, 'Back').click()
  await expect(window).toBeHidden()
  await inModal(page, 'Fox Wallet').click()
  await expect(window).toBeVisible()
  await window.getByRole('button', { name: 'Approve' }).first().click()
  await expect(page.getByTestId('status')).toHaveText('connected')
})

test('the pages are linked to each other', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('link', { name: 'Gallery' })).toHaveAttribute(
    'href',
    './gallery.html',
  )
  expect((await page.request.get('/gallery.html')).status()).toBe(200)
})

for (const mode of ['dark', 'light'] as const)
  for (const [name, viewport] of [
    ['1280x800', { width: 1280, height: 800 }],
    ['390x844', { width: 390, height: 844 }],
  ] as const)
    test(`axe finds no violation in any part of the playground, ${mode}, ${name}`, async ({
      page,
    }) => {
      test.slow()
      await page.setViewportSize(viewport)
      await open(page, `mode=${mode}&placement=inside`)
      const isNarrow = viewport.width < 1100
      const switcher = page.getByRole('navigation', { name: 'Parts of this page' })
      const show = async (name: string) =>
        isNarrow ? switcher.getByRole('button', { name }).click() : undefined
      const clean = async (part: string) => {
        expect(await axe(page, { parts: [part] }), part).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
          true,
        )
      }
      await inModal(page, 'Fox Wallet').click()
      await expect(page.getByTestId('status')).toHaveText('connected')
      await settled(page)
      await clean('body')
      await show('Configure')
      for (const fold of await page.locator('.folds summary').all()) await fold.click()
      await clean('.configure')
      await show('Wallets')
      await page.locator('.calls summary').first().click()
      await clean('.wallets')
      await show('Code')
      await clean('.dock')
      await show('Inspect')
      if (!isNarrow) await tab(page, 'Inspector').click()
      for (const each of ['State', 'Log', 'Plugins', 'Endpoints', 'Storage', 'Views']) {
        await tab(page, each).click()
        await clean('.dock')
      }
    })
