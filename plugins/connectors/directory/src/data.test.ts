import { readFileSync } from 'node:fs'
import { type Connector, environment, groupWallets, parseDataImage, parseLink, walletBrowsers, walletIdentity, walletScheme } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { generate } from '../scripts/generate.mjs'
import { readShipped } from './lazy/directory.js'
import { readWallet } from './lazy/door.js'
import { wallets as shipped } from './lazy/wallets.js'
import { isFound } from './places.js'
import { appStores, cleanStorePage, storePage } from './stores.js'

interface Kept {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly namespaces: readonly string[]
  readonly stores?: Readonly<Record<string, string>>
  readonly browse?: string
  readonly icon?: string
  readonly sources: Readonly<Record<string, readonly string[]>>
}
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version, date, wallets } = JSON.parse(read('../data/wallets.json')) as { version: number; date: string; wallets: readonly Kept[] }

/** The facts of a wallet by their paths: `stores.ios`, `namespaces.eip155`. Its id is our own word. */
const factsOf = ({ id: _, sources: __, ...wallet }: Kept): string[] =>
  Object.entries(wallet).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : Array.isArray(value) ? value.map(each => `${name}.${each}`) : Object.keys(value).map(key => `${name}.${key}`),
  )

describe('the directory that ships', () => {
  it('is dated and versioned, and has more than sixty wallets of four chains', () => {
    expect(version).toBe(1)
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(wallets.length).toBeGreaterThanOrEqual(60)
    const per = (namespace: string) => wallets.filter(({ namespaces }) => namespaces.includes(namespace)).length
    expect(['eip155', 'solana', 'polkadot', 'bip122'].map(per).every(each => each >= 10)).toBe(true)
  })

  it.each(wallets.map(wallet => [wallet.id, wallet] as const))('%s: each fact names its public source, and no source is named for nothing', (_, wallet) => {
    const cited = Object.values(wallet.sources).flat()
    expect(cited.toSorted()).toEqual(factsOf(wallet).toSorted())
    for (const source of Object.keys(wallet.sources)) {
      expect(parseLink(source), source).toBe(source)
      // The licence of that source forbids building on it.
      expect(source).not.toMatch(/github\.com\/reown-com|@reown\/|@web3modal\//i)
    }
  })

  it('goes through the door for strangers unchanged', () => {
    const known = readShipped()
    expect(known).toHaveLength(wallets.length)
    for (const wallet of known) expect(readWallet(wallet), wallet.id).toEqual(wallet)
  })

  it('has no wallet twice, by whatever it is known', () => {
    const unique = (keys: readonly unknown[]) => expect(new Set(keys).size).toBe(keys.length)
    unique(wallets.map(({ id }) => id))
    unique(wallets.flatMap(({ rdns }) => rdns?.toLowerCase() ?? []))
    unique(wallets.map(({ name }) => walletIdentity({ id: '', name })))
    unique(readShipped().flatMap(({ mobile }) => mobile?.universal ?? []))
    unique(readShipped().flatMap(({ mobile }) => mobile?.native ?? []))
    for (const store of appStores) unique(wallets.flatMap(({ stores }) => stores?.[store] ?? []))
  })

  it('[D38b] has https links and schemes of wallets alone, and a page in each store that it names', () => {
    for (const { id, homepage, web, mobile, desktop, stores } of readShipped()) {
      for (const link of [homepage, web, mobile?.universal, desktop?.universal, ...Object.values(stores ?? {})])
        if (link !== undefined) expect(parseLink(link), id).toBe(link)
      for (const native of [mobile?.native, desktop?.native]) if (native !== undefined) expect(walletScheme(native), id).toBeDefined()
      expect(Object.keys(stores ?? {}), id).toEqual(appStores.filter(store => wallets.find(wallet => wallet.id === id)?.stores?.[store]))
    }
  })

  it('has a way to each wallet, so that each that is counted is shown', () => {
    for (const wallet of readShipped()) expect(isFound(wallet, environment.initial(), 'https://app.example/'), wallet.id).toBe(true)
  })

  it('[S7.34] [S7.35] opens a page in a wallet by the template that the chains have of it', () => {
    const named = wallets.filter(({ name }) => Object.hasOwn(walletBrowsers, name))
    expect(Object.fromEntries(named.map(({ name, browse }) => [name, browse]))).toEqual(walletBrowsers)
  })

  it('[D13] [S5] has a wallet with an rdns and several chains as one row also where a chain announces its name alone, and any other rdns apart', () => {
    const rowsOf = (rdns: string, name: string) => {
      const announced = { name, type: 'ANNOUNCED', connect: () => Promise.reject(new TypeError('not asked')), restore: async () => undefined } as const
      const connectors: Connector[] = [
        { ...announced, id: 'a', chain: 'eip155', info: { rdns } },
        { ...announced, id: 'b', chain: 'solana' },
      ]
      return groupWallets(connectors).length
    }
    for (const { name, rdns, namespaces } of wallets) {
      if (rdns) expect(rowsOf(rdns, name), name).toBe(namespaces.length > 1 ? 1 : 2)
      expect(rowsOf(`org.${name.toLowerCase().replace(/[^a-z\d]/g, '')}`, name), name).toBe(2)
    }
  })

  it('has pictures that may be shown, and none that it was not given', () => {
    const pictured = readShipped().filter(({ imageUrl }) => imageUrl)
    expect(pictured.map(({ id }) => id)).toEqual(wallets.filter(({ icon }) => icon).map(({ id }) => id))
    for (const { id, imageUrl } of pictured) {
      expect(parseDataImage(imageUrl), id).toBe(imageUrl)
      expect(decodeURIComponent(imageUrl ?? ''), id).not.toMatch(/<script|\son\w+=|href=|url\((?!#)/i)
    }
  })

  it('is what its data says: `npm run generate` was run', async () => {
    for (const [path, text] of Object.entries(await generate())) expect(read(`../${path}`), path).toBe(text)
  })

  it('tells the browser no sources', () => {
    expect(shipped).not.toContain('unpkg.com')
  })
})

describe('pages in stores', () => {
  it.each([
    ['ios', 'https://apps.apple.com/us/app/metamask/id1438144202', 'https://apps.apple.com/app/id1438144202'],
    ['ios', 'https://itunes.apple.com/app/id1361671700?mt=8', 'https://apps.apple.com/app/id1361671700'],
    ['android', 'https://play.google.com/store/apps/details?id=me.rainbow&referrer=x', 'https://play.google.com/store/apps/details?id=me.rainbow'],
    ['android', 'https://play.google.com/store/apps/details?hl=en&id=me.rainbow', 'https://play.google.com/store/apps/details?id=me.rainbow'],
    [
      'chrome',
      'https://chrome.google.com/webstore/detail/metamask/nkbihfbeogaeaoehlefnkodbefgpgknn',
      'https://chromewebstore.google.com/detail/nkbihfbeogaeaoehlefnkodbefgpgknn',
    ],
    ['firefox', 'https://addons.mozilla.org/en-US/firefox/addon/ether-metamask/?utm=x', 'https://addons.mozilla.org/firefox/addon/ether-metamask/'],
    ['opera', 'https://addons.opera.com/en/extensions/details/metamask-10', 'https://addons.opera.com/extensions/details/metamask-10/'],
  ] as const)('of %s: %s', (store, link, page) => {
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
  ] as const)('[S7] none of %s: %s', (store, link) => {
    expect(cleanStorePage(store, link)).toBeUndefined()
  })

  it('[S7] no id leads out of its store', () => {
    for (const store of appStores) for (const id of ['', '../x', 'a/b', 'x?y=z', 'x#y', '\u202e', 'x'.repeat(300)]) expect(storePage(store, id)).toBeUndefined()
  })
})
