import type { Connector } from '@portico/kernel/connector-kit'
import type { DirectoryWallet, Environment } from '@portico/kernel/wallet'
import { environmentSlice, groupWallets } from '@portico/kernel/wallet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFound, placesOf, toBeginWith } from './places.js'
import { fold, search, searchable } from './search.js'
import { byIdentity, mergeWallets, selectWallets, withoutNamesakes } from './selection.js'
import { approvalsOf, tilesOf } from './tiles.js'

const wallet = (name: string, more: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  namespaces: ['tally'],
  ...more,
})
const connector = (name: string, more: Partial<Connector> = {}): Connector => ({
  id: name,
  name,
  type: 'ANNOUNCED',
  namespace: 'tally',
  connect: () => Promise.reject(new TypeError('not called')),
  restore: async () => undefined,
  ...more,
})
const names = (wallets: readonly { readonly name: string }[]) => wallets.map(({ name }) => name)

describe('searching', () => {
  const list = searchable(
    [
      'MetaMask',
      'Mask Metal',
      'Trust Wallet',
      'Çifte Kılıç',
      'Dés-Ámour',
      '币安钱包',
      'محفظة الثقة',
      'İstanbul',
      'Über',
    ].map(name => wallet(name)),
  )
  it.each([
    ['', 9],
    ['  ', 9],
    ['meta', ['MetaMask', 'Mask Metal']],
    ['MASK', ['Mask Metal', 'MetaMask']],
    ['mask met', ['Mask Metal', 'MetaMask']],
    ['trustwallet', ['Trust Wallet']],
    ['wallet', ['Trust Wallet']],
    ['cifte kilic', ['Çifte Kılıç']],
    ['des amour', ['Dés-Ámour']],
    ['istanbul', ['İstanbul']],
    ['uber', ['Über']],
    ['ÜBER', ['Über']],
    ['钱包', ['币安钱包']],
    ['مَحفظة', ['محفظة الثقة']],
    ['ｍｅｔａｍａｓｋ', ['MetaMask']],
    ['nothing of it', []],
    ['.*', 9],
  ] as const)('searching %j finds %j', (typed, expected) => {
    const found = names(search(list, typed))
    if (typeof expected === 'number') expect(found).toHaveLength(expected)
    else expect(found).toEqual(expected)
  })

  it('searching finds every wallet by its whole name in any case, and finds none twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { maxLength: 30 }),
        written => {
          const wallets = written.map((name, at) => ({ name, at }))
          const prepared = searchable(wallets)
          for (const one of wallets)
            for (const typed of [one.name, one.name.toLowerCase()])
              expect(search(prepared, typed)).toContainEqual(one)
          expect(search(prepared, '')).toEqual(wallets)
          for (const typed of ['a', 'e', '1']) {
            const found = search(prepared, typed)
            expect(new Set(found).size).toBe(found.length)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('searching finds a letter in upper and lower case, for every letter of Unicode', () => {
    const differ: string[] = []
    for (let code = 0x20; code < 0x1_f000; code++) {
      const letter = String.fromCodePoint(code)
      if (fold(letter) !== fold(letter.toLowerCase()) || fold(fold(letter)) !== fold(letter))
        differ.push(letter)
    }
    expect(differ).toEqual([])
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'))
  })

  it('folding a folded text changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 1000 },
    )
  })
})

describe("the host's selection", () => {
  const list = [
    wallet('A', { rdns: 'dev.a' }),
    wallet('B', { explorerId: 'bb' }),
    wallet('C'),
    wallet('D'),
  ]
  it.each([
    [{}, 'ABCD'],
    [{ featured: ['d', 'dev.a'] }, 'DABC'],
    [{ featured: ['BB'] }, 'BACD'],
    [{ include: ['c', 'DEV.A'] }, 'AC'],
    [{ include: [] }, ''],
    [{ exclude: ['c', 'bb'] }, 'AD'],
    [{ include: ['a', 'b'], exclude: ['b'] }, 'A'],
    [{ featured: ['c', 'missing', 'a'], exclude: ['a'] }, 'CBD'],
  ] as const)('the options %j show %s', (options, expected) => {
    expect(names(selectWallets(list, options)).join('')).toBe(expected)
  })

  it('the selection keeps every wallet that is not excluded, once, and the order of those that are not featured', () => {
    const ids = fc.subarray(['a', 'b', 'c', 'd'])
    fc.assert(
      fc.property(ids, ids, (featured, exclude) => {
        const shown = selectWallets(list, { featured, exclude })
        expect(shown.map(({ id }) => id).toSorted()).toEqual(
          ['a', 'b', 'c', 'd'].filter(id => !exclude.includes(id)),
        )
        const others = shown.filter(({ id }) => !featured.includes(id))
        expect(others).toEqual(list.filter(one => others.includes(one)))
      }),
    )
  })
})

describe('[D13] the identity of a wallet', () => {
  it.each([
    [wallet('Fox', { rdns: 'dev.fox' }), wallet('Other', { rdns: 'DEV.FOX' }), true],
    [wallet('Fox', { explorerId: '1' }), wallet('Other', { explorerId: '1' }), true],
    [wallet('Fox'), wallet('F O X'), true],
    [wallet('Fox', { rdns: 'dev.fox' }), wallet('fox'), true],
    [wallet('Fox', { rdns: 'dev.fox' }), wallet('Fox', { rdns: 'evil.fox' }), false],
    [wallet('Fox', { explorerId: '1' }), wallet('Fox', { explorerId: '2' }), false],
    [wallet('Fox'), wallet('Foxy'), false],
  ])('%j and %j are the same wallet: %s', (one, other, same) => {
    expect(byIdentity([one])(other)).toBe(same ? one : undefined)
  })

  it("a host's own wallet replaces the known wallet with the same identity", () => {
    const mine = wallet('Fox', { id: 'mine', homepage: 'https://fox.example' })
    expect(mergeWallets([wallet('A'), wallet('FOX'), wallet('B')], [mine, wallet('New')])).toEqual([
      wallet('A'),
      mine,
      wallet('B'),
      wallet('New'),
    ])
  })

  it('[S7] a third-party wallet with the name of a known one is rejected, also with other valid claims', () => {
    const known = [wallet('MetaMask', { rdns: 'io.metamask', explorerId: 'c5' })]
    const imitations = [
      wallet('Meta Mask', { rdns: 'evil.example' }),
      wallet('Fine', { rdns: 'io.metamask' }),
      wallet('Also fine', { explorerId: 'c5' }),
      wallet('Honest'),
    ]
    expect(names(withoutNamesakes(imitations, known))).toEqual(['Honest'])
  })
})

describe('the tiles', () => {
  const fox = connector('Fox', { info: { rdns: 'dev.fox' } })
  it("[S2.05] the tiles show the wallets in the page first, then the others, each once, with the wallet's own picture", () => {
    const installed = groupWallets([
      fox,
      connector('Owl', { imageUrl: 'data:image/png;base64,AA' }),
    ])
    const listed = [
      wallet('A'),
      wallet('Fox', { rdns: 'dev.fox', imageUrl: 'https://x.example/fox' }),
      wallet('Owl', { imageUrl: 'https://x.example/owl' }),
    ]
    const tiles = tilesOf(installed, listed)
    expect(
      tiles.map(({ name, imageUrl, installed: own, listed: entry }) => [
        name,
        imageUrl,
        !!own,
        !!entry,
      ]),
    ).toEqual([
      ['Fox', 'https://x.example/fox', true, true],
      ['Owl', 'data:image/png;base64,AA', true, true],
      ['A', undefined, false, true],
    ])
    expect(new Set(tiles.map(({ id }) => id)).size).toBe(3)
  })

  it('a look-alike gets nothing of the wallet that it imitates', () => {
    const installed = groupWallets([
      fox,
      connector('Fox', { id: 'evil', info: { rdns: 'evil.fox' } }),
    ])
    const tiles = tilesOf(installed, [
      wallet('Fox', { rdns: 'dev.fox', imageUrl: 'https://x.example/fox' }),
    ])
    expect(tiles.map(({ imageUrl }) => imageUrl)).toEqual(['https://x.example/fox', undefined])
  })

  it('[S5] a wallet of the directory keeps its own tile when a wallet with another identity has its name', () => {
    const listed = wallet('Fox', { imageUrl: 'https://x.example/fox' })
    const [impostor, ownTile, ...rest] = tilesOf(
      groupWallets([connector('Fox', { info: { rdns: 'evil.fox' } })]),
      [listed],
    )
    expect([impostor?.imageUrl, impostor?.listed]).toEqual([undefined, undefined])
    expect([ownTile?.listed, ownTile?.installed]).toEqual([listed, undefined])
    expect(rest).toEqual([])
  })

  it('the approvals are one for the chains that share an object, and one for each other chain', () => {
    const approval = {}
    const [one, two, three] = [
      connector('1', { approval }),
      connector('2', { namespace: 'b', approval }),
      connector('3', { namespace: 'c' }),
    ]
    expect(approvalsOf([one, two])).toEqual([one])
    expect(approvalsOf([one, connector('again')])).toEqual([one])
    expect(approvalsOf([one, two, three])).toEqual([one, three])
    expect(approvalsOf([])).toEqual([])
  })

  it('the approvals start with the chain that the person works in, and separate what is connected already', () => {
    const approval = {}
    const [one, two, three] = [
      connector('1', { approval }),
      connector('2', { namespace: 'b', approval }),
      connector('3', { namespace: 'c', approval }),
    ]
    expect(approvalsOf([one, two, three], 'b')).toEqual([two])
    expect(approvalsOf([one, two, three], 'other')).toEqual([one])
    expect(approvalsOf([one, two, three], undefined, ({ id }) => id === '2')).toEqual([one, two])
    expect(approvalsOf([one, two, three], 'c', ({ id }) => id === '2')).toEqual([three, two])
  })
})

describe('where a wallet is found', () => {
  const here = (part: Partial<Environment>): Environment => ({
    ...environmentSlice.initial(),
    ...part,
  })
  const page = 'https://app.example/?a=b'
  const full = wallet('Fox', {
    browse: 'https://fox.example/dapp?url={url}',
    web: 'https://web.fox.example',
    homepage: 'https://fox.example',
    stores: {
      ios: 'https://apps.apple.com/app/id1',
      android: 'https://play.google.com/store/apps/details?id=a.b',
      chrome: 'https://chromewebstore.google.com/detail/x',
    },
  })
  it.each([
    ['an iPhone', here({ kind: 'mobile', system: 'ios' }), ['browse', 'web', 'ios', 'site']],
    ['Android', here({ kind: 'mobile', system: 'android' }), ['browse', 'web', 'android', 'site']],
    [
      "a wallet's own browser",
      here({ kind: 'mobile', system: 'ios', walletBrowser: 'phantom' }),
      ['web', 'ios', 'site'],
    ],
    ['a desktop', here({}), ['web', 'chrome', 'ios', 'android', 'site']],
  ])('the places of a wallet are in the right order on %s', (_, from, kinds) => {
    expect(placesOf(full, from, page).map(({ kind }) => kind)).toEqual(kinds)
    expect(isFound(full, from, page)).toBe(true)
    expect(isFound(wallet('Nowhere'), from, page)).toBe(false)
  })

  it('[S7.34] the first place of a wallet on a phone opens this page in the browser of the wallet', () => {
    expect(placesOf(full, here({ kind: 'mobile', system: 'ios' }), page)[0]?.link).toBe(
      'https://fox.example/dapp?url=https%3A%2F%2Fapp.example%2F%3Fa%3Db',
    )
  })
})

describe('the suggested wallets', () => {
  const page = (store: string) => ({ stores: { [store]: `https://${store}.example/` } })
  const list = [
    wallet('App', page('ios')),
    wallet('Droid', page('android')),
    wallet('Addon', page('firefox')),
    wallet('Page', { web: 'https://page.example/' }),
  ]
  it.each([
    ['a desktop', { kind: 'desktop', system: 'other' }, ['Addon']],
    ['an iPhone', { kind: 'mobile', system: 'ios' }, ['App']],
    ['an Android phone', { kind: 'mobile', system: 'android' }, ['Droid']],
    ['another phone', { kind: 'mobile', system: 'other' }, []],
  ] as const)('the suggested wallets on %s are those in its stores', (_where, more, found) => {
    expect(names(toBeginWith(list, { ...environmentSlice.initial(), ...more }))).toEqual(found)
  })
  it('the suggested wallets are six at most, in the order of the list', () => {
    const many = Array.from({ length: 20 }, (_, at) => wallet(`W${at}`, page('chrome')))
    expect(names(toBeginWith(many, environmentSlice.initial()))).toEqual(names(many.slice(0, 6)))
  })
})
