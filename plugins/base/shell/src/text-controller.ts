import { once } from '@portico/kernel'
import { preferencesSlice } from '@portico/kernel/shell'
import { type Catalogue, languagePacksSlot, type Text, textSlice } from '@portico/kernel/text'
import type { ShellContext } from './refs.js'

/** Loads and shows languages. Its code is loaded with the first language. */
export interface LanguageLoader {
  /**
   * Shows the language that the host or storage names. Gives way to a choice that is still pending.
   */
  follow(tag: string): Promise<void>
  /** Shows a language and stores the choice. */
  choose(tag: string): Promise<void>
}
interface TextParts {
  /** The host's own texts, by message id. */
  readonly messages: Catalogue
  /** The initial language. */
  readonly first: string | undefined
  readonly load: () => Promise<LanguageLoader>
  /** Only the host chooses; what is stored does not count (decision 87). */
  readonly isFixed?: boolean
}
/** Returns the language of a translation: `de` for `./text/de.ts`, or for `de` itself. */
export const tagOf = (key: string): string => key.replace(/^.*\/|\.\w+$/g, '')

export function createText(
  context: ShellContext,
  { messages, first, load, isFixed = false }: TextParts,
): Text {
  context.update(textSlice, state => {
    state.messages = messages
  })
  const arrive = once(load)
  const chosen = () => (isFixed ? undefined : context.state(preferencesSlice).language)
  // A language that fails to load must not prevent the modal.
  const show = (tag?: string) => {
    if (tag)
      arrive()
        .then(language => language.follow(tag))
        .catch(context.report)
  }
  context.watch(chosen, show)
  // A plugin in JavaScript may contribute a pack without translations, which the language loader
  // reports.
  const reportInvalid = () => {
    if (context.items(languagePacksSlot).some(({ translations }) => !translations))
      arrive().catch(context.report)
  }
  context.onStart(() => {
    if (!chosen()) show(first)
    reportInvalid()
  })
  context.watch(read => read.items(languagePacksSlot), reportInvalid)

  return {
    setLanguage: tag => arrive().then(language => language.choose(tag)),
    get languages() {
      return [
        ...new Set([
          'en',
          ...context
            .items(languagePacksSlot)
            .flatMap(pack => Object.keys(pack.translations ?? {}).map(tagOf)),
        ]),
      ]
    },
  }
}
