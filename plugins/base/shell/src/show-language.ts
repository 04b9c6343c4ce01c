/** Loads and shows a chosen language. Loading is shared; only the newest choice counts. */
import { preferencesSlice } from '@portico/kernel/shell'
import { type Catalogue, languagePacksSlot, textSlice } from '@portico/kernel/text'
import { LanguagePackError, languageUnavailable, languageUnknown } from './errors.js'
import type { ShellContext } from './refs.js'
import { type LanguageLoader, tagOf } from './text-controller.js'

export function createLanguage(context: ShellContext, messages: Catalogue): LanguageLoader {
  let wanted = context.state(textSlice).language
  let showing = Promise.resolve()
  let choices = 0
  let given: string | undefined

  const load = async (language: string) => {
    const packs = packsOf(context, language)
    // A plugin in JavaScript may give a catalogue instead of a loader, or a module without a
    // default export.
    const loaded = await Promise.allSettled(
      packs.map(async ({ id, load }) => {
        const catalogue = typeof load === 'function' ? (await load()).default : undefined
        if (!catalogue) throw new LanguagePackError(id)
        return catalogue
      }),
    )
    if (wanted !== language) return
    const failures = loaded.filter(one => one.status === 'rejected')
    if (packs.length && failures.length === packs.length)
      throw languageUnavailable(language, failures[0]?.reason)
    // A part in English is better than a modal that never changes its language.
    for (const { reason } of failures) context.report(reason)
    const catalogues = loaded.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    context.update(textSlice, state => {
      state.language = language
      state.direction = directionOf(language)
      state.messages = Object.assign({}, ...catalogues, messages)
    })
  }
  const reported = new Set<string>()
  const reportInvalid = () => {
    for (const { id, translations } of context.items(languagePacksSlot)) {
      if (translations || reported.has(id)) continue
      reported.add(id)
      context.report(new LanguagePackError(id))
    }
  }
  reportInvalid()
  // A plugin that is installed later brings its own translations.
  context.watch(
    read => read.items(languagePacksSlot),
    () => {
      reportInvalid()
      return load(wanted)
    },
  )

  /** Resolves with the canonical tag, or undefined where a newer choice overtook this one. */
  const show = async (tag: string): Promise<string | undefined> => {
    const language = canonical(tag)
    if (language === undefined) throw languageUnknown(tag)
    if (language !== wanted) {
      wanted = language
      showing = load(language)
    }
    try {
      await showing
    } catch (error) {
      if (wanted === language) {
        wanted = context.state(textSlice).language
        showing = Promise.resolve()
      }
      throw error
    }
    return wanted === language ? language : undefined
  }
  return {
    async follow(tag: string): Promise<void> {
      given = tag
      if (!choices) await show(tag)
    },
    async choose(tag: string): Promise<void> {
      choices++
      try {
        const language = await show(tag)
        if (language)
          context.update(preferencesSlice, state => {
            state.language = language
          })
      } catch (error) {
        if (choices === 1 && given) await show(given).catch(context.report)
        throw error
      } finally {
        choices--
      }
    },
  }
}

/**
 * Returns the packs of this language, or of the nearest one (RFC 4647, lookup): `de` serves
 * `de-CH`. English needs none.
 */
function packsOf(context: ShellContext, language: string) {
  const items = context.items(languagePacksSlot)
  for (let tag = language; tag; tag = tag.replace(/(?:-[^-])?(?:^|-)[^-]*$/, '')) {
    const packs = items.flatMap(({ id, translations }) =>
      Object.entries(translations ?? {}).flatMap(([key, load]) =>
        tagOf(key) === tag ? { id, load } : [],
      ),
    )
    if (packs.length || tag === 'en') return packs
  }
  throw languageUnknown(language)
}

/** Returns the canonical form of a tag; undefined for an invalid one. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const fromTheRight = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']
/**
 * Returns the direction of the language's script: `ar` and `pa-PK` from the right, `ar-Latn` from
 * the left.
 */
function directionOf(language: string): 'ltr' | 'rtl' {
  return fromTheRight.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}
