import {
  addressOf,
  close,
  connect,
  connectButton,
  dialog,
  expect,
  fox,
  inModal,
  openConnect,
  short,
  test,
  title,
} from './visit.js'

const region = 'portico-modal'

test('[D6c] [S1.17] a page without React has the same button and the same modal', async ({
  page,
  visit,
}) => {
  await visit({ plain: true, host: { speaks: true } })
  await expect(page.locator('portico-button').getByRole('button')).toHaveText('Connect wallet')
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(page.getByTitle('10000 ETH')).toBeVisible()
  await close(page)
  await expect(connectButton(page)).toHaveText(short(addressOf(0)))
  await expect(connectButton(page)).toBeFocused()
})

test('[D6c] portico.open() opens the modal from anywhere, also at Networks', async ({
  page,
  visit,
}) => {
  await visit({ plain: true })
  await page.evaluate(() => window.host.portico.open())
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await page.evaluate(() => window.host.portico.close())
  await expect(dialog(page)).toBeHidden()
})

test('[R29] elements that are removed and added again update as before', async ({
  page,
  visit,
}) => {
  await visit({ plain: true })
  await page.evaluate(() => {
    const button = document.querySelector('portico-button')
    for (let times = 0; times < 20; times++) {
      button?.remove()
      document.querySelector('main')?.append(button as Node)
    }
  })
  await connect(page)
  await close(page)
  await expect(page.locator('portico-button').getByRole('button')).toHaveCount(1)
  await expect(connectButton(page)).toHaveText(short(addressOf(0)))
})

test('[S2.34] [S2.35] closing an embedded modal shows Connect, or Account while a wallet is connected', async ({
  page,
  visit,
}) => {
  await visit({ plain: true, wallets: [fox({ policy: 'ask' })] })
  await page.evaluate(() => window.hostPage.embed?.())
  const modal = page.locator(region)
  await expect(modal.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect(await dialog(page).count()).toBe(0)
  await modal.getByRole('button', { name: 'Fox' }).click()
  await expect(modal.getByRole('heading', { name: 'Open Fox to approve' })).toBeVisible()
  await page.evaluate(() => window.host.portico.close())
  await expect(modal.getByRole('button', { name: 'Fox' })).toBeVisible()
  expect(await page.evaluate(() => window.host.account.phase)).toBe('disconnected')

  await page.evaluate(() => Object.assign(window.mockWallets.Fox ?? {}, { policy: 'approve' }))
  await modal.getByRole('button', { name: 'Fox' }).click()
  await expect(modal.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await modal.getByRole('button', { name: 'Settings' }).click()
  await expect(modal.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.evaluate(() => window.host.portico.close())
  await expect(modal.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await page.evaluate(() => window.host.disconnect())
  await expect(modal.getByRole('button', { name: 'Fox' })).toBeVisible()
  await page.evaluate(() => window.hostPage.unmount())
  await expect(page.locator('portico-root')).toHaveCount(0)
})
