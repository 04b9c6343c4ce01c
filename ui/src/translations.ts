import { definePlugin, type Plugin } from '@portico/kernel'
import { languagePacks, type Translation } from '@portico/kernel/contracts'

/** Contributes the translations of the interface's own messages. `createPortico` installs it; a host that makes its own kernel adds it to its plugins. */
export const interfaceTranslations = (): Plugin =>
  definePlugin({
    id: 'ui/translations',
    setup: context => void context.contribute(languagePacks, { id: 'ui', translations: import.meta.glob<Translation>('./text/*.ts') }),
  })
