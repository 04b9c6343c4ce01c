import type { Page, Route } from '@playwright/test'
import {
  addressOf,
  connect,
  connectButton,
  dialog,
  ethereum,
  expect,
  fox,
  inModal,
  openConnect,
  owl,
  test,
} from './visit.js'

const scripts = '**/*.js'
/** What a server answers for the files of an earlier deployment. */
const gone = (route: Route) =>
  route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
const refused = (route: Route) => route.abort()
const message = (page: Page, text: string | RegExp) =>
  page.locator('portico-root').getByRole('alert').filter({ hasText: text })
const unloaded = /^This part could not be loaded\.$/
const unloadedOffline = 'This part could not be loaded. Check your connection.'
const updated = 'This page was updated. Reload to continue.'
const codes = (page: Page) =>
  page.evaluate(() => window.host.errors.map(error => (error as { code?: string }).code))

// The browser itself writes to the console about each file that did not come.
test.afterEach(({ said }) => void said.splice(0))

for (const [name, answer] of [
  ['answers 404', gone],
  ['is unreachable', refused],
] as const)
  test(`[R35] a view whose file ${name} offers Try again, then says that the page was updated, and Reload works`, async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox()], host: { prefetch: 'none' } })
    await connect(page)
    await page.route(scripts, answer)
    await inModal(page, 'Network: Ethereum').click()
    await expect(message(page, unloaded)).toBeVisible()
    await inModal(page, 'Try again').click()
    await expect(message(page, updated)).toBeVisible()
    await page.unroute(scripts)
    const reloaded = page.waitForEvent('load')
    await inModal(page, 'Reload').click()
    await reloaded
    await expect(connectButton(page)).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })

test('[R35] a view whose file loads at the second try is shown, and an offline browser shows no Reload', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()], host: { prefetch: 'none' } })
  await connect(page)
  await page.context().setOffline(true)
  await inModal(page, 'Network: Ethereum').click()
  await inModal(page, 'Try again').click()
  await inModal(page, 'Try again').click()
  await expect(message(page, unloadedOffline)).toBeVisible()
  await page.context().setOffline(false)
  await inModal(page, 'Try again').click()
  await expect(inModal(page, 'Base')).toBeVisible()
})

test('[R35] a view whose file is late shows a sentence after 15 s, and the view when the file arrives', async ({
  page,
  visit,
}) => {
  test.slow()
  await visit({ wallets: [fox()], host: { prefetch: 'none' } })
  await connect(page)
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(scripts, async route => {
    await released
    await route.continue()
  })
  await inModal(page, 'Network: Ethereum').click()
  await expect(message(page, unloaded)).toBeVisible({ timeout: 20_000 })
  release()
  await expect(inModal(page, 'Base')).toBeVisible()
})

test('[R35] a view that is requested by the pointer and by the click is fetched once', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()], host: { prefetch: 'none' } })
  await connect(page)
  const requests: string[] = []
  await page.route(scripts, async route => {
    requests.push(route.request().url())
    await new Promise(resolve => setTimeout(resolve, 500))
    await route.continue()
  })
  await inModal(page, 'Network: Ethereum').hover()
  await inModal(page, 'Network: Ethereum').click()
  await expect(inModal(page, 'Base')).toBeVisible()
  expect(requests.length).toBeGreaterThan(0)
  expect(new Set(requests).size).toBe(requests.length)
})

test('[R35] a typed transfer whose code is missing shows a sentence, and Review works once the file is back', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [fox()],
    host: { prefetch: 'none', chains: { eip155: { networks: [ethereum] }, send: {} } },
  })
  await connect(page)
  await inModal(page, 'Send').click()
  const field = (name: string | RegExp) =>
    page.locator('portico-root').getByRole('textbox', { name })
  await field(/^Amount in/).fill('0.5')
  await page.route(scripts, refused)
  await field('To').fill(addressOf(7))
  await expect(message(page, unloaded).first()).toBeVisible()
  await page.unroute(scripts)
  await inModal(page, 'Review').click()
  await expect(inModal(page, 'Send 0.5 ETH')).toBeVisible()
})

test('[R35] a click on a wallet whose code is missing shows a sentence, offers Try again, then Reload', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()], host: { prefetch: 'none' } })
  await openConnect(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
  await page.route(scripts, gone)
  await inModal(page, 'Fox').click()
  await expect(message(page, unloaded)).toBeVisible()
  await inModal(page, 'Try again').click()
  await expect(message(page, updated)).toBeVisible()
  await expect(inModal(page, 'Reload')).toBeVisible()
  await expect(inModal(page, 'Owl'), 'the wallets stay').toBeVisible()
})

test('[R35] a modal whose code fails to load shows no empty panel, reports the failure, and opens by the next click', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()], host: { prefetch: 'none' } })
  await page.route(scripts, refused)
  await connectButton(page).click()
  await expect.poll(async () => (await codes(page)).length).toBeGreaterThan(0)
  await expect(dialog(page)).toBeHidden()
  await page.unroute(scripts)
  await connectButton(page).click()
  await expect(inModal(page, 'Owl')).toBeVisible()
})

test('[R35] after a deployment that removed the code of the modal, a click offers to reload the page', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox()], host: { prefetch: 'none' } })
  const code = '**/{modal,frame}*.js'
  await page.route(code, gone)
  const sentence = 'Wallets failed to load. Reload?'
  const asked = page.waitForEvent('dialog')
  const clicked = connectButton(page).click()
  expect((await asked).message()).toBe(sentence)
  await (await asked).dismiss()
  await clicked
  const reloaded = page.waitForEvent('load')
  page.once('dialog', again => void again.accept())
  await connectButton(page).click()
  await reloaded
  await page.unroute(code)
  await openConnect(page)
  await expect(inModal(page, 'Fox')).toBeVisible()
})

test('[R35] the list of wallets whose file is gone offers Try again, then Reload', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [fox()],
    host: { prefetch: 'none', chains: { eip155: { networks: [ethereum] }, directory: {} } },
  })
  await openConnect(page)
  await page.route('**/directory*.js', gone)
  await inModal(page, /All wallets/).click()
  await expect(message(page, unloaded)).toBeVisible()
  await inModal(page, 'Try again').click()
  await expect(message(page, updated)).toBeVisible()
  await expect(inModal(page, 'Reload')).toBeVisible()
})
