/** Shared by the tests of flow. */
import { type Kernel, memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { connectionService } from '@portico/kernel/session'
import { shellService, shellSlice, trackedEvent } from '@portico/kernel/shell'
import { createTestKernel, type TallyWallet, tally, tallyWallet } from '@portico/kernel/testing'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { shell } from '@portico/plugin-shell'
import { expect, vi } from 'vitest'
import {
  type KnownSession,
  type SiwxOptions,
  signedInEvent,
  signedOutEvent,
  siwx,
  siwxService,
  siwxSignMessageView,
  siwxSlice,
} from '../src/index.js'

export const ends: (() => unknown)[] = []
export interface Visit extends SiwxOptions {
  readonly wallets?: readonly TallyWallet[]
  readonly driver?: StorageDriver
  readonly base?: readonly Plugin[]
}
/** Creates a page with the real base plugins and Tally's wallets. */
export async function visit({
  wallets = [tallyWallet()],
  driver = memoryStorage(),
  base: own,
  ...options
}: Visit = {}) {
  const reported: unknown[] = []
  const base = own ?? [shell(), api(), connectionPlugin({ restoreTimeoutMs: 2_000 }), account()]
  const kernel = await createTestKernel({
    base,
    plugins: [tally({ wallets }), siwx(options)],
    storage: driver,
  })
  const names: string[] = []
  kernel.on(trackedEvent, ({ name }) => names.push(name))
  const came: KnownSession[] = []
  const went: KnownSession[] = []
  kernel.on(signedInEvent, known => came.push(known))
  kernel.on(signedOutEvent, known => went.push(known))
  ends.push(() => kernel.dispose())
  const [wallet = tallyWallet()] = wallets
  return {
    kernel,
    wallet,
    names,
    came,
    went,
    reported,
    siwx: kernel.use(siwxService),
    view: () => kernel.views.current?.id,
    phase: () => kernel.state(siwxSlice).phase.name,
    toast: () => kernel.state(shellSlice).toast?.message.en,
    signs: () => wallet.requests.filter(request => request === 'sign').length,
    open: () => kernel.use(shellService).open(),
    isOpen: () => kernel.state(shellSlice).open,
    /** Connects by the modal, as people do. */
    async connect(name = wallet.name) {
      if (!kernel.state(shellSlice).open) kernel.use(shellService).open({ view: connectView })
      const one = (await listed(kernel)).find(connector => connector.name === name)
      await kernel.use(connectionService).connect(one?.id ?? '')
    },
    async reads() {
      await vi.waitFor(
        () =>
          expect([kernel.state(siwxSlice).phase.name, kernel.views.current?.id]).toEqual([
            'reading',
            siwxSignMessageView.id,
          ]),
        {
          interval: 5,
          timeout: 10_000,
        },
      )
    },
  }
}
export async function listed(kernel: Kernel) {
  const { connectorsSlot } = await import('@portico/kernel/connector-kit')
  await kernel.use(connectionService).discover()
  return kernel.items(connectorsSlot)
}
export type Page = Awaited<ReturnType<typeof visit>>
export async function signedInPage(options: Visit = {}): Promise<Page> {
  const page = await visit(options)
  await page.connect()
  await page.reads()
  await page.siwx.sign()
  expect(page.kernel.state(siwxSlice).sessions).toHaveLength(1)
  return page
}
export const text = (page: Page) => {
  const { phase } = page.kernel.state(siwxSlice)
  return 'request' in phase ? phase.request.text : ''
}
