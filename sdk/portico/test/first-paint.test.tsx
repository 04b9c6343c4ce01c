// @vitest-environment happy-dom
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { eip155 } from '@portico/plugin-eip155'
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPortico } from '../src/index.js'
import { ConnectButton, PorticoProvider, useAccount } from '../src/react.js'

/** Of a returning visitor with a wallet. */
const remembered = (): StorageDriver => {
  const connector = 'eip155:test.fox'
  const saved = {
    namespace: 'eip155',
    active: { eip155: connector },
    connections: [{ namespace: 'eip155', connector, wallet: { name: 'Fox' } }],
  }
  return {
    ...memoryStorage(),
    get: key => (key === 'portico.connection' ? JSON.stringify({ version: 1, saved }) : undefined),
  }
}
const app = (storage: StorageDriver | undefined, seen: string[]) => {
  const portico = createPortico({ plugins: [eip155()], ...(storage && { storage }) })
  function Phase() {
    seen.push(useAccount().phase)
    return null
  }
  const tree = (
    <PorticoProvider portico={portico}>
      <ConnectButton />
      <Phase />
    </PorticoProvider>
  )
  return { portico, tree }
}

const said = vi.fn()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(said)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  said.mockClear()
})

it('a page is reconnecting after its first effect when storage has a connection, before that code loads', async () => {
  const seen: string[] = []
  const { portico, tree } = app(remembered(), seen)
  const place = document.createElement('main')
  const root = createRoot(place)
  await act(async () => root.render(tree))
  expect([...new Set(seen)]).toEqual(['disconnected', 'reconnecting'])
  expect([place.textContent, place.querySelector('button')?.dataset.state]).toEqual([
    'Connecting…',
    'reconnecting',
  ])
  expect(said).not.toHaveBeenCalled()
  await act(async () => root.unmount())
  portico.dispose()
})
it('a page from a server hydrates as disconnected without a warning, and is then reconnecting', async () => {
  const server = app(undefined, [])
  const html = renderToString(server.tree)
  server.portico.dispose()
  const place = document.createElement('main')
  place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
  expect(place.textContent).toBe('Connect wallet')
  const seen: string[] = []
  const { portico, tree } = app(remembered(), seen)
  const root = await act(async () => hydrateRoot(place, tree))
  expect(seen[0]).toBe('disconnected')
  expect(place.textContent).toBe('Connecting…')
  expect(said).not.toHaveBeenCalled()
  await act(async () => root.unmount())
  portico.dispose()
})
