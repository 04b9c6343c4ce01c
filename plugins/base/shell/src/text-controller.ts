import { once } from '@portico/kernel'
import { type Catalogue, languagePacks, preferencesSlice, type Text, textSlice } from '@portico/kernel/contracts'
import type { ShellContext } from './refs.js'

/** Loads and shows languages. Its code is loaded with the first language. */
export interface LanguageLoader {
  /** Shows the language that the host or storage names. Gives way to a choice that is still pending. */
  follow(tag: string): Promise<void>
  /** Shows a language and stores the choice. */
  choose(tag: string): Promise<void>
}
interface TextParts {
  /** The host's own, by message id. */
  readonly messages: Catalogue
  /** The language to begin with. */
  readonly first: string | undefined
  readonly load: () => Promise<LanguageLoader>
}
/** The language of a translation: `de` of `./text/de.ts`, or of `de` itself. */
export const tagOf = (key: string): string => key.replace(/^.*\/|\.\w+$/g, '')

export function createText(context: ShellContext, { messages, first, load }: TextParts): Text {
  context.update(textSlice, state => {
    state.messages = messages
  })
  const arrive = once(load)
  const chosen = () => context.state(preferencesSlice).language
  // A language that does not come is no reason to go without the modal.
  const show = (tag?: string) => {
    if (tag)
      arrive()
        .then(language => language.follow(tag))
        .catch(context.report)
  }
  context.watch(chosen, show)
  context.onStart(() => {
    if (!chosen()) show(first)
  })

  return {
    setLanguage: tag => arrive().then(language => language.choose(tag)),
    get languages() {
      return [...new Set(['en', ...context.items(languagePacks).flatMap(pack => Object.keys(pack.translations).map(tagOf))])]
    },
  }
}
