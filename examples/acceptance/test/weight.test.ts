import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mayShip } from '../scripts/licences.mjs'
import {
  judgeWeight,
  readWeightTable,
  weightOf,
  weightPage,
  weightTable,
} from '../scripts/weight.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

const page = readWeightTable(readFileSync(join(root, weightPage), 'utf8'))
const installed = (
  name: string,
  bytes: number,
  more: { license?: string; hasInstallScript?: boolean } = {},
) => ({
  name,
  bytes,
  license: 'MIT',
  hasInstallScript: false,
  ...more,
})
const small = weightOf('@portico/small', [
  installed('@portico/small', 300_000),
  installed('a', 2_040_000, { license: 'ISC' }),
])

describe('the page of what npm installs', () => {
  it('the page of installed weights has a row for exactly the published packages', () => {
    expect([...page.keys()].sort()).toEqual(
      workspaces()
        .flatMap(({ name, published }) => (published ? [name] : []))
        .sort(),
    )
  })

  it('the page of installed weights has no install script, and no licence that may not ship (decision 59)', () => {
    expect([...page].filter(([, { installScripts }]) => installScripts !== 'none')).toEqual([])
    expect([...page].filter(([, { licences }]) => !licences.every(mayShip))).toEqual([])
  })

  it('[D53] the page of installed weights has at most 12 packages and 10 MB for Polkadot (decision 68)', () => {
    const { packages = 0, megabytes = 0 } = page.get('@portico/plugin-polkadot') ?? {}
    expect(packages).toBeLessThanOrEqual(12)
    expect(megabytes).toBeLessThanOrEqual(10)
  })

  it('the table of installed weights is the same after it is written and read', () => {
    const scripted = weightOf('@portico/scripted', [
      installed('@portico/scripted', 1),
      installed('b', 1, { hasInstallScript: true }),
    ])
    expect(Object.fromEntries(readWeightTable(weightTable([small, scripted])))).toEqual({
      '@portico/small': {
        packages: 2,
        megabytes: 2.3,
        licences: ['ISC', 'MIT'],
        installScripts: 'none',
      },
      '@portico/scripted': { packages: 2, megabytes: 0, licences: ['MIT'], installScripts: 'b' },
    })
  })
})

describe('the weight of a package', () => {
  it('the weight of a package counts its packages and bytes, and names the largest', () => {
    expect(small).toEqual({
      name: '@portico/small',
      packages: 2,
      megabytes: 2.3,
      largest: [{ name: 'a', megabytes: 2 }],
      licences: ['ISC', 'MIT'],
      installScripts: [],
    })
    expect(judgeWeight(small)).toMatchObject({
      status: 'passed',
      detail: '2 packages · 2.3 MB · a 2.0 · ISC, MIT',
    })
  })

  it.each([
    [
      'an install script',
      [installed('a', 1, { hasInstallScript: true })],
      'a has an install script',
    ],
    [
      'a licence that asks for more than to be named',
      [installed('a', 1, { license: 'GPL-3.0-only' })],
      'the licence GPL-3.0-only may not ship',
    ],
    ['no licence', [installed('a', 1, { license: 'none' })], 'the licence none may not ship'],
    ['more than 15 MB without a reason', [installed('a', 15_100_000)], 'this much needs a reason'],
    [
      'more than 30 packages without a reason',
      Array.from({ length: 31 }, (_, at) => installed(`a${at}`, 1)),
      'this much needs a reason',
    ],
  ])('the weight of a package is refused: %s', (_, packages, fault) => {
    expect(judgeWeight(weightOf('@portico/small', packages))).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining(fault),
    })
  })

  it('the weight of a package is refused when it exceeds the limit of the package', () => {
    const thirteen = Array.from({ length: 13 }, (_, at) => installed(`a${at}`, 1))
    expect(judgeWeight(weightOf('@portico/plugin-polkadot', thirteen))).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('the limit is 12 packages and 10 MB'),
    })
  })
})
