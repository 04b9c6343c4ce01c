import { describe, expect, it } from 'vitest'
import { readPackages } from '../scripts/messages.mjs'
import { readDeclarations, storagePage, storageTable } from '../scripts/storage-page.mjs'

const folder = 'plugins/features/notes'
const tags = [
  '@stores the notes',
  '@reason show them again',
  '@kept until they are deleted',
  '@deletedBy "Disconnect and forget"',
]
const comment = (lines: readonly string[]) =>
  `/**\n${lines.map(line => ` * ${line}\n`).join('')} */\n`
const slice = (
  more = 'persist: { version: 1, pick: state => state, restore: () => ({}) }',
  id = "'notes'",
) =>
  `export const notesSlice: SliceRef<Notes> = /* @__PURE__ */ defineSlice<Notes>({ id: ${id}, initial: () => ({}), ${more} })\n`
const read = (source: string, path = 'refs.ts') =>
  readDeclarations([{ folder, sources: { [`${folder}/src/${path}`]: source } }])

describe('the page of stored data', () => {
  it('stored data is declared by every plugin, and the page lists all of it', () => {
    const [declared, page] = storagePage()
    expect([declared, page]).toEqual([
      expect.objectContaining({ status: 'passed' }),
      expect.objectContaining({ status: 'passed' }),
    ])
  })

  it('the storage page is stale when it lacks a row or the place of the table', () => {
    const [, stale] = storagePage({
      text: '<!-- storage: npm run pages -->\n\n| key |\n\n<!-- /storage -->\n',
    })
    expect(stale).toMatchObject({ status: 'failed', detail: 'run npm run pages' })
    const [, placeless] = storagePage({ text: 'Nothing is stored.' })
    expect(placeless).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('it has no place for it'),
    })
  })

  it('the stored slices are exactly those of this list', () => {
    const { declarations } = readDeclarations(readPackages())
    const keys = declarations
      .filter(({ where }) => where === 'localStorage')
      .map(({ key, folder }) => `${key} ${folder}`)
    expect(keys.sort()).toEqual([
      'portico.connection plugins/base/connection',
      'portico.embedded plugins/connectors/embedded',
      'portico.nftPictures plugins/features/nfts',
      'portico.preferences plugins/base/shell',
      'portico.savedPortfolios plugins/features/balances',
      'portico.sent plugins/base/transactions',
      'portico.sign-ins plugins/features/siwx',
      'portico.solanaWalletApp plugins/chains/solana',
      'portico.swap-log plugins/base/transactions',
      'portico.walletconnect plugins/connectors/walletconnect',
    ])
  })

  it('only preferences are left after "Disconnect and forget"', () => {
    const { declarations } = readDeclarations(readPackages())
    expect(declarations.filter(one => one.isPreference).map(({ key }) => key)).toEqual([
      'portico.preferences',
    ])
  })

  it.each([
    ['a slice that forget deletes and whose declaration does not say so', '', 'the person'],
    [
      'a preference whose declaration says that forget deletes it',
      'isPreference: true, ',
      '"Disconnect and forget"',
    ],
  ])('a declaration is refused: %s', (_, policy, deletedBy) => {
    const { faults } = read(
      comment([...tags.slice(0, 3), `@deletedBy ${deletedBy}`]) +
        slice(`persist: { version: 1, ${policy}pick }`),
    )
    expect(faults).toEqual([expect.stringContaining('"portico.notes" needs @deletedBy')])
  })

  it('a preference must declare that forget keeps it', () => {
    const kept = comment([
      ...tags.slice(0, 3),
      '@deletedBy the person; "Disconnect and forget" keeps it',
    ])
    expect(read(kept + slice('persist: { version: 1, isPreference: true, pick }')).faults).toEqual(
      [],
    )
  })

  it('a slice is refused when its definition is no literal', () => {
    const code = `const spec = { id: 'notes', persist }\nexport const notesSlice = defineSlice(spec)\n`
    expect(read(code).faults).toEqual([
      expect.stringMatching(/refs\.ts:2: the definition of a slice is a literal/),
    ])
  })

  it('a stored slice is declared by its tags, with its key', () => {
    const { declarations, faults } = read(comment(['What is noted.', '', ...tags]) + slice())
    expect(faults).toEqual([])
    expect(declarations).toEqual([
      {
        key: 'portico.notes',
        where: 'localStorage',
        folder,
        isPreference: false,
        tags: expect.objectContaining({
          stores: 'the notes',
          reason: 'show them again',
          kept: 'until they are deleted',
          deletedBy: '"Disconnect and forget"',
        }),
      },
    ])
    expect(storageTable(declarations, () => '@portico/plugin-notes')).toContain(
      '| `portico.notes` (localStorage) | [plugin-notes](../../plugins/features/notes) | the notes | show them again | until they are deleted | "Disconnect and forget" |',
    )
  })

  it('a slice that is not stored needs no declaration', () => {
    expect(read(slice('other: 1'))).toEqual({ declarations: [], faults: [] })
  })

  it.each([
    ['no doc comment', '', '@stores, @reason, @kept, @deletedBy'],
    [
      'a doc comment without tags',
      comment(['What is noted.']),
      '@stores, @reason, @kept, @deletedBy',
    ],
    ['no @deletedBy', comment(tags.slice(0, 3)), '@deletedBy'],
    [
      'an empty @reason',
      comment([...tags.filter(tag => !tag.startsWith('@reason')), '@reason']),
      '@reason',
    ],
  ])('a slice that is stored is refused with %s', (_, before, missing) => {
    const { declarations, faults } = read(before + slice())
    expect(declarations).toEqual([])
    expect(faults).toEqual([
      expect.stringMatching(
        new RegExp(
          `refs\\.ts:\\d+: "portico\\.notes" is stored without ${missing} in its doc comment`,
        ),
      ),
    ])
  })

  it('a slice without a declaration is refused also when its policy is a variable or a spread', () => {
    for (const more of ['persist', '...policy'])
      expect(read(slice(more)).faults).toEqual([
        expect.stringContaining('"portico.notes" is stored without'),
      ])
  })

  it('a stored slice is refused when its id is not a literal', () => {
    expect(read(comment(tags) + slice(undefined, 'idOf(notes)')).faults).toEqual([
      expect.stringContaining('the id of a slice that is stored is a literal'),
    ])
  })

  it.each([
    ['localStorage', "localStorage.setItem('notes', '')"],
    ['localStorage', "globalThis.localStorage.setItem('notes', '')"],
    ['sessionStorage', "const area = () => sessionStorage\narea().setItem('notes', '')"],
    ['IndexedDB', 'const { indexedDB } = globalThis'],
    ['BroadcastChannel', "new BroadcastChannel('notes')"],
    ['CacheStorage', "caches.open('notes')"],
    ['cookie', "document.cookie = 'notes=1'"],
  ])('a direct use of %s without a declaration in the same file is refused: %s', (area, code) => {
    expect(read(code, 'lazy/notes.ts').faults).toEqual([
      expect.stringContaining(`this uses ${area} without a constant that declares it`),
    ])
    const { declarations, faults } = read(
      `${comment([`@storage ${area}`, ...tags])}const name = 'notes'\n${code}`,
      'lazy/notes.ts',
    )
    expect(faults).toEqual([])
    expect(declarations).toEqual([expect.objectContaining({ key: 'notes', where: area })])
  })

  it('names of the plugin itself, of fields and of types do not count as a use of storage', () => {
    const code = [
      "import { localStorage } from './local-storage.js'",
      'export const storageOf = (server?: object) => (server ? remote : localStorage)',
      'export interface Places { readonly channel?: Pick<BroadcastChannel, "close">; readonly indexedDB?: IDBFactory }',
      'export const places = { cookie: 1, caches: 2 }',
      'export const write = ({ cookie }: Options) => headers.cookie ?? cookie',
    ]
    expect(read(code.join('\n')).faults).toEqual([])
  })

  it('a constant with @storage is refused when its name is not a literal', () => {
    expect(
      read(`${comment(['@storage IndexedDB', ...tags])}const name = nameOf(notes)`).faults,
    ).toEqual([expect.stringContaining('a constant with @storage is the name of what is stored')])
  })
})
