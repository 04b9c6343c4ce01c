/** What becomes of a pairing, and of the session that it made: the real relay, the real wallet, the real library. */
import { type Relay, startRelay } from '@portico/devnet'
import type { Pocket } from '@portico/pocket'
import { code, copied, exceptSockets, host, link, offered, openCode, pocketAt, seen, signs, test } from './remote-wallet.js'
import { connectButton, dialog, expect, fact, inModal, openConnect, title } from './visit.js'

test('[S1.02] [S2.06] a wallet takes the code up, signs, is there after a reload, and is told of the end', async ({ page, visit, pocket }) => {
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, 'status connected')).toBeVisible()
  expect(await signs(page)).toEqual([true, false])

  await page.reload()
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
  expect(await signs(page)).toEqual([true, false])
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
  await pocket.pair(await link(page))
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
    exceptSockets(said)
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
    await pocket.pair(await link(page))
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    exceptSockets(said)
  })
})
