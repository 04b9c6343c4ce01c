/** Several tabs of one page, and one wallet on another device. */
import { type Relay, startRelay } from '@portico/devnet'
import type { Pocket } from '@portico/pocket'
import { exceptNetwork, host, networkIds, offered, pocketAt, signs, test } from './remote-wallet.js'
import { enter, expect, fact, prepare } from './visit.js'

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

test('[D12c] two tabs share one relay connection, which moves to the tab that needs it or is left', async ({
  page,
  context,
  said,
}) => {
  await prepare(context, host(relay.url))
  await enter(page)
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  const second = await context.newPage()
  await enter(second)
  await expect(fact(second, 'status connected')).toBeVisible()
  // The wallet's own, and one for both tabs.
  await expect.poll(() => relay.holds.sockets).toBe(2)

  // What the wallet tells the tab that has the line is known in both.
  await pocket.switchChain(networkIds.base)
  for (const tab of [page, second]) await expect(fact(tab, 'network Base')).toBeVisible()

  // The line follows the person, back and forth.
  for (const tab of [second, page, second]) {
    expect(await signs(tab)).toEqual([true, false])
    await expect.poll(() => relay.holds.sockets).toBe(2)
  }
  await pocket.switchChain(networkIds.ethereum)
  for (const tab of [page, second]) await expect(fact(tab, 'network Ethereum')).toBeVisible()

  await second.close()
  expect(await signs(page)).toEqual([true, false])
  await expect.poll(() => relay.holds.sockets).toBe(2)
  expect(pocket.sessions).toHaveLength(1)
  exceptNetwork(said)
})

test('[D12c] [D12a] every tab follows the end of a session, whichever tab has the relay connection', async ({
  page,
  context,
  said,
}) => {
  await prepare(context, host(relay.url))
  await enter(page)
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  const second = await context.newPage()
  await enter(second)
  await expect(fact(second, 'status connected')).toBeVisible()
  await pocket.disconnect()
  for (const tab of [page, second]) await expect(fact(tab, 'status disconnected')).toBeVisible()

  await pocket.pair(await offered(second))
  for (const tab of [page, second]) await expect(fact(tab, 'status connected')).toBeVisible()
  // From the tab without the line.
  await page.evaluate(() => window.host.disconnect())
  for (const tab of [page, second]) await expect(fact(tab, 'status disconnected')).toBeVisible()
  await expect.poll(() => pocket.sessions).toEqual([])
  exceptNetwork(said)
})
