import { type Relay, startRelay } from '@portico/devnet'
import { messagesCapability } from '@portico/kernel/capabilities'
import type { Pocket } from '@portico/pocket'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { id, main, type Page, startPage, startWallet } from './bench.js'
import { createLocks } from './locks.js'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
let relay: Relay
let wallet: Pocket
let page: Page
let locks: ReturnType<typeof createLocks>
beforeEach(async () => {
  locks = createLocks()
  vi.stubGlobal('navigator', { locks })
  relay = await startRelay()
  wallet = await startWallet(relay.url)
  page = await startPage({ relayUrl: relay.url })
})
afterEach(async () => {
  page.kernel.dispose()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
  await wallet.stop()
  await relay.stop()
  vi.unstubAllGlobals()
})
/** Creates a connected page with a request that the wallet has received and not answered. */
async function requestSignature() {
  const connecting = page.connections.connect(id)
  await wallet.pair(await page.uri())
  const account = await connecting
  const sign = async (text: string) =>
    page.kernel
      .capability(messagesCapability, main)
      ?.sign(page.connections.require(account), account, text, never())
  wallet.policy = 'ask'
  const signing = sign('hello')
  signing.catch(() => undefined)
  await wallet.waitForRequest('tally_sign')
  return { sign, signing }
}

describe('a request that waits for its wallet', () => {
  it('[R3] a waiting request rejects with a named error when the relay refuses the page, and the next request works', async () => {
    const { sign, signing } = await requestSignature()
    relay.set('refuse')
    await expect(signing).rejects.toMatchObject({
      code: 'RELAY_REFUSED',
      userMessage: { id: 'walletconnect.error.RELAY_REFUSED' },
    })
    relay.set('ok')
    await expect.poll(() => relay.holds.sockets, soon).toBe(1)
    wallet.approve()
    wallet.policy = 'approve'
    expect((await sign('again'))?.signature).toBe('tally_sign on tally:main')
    expect(page.live()).toHaveLength(1)
  })
  it('[D12c] a waiting request rejects with a named error when another tab takes the relay connection', async () => {
    const { sign, signing } = await requestSignature()
    let done = () => undefined as unknown
    const held = new Promise<void>(resolve => {
      done = () => resolve()
    })
    locks.request('portico.walletconnect', { steal: true }, () => held).catch(() => undefined)
    await expect(signing).rejects.toMatchObject({
      code: 'OTHER_TAB',
      userMessage: { id: 'walletconnect.error.OTHER_TAB' },
    })
    done()
    wallet.approve()
    wallet.policy = 'approve'
    expect((await sign('again'))?.signature).toBe('tally_sign on tally:main')
    // The first request must not keep the relay connection in this tab.
    const channel = new BroadcastChannel('portico.walletconnect')
    try {
      const answer = new Promise<unknown>(resolve =>
        channel.addEventListener(
          'message',
          ({ data }) => data.to === 'another' && resolve(data.say),
        ),
      )
      channel.postMessage({ say: 'want', from: 'another', id: 'a question' })
      expect(await answer).toBe('yours')
    } finally {
      channel.close()
    }
  })
})
