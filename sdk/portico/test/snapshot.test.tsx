// @vitest-environment happy-dom
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { activePhase } from '@portico/kernel/session'
import { mockEvmWallet } from '@portico/mock-wallets'
import { eip155 } from '@portico/plugin-eip155'
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connect,
  connectionService,
  connectorsSlot,
  createPortico,
  disconnect,
  type Portico,
} from '../src/index.js'
import { ConnectButton, PorticoProvider, useAccount } from '../src/react.js'
import { readSnapshot, type Snapshot, withSnapshot } from '../src/snapshot.js'

// A public test key.
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const account = `eip155:1:${address}` as const
const label = '0xf3…b92266'

const made: Portico[] = []
const roots: Root[] = []
const make = (storage: StorageDriver, snapshot?: Snapshot) => {
  const portico = withSnapshot(createPortico({ plugins: [eip155()], storage }), snapshot)
  made.push(portico)
  return portico
}
const phases: string[] = []
function Phase() {
  phases.push(useAccount().phase)
  return null
}
const tree = (portico: Portico) => (
  <PorticoProvider portico={portico}>
    <ConnectButton />
    <Phase />
  </PorticoProvider>
)
const wallet = () =>
  mockEvmWallet({ name: 'Fox', rdns: 'test.fox', accounts: [key], chains: { 1: 'http://nowhere' } })
async function connectFox(portico: Portico) {
  await portico.kernel.use(connectionService).discover()
  await connect(portico, { connector: portico.kernel.items(connectorsSlot)[0]?.id ?? '' })
}
/** A browser whose visitor has connected the wallet before. */
async function connectedBefore(storage: StorageDriver) {
  const portico = make(storage)
  await portico.start()
  await connectFox(portico)
  await new Promise(resolve => setTimeout(resolve, 50)) // until it is stored
  portico.dispose()
}
/** Hydrates what a server rendered with a snapshot, and notes every label from then on. */
async function hydrate(storage: StorageDriver, snapshot: Snapshot | undefined) {
  const place = document.createElement('main')
  const html = renderToString(tree(make(memoryStorage(), snapshot)))
  place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
  const labels = [place.textContent]
  const observer = new MutationObserver(() => labels.push(place.textContent))
  observer.observe(place, { subtree: true, childList: true, characterData: true })
  const portico = make(storage, snapshot)
  await act(async () => void roots.push(hydrateRoot(place, tree(portico))))
  return { portico, place, labels }
}

const writeCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a browser had before.
  document.cookie = `${text}; Path=/`
}
const said = vi.fn()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(said)
})
afterEach(async () => {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  for (const portico of made.splice(0)) portico.dispose()
  writeCookie('portico-account=; Max-Age=0')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  said.mockClear()
  phases.length = 0
})

describe('the snapshot of a returning visitor', () => {
  it('a server reads the account from the cookie header, also where a framework has escaped it', () => {
    expect(readSnapshot(`a=1; portico-account=${account}; b=2`)).toEqual({ account })
    expect(readSnapshot(`portico-account=${account.replaceAll(':', '%3A')}`)).toEqual({ account })
  })
  it.each([
    undefined,
    null,
    '',
    'portico-account=',
    'portico-account=eip155:1',
    'not-portico-account=eip155:1:0x00',
    'portico-account=eip155:1:<script>',
    `portico-account=eip155:1:${'a'.repeat(129)}`,
  ])('[S13] the cookie header %j has no account', header => {
    expect(readSnapshot(header)).toBeUndefined()
  })
  it('[S13] a snapshot of a chain that the app does not have, or that is no account, shows nothing', () => {
    const storage = memoryStorage()
    for (const wrong of ['solana:mainnet:abc', 'eip155:1', 7])
      expect(
        renderToString(tree(make(storage, { account: wrong } as unknown as Snapshot))),
      ).toContain('Connect wallet')
  })

  it('the label of the server stays while the wallet is restored, without a warning', async () => {
    const fox = wallet()
    const storage = memoryStorage()
    await connectedBefore(storage)
    const { labels, place } = await hydrate(storage, { account })
    await vi.waitFor(() => expect(phases.at(-1)).toBe('connected'))
    expect(labels[0]).toBe(label)
    expect([...new Set(labels)]).toEqual([label])
    expect(place.querySelector('button')?.dataset.state).toBe('connected')
    expect([...new Set(phases)]).toEqual(['reconnecting', 'connected'])
    expect(document.cookie).toContain(`portico-account=${account}`)
    expect(said).not.toHaveBeenCalled()
    fox.vanish()
  })
  it('a visitor whose storage was cleared sees Connect wallet, and the cookie is deleted', async () => {
    writeCookie(`portico-account=${account}`)
    const { place, labels } = await hydrate(memoryStorage(), { account })
    await vi.waitFor(() => expect(place.textContent).toBe('Connect wallet'))
    expect(labels[0]).toBe(label)
    expect(document.cookie).not.toContain('portico-account')
    expect(said).not.toHaveBeenCalled()
  })
  it('a disconnect deletes the cookie, and the snapshot does not come back', async () => {
    const fox = wallet()
    const storage = memoryStorage()
    await connectedBefore(storage)
    const { portico, place } = await hydrate(storage, { account })
    await vi.waitFor(() => expect(phases.at(-1)).toBe('connected'))
    await act(async () => disconnect(portico))
    expect(place.textContent).toBe('Connect wallet')
    expect(document.cookie).not.toContain('portico-account')
    fox.vanish()
  })
  it('a component that is shown again gets the Portico that it had, whose snapshot is over', async () => {
    const portico = createPortico({ plugins: [eip155()], storage: memoryStorage() })
    const shown = withSnapshot(portico, { account })
    made.push(shown)
    await shown.start()
    expect(activePhase(shown.kernel)).toBe('disconnected')
    const again = withSnapshot(portico, { account })
    expect(activePhase(again.kernel)).toBe('disconnected')
    expect(again).toBe(shown)
  })

  it('a page without a snapshot begins with Connect wallet, and keeps the cookie of who connects', async () => {
    const fox = wallet()
    const portico = make(memoryStorage())
    const place = document.createElement('main')
    await act(async () => {
      const root = createRoot(place)
      roots.push(root)
      root.render(tree(portico))
    })
    expect(place.textContent).toBe('Connect wallet')
    await act(() => connectFox(portico))
    expect(place.textContent).toBe(label)
    expect(readSnapshot(document.cookie)).toEqual({ account })
    fox.vanish()
  })
})
