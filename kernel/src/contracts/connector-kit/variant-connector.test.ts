/** Wallets of the Wallet Standard with features of their own, on an invented chain. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKernel, type Kernel } from '../../kernel.js'
import { definePlugin } from '../../plugin.js'
import {
  type ScriptedAccount,
  type ScriptedStandardWalletOptions,
  scriptedStandardWallet,
} from '../../testing/index.js'
import { messagesCapability } from '../capabilities/messages.js'
import { networksCapability } from '../capabilities/networks.js'
import { type NetworkId, namespaceOf } from '../chain/caip.js'
import { isNetworkId } from '../chain/caip-grammar.js'
import type { ChainContext } from '../chain/chain-context.js'
import { ChainError } from '../chain/chain-errors.js'
import { walletProblem } from '../wallet/wallet-problem.js'
import { type Connector, connectorsSlot, type WalletReport } from './connector.js'
import { readProperty } from './standard-wallet.js'
import {
  createVariantConnector,
  type StandardVariant,
  type VariantSession,
} from './variant-connector.js'
import { walletStandardConnectors, watchStandardWallets } from './wallet-standard.js'

const never = new AbortController().signal
const account = (name: string): ScriptedAccount => ({
  address: `p_${name}`,
  publicKey: new Uint8Array(1),
})
const readNetwork = (answer: unknown): NetworkId => {
  if (!isNetworkId(answer) || namespaceOf(answer) !== 'pebble')
    throw new ChainError('WALLET_ANSWER')
  return answer
}
const variant: StandardVariant = {
  networks: [{ caipNetworkId: 'pebble:shore' }, { caipNetworkId: 'pebble:cliff' }],
  connect: 'pebble:connect',
  silent: [true],
  disconnect: 'pebble:disconnect',
  onAccounts: 'pebble:onAccountChange',
  ownNetwork: {
    feature: 'pebble:network',
    onChange: 'pebble:onNetworkChange',
    change: 'pebble:changeNetwork',
    inputFor: ({ caipNetworkId }) => caipNetworkId,
    read: readNetwork,
  },
  isDecline: answer => readProperty(answer, 'status') === 'Rejected',
  read: answer =>
    readProperty(answer, 'status') === 'Approved' ? readProperty(answer, 'args') : answer,
  accounts(answer) {
    const address = readProperty(answer, 'address')
    if (address === undefined) return []
    if (typeof address !== 'string' || !address.startsWith('p_'))
      throw new ChainError('WALLET_ANSWER')
    return [{ reported: { namespace: 'pebble', address, type: 'eoa' } }]
  },
  handle: session => session,
  needs: { [messagesCapability.id]: ['pebble:sign@1.1.0'] },
}
const scripted: Omit<ScriptedStandardWalletOptions, 'target'> = {
  name: 'Ada',
  chains: ['pebble:any'],
  accounts: [account('ada'), account('bob')],
  variant: {
    connect: 'pebble:connect',
    disconnect: 'pebble:disconnect',
    onAccounts: 'pebble:onAccountChange',
    network: {
      feature: 'pebble:network',
      onChange: 'pebble:onNetworkChange',
      change: 'pebble:changeNetwork',
      first: 'pebble:shore',
      elsewhere: 'stone:elsewhere',
    },
    answer: args => ({ status: 'Approved', args }),
    declined: { status: 'Rejected' },
  },
  methods: { 'pebble:sign': (text: string) => `${text}, signed` },
  versions: { 'pebble:sign': '1.10.0' },
}

let kernel: Kernel | undefined
let reported: unknown[] = []
afterEach(() => {
  kernel?.dispose()
  reported = []
})
function kernelContext(): ChainContext {
  let found: ChainContext | undefined
  kernel = createKernel({
    plugins: [
      definePlugin({
        id: 'chain/pebble',
        setup(context) {
          found = context
        },
      }),
    ],
  })
  return found as unknown as ChainContext
}
async function stage(
  wallet: Partial<ScriptedStandardWalletOptions> = {},
  more: Partial<StandardVariant> = {},
) {
  const target = new EventTarget()
  const rig = scriptedStandardWallet({ ...scripted, ...wallet, target })
  kernel = createKernel({
    onError: error => void reported.push(error),
    plugins: [
      definePlugin({
        id: 'chain/pebble',
        setup(context) {
          context.onStart(() =>
            walletStandardConnectors(
              context,
              {
                namespace: 'pebble',
                connect: ['pebble:connect'],
                open: async found =>
                  createVariantConnector(found, { ...variant, ...more }, context),
              },
              target,
            ),
          )
        },
      }),
    ],
  })
  await kernel.start()
  await expect.poll(() => kernel?.items(connectorsSlot).length).toBe(1)
  const connector = kernel.items(connectorsSlot)[0] as Connector
  const connect = async (request: Parameters<Connector['connect']>[0] = {}) => {
    const walletSession = await connector.connect(request, never)
    const reports: (WalletReport | undefined)[] = []
    const stop = walletSession.watch(report => void reports.push(report))
    return { walletSession, reports, stop, session: walletSession.handle as VariantSession }
  }
  return { rig, connector, connect }
}
const addressOf = (report: WalletReport | undefined) => report?.accounts[0]?.address

describe('wallets with features of their own in place of those of the Wallet Standard', () => {
  it('a wallet connects by its own feature, on the network that it is on', async () => {
    const { rig, connect } = await stage()
    const { walletSession, session } = await connect({ network: 'pebble:cliff' })
    expect(walletSession.report).toEqual({
      accounts: [{ namespace: 'pebble', address: 'p_ada', type: 'eoa' }],
      network: 'pebble:shore',
    })
    expect(rig.requests).toEqual(['pebble:connect'])
    expect(session.account('p_ada').reported.address).toBe('p_ada')
    expect(() => session.account('p_bob')).toThrow(ChainError)
    expect(await session.request('pebble:sign', ['hello'], never)).toBe('hello, signed')
    await expect(session.request('pebble:other', [], never)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
  })
  it('an answer that means a decline rejects as a decline, of connect and of each request', async () => {
    const { rig, connector, connect } = await stage()
    rig.policy = 'decline'
    const kindOf = (run: Promise<unknown>) =>
      run.then(
        () => 'resolved',
        error => walletProblem(error).kind,
      )
    expect(await kindOf(connector.connect({}, never))).toBe('declined')
    rig.policy = 'approve'
    const { session } = await connect()
    rig.policy = 'decline'
    expect(await kindOf(session.request('pebble:sign', ['hello'], never))).toBe('declined')
    expect(await kindOf(session.switchTo('pebble:cliff', never))).toBe('declined')
    expect(session.at()).toBe('pebble:shore')
  })
  it('a switch asks the wallet, and fails where the wallet is elsewhere after it', async () => {
    const { connect } = await stage()
    const { session, reports } = await connect()
    await session.switchTo('pebble:cliff', never)
    expect([session.at(), reports.map(one => one?.network)]).toEqual([
      'pebble:cliff',
      ['pebble:cliff'],
    ])
    await expect(session.switchTo('pebble:moon', never)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    kernel?.dispose()
    const other = await stage({ features: { 'pebble:changeNetwork': { changeNetwork: () => 1 } } })
    const stubborn = await other.connect()
    await expect(stubborn.session.switchTo('pebble:cliff', never)).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(stubborn.session.at()).toBe('pebble:shore')
  })
  it('a wallet without the feature that switches does not support networks, and one in too old a version no signatures', async () => {
    const able = await (await stage()).connect()
    const asked = [networksCapability, messagesCapability]
    expect(asked.map(one => able.walletSession.supports?.(one))).toEqual([true, true])
    kernel?.dispose()
    const old = await stage({
      lacks: ['pebble:changeNetwork'],
      versions: { 'pebble:sign': '1.0.9' },
    })
    const { walletSession } = await old.connect()
    expect(asked.map(one => walletSession.supports?.(one))).toEqual([false, false])
  })
  it('all sessions share one subscription, and an ended session reports nothing', async () => {
    const { rig, connect } = await stage()
    const first = await connect()
    await first.walletSession.disconnect(never)
    const second = await connect()
    expect(rig.listeners).toBe(0)
    rig.switchAccount()
    expect([first.reports, second.reports.map(addressOf)]).toEqual([[], ['p_bob']])
    rig.disconnectByWallet()
    expect(second.reports.at(-1)).toBeUndefined()
    expect(rig.disconnects).toBe(1)
  })
  it('a wallet without a feature for changes connects without an error', async () => {
    const { connect } = await stage({}, { onAccounts: 'pebble:onSomethingElse' })
    expect(addressOf((await connect()).walletSession.report)).toBe('p_ada')
    expect(reported).toEqual([])
  })
  it('a subscription that the wallet refused is requested again by the next session', async () => {
    const subscribe = vi.fn(async () => {
      throw new Error('not yet')
    })
    const { connect } = await stage({
      features: { 'pebble:onAccountChange': { onAccountChange: subscribe } },
    })
    const { walletSession } = await connect()
    await expect.poll(() => reported.length).toBeGreaterThan(0)
    await walletSession.disconnect(never)
    const requestedBefore = subscribe.mock.calls.length
    await connect()
    await expect.poll(() => subscribe.mock.calls.length).toBeGreaterThan(requestedBefore)
  })
  it('an account that changes while the network is read is the one of the session', async () => {
    let answer = (_network: string) => undefined as unknown
    const { rig, connect } = await stage({
      features: {
        'pebble:network': { network: () => new Promise(resolve => (answer = resolve as never)) },
      },
    })
    const opening = connect()
    await expect.poll(() => rig.isConnected).toBe(true)
    await new Promise(resolve => setTimeout(resolve))
    rig.switchAccount()
    answer('pebble:shore')
    expect(addressOf((await opening).walletSession.report)).toBe('p_bob')
  })
  it('a change that cannot be read is reported as an error, and the session stays as it was', async () => {
    const { rig, connect } = await stage()
    const { walletSession } = await connect()
    rig.setAccounts([{ ...account('ada'), address: 'elsewhere' }])
    expect(reported).toMatchObject([{ code: 'WALLET_ANSWER' }])
    expect(addressOf(walletSession.report)).toBe('p_ada')
  })
  it('a silent connect that the wallet rejects restores nothing, another error rejects', async () => {
    const { connector } = await stage()
    expect(await connector.restore({}, never)).toBeUndefined()
    kernel?.dispose()
    const known = await stage({ remembers: true })
    expect(addressOf((await known.connector.restore({}, never))?.report)).toBe('p_ada')
    expect(known.rig.prompts).toBe(0)
    kernel?.dispose()
    const broken = await stage({
      features: {
        'pebble:connect': {
          connect() {
            throw new TypeError('broken')
          },
        },
      },
    })
    await expect(broken.connector.restore({}, never)).rejects.toThrow('broken')
  })
  it('a session of a wallet without a network keeps one of its own', async () => {
    const { ownNetwork: _, ...plain } = variant
    const { connect } = await stage({}, { ...plain, ownNetwork: undefined as never })
    const { session } = await connect({ network: 'pebble:cliff' })
    expect(session.at()).toBe('pebble:cliff')
    await session.switchTo('pebble:shore', never)
    expect(session.at()).toBe('pebble:shore')
  })
  it('a wallet that lacks the feature to connect is named in development, with the features to pass', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    try {
      const target = new EventTarget()
      scriptedStandardWallet({ ...scripted, target })
      scriptedStandardWallet({ ...scripted, chains: ['stone:shore'], target })
      await watchStandardWallets(kernelContext(), { prefix: 'pebble' }, () => undefined, target)
      await expect
        .poll(() => warn.mock.calls)
        .toEqual([
          [
            'The wallet "Ada" has pebble:any and no standard:connect, so it is not listed. If it connects by another feature, pass that to walletStandardConnectors: connect: [\'pebble:connect\'].',
          ],
        ])
    } finally {
      warn.mockRestore()
    }
  })
  it.each(['no-accounts', 'malformed', 'other-network'] as const)(
    'the lie %s connects nothing',
    async lie => {
      const { rig, connector } = await stage()
      expect(rig.lie(lie)).toBe(true)
      await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )
})
