/** The set-up of the tests of the views: the real views without the frame of the modal. */
import { definePlugin, type Kernel } from '@portico/kernel'
import {
  connectingExternalView,
  connectView,
  networksView,
  selectChainView,
  unsupportedChainView,
} from '@portico/kernel/connect-page'
import { shellService, toastsService } from '@portico/kernel/shell'
import { KernelProvider, useViews } from '@portico/ui'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
// Loaded before the tests, so that no deadline of a test includes it.
import '../src/connection-controller.js'
import ConnectView from '../src/views/connect-view.js'
import ConnectingExternalView from '../src/views/connecting-external-view.js'
import NetworksView from '../src/views/networks-view.js'
import SelectChainView from '../src/views/select-chain-view.js'
import UnsupportedChainView from '../src/views/unsupported-chain-view.js'
import { type BenchOptions, bench, until } from './bench.js'

// React reads this name. It is off between two `act`s, while a test waits for a wallet.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

export const failures: unknown[] = []
export const toasted = definePlugin({
  id: 'test/toasts',
  provides: [toastsService],
  setup: context =>
    void context.provide(toastsService, {
      success: () => undefined,
      progress: () => undefined,
      fail: error => void failures.push(error),
      dismiss: () => undefined,
      alert: () => undefined,
      dismissAlert: () => undefined,
    }),
})

let root: Root | undefined
/** The element with the view. */
export let place: HTMLElement
/** Each test of the file that calls this starts with an empty element and leaves none. */
export function setUpPlace(): void {
  beforeEach(() => {
    place = document.body.appendChild(document.createElement('main'))
    failures.length = 0
  })
  afterEach(async () => {
    await unmount()
    root = undefined
    place.remove()
    vi.useRealTimers()
  })
}

/** As the outlet of the interface does it, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  if (shown?.id === connectView.id) return <ConnectView />
  if (shown?.id === connectingExternalView.id)
    return <ConnectingExternalView params={shown.params as { connector: string }} />
  if (shown?.id === selectChainView.id)
    return <SelectChainView params={shown.params as { wallet: string }} />
  if (shown?.id === networksView.id) return <NetworksView />
  if (shown?.id === unsupportedChainView.id) return <UnsupportedChainView />
  return <p>{shown?.id}</p>
}
export const unmount = () => act(async () => root?.unmount())
export const show = async (kernel: Kernel) => {
  root = createRoot(place)
  await act(async () => root?.render(createElement(KernelProvider, { kernel }, <Outlet />)))
}
export const start = async (options: BenchOptions) => {
  const it = await bench({
    afterConnect: 'account',
    ...options,
    plugins: [toasted, ...(options.plugins ?? [])],
  })
  it.kernel.use(shellService).open()
  // The controller arrives with the opening.
  await vi.dynamicImportSettled()
  await show(it.kernel)
  return it
}
export const rowsOf = () => [...place.querySelectorAll('li')].map(row => row.textContent)
export const button = (words: string) => {
  const found = [...place.querySelectorAll('button')].find(one => one.textContent?.includes(words))
  if (!found) throw new RangeError(`no button "${words}" in: ${place.textContent}`)
  return found
}
export const click = (words: string) => act(async () => button(words).click())
export const eventually = async (holds: () => boolean) => {
  react.IS_REACT_ACT_ENVIRONMENT = false
  await until(holds)
  react.IS_REACT_ACT_ENVIRONMENT = true
}
/** The visible text: hidden text reserves some places. */
export const text = () => {
  const seen = place.cloneNode(true) as HTMLElement
  for (const hidden of seen.querySelectorAll('[style*=hidden]')) hidden.remove()
  return seen.textContent ?? ''
}
