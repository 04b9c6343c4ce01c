import { memoryStorage } from '@portico/kernel'
import { sessionSlice } from '@portico/kernel/session'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bench, main, savedKey } from '../../test/bench.js'
import { recentWallets } from '../refs.js'
import {
  brandingOf,
  connectionLimit,
  latestTime,
  readSaved,
  type SavedConnections,
  withConnection,
  withoutConnections,
  withRecent,
} from './saved-connections.js'

const empty: SavedConnections = {
  networks: {},
  connections: [],
  active: {},
  ended: [],
  recent: [],
  stamps: {},
}
const fox = { namespace: 'tally', connector: 'fox', wallet: { name: 'Fox' }, address: 't_fox' }
const owl = { namespace: 'tally', connector: 'owl', wallet: { name: 'Owl' } }
const full: SavedConnections = {
  namespace: 'tally',
  networks: { tally: 'tally:main' },
  connections: [fox, owl],
  active: { tally: 'fox' },
  ended: ['tally/cat'],
  recent: [{ id: 'rdns:io.fox', rdns: 'io.fox', name: 'Fox' }],
  stamps: { 'connections tally/cat': 7, namespace: 5 },
}

describe('the reader of saved connections', () => {
  it('Saved connections are read as they were written', () => {
    expect(readSaved(JSON.parse(JSON.stringify(full)))).toEqual(full)
    expect(readSaved(readSaved(full))).toEqual(full)
  })
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'fox'],
    ['a list', [fox]],
    [
      'wrong types everywhere',
      { namespace: 1, networks: 'x', connections: {}, active: [], ended: 'x', recent: 7 },
    ],
    [
      'entries of wrong types',
      {
        connections: [null, 1, 'x', [], {}],
        ended: [null, 1, 'x', {}],
        recent: [null, {}, { id: 'x' }],
        networks: { tally: 1 },
        active: { tally: {} },
      },
    ],
    [
      'ids that are none',
      {
        namespace: 'UPPER',
        connections: [
          { namespace: 'a b', connector: 'x' },
          { namespace: 'tally', connector: '' },
          { namespace: 'tally', connector: 'a\u0000b' },
        ],
        ended: ['/x', 'tally/'],
      },
    ],
    ['a network of another namespace', { networks: { tally: 'other:main' } }],
    ['numbers where the list was an object', { connections: { length: 5 } }],
  ])('[S13] Saved connections are empty when storage holds %s', (_, found) => {
    expect(readSaved(found)).toEqual(empty)
  })
  it('[S13] The valid parts of damaged storage are kept', () => {
    expect(
      readSaved({ ...full, networks: 7, connections: [fox, { namespace: 'tally' }, fox] }),
    ).toEqual({ ...full, networks: {}, connections: [fox] })
  })
  it('[S13] A stored wallet has a clean name, and no image that is unsafe or too long', () => {
    const image = `data:image/png;base64,${'A'.repeat(100)}`
    const read = (wallet: object) =>
      readSaved({ connections: [{ namespace: 'tally', connector: 'fox', wallet }] }).connections[0]
        ?.wallet
    expect(read({ name: 'Fox', imageUrl: image })).toEqual({ name: 'Fox', imageUrl: image })
    expect(read({ name: 'F\u202Eox', imageUrl: 'javascript:alert(1)' })).toEqual({ name: 'Fox' })
    expect(read({ name: '', imageUrl: `data:image/png;base64,${'A'.repeat(5_000)}` })).toEqual({
      name: 'fox',
    })
    expect(read({ imageUrl: 'blob:https://x/1' })).toEqual({ name: 'fox' })
  })
  it('[S13] Reading never throws, and reading its result again changes nothing', () => {
    const shaped = fc.record(
      {
        namespace: fc.anything(),
        networks: fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything())),
        connections: fc.oneof(
          fc.anything(),
          fc.array(
            fc.oneof(
              fc.anything(),
              fc.record({
                namespace: fc.constantFrom('tally', 'x', 1),
                connector: fc.anything(),
                wallet: fc.anything(),
                address: fc.anything(),
              }),
            ),
          ),
        ),
        active: fc.anything(),
        ended: fc.oneof(fc.anything(), fc.array(fc.string())),
        recent: fc.oneof(
          fc.anything(),
          fc.array(fc.record({ id: fc.anything(), name: fc.anything() })),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped), found => {
        const memory = readSaved(found)
        expect(readSaved(memory)).toEqual(memory)
        expect(memory.recent.length).toBeLessThanOrEqual(2)
        expect(JSON.stringify(memory).length).toBeLessThan(65_536 * 2)
      }),
      { numRuns: 1_000 },
    )
  })
  it('[S13] Stored connections are read only with complete ids, and no number is read as a text', () => {
    for (const namespace of [123, 'tally!', '!tally', 'tallytallytally', 'Tally', 'ta']) {
      const found = {
        namespace,
        networks: { [namespace]: `${namespace}:main` },
        active: { [namespace]: 'fox' },
        ended: [`${namespace}/fox`],
      }
      expect(
        readSaved({ ...found, connections: [{ ...fox, namespace }] }),
        String(namespace),
      ).toEqual(
        namespace === 123
          ? { ...empty, networks: { 123: '123:main' }, active: { 123: 'fox' }, ended: ['123/fox'] }
          : empty,
      )
    }
  })
  it('[S13] Storage yields at most 16 connections, 32 ended ones and 256 networks', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => `n${at}`.padEnd(4, 'x'))
    const found = readSaved({
      connections: many(100).map(connector => ({ ...fox, connector })),
      ended: many(100).map(connector => `tally/${connector}`),
      networks: Object.fromEntries(many(300).map(namespace => [namespace, `${namespace}:main`])),
    })
    expect([
      found.connections.length,
      found.ended.length,
      Object.keys(found.networks).length,
    ]).toEqual([connectionLimit, 32, 256])
    expect([found.connections[0]?.connector, found.ended[1]]).toEqual(['n0xx', 'tally/n1xx'])
    expect(withConnection(found, fox).connections.map(({ connector }) => connector)).toEqual([
      ...many(connectionLimit).slice(1),
      'fox',
    ])
    expect(withoutConnections(found, ['tally/fox'], true).ended).toEqual([
      'tally/fox',
      ...found.ended.slice(0, 31),
    ])
  })
  it('[S13] A stored wallet keeps its directory id, an icon up to its limit, and only texts', () => {
    const face = {
      name: 'Fox',
      imageUrl: `data:image/png;base64,${'A'.repeat(4_096 - 22)}`,
      imageId: 'fox-1',
      rdns: 'io.fox',
    }
    const read = (wallet: object) =>
      readSaved({ connections: [{ ...fox, wallet }] }).connections[0]?.wallet
    expect(read(face)).toEqual(face)
    expect(read({ ...face, imageUrl: `${face.imageUrl}AAAA`, imageId: 7, rdns: {} })).toEqual({
      name: 'Fox',
    })
    const { rdns, ...rest } = face
    expect(
      brandingOf({ id: 'fox', ...rest, info: { rdns } } as Parameters<typeof brandingOf>[0]),
    ).toEqual(face)
  })
  it('[S13] A stored timestamp is read from 1970 to the last representable date', () => {
    const stamps = { a: 0, b: latestTime, c: latestTime + 1, d: -1, e: 1.5, f: '1' }
    expect(readSaved({ stamps }).stamps).toEqual({ a: 0, b: latestTime })
  })
  it('Saved networks are in alphabetical order', () => {
    expect(
      Object.keys(
        readSaved({ networks: { zebra: 'zebra:main', ape: 'ape:main', fox: 'fox:main' } }).networks,
      ),
    ).toEqual(['ape', 'fox', 'zebra'])
  })
  it('Two tabs with the same state write the same text', () => {
    const one = readSaved({
      networks: { tally: main, other: 'other:main' },
      active: { b12: 'x', a12: 'y' },
    })
    const two = readSaved({
      networks: { other: 'other:main', tally: main },
      active: { a12: 'y', b12: 'x' },
    })
    expect(JSON.stringify(one)).toBe(JSON.stringify(two))
  })
})

describe('changes of saved connections', () => {
  it('A connection that connects again keeps its place, and is no longer ended', () => {
    const again = withConnection(
      { ...full, ended: ['tally/owl', 'tally/cat'] },
      { ...owl, address: 't_new' },
    )
    expect(again.connections).toEqual([fox, { ...owl, address: 't_new' }])
    expect(again.ended).toEqual(['tally/cat'])
  })
  it('[D11d] A disconnect on purpose is saved as ended, one by the wallet is not', () => {
    expect(withoutConnections(full, ['tally/fox'], true)).toEqual({
      ...full,
      connections: [owl],
      active: {},
      ended: ['tally/fox', 'tally/cat'],
    })
    expect(withoutConnections(full, ['tally/fox'], false)).toEqual({
      ...full,
      connections: [owl],
      active: {},
    })
  })
  it('[S9.23] Recent wallets are at most two, newest first, each once', () => {
    let recent: readonly { id: string; name: string }[] = []
    const steps = ['a', 'b', 'a', 'c', 'c'].map(id => {
      recent = withRecent(recent, { id, name: id })
      return recent
    })
    expect(steps.map(step => step.map(({ id }) => id).join(''))).toEqual([
      'a',
      'ba',
      'ab',
      'ca',
      'ca',
    ])
  })
})

describe('[R17] storage of another version', () => {
  const snapshots: readonly [string, string][] = [
    ['version 0', JSON.stringify({ version: 0, saved: { connected: ['fox'] } })],
    [
      'version 1 with a field that is unknown today',
      JSON.stringify({ version: 1, saved: { ...full, colour: 'red' } }),
    ],
    [
      'version 1 with fields that were added later',
      JSON.stringify({ version: 1, saved: { connections: [fox] } }),
    ],
    ['a version of the future', JSON.stringify({ version: 99, saved: full })],
    ['no version', JSON.stringify(full)],
    ['half a text', JSON.stringify({ version: 1, saved: full }).slice(0, 40)],
    ['nothing that is JSON', 'hello'],
    [
      'more than 64 KiB',
      JSON.stringify({ version: 1, saved: { recent: [{ id: 'x', name: 'y'.repeat(70_000) }] } }),
    ],
    [
      'keys that poison prototypes',
      '{"version":1,"saved":{"__proto__":{"polluted":1},"networks":{"constructor":{"prototype":{"polluted":1}}}}}',
    ],
  ]
  it.each(snapshots)('A page starts with storage that holds %s', async (_, text) => {
    const storage = memoryStorage()
    await storage.set(savedKey, text)
    const it = await bench({ storage, restoreTimeoutMs: 50 })
    expect(it.reported.length).toBeLessThanOrEqual(1)
    expect(
      Object.values(it.kernel.state(sessionSlice).connections).every(
        ({ phase }) => phase.name === 'reconnecting' || phase.name === 'failed',
      ),
    ).toBe(true)
    expect(recentWallets(it.kernel).length).toBeLessThanOrEqual(2)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    it.kernel.dispose()
  })
})
