import { definePlugin, memoryStorage } from '@portico/kernel'
import { connectMethods, connectParts, discoveries, environment, shell } from '@portico/kernel/contracts'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { bareChain, bench, dock, puppet, puppetLine, reportOf, tick, until, use } from '../../test/bench.js'
import { ConnectionError } from '../errors.js'
import { listedConnectors } from './discover-wallets.js'
import { recentWallets } from './recent-wallets.js'

const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => (error instanceof ConnectionError ? error.code : error),
  )

describe('what is listed', () => {
  it('[D15b] is what works in this environment', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    port.land(puppet('phone', { worksIn: ({ kind }) => kind === 'mobile' }))
    port.land(puppet('desk', { worksIn: here => here === it.kernel.state(environment) && here.kind === 'desktop' }))
    port.land(puppet('any'))
    expect(listedConnectors(it.kernel).map(({ id }) => id)).toEqual(['desk', 'any'])
    expect(await codeOf(use(it).connect('phone'))).toBe('CONNECTOR_NOT_FOUND')
  })
  it('[S2.22] is of the namespace to which the modal was opened', async () => {
    const it = await bench({ chains: [tally({ wallets: [wallet()] }), tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] })] })
    expect(listedConnectors(it.kernel)).toHaveLength(2)
    it.kernel.use(shell).open({ namespace: 'other' })
    expect(listedConnectors(it.kernel).map(({ chain }) => chain)).toEqual(['other'])
  })
  it('comes and goes with the wallets', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    const leave = port.land(puppet('late'))
    expect(listedConnectors(it.kernel)).toHaveLength(1)
    leave()
    expect(listedConnectors(it.kernel)).toHaveLength(0)
  })
})

describe('recent wallets', () => {
  it('[S3.57][S9.23] are the last two by identity, newest first, as id, rdns and name', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin], chains: [bareChain('tally', 'main'), bareChain('other', 'main')] })
    port.land(puppet('fox', { name: 'Fox', info: { rdns: 'io.fox' } }))
    port.land(
      puppet('fox-other', { name: 'Fox', chain: 'other', info: { rdns: 'io.fox' }, connect: async () => puppetLine(reportOf(['t_fox'], 'other:main')) }),
    )
    port.land(puppet('owl', { name: 'Owl', explorerId: 'abc' }))
    port.land(puppet('cat', { name: 'Cat' }))
    for (const id of ['fox', 'owl', 'fox-other']) await use(it).connect(id)
    expect(recentWallets(it.kernel)).toEqual([
      { id: 'rdns:io.fox', rdns: 'io.fox', name: 'Fox' },
      { id: 'directory:abc', name: 'Owl' },
    ])
    await use(it).connect('cat')
    expect(recentWallets(it.kernel).map(({ name }) => name)).toEqual(['Cat', 'Fox'])
  })
  it('[S9.23] name the wallet that was picked, where its connector is a way to many', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin], chains: [bareChain('tally', 'main')] })
    port.land(puppet('relay', { name: 'Relay', type: 'EXTERNAL' }))
    await use(it).connect('relay', { wallet: { name: 'Rainbow', rdns: 'me.rainbow' } })
    expect(recentWallets(it.kernel)).toEqual([{ id: 'rdns:me.rainbow', rdns: 'me.rainbow', name: 'Rainbow', listed: true }])
    await use(it).disconnect()
    await use(it).connect('relay')
    expect(recentWallets(it.kernel).map(({ name }) => name)).toEqual(['Relay', 'Rainbow'])
  })
})

describe('looking for wallets', () => {
  const seeker = (chain: string, start: () => Promise<void>) =>
    definePlugin({ id: `test/${chain}`, setup: context => void context.contribute(discoveries, { id: chain, start }) })

  it('begins when somebody opens Connect, and once', async () => {
    const start = vi.fn(async () => undefined)
    const it = await bench({ plugins: [seeker('tally', start)] })
    await tick(5)
    expect(start).not.toHaveBeenCalled()
    it.kernel.use(shell).open()
    await Promise.all([use(it).discover(), use(it).discover()])
    it.kernel.use(shell).close()
    it.kernel.use(shell).open()
    expect(start).toHaveBeenCalledTimes(1)
  })
  it('[R35] is requested in the tick in which Connect opens, together with the parts of the Connect view, and neither by a page that is only read', async () => {
    const [code, part, method] = [vi.fn(async () => ({})), vi.fn(async () => ({ default: () => null })), vi.fn(async () => ({ default: () => null }))]
    const it = await bench({
      plugins: [
        definePlugin({
          id: 'test/parts',
          setup(context) {
            context.contribute(discoveries, { id: 'tally', load: code, start: async () => undefined })
            context.contribute(connectParts, { id: 'part', load: part })
            context.contribute(connectMethods, { id: 'email', load: method })
          },
        }),
      ],
    })
    await tick(5)
    for (const load of [code, part, method]) expect(load).not.toHaveBeenCalled()
    it.kernel.use(shell).open()
    await Promise.resolve()
    for (const load of [code, part, method]) expect(load).toHaveBeenCalledOnce()
  })
  it('A chain whose code failed to load when the pointer came near is asked for its wallets again when the modal opens', async () => {
    const start = vi.fn(async () => undefined).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const it = await bench({ plugins: [seeker('tally', start)] })
    await use(it).discover()
    expect(start).toHaveBeenCalledTimes(1)
    it.kernel.use(shell).open()
    await until(() => start.mock.calls.length === 2)
    it.kernel.use(shell).close()
    it.kernel.use(shell).open()
    await tick(5)
    expect(start).toHaveBeenCalledTimes(2)
  })
  it('begins when there is a connection to take up again', async () => {
    const start = vi.fn(async () => undefined)
    const storage = memoryStorage()
    await storage.set(
      'portico.connection',
      JSON.stringify({ version: 1, saved: { connections: [{ namespace: 'tally', connector: 'x', wallet: { name: 'X' } }] } }),
    )
    const it = await bench({ storage, plugins: [seeker('tally', start)] })
    await until(() => start.mock.calls.length === 1)
    it.kernel.dispose()
  })
  it('begins when a host asks for a wallet that nobody has looked for yet', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin, seeker('tally', async () => void port.land(puppet('fox')))] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(it).connect('fox')))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]?.address).toBe('t_fox')
  })
  it('[R25] waits for no chain that hangs, and no chain that fails', { tags: 'thorough' }, async () => {
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
  it('[R25] goes on where the code of a chain cannot even be asked for', async () => {
    const torn = definePlugin({
      id: 'test/torn',
      setup(context) {
        context.contribute(discoveries, {
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
  it('[R30] waits no longer than its plugin lives, and no longer than its chains need', async () => {
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
  it('goes on with a chain that comes later', async () => {
    const start = vi.fn(async () => undefined)
    const it = await bench()
    await use(it).discover()
    it.kernel.install(seeker('late', start))
    expect(start).toHaveBeenCalledTimes(1)
  })
})
