import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { renderPage } from '../fixtures/host/server.js'
import { runFolder } from '../scripts/run-folder.mjs'
import {
  callsOf,
  connect,
  connectButton,
  dialog,
  ethereum,
  expect,
  fact,
  fox,
  hostUrl,
  inModal,
  nodeOf,
  openConnect,
  prepare,
  test,
  waitForRequest,
} from './visit.js'

/** Counts who listens to the wallet, by event. */
const countListeners = () => {
  const counts: Record<string, number> = {}
  const count = (event: string, by: number) => {
    counts[event] = (counts[event] ?? 0) + by
  }
  const provider = window.mockWallets.Fox?.provider
  if (!provider) return
  const { on, removeListener } = provider
  Object.assign(provider, {
    on: (event: string, listener: never) => {
      count(event, 1)
      return on(event, listener)
    },
    removeListener: (event: string, listener: never) => {
      count(event, -1)
      return removeListener(event, listener)
    },
  })
  Object.assign(window, { listeners: counts })
}
const listeners = (page: Page) =>
  page.evaluate(() => (window as unknown as { listeners: Record<string, number> }).listeners)
const oneSet = { accountsChanged: 1, chainChanged: 1, connect: 1, disconnect: 1 }
const noSet = { accountsChanged: 0, chainChanged: 0, connect: 0, disconnect: 0 }

test('[R26] a page in StrictMode has one connection, one set of listeners and one request for the balance', async ({
  page,
  context,
  endpoint,
}) => {
  const node = await endpoint(1)
  await prepare(context, {
    wallets: [fox({ remember: true })],
    host: { networks: [{ ...ethereum, rpcUrls: [node.url] }] },
  })
  await context.addInitScript(countListeners)
  await page.goto(hostUrl)
  await connect(page)
  await expect(page.getByTitle('10000 ETH')).toBeVisible()
  expect(await listeners(page)).toEqual(oneSet)
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(1)
  expect(node.calls.filter(({ method }) => method === 'eth_getBalance').length).toBe(1)
  await page.reload()
  await expect(fact(page, 'status connected')).toBeVisible()
  expect(await listeners(page)).toEqual(oneSet)
  expect(await callsOf(page, 'Fox', 'eth_accounts')).toBe(1)
  await page.evaluate(() => window.host.disconnect())
  await expect.poll(() => listeners(page)).toEqual(noSet)
})

test('[R28] a server-rendered page is hydrated without a warning, and works', async ({
  page,
  context,
}) => {
  const outDir = `${runFolder()}/pages/host-server-${test.info().parallelIndex}`
  const root = fileURLToPath(new URL('../fixtures/host', import.meta.url))
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'server.tsx',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: `${root}/server.tsx` },
    },
  })
  const server = (await import(`${outDir}/server.js`)) as { renderPage: typeof renderPage }
  const markup = server.renderPage({ networks: [ethereum] })
  expect(markup).toContain('Connect wallet')

  await prepare(context, { wallets: [fox({ remember: true })], host: { networks: [ethereum] } })
  // To the browser a page that a test has put together is from nowhere, and may not ask a node of
  // this machine.
  await context.grantPermissions(['local-network-access'], { origin: new URL(hostUrl).origin })
  await page.route(`${hostUrl}/`, async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('<div id="app"></div>', `<div id="app">${markup}</div>`),
    })
  })
  for (let visit = 0; visit < 2; visit++) {
    // The second time a wallet is connected already: the first render still is the server's.
    await page.goto(hostUrl)
    await page.waitForFunction(() => 'host' in window)
    if (visit === 0) await connect(page)
    await expect(fact(page, 'status connected')).toBeVisible()
    expect(await page.evaluate(() => window.hostPage.mismatches)).toEqual([])
  }
})

test.describe('[R29] a Portico that is unmounted during work', () => {
  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the modal opens': async page =>
      page.evaluate(() =>
        (
          document.querySelector('main .portico-button[data-state="disconnected"]') as HTMLElement
        ).click(),
      ),
    'a wallet gets a request': async page => {
      await openConnect(page)
      await inModal(page, 'Fox').click()
      await waitForRequest(page, 'Fox')
    },
    'a balance is requested': async page => {
      await page.evaluate(() => Object.assign(window.mockWallets.Fox ?? {}, { policy: 'approve' }))
      await connect(page)
      await expect(page.getByText('Loading balance')).toBeAttached()
    },
    'a network is switched': async page => {
      await page.evaluate(() =>
        Object.assign(window.mockWallets.Fox ?? {}, {
          policy: { wallet_switchEthereumChain: 'ask' },
        }),
      )
      await connect(page)
      await inModal(page, 'Network: Ethereum').click()
      await inModal(page, 'Base').click()
      await waitForRequest(page, 'Fox', 'wallet_switchEthereumChain')
    },
    'a signature is requested': async page => {
      await page.evaluate(() =>
        Object.assign(window.mockWallets.Fox ?? {}, { policy: { personal_sign: 'ask' } }),
      )
      await connect(page)
      await page.evaluate(() => void window.host.sign('Late').catch(() => undefined))
      await waitForRequest(page, 'Fox', 'personal_sign')
    },
  }
  for (const [name, reach] of Object.entries(states))
    test(`an unmount while ${name} leaves no open request and changes nothing after`, async ({
      page,
      visit,
      endpoint,
      said,
    }) => {
      const node = await endpoint(1)
      node.set('stall')
      const open = new Set<unknown>()
      page.on('request', request => open.add(request))
      page.on('requestfinished', request => open.delete(request))
      page.on('requestfailed', request => open.delete(request))
      const networks = [
        { ...ethereum, rpcUrls: [node.url] },
        { chainId: 8453, name: 'Base', rpcUrls: [nodeOf(8453)] },
      ]
      await visit({ wallets: [fox({ policy: 'ask' })], host: { networks } })
      await reach(page)
      const before = await page.evaluate(async () => {
        window.hostPage.unmount()
        window.host.portico.dispose()
        // The modal goes first, and the kernel right after it.
        await new Promise(resolve => setTimeout(resolve))
        return window.host.changes
      })
      // The wallet answers after all.
      await page.evaluate(
        () =>
          window.mockWallets.Fox?.pending.map(({ id }) => window.mockWallets.Fox?.approve(id))
            .length,
      )
      await page.evaluate(() => window.mockWallets.Fox?.burst('accountsChanged', 5))
      await page.waitForTimeout(1_000)
      expect(await page.evaluate(() => window.host.changes)).toBe(before)
      expect(open.size).toBe(0)
      await expect(page.locator('portico-root')).toHaveCount(0)
      await expect(dialog(page)).toHaveCount(0)
      await expect(connectButton(page)).toHaveCount(0)
      said.splice(
        0,
        said.length,
        ...said.filter(line => !/Failed to load resource|net::ERR/.test(line)),
      )
    })
})
