/**
 * Pocket, the phone's wallet of the playground, as a person uses it; on the other side
 * WalletConnect's own provider library, in this process.
 */
import { test as base, expect, type Page } from '@playwright/test'
import { type Page as App, openPage } from '@portico/pocket/page'
import { verifyMessage } from 'viem'
import { axe } from './axe.js'
import { nodeOf, relayUrl } from './visit.js'

const test = base.extend<{ readonly app: App; readonly outside: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  app: async ({}, use) => {
    const app = await openPage(relayUrl)
    await use(app)
    await app.stop()
  },
  outside: [
    async ({ page }, use) => {
      const outside: string[] = []
      page.on('request', request => outside.push(request.url()))
      page.on('websocket', socket => outside.push(socket.url()))
      page.on('pageerror', error => outside.push(String(error)))
      await use(outside)
      const others = outside.filter(
        url => !/^(https?|wss?):\/\/(localhost|127\.0\.0\.1)[:/]|^data:/.test(url),
      )
      expect(others, 'requests to other hosts').toEqual([])
    },
    { auto: true },
  ],
})
test.use({ viewport: { width: 390, height: 844 } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const propose = (app: App) =>
  app.propose({
    eip155: {
      chains: ['eip155:1'],
      methods: ['personal_sign'],
      events: ['accountsChanged', 'chainChanged'],
      rpcMap: { 'eip155:1': nodeOf(1) },
    },
  })
const open = async (page: Page, search = '') => {
  await page.goto(`/pocket.html${search}`)
  await expect(page.getByRole('heading', { name: 'Pocket' })).toBeVisible()
}

test('Pocket pairs, approves and signs by keyboard, and a reload keeps its session and its open requests', async ({
  page,
  app,
}) => {
  await open(page)
  const { uri, session } = await propose(app)
  await page.getByLabel('Pairing link').fill(uri)
  await page.keyboard.press('Enter')
  const proposal = page.getByRole('article', { name: 'A page wants to connect' })
  await expect(proposal).toContainText('Ethereum')
  expect(await axe(page, { parts: ['html'] })).toEqual([])
  await page.reload()
  await proposal.getByRole('button', { name: 'Approve' }).press('Enter')
  const account = (await session).namespaces.eip155?.accounts[0]?.split(':')[2] as `0x${string}`
  await expect(page.getByRole('article', { name: 'A page' })).toContainText(account.slice(-6))

  await page.reload()
  await expect(page.getByRole('article', { name: 'A page' })).toBeVisible()
  const signature = app.provider.request<`0x${string}`>(
    { method: 'personal_sign', params: ['0x68656c6c6f', account] },
    'eip155:1',
  )
  const request = page.getByRole('article', { name: 'A page wants a message signed' })
  await expect(request).toBeVisible()
  await page.reload()
  await request.getByRole('button', { name: 'Approve' }).click()
  expect(
    await verifyMessage({ address: account, message: 'hello', signature: await signature }),
  ).toBe(true)
})

test('a link in the address of Pocket pairs at once, and its owner rejects, approves, switches and disconnects', async ({
  page,
  app,
}) => {
  const first = await propose(app)
  await open(page, `?uri=${encodeURIComponent(first.uri)}`)
  await button(page, 'Reject').click()
  await expect(first.session).rejects.toMatchObject({ code: 5000 })

  await page.getByLabel('When an app asks').selectOption({ label: 'Approve everything' })
  const second = await propose(app)
  await page.getByLabel('Pairing link').fill(second.uri)
  await button(page, 'Pair').click()
  const before = (await second.session).namespaces.eip155?.accounts[0]
  await page.getByLabel('Ethereum account').selectOption({ index: 1 })
  await expect.poll(() => app.provider.session?.namespaces.eip155?.accounts[0]).not.toBe(before)
  await page.getByLabel('Ethereum network').selectOption({ label: 'Base' })
  await expect.poll(() => app.provider.session?.namespaces.eip155?.chains).toContain('eip155:8453')
  const after = app.provider.session?.namespaces.eip155?.accounts

  // The choice is still made, and the page gets no event for what it already knows.
  await page.reload()
  await expect(page.getByLabel('Ethereum account')).toHaveValue('1')
  await expect(page.getByLabel('Ethereum network')).toHaveValue('eip155:8453')
  expect(app.provider.session?.namespaces.eip155?.accounts).toEqual(after)
  await button(page, 'Disconnect').click()
  await expect(page.getByText('No app is connected.')).toBeVisible()
  await expect.poll(() => app.events.map(([event]) => event)).toContain('session_delete')
})

test('Pocket shows an error for a malformed link, and stays without a session', async ({
  page,
}) => {
  await open(page, '?uri=wc:nonsense')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.getByLabel('Pairing link').fill('https://example.com')
  await button(page, 'Pair').click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(page.getByText('No app is connected.')).toBeVisible()
})
