import { afterEach, describe, expect, it, vi } from 'vitest'
import { scriptedObjectWallet } from '../../testing/index.js'
import { messagesCapability } from '../capabilities/messages.js'
import { networksCapability } from '../capabilities/networks.js'
import type { NetworkId } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import { walletProblem } from '../wallet/wallet-problem.js'
import type { WalletReport } from './connector.js'
import {
  createObjectConnector,
  type ObjectSession,
  type ObjectWallet,
  unwrap,
} from './object-connector.js'

const never = new AbortController().signal
afterEach(() => void vi.useRealTimers())

function stage(more: Partial<ObjectWallet> = {}) {
  const rig = scriptedObjectWallet<NetworkId>({
    accounts: ['p_ada', 'p_bob'],
    network: 'pebble:shore',
    elsewhere: 'stone:elsewhere',
  })
  const life = new AbortController()
  const reported: unknown[] = []
  const read = vi.fn(async (): Promise<WalletReport> => {
    const { accounts, network } = rig.state()
    if (!accounts.every(one => one.startsWith('p_')) || !network.startsWith('pebble:'))
      throw new ChainError('WALLET_ANSWER')
    return {
      accounts: accounts.map(address => ({ namespace: 'pebble', address, type: 'eoa' })),
      network,
    }
  })
  const connector = createObjectConnector(
    {
      id: 'pebble:object',
      name: 'Pebble Wallet',
      namespace: 'pebble',
      read,
      approve: rig.connect,
      listen({ changed, gone }) {
        rig.on('changed', changed)
        rig.on('gone', gone)
        return () => {
          rig.off('changed', changed)
          rig.off('gone', gone)
        }
      },
      disconnect: rig.forget,
      ...more,
    },
    { signal: life.signal, report: error => void reported.push(error) },
  )
  const connect = async () => {
    const session = await connector.connect({}, never)
    const reports: (WalletReport | undefined)[] = []
    const stop = session.watch(report => void reports.push(report))
    return { session, reports, stop, handle: session.handle as ObjectSession }
  }
  return { rig, connector, connect, read, reported }
}
const silent = { listen: undefined as never, lookEveryMs: 1_000 }

describe('a connector of a wallet that is an object in the page', () => {
  it('connects with one prompt, reports what the wallet reads, and is announced by default', async () => {
    const { rig, connector, connect } = stage()
    const { session } = await connect()
    expect(session.report.accounts.map(one => one.address)).toEqual(['p_ada', 'p_bob'])
    expect([rig.prompts, connector.type]).toEqual([1, 'ANNOUNCED'])
    expect(stage({ type: 'INJECTED' }).connector.type).toBe('INJECTED')
  })
  it('follows the changes that the wallet announces, and ends with the wallet', async () => {
    const { rig, connect } = stage()
    const { reports } = await connect()
    rig.switchAccount()
    await expect.poll(() => reports.at(-1)?.accounts[0]?.address).toBe('p_bob')
    rig.moveTo?.('pebble:cliff')
    await expect.poll(() => reports.at(-1)?.network).toBe('pebble:cliff')
    rig.disconnectByWallet()
    await expect.poll(() => reports.at(-1)).toBeUndefined()
    expect(rig.listeners).toBe(0)
  })
  it('looks at a wallet that announces nothing while the page is visible, and never twice at once', async () => {
    vi.useFakeTimers()
    const page = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', page)
    try {
      const { rig, connect, read } = stage(silent)
      const { reports, stop } = await connect()
      const before = read.mock.calls.length
      rig.switchAccount()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(reports.at(-1)?.accounts[0]?.address).toBe('p_bob')
      page.hidden = true
      await vi.advanceTimersByTimeAsync(10_000)
      expect(read.mock.calls.length).toBe(before + 1)
      page.hidden = false
      let answer = (_report: WalletReport) => {}
      read.mockImplementationOnce(() => new Promise(resolve => (answer = resolve)))
      page.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(5_000)
      expect(read.mock.calls.length).toBe(before + 2)
      answer({ accounts: [], network: 'pebble:shore' })
      await vi.advanceTimersByTimeAsync(0)
      stop()
      const atEnd = read.mock.calls.length
      await vi.advanceTimersByTimeAsync(10_000)
      expect(read.mock.calls.length).toBe(atEnd)
    } finally {
      vi.unstubAllGlobals()
    }
  })
  it('reports a failing look once, and follows the wallet again afterwards', async () => {
    vi.useFakeTimers()
    const { rig, connect, reported } = stage(silent)
    const { reports } = await connect()
    rig.lie('malformed')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reported).toMatchObject([{ code: 'WALLET_ANSWER' }])
    rig.lie(undefined)
    rig.switchAccount()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reports.at(-1)?.accounts[0]?.address).toBe('p_bob')
  })
  it('supports networks where the wallet can be asked to change them, and looks where it is then', async () => {
    const fixed = await stage().connect()
    expect(fixed.session.supports?.(networksCapability)).toBe(false)
    expect(fixed.session.supports?.(messagesCapability)).toBe(true)
    await expect(fixed.handle.switchTo('pebble:cliff', never)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    let moves = true
    const one = stage({ change: to => moves && one.rig.setNetwork(to) })
    const { session, handle } = await one.connect()
    expect(session.supports?.(networksCapability)).toBe(true)
    await handle.switchTo('pebble:cliff', never)
    expect(session.report.network).toBe('pebble:cliff')
    moves = false
    await expect(handle.switchTo('pebble:shore', never)).rejects.toMatchObject({
      code: 'WALLET_NETWORK',
    })
  })
  it('restores without a prompt, and restores nothing of a wallet that is locked or forgot the page', async () => {
    const { rig, connector, connect } = stage()
    expect(await connector.restore({}, never)).toBeUndefined()
    await connect()
    const { prompts } = rig
    expect((await connector.restore({}, never))?.report.accounts).toHaveLength(2)
    rig.forget()
    expect(await connector.restore({}, never)).toBeUndefined()
    expect(rig.prompts).toBe(prompts)
  })
  it.each(['no-accounts', 'malformed', 'other-network'] as const)(
    'connects nothing for the lie %s',
    async lie => {
      const { rig, connector } = stage()
      rig.lie(lie)
      await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
      expect(rig.listeners).toBe(0)
    },
  )
  it('a request settles like the wallet, and rejects at once when its signal aborts', async () => {
    const { rig, connect } = stage()
    const { handle } = await connect()
    expect(await handle.request('sign', () => rig.ask(() => 'signed'), never)).toBe('signed')
    rig.policy = 'hang'
    const controller = new AbortController()
    const asking = handle.request('sign', () => rig.ask(() => 'signed'), controller.signal)
    controller.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('answers of a library that resolves with errors', () => {
  it('an answer without an error is returned as it is', async () => {
    expect(await unwrap(Promise.resolve({ address: 'p_ada' }))).toEqual({ address: 'p_ada' })
  })
  it('an error rejects with its own code and message, and the given code as a decline', async () => {
    const answer = Promise.resolve({ address: '', error: { code: -4, message: 'No.' } })
    await expect(unwrap(answer)).rejects.toMatchObject({ code: -4, message: 'No.' })
    const thrown = await unwrap(answer, -4).catch((error: unknown) => error)
    expect(walletProblem(thrown).kind).toBe('declined')
  })
})
