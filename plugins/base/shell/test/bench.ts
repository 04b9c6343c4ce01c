/** A kernel with the shell and some views, of which a test opens one. */
import {
  createKernel,
  definePlugin,
  defineView,
  type Kernel,
  memoryStorage,
  type Plugin,
  type PluginContext,
  view,
} from '@portico/kernel'
import { type Account, accountView, type ConnectionId } from '@portico/kernel/account'
import { connectView, unsupportedChainView } from '@portico/kernel/connect-page'
import { sessionSlice } from '@portico/kernel/session'
import {
  closeGuardsSlot,
  modalClosedEvent,
  modalOpenedEvent,
  type OpeningRule,
  openingRulesSlot,
  shellService,
  shellSlice,
  trackedEvent,
} from '@portico/kernel/shell'
import { afterEach, beforeEach, vi } from 'vitest'
import type { ShellOptions } from '../src/options.js'
import { shell } from '../src/plugin.js'

export const sendView = defineView<{ to: string } | undefined>('Send')
export const swapView = defineView('Swap')
export const lostView = defineView('Lost')
export const emptyView = async () => ({ default: () => null })
export type SessionContext = PluginContext<readonly [], readonly [], readonly [typeof sessionSlice]>
let wallets: SessionContext
export const lifted = { canLeave: true }
const stage = definePlugin({
  id: 'test/stage',
  owns: [sessionSlice],
  views: [
    view(connectView, emptyView),
    view(accountView, emptyView),
    view(sendView, emptyView),
    view(swapView, emptyView, { canLeave: () => lifted.canLeave }),
    view(unsupportedChainView, emptyView, { backCloses: true }),
  ],
  setup(context) {
    wallets = context
  },
})
export const connect = (namespace = 'tally') =>
  wallets.update(sessionSlice, state => {
    const id: ConnectionId = `${namespace}/wallet`
    const account: Account = { namespace, address: 't_ada', type: 'eoa', connection: id }
    const network = `${namespace}:main` as const
    state.connections[id] = {
      id,
      namespace,
      connector: 'wallet',
      wallet: { name: 'Wallet' },
      phase: { name: 'connected' },
      accounts: [account],
      network,
    }
    state.active[namespace] = id
    state.namespace ??= namespace
  })
export const disconnect = () => wallets.reset(sessionSlice)
export const errors: unknown[] = []
export let kernel: Kernel
export const boot = (options?: ShellOptions, ...plugins: readonly Plugin[]) => {
  kernel = createKernel({
    plugins: [shell(options), stage, ...plugins],
    storage: memoryStorage(),
    onError: error => errors.push(error),
  })
  return kernel.use(shellService)
}
export const state = () => kernel.state(shellSlice)
export const on = () => kernel.views.current?.id
export const recordedEvents = () => {
  const events: unknown[] = []
  kernel.on(modalOpenedEvent, payload => events.push(['opened', payload.view]))
  kernel.on(modalClosedEvent, () => events.push(['closed']))
  kernel.on(trackedEvent, ({ name }) => events.push(name))
  return events
}
export const rule = (item: OpeningRule) =>
  definePlugin({
    id: `test/rule-${item.id}`,
    setup: context => void context.contribute(openingRulesSlot, item),
  })
export const guard = (id: string, allows: () => boolean) =>
  definePlugin({
    id: `test/guard-${id}`,
    setup: context => void context.contribute(closeGuardsSlot, { id, allows }),
  })

/** Each test of the file that calls this ends without a kernel and without a reported error. */
export function setUpBench(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    errors.length = 0
    lifted.canLeave = true
  })
  afterEach(() => {
    kernel.dispose()
    vi.useRealTimers()
  })
}
