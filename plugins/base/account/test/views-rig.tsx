/** Shared by the tests of views. */
import {
  definePlugin,
  type Kernel,
  memoryStorage,
  type Plugin,
  type StorageDriver,
} from '@portico/kernel'
import { accountView, type SettingsOptions } from '@portico/kernel/account'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TestKernel,
  tally,
  tallyNetwork,
  tallyWallet,
} from '@portico/kernel/testing'
import { KernelProvider } from '@portico/ui'
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, StrictMode } from 'react'
import { expect, vi } from 'vitest'
import { connection as connectionPlugin } from '../../connection/src/index.js'
import { shell } from '../../shell/src/index.js'
import { account } from '../src/plugin.js'

export const kernels: TestKernel[] = []
export const main = 'tally:main'
export const marks = (amount: bigint, decimals = 0): Balance => ({
  token: { asset: 'native', network: main, name: 'Mark', symbol: 'MRK', decimals },
  amount,
})
export const chain = (native: () => Promise<Balance>): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context => void context.offer(balancesCapability, main, { native }),
  })
export const ada = () =>
  tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_ada', 't_aunt'] })
export const bench = async (
  plugins: readonly Plugin[] = [],
  wallets = [ada()],
  storage: StorageDriver = memoryStorage(),
  settings: SettingsOptions = {},
) => {
  const explored = {
    ...tallyNetwork(),
    explorer: { name: 'Book', address: 'https://book.example/{address}' },
  }
  const kernel = await createTestKernel({
    base: [shell(), connectionPlugin(), account({ settings })],
    plugins: [tally({ wallets, networks: [explored, tallyNetwork('side')] }), ...plugins],
    storage,
  })
  kernels.push(kernel)
  return kernel
}
export const connect = async (kernel: Kernel, ...names: readonly string[]) => {
  for (const name of names) await kernel.use(connectionService).connect(`tally:org.tally.${name}`)
}
export const show = async (kernel: Kernel) => {
  const { current } = kernel.views
  const module = await kernel.views.entry(current?.id ?? '')?.load()
  const ViewComponent = module?.default as ComponentType<{ params: unknown }>
  let shown: ReturnType<typeof render> | undefined
  await act(async () => {
    shown = render(
      <StrictMode>
        <KernelProvider kernel={kernel}>
          <ViewComponent params={current?.params} />
        </KernelProvider>
      </StrictMode>,
    )
    await vi.dynamicImportSettled()
  })
  return shown as ReturnType<typeof render>
}
export const open = async (kernel: Kernel, ref = accountView) => {
  kernel.use(shellService).open({ view: ref })
  return show(kernel)
}
export const click = (name: string | RegExp, role = 'button') =>
  act(async () => screen.getByRole(role, { name }).click())
/** What takes something away does nothing before it was seen at its place for a moment. */
export const confirm = async (name: string) => {
  await waitFor(() =>
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true'),
  )
  await click(name)
}
