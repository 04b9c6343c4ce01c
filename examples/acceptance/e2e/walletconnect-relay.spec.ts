/**
 * A relay that is cut, down or away in every phase of a pairing, and what the page shows and does.
 */
import { type Relay, startRelay } from '@portico/devnet'
import type { Pocket } from '@portico/pocket'
import {
  code,
  exceptNetwork,
  host,
  link,
  networkIds,
  offered,
  pocketAt,
  seen,
  signs,
  test,
} from './remote-wallet.js'
import { expect, fact, inModal, openConnect, title } from './visit.js'

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

test('[R1] [R2] a relay that goes down while the code is shown is named, and the same code works when it is back', async ({
  page,
  visit,
  said,
}) => {
  await visit(host(relay.url))
  const uri = await offered(page)
  relay.set('down')
  await expect(seen(page, 'Trying again')).toBeVisible()
  relay.set('ok')
  await expect(seen(page, 'Trying again')).toBeHidden({ timeout: 15_000 })
  await pocket.pair(uri)
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
  exceptNetwork(said)
})

test('[R1] a relay that is down is named within 10 s, and another try works when it is back', async ({
  page,
  visit,
  said,
}) => {
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
  exceptNetwork(said)
})

test('[R1] [S26] a relay that stops answering and returns is used again without a click or another host', async ({
  page,
  visit,
  outside,
  said,
}) => {
  relay.set('stall')
  await visit(host(relay.url))
  await openConnect(page)
  await inModal(page, 'WalletConnect').click()
  await expect(title(page, 'Not connected')).toBeVisible({ timeout: 12_000 })
  await expect(inModal(page, 'Try again')).toBeVisible()
  relay.set('ok')
  await expect(code(page)).toBeVisible({ timeout: 20_000 })
  await pocket.pair(await link(page))
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
  expect(await signs(page)).toEqual([true, false])
  expect(outside.filter(url => /walletconnect\.(?:org|com)/.test(url))).toEqual([])
  exceptNetwork(said)
})

test('[R2] the answer of a wallet arrives although the relay was cut, and the wallet got one request', async ({
  page,
  visit,
  said,
}) => {
  await visit(host(relay.url))
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  pocket.policy = 'ask'
  const signing = signs(page)
  await pocket.waitForRequest('personal_sign')
  relay.cut()
  pocket.approve()
  expect(await signing).toEqual([true, false])
  expect(pocket.calls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
  exceptNetwork(said)
})

test('[D16d] changes that the wallet made while the page was offline are read when the network is back', async ({
  page,
  context,
  visit,
  said,
}) => {
  await visit(host(relay.url))
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  await context.setOffline(true)
  relay.cut()
  await pocket.switchChain(networkIds.base)
  await expect(fact(page, 'network Ethereum')).toBeVisible()
  await context.setOffline(false)
  await expect(fact(page, 'network Base')).toBeVisible({ timeout: 15_000 })

  await context.setOffline(true)
  relay.cut()
  await pocket.disconnect()
  await expect(fact(page, 'status connected')).toBeVisible()
  await context.setOffline(false)
  await expect(fact(page, 'status disconnected')).toBeVisible({ timeout: 15_000 })
  exceptNetwork(said)
})
