/** What the modal does once a wallet is connected (decision 86). */
import { everyChain, everyWallet, people } from './every-chain.js'
import { dialog, expect, fox, inModal, openConnect, owl, test, title } from './visit.js'

const host = { afterConnect: 'close' } as const

for (const { wallet, address } of people)
  test(`the modal closes after ${wallet} is connected, and the focus is on the button with the account`, async ({
    page,
    visit,
  }) => {
    await visit({ wallets: everyWallet(), host: { ...host, chains: everyChain } })
    await openConnect(page)
    await inModal(page, wallet).click()
    await expect(dialog(page)).toBeHidden()
    expect(await page.evaluate(() => window.host.account.address)).toBe(address)
    const button = page.getByRole('button', { name: 'Account' }).first()
    await expect(button).toBeFocused()
    await button.click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    expect(await page.evaluate(() => window.host.errors)).toEqual([])
  })

test('a declined connection leaves the modal open with the reason, and the retry closes it', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'reject' })], host })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(inModal(page, 'Try again')).toBeVisible()
  await page.evaluate(() => Object.assign(window.mockWallets.Fox ?? {}, { policy: 'approve' }))
  await inModal(page, 'Try again').click()
  await expect(dialog(page)).toBeHidden()
  expect(await page.evaluate(() => window.host.account.phase)).toBe('connected')
})

test('a modal that the host opened at a view shows Account after the connection', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()], host })
  await page.evaluate(() => window.host.portico.open({ view: 'Connect' }))
  await inModal(page, 'Fox').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('a person who connects another wallet from Account is shown Account', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()], host })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).first().click()
  await inModal(page, 'Switch wallet or account').click()
  await expect(title(page, 'Wallets')).toBeVisible()
  await inModal(page, 'Connect another wallet').click()
  await inModal(page, 'Owl').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})
