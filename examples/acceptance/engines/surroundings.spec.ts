/** What a browser may lack, and what a page may do to itself: the modal works all the same. */
import { base8453, ethereum, fox, relayUrl } from '../e2e/visit.js'
import { pairByCode } from './pairing.js'
import {
  close,
  connect,
  connectButton,
  dialog,
  expect,
  fact,
  inModal,
  openConnect,
  type Page,
  test,
} from './visit.js'

const wallets = [fox({ remember: true })]
const withRelay = {
  chains: { eip155: { networks: [ethereum, base8453] }, walletconnect: { relayUrl } },
}

/** Connects, leaves, and connects again, by a wallet in the page. */
async function comeAndGo(page: Page): Promise<void> {
  await connect(page)
  await page.see(fact('status connected'))
  await page.click(inModal('Settings'))
  await page.click(inModal('Disconnect'))
  await page.see(fact('status disconnected'))
  await close(page)
  await connect(page)
  await close(page)
}
/** What the page can store, as the page itself sees it. */
const storage = (page: Page) =>
  page.tab.run(() => {
    const isThere = (read: () => unknown) => {
      try {
        return Boolean(read())
      } catch {
        return false
      }
    }
    return { local: isThere(() => localStorage), database: isThere(() => indexedDB) }
  })

test('wallets connect and pair with all site data blocked, the host gets one report, and a reload forgets them', async ({
  visit,
  pocket,
  engineName,
}) => {
  test.skip(
    engineName === 'Chromium',
    'Chromium has no such setting from outside: e2e/storage.spec.ts replaces the storage instead',
  )
  const page = await visit({ wallets, host: withRelay, preferences: { blocksStorage: true } })
  expect((await storage(page)).local).toBe(false)
  await comeAndGo(page)
  expect(await page.tab.run(() => window.host.errors.map(({ code }) => code))).toEqual(['STORAGE'])
  await page.reload()
  await page.see(fact('status disconnected'))
  await pairByCode(page, pocket)
})

test('wallets are remembered over a reload in a private window', async ({ visit, engineName }) => {
  // The other engines' windows are private in every test.
  test.skip(engineName !== 'Firefox', 'every window of the tour is a private one')
  const page = await visit({ wallets, preferences: { isPrivate: true } })
  await comeAndGo(page)
  await page.reload()
  await page.see(fact('status connected'))
  expect(await page.tab.run(() => window.host.errors)).toEqual([])
})

test('wallets connect and pair in a browser without IndexedDB', async ({
  visit,
  pocket,
  engineName,
}) => {
  const isReal = engineName === 'WebKit'
  const page = await visit({
    wallets,
    host: withRelay,
    ...(isReal
      ? { preferences: { lacksIndexedDb: true } }
      : { before: "Object.defineProperty(window, 'indexedDB', { value: undefined })" }),
  })
  expect(await storage(page)).toEqual({ local: true, database: false })
  await comeAndGo(page)
  await page.reload()
  await page.see(fact('status connected'))
  await page.tab.run(() => window.host.disconnect())
  await pairByCode(page, pocket)
})

/** Whether a click at the middle of the dialog reaches the modal. */
const isReached = (page: Page) =>
  page.tab.run(() => {
    const panel = document
      .querySelector('portico-root')
      ?.shadowRoot?.querySelector('dialog') as HTMLElement
    const { left, top, width, height } = panel.getBoundingClientRect()
    return (
      document.elementFromPoint(left + width / 2, top + height / 2)?.localName === 'portico-root'
    )
  })

for (const when of ['before', 'while'] as const)
  test(`the modal works and Escape closes it when the page makes its body inert ${when} the modal is open`, async ({
    visit,
  }) => {
    const page = await visit()
    const makeInert = () => page.tab.run(() => void document.body.setAttribute('inert', ''))
    if (when === 'before') {
      await makeInert()
      await page.tab.run(() => window.host.portico.open())
    } else {
      await openConnect(page)
      await makeInert()
    }
    await page.still(dialog)
    expect(await isReached(page)).toBe(true)
    await page.click(inModal('Fox'))
    await page.see(inModal('Copy address'))
    await page.click(inModal('Settings'))
    await close(page)
    await page.tab.run(() => document.body.removeAttribute('inert'))
    await page.see(fact('status connected'))
    await page.click(connectButton)
    await page.see(inModal('Copy address'))
  })

test('every row keeps its place and the modal works on a system without fonts', async ({
  visit,
}) => {
  // WebKit then draws no text at all, and text of no width is not found.
  const page = await visit({ wallets, preferences: { lacksFonts: true } })
  await page.click(connectButton)
  const row = await page.still(inModal('Fox'))
  const panel = await page.still(dialog)
  expect(row.height).toBeGreaterThan(40)
  expect(row.left).toBeGreaterThanOrEqual(panel.left)
  expect(row.left + row.width).toBeLessThanOrEqual(panel.left + panel.width)
  await page.click(inModal('Fox'))
  await page.see(inModal('Settings'))
  await close(page)
})
