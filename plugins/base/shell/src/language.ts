/** Languages, once one is chosen. Loading is shared; only the newest wish counts. */
import { type Catalogue, languagePacks, preferencesSlice, textSlice } from '@portico/kernel/contracts'
import { languageUnavailable, languageUnknown } from './errors.js'
import type { ShellContext } from './refs.js'
import { type LanguageLoader, tagOf } from './text-controller.js'

export function createLanguage(context: ShellContext, messages: Catalogue): LanguageLoader {
  let wanted = context.state(textSlice).language
  let showing = Promise.resolve()
  let choices = 0
  let given: string | undefined

  const load = async (language: string) => {
    const packs = packsOf(context, language)
    const loaded = await Promise.allSettled(packs.map(pack => pack()))
    if (wanted !== language) return
    const failures = loaded.filter(one => one.status === 'rejected')
    if (packs.length && failures.length === packs.length) throw languageUnavailable(language, failures[0]?.reason)
    // A part in English is better than a modal that stays foreign.
    for (const { reason } of failures) context.report(reason)
    const catalogues = loaded.flatMap(one => (one.status === 'fulfilled' ? [one.value.default] : []))
    context.update(textSlice, state => {
      state.language = language
      state.direction = directionOf(language)
      state.messages = Object.assign({}, ...catalogues, messages)
    })
  }
  // A plugin that comes later brings its own sentences.
  context.watch(
    read => read.items(languagePacks),
    () => load(wanted),
  )

  /** Answers the tag as it is usually written, or undefined where a newer wish overtook this one. */
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

/** The packs of this language, or of the nearest that it is a kind of (RFC 4647, lookup): `de-CH` is served by `de`. English needs none. */
function packsOf(context: ShellContext, language: string) {
  const items = context.items(languagePacks)
  for (let tag = language; tag; tag = tag.replace(/(?:-[^-])?(?:^|-)[^-]*$/, '')) {
    const packs = items.flatMap(({ translations }) => Object.keys(translations).flatMap(key => (tagOf(key) === tag ? (translations[key] ?? []) : [])))
    if (packs.length || tag === 'en') return packs
  }
  throw languageUnknown(language)
}

/** The tag as it is usually written; undefined for what is none. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const fromTheRight = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']
/** By the script that the language is written in: `ar` and `pa-PK` from the right, `ar-Latn` from the left. */
function directionOf(language: string): 'ltr' | 'rtl' {
  return fromTheRight.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}
