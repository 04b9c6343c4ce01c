/** A wallet on another device for every chain of the page, by one approval. */
import type { Page } from '@playwright/test'
import { devAccounts } from '@portico/devnet'
import type { Pocket } from '@portico/pocket'
import {
  test as base,
  networkIds,
  offered,
  signs,
  wideHost,
  widePocketAt,
} from './remote-wallet.js'
import { close, connectButton, expect, fact, inModal, nodeOf, relayUrl } from './visit.js'

const test = base.extend<{ readonly wide: Pocket }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  wide: async ({}, use) => {
    const wide = await widePocketAt(relayUrl)
    await use(wide)
    await wide.stop()
  },
})
const namespaces = ['eip155', 'solana', 'polkadot', 'bip122']
const connected = (page: Page) =>
  page.evaluate(() => window.host.wallets.map(({ id }) => id.split('/')[0]).toSorted())
const pair = async (page: Page, wallet: Pocket) => {
  await wallet.pair(await offered(page))
  await expect.poll(() => connected(page)).toEqual(namespaces.toSorted())
}
const balanceOf = async (address: string): Promise<bigint> => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBalance',
    params: [address, 'latest'],
  })
  const answer = await fetch(nodeOf(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return BigInt(((await answer.json()) as { result: string }).result)
}

test('[S1.02] one approval connects four chains in one session, each chain signs, and ether arrives', async ({
  page,
  visit,
  wide,
}) => {
  await visit(wideHost())
  await pair(page, wide)
  expect(wide.sessions).toHaveLength(1)
  for (const namespace of namespaces)
    expect(await signs(page, namespace), namespace).toEqual([true, false])

  const { address } = devAccounts[9]
  const before = await balanceOf(address)
  expect(await page.evaluate(to => window.host.send(to, '1000'), address)).toMatchObject({
    status: 'confirmed',
  })
  expect((await balanceOf(address)) - before).toBe(1_000n)
  expect(wide.calls.map(({ method }) => method)).toContain('eth_sendTransaction')
})

test('the network is switched by the page and by the wallet, and signatures use the active network', async ({
  page,
  visit,
  wide,
}) => {
  await visit(wideHost())
  await pair(page, wide)
  await inModal(page, 'Network: Ethereum').click()
  await inModal(page, 'Base').click()
  await expect(inModal(page, 'Network: Base')).toBeVisible()
  await signs(page)
  expect(wide.calls.at(-1)).toMatchObject({ chain: networkIds.base })

  await wide.switchChain(networkIds.ethereum)
  await expect(fact(page, 'network Ethereum')).toBeVisible()
  await signs(page)
  expect(wide.calls.at(-1)).toMatchObject({ chain: networkIds.ethereum })
})

test('a session ends only when the last of its four chains is disconnected', async ({
  page,
  visit,
  wide,
}) => {
  await visit(wideHost())
  await pair(page, wide)
  const [solana = ''] = await page.evaluate(() =>
    window.host.wallets.flatMap(({ id }) => (id.startsWith('solana/') ? id : [])),
  )
  await page.evaluate(id => window.host.disconnect(id), solana)
  await expect.poll(() => connected(page)).toEqual(['bip122', 'eip155', 'polkadot'])
  expect(wide.sessions).toHaveLength(1)
  expect(await signs(page, 'polkadot')).toEqual([true, false])

  await close(page)
  await connectButton(page).click()
  await inModal(page, 'Settings').click()
  for (const chain of ['Ethereum', 'Bitcoin', 'Polkadot'])
    await expect(inModal(page, new RegExp(`^Disconnect .+ on ${chain}$`))).toBeVisible()
  await inModal(page, 'Disconnect all').click()
  await expect.poll(() => wide.sessions).toEqual([])
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('all four chains disconnect when the wallet ends the session', async ({
  page,
  visit,
  wide,
}) => {
  await visit(wideHost())
  await pair(page, wide)
  await wide.disconnect()
  await expect.poll(() => connected(page)).toEqual([])
  await expect(fact(page, 'status disconnected')).toBeVisible()
})
