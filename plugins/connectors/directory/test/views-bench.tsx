/** The real views of the directory, in a page. */
import { definePlugin, defineView, type Kernel, type Plugin, view } from '@portico/kernel'
import { allWalletsView, selectChainView } from '@portico/kernel/connect-page'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { type DirectoryWallet, walletRoutesSlot } from '@portico/kernel/wallet'
import { useViews } from '@portico/ui'
import type { ReactNode } from 'react'
import { act } from 'react'
import { afterEach, vi } from 'vitest'
import { render, unmount } from '../../../../ui/test/render.js'
import {
  type DirectoryOptions,
  directory,
  getWalletsView,
  getWalletView,
  whatIsAWalletView,
} from '../src/index.js'
import AllWalletsView from '../src/views/all-wallets-view.js'
import GetWalletView from '../src/views/get-wallet-view.js'
import GetWalletsView from '../src/views/get-wallets-view.js'
import WhatIsAWalletView from '../src/views/what-is-a-wallet-view.js'

export let place: HTMLElement
const kernels: Kernel[] = []
export const routeView = defineView<{ readonly wallet: DirectoryWallet }>('Elsewhere')
const blank = async () => ({ default: () => null })
const otherViews: Plugin = definePlugin({
  id: 'test/views',
  views: [view(routeView, blank), view(selectChainView, blank)],
})
export const route = (leads: (wallet: DirectoryWallet) => boolean): Plugin =>
  definePlugin({
    id: 'test/route',
    setup: context =>
      void context.contribute(walletRoutesSlot, { id: 'test', view: routeView, leads }),
  })
export const walletOf = (at: number, more: Partial<DirectoryWallet> = {}) => ({
  id: `w${at}`,
  name: `Wallet ${at}`,
  namespaces: ['tally'],
  homepage: `https://w${at}.example/`,
  ...more,
})
export const many = (count: number) => Array.from({ length: count }, (_, at) => walletOf(at + 1))
/** Renders the current view like the outlet of the UI, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  if (shown?.id === allWalletsView.id) return <AllWalletsView />
  if (shown?.id === getWalletView.id)
    return <GetWalletView params={shown.params as { wallet: DirectoryWallet }} />
  if (shown?.id === whatIsAWalletView.id) return <WhatIsAWalletView />
  if (shown?.id === getWalletsView.id) return <GetWalletsView />
  return <p>{shown?.id}</p>
}
export async function open(
  custom: readonly DirectoryWallet[],
  {
    plugins = [],
    endpoints = [],
    wallets = [tallyWallet()],
    ...options
  }: DirectoryOptions &
    Partial<Parameters<typeof createTestKernel>[0]> & {
      wallets?: ReturnType<typeof tallyWallet>[]
    } = {},
): Promise<TestKernel> {
  const kernel = await createTestKernel({
    plugins: [
      tally({ wallets }),
      otherViews,
      directory({
        custom,
        ...(options.remote ? { exclude: [] } : { include: custom.map(({ id }) => id) }),
        ...options,
      }),
      ...plugins,
    ],
    endpoints,
  })
  kernels.push(kernel)
  kernel.views.reset(allWalletsView)
  place = await render(kernel, <Outlet />)
  return kernel
}
/** Renders something else in the place of what was opened. */
export async function show(kernel: Kernel, node: ReactNode): Promise<void> {
  place = await render(kernel, node)
}
export const tiles = () => [...place.querySelectorAll<HTMLElement>('li button')]
export const names = () =>
  tiles().map(tile => tile.querySelector('.p-wallet-tile-name')?.textContent)
export const tile = (name: string) =>
  tiles().find(one => one.textContent?.includes(name)) as HTMLElement
export const click = (element: Element | null | undefined) =>
  act(async () => (element as HTMLElement).click())
export async function type(text: string) {
  const field = place.querySelector('input[type=search]') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
export const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )

/** Each test of the file that calls this ends with an empty page. */
export function setUpViews(): void {
  afterEach(async () => {
    await unmount()
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.restoreAllMocks()
  })
}
