// @vitest-environment happy-dom
import { definePlugin, type Label, view } from '@portico/kernel'
import {
  allWalletsView,
  connectEntriesSlot,
  connectView,
  type NoWalletPart,
  type NoWalletPartProps,
  noWalletPartsSlot,
} from '@portico/kernel/connect-page'
import type { Connector } from '@portico/kernel/connector-kit'
import { shellService } from '@portico/kernel/shell'
import { walletFindersSlot } from '@portico/kernel/wallet'
import { act, createElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type BenchOptions,
  bench,
  connectorSource,
  puppet,
  savedConnection,
  savedStorage,
  use,
} from '../../test/bench.js'
import {
  eventually,
  place,
  rowsOf,
  setUpPlace,
  show,
  start,
  text,
  toasted,
  unmount,
} from '../../test/views.js'

setUpPlace()

/** A plugin with a way to connect, and a frame around all of them. */
const framed = (load: NoWalletPart['load']) =>
  definePlugin({
    id: 'test/frame',
    views: [view(allWalletsView, async () => ({ default: () => null }))],
    setup(context) {
      const label: Label = { id: 'test.all', en: 'All wallets' }
      context.contribute(connectEntriesSlot, {
        id: 'all',
        icon: 'grid',
        label,
        view: allWalletsView,
      })
      context.contribute(noWalletPartsSlot, { id: 'frame', place: 'frame', load })
    },
  })

describe('Connect without a wallet', () => {
  it('Connect without a wallet stands in the frame that a plugin brings', async () => {
    const Frame = ({ children }: { readonly children?: unknown }) =>
      createElement('section', { 'aria-label': 'Frame' }, children as ReactNode)
    await start({ plugins: [framed(async () => ({ default: Frame }))] })
    await eventually(() => rowsOf().includes('All wallets'))
    expect(place.querySelector('section')?.textContent).toContain('All wallets')
  })
  it('Connect without a wallet lists the ways to connect where the code of the frame does not load, and reports that', async () => {
    const it = await start({
      plugins: [framed(() => Promise.reject(new TypeError('Failed to fetch')))],
    })
    await eventually(() => it.reported.length > 0)
    expect(text()).not.toContain('could not be loaded')
    expect(rowsOf()).toContain('All wallets')
    expect(it.reported).toMatchObject([{ code: 'PART_UNLOADED' }])
  })
  it('Connect without a wallet lists the ways to connect where the frame throws, and reports that', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Frame = () => {
      throw new RangeError('broken frame')
    }
    const it = await start({ plugins: [framed(async () => ({ default: Frame }))] })
    await eventually(() => rowsOf().includes('All wallets'))
    expect(it.reported).toMatchObject([{ message: 'broken frame' }])
    silent.mockRestore()
  })
})

describe('the wallets that Connect suggests', () => {
  /** A plugin that suggests wallets, of which Connect says which ones it lists already. */
  const suggesting = (receive: (listed: readonly string[]) => void) =>
    definePlugin({
      id: 'test/suggestions',
      setup(context) {
        context.contribute(walletFindersSlot, { id: 'test', find: async () => undefined })
        const Suggestions = ({ listed = [] }: NoWalletPartProps) => {
          receive(listed)
          return null
        }
        const load = async () => ({ default: Suggestions })
        context.contribute(noWalletPartsSlot, { id: 'suggestions', place: 'list', load })
      },
    })
  /** Opens Connect in a page without its recent wallets: an extension, and one of a directory. */
  async function openWithout(others: readonly Connector[]) {
    const source = connectorSource()
    const received: (readonly string[])[] = []
    const plugins = [source.plugin, toasted, suggesting(listed => received.push(listed))]
    const it = await bench({ plugins })
    const leave = [
      source.add(puppet('fox', { name: 'Fox' })),
      source.add(puppet('relay', { name: 'Relay' })),
    ]
    await use(it).connect('fox')
    await use(it).disconnect()
    await use(it).connect('relay', { wallet: { name: 'Rainbow', rdns: 'me.rainbow' } })
    await use(it).disconnect()
    for (const one of leave) one()
    for (const one of others) source.add(one)
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    await eventually(() => received.length > 0)
    return received.at(-1)
  }

  it('Connect does not count a recent extension that is gone as listed, so it is suggested', async () => {
    const outside = puppet('outside', { name: 'Outside', type: 'EXTERNAL' })
    expect(await openWithout([outside])).toEqual(['Outside', 'Rainbow'])
  })
  it('Connect counts no recent wallet as listed where it shows no list', async () => {
    expect(await openWithout([])).toEqual([])
  })
})

describe('Connect in the browser of a wallet', () => {
  beforeEach(() => {
    vi.stubGlobal('phantom', {})
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile',
    )
    return () => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
  const withWallets = async (name: string, options: BenchOptions = {}) => {
    const source = connectorSource()
    const landing = definePlugin({
      id: 'test/landing',
      setup: context => context.onStart(() => void source.add(puppet(name, { name }))),
    })
    const it = await start({ plugins: [source.plugin, landing], ...options })
    await eventually(() => text().includes('Fox') || rowsOf().length > 0)
    return it
  }
  it('Connect in the browser of a wallet shows that wallet alone, with what the page will see', async () => {
    await withWallets('Fox')
    expect(rowsOf()).toEqual([])
    expect(text()).toContain('This page will see your address')
  })
  it('[S5] Connect in the browser of a wallet shows a wallet that mixes alphabets in a row with a warning', async () => {
    // The second letter is Cyrillic.
    await withWallets('Fоx')
    expect(rowsOf()).toEqual([expect.stringContaining('May imitate another wallet')])
    expect(text()).not.toContain('This page will see your address')
  })
  it('Connect in the browser of a wallet that is connected shows that wallet in a row with that mark', async () => {
    const it = await withWallets('Fox')
    await act(async () => use(it).connect('Fox'))
    await unmount()
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    expect(rowsOf()[0]).toBe('FoxConnected')
  })
  it('[D11c] Connect in the browser of a wallet offers to forget a wallet that was not restored', async () => {
    const storage = savedStorage({
      connections: [{ ...savedConnection('owl'), wallet: { name: 'Owl' } }],
    })
    await withWallets('Fox', { restoreTimeoutMs: 20, storage })
    await eventually(() => text().includes('Owl did not reconnect.'))
    expect(text()).toContain('This page will see your address')
  })
})
