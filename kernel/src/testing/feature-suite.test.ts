import { describe, expect, it } from 'vitest'
import { accountActionsSlot, accountView } from '../contracts/account/index.js'
import { balancesCapability, transfersCapability } from '../contracts/capabilities/index.js'
import { disconnectedEvent } from '../contracts/session/index.js'
import { toastsService } from '../contracts/shell/index.js'
import { override } from '../override.js'
import { definePlugin } from '../plugin.js'
import { defineEndpoint, defineService, defineSlice } from '../refs.js'
import { memoryStorage, type StorageDriver } from '../storage-driver.js'
import { type FeatureRig, featureChecks, storageChecks, testFeaturePlugin } from './index.js'

const memory = /* @__PURE__ */ defineSlice<{ marks: number }>({
  id: 'test/memory',
  initial: () => ({ marks: 0 }),
})
const sound = (
  fault: {
    forgets?: boolean
    everywhere?: boolean
    throws?: boolean
    named?: boolean
    view?: boolean
  } = {},
): FeatureRig => {
  const plugin = () =>
    definePlugin({
      id: 'feature/sound',
      owns: [memory],
      setup(context) {
        if (fault.throws) document.title = 'no window here'
        context.contribute(accountActionsSlot, {
          id: 'sound',
          label: { id: 'sound.action', en: 'Sound' },
          icon: 'M0 0',
          view: accountView,
          when: fault.everywhere
            ? () => true
            : read => read.capability(transfersCapability, 'tally:main') !== undefined,
        })
        if (fault.named)
          context.offer(balancesCapability, 'stellar', { native: async () => ({}) as never })
        if (fault.forgets !== false) context.on(disconnectedEvent, () => context.reset(memory))
        context.update(memory, state => {
          state.marks = 0
        })
        context.onStart(() => context.update(memory, state => void state.marks++))
      },
    })
  return { plugin, items: ['sound'] }
}
const count = /* @__PURE__ */ defineEndpoint<void, number>('test/count')
const counter = /* @__PURE__ */ defineService<{ count(): Promise<void> }>('test/counter')
/** Calls an endpoint, and shows a toast when that failed. */
const counting = (rest: Partial<FeatureRig> = {}): FeatureRig => ({
  plugin: () =>
    definePlugin({
      id: 'feature/counting',
      needs: [toastsService],
      provides: [counter],
      setup(context) {
        context.handle(count, () => Promise.reject(new TypeError('no network')))
        context.provide(counter, {
          async count() {
            await context
              .call(count, undefined, context.signal)
              .catch(error => context.use(toastsService).fail(error))
          },
        })
      },
    }),
  use: kernel => kernel.use(counter).count(),
  ...rest,
})

testFeaturePlugin('a sound feature', sound())

describe('the feature suite', () => {
  it.each([
    ['a feature that needs a window in setup', /without a window/, sound({ throws: true })],
    ['a feature that is missing on tally', /does not know/, { ...sound(), items: ['other'] }],
    ['a feature that stays where it cannot work', /no items/, sound({ everywhere: true })],
    ['a feature that keeps state after disconnect', /forgets/, sound({ forgets: false })],
    ['a feature that names a chain in its offers', /by name/, sound({ named: true })],
    ['a feature that cannot be installed late', /is removed/, sound({ throws: true })],
  ] as const)('the feature suite finds %s', async (_fault, title, rig) => {
    const check = featureChecks.find(one => title.test(one.name))
    expect(check).toBeDefined()
    await expect(check?.run(rig as FeatureRig)).rejects.toThrow()
  })

  it('a flow that ends in an error toast is found by the feature suite, unless `endpoints` answers its calls', async () => {
    const works = featureChecks.find(one => /does not know/.test(one.name))
    await expect(works?.run(counting())).rejects.toThrow('no toast reported a failure')
    for (const check of featureChecks)
      await check.run(counting({ endpoints: [override(count, async () => 3)] }))
  })
})

describe('the storage suite', () => {
  const leaky = (fault: Partial<StorageDriver>) => () => ({ ...memoryStorage(), ...fault })
  it.each([
    ['a driver that invents values', /returns nothing/, leaky({ get: () => 'made up' })],
    ['a driver that loses values', /exactly the text/, leaky({ set: () => undefined })],
    [
      'a driver that keeps the first write',
      /newest/,
      (): StorageDriver => {
        const kept = new Map<string, string>()
        return {
          get: (key: string) => kept.get(key),
          set: (key: string, text: string): unknown => kept.has(key) || kept.set(key, text),
          remove: (key: string): unknown => kept.delete(key),
        }
      },
    ],
    ['a driver that cannot remove', /deletes/, leaky({ remove: () => undefined })],
    [
      'a driver that truncates long values',
      /64 KiB/,
      () => {
        const kept = new Map<string, string>()
        return {
          get: (key: string) => kept.get(key),
          set: (key: string, text: string): unknown => kept.set(key, text.slice(0, 1_000)),
          remove: (key: string): unknown => kept.delete(key),
        }
      },
    ],
  ] as const)('the storage suite finds %s', async (_fault, title, create) => {
    const check = storageChecks.find(one => title.test(one.name))
    await expect(check?.run(create as () => StorageDriver)).rejects.toThrow()
    await check?.run(memoryStorage)
  })
})
