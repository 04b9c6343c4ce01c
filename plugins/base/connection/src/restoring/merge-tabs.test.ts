import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isSame, merged, newestIn, stamped } from './merge-tabs.js'
import {
  readSaved,
  type SavedConnections,
  withConnection,
  withoutConnections,
} from './saved-connections.js'

const empty = readSaved(undefined)
const fox = { namespace: 'tally', connector: 'fox', wallet: { name: 'Fox' }, address: 't_fox' }
const owl = { namespace: 'tally', connector: 'owl', wallet: { name: 'Owl' } }
const then = (before: SavedConnections, next: SavedConnections) => stamped(before, readSaved(next))
const both = then(
  then(empty, withConnection(empty, fox)),
  withConnection(withConnection(empty, fox), owl),
)
const on = (memory: SavedConnections, network: 'tally:main' | 'tally:side') =>
  then(memory, { ...memory, networks: { tally: network } })
const ended = (memory: SavedConnections) =>
  then(memory, withoutConnections(memory, ['tally/fox'], true))
const disconnectedByWallet = (memory: SavedConnections) =>
  then(memory, withoutConnections(memory, ['tally/fox'], false))

describe('the merge of two tabs', () => {
  it('[R15] A network of one tab and a disconnect in the other both count', () => {
    const together = merged(on(both, 'tally:side'), ended(both))
    expect(together).toMatchObject({
      networks: { tally: 'tally:side' },
      connections: [owl],
      ended: ['tally/fox'],
    })
  })
  it('[D11d] An ended connection comes back only by a later connect', () => {
    const over = ended(both)
    expect(merged(over, both).connections).toEqual([owl])
    expect(merged(over, then(over, withConnection(over, fox)))).toMatchObject({
      connections: [owl, fox],
      ended: [],
    })
  })
  it('[D11d] A disconnect by the wallet in one tab overrides neither a disconnect nor a new connection in another', () => {
    const over = ended(both)
    expect(merged(disconnectedByWallet(both), over).ended).toEqual(['tally/fox'])
    const again = then(over, withConnection(over, fox))
    expect(merged(disconnectedByWallet(both), again).connections).toEqual([owl, fox])
    expect(merged(disconnectedByWallet(both), both).connections).toEqual([owl])
    // Also when this tab reads it much later.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    expect(merged(disconnectedByWallet(both), again).connections).toEqual([owl, fox])
    vi.restoreAllMocks()
  })
  it('New branding or a new address of a wallet is no new connection', () => {
    const other = then(
      both,
      withConnection(both, { ...fox, wallet: { name: 'Fox 2' }, address: 't_other' }),
    )
    expect(merged(other, both).connections[0]?.address).toBe('t_other')
    expect(merged(other, ended(both)).connections).toEqual([owl])
  })
  it('The later of two networks counts, also after the clock was set back', () => {
    const ahead = { ...both, stamps: { ...both.stamps, 'networks tally': 8.6e15 } }
    expect(merged(on(ahead, 'tally:main'), ahead).networks).toEqual({ tally: 'tally:main' })
    expect(newestIn(on(ahead, 'tally:side'))).toBe(8.6e15 + 1)
  })
  it('[S13] The largest possible stamp breaks nothing: an ended connection stays ended', () => {
    const hostile = {
      ...both,
      stamps: {
        'connections tally/fox': 8.64e15,
        'connections tally/owl': 1e300,
        namespace: -1,
        recent: 'x',
      },
    } as unknown as SavedConnections
    const read = readSaved(hostile)
    expect(read.stamps).toEqual({ 'connections tally/fox': 8.64e15 })
    expect(merged(read, ended(read)).ended).toEqual(['tally/fox'])
  })
  it('[R17] The state of an older version, which has no stamps, equals the same state with stamps, and its order stays', () => {
    const { stamps, ...older } = both
    expect(readSaved(older)).toMatchObject({ connections: [fox, owl], stamps: {} })
    expect(isSame(merged(readSaved(older), both), both)).toBe(true)
    expect(Object.keys(stamps)).toContain('connections tally/fox')
  })
  it('At most 64 stamps are kept, the newest', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`connections tally/${i}`, i]),
    )
    expect(Object.values(readSaved({ stamps: many }).stamps).sort((a, b) => a - b)[0]).toBe(36)
  })
  it('[R15] A merge is commutative, associative and idempotent', { tags: 'thorough' }, () => {
    const place = fc.constantFrom('none', 'connected', 'ended')
    const at = fc.option(fc.nat(2), { nil: undefined })
    const memory = fc
      .record({
        fox: place,
        owl: place,
        network: fc.constantFrom('tally:main', 'tally:side', undefined),
        ats: fc.tuple(at, at, at),
      })
      .map(made => {
        const of = (what: string) => [fox, owl].filter(one => made[one.connector as 'fox'] === what)
        const keys = ['connections tally/fox', 'connections tally/owl', 'networks tally']
        return readSaved({
          networks: { tally: made.network },
          connections: of('connected'),
          ended: of('ended').map(one => `tally/${one.connector}`),
          stamps: Object.fromEntries(
            keys.flatMap((key, i) => (made.ats[i] === undefined ? [] : [[key, made.ats[i]]])),
          ),
        })
      })
    fc.assert(
      fc.property(memory, memory, memory, (a, b, c) => {
        expect(merged(a, b)).toEqual(merged(b, a))
        expect(merged(merged(a, b), c)).toEqual(merged(a, merged(b, c)))
        expect(merged(merged(a, b), b)).toEqual(merged(a, b))
        expect(isSame(merged(a, a), a)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
