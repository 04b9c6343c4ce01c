/** A visitor whose wallet is on another device: the real relay, the real wallet, the real library. */
import type { Page } from '@playwright/test'
import { devAccounts, type Relay, startRelay } from '@portico/devnet'
import { createPocket, type Pocket } from '@portico/pocket'
import { verifyMessage } from 'viem'
import { test as base, base8453, connectButton, dialog, ethereum, expect, fact, inModal, nodeOf, openConnect, relayUrl, title } from './visit.js'

const key = devAccounts[5]?.privateKey ?? '0x'
const pocketAt = (relay: string) =>
  createPocket({ relayUrl: relay, chains: { 'eip155:1': nodeOf(1), 'eip155:8453': nodeOf(8453) }, keys: { eip155: [key] }, resendAfterMs: 1_000 })

const test = base.extend<{ readonly pocket: Pocket; readonly outside: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  pocket: async ({}, use) => {
    const pocket = await pocketAt(relayUrl)
    await use(pocket)
    await pocket.stop()
  },
  outside: [
    async ({ page }, use) => {
      const outside: string[] = []
      page.on('request', request => outside.push(request.url()))
      page.on('websocket', socket => outside.push(socket.url()))
      await use(outside)
      expect(
        outside.filter(url => !/^(https?|wss?):\/\/(localhost|127\.0\.0\.1)[:/]|^data:|^blob:/.test(url)),
        'nobody outside was asked',
      ).toEqual([])
    },
    { auto: true },
  ],
})
const host = (relay = relayUrl) => ({ wallets: [], host: { chains: { eip155: { networks: [ethereum, base8453] }, walletconnect: { relayUrl: relay } } } })
const code = (page: Page) => page.getByRole('img', { name: 'A code that holds the link for your wallet' })

/** Some places are kept by words that are not seen. */
const seen = (page: Page, words: string) => page.getByText(words).filter({ visible: true })

/** From the page's button to the link of the code. */
async function offered(page: Page): Promise<string> {
  await openConnect(page)
  await inModal(page, 'WalletConnect').click()
  await expect(code(page)).toBeVisible()
  return copied(page)
}
async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await inModal(page, 'Copy link').click()
  await expect(inModal(page, 'Copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}
const signs = async (page: Page) => {
  const { signature } = await page.evaluate(() => window.host.sign('hello'))
  const [address = '0x'] = await page.evaluate(() => window.host.wallets[0]?.addresses ?? [])
  return verifyMessage({ address: address as `0x${string}`, message: 'hello', signature: signature as `0x${string}` })
}

test('[S1.02] [S2.06] a wallet takes the code up, signs, is there after a reload, and is told of the end', async ({ page, visit, pocket }) => {
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, 'status connected')).toBeVisible()
  expect(await signs(page)).toBe(true)

  await page.reload()
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
  expect(await signs(page)).toBe(true)
  expect(pocket.sessions).toHaveLength(1)
  await page.evaluate(() => window.host.disconnect())
  await expect.poll(() => pocket.sessions).toEqual([])
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('the wallet hangs up, and the page knows', async ({ page, visit, pocket }) => {
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  await pocket.disconnect()
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('[R12] the person declines on the phone, reads so, and tries again', async ({ page, visit, pocket }) => {
  await visit(host())
  pocket.policy = 'reject'
  await pocket.pair(await offered(page))
  await expect(seen(page, 'You declined in your wallet. Nothing was sent.')).toBeVisible()
  pocket.policy = 'approve'
  await inModal(page, 'Try again').click()
  await expect(code(page)).toBeVisible()
  await pocket.pair(await copied(page))
  await expect(fact(page, 'status connected')).toBeVisible()
})

test('[S4.10] [S34] closing leaves nothing of the link: not in the page, not in its storage, and nobody can take it up', async ({ page, visit, pocket }) => {
  await visit(host())
  const uri = await offered(page)
  const secret = /symKey=(\w+)/.exec(uri)?.[1] ?? uri
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const left = () =>
    page.evaluate(async () => {
      const texts = [document.documentElement.outerHTML, document.title, location.href, ...Object.values(localStorage), ...Object.values(sessionStorage)]
      const roots = [...document.querySelectorAll('*')].flatMap(one => one.shadowRoot?.innerHTML ?? [])
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll()
          texts.push(await new Promise<string>(resolve => all.addEventListener('success', () => resolve(JSON.stringify(all.result)))))
        }
        database.close()
      }
      return [...texts, ...roots].join('\n')
    })
  await expect.poll(async () => (await left()).includes(secret)).toBe(false)
  await pocket.pair(uri).catch(() => undefined)
  await expect(connectButton(page)).toHaveText('Connect wallet')
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('a reload while the code is on screen: the next code works', async ({ page, visit, pocket }) => {
  await visit(host())
  const before = await offered(page)
  await page.reload()
  const uri = await offered(page)
  expect(uri).not.toBe(before)
  await pocket.pair(uri)
  await expect(fact(page, 'status connected')).toBeVisible()
})

test.describe('a relay of its own', () => {
  let relay: Relay
  let pocket: Pocket
  test.beforeEach(async () => {
    relay = await startRelay()
    pocket = await pocketAt(relay.url)
  })
  test.afterEach(async () => {
    await pocket.stop()
    await relay.stop()
  })

  test('[R1] [R2] that goes away while the code is on screen is said, and the same code works when it is back', async ({ page, visit, said }) => {
    await visit(host(relay.url))
    const uri = await offered(page)
    relay.set('down')
    await expect(seen(page, 'It is tried again')).toBeVisible()
    relay.set('ok')
    await expect(seen(page, 'It is tried again')).toBeHidden({ timeout: 15_000 })
    await pocket.pair(uri)
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    // The browser's own words on a socket that failed.
    said.splice(0, said.length, ...said.filter(words => !words.startsWith('WebSocket connection to')))
  })

  test('[R1] that is down is said within 10 s, and another try works when it is back', async ({ page, visit, said }) => {
    relay.set('down')
    await visit(host(relay.url))
    await openConnect(page)
    await inModal(page, 'WalletConnect').click()
    await expect(title(page, 'Not connected')).toBeVisible({ timeout: 12_000 })
    await expect(seen(page, 'cannot be reached')).toBeVisible()
    relay.set('ok')
    await inModal(page, 'Try again').click()
    await expect(code(page)).toBeVisible({ timeout: 15_000 })
    await pocket.pair(await copied(page))
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    said.splice(0, said.length, ...said.filter(words => !words.startsWith('WebSocket connection to')))
  })
})
