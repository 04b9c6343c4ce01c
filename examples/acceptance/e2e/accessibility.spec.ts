import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import { axe } from './axe.js'
import {
  addressOf,
  connectButton,
  dialog,
  disconnectButton,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  owl,
  reject,
  short,
  test,
  title,
  waitForRequest,
} from './visit.js'

/**
 * What has the focus, through the shadow roots, by its accessible name as far as it is written
 * down.
 */
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (!active || active === document.body) return ''
    return (active.getAttribute('aria-label') ?? active.textContent ?? '').trim()
  })
/** By Tab alone, forward. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    const name_ = await focused(page)
    if (name.test(name_)) return
    seen.push(name_)
  }
  throw new RangeError(`Tab never came to ${name}: ${seen.join(' | ')}`)
}
const press = async (page: Page, name: RegExp, key = 'Enter') => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

test('[D40c] connect, account, networks, settings and disconnect work by keyboard, and the focus is never lost', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await press(page, /^Connect wallet$/)
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(dialog(page)).toBeFocused()
  await expect(inModal(page, 'Fox')).toBeVisible()
  await press(page, /^Fox/)
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(await focused(page)).not.toBe('')

  await press(page, /^Network: Ethereum$/)
  await expect(title(page, 'Choose network')).toBeVisible()
  await expect(inModal(page, 'Base')).toBeVisible()
  await press(page, /^Base$/, 'Space')
  await expect(fact(page, 'network Base')).toBeVisible()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(await focused(page)).not.toBe('')

  await press(page, /^Switch wallet or account$/)
  await expect(title(page, 'Wallets')).toBeVisible()
  await press(page, /^Back$/)
  await expect(inModal(page, 'Copy address')).toBeVisible()

  await press(page, /^Settings$/)
  await expect(title(page, 'Settings')).toBeVisible()
  await tabTo(page, /^Disconnect$/)
  // It takes something away: for a moment after it came it does nothing.
  await expect(disconnectButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(fact(page, 'status disconnected')).toBeVisible()
  expect(await focused(page)).not.toBe('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(connectButton(page)).toBeFocused()
})

test('Escape closes every view, and the focus returns to the button that opened it', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await connectButton(page).click()
  await inModal(page, 'Fox').click()
  await waitForRequest(page, 'Fox')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(connectButton(page)).toBeFocused()
  const network = page.getByRole('button', { name: 'Network: Ethereum' })
  await network.focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Choose network')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(network).toBeFocused()
  await expect(network).toHaveAttribute('aria-expanded', 'false')
})

test('a pending request, its end, and the name of a new view are announced', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  const live = page.locator('portico-root').getByRole('status')
  await expect(live.filter({ hasText: 'Open Fox to approve' })).toHaveCount(1)
  // The sentence may be there before the wallet has the request.
  await waitForRequest(page, 'Fox')
  await page.clock.fastForward(3_100)
  await expect(live.filter({ hasText: 'Taking longer than usual' })).toHaveCount(1)
  await reject(page, 'Fox')
  await expect(live.filter({ hasText: 'You declined in Fox. Nothing was sent.' })).toHaveCount(1)
  await expect(dialog(page)).toHaveAccessibleName('Fox')
  await expect(connectButton(page)).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(connectButton(page)).toHaveAttribute('aria-expanded', 'true')
})

for (const mode of ['dark', 'light'] as const)
  test(`axe finds no violation in any view in ${mode} mode`, async ({ page, visit }) => {
    test.slow()
    const check = async (view: string) => {
      await settled(page)
      expect(await axe(page, { parts: ['portico-root', '.portico-button'] }), view).toEqual([])
    }
    await visit({
      wallets: [fox({ policy: 'ask', accounts: [...fox().accounts, ...owl().accounts] }), owl()],
      host: { mode },
    })
    await openConnect(page)
    await expect(inModal(page, 'Owl')).toBeVisible()
    await check('Connect')
    await inModal(page, 'Fox').click()
    await waitForRequest(page, 'Fox')
    await expect(title(page, 'Open Fox to approve')).toBeVisible()
    await check('ConnectingExternal, waiting')
    await reject(page, 'Fox')
    await expect(title(page, 'Declined')).toBeVisible()
    await check('ConnectingExternal, failed')
    await page.evaluate(() => Object.assign(window.mockWallets.Fox ?? {}, { policy: 'approve' }))
    await inModal(page, 'Try again').click()
    await expect(page.getByTitle('10000 ETH')).toBeVisible()
    await check('Account')
    await inModal(page, `Show the whole address ${short(addressOf(0))}`).click()
    await check('Account, with the whole address')
    await inModal(page, 'Switch wallet or account').click()
    await expect(title(page, 'Wallets')).toBeVisible()
    await check('Wallets')
    await inModal(page, 'Back').click()
    await inModal(page, 'Network: Ethereum').click()
    await expect(inModal(page, 'Base')).toBeVisible()
    await check('Networks')
    await inModal(page, 'Back').click()
    await inModal(page, 'Settings').click()
    await expect(disconnectButton(page)).toBeVisible()
    await check('Settings')
    await inModal(page, 'Back').click()
    await page.evaluate(() => window.mockWallets.Fox?.switchChain(31_337))
    await expect(
      title(page, 'Fox is on a network with the id 31337, which this app does not support'),
    ).toBeVisible()
    await check('UnsupportedChain')
  })

test('axe finds no violation without a wallet, and a sentence says what to do', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [] })
  await openConnect(page)
  await expect(page.getByText('No wallet found in this browser')).toBeVisible()
  await expect(page.getByText('Install a wallet extension and reload this page.')).toBeVisible()
  await settled(page)
  expect(await axe(page, { parts: ['portico-root'] })).toEqual([])
})
