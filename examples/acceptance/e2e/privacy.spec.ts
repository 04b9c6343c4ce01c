import { callsOf, connect, expect, fox, hostUrl, nodeOf, openConnect, test } from './visit.js'

test('[D5b] [D5a] [S2.01] loading and opening contact no other host and no wallet, and keep the address', async ({
  page,
  visit,
}) => {
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await visit({ host: { networks: [], speaks: true } })
  // The page becomes idle, and fetches the first view from its own host.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/frame-[^/]*\.js$/.test(name)),
  )
  await page.waitForTimeout(1_000)
  const toOtherHosts = () =>
    requests.filter(url => !url.startsWith(hostUrl) && !url.startsWith('data:'))
  expect(toOtherHosts()).toEqual([])
  const [before, entries] = await page.evaluate(() => [location.href, history.length])
  await openConnect(page)
  await page.waitForTimeout(800)
  expect(toOtherHosts()).toEqual([])
  expect(await page.evaluate(() => window.mockWallets.Fox?.calls.length)).toBe(0)
  expect(await page.evaluate(() => [location.href, history.length])).toEqual([before, entries])
  expect(requests.filter(url => /\/(de|ar)-/.test(url))).toEqual([])
})

test('[D5b] connecting contacts only the endpoint of the balance', async ({ page, visit }) => {
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).origin))
  await visit({ host: { speaks: true } })
  await connect(page)
  await expect(page.getByTitle('10000 ETH')).toBeVisible()
  hosts.delete(new URL(hostUrl).origin)
  hosts.delete('null')
  expect([...hosts]).toEqual([new URL(nodeOf(1)).origin])
})

test('[D1b] every key in storage begins with portico., and there is no cookie, no database and no cache', async ({
  page,
  context,
  visit,
}) => {
  await visit({ wallets: [fox()], host: { speaks: true } })
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await connect(page)
  await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0)
  const kept = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    cookie: document.cookie,
  }))
  expect(kept.keys.filter(key => !key.startsWith('portico.'))).toEqual([])
  expect(kept).toMatchObject({ databases: 0, caches: 0, cookie: '' })
  expect(await context.cookies()).toEqual([])
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(1)
})
