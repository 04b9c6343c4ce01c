import {
  createKernel,
  definePlugin,
  type Kernel,
  type KernelOptions,
  memoryStorage,
  type Plugin,
} from '@portico/kernel'
import {
  preferencesService,
  preferencesSlice,
  themeService,
  themeSlice,
} from '@portico/kernel/shell'
import {
  type Catalogue,
  type LanguagePack,
  languagePacksSlot,
  type Message,
  textService,
  textSlice,
  translate,
} from '@portico/kernel/text'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShellOptions } from './options.js'
import { shell } from './plugin.js'

const errors: unknown[] = []
const kernels: Kernel[] = []
const boot = (
  options: ShellOptions = {},
  plugins: readonly Plugin[] = [],
  rest: Partial<KernelOptions> = {},
) => {
  const kernel = createKernel({
    plugins: [shell(options), ...plugins],
    onError: error => errors.push(error),
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
const pack = (
  id: string,
  languages: Record<string, Catalogue | (() => Promise<Catalogue>)>,
): Plugin => {
  const item: LanguagePack = {
    id,
    translations: Object.fromEntries(
      Object.entries(languages).map(([language, catalogue]) => [
        language,
        async () => ({ default: typeof catalogue === 'function' ? await catalogue() : catalogue }),
      ]),
    ),
  }
  return definePlugin({
    id: `test/${id}`,
    setup: context => void context.contribute(languagePacksSlot, item),
  })
}
const hello: Message = { id: 'test.hello', en: 'Hello {name}', values: { name: 'Ada' } }
const shown = (kernel: Kernel) => kernel.state(textSlice)

beforeEach(() => void errors.splice(0))
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
})

describe('the language', () => {
  const greetings = [
    pack('a', { de: { 'test.hello': 'Hallo {name}' }, fr: { 'test.hello': 'Salut {name}' } }),
    pack('b', { fr: { 'test.bye': 'Adieu' } }),
  ]

  it('[D39d] the language is English without a pack, and another one once its packs have loaded', async () => {
    const kernel = boot({}, greetings)
    expect(translate(kernel, hello)).toBe('Hello Ada')
    await kernel.use(textService).setLanguage('fr')
    expect(translate(kernel, hello)).toBe('Salut Ada')
    expect(shown(kernel)).toMatchObject({ language: 'fr', messages: { 'test.bye': 'Adieu' } })
    await kernel.use(textService).setLanguage('en')
    expect(translate(kernel, hello)).toBe('Hello Ada')
    expect(shown(kernel)).toEqual({ language: 'en', direction: 'ltr', messages: {} })
  })

  it('[D39d] no pack is loaded before a language is chosen, then all packs in parallel', async () => {
    const requested: string[] = []
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const slow = (id: string) =>
      pack(id, {
        fr: async () => {
          requested.push(id)
          await gate
          return { [id]: id }
        },
      })
    const kernel = boot({}, [slow('one'), slow('two')])
    await kernel.start()
    expect(requested).toEqual([])
    const done = kernel.use(textService).setLanguage('fr')
    await vi.waitFor(() => expect(requested).toEqual(['one', 'two']))
    expect(shown(kernel).language).toBe('en')
    release()
    await done
    expect(shown(kernel).messages).toEqual({ one: 'one', two: 'two' })
  })

  it("[D39c] the host's own messages win over every language", async () => {
    const kernel = boot({ messages: { 'test.hello': 'Welcome, {name}!' } }, greetings)
    expect(translate(kernel, hello)).toBe('Welcome, Ada!')
    await kernel.use(textService).setLanguage('de')
    expect(translate(kernel, hello)).toBe('Welcome, Ada!')
  })

  it.each([[undefined], [null], [7], [{ en: 'Hi' }], [() => 'Hi']])(
    'a message of the host that is no text (%j) counts as absent',
    word => {
      const kernel = boot({ messages: { 'test.hello': word } as never }, greetings)
      expect(translate(kernel, hello)).toBe('Hello Ada')
    },
  )

  it('the languages are English first, then those with packs', () => {
    expect(boot({}, greetings).use(textService).languages).toEqual(['en', 'ar', 'de', 'fr'])
  })

  it('the first language is the one that the host names', async () => {
    const kernel = boot({ language: 'fr' }, greetings)
    expect(shown(kernel).language).toBe('en')
    await kernel.start()
    await vi.waitFor(() => expect(shown(kernel).language).toBe('fr'))
  })

  it.each<[string, ShellOptions, string | undefined]>([
    ['the option of the host', { language: 'de' }, undefined],
    ['the stored choice', {}, '{"version":1,"saved":{"language":"de"}}'],
  ])(
    'the language of %s gives way to a language that is chosen during the start and can be shown',
    async (_, options, kept) => {
      for (const [choice, language] of [
        ['fr', 'fr'],
        ['en', 'en'],
        ['tlh', 'de'],
      ] as const) {
        const storage = memoryStorage()
        if (kept) storage.set('portico.preferences', kept)
        const kernel = boot(options, greetings, { storage })
        const chosen = kernel.use(textService).setLanguage(choice).catch(String)
        await Promise.all([kernel.start(), chosen])
        await vi.dynamicImportSettled()
        await vi.waitFor(() => expect(shown(kernel).language).toBe(language))
      }
      expect(errors).toEqual([])
    },
  )

  it('a first language that cannot be shown is reported, and everything runs in English', async () => {
    const kernel = boot({ language: 'tlh' }, greetings, { required: ['base/shell'] })
    await kernel.start()
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'TEXT_LANGUAGE_UNKNOWN' }]))
    expect(translate(kernel, hello)).toBe('Hello Ada')
    expect(kernel.inspect().plugins[0]).toMatchObject({ id: 'base/shell', status: 'running' })
  })

  it('a chosen language survives a reload, and then wins over the host', async () => {
    const storage = memoryStorage()
    const before = boot({}, greetings, { storage })
    await before.start()
    await before.use(textService).setLanguage('fr')
    await vi.waitFor(() => expect(storage.get('portico.preferences')).toContain('fr'))
    before.dispose()
    const kernel = boot({ language: 'de' }, greetings, { storage })
    await kernel.start()
    await vi.waitFor(() => expect(shown(kernel).language).toBe('fr'))
    expect(errors).toEqual([])
  })

  it.each([
    ['de-CH', 'de-CH', 'Hallo Ada'],
    ['DE', 'de', 'Hallo Ada'],
    ['de-Latn-AT-x-host', 'de-Latn-AT-x-host', 'Hallo Ada'],
    ['en-GB', 'en-GB', 'Hello Ada'],
  ])('the language %s is served by the nearest pack', async (tag, language, sentence) => {
    const kernel = boot({}, greetings)
    await kernel.use(textService).setLanguage(tag)
    expect(shown(kernel).language).toBe(language)
    expect(translate(kernel, hello)).toBe(sentence)
  })

  it.each(['xx', 'klingon', '', 'not a tag', '__proto__', 'constructor', 'de_DE'])(
    'the tag %j is rejected, and the language stays',
    async tag => {
      const kernel = boot({}, greetings)
      await kernel.use(textService).setLanguage('de')
      await expect(kernel.use(textService).setLanguage(tag)).rejects.toMatchObject({
        code: 'TEXT_LANGUAGE_UNKNOWN',
      })
      expect(shown(kernel).language).toBe('de')
      await kernel.use(textService).setLanguage('fr')
      expect(shown(kernel).language).toBe('fr')
    },
  )

  it.each([
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['fa', 'rtl'],
    ['ur', 'rtl'],
    ['ckb', 'rtl'],
    ['pa-PK', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['pa', 'ltr'],
    ['ja', 'ltr'],
  ])('[D39e] the language %s is written %s', async (tag, direction) => {
    const kernel = boot({}, [pack('all', { [tag]: {} })])
    await kernel.use(textService).setLanguage(tag)
    expect(shown(kernel).direction).toBe(direction)
  })

  it('a part whose pack does not load stays English, and is reported', async () => {
    const kernel = boot({}, [
      pack('a', { fr: { 'test.hello': 'Salut {name}' } }),
      pack('b', { fr: () => Promise.reject(new RangeError('offline')) }),
    ])
    await kernel.use(textService).setLanguage('fr')
    expect(translate(kernel, hello)).toBe('Salut Ada')
    expect(errors).toEqual([new RangeError('offline')])
  })

  it('a language whose packs all fail is rejected, and can be tried again', async () => {
    let online = false
    const kernel = boot({}, [
      pack('a', {
        fr: async () => {
          if (!online) throw new RangeError('offline')
          return { 'test.hello': 'Salut {name}' }
        },
      }),
    ])
    await expect(kernel.use(textService).setLanguage('fr')).rejects.toMatchObject({
      code: 'TEXT_LANGUAGE_UNAVAILABLE',
      cause: new RangeError('offline'),
    })
    expect(shown(kernel).language).toBe('en')
    expect(kernel.state(preferencesSlice)).toEqual({})
    online = true
    await kernel.use(textService).setLanguage('fr')
    expect(translate(kernel, hello)).toBe('Salut Ada')
  })

  it('[R22] only the newest choice counts, in any order of loading: 500 interleavings', {
    tags: 'thorough',
  }, async () => {
    const tags = ['de', 'fr', 'it', 'ar']
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(...tags, 'en'), { minLength: 1, maxLength: 6 }),
        async (scheduler, choices) => {
          const late = (tag: string) => () =>
            scheduler.schedule(Promise.resolve({ 'test.hello': tag }), tag)
          const slow = pack('slow', Object.fromEntries(tags.map(tag => [tag, late(tag)])))
          const kernel = boot({}, [slow])
          const all = Promise.all(choices.map(tag => kernel.use(textService).setLanguage(tag)))
          await vi.dynamicImportSettled()
          await scheduler.waitFor(all)
          expect(shown(kernel).language).toBe(choices.at(-1))
          expect(translate(kernel, hello)).toBe(
            choices.at(-1) === 'en' ? 'Hello Ada' : choices.at(-1),
          )
          kernel.dispose()
        },
      ),
      { numRuns: 500 },
    )
    expect(errors).toEqual([])
  })

  it('a plugin that is installed later brings its own translations', async () => {
    const kernel = boot({}, greetings)
    await kernel.use(textService).setLanguage('fr')
    kernel.install(pack('late', { fr: { 'late.word': 'Tard' } }))
    await vi.waitFor(() =>
      expect(shown(kernel).messages).toMatchObject({ 'late.word': 'Tard', 'test.bye': 'Adieu' }),
    )
  })

  it('A language pack of the old shape is reported once and ignored, and the other packs still serve their languages', async () => {
    const old = definePlugin({
      id: 'test/old',
      setup: context =>
        void context.contribute(languagePacksSlot, {
          id: 'old',
          words: { nl: { 'test.hello': 'Hallo {name}' } },
        } as never),
    })
    const kernel = boot({}, [...greetings, old])
    await kernel.start()
    await vi.waitFor(() =>
      expect(errors).toMatchObject([
        { code: 'TEXT_PACK_INVALID', message: expect.stringContaining('"old"') },
      ]),
    )
    expect(kernel.use(textService).languages).toEqual(['en', 'ar', 'de', 'fr'])
    await kernel.use(textService).setLanguage('fr')
    expect(translate(kernel, hello)).toBe('Salut Ada')
    await expect(kernel.use(textService).setLanguage('nl')).rejects.toMatchObject({
      code: 'TEXT_LANGUAGE_UNKNOWN',
    })
    expect(errors).toHaveLength(1)
  })

  it('A language pack of the old shape that is installed after the start is reported too', async () => {
    const kernel = boot({}, greetings)
    await kernel.start()
    kernel.install(
      definePlugin({
        id: 'test/old',
        setup: context =>
          void context.contribute(languagePacksSlot, { id: 'old', words: { nl: {} } } as never),
      }),
    )
    await vi.waitFor(() =>
      expect(errors).toMatchObject([
        { code: 'TEXT_PACK_INVALID', message: expect.stringContaining('"old"') },
      ]),
    )
  })

  it.each([
    ['a catalogue in the place of a loader', { fr: { 'late.word': 'Tard' } }],
    ['a module without a default export', { fr: async () => ({}) }],
  ])(
    'A language pack with %s is reported, and the other packs still serve the language',
    async (_, translations) => {
      const broken = definePlugin({
        id: 'test/broken',
        setup: context =>
          void context.contribute(languagePacksSlot, { id: 'broken', translations } as never),
      })
      const kernel = boot({}, [...greetings, broken])
      await kernel.start()
      await kernel.use(textService).setLanguage('fr')
      expect(translate(kernel, hello)).toBe('Salut Ada')
      expect(errors).toMatchObject([
        { code: 'TEXT_PACK_INVALID', message: expect.stringContaining('"broken"') },
      ])
    },
  )

  it('[R29] a language that loads after the disposal changes nothing', async () => {
    let release = () => {}
    const kernel = boot({}, [
      pack('slow', {
        fr: () => new Promise(resolve => (release = () => resolve({ 'test.hello': 'Salut' }))),
      }),
    ])
    const done = kernel.use(textService).setLanguage('fr')
    await vi.dynamicImportSettled()
    kernel.dispose()
    release()
    await done
    expect(errors).toEqual([])
  })
})

describe('the theme', () => {
  it("the theme is the host's at first, dark without one", () => {
    expect(boot().state(themeSlice)).toEqual({ mode: 'dark', variables: {} })
    expect(
      boot({ theme: { mode: 'auto', variables: { 'portico-accent': '#f60' } } }).state(themeSlice),
    ).toEqual({
      mode: 'auto',
      variables: { 'portico-accent': '#f60' },
    })
  })

  it('the mode has its default when the host sets none', () => {
    for (const look of [
      { mode: undefined },
      { mode: 'purple' },
      { variables: undefined },
      { variables: { 'portico-accent': undefined } },
    ])
      expect(boot({ theme: look as never }).state(themeSlice)).toEqual({
        mode: 'dark',
        variables: {},
      })
  })

  it('the theme follows the person at once, survives a reload, and wins over the host', async () => {
    const storage = memoryStorage()
    const before = boot({}, [], { storage })
    await before.start()
    before.use(themeService).setMode('light')
    expect(before.state(themeSlice).mode).toBe('light')
    await vi.waitFor(() => expect(storage.get('portico.preferences')).toContain('light'))
    before.dispose()
    const kernel = boot({ theme: { mode: 'auto' } }, [], { storage })
    expect(kernel.state(themeSlice).mode).toBe('auto')
    await kernel.start()
    expect(kernel.state(themeSlice).mode).toBe('light')
  })

  it('a theme and a language that only the host chooses win over stored ones', async () => {
    const storage = memoryStorage()
    const languages = [pack('words', { de: {}, ar: {} })]
    const before = boot({}, languages, { storage })
    await before.start()
    before.use(themeService).setMode('light')
    await before.use(textService).setLanguage('de')
    await vi.waitFor(() =>
      expect(storage.get('portico.preferences')).toMatch(/light.*de|de.*light/),
    )
    before.dispose()
    const settings = { theme: false, language: false }
    const kernel = boot({ theme: { mode: 'auto' }, settings }, languages, { storage })
    const shown = () => [kernel.state(themeSlice).mode, kernel.state(textSlice).language]
    await kernel.start()
    await vi.waitFor(() =>
      expect(kernel.state(preferencesSlice)).toEqual({ mode: 'light', language: 'de' }),
    )
    await vi.dynamicImportSettled()
    expect(shown()).toEqual(['auto', 'en'])
    kernel.use(themeService).setMode('dark')
    await kernel.use(textService).setLanguage('ar')
    expect(shown()).toEqual(['dark', 'ar'])
    expect(kernel.state(preferencesSlice).mode).toBe('light')
  })

  it('a theme can set some variables and reset others', () => {
    const kernel = boot({
      theme: { variables: { 'portico-accent': '#f60', 'portico-radius': '8px' } },
    })
    kernel.use(themeService).setVariables({ 'portico-accent': undefined, 'portico-width': '400px' })
    expect(kernel.state(themeSlice).variables).toEqual({
      'portico-radius': '8px',
      'portico-width': '400px',
    })
  })

  it('other choices of the person are stored next to the mode, also after a reload; undefined removes a choice', async () => {
    const storage = memoryStorage()
    const before = boot({}, [], { storage })
    await before.start()
    before.use(preferencesService).choose({ hidesAmounts: true, currency: 'eur' })
    before.use(themeService).setMode('light')
    await vi.waitFor(() => expect(storage.get('portico.preferences')).toContain('light'))
    before.dispose()
    const kernel = boot({}, [], { storage })
    await kernel.start()
    expect(kernel.state(preferencesSlice)).toEqual({
      hidesAmounts: true,
      currency: 'eur',
      mode: 'light',
    })
    kernel.use(preferencesService).choose({ hidesAmounts: undefined })
    await vi.waitFor(() => expect(storage.get('portico.preferences')).not.toContain('hidesAmounts'))
    expect(kernel.state(themeSlice).mode).toBe('light')
  })

  it('[S13] garbage in storage is dropped: 1,000 fuzzed stores, no exception, at most one warning each', {
    tags: 'thorough',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({ mode: fc.anything(), language: fc.anything() })
            .map(saved => JSON.stringify({ version: 1, saved }) ?? ''),
        ),
        async stored => {
          const storage = memoryStorage()
          storage.set('portico.preferences', stored)
          const kernel = boot({}, [], { storage })
          await kernel.start()
          await vi.dynamicImportSettled()
          expect(['dark', 'light', 'auto']).toContain(kernel.state(themeSlice).mode)
          expect(['en', 'de', 'ar']).toContain(shown(kernel).language.split('-')[0])
          kernel.dispose()
          expect(errors.splice(0).length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
