/** Pages that pair with a wallet on another device, over a relay. */
import { type Relay, startRelay } from '@portico/devnet'
import { connectionId } from '@portico/kernel/account'
import { messagesCapability } from '@portico/kernel/capabilities'
import { sessionSlice } from '@portico/kernel/session'
import type { Pocket } from '@portico/pocket'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { id, main, type Page, type PageOptions, startPage, startWallet } from './bench.js'

export const never = () => new AbortController().signal
export const soon = { timeout: 15_000, interval: 10 }
export let relay: Relay
export let wallet: Pocket
const pages: Page[] = []
export const open = async (options: PageOptions = {}) => {
  const page = await startPage({ relayUrl: relay.url, ...options })
  pages.push(page)
  return page
}
export const leave = async (...left: readonly Page[]) => {
  for (const page of left) page.kernel.dispose()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
}
export const connected = async (options: PageOptions = {}) => {
  const page = await open(options)
  const connecting = page.connections.connect(id)
  await wallet.pair(await page.uri())
  return { page, account: await connecting }
}
export const sign = (
  page: Page,
  account: Awaited<ReturnType<typeof connected>>['account'],
  signal = never(),
) =>
  page.kernel
    .capability(messagesCapability, main)
    ?.sign(page.connections.require(account), account, 'hello', signal)
export const connectionOf = (page: Page, namespace = 'tally') =>
  page.kernel.state(sessionSlice).connections[connectionId(namespace, `${namespace}:walletConnect`)]
export const codesOf = (page: Page) =>
  page.reported().map(error => (error as { code?: string }).code)

/** Another wallet in the place of the one that each test starts with. */
export async function restartWallet(options: Parameters<typeof startWallet>[1]): Promise<void> {
  await wallet.stop()
  wallet = await startWallet(relay.url, options)
}

/** Starts the relay before the tests of a file, and a wallet before each. */
export function setUpPairing(): void {
  beforeAll(async () => {
    relay = await startRelay()
  })
  beforeEach(async () => {
    wallet = await startWallet(relay.url)
  })
  afterEach(async () => {
    relay.set('ok')
    await leave(...pages.splice(0))
    await wallet.disconnect()
    await wallet.stop()
  })
  afterAll(() => relay.stop())
}
