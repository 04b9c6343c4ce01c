import { describe, expect, it, vi } from 'vitest'
import type { WalletReport } from '../connector-kit/connector.js'
import {
  createWalletSession,
  type OpenSession,
  type WalletSessionOptions,
} from './wallet-session.js'

const never = new AbortController().signal
function stage(more: Partial<WalletSessionOptions> = {}) {
  const plugin = new AbortController()
  const report = vi.fn()
  const unsubscribe = vi.fn()
  let addresses: readonly string[] = ['t_ada']
  let session: OpenSession | undefined
  const walletSession = createWalletSession(
    {
      network: 'tally:main',
      report: (network): WalletReport => ({
        accounts: addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' })),
        network,
      }),
      handle(open) {
        session = open
        return { move: open.move }
      },
      listen: () => unsubscribe,
      ...more,
    },
    { signal: plugin.signal, report },
  )
  return {
    walletSession,
    plugin,
    report,
    unsubscribe,
    session: session as OpenSession,
    show(...next: readonly string[]) {
      session?.update(() => {
        addresses = next
      })
    },
  }
}
const addressesOf = (report: WalletReport | undefined) =>
  report?.accounts.map(({ address }) => address)

describe('a wallet session', () => {
  it('a listener gets each new report, and none that equals the previous report', () => {
    const { walletSession, show } = stage()
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(addressesOf(report)))
    show('t_ada')
    show('t_bob')
    show('t_bob')
    show('t_ada')
    expect(reports).toEqual([['t_bob'], ['t_ada']])
  })
  it('a listener gets no report after the wallet has disconnected', () => {
    const { walletSession, session, show, unsubscribe } = stage()
    const listener = vi.fn()
    walletSession.watch(listener)
    session.end()
    session.end()
    show('t_bob')
    expect(listener.mock.calls).toEqual([[undefined]])
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
  it('a listener that comes after the wallet has disconnected is notified at once', () => {
    const { walletSession, session } = stage()
    session.end()
    const listener = vi.fn()
    walletSession.watch(listener)
    expect(listener.mock.calls).toEqual([[undefined]])
  })
  it('a listener gets no report after the person has disconnected, and the last report stays', async () => {
    const { walletSession, session, show } = stage()
    const listener = vi.fn()
    walletSession.watch(listener)
    await walletSession.disconnect(new AbortController().signal)
    show('t_bob')
    session.end()
    expect(listener).not.toHaveBeenCalled()
    expect(addressesOf(walletSession.report)).toEqual(['t_ada'])
  })
  it('a change before the first listener is in the report of the session', () => {
    const { walletSession, show } = stage()
    show('t_bob')
    expect(addressesOf(walletSession.report)).toEqual(['t_bob'])
  })
  it('a listener that throws is reported, and the other listeners still get the report', () => {
    const { walletSession, report, show } = stage()
    const listener = vi.fn()
    const torn = new TypeError('torn')
    walletSession.watch(() => {
      throw torn
    })
    walletSession.watch(listener)
    show('t_bob')
    expect(listener).toHaveBeenCalledOnce()
    expect(report.mock.calls).toEqual([[torn]])
  })
  it('[R30] a session unsubscribes once, when its last listener is removed; removing one twice does nothing', () => {
    const { walletSession, unsubscribe } = stage()
    const [one, two] = [walletSession.watch(vi.fn()), walletSession.watch(vi.fn())]
    one()
    one()
    expect(unsubscribe).not.toHaveBeenCalled()
    two()
    two()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
  it('[R30] a session unsubscribes with its plugin, and its signal aborts', () => {
    const { plugin, session, unsubscribe } = stage()
    plugin.abort()
    expect(session.signal.aborted).toBe(true)
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
  it.each([
    ['a promise of its function', async (stop: () => void) => stop],
    ['nothing', () => undefined],
    ['a number', () => 7],
  ])('a session ends where the wallet answers %s to the subscription', async (_what, answer) => {
    const stop = vi.fn()
    const { walletSession, report } = stage({ listen: () => answer(stop) })
    await walletSession.disconnect(never)
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(_what.startsWith('a p') ? 1 : 0))
    expect(report).not.toHaveBeenCalled()
  })
  it('a wallet that throws when it is subscribed to, or unsubscribed from, is reported', async () => {
    const torn = new TypeError('torn')
    const thrower = () => {
      throw torn
    }
    const first = stage({ listen: thrower })
    const second = stage({ listen: () => thrower })
    await second.walletSession.disconnect(never)
    await vi.waitFor(() => expect(second.report.mock.calls).toEqual([[torn]]))
    expect(first.report.mock.calls).toEqual([[torn]])
  })
  it('move goes to a network and reports it, and stays where the wallet cannot be described there', () => {
    const { walletSession, session } = stage({
      report(network) {
        if (network === 'tally:lost') throw new TypeError('lost')
        return { accounts: [{ namespace: 'tally', address: 't_ada', type: 'eoa' }], network }
      },
    })
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report?.network))
    session.move('tally:side')
    expect([session.at(), reports]).toEqual(['tally:side', ['tally:side']])
    expect(() => session.move('tally:lost')).toThrow('lost')
    expect([session.at(), reports]).toEqual(['tally:side', ['tally:side']])
  })
  it('an update that throws is reported, and the last report stays', () => {
    const { walletSession, session, report } = stage()
    const torn = new TypeError('torn')
    session.update(() => {
      throw torn
    })
    expect(report.mock.calls).toEqual([[torn]])
    expect(addressesOf(walletSession.report)).toEqual(['t_ada'])
  })
  it('a session ends when its wallet is removed from the page', () => {
    const removal = new AbortController()
    const { walletSession, unsubscribe } = stage({ removed: removal.signal })
    const listener = vi.fn()
    walletSession.watch(listener)
    removal.abort()
    expect(listener.mock.calls).toEqual([[undefined]])
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
  it('a failed disconnect does not keep the person connected, unless the chain says so', async () => {
    const broken = async () => {
      throw new TypeError('broken')
    }
    await expect(stage({ disconnect: broken }).walletSession.disconnect(never)).resolves.toBe(
      undefined,
    )
    const strict = stage({
      disconnect: broken,
      disconnectFailed(error) {
        throw error
      },
    })
    await expect(strict.walletSession.disconnect(never)).rejects.toThrow('broken')
    expect(strict.unsubscribe).toHaveBeenCalledOnce()
  })
  it('disconnect waits three seconds for a silent wallet', async () => {
    vi.useFakeTimers()
    try {
      const ended = stage({ disconnect: () => new Promise(() => undefined) })
        .walletSession.disconnect(never)
        .then(() => 'ended')
      await vi.advanceTimersByTimeAsync(2_999)
      expect(await Promise.race([ended, 'waiting'])).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toBe('ended')
    } finally {
      vi.useRealTimers()
    }
  })
})
