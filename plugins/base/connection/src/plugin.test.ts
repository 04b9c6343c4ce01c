import { createKernel, definePlugin } from '@portico/kernel'
import { connectMethodsSlot, connectView } from '@portico/kernel/connect-page'
import { connectionService as service, sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { environmentSlice } from '@portico/kernel/wallet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Bench,
  bench,
  connectionsOf,
  connectorSource,
  puppet,
  tick,
  use,
} from '../test/bench.js'
import { connection } from './plugin.js'

/** What the embedded wallet brings. */
const others = definePlugin({
  id: 'test/embedded',
  setup(context) {
    const load = async () => ({ default: () => null })
    context.contribute(connectMethodsSlot, { id: 'social', rank: 'normal', load })
    context.contribute(connectMethodsSlot, { id: 'email', rank: 'early', load })
  },
})

describe('the order of connect methods', () => {
  const order = async (it: Bench) => {
    await use(it).discover()
    return it.kernel.items(connectMethodsSlot).map(({ id }) => id)
  }

  it('[S2.25] The order of connect methods is by default email, social, wallet', async () => {
    expect(await order(await bench({ plugins: [others] }))).toEqual(['email', 'social', 'wallet'])
  })
  it.each(['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'] as const)(
    '[S2.26] the order of connect methods is wallet, email, social while a wallet of type %s is listed',
    async type => {
      const source = connectorSource()
      const it = await bench({ plugins: [others, source.plugin] })
      const leave = source.add(puppet('fox', { type }))
      expect(await order(it)).toEqual(['wallet', 'email', 'social'])
      leave()
      expect(await order(it)).toEqual(['email', 'social', 'wallet'])
    },
  )
  it('[S2.26] Wallets come first when a wallet is in the page from the start', async () => {
    expect(await order(await bench({ plugins: [others], wallets: [tallyWallet()] }))).toEqual([
      'wallet',
      'email',
      'social',
    ])
  })
  it('[S2.25][S2.26] The order does not change for a wallet that is not listed or not in the page', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [others, source.plugin] })
    source.add(puppet('phone', { worksIn: ({ kind }) => kind === 'mobile' }))
    source.add(puppet('mail', { type: 'AUTH' }))
    source.add(puppet('far', { type: 'EXTERNAL' }))
    expect(await order(it)).toEqual(['email', 'social', 'wallet'])
  })
  it('[S2.27] The order of connect methods is as configured, with and without a wallet', async () => {
    const configured = { connectMethods: ['social', 'wallet', 'email'] }
    expect(await order(await bench({ plugins: [others], order: configured }))).toEqual([
      'social',
      'wallet',
      'email',
    ])
    expect(
      await order(await bench({ plugins: [others], order: configured, wallets: [tallyWallet()] })),
    ).toEqual(['social', 'wallet', 'email'])
  })
})

describe('the plugin', () => {
  it('[S2.03][S2.08][S2.11] The plugin has the views Connect, ConnectingExternal, Networks and UnsupportedChain', async () => {
    const { kernel } = await bench()
    for (const id of ['Connect', 'ConnectingExternal', 'Networks', 'UnsupportedChain']) {
      const entry = kernel.views.entry(id)
      expect(entry?.title?.id).toMatch(/^connection\.title\.|^ui\.networkUnknown$/)
      expect((await entry?.load())?.default).toBeTypeOf('function')
      expect(entry?.backCloses).toBe(id === 'UnsupportedChain' ? true : undefined)
    }
    await kernel.use(service).discover()
    expect((await kernel.items(connectMethodsSlot)[0]?.load())?.default).toBeTypeOf('function')
  })
  it('The plugin sets up without a window, and its state is initial until the start', () => {
    const kernel = createKernel({ plugins: [connection(), tally()] })
    expect(kernel.state(sessionSlice)).toEqual({ connections: {}, active: {}, chosen: {} })
    expect(kernel.state(environmentSlice).kind).toBe('desktop')
    expect(kernel.inspect().plugins.find(({ id }) => id === 'base/connection')?.status).toBe(
      'running',
    )
  })
  it('Two kernels with the plugin share no state', async () => {
    const [one, two] = [
      await bench({ wallets: [tallyWallet()] }),
      await bench({ wallets: [tallyWallet()] }),
    ]
    await use(one).connect('tally:org.tally.tally-wallet')
    expect(connectionsOf(two)).toEqual([])
  })
})

describe('random actions of a person and a wallet', () => {
  type Act =
    | 'connect'
    | 'approve'
    | 'decline'
    | 'cancel'
    | 'disconnect'
    | 'disconnect all'
    | 'hang up'
    | 'lock'
    | 'open'
    | 'close'
    | 'back'
    | 'switch'
    | 'wild'
    | 'forget'
    | 'wait'
  const acts: readonly Act[] = [
    'connect',
    'connect',
    'approve',
    'approve',
    'decline',
    'cancel',
    'disconnect',
    'disconnect all',
    'hang up',
    'lock',
    'open',
    'open',
    'close',
    'back',
    'switch',
    'wild',
    'forget',
    'wait',
  ]
  const quiet = () => undefined

  const play = async (story: readonly (readonly [Act, number])[]) => {
    const wallets = ['Ada', 'Bob'].map(name => tallyWallet({ name, policy: 'ask' }))
    const it = await bench({ wallets })
    const service = use(it)
    const modal = it.kernel.use(shellService)
    const open: Promise<unknown>[] = []
    for (const [act, which] of story) {
      const wallet = wallets[which]
      const connector = ['tally:org.tally.ada', 'tally:org.tally.bob'][which] ?? ''
      if (act === 'connect') open.push(service.connect(connector).catch(quiet))
      if (act === 'switch') open.push(service.switchNetwork('tally:side').catch(quiet))
      if (act === 'approve') wallet?.approve()
      if (act === 'decline') wallet?.decline()
      if (act === 'cancel') service.cancel(connector)
      if (act === 'disconnect') open.push(service.disconnect(`tally/${connector}`).catch(quiet))
      if (act === 'disconnect all') open.push(service.disconnect().catch(quiet))
      if (act === 'forget') service.forget(`tally/${connector}`)
      if (act === 'hang up') wallet?.disconnectByWallet()
      if (act === 'lock') wallet?.setAccounts(which ? [] : ['t_ada'])
      if (act === 'wild') wallet?.setNetwork('tally:wild')
      if (act === 'open') modal.open()
      if (act === 'close') modal.close()
      if (act === 'back' && it.kernel.views.current) modal.back()
      if (act === 'wait') await tick(which * 20)
    }
    // A request that is still pending is cancelled, which is always possible.
    await tick(25)
    for (const wallet of wallets) wallet.approve()
    await tick(25)
    for (const { connector } of connectionsOf(it)) service.cancel(connector)
    modal.close()
    await Promise.all(open)
    await tick(25)
    for (const { phase } of connectionsOf(it)) expect(['connected', 'failed']).toContain(phase.name)

    modal.open()
    const account = connectionsOf(it).some(({ phase }) => phase.name === 'connected')
    const expected = !account ? [connectView.id] : ['Account', 'UnsupportedChain']
    expect(expected).toContain(it.kernel.views.current?.id)
    it.kernel.dispose()
    expect(wallets.map(({ listeners }) => listeners)).toEqual([0, 0])
  }

  it('[D10b][D10a] Every connection reaches a final phase, every promise settles, and the modal shows a fitting view', {
    tags: 'thorough',
  }, async () => {
    const story = fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(1)), { maxLength: 30 })
    // Ten at a time: they wait more than they work.
    const stories = fc.array(story, { minLength: 10, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(stories, async many => void (await Promise.all(many.map(play)))),
      { numRuns: 15 },
    )
  })
})
