import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { result } from '../scripts/results.mjs'
import { countTests, idsOf, readPromises } from '../scripts/spec.mjs'

describe('promises', () => {
  it.each([
    ['[S2.28] back pops one entry of the history', ['S2.28']],
    ['[S2.07] [R5] two in two brackets', ['S2.07', 'R5']],
    ['[D14a, S13] two in one', ['D14a', 'S13']],
    ['views [S2.02] moves between them', ['S2.02']],
    ['an array[0] of [nothing]', []],
  ])('the title %j names %j', (title, ids) => {
    expect(idsOf(title)).toEqual(ids)
  })

  it('any list of ids that is written into a title is read back from it', () => {
    const id = fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99 }))
        .map(([section, row]) => `S${section}.${String(row).padStart(2, '0')}`),
      fc
        .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('', 'a', 'b'))
        .map(([decision, letter]) => `D${decision}${letter}`),
    )
    fc.assert(
      fc.property(fc.array(id), fc.constantFrom(' ', ', '), (ids, between) => {
        expect(idsOf(`[${ids.join(between)}] a sentence`)).toEqual(ids)
      }),
    )
  })

  it('promises are read together with the package that they belong to', () => {
    const markdown =
      '# Behaviour\n\n## kernel\n\nText.\n\n| id | promise |\n| --- | --- |\n| S2.01 | No routes. |\n\n## ui\n\n| id | promise |\n| --- | --- |\n| D40b | A `|` in it. |\n'
    expect(readPromises(markdown)).toEqual([
      { id: 'S2.01', home: 'kernel', promise: 'No routes.' },
      { id: 'D40b', home: 'ui', promise: 'A `|` in it.' },
    ])
  })

  it('promises are counted only by passing tests, and each test once', () => {
    const counts = countTests([
      result('[S1.01] [S1.01] twice in one title', true),
      result('[S1.01] again', true),
      result('[S1.02] broken', false),
      { title: '[S1.03] left out', status: 'skipped' },
    ])
    expect([...counts]).toEqual([['S1.01', 2]])
  })
})
