/** What the library asks of its vendor's attestation server: nothing, whatever the relay delivers. */
import { startRelay } from '@portico/devnet'
import { expect, it, vi } from 'vitest'
import { id, memoryStore, startPage, startWallet } from './bench.js'

interface Verify {
  resolve(of: object): Promise<unknown>
  register(of: object): Promise<unknown>
  fetchPublicKey(): Promise<unknown>
}

it("[S26] [S27] the library's attestation server is not asked who the page is, also not for a request that the relay delivers", async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: unknown) => {
    asked.push(String(input))
    return new Response('{}')
  })
  const relay = await startRelay()
  const wallet = await startWallet(relay.url)
  let client: { readonly core: { readonly verify: Verify } } | undefined
  const page = await startPage({
    relayUrl: relay.url,
    async load() {
      const { UniversalProvider } = await import('@walletconnect/universal-provider')
      return {
        UniversalProvider: {
          async init(given: object) {
            const made = await UniversalProvider.init({ ...given, storage: memoryStore() as never })
            client = made.client as unknown as typeof client
            return made
          },
        },
      }
    },
  })
  try {
    const connecting = page.connections.connect(id)
    await wallet.pair(await page.uri())
    await connecting
    // As the library does for each proposal and request that comes: a relay that was mute delivers the page's own.
    const { verify } = client?.core ?? {}
    await verify?.resolve({ hash: 'ab'.repeat(32), encryptedId: 'cd', verifyUrl: 'https://verify.walletconnect.org' })
    await verify?.fetchPublicKey()
    expect(await verify?.register({ id: 'ab', decryptedId: 'cd' })).toBe('')
    expect(client).toBeDefined()
    expect(asked).toEqual([])
  } finally {
    page.kernel.dispose()
    await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), { timeout: 30_000, interval: 20 })
    await wallet.stop()
    await relay.stop()
    vi.unstubAllGlobals()
  }
}, 60_000)
