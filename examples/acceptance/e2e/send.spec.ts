/**
 * Sending on an EVM chain, from the first digit to the receipt, on the devnet: what people see, and
 * what the ledger says afterwards.
 */

import type { Locator, Request } from '@playwright/test'
import { contracts } from '@portico/devnet'
import type { HostOptions } from '../fixtures/host/options.js'
import { settled } from './animations.js'
import { amount, ask, confirm, fill, recipient, review, words } from './send-form.js'
import {
  addressOf,
  approve,
  callsOf,
  close,
  connect,
  connectButton,
  expect,
  inModal,
  nodeOf,
  reject,
  setPolicy,
  short,
  test,
  title,
  type Visit,
  waitForRequest,
  wallet,
} from './visit.js'

/** What an address holds in wei, read without any of our code. */
const weiOf = async (address: string) =>
  BigInt((await ask(nodeOf(1), 'eth_getBalance', [address, 'latest'])) as string)
const dollar = contracts.porticoDollar
const dollarsOf = async (address: string) =>
  BigInt(
    (await ask(nodeOf(1), 'eth_call', [
      { to: dollar.address, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
      'latest',
    ])) as string,
  )

const explorer = { name: 'Examplescan', url: 'https://examplescan.example' }
const evm = (url = nodeOf(1)) => ({
  networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [url], explorer }],
})
const pusd = {
  asset: `eip155:1/erc20:${dollar.address}` as const,
  network: 'eip155:1' as const,
  name: dollar.name,
  symbol: dollar.symbol,
  decimals: dollar.decimals,
}
const evmHost = (url?: string): HostOptions => ({
  chains: { eip155: evm(url), send: { tokens: [pusd] } },
})
// Not the account whose balance other tests read.
const visitEvm = (more: Visit = {}): Visit => ({
  host: evmHost(),
  wallets: [wallet('Fox', [8])],
  ...more,
})

/** An account that no other test uses. */
const unusedAddress = (seed: number) => `0x${seed.toString(16).padStart(40, 'abcdef0123')}`

test('[S1.11] [S4.27] [S4.31] [S8.13] the native coin of an EVM chain is sent, followed, and has its receipt', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(1)
  await visit(visitEvm())
  await connect(page)
  await fill(page, '1.5', to)
  await expect(words(page, /10,?000|9,?\d{3}/).first()).toBeVisible()
  await review(page)
  await expect(page.locator('portico-root').getByTitle('1.5 ETH')).toBeVisible()
  await confirm(page, 'Send 1.5 ETH')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(inModal(page, /Sent 1.5 ETH/)).toBeVisible({ timeout: 20_000 })
  expect(await weiOf(to)).toBe(1_500_000_000_000_000_000n)
  await inModal(page, /Sent 1.5 ETH/).click()
  await expect(title(page, 'Sent')).toBeVisible()
  await expect(
    page.locator('portico-root').getByRole('link', { name: 'View on Examplescan' }),
  ).toHaveAttribute('href', /^https:\/\/examplescan\.example\/tx\/0x[\da-f]{64}$/)
  await inModal(page, 'Done').click()
  await expect(inModal(page, /Sent 1.5 ETH/)).toBeHidden()
  expect(
    await page.evaluate(() => window.host.tracked.filter(name => name.includes('SEND'))),
  ).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_SUCCESS'])
})

test('[D20] the missing amount is short and rounded up, typed text is shown in full, and no message moves a button', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(15)
  await visit(visitEvm())
  await connect(page)
  await setPolicy(page, 'Fox', 'ask')
  await inModal(page, 'Send').click()
  const places: unknown[] = []
  const look = async (...spots: Locator[]) => {
    await settled(page)
    places.push(
      await Promise.all(
        spots.map(async spot => Object.values((await spot.boundingBox()) ?? {}).map(Math.round)),
      ),
    )
  }
  const form = () =>
    look(
      page.locator('portico-root .send-hero'),
      page.locator('portico-root .send-card'),
      page.locator('portico-root .send-form [type=submit]'),
    )
  await expect(title(page, 'Send')).toBeVisible()
  await expect(page.locator('portico-root .send-form').getByText(/\d ETH$/)).toBeVisible()
  await form()
  await amount(page).fill('100000.000242585037633252')
  await expect(words(page, /You need [\d,]+(\.\d{1,6})? ETH more\./)).toBeVisible()
  await form()
  await amount(page).fill('1.5')
  await recipient(page).fill('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A67')
  await expect(words(page, /typing error/)).toBeVisible()
  await form()
  await recipient(page).fill(to)
  await expect(words(page, /typing error/)).toBeHidden()
  await form()
  expect(
    await recipient(page).evaluate(field => [
      field.scrollWidth - field.clientWidth,
      field.scrollHeight - field.clientHeight,
    ]),
  ).toEqual([0, 0])
  expect(places).toEqual(places.map(() => places[0]))

  places.length = 0
  await recipient(page).press('Enter')
  await expect(title(page, 'Review')).toBeVisible()
  const send = inModal(page, 'Send 1.5 ETH')
  await look(send)
  await send.click()
  await expect(words(page, 'Open Fox to approve')).toBeVisible()
  await look(send)
  await reject(page, 'Fox')
  await expect(
    page.locator('portico-root').getByRole('alert').getByText('You declined'),
  ).toBeVisible()
  await look(send)
  expect(places).toEqual(places.map(() => places[0]))
})

test('the amount is understood as it is typed and pasted, the caret stays, and the button leads to what is missing', async ({
  page,
  visit,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(visitEvm())
  await connect(page)
  await inModal(page, 'Send').click()
  const field = amount(page)
  const caret = () => field.evaluate(input => (input as HTMLInputElement).selectionStart)
  const paste = async (text: string) => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await field.press('ControlOrMeta+a')
    await field.press('ControlOrMeta+v')
  }
  await inModal(page, 'Enter an amount').click()
  await expect(field).toBeFocused()
  await page.keyboard.type('.5.x')
  await expect(field).toHaveValue('0.5')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('e.')
  await expect(field).toHaveValue('0.5')
  expect(await caret()).toBe(1)
  await page.keyboard.type('2')
  await expect(field).toHaveValue('2.5')
  expect(await caret()).toBe(1)
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('05')
  await expect(field).toHaveValue('5')
  await paste('Send 1,234.5 ETH\nplease')
  await expect(field).toHaveValue('1234.5')
  await paste('1.5 or 2.5')
  await expect(field).toHaveValue('1234.5')
  await paste(`0.${'123456789'.repeat(4).slice(0, 30)}`)
  await expect(field).toHaveValue('0.123456789123456789')
  await expect(words(page, 'ETH has at most 18 decimals.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(words(page, 'ETH has at most 18 decimals.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(recipient(page)).toBeFocused()
  await field.focus()
  await inModal(page, 'Enter an address').click()
  await expect(recipient(page)).toBeFocused()
  await page.keyboard.type(unusedAddress(16))
  await expect(inModal(page, 'Review')).toBeEnabled()
})

test('[S4.28] an ERC-20 token is chosen and sent, and Max fills in the whole balance', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(2)
  await visit(visitEvm({ wallets: [wallet('Fox', [3])] }))
  await connect(page)
  await inModal(page, 'Send').click()
  await inModal(page, /Change token/).click()
  await inModal(page, /Portico Dollar/).click()
  await recipient(page).fill(to)
  await inModal(page, 'Max').click()
  await expect(amount(page)).toHaveValue(/^\d+$/)
  const all = await dollarsOf(addressOf(3))
  await amount(page).fill('12.5')
  await review(page)
  await confirm(page, 'Send 12.5 PUSD')
  await expect(inModal(page, /Sent 12.5 PUSD/)).toBeVisible({ timeout: 20_000 })
  expect(await dollarsOf(to)).toBe(12_500_000n)
  expect(await dollarsOf(addressOf(3))).toBe(all - 12_500_000n)
})

test('[R12] [R23] [R34] the form keeps its text over a decline and while offline, and twenty clicks send one request', async ({
  page,
  visit,
}) => {
  await visit(
    visitEvm({ wallets: [wallet('Fox', [8], { policy: { eth_sendTransaction: 'ask' } })] }),
  )
  await connect(page)
  const open = new Set<Request>()
  page.on('request', request => void open.add(request))
  page.on('requestfinished', request => void open.delete(request))
  page.on('requestfailed', request => void open.delete(request))
  await fill(page, '0.1', unusedAddress(3))
  // Once there was a review, the form knows the recipient and the balance. What is still on its way
  // when the line is cut fails, and is reported.
  await review(page)
  await inModal(page, 'Back').last().click()
  await expect(amount(page)).toHaveValue('0.1')
  await expect.poll(() => open.size).toBe(0)
  await page.context().setOffline(true)
  await expect(words(page, 'You are offline. What you typed stays here.')).toBeVisible({
    timeout: 1_000,
  })
  await expect(inModal(page, 'Review')).toBeDisabled()
  await page.context().setOffline(false)
  await review(page)
  const button = inModal(page, 'Send 0.1 ETH')
  await button.focus()
  await expect.poll(() => open.size).toBe(0)
  await page.context().setOffline(true)
  await expect(
    words(page, 'You are offline. This stays here until you are online again.'),
  ).toBeVisible({ timeout: 1_000 })
  await expect(button).toBeDisabled()
  await expect(button).toBeFocused()
  await page.context().setOffline(false)
  await expect(button).toBeEnabled()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.evaluate(element =>
    Array.from({ length: 20 }, () => (element as HTMLElement).click()),
  )
  await waitForRequest(page, 'Fox', 'eth_sendTransaction')
  await expect(words(page, 'Open Fox to approve')).toBeVisible()
  await reject(page, 'Fox')
  await expect(words(page, 'You declined in Fox. Nothing was sent.')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(1)
  await inModal(page, 'Back').last().click()
  await expect(amount(page)).toHaveValue('0.1')
  expect(await weiOf(unusedAddress(3))).toBe(0n)
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('[D28a] a transfer that would fail is refused before signing, with the missing amount or the missing fee', async ({
  page,
  visit,
}) => {
  await visit(visitEvm({ wallets: [wallet('Fox', [4])] }))
  await connect(page)
  await fill(page, '1', dollar.address)
  await inModal(page, 'Review').click()
  await expect(words(page, /This transaction would fail/)).toBeVisible()
  await recipient(page).fill(unusedAddress(4))
  await amount(page).fill('20000')
  await expect(words(page, /You need [\d.,]+ ETH more/)).toBeVisible()
  await expect(inModal(page, 'Review')).toBeDisabled()
  const has = await weiOf(addressOf(4))
  const text = `${has / 10n ** 18n}.${(has % 10n ** 18n).toString().padStart(18, '0')}`
  await amount(page).fill(text)
  await inModal(page, 'Review').click()
  await expect(words(page, /You need [\d.]+ ETH more for the fee/)).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_sendTransaction')).toBe(0)
})

test('a transfer is followed to its receipt although the network was down and the page reloaded', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const to = unusedAddress(5)
  const proxy = await endpoint(1)
  await visit({
    host: evmHost(proxy.url),
    wallets: [wallet('Fox', [9], { remember: true, policy: { eth_sendTransaction: 'ask' } })],
  })
  await connect(page)
  await fill(page, '0.25', to)
  await review(page)
  await confirm(page, 'Send 0.25 ETH')
  await waitForRequest(page, 'Fox', 'eth_sendTransaction')
  proxy.set('down')
  await approve(page, 'Fox')
  await expect(inModal(page, /Sending 0.25 ETH/)).toBeVisible()
  await close(page)
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(connectButton(page)).toHaveText(short(addressOf(9)))
  await connectButton(page).click()
  await expect(inModal(page, /Sending 0.25 ETH/)).toBeVisible()
  proxy.set('ok')
  await expect(inModal(page, /Sent 0.25 ETH/)).toBeVisible({ timeout: 20_000 })
  expect(await weiOf(to)).toBe(250_000_000_000_000_000n)
  // The form suggests recent recipients.
  await inModal(page, 'Send').click()
  await expect(inModal(page, new RegExp(to.slice(-6), 'i'))).toBeVisible()
  said.splice(0, said.length, ...said.filter(line => !/net::ERR/.test(line)))
})
