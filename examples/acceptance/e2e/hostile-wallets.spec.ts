import type { Page } from '@playwright/test'
import { solanaDevAccounts } from '@portico/devnet'
import { everyChain, glow } from './every-chain.js'
import { host as remoteHost } from './remote-wallet.js'
import {
  addressOf,
  callsOf,
  connect,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  setPolicy,
  short,
  test,
  wallet,
} from './visit.js'

declare global {
  interface Window {
    __pwn?: unknown
    impostorCalls?: string[]
  }
}
/**
 * Announces the given details each time the page requests providers. `make` runs in the page and
 * returns the details.
 */
const announce = (page: Page, make: () => unknown[]) =>
  page.addInitScript(source => {
    const details = (new Function(`return (${source})()`) as () => unknown[])()
    const say = () => {
      for (const detail of details)
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    // After the honest wallets, which stand in the page before it.
    document.addEventListener('DOMContentLoaded', () => {
      window.addEventListener('eip6963:requestProvider', say)
      say()
    })
  }, make.toString())

const rows = (page: Page) =>
  page.locator('portico-root').getByRole('list', { name: 'Wallets' }).getByRole('button')

test('[S4] [S5] [S6] [D38a] wallets that break EIP-6963 are dropped with a report, and their data has no effect', async ({
  page,
  visit,
}) => {
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await announce(page, () => {
    const uuid = () => crypto.randomUUID()
    const provider = { request: async () => [] }
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    const sound = () => ({ uuid: uuid(), name: 'Sound', icon, rdns: 'org.sound' })
    const throwing = (name: string) =>
      Object.defineProperty(sound(), name, {
        get() {
          throw new Error('a getter')
        },
      })
    return [
      undefined,
      null,
      7,
      'text',
      {},
      { provider },
      { info: sound() },
      { info: sound(), provider: {} },
      { info: sound(), provider: null },
      ...['uuid', 'name', 'icon', 'rdns'].map(name => ({
        info: { ...sound(), [name]: undefined },
        provider,
      })),
      ...['uuid', 'name', 'icon', 'rdns'].map(name => ({
        info: { ...sound(), [name]: { toString: () => 'x' } },
        provider,
      })),
      ...['uuid', 'name', 'icon', 'rdns'].map(name => ({ info: throwing(name), provider })),
      { info: { ...sound(), uuid: 'not-a-uuid' }, provider },
      { info: { ...sound(), rdns: 'nodots' }, provider },
      { info: { ...sound(), icon: 'javascript:window.__pwn=1' }, provider },
      { info: { ...sound(), icon: 'http://icons.example/a.png' }, provider },
      { info: { ...sound(), icon: 'https://icons.example/b.png' }, provider },
      { info: { ...sound(), icon: 'data:text/html,<script>window.__pwn=1</script>' }, provider },
      { info: { ...sound(), icon: `data:image/png;base64,${'A'.repeat(400_000)}` }, provider },
      Object.defineProperty({ info: sound() }, 'provider', {
        get() {
          throw new Error('a getter')
        },
      }),
      // Sound ones that carry what must do nothing.
      {
        info: {
          uuid: uuid(),
          name: '<img src=x onerror="window.__pwn=1"><script>window.__pwn=1</script>',
          icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwn=1"><script>window.__pwn=1</script><image href="https://icons.example/c.png"/></svg>')}`,
          rdns: 'org.markup',
        },
        provider,
      },
      {
        info: { uuid: uuid(), name: '\u202Eelgoo\u200BG\u2066', icon, rdns: 'org.bidi' },
        provider,
      },
      { info: { uuid: uuid(), name: 'W'.repeat(5_000), icon, rdns: 'org.long' }, provider },
    ]
  })
  await visit()
  await openConnect(page)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).filter({ hasText: '<img src=x' })).toBeVisible()
  const names = await rows(page).allInnerTexts()
  expect(names.join()).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200D]/)
  expect(Math.max(...names.map(name => name.split('\n')[0]?.length ?? 0))).toBeLessThanOrEqual(65)
  const panel = await page
    .getByRole('dialog')
    .evaluate(dialog => ({ wide: dialog.scrollWidth, own: dialog.clientWidth }))
  expect(panel.wide).toBeLessThanOrEqual(panel.own)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => window.__pwn)).toBeUndefined()
  expect(requests.filter(url => url.includes('icons.example'))).toEqual([])
  const errors = await page.evaluate(() => window.host.errors)
  expect(errors.length).toBeGreaterThan(0)
  expect(
    errors.every(({ plugin, code }) => plugin === 'chain/eip155' && code === 'WALLET_ANNOUNCEMENT'),
  ).toBe(true)
  // And the honest wallet among them works.
  await inModal(page, 'Fox').click()
  await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
})

test('[S4] [D38a] an icon of any height stays in its tile, and takes no click of the wallet beside it', async ({
  page,
  visit,
}) => {
  await announce(page, () => {
    const drawing = (size: string) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><circle r="9" fill="lime"/></svg>`)}`
    const icons = {
      Above: drawing('width="9" height="9"'),
      Tall: drawing('width="100" height="200"'),
      Sizeless: drawing(''),
      Wide: drawing('width="900" height="9"'),
    }
    return Object.entries(icons).map(([name, icon]) => ({
      info: { uuid: crypto.randomUUID(), name, icon, rdns: `org.${name.toLowerCase()}` },
      provider: { request: async () => [] },
    }))
  })
  await visit()
  await openConnect(page)
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).locator('img')).toHaveCount(5)
  const seen = await page.locator('portico-root').evaluate(host => {
    const root = host.shadowRoot as ShadowRoot
    const images = [...root.querySelectorAll('li img')]
    return {
      sizes: images.map(image => [image.clientWidth, image.clientHeight].join()),
      // What is met where the row's tile begins and ends, and in the row's own edges above and
      // below it.
      withoutIcon: [...root.querySelectorAll('li button')].filter(row => {
        const tile = row.querySelector('.p-picture')?.getBoundingClientRect()
        const { top, bottom } = row.getBoundingClientRect()
        return (
          !tile ||
          [top + 1, tile.top + 1, tile.bottom - 1, bottom - 1].some(
            y => root.elementFromPoint(tile.left + 18, y)?.closest('button') !== row,
          )
        )
      }).length,
    }
  })
  expect(seen).toEqual({ sizes: Array(5).fill('36,36'), withoutIcon: 0 })
})

test('[S4] ten thousand announcements leave a short list and a responsive page', async ({
  page,
  visit,
}) => {
  await announce(page, () => {
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    return Array.from({ length: 10_000 }, (_, i) => ({
      info: { uuid: crypto.randomUUID(), name: `Flood ${i}`, icon, rdns: `org.flood${i}` },
      provider: { request: async () => [] },
    }))
  })
  await visit()
  const took = await page.evaluate(async () => {
    const tasks: number[] = []
    new PerformanceObserver(list =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask', buffered: false })
    ;(
      document.querySelector('main .portico-button[data-state="disconnected"]') as HTMLElement
    ).click()
    const modal = () => document.querySelector('portico-root')?.shadowRoot
    while (!modal()?.querySelector('.p-row')) await new Promise(resolve => setTimeout(resolve, 16))
    await new Promise(resolve => setTimeout(resolve, 200))
    return Math.max(0, ...tasks)
  })
  expect(took, 'the longest task, in ms').toBeLessThan(500)
  expect(await rows(page).count()).toBeLessThanOrEqual(70)
})

test('[S5] wallets with equal rdns or names are separate and marked, and an equal uuid replaces no provider', async ({
  page,
  visit,
}) => {
  await announce(page, () => {
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    const evil = { request: async () => ['0x000000000000000000000000000000000000dEaD'] }
    const again = {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Fox',
      icon,
      rdns: 'test.fox',
    }
    return [
      ...Array.from({ length: 50 }, () => ({ info: again, provider: evil })),
      { info: { ...again, uuid: crypto.randomUUID() }, provider: evil },
      {
        info: { ...again, uuid: crypto.randomUUID(), rdns: 'org.other', name: 'FOX' },
        provider: evil,
      },
    ]
  })
  // The true one announced itself first.
  await visit({ wallets: [fox({ uuid: '350670db-19fa-4704-a166-e52e178b59d2' })] })
  await openConnect(page)
  await expect(rows(page).filter({ hasText: 'May imitate another wallet' })).toHaveCount(2)
  await expect(rows(page)).toHaveCount(3)
  await rows(page).first().click()
  await expect(
    page.locator('portico-root').getByRole('button', { name: 'Copy address' }),
  ).toBeVisible()
  const address = await page.evaluate(() => window.host.account.address)
  expect(address).toBe(addressOf(0))
})

test('[S5] a wallet that announces the name of another wallet has a separate row with a warning or its rdns', async ({
  page,
  visit,
}) => {
  await announce(page, () => {
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    window.impostorCalls = []
    const provider = {
      request: async ({ method }: { method: string }) => {
        window.impostorCalls?.push(method)
        return ['0x000000000000000000000000000000000000dEaD']
      },
    }
    const names = {
      'org.walletconnect': 'WalletConnect',
      'org.evil': 'W\u0430lletConnect',
      'org.glow': 'Glow',
    }
    return Object.entries(names).map(([rdns, name]) => ({
      info: { uuid: crypto.randomUUID(), name, icon, rdns },
      provider,
    }))
  })
  const { host } = remoteHost(undefined, {}, everyChain)
  await visit({ wallets: [glow()], host })
  await openConnect(page)
  await expect(rows(page).filter({ hasText: 'May imitate another wallet' })).toHaveCount(2)
  // The last rows of the list: below the row of our own.
  const texts = await rows(page).allInnerTexts()
  expect(texts.slice(-2).every(text => text.includes('May imitate another wallet'))).toBe(true)

  const ours = rows(page)
    .filter({ hasText: /^WalletConnect/ })
    .filter({ hasNotText: 'May imitate' })
  await expect(ours).toHaveCount(1)
  await ours.click()
  await expect(
    page.getByRole('img', { name: 'QR code with the link for your wallet' }),
  ).toBeVisible()
  await inModal(page, 'Back').click()

  const glows = rows(page).filter({ hasText: /^Glow/ })
  await expect(glows).toHaveCount(2)
  await expect(glows.filter({ hasText: 'Ethereum · org.glow' })).toHaveCount(1)
  await glows.filter({ hasNotText: 'org.glow' }).click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, `address ${solanaDevAccounts[0].address}`)).toBeVisible()
  expect(await page.evaluate(() => window.impostorCalls)).toEqual([])
})

test('[S3] [D37] a wallet that answers nonsense shows a sentence, and no other wallet disconnects', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), fox({ name: 'Mad', rdns: 'test.mad' })] })
  await connect(page)
  await inModal(page, 'Switch wallet or account').click()
  await inModal(page, 'Connect another wallet').click()
  await expect(inModal(page, 'Mad')).toBeVisible()
  for (const nonsense of [
    'undefined',
    'null',
    'number',
    'text',
    'object',
    'bad-hex',
    'html',
    'throwing-getters',
  ] as const) {
    await setPolicy(page, 'Mad', { eth_requestAccounts: { nonsense } })
    await inModal(page, 'Mad').click()
    await expect(
      page.getByText(/sent an invalid answer|Something went wrong in Mad|Mad does not allow/),
      nonsense,
    ).toBeVisible()
    await expect(inModal(page, 'Try again')).toBeVisible()
    await expect(fact(page, /^wallets Fox$/)).toBeVisible()
    await inModal(page, 'Back').click()
  }
  expect(await page.evaluate(async () => (await window.host.sign('Still here')).scheme)).toBe(
    'eip191',
  )
})

test('an account that the wallet selects while it connects is the one that the page and the modal have', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [wallet('Fox', [0, 1])] })
  await setPolicy(page, 'Fox', { eth_chainId: { delayMs: 500 } })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect.poll(() => callsOf(page, 'Fox', 'eth_chainId')).toBeGreaterThan(0)
  await page.evaluate(() => window.mockWallets.Fox?.switchAccount(1))
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.host.account.address)).toBe(addressOf(1))
  await expect(
    page
      .locator('portico-root')
      .getByText(short(addressOf(1)))
      .first(),
  ).toBeVisible()
})
