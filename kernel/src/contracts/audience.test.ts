import { describe, expect, it, vi } from 'vitest'
import { createAudience } from './audience.js'
import type { WalletReport } from './connector.js'

const reportOf = (...addresses: readonly string[]): WalletReport => ({
  accounts: addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' })),
  network: 'tally:main',
})
const stage = () => {
  const whenEmpty = vi.fn()
  const report = vi.fn()
  return { whenEmpty, report, audience: createAudience({ first: reportOf('t_ada'), whenEmpty, report }) }
}

describe('the audience of a line', () => {
  it('hears what is new, and nothing twice', () => {
    const { audience } = stage()
    const heard = vi.fn()
    audience.watch(heard)
    for (const report of [reportOf('t_ada'), reportOf('t_bob'), reportOf('t_bob'), reportOf('t_ada')]) audience.tell(report)
    expect(heard.mock.calls).toEqual([[reportOf('t_bob')], [reportOf('t_ada')]])
  })
  it('hears nothing more after the wallet hung up', () => {
    const { audience } = stage()
    const heard = vi.fn()
    audience.watch(heard)
    for (const report of [undefined, undefined, reportOf('t_bob')]) audience.tell(report)
    expect(heard.mock.calls).toEqual([[undefined]])
  })
  it('is let down by none of its own', () => {
    const { audience, report } = stage()
    const heard = vi.fn()
    const torn = new TypeError('torn')
    audience.watch(() => {
      throw torn
    })
    audience.watch(heard)
    audience.tell(reportOf('t_bob'))
    expect(heard).toHaveBeenCalledOnce()
    expect(report.mock.calls).toEqual([[torn]])
  })
  it('[R30] is empty when the last one left, and each leaves once', () => {
    const { audience, whenEmpty } = stage()
    const [one, two] = [audience.watch(vi.fn()), audience.watch(vi.fn())]
    one()
    one()
    expect(whenEmpty).not.toHaveBeenCalled()
    two()
    two()
    expect(whenEmpty).toHaveBeenCalledOnce()
  })
})
