/** Wallets that register by the Wallet Standard, on an invented chain. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKernel, type Kernel } from '../../kernel.js'
import { definePlugin } from '../../plugin.js'
import {
  connectionOf,
  type ScriptedAccount,
  type ScriptedStandardWalletOptions,
  scriptedStandardWallet,
} from '../../testing/index.js'
import { messagesCapability } from '../capabilities/messages.js'
import { ChainError } from '../chain/chain-errors.js'
import { failedRequest } from '../wallet/failed-request.js'
import { type Connector, connectorsSlot, type WalletReport } from './connector.js'
import { createStandardConnector, type StandardSession } from './standard-connector.js'
import { readProperty } from './standard-wallet.js'
import { walletStandardConnectors } from './wallet-standard.js'

const never = new AbortController().signal
const account = (name: string): ScriptedAccount => ({
  address: `p_${name}`,
  publicKey: new TextEncoder().encode(name),
})
const networks = [
  { caipNetworkId: 'pebble:shore', name: 'Shore', walletChain: 'stone:shore' },
  { caipNetworkId: 'pebble:cliff', name: 'Cliff', walletChain: 'stone:cliff' },
] as const
const options: ScriptedStandardWalletOptions = {
  name: 'Ada',
  chains: ['stone:shore', 'stone:cliff'],
  accounts: [account('ada'), account('bob')],
  methods: { 'stone:sign': (text: string) => `${text}, signed` },
}

let kernel: Kernel | undefined
let reported: unknown[] = []
afterEach(() => {
  kernel?.dispose()
  reported = []
})
async function openPage(page: EventTarget | 'none' = new EventTarget()) {
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
                prefix: 'stone',
                open: async wallet =>
                  createStandardConnector(
                    wallet,
                    {
                      networks,
                      account({ address, publicKey }) {
                        if (address !== `p_${new TextDecoder().decode(publicKey)}`)
                          throw new ChainError('WALLET_ANSWER')
                        return { namespace: 'pebble', address, type: 'eoa' }
                      },
                      handle: session => session,
                      needs: { [messagesCapability.id]: ['stone:sign'] },
                    },
                    context,
                  ),
              },
              page === 'none' ? globalThis.window : page,
            ),
          )
        },
      }),
    ],
  })
  await kernel.start()
  return page as EventTarget
}
const rows = () => kernel?.items(connectorsSlot) ?? []
const ids = () => rows().map(({ id }) => id)
const row = () => rows()[0] as Connector
async function connected(request: Parameters<Connector['connect']>[0] = {}) {
  const walletSession = await row().connect(request, never)
  const reports: (WalletReport | undefined)[] = []
  walletSession.watch(report => void reports.push(report))
  const { via } = connectionOf(walletSession, row())
  return { walletSession, reports, via, session: walletSession.handle as StandardSession }
}
const addressesOf = (report: WalletReport | undefined) =>
  report?.accounts.map(({ address }) => address)

describe('wallets of the Wallet Standard', () => {
  it('wallets from before the page and later ones get a row each, without a request', async () => {
    const page = new EventTarget()
    const early = scriptedStandardWallet({ ...options, target: page })
    await openPage(page)
    expect(ids()).toEqual(['pebble:Ada'])
    scriptedStandardWallet({ ...options, name: 'Late', target: page })
    await expect.poll(ids).toEqual(['pebble:Ada', 'pebble:Late'])
    expect(row()).toMatchObject({ name: 'Ada', namespace: 'pebble', approval: early.provider })
    expect([early.requests, early.listeners]).toEqual([[], 0])
  })
  it('a wallet that announces itself twice is one row', async () => {
    const page = await openPage()
    const wallet = scriptedStandardWallet({ ...options, target: page })
    wallet.register()
    await expect.poll(ids).toEqual(['pebble:Ada'])
    wallet.register()
    await new Promise(resolve => setTimeout(resolve))
    expect(ids()).toEqual(['pebble:Ada'])
  })
  it('[S5] ids stay over reloads, and a second wallet of one name gets its own', async () => {
    for (let load = 0; load < 2; load++) {
      const page = await openPage()
      for (const name of ['Ada', 'Eve', 'Ada'])
        scriptedStandardWallet({ ...options, name, target: page })
      await expect.poll(ids).toEqual(['pebble:Ada', 'pebble:Eve', 'pebble:Ada#2'])
      kernel?.dispose()
    }
  })
  it('a wallet that withdraws its registration loses its row, and gets it back when it returns', async () => {
    const page = await openPage()
    const wallet = scriptedStandardWallet({ ...options, target: page })
    await expect.poll(ids).toEqual(['pebble:Ada'])
    wallet.unregister()
    expect(ids()).toEqual([])
    wallet.register()
    await expect.poll(ids).toEqual(['pebble:Ada'])
    await connected()
    expect(wallet.isConnected).toBe(true)
  })
  it('a page without a window has no wallets, and no error', async () => {
    expect(globalThis.window).toBeUndefined()
    await openPage('none')
    expect([ids(), reported]).toEqual([[], []])
  })
  it.each(['version', 'name', 'icon', 'chains', 'features', 'accounts'])(
    'a wallet whose getter of %s throws leaves the page and the other wallets whole',
    async property => {
      const page = await openPage()
      const wallet = scriptedStandardWallet({ ...options, name: 'Sound', target: page })
      const trap = Object.create(wallet.provider, {
        [property]: {
          get() {
            throw new TypeError('trap')
          },
        },
      })
      page.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(one: object): void }) => api.register(trap),
        }),
      )
      await expect.poll(ids).toContain('pebble:Sound')
      for (const connector of rows())
        await connector.connect({}, never).then(
          one => one.disconnect(never),
          error => expect(error).toBeInstanceOf(ChainError),
        )
    },
  )
})

describe('a session with a wallet of the Wallet Standard', () => {
  const start = async (more: Partial<ScriptedStandardWalletOptions> = {}) => {
    const page = await openPage()
    const wallet = scriptedStandardWallet({ ...options, ...more, target: page })
    await expect.poll(ids).toHaveLength(1)
    return wallet
  }
  it('connect reports the accounts on the requested network, and the approved networks', async () => {
    const wallet = await start()
    const { walletSession } = await connected({ network: 'pebble:cliff' })
    expect(walletSession.report).toEqual({
      accounts: wallet.addresses().map(address => ({ namespace: 'pebble', address, type: 'eoa' })),
      network: 'pebble:cliff',
      approved: ['pebble:shore', 'pebble:cliff'],
    })
    expect(wallet.prompts).toBe(1)
  })
  it('restore is silent, and finds nothing where the wallet does not know the page', async () => {
    const wallet = await start()
    expect(await row().restore({}, never)).toBeUndefined()
    await (await connected()).walletSession.watch(() => undefined)
    expect(addressesOf((await row().restore({}, never))?.report)).toEqual(wallet.addresses())
    expect(wallet.prompts).toBe(1)
  })
  it.each(['no-accounts', 'malformed', 'other-network'] as const)(
    '[S35] connect takes nothing from a wallet that tells the lie %s, and leaves no listener',
    async lie => {
      const wallet = await start()
      wallet.lie(lie)
      await expect(row().connect({}, never)).rejects.toBeInstanceOf(ChainError)
      expect(wallet.listeners).toBe(0)
    },
  )
  it('accounts that change while the person approves are reported', async () => {
    const wallet = await start()
    const feature = readProperty(readProperty(wallet.provider, 'features'), 'standard:connect') as {
      connect(): Promise<unknown>
    }
    const { connect } = feature
    // After the answer was made, and before the page has the session.
    feature.connect = async () => {
      const answer = await connect()
      wallet.setAccounts([account('carol')])
      return answer
    }
    const { walletSession } = await connected()
    expect(addressesOf(walletSession.report)).toEqual(['p_ada', 'p_bob'])
    await vi.waitFor(() => expect(addressesOf(walletSession.report)).toEqual(['p_carol']))
    expect(reported).toEqual([])
  })
  it('the session reports another account, and goes between the networks of the wallet', async () => {
    const wallet = await start()
    const { reports, session } = await connected()
    wallet.switchAccount()
    await vi.waitFor(() => expect(addressesOf(reports[0])).toEqual(['p_bob', 'p_ada']))
    session.switchTo('pebble:cliff')
    expect([session.at(), reports.at(-1)?.network]).toEqual(['pebble:cliff', 'pebble:cliff'])
    expect(() => session.switchTo('pebble:lost')).toThrow(
      expect.objectContaining({ code: 'WALLET_UNSUPPORTED' }),
    )
  })
  it('switchTo throws WALLET_NETWORK where the wallet has no account', async () => {
    await start({ accounts: [{ ...account('ada'), chains: ['stone:shore'] }] })
    const { session } = await connected()
    expect(() => session.switchTo('pebble:cliff')).toThrow(
      expect.objectContaining({ code: 'WALLET_NETWORK' }),
    )
  })
  it('a feature that the wallet lacks is WALLET_UNSUPPORTED, and supports says so', async () => {
    await start({ lacks: ['stone:sign'] })
    const { session, walletSession } = await connected()
    expect(walletSession.supports?.(messagesCapability)).toBe(false)
    await expect(session.request('stone:sign', {}, never)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
  })
  it('disconnect tells the wallet, and leaves no listener', async () => {
    const wallet = await start()
    const { walletSession } = await connected()
    await walletSession.disconnect(never)
    expect([wallet.isConnected, wallet.listeners]).toEqual([false, 0])
  })
  it('a wallet that unregisters ends its session', async () => {
    const wallet = await start()
    const { reports } = await connected()
    wallet.unregister()
    expect(reports).toEqual([undefined])
    expect(wallet.listeners).toBe(0)
  })
  it('a wallet that unregisters while it signs ends the request, and its outcome is unknown', async () => {
    const wallet = await start()
    const { session, reports } = await connected()
    wallet.policy = 'hang'
    const signing = session.request('stone:sign', {}, never).catch((error: unknown) => error)
    await vi.waitFor(() => expect(wallet.prompts).toBe(2))
    wallet.unregister()
    const error = await signing
    expect(error).toMatchObject({
      code: 'WALLET_ANSWER',
      userMessage: { id: 'wallet.error.removed' },
    })
    expect(failedRequest(error)).toBe('unknown')
    expect(reports).toEqual([undefined])
  })
  it('a wallet that unregisters while it connects ends the request', async () => {
    const wallet = await start()
    wallet.policy = 'hang'
    const connecting = row()
      .connect({}, never)
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(wallet.prompts).toBe(1))
    wallet.unregister()
    expect(readProperty(await connecting, 'code')).toBe('WALLET_ANSWER')
    expect(wallet.listeners).toBe(0)
  })
})
