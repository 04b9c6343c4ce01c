import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import {
  addressOf,
  approve,
  balance,
  callsOf,
  close,
  connect,
  connectButton,
  dialog,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  owl,
  reject,
  setPolicy,
  short,
  test,
  title,
  waitForRequest,
} from './visit.js'

const waits = 'The request is waiting in your wallet.'

test('[S1.01] [S2.20] [S2.21] [S4.02] [S4.03] [D6b] the button leads to the wallet row, the approval, and an account with its balance from the chain', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await openConnect(page)
  await expect(inModal(page, 'Fox')).toContainText('Installed')
  await inModal(page, 'Fox').click()
  await expect(title(page, 'Open Fox to approve')).toBeVisible()
  await expect(page.getByText(waits)).toBeVisible()
  await expect(fact(page, 'phase connecting')).toBeVisible()
  await expect(connectButton(page)).toHaveAttribute('aria-busy', 'true')
  await waitForRequest(page, 'Fox')
  await approve(page, 'Fox')

  await expect(inModal(page, `Show the whole address ${short(addressOf(0))}`)).toBeVisible()
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  await expect(balance(page)).toHaveText('10,000 ETH')
  await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
  await expect(fact(page, 'network Ethereum')).toBeVisible()
  await expect(fact(page, 'wallets Fox')).toBeVisible()
  await close(page)
  await expect(connectButton(page)).toHaveText(short(addressOf(0)))
  await connectButton(page).click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('[R12] [D18a] a decline shows a sentence with the name of the wallet, and the person can try again', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'reject' })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(title(page, 'Declined')).toBeVisible()
  await expect(page.getByText('You declined in Fox. Nothing was sent.')).toBeVisible()
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
  await setPolicy(page, 'Fox', 'approve')
  await inModal(page, 'Try again').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(2)
})

test('[R10] a request says after 3 s that it takes longer than usual, offers to try again after 5 s, and never times out', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(page.getByText(waits)).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_500))
  await expect(page.getByText('Taking longer than usual')).toBeHidden()
  await page.clock.runFor(1_600)
  await expect(page.getByText('Taking longer than usual')).toBeVisible()
  await expect(inModal(page, 'Try again')).toBeHidden()
  await page.clock.runFor(2_100)
  await expect(inModal(page, 'Try again')).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect(title(page, 'Open Fox to approve')).toBeVisible()
  await page.clock.resume()
  await approve(page, 'Fox')
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('[R10] Try again sends a new request, and the approval of either request connects', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit({ wallets: [fox({ policy: 'ask', quirks: { oneConnectAtATime: true } })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await page.clock.fastForward(5_100)
  await inModal(page, 'Try again').click()
  await expect(inModal(page, 'Try again')).toBeHidden()
  await approve(page, 'Fox')
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

for (const [way, leave] of [
  ['Cancel', (page: Page) => inModal(page, 'Cancel').click()],
  ['Back', (page: Page) => inModal(page, 'Back').click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const)
  test(`[R10] ${way} ends the waiting at any time: an approval that comes late changes nothing, and is reported`, async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox({ policy: 'ask' })] })
    await openConnect(page)
    await inModal(page, 'Fox').click()
    await waitForRequest(page, 'Fox')
    await leave(page)
    if (way === 'Escape') await expect(dialog(page)).toBeHidden()
    else await expect(title(page, 'Connect wallet')).toBeVisible()
    await expect(fact(page, 'phase disconnected')).toBeVisible()
    await approve(page, 'Fox')
    await expect.poll(() => page.evaluate(() => window.host.errors.length)).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    await expect(fact(page, 'phase disconnected')).toBeVisible()
    await expect(fact(page, 'wallets none')).toBeVisible()
    expect(await page.evaluate(() => window.host.tracked)).not.toContain('CONNECT_SUCCESS')
    // The wallet is as good as before; it remembers that its owner said yes.
    if (way === 'Escape') await connectButton(page).click()
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
  })

test('[R11] [D18a] a wallet with an open request gets no second one, and the sentence says where to look', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'pending' })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(
    page.getByText('Fox is already asking you something. Open Fox and answer there.'),
  ).toBeVisible()
  await page.waitForTimeout(500)
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(1)
  await setPolicy(page, 'Fox', 'approve')
  await inModal(page, 'Try again').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('[R23] [D18c] twenty clicks in 100 ms send one request to the wallet', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await openConnect(page)
  const took = await inModal(page, 'Fox').evaluate((row: HTMLElement) => {
    const began = performance.now()
    for (let click = 0; click < 20; click++) row.click()
    return performance.now() - began
  })
  expect(took).toBeLessThan(100)
  await waitForRequest(page, 'Fox')
  // And by the host at the same time.
  await page.evaluate(() => {
    for (let call = 0; call < 20; call++) window.host.connect('test.fox').catch(() => undefined)
  })
  await page.waitForTimeout(300)
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(1)
  await approve(page, 'Fox')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(
    await page.evaluate(
      () => window.host.tracked.filter(name => name === 'CONNECT_SUCCESS').length,
    ),
  ).toBe(1)
})

test('[D6a] the host connects and disconnects through the service alone, and no modal appears', async ({
  page,
  visit,
}) => {
  await visit()
  const address = await page.evaluate(async () => (await window.host.connect('test.fox')).address)
  expect(address).toBe(addressOf(0))
  await expect(fact(page, 'status connected')).toBeVisible()
  await page.evaluate(() => window.host.disconnect())
  await expect(fact(page, 'status disconnected')).toBeVisible()
  await expect(page.locator('portico-root')).toHaveCount(0)
})

test('[D14a] a wallet that announces itself late is added to the open list, and no other row moves', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), fox({ name: 'Late', rdns: 'test.late', announce: false })] })
  await openConnect(page)
  await settled(page)
  const before = await inModal(page, 'Fox').boundingBox()
  await page.evaluate(() => window.mockWallets.Late?.announce())
  await expect(inModal(page, 'Late')).toBeVisible()
  await settled(page)
  expect(await inModal(page, 'Fox').boundingBox()).toEqual(before)
})

test('on a slow connection the list waits for the wallets, and never says that there are none', async ({
  page,
  visit,
}) => {
  await page.route('**/discovery-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 700))
    await route.continue()
  })
  await visit({ wallets: [fox(), owl()] })
  await openConnect(page)
  await expect(inModal(page, 'Fox').or(page.getByText('No wallet found')).first()).toBeVisible()
  await expect(page.getByText('No wallet found')).toHaveCount(0)
  await expect(inModal(page, 'Owl')).toBeVisible()
})

test('[D14e] a page with only a wallet older than EIP-6963 lists it as Browser wallet', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [] })
  // An extension of before EIP-6963: no announcement, only window.ethereum.
  await page.addInitScript(() =>
    Object.assign(window, {
      ethereum: { request: async () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] },
    }),
  )
  await page.reload()
  await openConnect(page)
  await expect(inModal(page, 'Browser wallet')).toBeVisible()
})

test('[S4.04] a wallet that disconnects itself is disconnected in the page, too', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await page.evaluate(() => window.mockWallets.Fox?.disconnect())
  await expect(fact(page, 'status disconnected')).toBeVisible()
  await expect(title(page, 'Connect wallet')).toBeVisible()
})

test('a request that was declined leaves no error behind when the modal is opened again', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ policy: 'ask' })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await waitForRequest(page, 'Fox')
  await reject(page, 'Fox')
  await expect(title(page, 'Declined')).toBeVisible()
  await close(page)
  await openConnect(page)
  await expect(fact(page, 'phase disconnected')).toBeVisible()
  await expect(page.getByText('Declined')).toHaveCount(0)
})
