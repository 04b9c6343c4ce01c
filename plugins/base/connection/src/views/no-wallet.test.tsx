// @vitest-environment happy-dom
import { definePlugin, type Label, view } from '@portico/kernel'
import {
  allWalletsView,
  connectEntriesSlot,
  type NoWalletPart,
  noWalletPartsSlot,
} from '@portico/kernel/connect-page'
import { createElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dock, puppet } from '../../test/bench.js'
import { eventually, place, rowsOf, setUpPlace, start, text } from '../../test/views.js'

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
  const withWallets = async (...names: readonly string[]) => {
    const handle = dock()
    const landing = definePlugin({
      id: 'test/landing',
      setup: context =>
        context.onStart(() => {
          for (const name of names) handle.land(puppet(name, { name }))
        }),
    })
    await start({ plugins: [handle.plugin, landing] })
    await eventually(() => text().includes('More ways to connect'))
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
})
