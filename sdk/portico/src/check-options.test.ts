import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DefaultOptions } from './defaults.js'

let defaultOrder: typeof import('./defaults.js').defaultOrder
let defaultPlugins: typeof import('./defaults.js').defaultPlugins
// A page that was just loaded has printed no warning yet.
beforeEach(async () => {
  vi.resetModules()
  ;({ defaultOrder, defaultPlugins } = await import('./defaults.js'))
})
afterEach(() => vi.restoreAllMocks())

describe('the options of defaultPlugins, in development', () => {
  it('warns of an option of the wrong type and of a name that is no option', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    defaultPlugins({ swap: 'all', wallets: {} } as unknown as DefaultOptions)
    expect(warned.mock.calls).toEqual([
      ['[portico] defaultPlugins: the option "swap" takes an object, not "all".'],
      ['[portico] defaultPlugins: there is no option "wallets".'],
    ])
  })
  it('prints each warning once, however often a page calls defaultPlugins', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const wrong = { features: { history: 'yes', email: true } } as unknown as DefaultOptions
    defaultPlugins(wrong)
    const first = warned.mock.calls.length
    defaultPlugins({ ...wrong })
    expect(first).toBeGreaterThan(0)
    expect(warned).toHaveBeenCalledTimes(first)
  })
  it('warns of an order that is not passed to createPortico, and only then', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const features = { walletFeaturesOrder: ['send'] }
    defaultPlugins({ features })
    defaultOrder(features)
    await Promise.resolve()
    expect(warned).not.toHaveBeenCalled()
    defaultPlugins({ features: { connectMethodsOrder: ['wallet'] } })
    await Promise.resolve()
    expect(warned.mock.calls).toEqual([
      [
        '[portico] defaultPlugins: "connectMethodsOrder" changes nothing without createPortico({ order: defaultOrder(features) }).',
      ],
    ])
  })
})
