import { once } from '@portico/kernel'
import { type Catalogue, languagePacks, type Text } from '@portico/kernel/contracts'
import { preferencesSlice, type ShellContext } from './refs.js'

interface TextParts {
  /** The host's own. */
  readonly words: Catalogue
  /** The language to begin with. */
  readonly first: string | undefined
  readonly load: () => Promise<typeof import('./language.js')>
}
export function createText(context: ShellContext, { words, first, load }: TextParts): Text {
  const arrive = once(() => load().then(code => code.createLanguage(context, words)))
  const chosen = () => context.state(preferencesSlice).language
  // A language that does not come is no reason to go without the modal.
  const show = (tag?: string) => {
    if (tag)
      arrive()
        .then(language => language.show(tag))
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
