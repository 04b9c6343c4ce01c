/**
 * What becomes of a pairing, and of the session that it made: over Portico's own relay, which
 * speaks WalletConnect's public protocol, with WalletConnect's own library on both sides.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../scripts/workspaces.mjs'
import { code, copied, host, link, offered, scanned, seen, signs, test } from './remote-wallet.js'
import {
  connectButton,
  dialog,
  expect,
  fact,
  inModal,
  openConnect,
  relayUrl,
  title,
} from './visit.js'

/** All databases of the page: the keys in them, and their values as text. */
const databases = (page: Page) =>
  page.evaluate(async () => {
    const read = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: { name: string; keys: string[]; values: string[] }[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        const [keys, values] = await Promise.all([read(store.getAllKeys()), read(store.getAll())])
        found.push({
          name,
          keys: keys.map(String),
          values: values.map(value => JSON.stringify(value)),
        })
      }
      database.close()
    }
    return found
  })

test('[S1.02] [S2.06] a wallet pairs by the code, signs, is restored after a reload, and is notified of a disconnect', async ({
  page,
  visit,
  pocket,
}) => {
  await visit(host())
  const uri = await offered(page)
  expect(
    [await scanned(page), await copied(page)],
    'what a camera reads, and what the button copies',
  ).toEqual([uri, uri])
  await pocket.pair(uri)
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

test('[R16] a wallet pairs by the code and signs when reading storage throws', async ({
  page,
  visit,
  pocket,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'indexedDB'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(await signs(page)).toEqual([true, false])
  expect(await page.evaluate(() => window.host.errors.map(({ code }) => code))).toContain('STORAGE')
})

test('[S2.07] the code of a directory wallet has the picture of the wallet, and a camera reads the code', async ({
  page,
  visit,
  pocket,
}) => {
  const harbor = {
    id: 'harbor',
    name: 'Harbor',
    namespaces: ['eip155'],
    mobile: { universal: 'https://harbor.example/go' },
  }
  await visit(host(relayUrl, { directory: { custom: [harbor], include: ['harbor'] } }))
  await openConnect(page)
  await inModal(page, 'All wallets').click()
  await inModal(page, 'Harbor').click()
  const uri = await link(page)
  expect(await scanned(page)).toBe(uri)
  await pocket.pair(uri)
  await expect(fact(page, 'status connected')).toBeVisible()

  await page.evaluate(() => window.host.disconnect())
  await expect(fact(page, 'status disconnected')).toBeVisible()
  await page.reload()
  await openConnect(page)
  await expect(
    page.getByRole('dialog').getByRole('listitem').first(),
    '[S9.23] [S3.80] it is the recent one, not the way to it',
  ).toHaveText('HarborRecent')
  await inModal(page, /^Harbor/).click()
  await expect(title(page, 'Harbor')).toBeVisible()
  await pocket.pair(await link(page))
  await expect(fact(page, 'status connected')).toBeVisible()
})

test('the page disconnects when the wallet ends the session', async ({ page, visit, pocket }) => {
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  await pocket.disconnect()
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('[R12] a decline on the phone shows a sentence, and the next try connects', async ({
  page,
  visit,
  pocket,
}) => {
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

test('[S4.10] [S34] closing removes the link from the page and from storage, and no wallet can use the link', async ({
  page,
  visit,
  pocket,
}) => {
  await visit(host())
  const uri = await offered(page)
  const secret = /symKey=(\w+)/.exec(uri)?.[1] ?? uri
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const left = async () => {
    const shown = await page.evaluate(() => {
      const roots = [...document.querySelectorAll('*')].flatMap(
        one => one.shadowRoot?.innerHTML ?? [],
      )
      return [
        document.documentElement.outerHTML,
        document.title,
        location.href,
        ...Object.values(localStorage),
        ...Object.values(sessionStorage),
        ...roots,
      ]
    })
    return [...shown, ...(await databases(page)).flatMap(({ values }) => values)].join('\n')
  }
  await expect.poll(async () => (await left()).includes(secret)).toBe(false)
  // The relay keeps the request: a wallet that has the link receives the request and its
  // cancellation, and an approval has no effect.
  pocket.policy = 'ask'
  await pocket.pair(uri)
  await pocket.waitForRequest()
  await expect
    .poll(() => pocket.news)
    .toEqual([{ name: 'pairing_delete', topic: uri.slice(3, 67) }])
  pocket.approve()
  await expect.poll(() => pocket.troubles.length, 'the wallet has answered').toBe(1)
  expect(pocket.sessions, 'and the wallet has no session').toEqual([])
  await expect(connectButton(page)).toHaveText('Connect wallet')
  expect(await page.evaluate(() => window.host.wallets)).toEqual([])
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('[D1b] [S34] stored keys of a paired page begin with portico., survive reloads, and hold no secret after the end', async ({
  page,
  visit,
  pocket,
}) => {
  const documented = await readFile(join(root, 'examples/docs/storage-and-privacy.md'), 'utf8')
  const keys = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  /** Names of the keys that the library encrypts with. */
  const secrets = async () => {
    const stored = (await databases(page)).flatMap(({ keys, values }) =>
      values.filter((_, at) => keys[at]?.endsWith('//keychain')),
    )
    return stored.flatMap(keychain => Object.keys(JSON.parse(keychain)))
  }
  await visit(host())
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  for (const _ of [1, 2]) {
    await page.reload()
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    expect(await keys()).toContain('portico.walletconnect')
  }
  expect(await signs(page)).toEqual([true, false])
  expect(await secrets()).not.toEqual(['client_ed25519_seed'])
  for (const key of await keys()) {
    expect(key).toMatch(/^portico\./)
    expect(documented).toContain(`\`${key}\``)
  }
  const found = await databases(page)
  expect(found.map(({ name }) => name)).toEqual(['portico.walletconnect'])
  expect(documented).toContain('`portico.walletconnect` (IndexedDB)')
  expect(found[0]?.keys).not.toEqual([])
  expect(
    found[0]?.keys.filter(key => !key.startsWith('wc@2:') && !documented.includes(`\`${key}\``)),
  ).toEqual([])

  await page.evaluate(() => window.host.disconnect())
  await expect.poll(() => pocket.sessions).toEqual([])
  await expect
    .poll(secrets, {
      message: 'the key by which the relay knows the page opens no session',
      timeout: 20_000,
    })
    .toEqual(['client_ed25519_seed'])
  expect(
    await page.evaluate(() => localStorage.getItem('portico.walletconnect') ?? ''),
  ).not.toContain('topic')
})

test('the next code works after a reload while a code is shown', async ({
  page,
  visit,
  pocket,
}) => {
  await visit(host())
  const before = await offered(page)
  await page.reload()
  const uri = await offered(page)
  expect(uri).not.toBe(before)
  await pocket.pair(uri)
  await expect(fact(page, 'status connected')).toBeVisible()
})

test('[D17a] [S9.01] an unused code is renewed before its four minutes are over, and the new code connects', async ({
  page,
  visit,
  pocket,
}) => {
  await page.clock.install()
  await visit(host())
  const first = await offered(page)
  await expect(seen(page, /New code in \d+ s/)).toBeHidden()
  await page.clock.fastForward(3 * 60_000)
  await expect(seen(page, /New code in \d+ s/)).toBeVisible()
  expect(await link(page)).toBe(first)
  await page.clock.fastForward(45_000)
  await expect.poll(() => link(page)).not.toBe(first)
  await expect(seen(page, /New code in \d+ s/)).toBeHidden()
  await pocket.pair(await link(page))
  await expect(fact(page, 'status connected')).toBeVisible()
})

test('[S2.18] a page without chains opens the pairing on a desktop', async ({ page, visit }) => {
  await visit({ wallets: [], host: { chains: { walletconnect: { relayUrl }, directory: {} } } })
  await connectButton(page).click()
  await expect(title(page, 'WalletConnect')).toBeVisible()
  await expect(seen(page, 'no chain that works with a wallet on another device')).toBeVisible()
})
