import { type Relay, startRelay } from '@portico/devnet'
import { messagesCapability } from '@portico/kernel/capabilities'
import type { Pocket } from '@portico/pocket'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { id, main, memoryStore, type Page, startPage, startWallet } from './bench.js'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
let relay: Relay
let wallet: Pocket
let page: Page
beforeAll(async () => {
  relay = await startRelay()
  wallet = await startWallet(relay.url)
})
afterEach(async () => {
  page.kernel.dispose()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
})
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
})

type Release = {
  readonly UniversalProvider: { init(options: object): Promise<{ readonly client: unknown }> }
}
const releases: readonly [string, () => Promise<Release>][] = [
  [
    '2.21.8',
    () => import('@walletconnect/universal-provider') as Promise<unknown> as Promise<Release>,
  ],
  // The last release that proposes without the relay's help: it uses another way on the wire.
  ['2.21.5', () => import('universal-provider-2.21.5') as Promise<unknown> as Promise<Release>],
]

describe('the library that a host brings', () => {
  it.each(releases)(
    '[D50b] the release %s of the library pairs, signs, reconnects after a cut, and disconnects',
    async (_, release) => {
      const store = memoryStore()
      const inits: object[] = []
      page = await startPage({
        relayUrl: relay.url,
        async load() {
          const { UniversalProvider } = await release()
          return {
            UniversalProvider: {
              init(given) {
                inits.push(given)
                return UniversalProvider.init({ ...given, storage: store })
              },
            },
          }
        },
      })
      const connecting = page.connections.connect(id)
      await wallet.pair(await page.uri())
      const account = await connecting
      const sign = () =>
        page.kernel
          .capability(messagesCapability, main)
          ?.sign(page.connections.require(account), account, 'hello', never())
      expect((await sign())?.signature).toBe('tally_sign on tally:main')
      relay.cut()
      expect((await sign())?.signature).toBe('tally_sign on tally:main')
      await page.connections.disconnect()
      await expect.poll(() => wallet.sessions, soon).toEqual([])
      expect(inits).toHaveLength(1)
      expect(page.reported()).toEqual([])
    },
  )
})
