import { describe, expect, it, vi } from 'vitest'
import type { WalletReport } from './connector.js'
import { createReportEmitter } from './report-emitter.js'

const reportOf = (...addresses: readonly string[]): WalletReport => ({
  accounts: addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' })),
  network: 'tally:main',
})
const stage = () => {
  const whenEmpty = vi.fn()
  const report = vi.fn()
  return {
    whenEmpty,
    report,
    emitter: createReportEmitter({ first: reportOf('t_ada'), whenEmpty, report }),
  }
}

describe('the report emitter', () => {
  it('a listener gets each new report, and none that equals the previous report', () => {
    const { emitter } = stage()
    const listener = vi.fn()
    emitter.watch(listener)
    for (const report of [
      reportOf('t_ada'),
      reportOf('t_bob'),
      reportOf('t_bob'),
      reportOf('t_ada'),
    ])
      emitter.emit(report)
    expect(listener.mock.calls).toEqual([[reportOf('t_bob')], [reportOf('t_ada')]])
  })
  it('a listener gets no report after the wallet has disconnected', () => {
    const { emitter } = stage()
    const listener = vi.fn()
    emitter.watch(listener)
    for (const report of [undefined, undefined, reportOf('t_bob')]) emitter.emit(report)
    expect(listener.mock.calls).toEqual([[undefined]])
  })
  it('a listener that throws is reported, and the other listeners still get the report', () => {
    const { emitter, report } = stage()
    const listener = vi.fn()
    const torn = new TypeError('torn')
    emitter.watch(() => {
      throw torn
    })
    emitter.watch(listener)
    emitter.emit(reportOf('t_bob'))
    expect(listener).toHaveBeenCalledOnce()
    expect(report.mock.calls).toEqual([[torn]])
  })
  it('[R30] whenEmpty runs once, when the last listener is removed; removing a listener twice does nothing', () => {
    const { emitter, whenEmpty } = stage()
    const [one, two] = [emitter.watch(vi.fn()), emitter.watch(vi.fn())]
    one()
    one()
    expect(whenEmpty).not.toHaveBeenCalled()
    two()
    two()
    expect(whenEmpty).toHaveBeenCalledOnce()
  })
})
