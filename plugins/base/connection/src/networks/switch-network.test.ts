import { definePlugin } from '@portico/kernel'
import { accountView, type ConnectionId } from '@portico/kernel/account'
import { networksCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { networksView, unsupportedChainView } from '@portico/kernel/connect-page'
import {
  activeAccount,
  activeNamespace,
  activeNetwork,
  networkState,
  sessionSlice,
} from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bareChain,
  bench,
  codeOf,
  connectionsOf,
  connectorSource,
  id,
  main,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  side,
  tick,
  until,
  use,
  wallet,
  wild,
} from '../../test/bench.js'
import { listedConnectors } from '../discovery/discover-wallets.js'
import type { ConnectionError } from '../errors.js'

/** A chain with a scripted networks@1. */
const switcher = (go: (network: string, signal: AbortSignal) => Promise<void>) =>
  definePlugin({
    id: 'chain/tally',
    setup(context) {
      context.contribute(chainsSlot, {
        id: 'tally',
        name: 'Tally',
        networks: [tallyNetwork(), tallyNetwork('side'), tallyNetwork('third')],
      })
      context.offer(networksCapability, 'tally', {
        defaultAccountType: 'eoa',
        switch: (_, network, signal) => go(network, signal),
      })
    },
  })

describe('the default network', () => {
  it('[S9.27] The default network is that of the first chain, which is eip155:1 where Ethereum is included', async () => {
    const it = await bench({ chains: [bareChain('eip155', '1', '10'), bareChain('tally', 'main')] })
    expect(activeNetwork(it.kernel)).toBe('eip155:1')
    const other = await bench({ chains: [bareChain('tally', 'main')] })
    expect(activeNetwork(other.kernel)).toBe(main)
  })
})

describe('switching the network', () => {
  it('[S1.07] A switch inside a namespace is requested from the wallet, and the state follows its report', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    await use(it).switchNetwork(side)
    expect(scripted.requests).toEqual(['connect', 'switch'])
    expect(activeNetwork(it.kernel)).toBe(side)
    expect(connectionsOf(it)[0]?.network).toBe(side)
    expect(payloadsOf(it, 'networkSwitched')).toEqual([{ network: side, previous: main }])
  })
  it('[S1.08][S4.55][S4.56][S4.58] A switch to a namespace without a wallet activates it, lists its connectors only, and is saved', async () => {
    const one = wallet()
    const it = await bench({
      chains: [
        tally({ wallets: [one] }),
        tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] }),
      ],
    })
    await use(it).connect(ada)
    await use(it).switchNetwork('other:side')
    expect(activeNamespace(it.kernel)).toBe('other')
    expect(activeNetwork(it.kernel)).toBe('other:side')
    expect(activeAccount(it.kernel)).toBeUndefined()
    expect(activeAccount(it.kernel, 'tally')?.address).toBe('t_ada')
    expect(listedConnectors(it.kernel).map(({ namespace }) => namespace)).toEqual(['other'])
    expect(one.requests).toEqual(['connect'])
    expect(payloadsOf(it, 'networkSwitched')).toEqual([{ network: 'other:side', previous: main }])
    expect(payloadsOf(it, 'tracked')).toContainEqual({
      name: 'SWITCH_NETWORK',
      properties: { network: 'other:side' },
    })

    await use(it).connect('other:org.tally.eve')
    expect(listedConnectors(it.kernel).map(({ namespace }) => namespace)).toEqual([
      'tally',
      'other',
    ])
    await use(it).switchNetwork(main)
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
    expect(one.requests).toEqual(['connect'])
  })
  it('[S3.17][S3.18][S3.19][S3.20] The network state of each namespace follows a switch', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    expect(networkState(it.kernel)).toMatchObject({
      caipNetwork: { caipNetworkId: main },
      approvedCaipNetworkIds: undefined,
      supportsAllNetworks: true,
    })
    expect(
      networkState(it.kernel).requestedCaipNetworks.map(({ caipNetworkId }) => caipNetworkId),
    ).toEqual([main, side])
    const walletSession = puppetSession(reportOf(['t_ada'], main, { approved: [main] }))
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    expect(networkState(it.kernel)).toMatchObject({
      approvedCaipNetworkIds: [main],
      supportsAllNetworks: false,
    })
    walletSession.say(reportOf(['t_ada'], side))
    await until(() => networkState(it.kernel).supportsAllNetworks)
    expect(networkState(it.kernel)).toMatchObject({
      caipNetwork: { caipNetworkId: side },
      approvedCaipNetworkIds: undefined,
    })
    walletSession.say(reportOf(['t_ada'], wild))
    await until(() => networkState(it.kernel).caipNetwork === undefined)
  })
  it.each([false, true])(
    '[S24] [S18] A network on which the wallet approved no account is unsupported, with allowUnsupportedChain %s',
    async allowUnsupportedChain => {
      const source = connectorSource()
      const it = await bench({ plugins: [source.plugin], allowUnsupportedChain })
      const approved = { approved: [main] }
      const walletSession = puppetSession(reportOf(['t_ada', 't_bob'], main, approved))
      source.add(puppet('ada', { connect: async () => walletSession }))
      await use(it).connect('ada')
      use(it).activate(connectionsOf(it)[0]?.id as ConnectionId, 't_bob')
      walletSession.say(reportOf([], side, approved))
      await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
      expect(activeNetwork(it.kernel)).toBe(side)
      expect(activeAccount(it.kernel)).toBeUndefined()
      expect(walletSession.isOpen).toBe(true)
      walletSession.say(reportOf(['t_ada', 't_bob'], main, approved))
      await until(() => activeNetwork(it.kernel) === main)
      expect(activeAccount(it.kernel)?.address).toBe('t_bob')
      expect(it.kernel.views.current?.id).not.toBe(unsupportedChainView.id)
    },
  )
  it('[S8.24] A switch to a namespace without a plugin, or to a network that the host does not list, fails with "Unsupported chain"', async () => {
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
  it('[S8.23] A switch on a chain that cannot switch fails with "network client not set"', async () => {
    const chain = definePlugin({
      id: 'chain/tally',
      setup: context =>
        void context.contribute(chainsSlot, {
          id: 'tally',
          name: 'Tally',
          networks: [tallyNetwork(), tallyNetwork('side')],
        }),
    })
    const source = connectorSource()
    const it = await bench({ chains: [chain], plugins: [source.plugin] })
    source.add(puppet('ada'))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('CLIENT_NOT_SET')
  })
  it.each([
    ['4001', 'DECLINED'],
    ['-32002', 'PENDING'],
    ['4900', 'WALLET_DISCONNECTED'],
    ['4901', 'CHAIN_DISCONNECTED'],
    ['4902', 'UNKNOWN_CHAIN'],
  ])(
    '[D18a] A switch that fails with %s has its own message and changes nothing',
    async (code, expected) => {
      const source = connectorSource()
      const it = await bench({
        chains: [
          switcher(() =>
            Promise.reject(Object.assign(new TypeError('no'), { code: Number(code) })),
          ),
        ],
        plugins: [source.plugin],
      })
      source.add(puppet('ada'))
      await use(it).connect('ada')
      const before = it.kernel.state(sessionSlice)
      expect(await codeOf(use(it).switchNetwork(side))).toBe(expected)
      expect(it.kernel.state(sessionSlice)).toBe(before)
    },
  )
  it('[D19] A switch fails when the wallet answers success and stays on its network', {
    tags: 'thorough',
  }, async () => {
    const source = connectorSource()
    const it = await bench({ chains: [switcher(async () => undefined)], plugins: [source.plugin] })
    source.add(puppet('ada'))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('NETWORK_UNCHANGED')
    expect(activeNetwork(it.kernel)).toBe(main)
  })
  it('[D19] A switch saves the network that the wallet reports, and no other', async () => {
    const source = connectorSource()
    const walletSession = puppetSession(reportOf(['t_ada']))
    const it = await bench({
      chains: [
        switcher(
          async () => void setTimeout(() => walletSession.say(reportOf(['t_ada'], side)), 30),
        ),
      ],
      plugins: [source.plugin],
    })
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    const seen = new Set<string | undefined>()
    it.kernel.subscribe(() => void seen.add(connectionsOf(it)[0]?.network))
    await use(it).switchNetwork(side)
    expect([...seen]).toEqual([main, side])
  })
  it('[D18c][R23] A second switch to the same network joins the first, and a switch to another network is refused', async () => {
    const go = vi.fn(() => new Promise<void>(() => {}))
    const source = connectorSource()
    const it = await bench({ chains: [switcher(go)], plugins: [source.plugin] })
    source.add(puppet('ada'))
    await use(it).connect('ada')
    const open = Array.from({ length: 20 }, () => codeOf(use(it).switchNetwork(side)))
    expect(await codeOf(use(it).switchNetwork('tally:third'))).toBe('PENDING')
    expect(go).toHaveBeenCalledTimes(1)
    it.kernel.dispose()
    expect(new Set(await Promise.all(open))).toEqual(new Set(['CANCELLED']))
  })
  it('[R10] A switch settles when the modal closes; a late answer is reported, and the report of the wallet still counts', async () => {
    const source = connectorSource()
    let answer = () => {}
    const walletSession = puppetSession(reportOf(['t_ada']))
    const it = await bench({
      chains: [
        switcher(
          () =>
            new Promise<void>(resolve => {
              answer = resolve
            }),
        ),
      ],
      plugins: [source.plugin],
    })
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    it.kernel.use(shellService).open({ view: networksView })
    const code = codeOf(use(it).switchNetwork(side))
    await tick(5)
    it.kernel.use(shellService).close()
    expect(await code).toBe('CANCELLED')
    answer()
    walletSession.say(reportOf(['t_ada'], side))
    await until(() => activeNetwork(it.kernel) === side)
    expect(it.reported).toMatchObject([{ code: 'LATE_ANSWER' }])
  })
  it.each(Array.from({ length: 12 }, (_, microtasks) => microtasks))(
    '[R10] A switch that is cancelled %i microtasks after the answer of its wallet settles at once',
    async microtasks => {
      const source = connectorSource()
      let answer = () => {}
      const chain = switcher(() => new Promise<void>(resolve => (answer = resolve)))
      const it = await bench({ chains: [chain], plugins: [source.plugin] })
      source.add(puppet('ada'))
      await use(it).connect('ada')
      it.kernel.use(shellService).open({ view: networksView })
      const code = codeOf(use(it).switchNetwork(side))
      await tick(5)
      const began = performance.now()
      answer()
      for (let i = 0; i < microtasks; i++) await undefined
      it.kernel.use(shellService).close()
      expect(await code).toBe('CANCELLED')
      expect(performance.now() - began).toBeLessThan(500)
    },
  )
  it('A switch fails with UNSUPPORTED_BY_WALLET for a wallet that cannot switch, however often it is called', async () => {
    const go = vi.fn(async () => undefined)
    const source = connectorSource()
    const it = await bench({ chains: [switcher(go)], plugins: [source.plugin] })
    source.add(
      puppet('ada', {
        connect: async () => ({
          ...puppetSession(reportOf(['t_ada'])),
          supports: capability => capability.id !== networksCapability.id,
        }),
      }),
    )
    await use(it).connect('ada')
    for (const network of [side, 'tally:third', side] as const)
      expect(await codeOf(use(it).switchNetwork(network)), network).toBe('UNSUPPORTED_BY_WALLET')
    expect(go).not.toHaveBeenCalled()
  })
})

describe('a chain whose wallets only the person can switch', () => {
  it('A switch fails with UNSUPPORTED_BY_WALLET where the chain offers no switch', async () => {
    const chain = definePlugin({
      id: 'chain/tally',
      setup(context) {
        context.contribute(chainsSlot, {
          id: 'tally',
          name: 'Tally',
          networks: [tallyNetwork(), tallyNetwork('side')],
        })
        context.offer(networksCapability, 'tally', { defaultAccountType: 'eoa' })
      },
    })
    const source = connectorSource()
    const it = await bench({ chains: [chain], plugins: [source.plugin] })
    source.add(puppet('ada'))
    await use(it).connect('ada')
    expect(await codeOf(use(it).switchNetwork(side))).toBe('UNSUPPORTED_BY_WALLET')
  })
})

describe('a network that the host does not list', () => {
  it('[D19][S4.59] An unsupported network of the wallet is the active one, and UnsupportedChain opens', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    expect(connectionsOf(it)[0]?.network).toBe(wild)
    expect(activeNetwork(it.kernel)).toBe(wild)
    expect(it.kernel.state(sessionSlice).chosen).toEqual({ tally: main })
  })
  it('[S4.59] An unsupported network opens UnsupportedChain in place of any requested view until the wallet moves', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current !== undefined)
    const modal = it.kernel.use(shellService)
    modal.close()
    // A person who closed it sees it again only after the wallet has moved.
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
  it('[S4.59] A wallet may connect on an unsupported network', async () => {
    const scripted = wallet()
    scripted.setNetwork(wild)
    const it = await bench({ wallets: [scripted] })
    it.kernel.use(shellService).open()
    await use(it).connect(ada)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    expect(connectionsOf(it)).toMatchObject([{ phase: { name: 'connected' }, network: wild }])
    // Leaving by disconnecting leads back to the start.
    await use(it).disconnect(id)
    expect(it.kernel.views.current?.id).toBe('Connect')
  })
  it('[S6.07] An unsupported network blocks nothing with allowUnsupportedChain', async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted], allowUnsupportedChain: true })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => activeNetwork(it.kernel) === wild)
    expect(it.kernel.views.current).toBeUndefined()
    it.kernel.use(shellService).open()
    expect(it.kernel.views.current?.id).toBe(accountView.id)
    await use(it).switchNetwork('tally:other')
    expect(activeNetwork(it.kernel)).toBe('tally:other')
    expect(await codeOf(use(it).switchNetwork('nowhere:main'))).toBe('UNSUPPORTED_CHAIN')
  })
  it('An unsupported network of a namespace that is not active blocks nothing', async () => {
    const one = wallet()
    const it = await bench({
      chains: [
        tally({ wallets: [one] }),
        tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] }),
      ],
    })
    await use(it).connect(ada)
    await use(it).connect('other:org.tally.eve')
    one.setNetwork(wild)
    await until(() => activeNetwork(it.kernel, 'tally') === wild)
    expect(it.kernel.views.current).toBeUndefined()
  })
})
