import { once } from '@portico/kernel'
import { type Catalogue, languagePacks, preferencesSlice, type Text, textSlice } from '@portico/kernel/contracts'
import type { createLanguage } from './language.js'
import type { ShellContext } from './refs.js'

interface TextParts {
  /** The host's own. */
  readonly words: Catalogue
  /** The language to begin with. */
  readonly first: string | undefined
  readonly load: () => Promise<ReturnType<typeof createLanguage>>
}
export function createText(context: ShellContext, { words, first, load }: TextParts): Text {
  context.update(textSlice, state => {
    state.words = words
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
      return [...new Set(['en', ...context.items(languagePacks).flatMap(pack => pack.languages)])]
    },
  }
}
