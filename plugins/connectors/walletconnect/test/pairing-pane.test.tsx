// @vitest-environment happy-dom
import { definePlugin, type Kernel, memoryStorage, type PluginContext } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { connectionService, disconnectedEvent } from '@portico/kernel/session'
import { modalClosedEvent, shellService, shellSlice, viewPaintedEvent } from '@portico/kernel/shell'
import { createTestKernel, tally } from '@portico/kernel/testing'
import { type Environment, environmentSlice } from '@portico/kernel/wallet'
import { act, createElement } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually, render, unmount } from '../../../../ui/test/render.js'
import { pairingSlice, walletconnect } from '../src/index.js'
import { pairingsService } from '../src/refs.js'
import PairingPane from '../src/views/pairing-pane.js'
import { scriptedLibrary } from './scripted-library.js'

beforeAll(() =>
  Promise.all([
    import('../src/pairing/pairing-controller.js'),
    import('../src/pairing/prefetch.js'),
    import('../src/relay/socket-owner.js'),
    import('../src/discovery.js'),
    import('../src/views/connecting-walletconnect-view.js'),
  ]),
)
let place: HTMLElement
let kernel: Kernel
let page: PluginContext
afterEach(async () => {
  await unmount()
  kernel?.dispose()
  vi.unstubAllGlobals()
})

/** A page whose person is on Connect. */
async function boot(here: Partial<Environment> = {}) {
  const library = scriptedLibrary()
  kernel = await createTestKernel({
    plugins: [
      tally(),
      definePlugin({
        id: 'test/page',
        owns: [environmentSlice],
        setup(context) {
          page = context as unknown as PluginContext
          context.onStart(() => void context.patch(environmentSlice, here))
        },
      }),
      walletconnect({ relayUrl: 'ws://127.0.0.1:1', load: library.load }),
    ],
    storage: memoryStorage(),
  })
  await kernel.use(connectionService).discover()
  return library
}
/** The controller notices a disconnect once it has loaded, which a connection does. */
const disconnect = async () => {
  await kernel.use(pairingsService).choose({ name: 'Fox', href: 'https://fox.example' })
  await act(async () => page.emit(disconnectedEvent))
  expect(kernel.state(pairingSlice).waitsForClick).toBe(true)
}
const show = async () => {
  place = await render(kernel, createElement(PairingPane))
}
/** The visible text: hidden text reserves some places. */
const text = () => {
  const seen = place.cloneNode(true) as HTMLElement
  for (const hidden of seen.querySelectorAll('[style*=hidden]')) hidden.remove()
  return seen.textContent ?? ''
}
const button = (words: string) =>
  [...place.querySelectorAll('button')].find(one => one.textContent?.includes(words))
const qr = () => place.querySelector('svg[role=img] path')

describe('the pane with a code to scan', () => {
  it('the pane shows a code without a click', async () => {
    const library = await boot()
    await show()
    await eventually(() => !!qr())
    expect(library.links).toHaveLength(1)
  })
  it('the pane with Save-Data requests no link before a click, and does not say that one is prepared', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    const library = await boot()
    await show()
    expect(text()).toContain('Scan with your phone')
    expect(text()).not.toContain('Preparing')
    expect(library.links).toHaveLength(0)
    await act(async () => button('Show QR code')?.click())
    await eventually(() => !!qr())
    expect(library.links).toHaveLength(1)
  })
  it('the pane waits for a click after a disconnect until the modal closes, also where it pairs as the modal closes', async () => {
    await boot()
    await disconnect()
    await show()
    await act(async () => button('Show QR code')?.click())
    await eventually(() => !!qr())
    await act(async () => page.emit(modalClosedEvent))
    expect(kernel.state(pairingSlice).waitsForClick).toBeUndefined()
  })
})

describe('a link on a phone before the first tap', () => {
  const paint = async () => {
    kernel.use(shellService).open()
    expect(kernel.state(shellSlice).open).toBe(true)
    page.emit(viewPaintedEvent, { view: connectView.id })
    await vi.dynamicImportSettled()
    await new Promise(resolve => setTimeout(resolve, 600))
  }
  const phone: Partial<Environment> = { kind: 'mobile', system: 'ios', iosSafari: true }

  it('a phone requests a link once Connect is painted', async () => {
    const library = await boot(phone)
    await paint()
    await expect.poll(() => library.links.length).toBe(1)
  })
  it('a phone requests no link after a disconnect before the modal closes', async () => {
    const library = await boot(phone)
    await disconnect()
    await paint()
    expect(library.links).toHaveLength(0)
  })
})
