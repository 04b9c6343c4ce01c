/** The contract of a feature plugin. */
import { expect } from 'vitest'
import { accountActionsSlot, accountTabsSlot } from '../contracts/account/index.js'
import { chainsSlot, namespaceOf } from '../contracts/chain/index.js'
import { connectionService } from '../contracts/session/index.js'
import { createKernel } from '../kernel.js'
import type { EndpointOverride } from '../override.js'
import { definePlugin, type Plugin } from '../plugin.js'
import type { AnySlice } from '../refs.js'
import { answerInTime } from './check-bench.js'
import { createTestKernel, type TestKernel } from './create-test-kernel.js'
import { tally, tallyNetwork } from './tally-chain.js'
import { tallyWallet } from './tally-wallet.js'

export interface FeatureRig {
  plugin(): Plugin
  /** Its items among the account's actions and tabs. None: it has no button. */
  readonly items?: readonly string[]
  /** The plugins whose services it needs, besides the test base. */
  readonly needs?: () => readonly Plugin[]
  /** Responses in place of the endpoints that `use` calls, because the suite has no network. */
  readonly endpoints?: readonly EndpointOverride[]
  /**
   * Does something on tally that succeeds, to create state that must be forgotten. A failure shown
   * to the person fails the suite.
   */
  use?(kernel: TestKernel): Promise<void> | void
}
export interface FeatureCheck {
  readonly name: string
  run(rig: FeatureRig): Promise<void>
}

const itemsOf = (kernel: TestKernel): readonly string[] =>
  [...kernel.items(accountActionsSlot), ...kernel.items(accountTabsSlot)].map(item => item.id)
const connected = (rig: FeatureRig, plugin = rig.plugin()) =>
  createTestKernel({
    plugins: [...(rig.needs?.() ?? []), tally({ wallets: [tallyWallet()] }), plugin],
    connected: 'tally:main',
    ...(rig.endpoints && { endpoints: rig.endpoints }),
  })
/** A chain without any offers. */
const mute = () =>
  definePlugin({
    id: 'chain/mute',
    setup: context =>
      void context.contribute(chainsSlot, {
        id: 'mute',
        name: 'Mute',
        networks: [tallyNetwork('main', 'mute')],
      }),
  })

export const featureChecks: readonly FeatureCheck[] = [
  {
    name: 'sets up in a kernel without a window',
    async run(rig) {
      const failures: unknown[] = []
      const kernel = createKernel({
        plugins: [rig.plugin()],
        onError: error => void failures.push(error),
      })
      const refused = kernel.inspect().plugins.find(plugin => plugin.status !== 'running')
      kernel.dispose()
      // A missing base service is no fault, because the base is absent here on purpose.
      const faults = failures.filter(error => (error as { code?: string }).code !== 'MISSING_NEED')
      expect(faults, `${refused?.id ?? 'it'} failed in setup`).toEqual([])
    },
  },
  {
    name: 'works on a chain that it does not know',
    async run(rig) {
      const kernel = await connected(rig)
      for (const item of rig.items ?? [])
        expect(itemsOf(kernel), 'its button is there').toContain(item)
      await answerInTime('use', rig.use?.(kernel))
      expect(kernel.reported, 'and nothing was reported').toEqual([])
      const failures = kernel.said.filter(one => one.kind === 'failure')
      expect(
        failures,
        'and no toast reported a failure (an endpoint that `use` needs is answered by `endpoints`)',
      ).toEqual([])
      kernel.dispose()
    },
  },
  {
    name: 'shows no items where the chain offers nothing',
    async run(rig) {
      const kernel = await createTestKernel({
        plugins: [...(rig.needs?.() ?? []), mute(), rig.plugin()],
      })
      for (const item of rig.items ?? []) expect(itemsOf(kernel)).not.toContain(item)
      kernel.dispose()
    },
  },
  {
    name: 'forgets everything on disconnect',
    async run(rig) {
      const plugin = rig.plugin()
      const kernel = await connected(rig, plugin)
      await answerInTime('use', rig.use?.(kernel))
      await kernel.use(connectionService).disconnect()
      for (const slice of plugin.owns as readonly AnySlice[]) {
        if (!slice.persist) expect(kernel.state(slice), slice.id).toEqual(slice.initial())
      }
      kernel.dispose()
    },
  },
  {
    name: 'offers no capability for a chain by name',
    async run(rig) {
      const kernel = await connected(rig)
      const { id } = rig.plugin()
      const offered = kernel
        .inspect()
        .registry.filter(({ place, plugin }) => plugin === id && place.startsWith('capability '))
      const isThere = (namespace: string) =>
        kernel.items(chainsSlot).some(chain => chain.id === namespace)
      const named = offered
        .map(({ place }) => place.split(' ')[2] ?? '')
        .filter(scope => !isThere(namespaceOf(scope)))
      expect(named, 'it offers where no chain is').toEqual([])
      kernel.dispose()
    },
  },
  {
    name: 'leaves nothing behind when it is removed',
    async run(rig) {
      const kernel = await createTestKernel({
        plugins: [...(rig.needs?.() ?? []), tally({ wallets: [tallyWallet()] })],
        connected: 'tally:main',
      })
      const before = itemsOf(kernel)
      const remove = kernel.install(rig.plugin())
      remove()
      expect(itemsOf(kernel)).toEqual(before)
      for (const view of rig.plugin().views)
        expect(kernel.views.has(view.ref), view.ref.id).toBe(false)
      kernel.dispose()
    },
  },
]
