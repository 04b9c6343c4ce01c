import { definePlugin } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  activeNamespace,
  activeNetwork,
  type ConnectionId,
  chains,
  networkState,
  networks,
  networksView,
  session,
  shell,
  unsupportedChainView,
} from '@portico/kernel/contracts'
import { tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bareChain, bench, connectionsOf, dock, idsOf, main, payloadsOf, puppet, puppetLine, reportOf, side, tick, until, use, wild } from '../../test/bench.js'
import { listedConnectors } from '../discovery/discover-wallets.js'
import type { ConnectionError } from '../errors.js'

const ada = 'tally:org.tally.ada'
const id = 'tally/tally:org.tally.ada'
const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ConnectionError) => error.code,
  )
/** A chain whose networks@1 does what it is told. */
const switcher = (go: (network: string, signal: AbortSignal) => Promise<void>) =>
  definePlugin({
    id: 'chain/tally',
    setup(context) {
      context.contribute(chains, { id: 'tally', name: 'Tally', networks: [tallyNetwork(), tallyNetwork('side'), tallyNetwork('third')] })
      context.offer(networks, 'tally', { defaultAccountType: 'eoa', switch: (_, network, signal) => go(network, signal) })
    },
  })

describe('the default network', () => {
  it('[S9.27] is that of the first chain, which is eip155:1 where Ethereum is included', async () => {
    const it = await bench({ chains: [bareChain('eip155', '1', '10'), bareChain('tally', 'main')] })
    expect(activeNetwork(it.kernel)).toBe('eip155:1')
    const other = await bench({ chains: [bareChain('tally', 'main')] })
    expect(activeNetwork(other.kernel)).toBe(main)
  })
})

describe('switching the network', () => {
  it('[S1.07] asks the wallet inside a namespace, and follows its report', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    await use(it).switchNetwork(side)
    expect(scripted.requests).toEqual(['connect', 'switch'])
    expect(activeNetwork(it.kernel)).toBe(side)
    expect(connectionsOf(it)[0]?.network).toBe(side)
    expect(payloadsOf(it, 'networkSwitched')).toEqual([{ network: side, previous: main }])
  })
  it('[S1.08][S4.55][S4.56][S4.58] to another namespace changes the active one, lists its connectors only, is remembered, and asks nobody who is not there', async () => {
    const one = wallet()
    const it = await bench({ chains: [tally({ wallets: [one] }), tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] })] })
    await use(it).connect(ada)
    await use(it).switchNetwork('other:side')
    expect(activeNamespace(it.kernel)).toBe('other')
    expect(activeNetwork(it.kernel)).toBe('other:side')
    expect(activeAccount(it.kernel)).toBeUndefined()
    expect(activeAccount(it.kernel, 'tally')?.address).toBe('t_ada')
    expect(listedConnectors(it.kernel).map(({ chain }) => chain)).toEqual(['other'])
    expect(one.requests).toEqual(['connect'])
    expect(payloadsOf(it, 'networkSwitched')).toEqual([{ network: 'other:side', previous: main }])
    expect(payloadsOf(it, 'tracked')).toContainEqual({ name: 'SWITCH_NETWORK', properties: { network: 'other:side' } })

    await use(it).connect('other:org.tally.eve')
    expect(listedConnectors(it.kernel).map(({ chain }) => chain)).toEqual(['tally', 'other'])
    await use(it).switchNetwork(main)
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
    expect(one.requests).toEqual(['connect'])
  })
  it('[S3.17][S3.18][S3.19][S3.20] is told by the network state of each namespace', async () => {
    const port = dock()
    const it = await bench({ plugins: [port.plugin] })
    expect(networkState(it.kernel)).toMatchObject({ caipNetwork: { caipNetworkId: main }, approvedCaipNetworkIds: undefined, supportsAllNetworks: true })
    expect(networkState(it.kernel).requestedCaipNetworks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([main, side])
    const line = puppetLine(reportOf(['t_ada'], main, { approved: [main] }))
    port.land(puppet('ada', { connect: async () => line }))
    await use(it).connect('ada')
    expect(networkState(it.kernel)).toMatchObject({ approvedCaipNetworkIds: [main], supportsAllNetworks: false })
    line.say(reportOf(['t_ada'], side))
    await until(() => networkState(it.kernel).supportsAllNetworks)
    expect(networkState(it.kernel)).toMatchObject({ caipNetwork: { caipNetworkId: side }, approvedCaipNetworkIds: undefined })
    line.say(reportOf(['t_ada'], wild))
    await until(() => networkState(it.kernel).caipNetwork === undefined)
  })
  it.each([false, true])(
    '[S24] [S18] a network on which the wallet approved no account is unsupported, with allowUnsupportedChain %s',
    async allowUnsupportedChain => {
      const port = dock()
      const it = await bench({ plugins: [port.plugin], allowUnsupportedChain })
      const approved = { approved: [main] }
      const line = puppetLine(reportOf(['t_ada', 't_bob'], main, approved))
      port.land(puppet('ada', { connect: async () => line }))
      await use(it).connect('ada')
      use(it).activate(connectionsOf(it)[0]?.id as ConnectionId, 't_bob')
      line.say(reportOf([], side, approved))
      await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
      expect(activeNetwork(it.kernel)).toBe(side)
      expect(activeAccount(it.kernel)).toBeUndefined()
      expect(line.isOpen).toBe(true)
      line.say(reportOf(['t_ada', 't_bob'], main, approved))
      await until(() => activeNetwork(it.kernel) === main)
      expect(activeAccount(it.kernel)?.address).toBe('t_bob')
      expect(it.kernel.views.current?.id).not.toBe(unsupportedChainView.id)
    },
  )
  it('[S8.24] refuses "Unsupported chain": a namespace without a plugin, and a network that the host does not list', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    for (const network of ['nowhere:main', wild] as const) {
      const error: ConnectionError = await use(it)
        .switchNetwork(network)
        .catch(thrown => thrown)
      expect([error.code, error.message]).toEqual(['UNSUPPORTED_CHAIN', 'Unsupported chain'])
    }
    expect(scripted.requests).toEqual(['connect'])
    expect(activeNetwork(it.kernel)).toBe(main)
  })
  it('[S8.23] network client not set: the chain cannot switch', async () => {
    const chain = definePlugin({
      id: 'chain/tally',
      setup: context => void context.contribute(chains, { id: 'tally', name: 'Tally', networks: [tallyNetwork(), tallyNetwork('side')] }),
    })
    const port = dock()
    const it = await bench({ chains: [chain], plugins: [port.plugin] })
    port.land(puppet('ada'))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('CLIENT_NOT_SET')
  })
  it.each([
    ['4001', 'DECLINED'],
    ['-32002', 'PENDING'],
    ['4900', 'WALLET_DISCONNECTED'],
    ['4901', 'CHAIN_DISCONNECTED'],
    ['4902', 'UNKNOWN_CHAIN'],
  ])('[D18a] has its own sentence for %s, and nothing changed', async (code, expected) => {
    const port = dock()
    const it = await bench({ chains: [switcher(() => Promise.reject(Object.assign(new TypeError('no'), { code: Number(code) })))], plugins: [port.plugin] })
    port.land(puppet('ada'))
    await use(it).connect('ada')
    const before = it.kernel.state(session)
    expect(await codeOf(use(it).switchNetwork(side))).toBe(expected)
    expect(it.kernel.state(session)).toBe(before)
  })
  it('[D19] does not believe a wallet that says it switched and stays where it is', { tags: 'thorough' }, async () => {
    const port = dock()
    const it = await bench({ chains: [switcher(async () => undefined)], plugins: [port.plugin] })
    port.land(puppet('ada'))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('NETWORK_UNCHANGED')
    expect(activeNetwork(it.kernel)).toBe(main)
  })
  it('[D19] stores what the wallet reports, and only that', async () => {
    const port = dock()
    const line = puppetLine(reportOf(['t_ada']))
    const it = await bench({ chains: [switcher(async () => void setTimeout(() => line.say(reportOf(['t_ada'], side)), 30))], plugins: [port.plugin] })
    port.land(puppet('ada', { connect: async () => line }))
    await use(it).connect('ada')
    const seen = new Set<string | undefined>()
    it.kernel.subscribe(() => void seen.add(connectionsOf(it)[0]?.network))
    await use(it).switchNetwork(side)
    expect([...seen]).toEqual([main, side])
  })
  it('[D18c][R23] joins the same wish, and refuses another while the wallet is asking', async () => {
    const go = vi.fn(() => new Promise<void>(() => {}))
    const port = dock()
    const it = await bench({ chains: [switcher(go)], plugins: [port.plugin] })
    port.land(puppet('ada'))
    await use(it).connect('ada')
    const open = Array.from({ length: 20 }, () => codeOf(use(it).switchNetwork(side)))
    expect(await codeOf(use(it).switchNetwork('tally:third'))).toBe('PENDING')
    expect(go).toHaveBeenCalledTimes(1)
    it.kernel.dispose()
    expect(new Set(await Promise.all(open))).toEqual(new Set(['CANCELLED']))
  })
  it('[R10] settles when the modal closes; a late answer is reported, and the wallet’s word still counts', async () => {
    const port = dock()
    let answer = () => {}
    const line = puppetLine(reportOf(['t_ada']))
    const it = await bench({
      chains: [
        switcher(
          () =>
            new Promise<void>(resolve => {
              answer = resolve
            }),
        ),
      ],
      plugins: [port.plugin],
    })
    port.land(puppet('ada', { connect: async () => line }))
    await use(it).connect('ada')
    it.kernel.use(shell).open({ view: networksView })
    const code = codeOf(use(it).switchNetwork(side))
    await tick(5)
    it.kernel.use(shell).close()
    expect(await code).toBe('CANCELLED')
    answer()
    line.say(reportOf(['t_ada'], side))
    await until(() => activeNetwork(it.kernel) === side)
    expect(it.reported).toMatchObject([{ code: 'LATE_ANSWER' }])
  })
  it.each(Array.from({ length: 12 }, (_, turns) => turns))('[R10] costs no time when it is given up %i turns after its wallet answered', async turns => {
    const port = dock()
    let answer = () => {}
    const chain = switcher(() => new Promise<void>(resolve => (answer = resolve)))
    const it = await bench({ chains: [chain], plugins: [port.plugin] })
    port.land(puppet('ada'))
    await use(it).connect('ada')
    it.kernel.use(shell).open({ view: networksView })
    const code = codeOf(use(it).switchNetwork(side))
    await tick(5)
    const began = performance.now()
    answer()
    for (let turn = 0; turn < turns; turn++) await undefined
    it.kernel.use(shell).close()
    expect(await code).toBe('CANCELLED')
    expect(performance.now() - began).toBeLessThan(500)
  })
  it('a wallet may do less than its chain', async () => {
    const go = vi.fn(async () => undefined)
    const port = dock()
    const it = await bench({ chains: [switcher(go)], plugins: [port.plugin] })
    port.land(puppet('ada', { connect: async () => ({ ...puppetLine(reportOf(['t_ada'])), supports: capability => capability.id !== networks.id }) }))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('UNSUPPORTED_BY_WALLET')
    expect(go).not.toHaveBeenCalled()
  })
})

describe('a network that the host does not list', () => {
  it('[D19][S4.59] is stored as it is, and UnsupportedChain opens', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    expect(connectionsOf(it)[0]?.network).toBe(wild)
    expect(activeNetwork(it.kernel)).toBe(wild)
    expect(it.kernel.state(session).chosen).toEqual({ tally: main })
  })
  it('[S4.59] blocks every opening, also that of a requested view, until the wallet is elsewhere', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current !== undefined)
    const modal = it.kernel.use(shell)
    modal.close()
    // Who closed it is not shown it again by each further word of the wallet.
    scripted.setAccounts(['t_abe'])
    await until(() => activeAccount(it.kernel)?.address === 't_abe')
    expect(it.kernel.views.current).toBeUndefined()
    modal.open({ view: accountView })
    expect(it.kernel.views.current?.id).toBe(unsupportedChainView.id)
    await use(it).switchNetwork(side)
    expect(it.kernel.views.current?.id).toBe(accountView.id)
    modal.open({ view: networksView })
    expect(it.kernel.views.current?.id).toBe(networksView.id)
  })
  it('[S4.59] is where a new connection may begin', async () => {
    const scripted = wallet()
    scripted.setNetwork(wild)
    const it = await bench({ wallets: [scripted] })
    it.kernel.use(shell).open()
    await use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    expect(connectionsOf(it)).toMatchObject([{ phase: { name: 'connected' }, network: wild }])
    // Leaving by disconnecting leads back to the start.
    await use(it).disconnect(id)
    expect(it.kernel.views.current?.id).toBe('Connect')
  })
  it('[S6.07] is not blocked where the configuration allows it', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted], allowUnsupportedChain: true })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => activeNetwork(it.kernel) === wild)
    expect(it.kernel.views.current).toBeUndefined()
    it.kernel.use(shell).open()
    expect(it.kernel.views.current?.id).toBe(accountView.id)
    await use(it).switchNetwork('tally:other')
    expect(activeNetwork(it.kernel)).toBe('tally:other')
    expect(await codeOf(use(it).switchNetwork('nowhere:main'))).toBe('UNSUPPORTED_CHAIN')
  })
  it('in a namespace that the person does not work in blocks nothing', async () => {
    const one = wallet()
    const it = await bench({ chains: [tally({ wallets: [one] }), tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] })] })
    await use(it).connect(ada)
    await use(it).connect('other:org.tally.eve')
    one.setNetwork(wild)
    await until(() => activeNetwork(it.kernel, 'tally') === wild)
    expect(it.kernel.views.current).toBeUndefined()
  })
})

describe('reports', () => {
  const connected = async () => {
    const port = dock()
    const line = puppetLine(reportOf(['t_a']))
    const it = await bench({ plugins: [port.plugin] })
    port.land(puppet('ada', { connect: async () => line }))
    await use(it).connect('ada')
    return { it, line }
  }
  it('[R20] a burst of a hundred is one commit, and nobody hears of it twice', async () => {
    const { it, line } = await connected()
    let commits = 0
    let before = it.kernel.state(session)
    it.kernel.subscribe(() => {
      if (it.kernel.state(session) !== before) commits++
      before = it.kernel.state(session)
    })
    it.events.length = 0
    for (let i = 0; i < 100; i++) line.say(reportOf([i % 2 ? 't_a' : 't_b'], i % 3 ? main : side))
    line.say(reportOf(['t_z'], side))
    await tick(40)
    expect(commits).toBe(1)
    expect(activeAccount(it.kernel)?.address).toBe('t_z')
    expect(idsOf(it, 'accountSwitched', 'networkSwitched')).toEqual(['accountSwitched', 'networkSwitched'])
  })
  it('[R20] reports that keep coming are one commit a frame', async () => {
    const { it, line } = await connected()
    let commits = 0
    it.kernel.subscribe(() => commits++)
    const began = performance.now()
    for (let i = 0; i < 60; i++) {
      line.say(reportOf([`t_${'x'.repeat((i % 9) + 1)}`]))
      await tick(1)
    }
    const frames = Math.ceil((performance.now() - began) / 16) + 1
    expect(connectionsOf(it)).toHaveLength(1)
    // Each commit is written through: session, memory, and what follows from them.
    expect(commits).toBeLessThanOrEqual(frames * 4)
  })
  it('[R21] a thousand orders of the same changes end equal', { tags: 'thorough' }, async () => {
    const { it, line } = await connected()
    type Step = { account: string } | { network: typeof main | typeof side }
    const steps: Step[] = [{ account: 't_b' }, { network: side }, { account: 't_c' }, { network: main }, { account: 't_d' }, { network: side }]
    const random = fc.array(fc.shuffledSubarray(steps, { minLength: steps.length }), { minLength: 1_000, maxLength: 1_000 })
    const ends = new Set<string>()
    vi.useFakeTimers()
    try {
      for (const order of fc.sample(random, 1)[0] ?? []) {
        line.say(reportOf(['t_a']))
        vi.advanceTimersByTime(20)
        // Each event carries all that the wallet is by then, whatever came first; frames pass between some of them.
        let now = { account: 't_a', network: main as typeof main | typeof side }
        for (const [i, step] of order.entries()) {
          now = { ...now, ...step }
          line.say(reportOf([now.account, 't_other'], now.network))
          if (i % 2) vi.advanceTimersByTime(20)
        }
        line.say(reportOf(['t_end', 't_other'], side))
        vi.advanceTimersByTime(20)
        ends.add(JSON.stringify(it.kernel.state(session)))
      }
    } finally {
      vi.useRealTimers()
    }
    expect([...ends]).toHaveLength(1)
    expect(activeAccount(it.kernel)?.address).toBe('t_end')
  })
  it('keeps the account that the person chose until the wallet selects another one', async () => {
    const { it, line } = await connected()
    line.say(reportOf(['t_a', 't_b', 't_c']))
    await until(() => connectionsOf(it)[0]?.accounts.length === 3)
    use(it).activate('tally/ada', 't_b')
    line.say(reportOf(['t_a', 't_b'], side))
    await until(() => activeNetwork(it.kernel) === side)
    expect(activeAccount(it.kernel)?.address).toBe('t_b')
    line.say(reportOf(['t_c', 't_b'], side))
    await until(() => activeAccount(it.kernel)?.address === 't_c')
    expect(payloadsOf(it, 'accountSwitched')).toMatchObject([{ account: { address: 't_b' } }, { account: { address: 't_c' } }])
  })
  it('of one namespace write nothing of another', async () => {
    const one = wallet()
    const it = await bench({ chains: [tally({ wallets: [one] }), tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] })] })
    await use(it).connect('other:org.tally.eve')
    await use(it).connect(ada)
    const { connections, chosen } = it.kernel.state(session)
    const [other] = Object.values(connections)
    one.setNetwork(side)
    one.setAccounts(['t_abe'])
    await until(() => activeAccount(it.kernel)?.address === 't_abe')
    const after = it.kernel.state(session)
    expect(after.connections['other/other:org.tally.eve']).toBe(other)
    expect(after.chosen.other).toBe(chosen.other)
  })
})
