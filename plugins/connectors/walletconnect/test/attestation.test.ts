/** The library never queries its vendor's attestation server, for any message of the relay. */
import { startRelay } from '@portico/devnet'
import { expect, it, vi } from 'vitest'
import { id, memoryStore, startPage, startWallet } from './bench.js'

interface Verify {
  resolve(of: object): Promise<unknown>
  register(of: object): Promise<unknown>
  fetchPublicKey(): Promise<unknown>
}

it("[S26] [S27] the library's attestation server is not queried about the page, also not for a request that the relay delivers", async () => {
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (input: unknown) => {
    requestedUrls.push(String(input))
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
    // Like the library for each incoming proposal and request: a relay that was silent delivers the
    // page's own proposal back.
    const { verify } = client?.core ?? {}
    await verify?.resolve({
      hash: 'ab'.repeat(32),
      encryptedId: 'cd',
      verifyUrl: 'https://verify.walletconnect.org',
    })
    await verify?.fetchPublicKey()
    expect(await verify?.register({ id: 'ab', decryptedId: 'cd' })).toBe('')
    expect(client).toBeDefined()
    expect(requestedUrls).toEqual([])
  } finally {
    page.kernel.dispose()
    await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), {
      timeout: 30_000,
      interval: 20,
    })
    await wallet.stop()
    await relay.stop()
    vi.unstubAllGlobals()
  }
}, 60_000)

it("[S26] [S27] the library's attestation server is not queried about a message that is handled while the library still initialises", async () => {
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (input: unknown) => {
    requestedUrls.push(String(input))
    return new Response('{}')
  })
  const relay = await startRelay()
  let isHandled = false
  const page = await startPage({
    relayUrl: relay.url,
    async load() {
      const { UniversalProvider } = await import('@walletconnect/universal-provider')
      return {
        UniversalProvider: {
          async init(given: object) {
            const storage = memoryStore()
            // The library reads this key last in its start, when it already handles what the relay
            // delivers.
            const getItem = async (key: string) => {
              if (key.includes('universal_provider') && !isHandled) {
                isHandled = true
                const { verify } = (
                  globalThis as unknown as { _walletConnectCore_portico: { verify: Verify } }
                )._walletConnectCore_portico
                await verify.resolve({
                  hash: 'ab'.repeat(32),
                  encryptedId: 'cd',
                  verifyUrl: 'https://verify.walletconnect.org',
                })
                await verify.fetchPublicKey()
              }
              return storage.getItem(key)
            }
            return UniversalProvider.init({ ...given, storage: { ...storage, getItem } as never })
          },
        },
      }
    },
  })
  try {
    page.connections.connect(id).catch(() => undefined)
    await page.uri()
    expect(isHandled).toBe(true)
    expect(requestedUrls).toEqual([])
  } finally {
    page.kernel.dispose()
    await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), {
      timeout: 30_000,
      interval: 20,
    })
    await relay.stop()
    vi.unstubAllGlobals()
  }
}, 60_000)
