import { once } from '@portico/kernel'
import { type Catalogue, languagePacks, type Text } from '@portico/kernel/contracts'
import { preferencesSlice, type ShellContext } from './refs.js'

/** `words` are the host's own; `first` is the language to begin with. */
export function createText(context: ShellContext, words: Catalogue, first?: string): Text {
  const arrive = once(async () => (await import('./language.js')).createLanguage(context, words))
  const chosen = () => context.state(preferencesSlice).language
  // A language that does not come is no reason to go without the modal.
  const show = (language?: string) => {
    if (language)
      arrive()
        .then(({ show }) => show(language))
        .catch(context.report)
  }
  context.watch(chosen, show)
  context.onStart(() => {
    if (!chosen()) show(first)
  })

  return {
    async setLanguage(tag) {
      const language = await (await arrive()).show(tag)
      if (language)
        context.update(preferencesSlice, state => {
          state.language = language
        })
    },
    get languages() {
      return [...new Set(['en', ...context.items(languagePacks).flatMap(pack => pack.languages)])]
    },
  }
}
