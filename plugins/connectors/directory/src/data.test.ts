import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Connector } from '@portico/kernel/connector-kit'
import { parseDataImage } from '@portico/kernel/text'
import {
  environmentSlice,
  groupWallets,
  parseLink,
  walletBrowsers,
  walletIdentity,
  walletScheme,
} from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import icons from '../data/icons.json' with { type: 'json' }
import { generate } from '../scripts/generate.mjs'
import { pictureFault } from '../scripts/picture-faults.mjs'
import { assetGroups } from './icons/asset-groups.js'
import { iconOf } from './icons/icons.js'
import { readShipped } from './list/directory.js'
import { cleanStorePage, readWallet } from './list/validation.js'
import { wallets as shipped } from './list/wallets.js'
import { isFound } from './places.js'
import { appStores, storePage } from './stores.js'

interface Kept {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly namespaces: readonly string[]
  readonly stores?: Readonly<Record<string, string>>
  readonly browse?: string
  readonly sources: Readonly<Record<string, readonly string[]>>
}
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version, date, wallets } = JSON.parse(read('../data/wallets.json')) as {
  version: number
  date: string
  wallets: readonly Kept[]
}

/**
 * Returns the facts of a wallet by path: `stores.ios`, `namespaces.eip155`. The id is excluded,
 * because we chose it.
 */
const factsOf = ({ id: _, sources: __, ...wallet }: Kept): string[] =>
  Object.entries(wallet).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [name]
      : Array.isArray(value)
        ? value.map(each => `${name}.${each}`)
        : Object.keys(value).map(key => `${name}.${key}`),
  )

describe('the shipped directory', () => {
  it('the shipped directory has a date and a version, and more than sixty wallets of four chains', () => {
    expect(version).toBe(1)
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(wallets.length).toBeGreaterThanOrEqual(60)
    const per = (namespace: string) =>
      wallets.filter(({ namespaces }) => namespaces.includes(namespace)).length
    expect(['eip155', 'solana', 'polkadot', 'bip122'].map(per).every(each => each >= 10)).toBe(true)
  })

  it.each(wallets.map(wallet => [wallet.id, wallet] as const))(
    'the data of the wallet %s names a public source for each fact, and no other source',
    (_, wallet) => {
      const cited = Object.values(wallet.sources).flat()
      expect(cited.toSorted()).toEqual(factsOf(wallet).toSorted())
      for (const source of Object.keys(wallet.sources)) {
        expect(parseLink(source), source).toBe(source)
        // The licence of that source forbids building on it.
        expect(source).not.toMatch(/github\.com\/reown-com|@reown\/|@web3modal\//i)
      }
    },
  )

  it('the shipped directory passes the validation for external wallets unchanged', () => {
    const known = readShipped()
    expect(known).toHaveLength(wallets.length)
    for (const wallet of known) expect(readWallet(wallet), wallet.id).toEqual(wallet)
  })

  it('the shipped directory has no wallet twice, by id, rdns or name', () => {
    const unique = (keys: readonly unknown[]) => expect(new Set(keys).size).toBe(keys.length)
    unique(wallets.map(({ id }) => id))
    unique(wallets.flatMap(({ rdns }) => rdns?.toLowerCase() ?? []))
    unique(wallets.map(({ name }) => walletIdentity({ id: '', name })))
    unique(readShipped().flatMap(({ mobile }) => mobile?.universal ?? []))
    unique(readShipped().flatMap(({ mobile }) => mobile?.native ?? []))
    for (const store of appStores) unique(wallets.flatMap(({ stores }) => stores?.[store] ?? []))
  })

  it('[D38b] the shipped directory has only https links and wallet schemes, and a page in each store that it names', () => {
    for (const { id, homepage, web, mobile, desktop, stores } of readShipped()) {
      for (const link of [
        homepage,
        web,
        mobile?.universal,
        desktop?.universal,
        ...Object.values(stores ?? {}),
      ])
        if (link !== undefined) expect(parseLink(link), id).toBe(link)
      for (const native of [mobile?.native, desktop?.native])
        if (native !== undefined) expect(walletScheme(native), id).toBeDefined()
      expect(Object.keys(stores ?? {}), id).toEqual(
        appStores.filter(store => wallets.find(wallet => wallet.id === id)?.stores?.[store]),
      )
    }
  })

  it('the shipped directory has a link to each wallet, so that each counted wallet is shown', () => {
    for (const wallet of readShipped())
      expect(isFound(wallet, environmentSlice.initial(), 'https://app.example/'), wallet.id).toBe(
        true,
      )
  })

  it('[S7.34] [S7.35] the shipped directory opens a page in a wallet with the same template as the chains', () => {
    const named = wallets.filter(({ name }) => Object.hasOwn(walletBrowsers, name))
    expect(Object.fromEntries(named.map(({ name, browse }) => [name, browse]))).toEqual(
      walletBrowsers,
    )
  })

  it('[D13] [S5] a shipped wallet of several chains is one row, also where a chain announces only its name', () => {
    const rowsOf = (rdns: string, name: string) => {
      const announced = {
        name,
        type: 'ANNOUNCED',
        connect: () => Promise.reject(new TypeError('not called')),
        restore: async () => undefined,
      } as const
      const connectors: Connector[] = [
        { ...announced, id: 'a', namespace: 'eip155', info: { rdns } },
        { ...announced, id: 'b', namespace: 'solana' },
      ]
      return groupWallets(connectors).length
    }
    for (const { name, rdns, namespaces } of wallets) {
      if (rdns) expect(rowsOf(rdns, name), name).toBe(namespaces.length > 1 ? 1 : 2)
      expect(rowsOf(`org.${name.toLowerCase().replace(/[^a-z\d]/g, '')}`, name), name).toBe(2)
    }
  })

  it('the shipped directory has a valid picture of at most 2 kB for each wallet, at most five of them plain tiles', async () => {
    expect(Object.keys(icons.tiles).length).toBeLessThanOrEqual(5)
    for (const { id, imageId } of readShipped()) {
      expect(imageId).toBe(`wallet/${id}`)
      const icon = (await iconOf(imageId ?? '')) ?? ''
      expect(parseDataImage(icon), id).toBe(icon)
      expect(gzipSync(icon).length, id).toBeLessThanOrEqual(2_048)
      const svg = /^data:image\/svg\+xml,(.*)$/s.exec(icon)?.[1]
      if (svg) expect(pictureFault(decodeURIComponent(svg)), id).toBeUndefined()
    }
    expect(await iconOf('wallet/nothing')).toBeUndefined()
  })

  it('an icon of a loaded group is there at once', async () => {
    await iconOf('wallet/metamask')
    expect(iconOf('wallet/metamask')).toMatch(/^data:image\/svg\+xml,/)
  })

  it.each(assetGroups.flatMap(({ prefix, ids }) => ids.split(' ').map(id => prefix + id)))(
    'the icon of %s is a valid picture of at most 2 kB',
    async imageId => {
      const icon = (await iconOf(imageId)) ?? ''
      expect(parseDataImage(icon)).toBe(icon)
      expect(gzipSync(icon).length).toBeLessThanOrEqual(2_048)
      const svg = /^data:image\/svg\+xml,(.*)$/s.exec(icon)?.[1]
      if (svg) expect(pictureFault(decodeURIComponent(svg))).toBeUndefined()
    },
  )

  it('an id of another kind has no icon: neither a wallet by the id of a network, nor a token by its symbol', async () => {
    for (const imageId of [
      'wallet/eip155:1',
      'network/metamask',
      'network/ETH',
      'coin/USDC',
      'token/ETH',
    ])
      expect(await iconOf(imageId), imageId).toBeUndefined()
  })

  it('each shipped icon has a line in NOTICE-icons.md with its package, version, licence, file and hash', () => {
    const notice = read('../NOTICE-icons.md')
    const files = ['wallets', 'networks', 'coins', 'tokens'].flatMap(kind =>
      readdirSync(new URL(`../data/icons/${kind}`, import.meta.url)).map(name => `${kind}/${name}`),
    )
    expect(files.length).toBe(notice.match(/`[\da-f]{64}`/g)?.length)
    for (const file of files) {
      const hash = createHash('sha256')
        .update(readFileSync(new URL(`../data/icons/${file}`, import.meta.url)))
        .digest('hex')
      expect(notice).toMatch(
        new RegExp(
          `^\\| ${file.replace('.', '\\.')} \\| @[\\w/-]+@[\\d.]+ \\| (MIT|Apache-2\\.0) \\| \`[^|]+\` \\| \`${hash}\` \\|$`,
          'm',
        ),
      )
    }
  })

  it.each([
    ['a script', '<svg><script>alert(1)</script></svg>'],
    ['a foreign object', '<svg><foreignObject/></svg>'],
    ['an embedded picture', '<svg><image href="#a"/></svg>'],
    ['a link', '<svg><use href="https://evil.example/a.svg#a"/></svg>'],
    ['a handler', '<svg onload="alert(1)"/>'],
    ['a style', '<svg><path style="fill:red"/></svg>'],
    ['a style URL', '<svg><path fill="url(https://evil.example/a)"/></svg>'],
    ['a declaration', '<!DOCTYPE svg><svg/>'],
  ])('a picture with %s does not ship', (_, svg) => {
    expect(pictureFault(svg)).toBeDefined()
  })

  it('the shipped directory matches its data: `npm run generate` was run', async () => {
    for (const [path, text] of Object.entries(await generate()))
      expect(read(`../${path}`), path).toBe(text)
  })

  it('the shipped directory does not contain its sources', () => {
    expect(shipped).not.toContain('unpkg.com')
  })
})

describe('pages in stores', () => {
  it.each([
    [
      'ios',
      'https://apps.apple.com/us/app/metamask/id1438144202',
      'https://apps.apple.com/app/id1438144202',
    ],
    [
      'ios',
      'https://itunes.apple.com/app/id1361671700?mt=8',
      'https://apps.apple.com/app/id1361671700',
    ],
    [
      'android',
      'https://play.google.com/store/apps/details?id=me.rainbow&referrer=x',
      'https://play.google.com/store/apps/details?id=me.rainbow',
    ],
    [
      'android',
      'https://play.google.com/store/apps/details?hl=en&id=me.rainbow',
      'https://play.google.com/store/apps/details?id=me.rainbow',
    ],
    [
      'chrome',
      'https://chrome.google.com/webstore/detail/metamask/nkbihfbeogaeaoehlefnkodbefgpgknn',
      'https://chromewebstore.google.com/detail/nkbihfbeogaeaoehlefnkodbefgpgknn',
    ],
    [
      'firefox',
      'https://addons.mozilla.org/en-US/firefox/addon/ether-metamask/?utm=x',
      'https://addons.mozilla.org/firefox/addon/ether-metamask/',
    ],
    [
      'opera',
      'https://addons.opera.com/en/extensions/details/metamask-10',
      'https://addons.opera.com/extensions/details/metamask-10/',
    ],
  ] as const)('the page of a wallet in the store %s is cleaned: %s', (store, link, page) => {
    expect(cleanStorePage(store, link)).toBe(page)
    expect(parseLink(page)).toBe(page)
  })

  it.each([
    ['ios', 'https://apps.apple.com.evil.example/app/id1438144202'],
    ['ios', 'https://evil.example/https://apps.apple.com/app/id1438144202'],
    ['android', 'https://play.google.com/store/apps/details?id=../../evil'],
    ['android', 'http://play.google.com/store/apps/details?id=me.rainbow'],
    ['chrome', 'https://chromewebstore.google.com/detail/too-short'],
    ['firefox', 'javascript:alert(1)//https://addons.mozilla.org/firefox/addon/x'],
  ] as const)('[S7] a link that is no page of the store %s is dropped: %s', (store, link) => {
    expect(cleanStorePage(store, link)).toBeUndefined()
  })

  it('[S7] an id of a store page never leads to another page', () => {
    for (const store of appStores)
      for (const id of ['', '../x', 'a/b', 'x?y=z', 'x#y', '\u202e', 'x'.repeat(300)])
        expect(storePage(store, id)).toBeUndefined()
  })
})
