import { createKernel, definePlugin } from '@portico/kernel'
import { connectMethodsSlot, connectPartsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { environmentSlice } from '@portico/kernel/wallet'
import { describe, expect, it, vi } from 'vitest'
import {
  bareChain,
  bench,
  codeOf,
  connectorSource,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedStorage,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'
import { access, type ConnectionContext, recentWallets } from '../refs.js'
import { discoverWallets, isDiscovered, listedConnectors } from './discover-wallets.js'

describe('the listed connectors', () => {
  it('[D15b] Only connectors that work in this environment are listed', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    source.add(puppet('phone', { worksIn: ({ kind }) => kind === 'mobile' }))
    source.add(
      puppet('desk', {
        worksIn: here => here === it.kernel.state(environmentSlice) && here.kind === 'desktop',
      }),
    )
    source.add(puppet('any'))
    expect(listedConnectors(it.kernel).map(({ id }) => id)).toEqual(['desk', 'any'])
    expect(await codeOf(use(it).connect('phone'))).toBe('CONNECTOR_NOT_FOUND')
  })
  it('[S2.22] A modal that was opened for a namespace lists only its connectors', async () => {
    const it = await bench({
      chains: [
        tally({ wallets: [wallet()] }),
        tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] }),
      ],
    })
    expect(listedConnectors(it.kernel)).toHaveLength(2)
    it.kernel.use(shellService).open({ namespace: 'other' })
    expect(listedConnectors(it.kernel).map(({ namespace }) => namespace)).toEqual(['other'])
  })
  it('A connector is listed while its wallet is in the page', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const leave = source.add(puppet('late'))
    expect(listedConnectors(it.kernel)).toHaveLength(1)
    leave()
    expect(listedConnectors(it.kernel)).toHaveLength(0)
  })
})

describe('recent wallets', () => {
  it('[S3.57][S9.23] Recent wallets are the last two by identity, newest first, as id, rdns and name', async () => {
    const source = connectorSource()
    const it = await bench({
      plugins: [source.plugin],
      chains: [bareChain('tally', 'main'), bareChain('other', 'main')],
    })
    source.add(puppet('fox', { name: 'Fox', info: { rdns: 'io.fox' } }))
    source.add(
      puppet('fox-other', {
        name: 'Fox',
        namespace: 'other',
        info: { rdns: 'io.fox' },
        connect: async () => puppetSession(reportOf(['t_fox'], 'other:main')),
      }),
    )
    source.add(puppet('owl', { name: 'Owl', explorerId: 'abc' }))
    source.add(puppet('cat', { name: 'Cat' }))
    for (const id of ['fox', 'owl', 'fox-other']) await use(it).connect(id)
    expect(recentWallets(it.kernel)).toEqual([
      { id: 'rdns:io.fox', rdns: 'io.fox', name: 'Fox' },
      { id: 'directory:abc', name: 'Owl' },
    ])
    await use(it).connect('cat')
    expect(recentWallets(it.kernel).map(({ name }) => name)).toEqual(['Cat', 'Fox'])
  })
  it('[S9.23] A recent wallet is the one that was picked, where its connector leads to many', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin], chains: [bareChain('tally', 'main')] })
    source.add(puppet('relay', { name: 'Relay', type: 'EXTERNAL' }))
    await use(it).connect('relay', { wallet: { name: 'Rainbow', rdns: 'me.rainbow' } })
    expect(recentWallets(it.kernel)).toEqual([
      { id: 'rdns:me.rainbow', rdns: 'me.rainbow', name: 'Rainbow', listed: true },
    ])
    await use(it).disconnect()
    await use(it).connect('relay')
    expect(recentWallets(it.kernel).map(({ name }) => name)).toEqual(['Relay', 'Rainbow'])
  })
})

describe('the discovery of wallets', () => {
  const seeker = (chain: string, start: () => Promise<void>) =>
    definePlugin({
      id: `test/${chain}`,
      setup: context => void context.contribute(discoveriesSlot, { id: chain, start }),
    })

  it('Discovery starts when Connect opens, once', async () => {
    const start = vi.fn(async () => undefined)
    const it = await bench({ plugins: [seeker('tally', start)] })
    await tick(5)
    expect(start).not.toHaveBeenCalled()
    it.kernel.use(shellService).open()
    await Promise.all([use(it).discover(), use(it).discover()])
    it.kernel.use(shellService).close()
    it.kernel.use(shellService).open()
    expect(start).toHaveBeenCalledTimes(1)
  })
  it('[R35] Discovery and the parts of the Connect view are requested in the tick in which Connect opens, and not before', async () => {
    const [code, part, method] = [
      vi.fn(async () => ({})),
      vi.fn(async () => ({ default: () => null })),
      vi.fn(async () => ({ default: () => null })),
    ]
    const it = await bench({
      plugins: [
        definePlugin({
          id: 'test/parts',
          setup(context) {
            context.contribute(discoveriesSlot, {
              id: 'tally',
              load: code,
              start: async () => undefined,
            })
            context.contribute(connectPartsSlot, { id: 'part', load: part })
            context.contribute(connectMethodsSlot, { id: 'email', load: method })
          },
        }),
      ],
    })
    await tick(5)
    for (const load of [code, part, method]) expect(load).not.toHaveBeenCalled()
    it.kernel.use(shellService).open()
    await Promise.resolve()
    for (const load of [code, part, method]) expect(load).toHaveBeenCalledOnce()
  })
  it('A chain whose code failed to load when the pointer came near loads its wallets again when the modal opens', async () => {
    const start = vi
      .fn(async () => undefined)
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const it = await bench({ plugins: [seeker('tally', start)] })
    await use(it).discover()
    expect(start).toHaveBeenCalledTimes(1)
    it.kernel.use(shellService).open()
    await until(() => start.mock.calls.length === 2)
    it.kernel.use(shellService).close()
    it.kernel.use(shellService).open()
    await tick(5)
    expect(start).toHaveBeenCalledTimes(2)
  })
  it('Discovery starts when there is a connection to restore', async () => {
    const start = vi.fn(async () => undefined)
    const it = await bench({
      storage: savedStorage({ connections: [savedConnection('x')] }),
      plugins: [seeker('tally', start)],
    })
    await until(() => start.mock.calls.length === 1)
    it.kernel.dispose()
  })
  it('Discovery starts when a host connects a wallet that is not discovered yet', async () => {
    const source = connectorSource()
    const it = await bench({
      plugins: [source.plugin, seeker('tally', async () => void source.add(puppet('fox')))],
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(it).connect('fox')))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]?.address).toBe('t_fox')
  })
  it('[R25] Discovery does not wait for a chain that hangs or fails', {
    tags: 'thorough',
  }, async () => {
    const it = await bench({
      plugins: [
        seeker('hung', () => new Promise(() => {})),
        seeker('torn', () => {
          throw new TypeError('no')
        }),
        seeker('well', async () => undefined),
      ],
    })
    const began = performance.now()
    await use(it).discover()
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(it.reported).toMatchObject([{ message: 'no' }])
  })
  it('[R25] Discovery continues when the loader of a chain throws', async () => {
    const torn = definePlugin({
      id: 'test/torn',
      setup(context) {
        context.contribute(discoveriesSlot, {
          id: 'torn',
          load() {
            throw new TypeError('no such file')
          },
          start: async () => undefined,
        })
      },
    })
    const start = vi.fn(async () => undefined)
    const it = await bench({ plugins: [torn, seeker('well', start)] })
    await use(it).discover()
    expect(start).toHaveBeenCalledTimes(1)
    expect(it.reported).toEqual([])
  })
  it('[R30] Discovery ends with its plugin, and as soon as its chains have answered', async () => {
    const hung = await bench({ plugins: [seeker('hung', () => new Promise(() => {}))] })
    const well = await bench({ plugins: [seeker('well', async () => undefined)] })
    // The code is there before time stands still.
    const before = await bench()
    await use(before).discover()
    await vi.dynamicImportSettled()
    vi.useFakeTimers()
    try {
      await use(well).discover()
      expect(vi.getTimerCount()).toBe(0)
      const looking = use(hung).discover()
      await vi.dynamicImportSettled()
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      hung.kernel.dispose()
      await expect(looking).rejects.toMatchObject({ name: 'AbortError' })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
    expect(hung.reported).toEqual([])
  })
  it('Discovery includes a chain that is added later', async () => {
    const start = vi.fn(async () => undefined)
    const it = await bench()
    await use(it).discover()
    it.kernel.install(seeker('late', start))
    expect(start).toHaveBeenCalledTimes(1)
  })
})

describe('the wallet list of a page with saved connections', () => {
  /**
   * A kernel whose session another plugin writes, so that the test decides when the saved
   * connections are restored.
   */
  const restoring = () => {
    let context: ConnectionContext | undefined
    const owner = definePlugin({
      id: 'test/owner',
      ...access,
      setup(given) {
        context = given
        given.update(sessionSlice, draft => void Object.assign(draft, { returning: ['tally'] }))
      },
    })
    const kernel = createKernel({ plugins: [owner] })
    if (!context) throw new ReferenceError('the plugin was not set up')
    const discovery = discoverWallets(context, async () => ({
      Wallets: () => null,
      loadPictures: async () => undefined,
    }))
    return { kernel, context, discovery }
  }
  it('[S9.23] The wallet list waits until the recent wallets are read, because they come first in it', async () => {
    const { kernel, context, discovery } = restoring()
    await tick(20)
    expect(isDiscovered(kernel)).toBe(false)
    context.update(sessionSlice, draft => void Object.assign(draft, { returning: undefined }))
    await discovery
    expect(isDiscovered(kernel)).toBe(true)
    kernel.dispose()
  })
  it('[R24] The wallet list is shown without the recent wallets when they are not read within 2 s', async () => {
    vi.useFakeTimers()
    try {
      const { kernel, discovery } = restoring()
      await vi.advanceTimersByTimeAsync(1_999)
      expect(isDiscovered(kernel)).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await discovery
      expect(isDiscovered(kernel)).toBe(true)
      kernel.dispose()
    } finally {
      vi.useRealTimers()
    }
  })
})
