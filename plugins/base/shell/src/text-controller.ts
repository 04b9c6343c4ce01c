import { once } from '@portico/kernel'
import { type Catalogue, languagePacks, type Text } from '@portico/kernel/contracts'
import { preferencesSlice, type ShellContext } from './refs.js'

/** `words` are the host's own; `first` is the language to begin with. */
export function createText(context: ShellContext, words: Catalogue, first?: string): Text {
  const arrive = once(() => import('./language.js').then(code => code.createLanguage(context, words)))
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
