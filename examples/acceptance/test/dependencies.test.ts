import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mayShip } from '../scripts/licences.mjs'
import { readWeightTable, weightPage } from '../scripts/weight.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

interface Locked {
  readonly version?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
interface Manifest {
  readonly license?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const locked: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages
const ours = workspaces().map(({ name, folder, published, manifest }) => ({
  name,
  folder,
  published,
  manifest: manifest as Manifest,
}))
const manifests = [
  { name: 'the root', manifest: JSON.parse(read('package.json')) as Manifest },
  ...ours,
]

const isOurs = (name: string) => name.startsWith('@portico/')

/** The lock file's entry that `name` means for the package at `from`, as Node looks it up. */
function resolve(name: string, from: string): string | undefined {
  const folders = from.split('/')
  const places = folders.map((_, length) =>
    [...folders.slice(0, folders.length - length), 'node_modules', name].join('/'),
  )
  return [...places, `node_modules/${name}`].find(place => locked[place])
}

/**
 * What npm installs with a package: its dependencies, the optional ones, and the peers that it
 * requires.
 */
function installedBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Locked): readonly string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    name => !peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Every package that is installed with the one in `folder`, itself included. */
function installedFolders(folder: string): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (place: string) => {
    if (found.has(place)) return
    found.add(place)
    for (const name of installedBy(locked[place] ?? {})) {
      const next = resolve(name, place)
      if (next) visit(locked[next]?.link ? (locked[next].resolved ?? next) : next)
    }
  }
  visit(folder)
  return found
}
/** Those that are not of this repository. */
const shippedWith = (folder: string): ReadonlySet<string> =>
  new Set([...installedFolders(folder)].filter(place => place.includes('node_modules/')))

/** What a host with viem has already. */
const singleCopies = ['@noble/curves', '@noble/hashes', '@scure/base']
/** Copies beside those, by their place in the lock file, with the reason. */
const knownCopies: Readonly<Record<string, string>> = {
  'node_modules/@walletconnect/utils/node_modules/@noble/curves':
    'WalletConnect 2.21.8 pins 1.9.2; loaded with the library, when a person pairs.',
  'node_modules/@walletconnect/utils/node_modules/viem': 'WalletConnect 2.21.8 pins 2.31.0.',
  'node_modules/@walletconnect/utils/node_modules/viem/node_modules/@noble/curves':
    'The pin of that viem, displaced by the 1.9.2 above.',
  'node_modules/@walletconnect/relay-auth/node_modules/@noble/curves':
    '@walletconnect/relay-auth 1.1.0 pins 1.8.0.',
  'node_modules/@walletconnect/relay-auth/node_modules/@noble/hashes':
    '@walletconnect/relay-auth 1.1.0 pins 1.7.0.',
}

const shipped = new Map(
  ours.filter(each => each.published).map(({ name, folder }) => [name, [...shippedWith(folder)]]),
)

describe('dependencies', () => {
  it('[D1c] every published package is MIT', () => {
    expect(
      ours
        .filter(({ published, manifest }) => published && manifest.license !== 'MIT')
        .map(({ name }) => name),
    ).toEqual([])
    expect(read('LICENSE')).toMatch(/^MIT License/)
  })

  it('[D1a] every package is named @portico/…, and a host installs @portico/sdk', () => {
    const forNpmCreate = 'create-portico' // npm finds what `npm create portico` runs by this name
    expect(
      ours
        .filter(
          ({ published, name }) =>
            published && name !== forNpmCreate && !/^@portico\/[a-z0-9]+(-[a-z0-9]+)*$/.test(name),
        )
        .map(({ name }) => name),
    ).toEqual([])
    const core = ours.find(({ name }) => name === '@portico/sdk')
    expect(core?.published).toBe(true)
    expect(Object.keys(core?.manifest.dependencies ?? {})).toEqual(
      expect.arrayContaining(
        ['kernel', 'ui', 'plugin-shell', 'plugin-connection', 'plugin-account', 'plugin-api'].map(
          name => `@portico/${name}`,
        ),
      ),
    )
  })

  it('the licences of everything that ships require attribution only', () => {
    const others = [...shipped.values()]
      .flat()
      .filter(place => !mayShip(locked[place]?.license ?? 'none'))
    expect(others.map(place => `${place}: ${locked[place]?.license}`)).toEqual([])
  })

  it('the list of what ships has optional dependencies and required peers, and no optional peers (decision 59)', () => {
    expect(
      installedBy({
        dependencies: { a: '1.0.0' },
        optionalDependencies: { b: '1.0.0' },
        peerDependencies: { c: '*', d: '*' },
        peerDependenciesMeta: { d: { optional: true } },
      }),
    ).toEqual(['a', 'b', 'c'])
    expect(shipped.get('@portico/sdk')).toEqual(
      expect.arrayContaining(['node_modules/react', 'node_modules/react-dom']),
    )
  })

  it('the backend, the verifier of sign-ins and each package without views install no React', () => {
    const react = ['react', 'react-dom', 'scheduler'].map(name => `node_modules/${name}`)
    const withReact = ours.flatMap(({ name, published }) =>
      published && shipped.get(name)?.some(place => react.includes(place)) ? [name] : [],
    )
    const views = [
      'account',
      'connection',
      'transactions',
      'embedded',
      'walletconnect',
      'balances',
      'history',
      'nfts',
      'receive',
      'send',
    ]
    expect(withReact).toEqual([...views.map(name => `@portico/plugin-${name}`), '@portico/sdk'])
    expect(ours.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@portico/backend', '@portico/plugin-siwx', '@portico/signatures']),
    )
  })

  it('no published package installs @polkadot/api, whose optional parts are GPL-3.0 (decision 68)', () => {
    expect(
      [...shipped]
        .filter(([, places]) => places.some(place => place.endsWith('/@polkadot/api')))
        .map(([name]) => name),
    ).toEqual([])
  })

  it('[D53] the Polkadot plugin installs at most 12 packages, those of Portico included (decision 68)', () => {
    const polkadot = ours.find(({ name }) => name === '@portico/plugin-polkadot')
    expect(installedFolders(polkadot?.folder ?? '').size).toBeLessThanOrEqual(12)
  })

  it('the page of weights has the same count of packages for each small package as the lock file', () => {
    const rows = readWeightTable(read(weightPage))
    const counted = ours
      .filter(each => each.published)
      .map(({ name, folder }) => ({ name, packages: installedFolders(folder).size }))
    // Of many packages, the registry's newest and those of other systems differ from the lock file.
    const small = counted.filter(({ packages }) => packages < 15)
    expect(small.length).toBeGreaterThan(15)
    expect(small.map(({ name }) => ({ name, packages: rows.get(name)?.packages }))).toEqual(small)
  })

  it('[D50a] the lock file names every licence, and no licence binds the user to a vendor', () => {
    const vendors = Object.entries(locked).filter(
      ([place, { license = '' }]) =>
        /community|SEE LICENSE|UNLICENSED/i.test(license) ||
        (/node_modules\/@(walletconnect|reown)\//.test(place) && !mayShip(license)),
    )
    expect(vendors.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
  })

  it('[D50a] the lock file has one version of each WalletConnect package: 2.21.8, before the community licence', () => {
    const places = Object.keys(locked).filter(place =>
      /node_modules\/@(walletconnect|reown)\/[^/]+$/.test(place),
    )
    const versionOf = (name: string) => locked[`node_modules/${name}`]?.version
    expect(versionOf('@walletconnect/universal-provider')).toBe('2.21.8')
    expect(
      ['core', 'sign-client', 'types', 'utils'].map(name => versionOf(`@walletconnect/${name}`)),
    ).toEqual(Array(4).fill('2.21.8'))
    expect(versionOf('@reown/walletkit')).toBe('1.2.10')
    // [D50b] is shown with an earlier release, which has its own dependencies.
    const earlier = 'node_modules/universal-provider-2.21.5/'
    expect(
      places.filter(place => place.split('node_modules/').length > 2 && !place.startsWith(earlier)),
    ).toEqual([])
    expect([...shipped.values()].flat().filter(place => place.startsWith(earlier))).toEqual([])
  })

  it('[S1] the lock file names the SHA-512 hash of every third-party package', () => {
    const outside = Object.entries(locked).filter(
      ([place, { link }]) => place.includes('node_modules/') && !link,
    )
    expect(outside.length).toBeGreaterThan(100)
    expect(
      outside
        .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
        .map(([place]) => place),
    ).toEqual([])
  })

  it('[S1] the core needs at most 12 packages directly and 60 in all, none with an install script', () => {
    const core = shipped.get('@portico/sdk') ?? []
    const coreOfOurs = ours.filter(
      ({ name }) =>
        name === '@portico/sdk' ||
        name in (ours.find(each => each.name === '@portico/sdk')?.manifest.dependencies ?? {}),
    )
    const direct = new Set(
      coreOfOurs.flatMap(({ manifest }) =>
        Object.keys(manifest.dependencies ?? {}).filter(name => !isOurs(name)),
      ),
    )
    expect(direct.size).toBeLessThanOrEqual(12)
    expect(core.length).toBeLessThanOrEqual(60)
    expect(core.filter(place => locked[place]?.hasInstallScript)).toEqual([])
  })

  it('[S1] no published package, and no dependency of one, runs an install script', () => {
    const hooks = ['preinstall', 'install', 'postinstall']
    const published = ours.filter(each => each.published)
    expect(
      published.flatMap(({ name, manifest }) =>
        hooks.filter(hook => manifest.scripts?.[hook]).map(hook => `${name}: ${hook}`),
      ),
    ).toEqual([])
    const installed = published.flatMap(({ name }) =>
      (shipped.get(name) ?? []).map(place => ({ name, place })),
    )
    expect(installed.length).toBeGreaterThan(20)
    expect(
      installed
        .filter(({ place }) => locked[place]?.hasInstallScript)
        .map(({ name, place }) => `${name}: ${place}`),
    ).toEqual([])
  })

  it('[D56b] dependencies are exact, except peers and viem, noble and scure in published packages', () => {
    const isShared = (name: string) =>
      name === 'viem' || singleCopies.includes(name) || name === '@scure/btc-signer'
    const notExact = manifests.flatMap(({ name, manifest }) =>
      Object.entries({
        ...manifest.dependencies,
        ...manifest.optionalDependencies,
        ...manifest.devDependencies,
      })
        .filter(
          ([dependency, range]) =>
            !isOurs(dependency) &&
            !range.startsWith('file:') &&
            !(isShared(dependency) && range.startsWith('^')) &&
            !/^(npm:\S+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range),
        )
        .map(([dependency, range]) => `${name}: ${dependency}@${range}`),
    )
    const notRanges = manifests.flatMap(({ name, manifest }) =>
      Object.entries(manifest.peerDependencies ?? {})
        .filter(([, range]) => /^\d/.test(range))
        .map(([peer]) => `${name}: ${peer}`),
    )
    expect(notExact).toEqual([])
    expect(notRanges).toEqual([])
  })

  it('[D56b] each published package that uses noble or scure accepts the version that viem brings', () => {
    const exact = ours
      .filter(({ published }) => published)
      .flatMap(({ name, manifest }) =>
        Object.entries(manifest.dependencies ?? {})
          .filter(
            ([dependency, range]) => singleCopies.includes(dependency) && !range.startsWith('^'),
          )
          .map(([dependency, range]) => `${name}: ${dependency}@${range}`),
      )
    expect(exact).toEqual([])
    const withViem = [...shippedWith('node_modules/viem')].filter(place =>
      singleCopies.some(name => place.endsWith(`node_modules/${name}`)),
    )
    expect(withViem.sort()).toEqual(singleCopies.map(name => `node_modules/${name}`).sort())
  })

  it('published packages install one copy of noble, scure and viem, except for the listed pinned copies', () => {
    const places = new Set([...shipped.values()].flat())
    const copies = [...places].filter(place =>
      [...singleCopies, 'viem'].some(
        name => place.endsWith(`node_modules/${name}`) && place !== `node_modules/${name}`,
      ),
    )
    expect(copies.sort()).toEqual(Object.keys(knownCopies).sort())
  })

  it('a package is overridden by another version of itself, or by a package of this repository', () => {
    const { overrides }: { overrides: Readonly<Record<string, unknown>> } = JSON.parse(
      read('package.json'),
    )
    const texts = (value: unknown): readonly string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(texts)
    const named = Object.values(overrides)
      .flatMap(texts)
      .filter(text => !/^\d/.test(text))
    const places = named.map(text => locked[`node_modules/${text.slice(1)}`])
    expect(named.filter(text => !text.startsWith('$'))).toEqual([])
    expect(
      places.map(place => [
        place?.link,
        existsSync(join(root, place?.resolved ?? '?', 'package.json')),
      ]),
    ).toEqual(places.map(() => [true, true]))
  })

  it('viem is locked at a release whose dependencies are in every registry', () => {
    expect(locked['node_modules/viem']?.version).toBe('2.57.1')
  })

  it('DEPENDENCIES.md has a reason and the right licence for exactly the direct dependencies', () => {
    const reasons = new Map(
      [...read('DEPENDENCIES.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
        ([, name = '', licence = '', reason = '']) => [
          name,
          { licence: licence.trim(), reason: reason.trim() },
        ],
      ),
    )
    const direct = new Set(
      manifests
        .flatMap(({ manifest }) =>
          Object.keys({
            ...manifest.dependencies,
            ...manifest.optionalDependencies,
            ...manifest.devDependencies,
          }),
        )
        .filter(name => !isOurs(name)),
    )
    expect([...reasons.keys()].sort()).toEqual([...direct].sort())
    for (const [name, { licence, reason }] of reasons) {
      // npm installs it below the package that uses it where another version is at the top.
      const place = Object.keys(locked).find(one => one.endsWith(`node_modules/${name}`))
      const entry = locked[`node_modules/${name}`] ?? locked[place ?? '']
      expect(licence, name).toBe(
        entry?.link ? locked[entry.resolved ?? '']?.license : entry?.license,
      )
      expect(reason.length, name).toBeGreaterThan(20)
    }
  })
})
